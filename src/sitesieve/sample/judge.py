"""How well a cleaned page agrees with the truth, phrase by phrase (Kang-Kim §IV.B).

As in the paper, a phrase is a text between two tags, and what is judged is
"this phrase is noise": recall is the share of noise phrases that were removed,
precision the share of removed phrases that are noise.
"""

from collections import Counter
from dataclasses import astuple, dataclass

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.kinds import Kind
from sitesieve.sample.model import SamplePage


@dataclass(frozen=True, slots=True)
class Agreement:
    """The contingency table of the paper (table II) for the judgement "noise"."""

    removed_noise: int = 0  # a
    removed_core: int = 0  # b
    kept_noise: int = 0  # c
    kept_core: int = 0  # d

    def __add__(self, other: "Agreement") -> "Agreement":
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Agreement(*(mine + theirs for mine, theirs in pairs))

    @property
    def recall(self) -> float:
        return self.removed_noise / max(1, self.removed_noise + self.kept_noise)

    @property
    def precision(self) -> float:
        return self.removed_noise / max(1, self.removed_noise + self.removed_core)

    @property
    def fallout(self) -> float:
        return self.removed_core / max(1, self.removed_core + self.kept_core)

    @property
    def accuracy(self) -> float:
        right = self.removed_noise + self.kept_core
        return right / max(1, right + self.removed_core + self.kept_noise)


def judge(document: Document, page: SamplePage) -> Agreement:
    """Compare the verdict on every phrase of a page with the truth about it."""
    truth = [block.kind is Kind.CONTENT for block in page.blocks for _ in block.phrases]
    kept = [block.keep for block in document.blocks]
    if len(truth) != len(kept):
        raise ValueError(f"{page.url}: {len(kept)} phrases found, {len(truth)} in the truth")
    cells = Counter(zip(kept, truth, strict=True))  # kept, core
    return Agreement(cells[False, False], cells[False, True], cells[True, False], cells[True, True])
