"""Pagelets: the pieces a page falls into by its links (Bar-Yossef; thesis §3.3)."""

import numpy as np
import numpy.typing as npt

from sitesieve.page.tree import PageTree


def pagelets(tree: PageTree, k: int) -> npt.NDArray[np.int64]:
    """The nodes that are pagelets, in document order.

    An element is a pagelet if none of its children contains at least k links,
    and none of its ancestors is one (thesis §3.3). Any other is split into its
    children. So no pagelet is inside another, and together they cover the page.
    """
    if not len(tree):
        return np.empty(0, np.int64)
    before = np.zeros(len(tree) + 1, np.int64)
    np.add.at(before, np.array([node for node, _ in tree.anchors], np.int64) + 1, 1)
    before = np.cumsum(before)
    many = before[tree.end] - before[:-1] >= k  # links at or below the node
    split = np.zeros(len(tree), np.bool_)
    split[tree.parent[1:][many[1:]]] = True
    # What is split has k links itself, so all above it is split, too.
    found: npt.NDArray[np.int64] = np.flatnonzero(
        ~split & ((tree.parent < 0) | split[np.maximum(tree.parent, 0)])
    )
    return found
