"""Paragraphs: the pieces of text that are judged as a whole.

Block-level elements and double line breaks start a new paragraph; inline elements
and single line breaks do not.
"""

from dataclasses import dataclass

import numpy as np

from sitesieve.page.paragraph_runs import blocks_around, paragraph_runs
from sitesieve.page.tags import BLOCK_LEVEL, TAG_ID
from sitesieve.page.tree import Ints, PageTree

_BREAK = TAG_ID["br"]
_IS_BLOCK = np.zeros(256, np.uint8)
_IS_BLOCK[[TAG_ID[name] for name in BLOCK_LEVEL]] = 1


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
    around = blocks_around(tree.parent, tree.tag, _IS_BLOCK)
    of_leaf, first = paragraph_runs(tree.leaves, around, tree.tag, _BREAK)
    return Paragraphs(of_leaf, first, around[tree.leaves[first[:-1]]])
