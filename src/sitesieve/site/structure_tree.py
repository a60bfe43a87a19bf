"""The compressed structure tree (Yi and Liu §3; thesis §4.3) and the weights of words.

The style nodes of the site style tree folded into their parents: the same
elements, each with the set of its styles. Importance is added up along the
path from the root, and a word at a leaf weighs what the path and the word
itself are worth there.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitesieve.page.features import Features
from sitesieve.page.styles import stable_id
from sitesieve.page.tree import PageTree
from sitesieve.site.counts import SiteCounts, counted, entropy
from sitesieve.site.placing import Keys, place
from sitesieve.site.style_tree import StyleTree, levels
from sitesieve.site.sums import Numbers, find

SITE_WORDS = 10  # see docs/methods.md for what other values do


@dataclass(frozen=True, slots=True)
class StructureTree:
    """Path importance of every element; entropy of every feature at its leaf and on the site."""

    counts: SiteCounts
    element: Keys
    path_importance: Numbers
    leaf: Keys  # leaf and feature, in order, with the entropy of the one at the other
    feature: Keys
    feature_entropy: Numbers
    site_feature: Keys
    site_entropy: Numbers

    def weights(
        self, tree: PageTree, features: Features, site_words: int | None = SITE_WORDS
    ) -> dict[str, float]:
        """The weight of every feature of a page; features of weight 0 are left out.

        W_E(a, T) = PathImp(E) · (1 − H_E(a)) · f  (Yi-Liu eq. 6), added up over
        the page. What the site does not know has H = 0 and a path of
        importance 1 (thesis §4.3.3). `site_words` n goes past the paper: times
        1 − H(a)^n with the entropy of a over whole pages, so that a word of
        every page weighs little even at a place never seen.
        """
        placing = place(tree, self.counts.alignment, self.counts.leaf_height)
        ids = np.array([stable_id(name) for name in features.names], np.uint64)
        leaf = placing.leaf[features.node]
        placed = leaf >= 0
        (at, number), (f,) = counted(
            placing.element[leaf[placed]], features.feature[placed].astype(np.uint64)
        )
        names = ids[number.astype(np.int64)]
        path = _looked_up(self.path_importance, find(self.element, at), 1.0)
        h = _looked_up(self.feature_entropy, find_pair(self.leaf, self.feature, at, names), 0.0)
        weight = path * (1 - h) * f
        if site_words is not None:
            row = find(self.site_feature, names)
            weight *= 1 - _looked_up(self.site_entropy, row, 0.0) ** site_words
        total = np.bincount(number.astype(np.int64), weight, len(ids))
        return {features.names[i]: float(total[i]) for i in np.flatnonzero(total > 0)}


def build(counts: SiteCounts, tree: StyleTree, seen_once: float = 0.0) -> StructureTree:
    """The structure tree of a site; `seen_once` is NodeImp for m = 1 (1 in the 2003 paper)."""
    (element, _), (pages, leaf_pages, _) = counts.elements.table()
    inner = np.where(pages - leaf_pages <= 1, seen_once, tree.style_entropy)
    (of, feature), (total, weighted, _) = counts.leaf_features.table()
    row = find(element, of)
    h = entropy(total, weighted, leaf_pages[row])
    has_words = np.bincount(row, minlength=len(element)) > 0
    leaf_importance = np.where(has_words & (leaf_pages > 1), 1 - tree.word_entropy, 0.0)
    share = leaf_pages / np.maximum(pages, 1)
    node_importance = share * leaf_importance + (1 - share) * inner

    # PathImp(E) = 1 − Π (1 − NodeImp(E_i)) over E and the elements above it (eq. 5).
    remains = 1 - node_importance
    for here in levels(tree.parent):
        inside = here[tree.parent[here] >= 0]
        remains[inside] *= remains[tree.parent[inside]]

    (site_feature,), (f_total, f_weighted, _) = counts.site_features.table()
    site_entropy = entropy(f_total, f_weighted, counts.pages)
    return StructureTree(counts, element, 1 - remains, of, feature, h, site_feature, site_entropy)


def find_pair(first: Keys, second: Keys, a: Keys, b: Keys) -> npt.NDArray[np.int64]:
    """The row of each pair in a table sorted by two columns, -1 where there is none."""
    if not len(first):
        return np.full(len(a), -1, np.int64)
    start = np.searchsorted(first, a, "left")
    end = np.searchsorted(first, a, "right")
    while True:  # bisection of every range at once
        open_ranges = end - start > 1
        if not open_ranges.any():
            break
        middle = (start + end) // 2
        right = open_ranges & (second[np.minimum(middle, len(second) - 1)] <= b)
        start = np.where(right, middle, start)
        end = np.where(open_ranges & ~right, middle, end)
    at = np.minimum(start, len(first) - 1)
    return np.where((end > start) & (first[at] == a) & (second[at] == b), at, -1)


def _looked_up(values: Numbers, rows: npt.NDArray[np.int64], otherwise: float) -> Numbers:
    if not len(values):
        return np.full(len(rows), otherwise)
    return np.where(rows >= 0, values[np.maximum(rows, 0)], otherwise)
