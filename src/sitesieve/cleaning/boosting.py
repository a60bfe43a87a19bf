"""Boosted trees as data: a score that many small trees add up to.

A tree is held as its splits, each a feature, a threshold and the run of leaves on
its left. Where a value exceeds the threshold, those leaves are ruled out; the first
leaf that no split rules out is the one the row falls into (QuickScorer: Lucchese et
al., SIGIR 2015). With at most 32 leaves a tree, a set of leaves is one integer
(`tree_scores`). Trees are grown in `training`.
"""

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.tree_scores import add_scores
from sitesieve.errors import ModelError

MOST_LEAVES = 32  # of a tree: a set of leaves is a 32-bit integer
_ALL = np.uint32(0xFFFFFFFF)

Rows = npt.NDArray[np.float32]
Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class BoostedTrees:
    """Trees whose leaf values add up to a score for each output.

    With one output the score is a log-odds; with several, tree `i` adds to output
    `i % outputs` and the scores are logarithms of unnormalised probabilities.
    """

    features: tuple[str, ...]  # names of the columns, in order
    usual: npt.NDArray[np.float32]  # a common value of each, for explanations
    base: npt.NDArray[np.float64]  # where the score of each output starts
    leaves: npt.NDArray[np.uint8]  # how many each tree has
    value: npt.NDArray[np.float32]  # of all leaves, tree by tree
    tree: npt.NDArray[np.uint16]  # of each split
    feature: npt.NDArray[np.uint16]
    threshold: npt.NDArray[np.float32]  # values above it go right
    first: npt.NDArray[np.uint8]  # the leaves first … right are on the left
    right: npt.NDArray[np.uint8]

    def __post_init__(self) -> None:
        trees, splits = len(self.leaves), len(self.tree)
        columns = (self.feature, self.threshold, self.first, self.right)
        if any(len(column) != splits for column in columns):
            raise ValueError("the columns of the splits differ in length")
        if not len(self.base) or trees % len(self.base):
            raise ValueError("the trees do not divide among the outputs")
        if len(self.usual) != len(self.features):
            raise ValueError("not every feature has a usual value")
        if int(self.leaves.sum()) != len(self.value):
            raise ValueError("the values do not match the leaves")
        if trees and not (self.leaves.min() >= 1 and self.leaves.max() <= MOST_LEAVES):
            raise ValueError(f"a tree has 1 to {MOST_LEAVES} leaves")
        if splits and not (
            self.tree.max() < trees
            and self.feature.max() < len(self.features)
            and (self.first < self.right).all()
            and (self.right < self.leaves[self.tree]).all()
            and np.isfinite(self.threshold).all()
        ):
            raise ValueError("a split is out of range")
        if not (np.isfinite(self.value).all() and np.isfinite(self.base).all()):
            raise ValueError("a value is not finite")

    @property
    def outputs(self) -> int:
        """How many scores a row gets."""
        return len(self.base)

    def score(self, rows: Rows) -> Scores:
        """The score of each row for each output. A value that is no number is above all."""
        if rows.shape[1:] != (len(self.features),):
            raise ValueError(f"rows must have {len(self.features)} columns")
        scores = np.tile(self.base, (len(rows), 1))
        add_scores(np.asfortranarray(rows), *self._splits, self._offsets, self.value, scores)
        return scores

    def contributions(self, row: Rows, output: int = 0) -> dict[str, float]:
        """What each feature adds to a row's score: what the score would lose if the feature
        had its usual value. Largest first."""
        # Leaves left by the questions before each feature and by those after it: with what the
        # usual value leaves, they are the leaves of a row that differs in this feature alone.
        left, usual = self._left_by_each(row), self._left_by_usual
        nothing = np.full((1, len(self.leaves)), _ALL)
        before = np.bitwise_and.accumulate(np.concatenate([nothing, left]), axis=0)
        after = np.bitwise_and.accumulate(np.concatenate([nothing, left[::-1]]), axis=0)[::-1]
        changed = np.flatnonzero((left != usual).any(axis=1))
        alive = before[:-1][changed] & usual[changed] & after[1:][changed]
        scores = self._summed(np.concatenate([before[-1:], alive]))[:, output]
        features = [self._questions[i][0] for i in changed.tolist()]
        gains = dict(zip(features, (scores[0] - scores[1:]).tolist(), strict=True))
        order = sorted(gains, key=lambda feature: (-abs(gains[feature]), feature))
        return {self.features[i]: gains[i] for i in order if gains[i] != 0}

    def _summed(self, alive: npt.NDArray[np.uint32]) -> Scores:
        """The scores of rows, given the leaves of each tree that no question rules out."""
        alive &= ~alive + np.uint32(1)  # the lowest bit that is set
        leaf = (alive.astype(np.float32).view(np.int32) >> 23) - 127  # its logarithm
        leaf += self._offsets
        values = np.take(self.value, leaf)
        by_output = values.reshape(len(alive), -1, self.outputs)
        total: Scores = by_output.sum(axis=1, dtype=np.float64) + self.base
        return total

    def _left_by_each(self, row: Rows) -> npt.NDArray[np.uint32]:
        """For each feature asked for, the leaves of each tree that its value leaves."""
        feature, threshold, start, mask = self._all_questions
        if not len(start):
            return np.zeros((0, len(self.leaves)), np.uint32)
        exceeded = np.add.reduceat(~(row[feature] <= threshold), start, dtype=np.int64)
        # A feature has one more mask than it has thresholds.
        found: npt.NDArray[np.uint32] = mask[start + np.arange(len(start)) + exceeded]
        return found

    @cached_property
    def _left_by_usual(self) -> npt.NDArray[np.uint32]:
        return self._left_by_each(self.usual)

    @cached_property
    def _all_questions(self) -> tuple[npt.NDArray[Any], ...]:
        """The questions of all features in one: for each threshold its feature and its value;
        for each feature its first threshold; the masks."""
        asked = self._questions
        many = [len(thresholds) for _, thresholds, _ in asked]
        none = np.zeros(0, np.float32)
        return (
            np.repeat([feature for feature, _, _ in asked], many).astype(np.int64),
            np.concatenate([none, *(thresholds for _, thresholds, _ in asked)]),
            (np.cumsum(many) - many).astype(np.int64),
            np.concatenate([np.zeros((0, len(self.leaves)), np.uint32), *(m for _, _, m in asked)]),
        )

    @cached_property
    def _splits(
        self,
    ) -> tuple[
        npt.NDArray[np.int32],
        npt.NDArray[np.int32],
        npt.NDArray[np.float32],
        npt.NDArray[np.uint16],
        npt.NDArray[np.uint32],
    ]:
        """The splits as `add_scores` takes them: by feature and threshold."""
        order = np.lexsort((self.threshold, self.feature))
        features, begins = np.unique(self.feature[order], return_index=True)
        return (
            features.astype(np.int32),
            np.append(begins, len(order)).astype(np.int32),
            self.threshold[order],
            self.tree[order],
            self._leaves_left[order],
        )

    @cached_property
    def _leaves_left(self) -> npt.NDArray[np.uint32]:
        """For each split the leaves of its tree that are left where a value exceeds it."""
        on_left = (np.uint64(1) << self.right) - (np.uint64(1) << self.first)
        return ~on_left.astype(np.uint32)

    @cached_property
    def _offsets(self) -> npt.NDArray[np.int32]:
        return (np.cumsum(self.leaves, dtype=np.int32) - self.leaves).astype(np.int32)

    @cached_property
    def _questions(self) -> list[tuple[int, Rows, npt.NDArray[np.uint32]]]:
        """For each feature asked for: its thresholds in order, and for each number of
        thresholds exceeded the leaves of each tree that are left."""
        questions = []
        for feature in np.unique(self.feature).tolist():
            splits = np.flatnonzero(self.feature == feature)
            thresholds, rank = np.unique(self.threshold[splits], return_inverse=True)
            masks = np.full((len(thresholds) + 1, len(self.leaves)), _ALL)
            np.bitwise_and.at(masks, (rank + 1, self.tree[splits]), self._leaves_left[splits])
            np.bitwise_and.accumulate(masks, axis=0, out=masks)
            questions.append((feature, thresholds, masks))
        return questions

    def as_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The trees as arrays of plain numbers."""
        names = np.frombuffer(json.dumps(self.features).encode(), np.uint8)
        return {"features": names} | {name: getattr(self, name) for name in _COLUMNS}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> "BoostedTrees":
        """The trees that `as_arrays` wrote; `ValueError` or `KeyError` when they are none."""
        names = json.loads(arrays["features"].tobytes())
        columns = {}
        for name, kind in _COLUMNS.items():
            column = arrays[name]
            if column.dtype != kind or column.ndim != 1:
                raise ValueError(f"{name} is no column of {np.dtype(kind)}")
            columns[name] = column
        return cls(features=tuple(str(name) for name in names), **columns)


_COLUMNS: dict[str, Any] = {
    "usual": np.float32,
    "base": np.float64,
    "leaves": np.uint8,
    "value": np.float32,
    "tree": np.uint16,
    "feature": np.uint16,
    "threshold": np.float32,
    "first": np.uint8,
    "right": np.uint8,
}


def write_trees(path: Path | str, ensembles: Mapping[str, BoostedTrees]) -> None:
    """Write ensembles by name to one file: the same trees give the same bytes."""
    write_arrays(path, prefixed(ensembles))


def prefixed(ensembles: Mapping[str, BoostedTrees]) -> dict[str, npt.NDArray[Any]]:
    """The arrays of several ensembles, each after the name of its ensemble and a dot."""
    return {
        f"{name}.{column}": array
        for name, trees in ensembles.items()
        for column, array in trees.as_arrays().items()
    }


def write_arrays(path: Path | str, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write arrays of plain numbers by name to one file."""
    named: dict[str, Any] = dict(arrays)
    with Path(path).open("wb") as file:
        np.savez_compressed(file, **named)


def read_trees(file: IO[bytes], label: str) -> dict[str, BoostedTrees]:
    """The ensembles of a file, by name; `label` is how errors name it."""
    try:
        with np.load(file, allow_pickle=False) as saved:
            ensembles: dict[str, dict[str, npt.NDArray[Any]]] = {}
            for key in saved.files:
                name, dot, column = key.rpartition(".")
                if dot:
                    ensembles.setdefault(name, {})[column] = saved[key]
        return {name: BoostedTrees.from_arrays(arrays) for name, arrays in ensembles.items()}
    except (KeyError, ValueError, TypeError, EOFError, OSError, zipfile.BadZipFile) as error:
        raise ModelError(f"{label} does not hold boosted trees: {error}") from error
