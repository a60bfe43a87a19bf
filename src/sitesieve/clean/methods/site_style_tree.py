"""Site style tree (thesis §4.2): what is the same on many pages is noise.

Every page of a site is placed in one tree. Where the elements of a place look
the same on all pages and hold the same words, the place is noise; where they
differ from page to page, it is content. The composite importance of an element
weighs both; an element is noise when it and all below it are at most the
threshold.

Past the thesis: pages are aligned by tag and attributes rather than by exact
equality of child sequences (`alignment`, "exact" for the letter); the threshold
is found without a person ("auto"); and a text that stands on several pages of
the site, numbers masked, is noise wherever it stands (`site_texts`).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.clean.document import Document, Verdict
from sitesieve.clean.method import LearningMethod
from sitesieve.page import Page
from sitesieve.page.styles import stable_id
from sitesieve.site.model import SiteModel, to_saved
from sitesieve.site.modelfile import SavedModel
from sitesieve.site.placing import Alignment

SAMPLE = 500  # pages that are enough for a site (thesis §4.2.5)
MIN_PAGES = 2  # one page shares nothing with itself


@dataclass(frozen=True, slots=True)
class Observation:
    """What one page adds to the model of its site."""

    site: str
    digest: int
    model: SiteModel


class SiteStyleTree(LearningMethod):
    """Drops what the style tree of the page's site calls noise."""

    name = "site-style-tree"

    def __init__(
        self,
        threshold: float | str = "auto",
        alignment: Alignment = "keyed",
        leaf_height: int = 0,
        site_texts: bool = True,
        sample: int = SAMPLE,
    ) -> None:
        if threshold != "auto":
            threshold = float(threshold)  # ValueError for anything else
            if not 0 <= threshold <= 1:
                raise ValueError(f"the threshold must be auto or from 0 to 1, not {threshold}")
        if alignment not in ("exact", "keyed"):
            raise ValueError(f"the alignment must be exact or keyed, not {alignment!r}")
        self.threshold = threshold
        self.alignment = alignment
        self.leaf_height = int(leaf_height)
        self.site_texts = site_texts
        self.sample = int(sample)
        self.sites: dict[str, SiteModel] = {}
        self._seen: dict[str, set[int]] = {}
        self._thresholds: dict[str, float] = {}

    def settings(self) -> dict[str, Any]:
        return {
            "threshold": self.threshold,
            "alignment": self.alignment,
            "leaf_height": self.leaf_height,
            "site_texts": self.site_texts,
            "sample": self.sample,
        }

    def observe(self, page: Page) -> Observation:
        model = SiteModel(self.alignment, self.leaf_height)
        model.update(page)
        return Observation(page.site, stable_id("\n".join(page.tree.texts)), model)

    def absorb(self, observation: Observation) -> None:
        site = observation.site
        seen = self._seen.setdefault(site, set())
        if observation.digest in seen:  # a copy would make all of the page look repeated
            return
        model = self.sites.setdefault(site, SiteModel(self.alignment, self.leaf_height))
        if model.pages >= self.sample:
            return
        seen.add(observation.digest)
        model.merge(observation.model)
        self._thresholds.pop(site, None)

    def threshold_for(self, site: str) -> float:
        """The threshold used on a site: the one given, or the one found."""
        if isinstance(self.threshold, float):
            return self.threshold
        if site not in self._thresholds:
            self._thresholds[site] = self.sites[site].threshold()
        return self._thresholds[site]

    def remarks(self) -> list[str]:
        said = super().remarks()
        alone = sum(model.pages < MIN_PAGES for model in self.sites.values())
        if alone:
            said.append(f"{alone:,} sites have a single page: nothing to compare it with")
        return said

    def clean_page(self, page: Page) -> Document:
        model = self.sites.get(page.site)
        tree = page.tree
        if model is None or model.pages < MIN_PAGES:
            return Document(page, [_NOTHING_KNOWN] * len(tree.leaves), self.name)
        t = self.threshold_for(page.site)
        site_tree = model.tree
        placing = model.place(tree)
        rows = site_tree.rows(placing)
        noisy = site_tree.noisy(placing, tree.parent, t)
        repeats = model.pages_with_text(tree) if self.site_texts else np.zeros(len(tree.leaves))
        verdicts = []
        for leaf, pages in zip(tree.leaves.tolist(), repeats.tolist(), strict=True):
            at = noisy[leaf] if noisy[leaf] >= 0 else int(rows[leaf])
            evidence, importance = _evidence(model, at, t)
            if noisy[leaf] >= 0:
                reason = (
                    f"importance {importance:.2f}, at most {t:.2f}: "
                    f"alike on {evidence['pages']} of {model.pages} pages"
                )
                verdicts.append(Verdict(False, reason, evidence, importance=importance))
            elif pages >= MIN_PAGES:
                reason = f"the text stands on {int(pages)} of {model.pages} pages of the site"
                evidence |= {"text_pages": int(pages)}
                verdicts.append(Verdict(False, reason, evidence, importance=importance))
            elif importance is None:
                verdicts.append(Verdict(True, "at a place the site is not known to have"))
            else:
                reason = f"importance {importance:.2f}, above {t:.2f}"
                verdicts.append(Verdict(True, reason, evidence, importance=importance))
        return Document(page, verdicts, self.name)

    def tables(self) -> dict[str, Any]:
        return {"sites": to_saved(self.sites)[0]}

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        return to_saved(self.sites)[1]

    def restore(self, saved: SavedModel) -> None:
        self.sites = SiteModel.all_from(saved, self.alignment, self.leaf_height)


_NOTHING_KNOWN = Verdict(True, "no other page of the site is known")


def _evidence(model: SiteModel, row: int, t: float) -> tuple[dict[str, Any], float | None]:
    """What the tree says about an element: the numbers behind a verdict."""
    if row < 0:
        return {"threshold": t}, None
    tree = model.tree
    numbers = {
        "pages": int(tree.pages[row]),
        "of": model.pages,
        "styles": int(tree.styles[row]),
        "style_entropy": round(float(tree.style_entropy[row]), 4),
        "word_entropy": round(float(tree.word_entropy[row]), 4),
        "threshold": round(t, 4),
    }
    return numbers, float(tree.importance[row])
