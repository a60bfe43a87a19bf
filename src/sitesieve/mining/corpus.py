"""Labelled pages as matrices: one for each way of cleaning, the same rows in all."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, load_npz, save_npz

from sitesieve.atomic import atomic_write

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PageLabel:
    """What is known of a page before it is mined."""

    label: str
    site: str
    group: str  # the experiment it belongs to; "" where there is only one


@dataclass
class ExperimentGroup:
    """The pages of one experiment: which rows, and their classes and sites by number."""

    name: str
    rows: Ints
    class_names: list[str]
    classes: Ints
    site_names: list[str]
    sites: Ints

    @property
    def pages(self) -> int:
        return len(self.rows)

    def table(self) -> list[list[int]]:
        """How many pages each class (row) has on each site (column): thesis, table 5-1."""
        counts = np.zeros((len(self.class_names), len(self.site_names)), np.int64)
        np.add.at(counts, (self.classes, self.sites), 1)
        return [[int(n) for n in row] for row in counts]


@dataclass
class Corpus:
    """Pages with labels, and their words as each input leaves them."""

    pages: list[PageLabel] = field(default_factory=list)
    matrices: list[Any] = field(default_factory=list)

    def groups(self) -> list[ExperimentGroup]:
        """The experiments among the pages, by name."""
        names = sorted({page.group for page in self.pages})
        return [self._group(name) for name in names]

    def _group(self, name: str) -> ExperimentGroup:
        rows = [i for i, page in enumerate(self.pages) if page.group == name]
        labels, classes = _numbered([self.pages[i].label for i in rows])
        sites, where = _numbered([self.pages[i].site for i in rows])
        return ExperimentGroup(name, np.array(rows, np.int64), labels, classes, sites, where)

    def save(self, folder: Path) -> None:
        """Write all to a folder, as data."""
        for number, matrix in enumerate(self.matrices):
            with atomic_write(_file(folder, number)) as file:
                save_npz(file, matrix)
        rows = [[page.label, page.site, page.group] for page in self.pages]
        with atomic_write(folder / "pages.json") as file:
            file.write(json.dumps(rows).encode())

    @classmethod
    def load(cls, folder: Path) -> "Corpus":
        """The pages that were saved; matrices are read by `matrix` when they are needed."""
        rows = json.loads((folder / "pages.json").read_bytes())
        return cls([PageLabel(*row) for row in rows])


def matrix(folder: Path, number: int) -> Any:
    """The matrix of an input, as it was saved."""
    return load_npz(_file(folder, number)).tocsr()


def _file(folder: Path, number: int) -> Path:
    return folder / f"input-{number}.npz"


def _numbered(names: Sequence[str]) -> tuple[list[str], Ints]:
    distinct = sorted(set(names))
    number = {name: i for i, name in enumerate(distinct)}
    return distinct, np.array([number[name] for name in names], np.int64)


class Rows:
    """Bags of words, one by one, to a sparse matrix. Columns are numbered as words come up."""

    def __init__(self) -> None:
        self._columns: dict[str, int] = {}
        self._indices: list[int] = []
        self._values: list[float] = []
        self._starts = [0]

    def add(self, bag: Mapping[str, float]) -> None:
        """Add a row; words that count for nothing are left out."""
        for word, value in bag.items():
            if value > 0:
                self._indices.append(self._columns.setdefault(word, len(self._columns)))
                self._values.append(value)
        self._starts.append(len(self._indices))

    def matrix(self) -> csr_matrix:
        """All rows, with columns in order inside each."""
        shape = (len(self._starts) - 1, max(1, len(self._columns)))
        result = csr_matrix((self._values, self._indices, self._starts), shape, np.float64)
        result.sort_indices()
        return result
