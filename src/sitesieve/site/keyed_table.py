"""Tables of sums by 64-bit key: the form in which everything about a site adds up; and how to
find something in such columns."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sitesieve.page.key_rows import find, find_pair, group_rows

__all__ = [
    "KeyedSums",
    "Keys",
    "Numbers",
    "Rows",
    "Shared",
    "find",
    "find_pair",
    "group_rows",
    "looked_up",
    "new_runs",
    "sums_at",
]

Keys = npt.NDArray[np.uint64]
Rows = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]

_ROWS_PENDING = 300_000


class Shared(NamedTuple):
    """Pages that two tables have both counted.

    Which rows they are in is not known any more. Taken to be in every row that both tables have,
    they make it stand on p + q - min(shared, p, q) pages: the fewest that is possible, so that
    nothing looks repeated that is not. That is exact for what stands on all pages, and for what
    stands on shared pages only. Other sums shrink in proportion.
    """

    pages: int
    of: tuple[int, int]  # pages that each of the tables is of
    column: int | None = None  # of the sums, that has the pages of a row


class KeyedSums:
    """Rows of one or two 64-bit keys, some facts and some sums; equal keys are added up.

    Facts are keys that follow from the keys, so that all rows to be added up
    agree on them. Rows wait in a buffer and are folded in when there are as
    many of them as there are folded rows, so the cost stays linear (times a
    logarithm).
    """

    def __init__(self, keys: int, sums: int, facts: int = 0) -> None:
        self._ordered = keys  # the first of the key columns are the order, the rest facts
        self._keys: list[Keys] = [np.empty(0, np.uint64) for _ in range(keys + facts)]
        self._sums: list[Numbers] = [np.empty(0) for _ in range(sums)]
        self._pending: list[tuple[Sequence[Keys], Sequence[Numbers | float]]] = []
        self._waiting = 0

    def add(self, keys: Sequence[Keys], sums: Sequence[npt.NDArray[Any] | float]) -> None:
        """Add rows: a column for each key and fact, and for each sum, or one number."""
        if len(keys[0]):
            rows = len(keys[0])
            if any(len(k) != rows for k in keys) or any(
                isinstance(s, np.ndarray) and len(s) != rows for s in sums
            ):
                raise ValueError("columns of different lengths")
            self._wait(
                list(keys),
                [s.astype(np.float64) if isinstance(s, np.ndarray) else float(s) for s in sums],
            )

    def merge(self, other: "KeyedSums", shared: Shared | None = None) -> None:
        """Add all rows of another table; pages that both have counted count once."""
        if shared is not None and len(self) and len(other):
            table = other.table()
            self._wait(table[0], self._without_shared(*table, shared))
            return
        for keys, sums in ((other._keys, other._sums), *other._pending):
            if len(keys[0]):
                self._wait(keys, sums)

    def _without_shared(
        self, keys: Sequence[Keys], sums: Sequence[Numbers], shared: Shared
    ) -> list[Numbers]:
        """What rows of another table add, when some pages are counted here already."""
        wanted = keys[: self._ordered]
        if self._ordered == 1:
            rows = find(self._keys[0], wanted[0])
        else:
            rows = find_pair(self._keys[0], self._keys[1], wanted[0], wanted[1])
        both, row = np.flatnonzero(rows >= 0), rows[rows >= 0]
        pages, others = (np.full(len(row), float(number)) for number in shared.of)
        if shared.column is not None:
            pages, others = self._sums[shared.column][row], sums[shared.column][both]
        twice = np.minimum(shared.pages, np.minimum(pages, others))
        share = twice / np.maximum(pages + others, 1)
        less = []
        for number, column in enumerate(sums):
            mine = self._sums[number][row]
            counted_twice = twice if number == shared.column else (mine + column[both]) * share
            if _whole(mine) and _whole(column):
                counted_twice = np.rint(counted_twice)
            less.append(column.copy())
            less[-1][both] -= counted_twice
        return less

    def table(self) -> tuple[list[Keys], list[Numbers]]:
        """The key and fact columns, in the order of the keys, and the sums."""
        self._fold()
        return self._keys, self._sums

    def keep(self, rows: npt.NDArray[np.bool_]) -> None:
        """Forget all rows but these."""
        self._fold()
        self._keys = [column[rows] for column in self._keys]
        self._sums = [column[rows] for column in self._sums]

    def add_to(self, sum_number: int, amounts: Numbers) -> None:
        """Add to one sum of every row."""
        self._fold()
        self._sums[sum_number] = self._sums[sum_number] + amounts

    def __len__(self) -> int:
        self._fold()
        return len(self._keys[0])

    @property
    def held(self) -> int:
        """Rows in memory, folded or waiting."""
        return len(self._keys[0]) + self._waiting

    def _wait(self, keys: Sequence[Keys], sums: Sequence[Numbers | float]) -> None:
        self._pending.append((keys, sums))
        self._waiting += len(keys[0])
        if self._waiting > max(_ROWS_PENDING, len(self._keys[0])):
            self._fold()

    def _fold(self) -> None:
        if not self._pending:
            return
        parts = [(self._keys, self._sums), *self._pending]
        keys = [np.concatenate(column) for column in zip(*(k for k, _ in parts), strict=True)]
        first, group = group_rows(*keys[: self._ordered])
        ordered = [column[first] for column in keys[: self._ordered]]
        order = _in_order(*ordered)
        self._keys = [column[first[order]] for column in keys]
        sizes = [len(k[0]) for k, _ in parts]
        columns = zip(*(s for _, s in parts), strict=True)
        self._sums = [_added(column, sizes, group, len(first))[order] for column in columns]
        self._pending, self._waiting = [], 0


def _whole(column: Numbers) -> bool:
    return bool((column == np.rint(column)).all())


def _added(
    parts: Sequence[Numbers | float], sizes: Sequence[int], group: Rows, groups: int
) -> Numbers:
    """The sum of each group over the parts of a column, each an array or one number for all of
    its rows."""
    last = max(
        (n for n, part in enumerate(parts) if isinstance(part, np.ndarray) or part), default=0
    )
    column = np.concatenate(
        [
            part if isinstance(part, np.ndarray) else np.full(size, part)
            for part, size in zip(parts[: last + 1], sizes, strict=False)
        ]
    )
    return sums_at(group[: len(column)], column, groups)  # what follows is zeros


def _in_order(first: Keys, second: Keys | None = None) -> Rows:
    """The rows by their first keys and, where these are equal, by their second."""
    order = np.argsort(first)
    if second is not None and len(order):
        begins = new_runs(first[order])
        tied = np.flatnonzero(~(begins & np.append(begins[1:], True)))
        rows = order[tied]
        # Two numbers made one: numpy sorts these by far quicker than rows of two.
        by_both = np.cumsum(begins)[tied] * len(rows)
        by_both[np.argsort(second[rows])] += np.arange(len(rows))
        order[tied] = rows[np.argsort(by_both)]
    return order


def looked_up(values: Numbers, rows: Rows, otherwise: float) -> Numbers:
    """The value of each row, and another where there is no row (-1)."""
    if not len(values):
        return np.full(len(rows), otherwise)
    of_rows = values[rows]
    of_rows[rows < 0] = otherwise
    return of_rows


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
