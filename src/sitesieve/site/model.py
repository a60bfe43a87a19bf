"""SiteModel: what one site taught, ready to judge a page."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from sitesieve.page.features import FeatureOptions, Features, features
from sitesieve.page.page import Page
from sitesieve.page.tree import PageTree
from sitesieve.site import structure_tree, style_tree, threshold
from sitesieve.site.counts import SiteCounts, Use
from sitesieve.site.describe import Description, Design, SharedBlock, TreeReader
from sitesieve.site.design_models import DesignModels, nearest_design
from sitesieve.site.keyed_table import Keys, find, looked_up, new_runs
from sitesieve.site.merging import find_merges, merged_counts, merged_keys
from sitesieve.site.page_designs import Sketches, example_of, templates
from sitesieve.site.page_record import PageRecord, record_of
from sitesieve.site.place_kinds import Kinds
from sitesieve.site.placing import NO_MERGES, Alignment, Layout, Merges, Placing
from sitesieve.site.pruning import prune
from sitesieve.site.sample_warnings import odd
from sitesieve.site.site_titles import SiteTitles
from sitesieve.site.structure_tree import POWER, StructureTree
from sitesieve.site.style_tree import StyleTree
from sitesieve.site.tree_options import USUAL_TREES, TreeOptions

LADDER = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.92, 0.94, 0.96)


@dataclass(frozen=True, slots=True)
class Rung:
    """One threshold of the ladder a person chooses from."""

    threshold: float
    words_kept: float  # share of the words seen in learning
    blocks_removed: int
    blocks: list[SharedBlock]  # that go at this threshold and not at the one before


class _Grown:
    """What follows from the counts; made when it is first needed after a change."""

    def __init__(self, counts: SiteCounts, merges: Merges | None) -> None:
        self._counts = counts
        self._merges = merges  # None: they are to be found

    @cached_property
    def merges(self) -> Merges:
        """Which elements are one."""
        return find_merges(self._counts) if self._merges is None else self._merges

    @cached_property
    def known(self) -> Keys:
        """The elements of the site, in order."""
        rows = self._counts.element_rows()
        if not len(self.merges.key):
            return rows.element
        known = np.sort(merged_keys(rows, self.merges))
        return known[new_runs(known)]

    @cached_property
    def counts(self) -> SiteCounts:
        """The counts, with merged elements counted as one."""
        return merged_counts(self._counts, self.merges)

    @cached_property
    def tree(self) -> StyleTree:
        return style_tree.build(self.counts)

    def evidence(self, row: int, t: float, more: dict[str, Any]) -> dict[str, Any]:
        """What the tree says about an element: the numbers behind a verdict."""
        pages = self.counts.pages
        if row < 0:
            return {"pages": 0, "of": pages, "threshold": round(t, 4)} | more
        tree = self.tree
        numbers: dict[str, Any] = {
            "path": self.reader.path(row),
            "pages": int(tree.pages[row]),
            "of": pages,
            "styles": int(tree.styles[row]),
            "style_entropy": round(float(tree.style_entropy[row]), 4),
            "word_entropy": round(float(tree.mean_word_entropy[row]), 4),
            "threshold": round(t, 4),
        }
        return numbers | more

    @cached_property
    def threshold(self) -> float:
        tree = self.tree
        # A leaf seen once has importance 1 by rule, and says nothing here.
        leaf = np.flatnonzero((tree.words > 0) & (tree.pages > 1))
        return threshold.choose(tree.importance[leaf], tree.words[leaf], self.counts.pages)

    @cached_property
    def kinds(self) -> Kinds:
        return Kinds(self._counts)

    @cached_property
    def titles(self) -> SiteTitles:
        (part,), (pages,) = self._counts.title_parts.table()
        return SiteTitles(part, pages, self._counts.pages)

    @cached_property
    def reader(self) -> TreeReader:
        return TreeReader(self.counts, self.tree)


class SiteModel:
    """Counts of a site's pages and what follows from them.

    Parameters
    ----------
    alignment : how pages are laid over each other, "keyed" or "exact".
    leaf_height : how high a virtual leaf may be.
    merge_elements : whether elements with the same characteristic features are one.
    use : what is counted beyond the tree: for cleaning, or for weighing words.
    trees : constants and readings of the papers.
    designs : whether pages of different designs are also added up by themselves.
    """

    in_order: ClassVar[bool] = False

    def __init__(
        self,
        alignment: Alignment = "keyed",
        leaf_height: int = 0,
        merge_elements: bool = True,
        use: Use = "clean",
        trees: TreeOptions = USUAL_TREES,
        designs: bool = True,
    ) -> None:
        self.counts = SiteCounts(alignment, leaf_height, use, trees)
        self.chosen_threshold: float | None = None  # by a person
        self.merge_elements = merge_elements
        how = (alignment, leaf_height, merge_elements, use, trees)
        alike = partial(SiteModel, *how, designs=False)
        self._designs = DesignModels[SiteModel](alike) if designs else None
        self._grown: _Grown | None = None

    def __repr__(self) -> str:
        return f"<SiteModel of {self.pages:,} pages>"

    @property
    def pages(self) -> int:
        """Pages learned from."""
        return self.counts.pages

    @property
    def held(self) -> int:
        """Rows in memory."""
        return self.counts.held + (self._designs.held if self._designs is not None else 0)

    @property
    def counted(self) -> int:
        """Rows in memory, but for the pages that wait to be counted."""
        return self.counts.counted + (self._designs.counted if self._designs is not None else 0)

    @property
    def designs(self) -> list["SiteModel"]:
        """The models of its designs, the largest first; none where the site has only one with
        enough pages (see `design_models`)."""
        return [] if self._designs is None else self._designs.models(self.counts)

    @property
    def design_sketches(self) -> list[Sketches]:
        """The sketches of the pages of each design, by which a page is given to one."""
        return [] if self._designs is None else self._designs.sketches(self.counts)

    def design_for(self, tree: PageTree) -> "SiteModel":
        """The model of the design that a page is most like; this one, where it is like none."""
        number = nearest_design(tree, self.design_sketches)
        return self if number is None else self.designs[number]

    @property
    def _now(self) -> _Grown:
        if self._grown is None:
            self._grown = _Grown(self.counts, None if self.merge_elements else NO_MERGES)
        return self._grown

    @property
    def tree(self) -> StyleTree:
        """The style tree."""
        return self._now.tree

    @property
    def kinds(self) -> Kinds:
        """The kinds of places."""
        return self._now.kinds

    @property
    def titles(self) -> SiteTitles:
        """What the titles of pages have in common."""
        return self._now.titles

    def structure_tree(
        self,
        seen_once: float = 0.0,
        power: float | None = POWER,
        leaf_once: float = 0.0,
    ) -> StructureTree:
        """The compressed structure tree."""
        how = (seen_once, power, leaf_once)
        return structure_tree.build(self._now.counts, self.tree, self.layout, *how)

    def update(self, page: Page, found: Features | None = None) -> None:
        """Learn from one more page; `found` are its features, if not the usual ones."""
        if found is None:
            found = features(page.tree, FeatureOptions())
        tree = self.counts.trees.tree_of(page)
        self.add_pages([record_of(tree, found, page.url or page.name or "")])

    def add_pages(self, records: Iterable[PageRecord]) -> None:
        """Learn from pages, given what is kept of them."""
        records = list(records)
        if self._designs is not None:
            self._designs.add(records, self.counts)
        self._leave_snapshot()
        self.counts.add_pages(records)

    def merge(self, other: "SiteModel", shared: int = 0) -> None:
        """Take over what another model has learned: the same as learning from its pages, of
        which so many are known here."""
        if self._designs is not None and other._designs is not None:
            self._designs.merge(other._designs, self.counts, other.counts)
        self._leave_snapshot()
        self.counts.merge(other.counts, shared)

    def _leave_snapshot(self) -> None:
        """Go on with counts of its own: those that verdicts refer to stay as they are."""
        if self._grown is not None:
            self.counts, self._grown = self.counts.copy(), None

    def prune(self) -> None:
        """Forget what cannot change a verdict (see `pruning`)."""
        if self._designs is not None:
            self._designs.prune(self.counts)
        merges = self._now.merges
        self._leave_snapshot()
        prune(self.counts, merges)
        self._grown = _Grown(self.counts, merges)

    def settle(self) -> None:
        """Count all there is to count: pages need no longer be kept one by one."""
        if self._designs is not None:
            self._designs.settle(self.counts)
        self.counts.count_all()

    @property
    def layout(self) -> Layout:
        """How pages are laid over each other."""
        counts, now = self.counts, self._now
        return Layout(counts.alignment, counts.leaf_height, now.merges, now.known, counts.trees)

    def place(self, tree: PageTree) -> Placing:
        """Where the nodes of a page stand in the site's tree."""
        return self.layout.place(tree)

    def pages_with(self, phrases: Keys, linked: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """On how many pages of the site each phrase stands. One that is no link is not
        repeated by links: a headline is not by its teasers."""
        (known,), (pages, outside) = self.counts.phrases.table()
        row = find(known, phrases)
        shown = np.where(linked, looked_up(pages, row, 0.0), looked_up(outside, row, 0.0))
        return shown.astype(np.int64)

    def pages_with_places(self, tree: PageTree) -> npt.NDArray[np.int64]:
        """On how many pages of the site there is a place such as that of each node of a page."""
        kinds = self.kinds.kinds
        shown = looked_up(kinds.pages, find(kinds.key, self.place(tree).kind), 0.0)
        return shown.astype(np.int64)

    @property
    def threshold(self) -> float:
        """The threshold of this site: the one a person chose, else one that suits it (see
        `threshold`)."""
        return self.auto_threshold if self.chosen_threshold is None else self.chosen_threshold

    @property
    def auto_threshold(self) -> float:
        """The threshold that suits this site, whatever a person chose."""
        return self._now.threshold

    def thresholds(self) -> list[Rung]:
        """What each threshold of a ladder would remove: for a person to choose from."""
        rungs = []
        gone = np.zeros(len(self.tree.element), np.bool_)
        for t in LADDER:
            noisy = self.tree.simplified(t)
            blocks = noisy.noisy & noisy.maximal & (self.tree.words_below > 0)
            new = np.flatnonzero(blocks & ~gone)
            rungs.append(Rung(t, self._kept(t), int(blocks.sum()), self._now.reader.blocks(new)))
            gone |= noisy.noisy
        return rungs

    def _kept(self, t: float) -> float:
        """The share of the words learned from that a threshold keeps."""
        removed = self.tree.words[(self.tree.highest <= t) & (self.tree.pages > 1)].sum()
        return 1 - float(removed) / max(1, self.counts.words)

    def fit_of(self, page: Page) -> float:
        """How much of a page the model recognises, in [0, 1]: the share of its elements
        whose place the site is known to have."""
        return self.fit(self.place(self.counts.trees.tree_of(page)))

    def fit(self, placing: Placing) -> float:
        """The same, for a page that has been placed."""
        shown = placing.internal | (placing.leaf == np.arange(len(placing.leaf)))
        if not self.pages or not shown.any():
            return 0.0
        return float((find(self._now.known, placing.element[shown]) >= 0).mean())

    @property
    def expected_fit(self) -> float:
        """How much of a page learned from the other pages show: what `fit_of` should be."""
        rows = self._now.counts.element_rows()
        shared = rows.pages[rows.pages > 1].sum()
        return float(shared) / max(1, self.counts.nodes)

    def warnings(self) -> list[str]:
        """What is odd about the pages learned from, in words."""
        return odd(self.counts)

    def describe(self, t: float | None = None, kinds: bool = True) -> Description:
        """Pages, templates, the largest shared blocks, and a sketch of the tree."""
        t = self.threshold if t is None else t
        simplified = self.tree.simplified(t)
        reader = self._now.reader
        return Description(
            pages=self.pages,
            templates=templates(self.counts),
            designs=[design.as_design() for design in self.designs],
            threshold=t,
            words_kept=self._kept(t),
            fit=self.expected_fit,
            blocks=reader.blocks(np.flatnonzero(simplified.noisy & simplified.maximal)),
            kinds=reader.kinds(self.kinds) if kinds else [],
            warnings=self.warnings(),
            sketch=reader.sketch(simplified),
            chosen=t == self.chosen_threshold,
        )

    def as_design(self) -> Design:
        """The model in short, as that of a design."""
        t = self.threshold
        return Design(self.pages, example_of(self.counts.seen.values()), t, self._kept(t))

    def as_it_is(self) -> "SiteModel":
        """The same model, which does not change when this one learns more."""
        self._now  # noqa: B018 - from now on, what is learned goes into other counts
        model = copy(self)
        model._designs = copy(self._designs)
        return model

    def snapshot(self) -> _Grown:
        """What follows from the counts as they are now; it does not change when they do."""
        return self._now

    @property
    def merges(self) -> Merges:
        """Which elements have been found to be one."""
        return self._now.merges

    @classmethod
    def restored(
        cls,
        counts: SiteCounts,
        merges: Merges,
        merge_elements: bool,
        designs: Iterable["SiteModel"] | None = (),
    ) -> Self:
        """The model with these counts, and with the models of its designs; None for those of one
        that is itself the model of a design."""
        how = (counts.alignment, counts.leaf_height, merge_elements, counts.use, counts.trees)
        model = cls(*how)
        model.counts = counts
        if designs is None:
            model._designs = None
        elif model._designs is not None:
            model._designs.restore(designs, counts.pages)
        model._grown = _Grown(counts, merges)
        return model
