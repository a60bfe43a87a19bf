"""Site style tree (thesis §4.2): what is the same on many pages is noise.

Every page of a site is placed in one tree. Where the elements of a place look
the same on all pages and hold the same words, the place is noise; where they
differ from page to page, it is content. The composite importance of an element
weighs both; an element is noise when it and all below it are at most the
threshold.

Past the thesis: pages are aligned by tag and attributes rather than by exact
equality of child sequences (`alignment`, "exact" for the letter); the threshold
is found without a person ("auto"), unless one chose it (`set_threshold`); all
places of one kind are also judged together (`kinds`, see `site.kinds`); and a
text that stands on several pages of the site, numbers masked, is noise at a kind
of place that one page only has or, if asked for, wherever it stands
(`site_texts`). `SiteStyleTree.by_paper()` is the letter of the thesis.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from functools import partial
from itertools import repeat
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.methods.line_repair import mended, without_local_noise
from sitesieve.cleaning.methods.site_method import SiteMethod, checked, metadata_by
from sitesieve.cleaning.methods.tag_filter import TagFilter
from sitesieve.cleaning.noise.page_kinds import PageKinds
from sitesieve.cleaning.pinning import pinned
from sitesieve.cleaning.threshold_trial import (
    PAGES,
    TRIED,
    ThresholdTrial,
    checked_thresholds,
    random_pages,
    tried_page,
)
from sitesieve.cleaning.verdicts import Evidence, Verdict
from sitesieve.page import Page, PageTree
from sitesieve.page.late import Late
from sitesieve.page.page import Pages, as_pages
from sitesieve.site.describe import Description, label_of
from sitesieve.site.keyed_table import Keys
from sitesieve.site.model import SiteModel
from sitesieve.site.models import SiteModels
from sitesieve.site.phrases import phrase_ids
from sitesieve.site.place_kinds import MIN_PAGES, Noise
from sitesieve.site.placing import Alignment, Placing
from sitesieve.site.store import SAMPLE
from sitesieve.site.tree_options import USUAL_TREES, Display, Merging, TreeOptions


class SiteStyleTree(SiteMethod):
    """Drops what the style tree of the page's site calls noise.

    Parameters
    ----------
    threshold : importance up to which an element is noise; "auto" takes for each site the one
        that a person chose, or finds one.
    alignment : how pages are laid over each other, "keyed" or "exact".
    leaf_height : how high a virtual leaf may be (1 in the thesis).
    merge_elements : whether elements with the same characteristic features are one.
    kinds : whether all places of one kind are also judged together.
    site_texts : whether a text that stands on several pages is noise wherever it stands.
    mend_lines : whether what goes from a line of which most words stay is put back.
    local_noise : whether words that nearly all pages have at a kept place go.
    designs : whether a page is laid over the pages of its design alone, where its site has
        several (the thesis has one tree for a site, §4.2).
    sample : pages learned from, of each site.
    epsilon : ε of local noise: a word is such where 1 − H is less.
    pages_alone : whether the only page of a site loses what its tags say is no text; by the
        thesis it stays whole, as all of it has importance 1.
    gamma, frequent, alike, merging, empty_elements, whole_code, virtual_root, display, copies :
        constants and readings of the thesis, see `sitesieve.site.tree_options.TreeOptions`.
    """

    name = "site-style-tree"
    judging = (
        *("threshold", "kinds", "site_texts", "mend_lines", "local_noise", "designs"),
        *("epsilon", "pages_alone"),
    )
    PAPER: ClassVar[Mapping[str, Any]] = {
        "alignment": "exact",  # §4.2.1
        "leaf_height": 1,  # §4.2.5: the parents of actual leaves
        "merging": "styles",  # §4.2.5
        "empty_elements": True,  # eq. 5-4
        "local_noise": True,  # §4.2.5
        "virtual_root": True,  # §4.1.2
        "display": "css",  # §4.1.2; that CSS counts is said in the paper of 2003, §3.1
        "whole_code": False,
        "kinds": False,
        "mend_lines": False,
        "designs": False,
        "copies": True,
        "pages_alone": False,
    }

    def __init__(
        self,
        threshold: float | str = "auto",
        alignment: Alignment = "keyed",
        leaf_height: int = 0,
        merge_elements: bool = True,
        kinds: bool = True,
        site_texts: bool = False,
        mend_lines: bool = True,
        local_noise: bool = False,
        designs: bool = True,
        sample: int = SAMPLE,
        epsilon: float = 0.01,
        gamma: float = USUAL_TREES.gamma,
        frequent: float = USUAL_TREES.frequent,
        alike: float = USUAL_TREES.alike,
        merging: Merging = USUAL_TREES.merging,
        empty_elements: bool = USUAL_TREES.empty_elements,
        whole_code: bool = USUAL_TREES.whole_code,
        virtual_root: bool = USUAL_TREES.virtual_root,
        display: Display = USUAL_TREES.display,
        copies: bool = USUAL_TREES.copies,
        pages_alone: bool = True,
    ) -> None:
        if not 0 <= epsilon <= 1:
            raise ValueError(f"epsilon must be from 0 to 1, not {epsilon}")
        self.threshold = checked(threshold)
        self.epsilon = epsilon
        self.kinds = kinds
        self.site_texts = site_texts
        self.mend_lines = mend_lines
        self.local_noise = local_noise
        self.designs = designs
        self.pages_alone = pages_alone
        trees = TreeOptions(
            gamma=gamma,
            frequent=frequent,
            alike=alike,
            merging=merging,
            empty_elements=empty_elements,
            whole_code=whole_code,
            virtual_root=virtual_root,
            display=display,
            copies=copies,
        )
        self.models = SiteModels(
            alignment, int(leaf_height), merge_elements, int(sample), trees=trees
        )
        self._alone = TagFilter()

    def settings(self) -> dict[str, Any]:
        return super().settings() | asdict(self.models.trees)

    def _threshold(self, site: SiteModel, design: SiteModel) -> float:
        """The threshold for pages of a design: the one set, or chosen for the site, or found."""
        if isinstance(self.threshold, float):
            return self.threshold
        chosen = site.chosen_threshold
        return design.auto_threshold if chosen is None else chosen

    def _laid_over(self, site: SiteModel, tree: PageTree) -> SiteModel:
        """The model that a page is laid over: of its design, where its site has several."""
        return site.design_for(tree) if self.designs else site

    def describe(self, site: str | None = None) -> Description:
        _, model = self.models.only(site)
        return model.describe(self._threshold(model, model), kinds=self.kinds)

    def clean_page(self, page: Page) -> Document:
        site = self.model_for(page.site)
        if site is None or site.pages < MIN_PAGES:
            return self._cleaned_alone(page)
        tree = self.models.trees.tree_of(page)
        model = self._laid_over(site, tree)
        placing = model.place(tree)
        judged = self._verdicts(model, tree, placing, self._threshold(site, model))
        verdicts, told = pinned(page, self.pins, judged)
        kinds_of_page = PageKinds(page, model=site, told=told)
        fit = Late(partial(model.as_it_is().fit, placing))
        metadata = metadata_by(site, page)
        return Document(page, verdicts, self.name, kinds=kinds_of_page, fit=fit, metadata=metadata)

    def _verdicts(
        self, model: SiteModel, tree: PageTree, placing: Placing, t: float
    ) -> list[Verdict]:
        """What stays of a page at a threshold."""
        rows = model.tree.rows(placing)
        # Figures are no features, so a price alone says nothing: what is around it does.
        has_words = tree.word_start[tree.end] > tree.word_start[:-1]
        figures = has_words & (rows >= 0) & (model.tree.words_below[np.maximum(rows, 0)] == 0)
        noisy = model.tree.noisy(np.where(figures, -1, rows), tree.parent, t)
        # What is inside a virtual leaf is at its place.
        at_leaf = rows[np.where(placing.leaf >= 0, placing.leaf, np.arange(len(tree)))]
        phrases = phrase_ids(tree)
        repeats = self._repeats(model, tree, placing, phrases)
        kinds = model.kinds.noisy(tree, placing, phrases) if self.kinds else repeat(None)
        verdicts = []
        for leaf, pages, kind in zip(tree.leaves.tolist(), repeats.tolist(), kinds, strict=False):
            row = noisy[leaf] if noisy[leaf] >= 0 else int(at_leaf[leaf])
            verdicts.append(_verdict(model, row, noisy[leaf] >= 0, t, pages, kind))
        if self.mend_lines:
            verdicts = mended(tree, verdicts)
        if self.local_noise:
            verdicts = without_local_noise(model.tree, tree, placing, verdicts, self.epsilon)
        return verdicts

    def thresholds_on(
        self,
        pages: Pages,
        thresholds: Iterable[float] = (),
        *,
        most: int = PAGES,
        seed: int = 0,
    ) -> list[ThresholdTrial]:
        """What several thresholds keep and remove on some pages of each site that is known: for
        a person to look at, and to choose one by `set_threshold` (thesis §5.3).

        Parameters
        ----------
        pages : `Page` objects or (url, html) pairs, from which pages to try are drawn.
        thresholds : those to try; without any `TRIED`, and the one that the site has now.
        most : pages of a site that are tried.
        seed : another number, other pages.
        """
        wanted = checked_thresholds(thresholds)
        trials = []
        for site, drawn in sorted(random_pages(as_pages(pages), most, seed).items()):
            model = self.model_for(site)
            if model is None or model.pages < MIN_PAGES:
                continue
            now = round(self._threshold(model, model), 3)
            tried = wanted or checked_thresholds([*TRIED, now])
            judged = [tried_page(page, tried, self._judge(model, page)) for page in drawn]
            found = (model.auto_threshold, model.chosen_threshold)
            trials.append(ThresholdTrial(site, tried, *found, judged))
        return trials

    def _judge(self, site: SiteModel, page: Page) -> Callable[[float], list[Verdict]]:
        tree = self.models.trees.tree_of(page)
        model = self._laid_over(site, tree)
        return partial(self._verdicts, model, tree, model.place(tree))

    def _repeats(
        self, model: SiteModel, tree: PageTree, placing: Placing, phrases: Keys
    ) -> npt.NDArray[np.int64]:
        """For each text of a page, the pages that have it too, as far as that counts."""
        if not self.kinds and not self.site_texts:
            return np.zeros(len(tree.leaves), np.int64)
        repeats = model.pages_with(phrases, tree.in_link[tree.leaves])
        if not self.site_texts:  # whole lines tell where the kind of place does not
            repeats[(model.kinds.known(placing) | ~tree.whole_lines)[tree.leaves]] = 0
        return repeats

    def _cleaned_alone(self, page: Page) -> Document:
        gone = self._alone.negative_leaves(page.tree) & self.pages_alone
        verdicts, told = pinned(page, self.pins, [_ALONE[bool(g)] for g in gone])
        return Document(page, verdicts, self.name, kinds=PageKinds(page, told=told))


_ALONE = {
    False: Verdict(True, "no other page of the site is known"),
    True: Verdict(
        False, "no other page of the site is known; inside an element whose text is left out"
    ),
}


def _verdict(
    model: SiteModel, row: int, noisy: bool, t: float, pages: int, kind: Noise | None
) -> Verdict:
    """What stays or goes, given the row of the tree it stands at (-1 if it is not known),
    whether that is noisy, pages with the same text, and what its kind of place says."""
    importance = float(model.tree.importance[row]) if row >= 0 else None
    more: dict[str, Any] = {}
    if noisy:
        shown = int(model.tree.pages[row])
        alike = f"this part is alike on {shown} of {model.pages} pages"
        reason = f"{alike} (importance {importance:.2f}, at most {t:.2f})"
    elif kind is not None:
        where = f"of {kind.words:,} words at such places on {kind.pages:,} pages"
        reason = f"{where} most repeat or are links"
        more = {"kind_pages": kind.pages, "kind_words": kind.words}
        more |= {"kind_own": round(kind.own, 1), "kind_led_to": round(kind.led_to, 1)}
        more["kind_of_place"] = label_of(kind.look)
    elif pages >= MIN_PAGES:
        reason = f"the text stands on {pages} of {model.pages} pages of the site"
        more = {"text_pages": pages}
    elif importance is None:
        reason = "at a place the site is not known to have"
    else:
        one = model.tree.pages[row] == 1
        what = "only one page has this part" if one else "this part differs from page to page"
        reason = f"{what} (importance {importance:.2f}, above {t:.2f})"
    keep = not noisy and kind is None and pages < MIN_PAGES
    evidence = Evidence(partial(model.snapshot().evidence, row, t, more))
    return Verdict(keep, reason, evidence, importance=importance)
