"""Tables that hold data, and tables that only arrange a page.

Pages were laid out with tables once, and mail still is. Such a table says nothing about
its text: written out, its cells are blocks like any other.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sitesieve.page.tags import TAG_ID

Column = npt.NDArray[np.int64]

if TYPE_CHECKING:  # the tree is made with what is below
    from sitesieve.page.tree import PageTree

_LONG_CELL = 100  # words; data has shorter cells
_SHORT_CELL = 30
_MANY_ROWS = 4

# What an element is to a table. From header cells on they say that it holds data.
_TABLE, _ROW, _CELL, _LAYOUT, _NOTHING, _HEADER_CELL, _HEADER = range(7)
_PART_OF_TAG = np.full(256, _NOTHING, np.uint8)
for _part, _names in (
    (_TABLE, "table"),
    (_ROW, "tr"),
    (_CELL, "td"),
    (_LAYOUT, "h1 h2 h3 h4 pre form hr blockquote article"),
    (_HEADER_CELL, "th"),
    (_HEADER, "caption thead"),
):
    _PART_OF_TAG[[TAG_ID[_name] for _name in _names.split()]] = _part


@dataclass(frozen=True, slots=True)
class TableSize:
    """How large a table of data is: rows, and cells in its longest row."""

    rows: int
    columns: int


def data_tables(tree: "PageTree") -> dict[int, TableSize]:
    """The tables of a page that hold data, by node. `PageTree.data_tables` has them, found once."""
    part = _PART_OF_TAG[tree.tag]
    tables = np.flatnonzero(part == _TABLE)
    end = tree.end[tables]
    innermost = np.append(tables[1:] >= end[:-1], True)[: len(tables)]
    tables, end = tables[innermost], end[innermost]
    if not len(tables):
        return {}
    # Parts are counted by where they stand in arrays of all of the page's: each table has a range.
    starts = np.flatnonzero(part <= _ROW)  # a cell belongs to the row, or the table, before it
    first, last = np.searchsorted(starts, (tables, end))
    cells = np.flatnonzero((part == _CELL) | (part == _HEADER_CELL))
    cells = cells[cells > tables[0]]
    cells = cells[cells < end[np.searchsorted(tables, cells) - 1]]  # others are of outer tables
    in_row = np.bincount(np.searchsorted(starts, cells), minlength=len(starts) + 1)
    rows, columns = last - first - 1, _largest(in_row, first + 1, last + 1)
    says_data = _any(part >= _HEADER_CELL, tables, end)
    says_layout = _any(part == _LAYOUT, tables, end)
    words = tree.word_start[tree.end[cells]] - tree.word_start[cells]
    longest = _largest(words, *np.searchsorted(cells, (tables, end)))
    short = longest <= np.where(
        says_layout, _SHORT_CELL, _LONG_CELL
    )  # headings of columns, perhaps
    enough = rows >= np.where(says_layout, _MANY_ROWS, 2)
    holds = (columns >= 2) & (says_data | (enough & short))
    roles = tree.attributes("role")
    return {
        table: TableSize(*size)
        for table, *size in np.stack((tables, rows, columns), 1)[holds].tolist()
        if roles.get(table, "").lower() not in ("presentation", "none")
    }


def _largest(values: Column, start: Column, end: Column) -> Column:
    """The largest value of each range; 0 for those that are empty."""
    ends = np.stack((start, end), 1).ravel()
    largest = np.maximum.reduceat(np.append(values, 0), ends)[::2]
    return np.where(start < end, largest, 0)


def _any(marks: npt.NDArray[np.bool_], start: Column, end: Column) -> npt.NDArray[np.bool_]:
    before = np.concatenate(([0], np.cumsum(marks)))
    return before[start] < before[end]


def leaves_in_tables(tree: "PageTree") -> npt.NDArray[np.bool_]:
    """For each text of a page, whether it stands in a table of data."""
    inside = np.zeros(len(tree.leaves), np.bool_)
    for table in tree.data_tables:
        inside[tree.leaf_start[table] : tree.leaf_start[tree.end[table]]] = True
    return inside
