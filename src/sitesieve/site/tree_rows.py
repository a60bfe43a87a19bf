"""Trees as rows: each row has the row of its parent, -1 at the top."""

import numpy as np

from sitesieve.site.keyed_table import Numbers, Rows
from sitesieve.site.row_levels import by_level


def levels(parent: Rows) -> list[Rows]:
    """The rows of a tree by their depth, the top first."""
    order, starts = by_level(parent.astype(np.int64, copy=False))
    return np.split(order, starts[1:-1]) if len(order) else []


def largest_below(values: Numbers, parent: Rows) -> Numbers:
    """For each row, the largest value of it and all rows below it."""
    largest = values.copy()
    for here in reversed(levels(parent)):
        inside = here[parent[here] >= 0]
        np.maximum.at(largest, parent[inside], largest[inside])
    return largest
