"""SiteCounts: what the pages of a site show, as counts that add up.

Both trees of the thesis are views of these sums, because for a feature a over
m blocks

    H(a) = -(1/ln m) · ( Σ_j f_j ln f_j / F  −  ln F ),   F = Σ_j f_j

needs only F = Σf and G = Σ f·ln f, and the mean importance of a style node's
children, averaged over the styles of an element, only the sum of 1/|children|
over the pages that show the child. So learning page by page, updating, and
merging halves learned elsewhere are all the same addition.
"""

from collections.abc import Callable, Iterable
from typing import ClassVar, Literal, get_args

import numpy as np
import numpy.typing as npt

from sitesieve.page.features import Features
from sitesieve.page.tree import Ints, PageTree
from sitesieve.site.count_tables import (
    PAGES_COLUMN,
    SMALL,
    TABLES,
    Counted,
    Elements,
    FeatureSums,
    KindSums,
    SeenPage,
)
from sitesieve.site.keyed_table import KeyedSums, Keys, Numbers, Shared, group_rows, new_runs
from sitesieve.site.page_record import (
    LONGEST,
    PageArrays,
    PageRecord,
    in_batches,
    record_of,
    structure_sketches,
)
from sitesieve.site.pages_shown import pages_shown
from sitesieve.site.place_odds import PlaceOdds, TellsPlaces
from sitesieve.site.placed_nodes import kind_keys
from sitesieve.site.placing import ROOT, Alignment, Placing, mix, place
from sitesieve.site.text_columns import smallest
from sitesieve.site.tree_options import USUAL_TREES, TreeOptions
from sitesieve.site.tree_rows import levels

Use = Literal["clean", "weigh"]

_MOST_STEPS = 5_000_000  # from words to the root; a page with more has no characteristic features


class SiteCounts:
    """The sums over the pages of one site.

    What is counted on pages is kept apart by what it is needed for, and each counted when somebody
    asks for it: to clean a page by the sieve no words of other pages are needed.
    """

    def __init__(
        self,
        alignment: Alignment = "keyed",
        leaf_height: int = 0,
        use: Use = "clean",
        trees: TreeOptions = USUAL_TREES,
    ) -> None:
        self.alignment = alignment
        self.leaf_height = leaf_height
        self.use = use  # what else is counted: for cleaning, or for weighing words
        self.trees = trees
        self.pages = 0
        self.pruned = False
        self.place_odds = PlaceOdds()
        self.seen: dict[int, SeenPage] = {}  # by digest
        self._looks: dict[int, str] = {int(ROOT): "root" if trees.virtual_root else "body"}
        self._sketches: dict[int, bytes] = {}
        self._tables = {name: KeyedSums(*shape) for name, (_, shape) in TABLES.items()}
        self._words = self._nodes = 0
        self._texts: dict[int, str] = {}
        self._late_texts: Callable[[], dict[int, str]] | None = None
        self._waiting: dict[Counted, list[PageRecord]] = {what: [] for what in get_args(Counted)}

    @property
    def elements(self) -> KeyedSums:
        """See `Elements`."""
        return self._table("elements")

    @property
    def styles(self) -> KeyedSums:
        """Element, style → pages."""
        return self._table("styles")

    @property
    def leaf_features(self) -> KeyedSums:
        """See `FeatureSums`."""
        return self._table("leaf_features")

    @property
    def features_below(self) -> KeyedSums:
        """For merging by sets: element, feature → tag nodes with the feature at or below them."""
        return self._table("features_below")

    @property
    def feature_kinds(self) -> KeyedSums:
        """For weighing: kind of place → pages that have features there."""
        return self._table("feature_kinds")

    @property
    def kind_features(self) -> KeyedSums:
        """For weighing: kind of place, feature → Σf, Σf·ln f."""
        return self._table("kind_features")

    @property
    def site_features(self) -> KeyedSums:
        """For weighing: feature → Σf, Σf·ln f, over whole pages."""
        return self._table("site_features")

    @property
    def kinds(self) -> KeyedSums:
        """For cleaning: see `KindSums`."""
        return self._table("kinds")

    @property
    def alike_kinds(self) -> KeyedSums:
        """For cleaning: what kinds are alike to → sums as in `KindSums`."""
        return self._table("alike_kinds")

    @property
    def kind_phrases(self) -> KeyedSums:
        """For cleaning: phrase with numbers masked, kind of place → pages, words, of these
        linked."""
        return self._table("kind_phrases")

    @property
    def phrases(self) -> KeyedSums:
        """For cleaning: phrase, numbers masked and as they are → pages, pages that have it outside
        links."""
        return self._table("phrases")

    @property
    def title_parts(self) -> KeyedSums:
        """Part of a title → pages."""
        return self._table("title_parts")

    def _table(self, name: str) -> KeyedSums:
        self._count(TABLES[name][0])
        return self._tables[name]

    @property
    def words(self) -> int:
        """Occurrences of features at virtual leaves."""
        self._count("features")
        return self._words

    @property
    def nodes(self) -> int:
        """Elements shown, over all pages."""
        self._count("elements")
        return self._nodes

    @property
    def texts(self) -> dict[int, str]:
        """For people to read: a text of each virtual leaf that has any."""
        self._count("texts")
        if self._late_texts is not None:
            self._texts, self._late_texts = self._late_texts(), None
        return self._texts

    @property
    def looks(self) -> dict[int, str]:
        """For people to read: what a look is."""
        self._count("looks")
        return self._looks

    @looks.setter
    def looks(self, looks: dict[int, str]) -> None:
        self._count("looks")
        self._looks = looks

    @property
    def sketches(self) -> dict[int, bytes]:
        """A sketch of the structure of each page, by digest: numbers of two bytes, see
        `structure_sketches`."""
        self._count("sketches")
        return self._sketches

    def restore(
        self, words: int, nodes: int, texts: dict[int, str] | Callable[[], dict[int, str]]
    ) -> None:
        """Take over numbers and texts that were counted elsewhere; or what makes the texts, once
        somebody asks for them."""
        self._words, self._nodes = words, nodes
        if callable(texts):
            self._late_texts = texts
        else:
            self._texts = texts

    def put(self, name: str, table: KeyedSums) -> None:
        """Take over a table that was counted elsewhere."""
        self._tables[name] = table

    def count_all(self) -> None:
        """Count all that waits."""
        for what in self._waiting:
            self._count(what)

    def copy(self) -> "SiteCounts":
        """The same counts, which do not change when these do."""
        other = self.nothing_yet()
        other.merge(self)
        return other

    def nothing_yet(self) -> "SiteCounts":
        """Counts of no pages, made in the same way."""
        return SiteCounts(self.alignment, self.leaf_height, self.use, self.trees)

    def add(self, tree: PageTree, features: Features, name: str = "") -> None:
        """Count a page."""
        self.add_pages([record_of(tree, features, name)])

    def add_pages(self, records: Iterable[PageRecord]) -> None:
        """Count pages. Most is done when somebody asks for what they add up to."""
        telling: list[tuple[int, TellsPlaces]] = []
        needless = {"phrases"} if self.use == "weigh" else set()
        needless |= {"below"} if self.trees.merging == "quick" else set()
        for record in records:
            if not record.nodes:
                continue
            self.pages += 1
            self._see(record.digest, SeenPage(1, record.name))
            if record.odds is not None:
                telling.append((record.digest, record.odds))
            for what, waiting in self._waiting.items():
                if what not in needless:
                    waiting.append(record)
        self.place_odds.take(telling)

    def _count(self, what: Counted) -> None:
        """Count one thing on all pages of which it has not been counted."""
        waiting, self._waiting[what] = self._waiting[what], []
        for pages in in_batches(waiting):
            self._ADDING[what](self, pages)

    def _place(self, pages: PageArrays) -> Placing:
        return place(pages, self.alignment, self.leaf_height, trees=self.trees)

    def _add_elements(self, pages: PageArrays) -> None:
        placing = self._place(pages)
        is_leaf = placing.leaf == np.arange(len(placing.leaf))
        shown = np.flatnonzero(placing.internal | is_leaf)
        self._nodes += len(shown)
        above = pages.parent[shown]
        parents = np.where(above >= 0, placing.element[np.maximum(above, 0)], np.uint64(0))
        siblings = np.maximum(placing.children[np.where(above >= 0, above, shown)], 1)
        look, under, tag = (pages.style.copy(), placing.under.copy(), pages.tag.astype(np.uint64))
        if self.trees.virtual_root:
            parents[above < 0] = ROOT
            root, none = (np.full(len(pages.roots), key, np.uint64) for key in (ROOT, 0))
            self._tables["elements"].add(
                (root, none, root, root, none, root), (1, 0, 1, 0, 0, 0, 0, 0, 0)
            )
        else:  # whatever BODY looks like
            look[pages.roots] = under[pages.roots] = tag[pages.roots] = ROOT
        columns = (look, under, placing.rank, tag)
        number = shown - pages.per_node(pages.roots)[shown]
        self._tables["elements"].add(
            (placing.element[shown], parents, *(column[shown] for column in columns)),
            (1, is_leaf[shown], 1 / siblings, number, 0, 0, 0, 0, 0),
        )

    def _add_styles(self, pages: PageArrays) -> None:
        placing = self._place(pages)
        inner = np.flatnonzero(placing.internal)
        self._tables["styles"].add((placing.element[inner], placing.style[inner]), (1,))
        if self.trees.virtual_root:
            body = pages.style[pages.roots]
            self._tables["styles"].add((np.full(len(body), ROOT), body), (1,))

    def _add_features(self, pages: PageArrays) -> None:
        placing = self._place(pages)
        feature, node = pages.features
        leaf = placing.leaf[node]
        placed = leaf >= 0  # an image or link can stand above the virtual leaves
        self._words += int(placed.sum())
        leaf, feature = leaf[placed], feature[placed]
        first, occurrence = group_rows(leaf, feature)
        f = np.bincount(occurrence, minlength=len(first)).astype(np.float64)
        keys = (placing.element[leaf[first]], feature[first])
        self._tables["leaf_features"].add(keys, (f, f * np.log(f), 1))
        if self.use == "weigh":
            self._add_wide_features(pages, placing, leaf, feature)

    def _add_below(self, pages: PageArrays) -> None:
        placing = self._place(pages)
        feature, node = pages.features
        shown = placing.internal | (placing.leaf == np.arange(len(placing.leaf)))
        depth = np.zeros(len(shown), np.int64)
        for number, here in enumerate(levels(pages.parent.astype(np.int64))):
            depth[here] = number
        steps = np.bincount(pages.page[node].astype(np.int64), depth[node] + 1.0)
        few = steps[pages.page[node].astype(np.int64)] <= _MOST_STEPS
        node, feature = node[few], feature[few]
        order = np.argsort(depth[node], kind="stable")
        node, feature = node[order], feature[order]
        starts = np.searchsorted(depth[node], np.arange(depth.max() + 2))
        above, beside = node[:0], feature[:0]
        for start, end in zip(starts[-2::-1].tolist(), starts[:0:-1].tolist(), strict=True):
            here = np.concatenate([above, node[start:end]])  # from the deepest up
            beside = np.concatenate([beside, feature[start:end]])
            first, _ = group_rows(here, beside)
            here, beside = here[first], beside[first]
            there = shown[here]
            keys = (placing.element[here[there]], beside[there])
            self._tables["features_below"].add(keys, (1,))
            above = pages.parent[here].astype(np.int64)
            beside, above = beside[above >= 0], above[above >= 0]

    def _add_wide_features(
        self, pages: PageArrays, placing: Placing, leaf: Ints, feature: Keys
    ) -> None:
        page, kind = pages.page[leaf], placing.kind[leaf]
        first, occurrence = group_rows(page, kind, feature)
        f = np.bincount(occurrence, minlength=len(first)).astype(np.float64)
        self._tables["kind_features"].add((kind[first], feature[first]), (f, f * np.log(f)))
        first, _ = group_rows(page, kind)
        self._tables["feature_kinds"].add((kind[first],), (1,))
        feature, node = pages.features
        first, occurrence = group_rows(pages.page[node], feature)
        f = np.bincount(occurrence, minlength=len(first)).astype(np.float64)
        self._tables["site_features"].add((feature[first],), (f, f * np.log(f)))

    def _add_phrases(self, pages: PageArrays) -> None:
        page, phrases = pages.phrases_with_numbers
        first, text = group_rows(phrases)
        outside = ~pages.linked_with_numbers
        shown = pages_shown(text, page, len(first))
        shown_outside = pages_shown(text[outside], page[outside], len(first))
        self._tables["phrases"].add((phrases[first],), (shown, shown_outside))
        kind = kind_keys(pages.parent, pages.style)
        self._add_kind_phrases(pages, kind[pages.leaves])
        self._add_kinds(pages, kind)

    def _add_kind_phrases(self, pages: PageArrays, kind: Keys) -> None:
        first, text = group_rows(pages.phrases, kind)
        shown = pages_shown(text, pages.page[pages.leaves], len(first))
        words = np.bincount(text, pages.leaf_words, len(first))
        linked = np.bincount(text, pages.leaf_words * pages.linked, len(first))
        keys = (pages.phrases[first], kind[first])
        self._tables["kind_phrases"].add(keys, (shown, words, linked))

    def _add_kinds(self, pages: PageArrays, kind: Keys) -> None:
        first, of_node = group_rows(kind)
        above = pages.parent[first]
        parents = np.where(above >= 0, kind[np.maximum(above, 0)], np.uint64(0))
        look, look_above = pages.look_at(first), pages.look_at(np.maximum(above, 0))
        alike = mix(look_above, look)
        shown = pages_shown(of_node, pages.page, len(first))
        self._tables["kinds"].add((kind[first], parents, alike, look), (shown, 0, 0, 0))
        first, pool = group_rows(alike)
        shown = pages_shown(pool[of_node], pages.page, len(first))
        self._tables["alike_kinds"].add((alike[first],), (shown, 0, 0, 0))

    def _add_texts(self, pages: PageArrays) -> None:
        placing = self._place(pages)
        leaf = placing.leaf[pages.leaves]
        leaf = np.where(leaf >= 0, leaf, pages.leaves)
        utf8, start = pages.beginnings
        first, element = group_rows(placing.element[leaf])
        # Of several texts in a virtual leaf the first.
        later = np.flatnonzero(~new_runs(leaf))
        element[later] = len(first)
        chosen = smallest(utf8, start, element, len(first) + 1)[: len(first)]
        keys = placing.element[leaf[first]].tolist()
        for key, row in zip(keys, chosen.tolist(), strict=True):
            text = utf8[start[row] : start[row + 1]].decode()
            if text < self._texts.setdefault(key, text):
                self._texts[key] = text

    def _add_looks(self, pages: PageArrays) -> None:
        for record in pages.records:
            for row, look in enumerate(record.look_ids.tolist()):
                if look not in self._looks:
                    self._looks[look] = record.looks[row][:LONGEST]

    def _add_sketches(self, pages: PageArrays) -> None:
        sketches = structure_sketches(pages)
        for record, sketch in zip(pages.records, sketches, strict=True):
            self._sketches.setdefault(record.digest, sketch)

    def _add_titles(self, pages: PageArrays) -> None:
        parts = np.concatenate([record.titles for record in pages.records])
        self._tables["title_parts"].add((parts,), (1,))

    _ADDING: ClassVar[dict[Counted, Callable[["SiteCounts", PageArrays], None]]] = {
        "elements": _add_elements,
        "styles": _add_styles,
        "features": _add_features,
        "below": _add_below,
        "phrases": _add_phrases,
        "texts": _add_texts,
        "looks": _add_looks,
        "sketches": _add_sketches,
        "titles": _add_titles,
    }

    def _see(self, digest: int, page: SeenPage) -> None:
        known = self.seen.get(digest)
        self.seen[digest] = page if known is None else known.joined(page)

    def merge(self, other: "SiteCounts", shared: int = 0) -> None:
        """Add what was counted elsewhere, in the same way; so many pages were counted here too,
        and are counted once (see `keyed_table.Shared`)."""
        ways = [(c.alignment, c.leaf_height, c.use, c.trees) for c in (self, other)]
        if ways[0] != ways[1]:
            raise ValueError("models that align pages differently cannot be merged")
        pages = (self.pages, other.pages)
        if shared:
            self.count_all()
            other.count_all()
        for name, table in self._tables.items():
            column = PAGES_COLUMN.get(name)
            table.merge(other._tables[name], Shared(shared, pages, column) if shared else None)
        once = 1 - shared / max(1, sum(pages))
        self.pages += other.pages - shared
        self._words = round((self._words + other._words) * once)
        self._nodes = round((self._nodes + other._nodes) * once)
        self.pruned = self.pruned or other.pruned
        for what, records in self._waiting.items():
            records += other._waiting[what]
        self.place_odds.merge(other.place_odds)
        self._looks.update(other._looks)
        self._sketches = other._sketches | self._sketches
        for counts in (self, other):
            if counts._late_texts is not None:
                counts.texts  # noqa: B018
        for key, text in other._texts.items():
            if text < self._texts.setdefault(key, text):
                self._texts[key] = text
        for digest, page in other.seen.items():
            if not (shared and digest in self.seen):
                self._see(digest, page)

    def element_rows(self) -> Elements:
        """The elements, in the order of their keys."""
        keys, sums = self.elements.table()
        return Elements._make((*keys, *sums))

    def feature_rows(self) -> FeatureSums:
        """The features at virtual leaves, by leaf and feature."""
        keys, sums = self.leaf_features.table()
        return FeatureSums._make((*keys, *sums))

    def kind_rows(self) -> KindSums:
        """The kinds of places."""
        keys, sums = self.kinds.table()
        return KindSums._make((*keys, *sums))

    @property
    def held(self) -> int:
        """Rows in memory: what the counts cost, with what those cost that are not counted yet."""
        waiting = (
            record.nodes
            for what, records in self._waiting.items()
            if what not in SMALL
            for record in records
        )
        return self.counted + sum(waiting)

    @property
    def counted(self) -> int:
        """Rows in memory of what is counted."""
        return self.place_odds.held + sum(table.held for table in self._tables.values())

    def tables(self) -> dict[str, KeyedSums]:
        """The tables by name."""
        return {name: self._table(name) for name in TABLES}


def alike_to(tree: PageTree) -> Keys:
    """For each node, its look and that of its parent."""
    look = tree.style.copy()
    look[:1] = ROOT
    return mix(look[np.maximum(tree.parent, 0)], look)


def counted(*keys: Keys) -> tuple[list[Keys], list[Numbers]]:
    """How often each combination of keys occurs."""
    table = KeyedSums(len(keys), 1)
    table.add(keys, (1,))
    return table.table()


def entropy(total: Numbers, weighted: Numbers, blocks: npt.ArrayLike) -> Numbers:
    """H in base m from F = Σf and G = Σ f·ln f (methods: entropy in base m); 0 for m ≤ 1.

    >>> entropy(np.array([4.0]), np.array([0.0]), 4)
    array([1.])
    """
    base = np.log(np.maximum(np.asarray(blocks, np.float64), 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        h = np.nan_to_num((np.log(total) - weighted / total) / base)
    h = np.where(h < _ROUNDING, 0.0, np.where(h > 1 - _ROUNDING, 1.0, h))
    return np.where(base > 0, h, 0.0)


_ROUNDING = 1e-12  # a feature alike on all pages has H = 1, not a little less
