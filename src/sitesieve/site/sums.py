"""Tables of sums by key: the form in which everything about a site adds up."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sitesieve.site.placing import Keys

_ROWS_PENDING = 100_000

Numbers = npt.NDArray[np.float64]


class KeyedSums:
    """Rows of one or two 64-bit keys and some sums; equal keys are added up.

    Rows wait in a buffer and are folded in when there are as many of them as
    there are folded rows, so the cost stays linear (times a logarithm).
    """

    def __init__(self, keys: int, sums: int) -> None:
        self._keys: list[Keys] = [np.empty(0, np.uint64) for _ in range(keys)]
        self._sums: list[Numbers] = [np.empty(0) for _ in range(sums)]
        self._pending: list[tuple[Sequence[Keys], Sequence[Numbers]]] = []
        self._waiting = 0

    def add(self, keys: Sequence[Keys], sums: Sequence[npt.ArrayLike]) -> None:
        """Add rows: a column for each key and each sum."""
        if len(keys[0]):
            columns = [np.broadcast_to(np.asarray(s, np.float64), len(keys[0])) for s in sums]
            self._pending.append((list(keys), columns))
            self._waiting += len(keys[0])
            if self._waiting > max(_ROWS_PENDING, len(self._keys[0])):
                self._fold()

    def merge(self, other: "KeyedSums") -> None:
        """Add all rows of another table."""
        self.add(*other.table())

    def table(self) -> tuple[list[Keys], list[Numbers]]:
        """The key columns, in order, and the sums."""
        self._fold()
        return self._keys, self._sums

    def __len__(self) -> int:
        self._fold()
        return len(self._keys[0])

    def _fold(self) -> None:
        if not self._pending:
            return
        parts = [(self._keys, self._sums), *self._pending]
        keys = [np.concatenate(column) for column in zip(*(k for k, _ in parts), strict=True)]
        sums = [np.concatenate(column) for column in zip(*(s for _, s in parts), strict=True)]
        order = np.lexsort(keys[::-1])
        keys = [column[order] for column in keys]
        new = np.zeros(len(order), np.bool_)
        new[:1] = True
        for column in keys:
            new[1:] |= column[1:] != column[:-1]
        starts = np.flatnonzero(new)
        self._keys = [column[starts] for column in keys]
        self._sums = [np.add.reduceat(column[order], starts) for column in sums]
        self._pending, self._waiting = [], 0


def find(sorted_keys: Keys, wanted: Keys) -> npt.NDArray[np.int64]:
    """The row of each wanted key in a sorted column, -1 where there is none."""
    if not len(sorted_keys):
        return np.full(len(wanted), -1, np.int64)
    rows = np.searchsorted(sorted_keys, wanted)
    rows = np.minimum(rows, len(sorted_keys) - 1)
    return np.where(sorted_keys[rows] == wanted, rows, -1)
