"""The kept part of a page as plain text that reads well.

A blank line parts paragraphs and headings; items have a dash and stand in as deep as they
are nested, rows of a table are one line with bars between the cells, code keeps its
indentation, quotes have `>`. None of these marks is a word: the words of the text are
those of the leaves, no more and no less. (That is why items of numbered lists have dashes,
too: their numbers are nowhere in the page.)
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sitesieve.page.columns import Strings
from sitesieve.page.ornaments import without_ornaments
from sitesieve.page.plain_text import write_plain
from sitesieve.page.tags import BLOCK_LEVEL, TAG_ID
from sitesieve.page.tree import PageTree

_MEANING = (  # a bit for each, in the order that `plain_text.pyx` knows
    tuple(BLOCK_LEVEL),
    ("br",),
    ("ul", "ol", "menu", "dir", "dl", "select"),
    ("li",),
    ("blockquote",),
    ("tr",),
    ("td", "th"),
    ("pre", "xmp", "textarea"),
)
_MEANS = np.zeros(256, np.uint8)
for _bit, _names in enumerate(_MEANING):
    _MEANS[[TAG_ID[name] for name in _names]] |= 1 << _bit


def plain_text(
    tree: PageTree, keep: npt.NDArray[np.bool_] | None = None, texts: Sequence[str] | None = None
) -> str:
    """The leaves to `keep`, or all, as text; `texts` replaces the leaves' own."""
    keep = np.ones(len(tree.leaves), np.bool_) if keep is None else keep
    strings = tree.leaf_texts if texts is None else Strings.of(texts)
    keep = without_ornaments(tree, keep, strings)
    holds_data = np.zeros(len(tree), np.uint8)
    holds_data[list(tree.data_tables)] = 1
    page = (tree.parent, tree.end, tree.tag, _MEANS, holds_data, tree.leaves, tree.line)
    return write_plain(*page, keep.view(np.uint8), strings.utf8, strings.start).decode()
