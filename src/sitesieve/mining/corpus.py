"""Labelled pages as matrices: one for each way of cleaning, the same rows in all."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, load_npz, save_npz

from sitesieve.atomic import atomic_write

Ints = npt.NDArray[np.int64]


class PageLabel(NamedTuple):
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
        table: list[list[int]] = counts.tolist()
        return table


def save(folder: Path, pages: list[PageLabel], matrices: Iterable[Any]) -> None:
    """Write labels and matrices to a folder, as data."""
    for number, rows in enumerate(matrices):
        with atomic_write(folder / f"input-{number}.npz") as file:
            save_npz(file, rows)
    with atomic_write(folder / "pages.json") as file:
        file.write(json.dumps(pages).encode())


def matrix(folder: Path, number: int) -> Any:
    """The matrix of an input, as it was saved."""
    return load_npz(folder / f"input-{number}.npz").tocsr()


def groups_in(folder: Path) -> list[ExperimentGroup]:
    """The experiments among the pages that were saved, by name."""
    pages = [PageLabel(*row) for row in json.loads((folder / "pages.json").read_bytes())]
    groups = []
    for name in sorted({page.group for page in pages}):
        rows = [i for i, page in enumerate(pages) if page.group == name]
        labels, classes = np.unique([pages[i].label for i in rows], return_inverse=True)
        sites, where = np.unique([pages[i].site for i in rows], return_inverse=True)
        numbers = np.array(rows, np.int64)
        groups.append(
            ExperimentGroup(name, numbers, labels.tolist(), classes, sites.tolist(), where)
        )
    return groups


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
