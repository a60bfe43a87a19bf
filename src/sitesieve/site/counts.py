"""SiteCounts: what the pages of a site show, as counts that add up.

Both trees of the thesis are views of these sums, because for a feature a over
m blocks

    H(a) = -(1/ln m) · ( Σ_j f_j ln f_j / F  −  ln F ),   F = Σ_j f_j

needs only F = Σf and G = Σ f·ln f, and the mean importance of a style node's
children, averaged over the styles of an element, only the sum of 1/|children|
over the pages that show the child. So learning page by page, updating, and
merging halves learned elsewhere are all the same addition.
"""

from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from sitesieve.page.features import Features
from sitesieve.page.hashing import stable_ids
from sitesieve.page.tags import TAG_NAMES
from sitesieve.page.tree import PageTree
from sitesieve.site.keyed_table import KeyedSums, Keys, Numbers, find
from sitesieve.site.phrases import both_ids
from sitesieve.site.place_odds import PlaceOdds
from sitesieve.site.placing import ROOT, Alignment, Placing, mix, place

Use = Literal["clean", "weigh"]
SKETCH = 64  # numbers that stand for a page's structure
_LONGEST = 80  # characters kept of a text or a presentation, for people to read


class Elements(NamedTuple):
    """The element nodes of a site, in the order of their keys: facts, then sums.

    `once_…` is what pruning has folded in: features and styles seen on one page,
    and children seen on one page (see `pruning`).
    """

    element: Keys
    parent: Keys
    look: Keys  # tag and display attributes
    under: Keys  # with rank, the step from the parent (see `placing`)
    rank: Keys
    tag: Keys
    pages: Numbers  # that show it
    leaf_pages: Numbers  # that show it as a virtual leaf
    share: Numbers  # Σ 1/|siblings with itself|
    position: Numbers  # Σ number of the node on its page
    once_features: Numbers
    once_words: Numbers
    once_styles: Numbers
    once_share: Numbers  # Σ CompImp/|siblings| of children
    once_meaningful: Numbers  # children with features


FACTS = 6  # columns of Elements before the sums


class FeatureSums(NamedTuple):
    """Features at virtual leaves: Σf, Σf·ln f, and the pages that have them there."""

    leaf: Keys
    feature: Keys
    total: Numbers
    weighted: Numbers
    pages: Numbers


class KindSums(NamedTuple):
    """Kinds of places, in the order of their keys; `once_…` is what pruning has folded in."""

    kind: Keys
    parent: Keys
    alike: Keys  # the looks of a place of this kind and of the one around it
    look: Keys
    pages: Numbers  # that show it
    once_words: Numbers
    once_own: Numbers
    once_led_to: Numbers


class SeenPage(NamedTuple):
    """A page learned from: how often, what it is called, and a sketch of its structure."""

    times: int
    name: str
    sketch: bytes  # numbers of two bytes, see `_sketch`

    def joined(self, other: "SeenPage") -> "SeenPage":
        """The same page, seen here and elsewhere."""
        name = min(filter(None, (self.name, other.name)), default="")
        return SeenPage(self.times + other.times, name, self.sketch)


class SiteCounts:
    """The sums over the pages of one site."""

    def __init__(
        self, alignment: Alignment = "keyed", leaf_height: int = 0, use: Use = "clean"
    ) -> None:
        self.alignment = alignment
        self.leaf_height = leaf_height
        self.use = use  # what else is counted: for cleaning, or for weighing words
        self.pages = 0
        self.words = 0  # occurrences of features at virtual leaves
        self.nodes = 0  # elements shown, over all pages
        self.pruned = False
        self.elements = KeyedSums(1, 9, facts=5)  # see Elements
        self.styles = KeyedSums(2, 1)  # element, style -> pages
        self.leaf_features = KeyedSums(2, 3)  # see FeatureSums
        # For weighing: features at kinds of places, and over whole pages.
        self.feature_kinds = KeyedSums(1, 1)  # kind of place -> pages that have features there
        self.kind_features = KeyedSums(2, 2)  # kind of place, feature -> Σf, Σf·ln f
        self.site_features = KeyedSums(1, 2)  # feature -> Σf, Σf·ln f, over whole pages
        # For cleaning: phrases (numbers masked) at kinds of places, and over whole pages.
        self.kinds = KeyedSums(1, 4, facts=3)  # see KindSums
        self.alike_kinds = KeyedSums(1, 4)  # what kinds are alike to -> as in KindSums
        self.kind_phrases = KeyedSums(
            2, 3
        )  # phrase, kind of place -> pages, words, of these linked
        # phrase, numbers masked and as they are -> pages, pages that have it outside links
        self.phrases = KeyedSums(1, 2)
        self.place_odds = PlaceOdds()
        self.seen: dict[int, SeenPage] = {}  # by digest
        # For people to read: what a look is, a text of a leaf.
        self.looks: dict[int, str] = {int(ROOT): "body"}
        self.texts: dict[int, str] = {}

    def add(self, tree: PageTree, features: Features, name: str = "") -> None:
        """Count a page."""
        placing = place(tree, self.alignment, self.leaf_height)
        if not len(tree):
            return
        self.pages += 1
        self.words += int((placing.leaf[features.node] >= 0).sum())
        self._add_elements(tree, placing)
        self._add_features(placing, features)
        if self.use == "weigh":
            self._add_wide_features(placing, features)
        else:
            self._add_phrases(tree, placing)
        self._add_readable(tree, placing, name)

    def _add_elements(self, tree: PageTree, placing: Placing) -> None:
        is_leaf = placing.leaf == np.arange(len(tree))
        shown = np.flatnonzero(placing.internal | is_leaf)
        self.nodes += len(shown)
        above = tree.parent[shown]
        parents = np.where(above >= 0, placing.element[np.maximum(above, 0)], np.uint64(0))
        siblings = np.maximum(placing.children[np.maximum(above, 0)], 1)
        keys = (placing.element, tree.style, placing.under, placing.rank)
        element, look, under, rank = (column[shown] for column in keys)
        tag = tree.tag[shown].astype(np.uint64)
        look[:1] = under[:1] = tag[:1] = ROOT  # BODY is one element whatever it looks like
        self.elements.add(
            (element, parents, look, under, rank, tag),
            (1, is_leaf[shown], 1 / siblings, shown, 0, 0, 0, 0, 0),
        )
        inner = np.flatnonzero(placing.internal)
        self.styles.add((placing.element[inner], placing.style[inner]), (1,))

    def _add_features(self, placing: Placing, features: Features) -> None:
        leaf = placing.leaf[features.node]
        placed = leaf >= 0  # an image or link can stand above the virtual leaves
        where = placing.element[leaf[placed]]
        (places, names), (f,) = counted(where, features.ids[features.feature[placed]])
        self.leaf_features.add((places, names), (f, f * np.log(f), 1))

    def _add_wide_features(self, placing: Placing, features: Features) -> None:
        leaf = placing.leaf[features.node]
        placed = leaf >= 0
        where = placing.kind[leaf[placed]]
        (places, names), (f,) = counted(where, features.ids[features.feature[placed]])
        self.kind_features.add((places, names), (f, f * np.log(f)))
        self.feature_kinds.add((np.unique(places),), (1,))
        f = np.bincount(features.feature, minlength=len(features.ids)).astype(np.float64)
        self.site_features.add((features.ids,), (f, f * np.log(f)))

    def _add_phrases(self, tree: PageTree, placing: Placing) -> None:
        both = both_ids(tree)
        phrases, not_linked = both[0], ~tree.in_link[tree.leaves]
        unique = np.unique(both)
        outside = np.isin(unique, np.stack(both)[:, not_linked])
        self.phrases.add((unique,), (1, outside))
        kinds, first = np.unique(placing.kind, return_index=True)
        above = tree.parent[first]
        parents = np.where(above >= 0, placing.kind[np.maximum(above, 0)], np.uint64(0))
        look = np.where(above >= 0, tree.style[first], ROOT)
        alike = alike_to(tree)
        self.kinds.add((kinds, parents, alike[first], look), (1, 0, 0, 0))
        self.alike_kinds.add((np.unique(alike),), (1, 0, 0, 0))
        here = KeyedSums(2, 2)
        linked = tree.leaf_words * tree.in_link[tree.leaves]
        here.add((phrases, placing.kind[tree.leaves]), (tree.leaf_words, linked))
        keys, sums = here.table()
        self.kind_phrases.add(keys, (1, *sums))

    def _add_readable(self, tree: PageTree, placing: Placing, name: str) -> None:
        self._see(tree.digest, SeenPage(1, name, _sketch(tree).tobytes()))
        for number, look in zip(tree.presentation_ids.tolist(), tree.presentations, strict=True):
            if number not in self.looks:
                self.looks[number] = look[:_LONGEST]
        leaves = np.where(placing.leaf >= 0, placing.leaf, np.arange(len(tree)))[tree.leaves]
        elements, beginnings = placing.element[leaves].tolist(), [t[:_LONGEST] for t in tree.texts]
        # Of several texts in a virtual leaf the first.
        first = dict(zip(reversed(elements), reversed(beginnings), strict=True))
        _keep_smaller(self.texts, first)

    def _see(self, digest: int, page: SeenPage) -> None:
        known = self.seen.get(digest)
        self.seen[digest] = page if known is None else known.joined(page)

    def merge(self, other: "SiteCounts") -> None:
        """Add what was counted elsewhere, in the same way."""
        ways = [(c.alignment, c.leaf_height, c.use) for c in (self, other)]
        if ways[0] != ways[1]:
            raise ValueError("models that align pages differently cannot be merged")
        self.pages += other.pages
        self.words += other.words
        self.nodes += other.nodes
        self.pruned = self.pruned or other.pruned
        for name, table in self.tables().items():
            table.merge(other.tables()[name])
        self.place_odds.merge(other.place_odds)
        self.looks.update(other.looks)
        _keep_smaller(self.texts, other.texts)
        for digest, page in other.seen.items():
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
        """Rows in memory: what the counts cost."""
        return self.place_odds.held + sum(table.held for table in self.tables().values())

    def tables(self) -> dict[str, KeyedSums]:
        """The tables by name."""
        return {
            "elements": self.elements,
            "styles": self.styles,
            "leaf_features": self.leaf_features,
            "feature_kinds": self.feature_kinds,
            "kind_features": self.kind_features,
            "site_features": self.site_features,
            "kinds": self.kinds,
            "alike_kinds": self.alike_kinds,
            "kind_phrases": self.kind_phrases,
            "phrases": self.phrases,
        }


def _keep_smaller(mine: dict[int, str], theirs: dict[int, str]) -> None:
    """Take over texts; of two the smaller, so that it does not matter which came first."""
    for key, text in theirs.items():
        if text < mine.setdefault(key, text):
            mine[key] = text


def alike_to(tree: PageTree) -> Keys:
    """For each node, its look and that of its parent."""
    look = tree.style.copy()
    look[:1] = ROOT
    return mix(look[np.maximum(tree.parent, 0)], look)


def _sketch(tree: PageTree) -> npt.NDArray[np.uint16]:
    """Which look stands in which on the page: a sample of the pairs, the same on every page.

    Those with the smallest hashes (bottom-k sketch), 16 bits of each. Elements
    without display attributes stand in each other on every site, and do not count.
    """
    shown = np.flatnonzero(telling(tree))
    pairs = np.unique(mix(tree.style[shown], tree.style[tree.parent[shown]]))[:SKETCH]
    sketch = np.zeros(SKETCH, np.uint16)
    sketch[: len(pairs)] = (pairs & np.uint64(0xFFFF) | np.uint64(1)).astype(np.uint16)  # not 0
    return sketch


def telling(tree: PageTree) -> npt.NDArray[np.bool_]:
    """For each node, whether it or its parent has display attributes: a list item in a list
    without any is like all others. Not so for the root."""
    plain = find(_PLAIN, tree.style) >= 0
    found: npt.NDArray[np.bool_] = ~(plain & plain[np.maximum(tree.parent, 0)])
    found[:1] = False
    return found


_PLAIN = np.unique(stable_ids(list(TAG_NAMES)))


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
