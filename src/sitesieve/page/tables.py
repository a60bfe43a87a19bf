"""Tables that hold data, and tables that only arrange a page.

Pages were laid out with tables once, and mail still is. Such a table says nothing about
its text: written out, its cells are blocks like any other.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sitesieve.page.tags import TAG_ID

if TYPE_CHECKING:  # the tree is made with what is below
    from sitesieve.page.tree import PageTree

_LONG_CELL = 100  # words; data has shorter cells
_SHORT_CELL = 30
_MANY_ROWS = 4
_CELLS = [TAG_ID["td"], TAG_ID["th"]]
_SAY_DATA = [TAG_ID["th"], TAG_ID["caption"], TAG_ID["thead"]]
_SAY_LAYOUT = [TAG_ID[name] for name in "h1 h2 h3 h4 pre form hr blockquote article".split()]


@dataclass(frozen=True, slots=True)
class TableSize:
    """How large a table of data is: rows, and cells in its longest row."""

    rows: int
    columns: int


def data_tables(tree: "PageTree") -> dict[int, TableSize]:
    """The tables of a page that hold data, by node. `PageTree.data_tables` has them, found once."""
    tables = {}
    for table in np.flatnonzero(tree.tag == TAG_ID["table"]).tolist():
        size = _size(tree, table)
        if size is not None and _holds_data(tree, table, size):
            tables[table] = size
    return tables


def leaves_in_tables(tree: "PageTree") -> npt.NDArray[np.bool_]:
    """For each text of a page, whether it stands in a table of data."""
    inside = np.zeros(len(tree.leaves), np.bool_)
    for table in tree.data_tables:
        inside[tree.leaf_start[table] : tree.leaf_start[tree.end[table]]] = True
    return inside


def _size(tree: "PageTree", table: int) -> TableSize | None:
    """The size of a table; None where it has others inside."""
    tags = tree.tag[table + 1 : tree.end[table]]
    if (tags == TAG_ID["table"]).any():
        return None
    rows = np.flatnonzero(tags == TAG_ID["tr"])
    cells = np.searchsorted(rows, np.flatnonzero(np.isin(tags, _CELLS)))
    columns = int(np.bincount(cells).max()) if len(cells) else 0
    return TableSize(len(rows), columns)


def _holds_data(tree: "PageTree", table: int, size: TableSize) -> bool:
    if tree.attributes("role").get(table, "").lower() in ("presentation", "none"):
        return False
    tags = tree.tag[table : tree.end[table]]
    if size.columns < 2:
        return False
    if np.isin(tags, _SAY_DATA).any():
        return True
    if size.rows < 2:
        return False
    longest = _LONG_CELL
    if np.isin(tags, _SAY_LAYOUT).any():
        if size.rows < _MANY_ROWS:
            return False
        longest = _SHORT_CELL  # headings of columns, perhaps
    cells = table + np.flatnonzero(np.isin(tags, _CELLS))
    words = tree.word_start[tree.end[cells]] - tree.word_start[cells]
    return int(words.max()) <= longest
