"""Thresholds tried on a few pages of a site, for a person who looks and chooses one.

The authors "selected and cleaned a small number (e.g., 20) of Web pages using a number of
threshold values; by observing these cleaned pages, the best threshold was selected" (thesis §5.3).
What a threshold removes a higher one removes too, so for each text it is enough to know the lowest
that does.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sitesieve.cleaning.verdicts import Verdict
from sitesieve.errors import PageError
from sitesieve.page import Page
from sitesieve.page.digests import digest_of

TRIED = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9)
PAGES = 20  # of a site


@dataclass(frozen=True, slots=True)
class TriedText:
    """A text of a page, and what thresholds make of it."""

    text: str
    words: int
    words_kept: int  # where it stays; fewer than it has where words go one by one
    gone_from: float | None  # the lowest threshold that removes it; None: it stays at all
    importance: float | None  # of where it stands; None: the site is not known to have the place


@dataclass(frozen=True, slots=True)
class TriedPage:
    """A page, text by text."""

    name: str
    texts: list[TriedText]

    @property
    def words(self) -> int:
        """How many words it has."""
        return sum(text.words for text in self.texts)

    def kept(self, threshold: float) -> list[TriedText]:
        """The texts that stay at a threshold that was tried."""
        return [t for t in self.texts if t.gone_from is None or t.gone_from > threshold]

    def words_kept(self, threshold: float) -> int:
        """How many words stay at a threshold that was tried."""
        return sum(text.words_kept for text in self.kept(threshold))


@dataclass(frozen=True, slots=True)
class GoneText:
    """A text that a threshold removes and the one before it does not."""

    text: str
    words: int
    pages: int  # of those tried, on which it goes


@dataclass(frozen=True, slots=True)
class ThresholdTrial:
    """Some pages of a site at several thresholds."""

    site: str
    thresholds: tuple[float, ...]  # rising
    auto: float  # what is found without a person
    chosen: float | None  # what a person chose before
    pages: list[TriedPage]

    @property
    def words(self) -> int:
        """How many words the pages have."""
        return sum(page.words for page in self.pages)

    def words_kept(self, threshold: float) -> int:
        """How many of them stay at a threshold that was tried."""
        return sum(page.words_kept(threshold) for page in self.pages)

    def gone_from(self, threshold: float) -> list[GoneText]:
        """The texts that go at this threshold and stay at the one before, most words first: what
        is lost from one to the other on the way up, and gained on the way down."""
        pages: Counter[str] = Counter()
        words: dict[str, int] = {}
        for page in self.pages:
            here = {t.text: t.words for t in page.texts if t.gone_from == threshold}
            words |= here
            pages.update(here.keys())
        gone = [GoneText(text, words[text], number) for text, number in pages.items()]
        return sorted(gone, key=lambda g: (-g.words * g.pages, g.text))

    def as_data(self) -> dict[str, Any]:
        """All of it as plain data."""
        rungs = [
            {
                "threshold": t,
                "words_kept": self.words_kept(t),
                "gone": [asdict(gone) for gone in self.gone_from(t)],
            }
            for t in self.thresholds
        ]
        pages = [
            {
                "page": page.name,
                "words": page.words,
                "words_kept": [page.words_kept(t) for t in self.thresholds],
                "texts": [asdict(text) for text in page.texts],
            }
            for page in self.pages
        ]
        found = {"auto": self.auto, "chosen": self.chosen, "words": self.words}
        return {"site": self.site, **found, "thresholds": rungs, "pages": pages}


def checked_thresholds(thresholds: Iterable[float]) -> tuple[float, ...]:
    """Thresholds in order, each once; ValueError for one that is none."""
    given = sorted({float(t) for t in thresholds})
    for t in given:
        if not 0 <= t <= 1:
            raise ValueError(f"a threshold must be from 0 to 1, not {t}")
    return tuple(given)


def random_pages(pages: Iterable[Page], most: int, seed: int) -> dict[str, list[Page]]:
    """For each site so many of its pages, drawn by what they say; pages that cannot be used are
    passed over, and of pages that say the same one is taken."""
    if most < 1:
        raise ValueError(f"at least 1 page must be tried, not {most}")
    drawn: defaultdict[str, dict[int, Page]] = defaultdict(dict)
    for page in pages:
        try:
            rank = digest_of(f"{seed} {page.tree.digest}")
        except PageError:
            continue
        of_site = drawn[page.site]
        of_site.setdefault(rank, page)
        if len(of_site) > most:
            del of_site[max(of_site)]
    return {site: [of_site[rank] for rank in sorted(of_site)] for site, of_site in drawn.items()}


def tried_page(
    page: Page, thresholds: Sequence[float], judge: Callable[[float], Sequence[Verdict]]
) -> TriedPage:
    """A page judged at several thresholds, the lowest first. Texts that readers do not see are
    left out: they go at any."""
    tree = page.tree
    gone_from: dict[int, float] = {}
    importance: list[float | None] = []
    words_kept = tree.leaf_words.tolist()
    for t in thresholds:
        verdicts = judge(t)
        importance = importance or [verdict.importance for verdict in verdicts]
        for number, verdict in enumerate(verdicts):
            if not verdict.keep:
                gone_from.setdefault(number, t)
            elif verdict.part is not None:
                words_kept[number] = len(verdict.part.words)
    words, hidden = tree.leaf_words.tolist(), tree.hidden_leaves.tolist()
    texts = [
        TriedText(
            text=" ".join(text.split()),
            words=words[number],
            words_kept=words_kept[number],
            gone_from=gone_from.get(number),
            importance=importance[number],
        )
        for number, text in enumerate(tree.texts)
        if text.strip() and not hidden[number]
    ]
    return TriedPage(page.label, texts)
