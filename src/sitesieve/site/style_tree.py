"""The site style tree and its importances (thesis §4.2), computed from the counts of a site."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sitesieve.page.tree import Ints
from sitesieve.site.count_tables import Elements
from sitesieve.site.counts import SiteCounts, entropy
from sitesieve.site.keyed_table import Keys, Numbers, Rows, find
from sitesieve.site.placing import Placing
from sitesieve.site.row_levels import sums_below
from sitesieve.site.tree_rows import largest_below, levels

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Simplified:
    """The tree at a threshold: what is noisy, what is meaningful (thesis §4.2.3).

    An element can be neither: then the answer is further down. Of the noisy
    and of the meaningful elements the maximal ones say it all, and what is
    below them can be left out (figure 4-6).
    """

    threshold: float
    noisy: Flags  # the element and all below it have CompImp ≤ t
    meaningful: Flags  # nothing at or below it is noisy
    maximal: Flags  # noisy or meaningful, and nothing above it is
    stays: Flags  # rows of the simplified tree: maximal, or above a maximal one


@dataclass(frozen=True)
class StyleTree:
    """The elements of a site with their importances, in the order of their keys."""

    element: Keys
    parent: Rows  # row of the parent, -1 at the top
    pages: Numbers  # m: pages that show the element
    styles: Numbers  # l: different presentation styles it has
    style_entropy: Numbers  # NodeImp
    word_entropy: Numbers  # mean H of the features of a leaf
    importance: Numbers  # CompImp
    highest: Numbers  # the largest CompImp at or below the element
    words: Numbers  # occurrences of features at the element, over all pages
    leaf: Keys  # leaf and feature, in order, with the entropy of the one at the other
    feature: Keys
    feature_entropy: Numbers

    def rows(self, placing: Placing) -> Rows:
        """The row of each node of a page, -1 for what the site does not know."""
        return find(self.element, placing.element)

    def noisy(self, rows: Rows, parent: Ints, threshold: float) -> list[int]:
        """For each node of a page, given its row, the row of the noisy element it is or
        stands in, else -1.

        An element is noisy when it and all below it have CompImp ≤ t (thesis
        definition 4.6). What the site does not know is kept (§4.2.4), and so is
        what is below a meaningful element: nothing noisy is there.
        """
        known = np.maximum(rows, 0)
        is_noisy = (rows >= 0) & (self.highest[known] <= threshold)
        is_noisy &= self.pages[known] > 1  # what one page shows is not shared
        inside: list[int] = []
        for above, row, noise in zip(
            parent.tolist(), rows.tolist(), is_noisy.tolist(), strict=True
        ):
            outer = inside[above] if above >= 0 else -1
            inside.append(outer if outer >= 0 else row if noise else -1)
        return inside

    def simplified(self, threshold: float) -> Simplified:
        """What the tree says at a threshold."""
        noisy = (self.highest <= threshold) & (self.pages > 1)
        has_noise = largest_below(noisy.astype(np.float64), self.parent) > 0
        decided = noisy | ~has_noise
        above = np.where(self.parent >= 0, decided[np.maximum(self.parent, 0)], False)
        for here in levels(self.parent):  # whatever is below something decided
            above[here] |= np.where(
                self.parent[here] >= 0, above[np.maximum(self.parent[here], 0)], False
            )
        maximal = decided & ~above
        return Simplified(threshold, noisy, ~has_noise, maximal, ~above)

    @cached_property
    def words_below(self) -> Numbers:
        """Occurrences of features at and below each element, over all pages."""
        return sums_below([self.words], self.parent)[0]

    @cached_property
    def mean_word_entropy(self) -> Numbers:
        """The word entropy of each leaf, and the mean over the words below each other element."""
        (total,) = sums_below([self.words * self.word_entropy], self.parent)
        mean: Numbers = total / np.maximum(self.words_below, 1)
        return mean


def build(counts: SiteCounts) -> StyleTree:
    """The style tree of a site."""
    rows = counts.element_rows()
    parent = find(rows.element, rows.parent)
    styles, style_entropy = _node_importance(counts, rows)
    found = counts.feature_rows()
    of = find(rows.element, found.leaf)
    h = entropy(found.total, found.weighted, rows.leaf_pages[of])
    # Mean H of a leaf's features; those folded away have H = 0.
    number = np.bincount(of, minlength=len(parent)) + rows.once_features
    mean = np.bincount(of, h, len(parent)) / np.maximum(number, 1)
    # CompImp of a leaf: 1 − mean H; 1 on one page (eq. 5-4), 0 without features.
    once = rows.leaf_pages == 1
    as_leaf = np.where(once, 1.0, 1.0 - mean)
    trees = counts.trees
    leaf_importance = np.where((number > 0) | (once & trees.empty_elements), as_leaf, 0.0)
    words = np.bincount(of, found.total, len(parent)) + rows.once_words
    importance = _composite(rows, parent, styles, style_entropy, leaf_importance, trees.gamma)
    # What has no features has nothing to say, also when it is seen once only.
    speaks = largest_below(words + rows.once_meaningful, parent) > 0
    speaks |= trees.empty_elements
    folded = (rows.once_meaningful > 0).astype(np.float64)  # children seen once: importance 1
    highest = largest_below(np.maximum(np.where(speaks, importance, 0.0), folded), parent)
    return StyleTree(
        *(rows.element, parent, rows.pages, styles, style_entropy, mean, importance, highest),
        *(words, found.leaf, found.feature, h),
    )


def _node_importance(counts: SiteCounts, rows: Elements) -> tuple[Numbers, Numbers]:
    """l and NodeImp: the entropy of an element's styles, 1 where one page only shows it
    (def. 4.3)."""
    (of, _), (shown,) = counts.styles.table()
    row = find(rows.element, of)
    m = np.bincount(row, shown, len(rows.element)) + rows.once_styles
    weighted = np.bincount(row, shown * np.log(shown), len(rows.element)).astype(np.float64)
    importance = entropy(np.maximum(m, 1), weighted, m)
    number = np.bincount(row, minlength=len(rows.element)) + rows.once_styles
    return number, np.where(m == 1, 1.0, importance)


def _composite(
    rows: Elements,
    parent: Rows,
    styles: Numbers,
    style_entropy: Numbers,
    leaf_importance: Numbers,
    gamma: float,
) -> Numbers:
    """CompImp of every element (def. 4.4, 4.5)."""
    importance = np.zeros(len(parent))
    below = rows.once_share.copy()  # Σ over children of CompImp(child) · Σ 1/|siblings|
    inner_pages = rows.pages - rows.leaf_pages
    weight = gamma**styles  # γ^l
    for here in reversed(levels(parent)):
        mean_below = below[here] / np.maximum(inner_pages[here], 1)
        inner = (1 - weight[here]) * style_entropy[here] + weight[here] * mean_below
        as_leaf = rows.leaf_pages[here] / rows.pages[here]
        importance[here] = as_leaf * leaf_importance[here] + (1 - as_leaf) * inner
        inside = here[parent[here] >= 0]
        np.add.at(below, parent[inside], importance[inside] * rows.share[inside])
    return importance
