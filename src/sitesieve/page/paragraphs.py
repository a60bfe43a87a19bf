"""Paragraphs: the pieces of text that are judged as a whole.

Block-level elements and double line breaks start a new paragraph; inline elements
and single line breaks do not.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitesieve.page.tags import BLOCK_LEVEL, TAG_ID
from sitesieve.page.tree import Ints, PageTree

_BREAK = TAG_ID["br"]
_IS_BLOCK = np.array([name in BLOCK_LEVEL for name in TAG_ID])


@dataclass(frozen=True, eq=False, slots=True)
class Paragraphs:
    """The paragraphs of a page, in order; each is a run of leaves."""

    of_leaf: Ints  # for each leaf, its paragraph
    first_leaf: Ints  # of each paragraph, and one more: the number of leaves
    element: Ints  # the block-level element each stands in

    def __len__(self) -> int:
        return len(self.element)


def paragraphs_of(tree: PageTree) -> Paragraphs:
    """Cut the text of a page into paragraphs."""
    count = len(tree.leaves)
    element = block_around(tree, tree.leaves)
    breaks = np.cumsum(tree.tag == _BREAK, dtype=np.int32)[tree.leaves]
    starts = np.ones(count, np.bool_)
    starts[1:] = (element[1:] != element[:-1]) | (breaks[1:] - breaks[:-1] > 1)
    first = np.flatnonzero(starts).astype(np.int32)
    of_leaf = (np.cumsum(starts) - 1).astype(np.int32)
    bounds = np.append(first, count).astype(np.int32)
    return Paragraphs(of_leaf, bounds, element[first])


def block_around(tree: PageTree, nodes: npt.NDArray[np.int32]) -> Ints:
    """For each node, the nearest block-level element it stands in; the root if there is none."""
    around = np.maximum(tree.parent[nodes], 0)
    inline = np.flatnonzero(~_IS_BLOCK[tree.tag[around]] & (around > 0))
    while len(inline):
        around[inline] = tree.parent[around[inline]]
        here = around[inline]
        inline = inline[~_IS_BLOCK[tree.tag[here]] & (here > 0)]
    return around
