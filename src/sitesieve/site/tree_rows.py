"""Trees as rows: each row has the row of its parent, -1 at the top."""

import numpy as np

from sitesieve.site.keyed_table import Numbers, Rows


def levels(parent: Rows) -> list[Rows]:
    """The rows of a tree by their depth, the top first."""
    depth = (parent >= 0).astype(np.int32)
    at = parent
    for _ in range(64):  # each time twice as far up
        above = at >= 0
        if not above.any():
            break
        depth = depth + np.where(above, depth[np.maximum(at, 0)], 0)
        at = np.where(above, at[np.maximum(at, 0)], -1)
    else:
        raise ValueError("parents go round in a circle")
    order = np.argsort(depth, kind="stable")
    return [here for here in np.split(order, np.cumsum(np.bincount(depth))[:-1]) if len(here)]


def largest_below(values: Numbers, parent: Rows) -> Numbers:
    """For each row, the largest value of it and all rows below it."""
    largest = values.copy()
    for here in reversed(levels(parent)):
        inside = here[parent[here] >= 0]
        np.maximum.at(largest, parent[inside], largest[inside])
    return largest


def sum_below(values: Numbers, parent: Rows) -> Numbers:
    """For each row, the sum of the values of it and all rows below it."""
    total = values.copy()
    for here in reversed(levels(parent)):
        inside = here[parent[here] >= 0]
        np.add.at(total, parent[inside], total[inside])
    return total
