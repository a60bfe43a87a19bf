"""Columns of 64-bit keys, in order, and how to find something in them."""

from typing import Any

import numpy as np
import numpy.typing as npt

Keys = npt.NDArray[np.uint64]
Rows = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]


def find(ordered: Keys, wanted: Keys) -> Rows:
    """The row of each wanted key in an ordered column, -1 where there is none."""
    if not len(ordered):
        return np.full(len(wanted), -1, np.int64)
    rows = np.minimum(np.searchsorted(ordered, wanted), len(ordered) - 1)
    return np.where(ordered[rows] == wanted, rows, -1)


def find_pair(first: Keys, second: Keys, a: Keys, b: Keys) -> Rows:
    """The row of each pair in a table ordered by two columns, -1 where there is none."""
    if not len(first):
        return np.full(len(a), -1, np.int64)
    start = np.searchsorted(first, a, "left")
    end = np.searchsorted(first, a, "right")
    while True:  # bisection of every range at once
        open_ranges = end - start > 1
        if not open_ranges.any():
            break
        middle = (start + end) // 2
        right = open_ranges & (second[np.minimum(middle, len(second) - 1)] <= b)
        start = np.where(right, middle, start)
        end = np.where(open_ranges & ~right, middle, end)
    at = np.minimum(start, len(first) - 1)
    return np.where((end > start) & (first[at] == a) & (second[at] == b), at, -1)


def looked_up(values: Numbers, rows: Rows, otherwise: float) -> Numbers:
    """The value of each row, and another where there is no row."""
    if not len(values):
        return np.full(len(rows), otherwise)
    return np.where(rows >= 0, values[np.maximum(rows, 0)], otherwise)


def new_runs(*ordered: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Where a run of equal entries begins in ordered columns."""
    new = np.ones(len(ordered[0]), np.bool_)
    if len(new) > 1:
        new[1:] = False
        for column in ordered:
            new[1:] |= column[1:] != column[:-1]
    return new


def sums_at(rows: Rows, amounts: npt.NDArray[Any], number: int) -> Numbers:
    """The sum of the amounts at each of so many rows."""
    return np.bincount(rows, amounts, number).astype(np.float64)
