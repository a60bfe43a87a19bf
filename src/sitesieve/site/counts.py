"""SiteCounts: what the pages of a site show, as counts that add up.

Both trees of the thesis are views of these sums, because for a feature a over
m blocks

    H(a) = -(1/ln m) · ( Σ_j f_j ln f_j / F  −  ln F ),   F = Σ_j f_j

needs only F = Σf and G = Σ f·ln f, and the mean importance of a style node's
children, averaged over the styles of an element, only the sum of 1/|children|
over the pages that show the child. So learning page by page, updating, and
merging halves learned elsewhere are all the same addition.
"""

import numpy as np
import numpy.typing as npt

from sitesieve.page.features import Features
from sitesieve.page.styles import stable_id
from sitesieve.page.tree import PageTree
from sitesieve.site.phrases import phrases
from sitesieve.site.placing import Alignment, Keys, Placing, place
from sitesieve.site.sums import KeyedSums, Numbers


class SiteCounts:
    """The sums over the pages of one site."""

    def __init__(self, alignment: Alignment = "keyed", leaf_height: int = 0) -> None:
        self.alignment = alignment
        self.leaf_height = leaf_height
        self.pages = 0
        # element, parent -> pages that show it, as virtual leaf, Σ 1/|siblings with itself|
        self.elements = KeyedSums(2, 3)
        # element, style -> pages that show it with that style
        self.styles = KeyedSums(2, 1)
        # virtual leaf, feature -> Σf, Σf·ln f, pages
        self.leaf_features = KeyedSums(2, 3)
        # feature -> Σf, Σf·ln f, pages, over the whole site
        self.site_features = KeyedSums(1, 3)
        # phrase (numbers masked) -> pages, over the whole site
        self.phrases = KeyedSums(1, 1)

    def add(self, tree: PageTree, features: Features) -> None:
        """Count a page."""
        self.add_placed(tree, place(tree, self.alignment, self.leaf_height), features)

    def add_placed(self, tree: PageTree, placing: Placing, features: Features) -> None:
        """Count a page whose nodes have been placed already."""
        if not len(tree):
            return
        self.pages += 1
        is_leaf = placing.leaf == np.arange(len(tree))
        shown = np.flatnonzero(placing.internal | is_leaf)
        above = tree.parent[shown]
        parents = np.where(above >= 0, placing.element[np.maximum(above, 0)], np.uint64(0))
        siblings = np.maximum(placing.children[np.maximum(above, 0)], 1)
        self.elements.add(
            (placing.element[shown], parents), (np.ones(len(shown)), is_leaf[shown], 1 / siblings)
        )
        inner = np.flatnonzero(placing.internal)
        self.styles.add((placing.element[inner], placing.style[inner]), (np.ones(len(inner)),))
        self._add_features(placing, features)
        texts = phrase_ids(tree)
        self.phrases.add((np.unique(texts),), (np.ones(len(np.unique(texts))),))

    def _add_features(self, placing: Placing, features: Features) -> None:
        ids = np.array([stable_id(name) for name in features.names], np.uint64)
        leaf = placing.leaf[features.node]
        placed = leaf >= 0  # an image or link can stand above the virtual leaves
        where = placing.element[leaf[placed]]
        (places, names), (f,) = counted(where, ids[features.feature[placed]])
        self.leaf_features.add((places, names), (f, f * np.log(f), np.ones(len(f))))
        f = np.bincount(features.feature, minlength=len(ids)).astype(np.float64)
        self.site_features.add((ids,), (f, f * np.log(f), np.ones(len(f))))

    def merge(self, other: "SiteCounts") -> None:
        """Add what was counted elsewhere, in the same way."""
        if (other.alignment, other.leaf_height) != (self.alignment, self.leaf_height):
            raise ValueError("models that align pages differently cannot be merged")
        self.pages += other.pages
        for name, table in self.tables().items():
            table.merge(other.tables()[name])

    def tables(self) -> dict[str, KeyedSums]:
        """The tables by name."""
        return {
            "elements": self.elements,
            "styles": self.styles,
            "leaf_features": self.leaf_features,
            "site_features": self.site_features,
            "phrases": self.phrases,
        }


def phrase_ids(tree: PageTree) -> Keys:
    """For each text of a page, the id of its phrase."""
    return np.array([stable_id(phrase) for phrase in phrases(tree, True)], np.uint64)


def counted(*keys: Keys) -> tuple[list[Keys], list[Numbers]]:
    """How often each combination of keys occurs."""
    table = KeyedSums(len(keys), 1)
    table.add(keys, (np.ones(len(keys[0])),))
    return table.table()


def entropy(total: Numbers, weighted: Numbers, blocks: npt.ArrayLike) -> Numbers:
    """H in base m from F = Σf and G = Σ f·ln f (methods: entropy in base m); 0 for m ≤ 1.

    >>> entropy(np.array([4.0]), np.array([0.0]), 4)
    array([1.])
    """
    base = np.log(np.maximum(np.asarray(blocks, np.float64), 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        h = (np.log(total) - weighted / total) / base
    return np.where(base > 0, np.clip(np.nan_to_num(h), 0.0, 1.0), 0.0)
