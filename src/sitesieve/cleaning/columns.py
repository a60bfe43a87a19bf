"""Evidence as columns of numbers, each made together with its name.

Trained models know columns by their place, so that names and places must never part: what
makes a column also names it, and the names are asked of the columns of a small page.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.boosting import Rows

Values = npt.NDArray[Any]


class Columns:
    """Columns with their names, in the order in which they are added."""

    def __init__(self) -> None:
        self._parts: list[tuple[str, Sequence[object] | None, Values]] = []

    def add(self, name: str, values: Values, of: Sequence[object] | None = None) -> None:
        """Add a column, or one for each of several things, which stand for `{}` in the name.

        >>> columns = Columns()
        >>> columns.add("words", np.array([3, 5]))
        >>> columns.add("says {}", np.array([[1, 0], [0, 1]]), ("offer", "legal"))
        >>> columns.names
        ('words', 'says offer', 'says legal')
        >>> columns.rows().tolist()
        [[3.0, 1.0, 0.0], [5.0, 0.0, 1.0]]
        """
        if values.shape[1:] != (() if of is None else (len(of),)):
            raise ValueError(f"not every column of {name!r} has a name")
        self._parts.append((name, of, values))

    def update(self, columns: Mapping[str, Values]) -> None:
        """Add columns by name."""
        for name, values in columns.items():
            self.add(name, values)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        names: list[str] = []
        for name, of, _ in self._parts:
            names += [name] if of is None else [name.format(one) for one in of]
        return tuple(names)

    def rows(self, order: Literal["C", "F"] = "C") -> Rows:
        """The columns side by side."""
        width = sum(1 if of is None else len(of) for _, of, _ in self._parts)
        rows = np.empty((len(self._parts[0][2]), width), np.float32, order)
        at = 0
        for _, of, values in self._parts:
            if of is None:
                rows[:, at] = values
                at += 1
            else:
                rows[:, at : at + len(of)] = values
                at += len(of)
        return rows
