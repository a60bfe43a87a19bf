"""The site style tree and its importances (thesis §4.2), computed from the counts of a site."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitesieve.site.counts import SiteCounts, entropy
from sitesieve.site.placing import Keys, Placing
from sitesieve.site.sums import Numbers, find

GAMMA = 0.9  # how fast the weight of an element's own styles grows with their number


@dataclass(frozen=True, slots=True)
class StyleTree:
    """The elements of a site with their importances, in the order of their keys."""

    element: Keys
    parent: npt.NDArray[np.int64]  # row of the parent, -1 at the top
    pages: Numbers  # m: pages that show the element
    styles: Numbers  # l: different presentation styles it has
    style_entropy: Numbers  # NodeImp
    word_entropy: Numbers  # mean H of the features of a leaf
    importance: Numbers  # CompImp
    highest: Numbers  # the largest CompImp at or below the element

    def rows(self, placing: Placing) -> npt.NDArray[np.int64]:
        """The row of each node of a page, -1 for what the site does not know."""
        return find(self.element, placing.element)

    def noisy(self, placing: Placing, parent: npt.NDArray[np.int32], threshold: float) -> list[int]:
        """For each node of a page, the row of the noisy element it is or stands in, else -1.

        An element is noisy when it and all below it have CompImp ≤ t (thesis
        definition 4.6); what the site does not know is kept (§4.2.4).
        """
        rows = self.rows(placing)
        known = np.maximum(rows, 0)
        is_noisy = (rows >= 0) & (self.highest[known] <= threshold)
        inside: list[int] = []
        for node, above in enumerate(parent.tolist()):
            outer = inside[above] if above >= 0 else -1
            inside.append(outer if outer >= 0 else int(rows[node]) if is_noisy[node] else -1)
        return inside


def build(counts: SiteCounts) -> StyleTree:
    """The style tree of a site."""
    (element, parent_key), (pages, leaf_pages, share) = counts.elements.table()
    parent = find(element, parent_key)
    styles, style_entropy = _node_importance(counts, element)
    words, leaf_importance = _leaf_importance(counts, element, leaf_pages)

    importance = np.zeros(len(element))
    highest = np.zeros(len(element))
    below = np.zeros(len(element))  # Σ over children of CompImp(child) · Σ 1/|siblings|
    inner_pages = pages - leaf_pages
    weight = GAMMA**styles  # γ^l
    for here in reversed(levels(parent)):
        mean_below = below[here] / np.maximum(inner_pages[here], 1)
        inner = (1 - weight[here]) * style_entropy[here] + weight[here] * mean_below
        as_leaf = leaf_pages[here] / pages[here]
        importance[here] = as_leaf * leaf_importance[here] + (1 - as_leaf) * inner
        highest[here] = np.maximum(highest[here], importance[here])
        inside = here[parent[here] >= 0]
        np.add.at(below, parent[inside], importance[inside] * share[inside])
        np.maximum.at(highest, parent[inside], highest[inside])
    return StyleTree(element, parent, pages, styles, style_entropy, words, importance, highest)


def _node_importance(counts: SiteCounts, element: Keys) -> tuple[Numbers, Numbers]:
    """NodeImp: the entropy of an element's styles, 1 where one page only shows it (def. 4.3)."""
    (of, _), (shown,) = counts.styles.table()
    row = find(element, of)
    m = np.bincount(row, shown, len(element))
    weighted = np.bincount(row, shown * np.log(shown), len(element)).astype(np.float64)
    importance = entropy(np.maximum(m, 1), weighted, m)
    return np.bincount(row, minlength=len(element)).astype(np.float64), np.where(
        m == 1, 1.0, importance
    )


def _leaf_importance(
    counts: SiteCounts, element: Keys, leaf_pages: Numbers
) -> tuple[Numbers, Numbers]:
    """CompImp of a leaf: 1 − mean H of its features; 1 on one page, 0 without features."""
    (of, _), (total, weighted, _) = counts.leaf_features.table()
    row = find(element, of)
    h = entropy(total, weighted, leaf_pages[row])
    number = np.bincount(row, minlength=len(element))
    mean = np.bincount(row, h, len(element)) / np.maximum(number, 1)
    importance = np.where(leaf_pages == 1, 1.0, 1.0 - mean)
    return mean, np.where(number > 0, importance, 0.0)


def levels(parent: npt.NDArray[np.int64]) -> list[npt.NDArray[np.int64]]:
    """The rows of a tree by their depth, the top first."""
    depth = np.zeros(len(parent), np.int32)
    at = parent.copy()
    while (at >= 0).any():
        depth += at >= 0
        at = np.where(at >= 0, parent[np.maximum(at, 0)], -1)
    return [np.flatnonzero(depth == level) for level in range(int(depth.max(initial=-1)) + 1)]
