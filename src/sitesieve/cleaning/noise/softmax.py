"""A linear model of several kinds that can be read: a weight for each feature and kind."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.boosting import Rows
from sitesieve.cleaning.noise.weighted_sums import weighted_sums

Scores = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False, slots=True)
class Softmax:
    """Weights that add up to the logarithm of an unnormalised probability for each outcome."""

    features: tuple[str, ...]
    outcomes: tuple[str, ...]
    weights: Scores  # a row for each feature, a column for each outcome
    base: Scores

    def __post_init__(self) -> None:
        if self.weights.shape != (len(self.features), len(self.outcomes)):
            raise ValueError("the weights do not match the features and outcomes")
        if self.base.shape != (len(self.outcomes),):
            raise ValueError("the base does not match the outcomes")
        if not (np.isfinite(self.weights).all() and np.isfinite(self.base).all()):
            raise ValueError("a weight is not finite")

    def probabilities(self, rows: Rows) -> Scores:
        """The probability of each outcome for each row."""
        return self.normalised(weighted_sums(rows, self.weights))

    def normalised(self, scores: Scores) -> Scores:
        """Probabilities from what rows add up to; the scores are written over."""
        scores += self.base
        scores -= scores.max(axis=1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=1, keepdims=True)
        found: Scores = scores
        return found

    def contributions(self, row: Rows, outcome: int, rival: int) -> dict[str, float]:
        """What each feature adds to the log-odds of an outcome against a rival, largest first."""
        gains = row * (self.weights[:, outcome] - self.weights[:, rival])
        order = np.argsort(-np.abs(gains), kind="stable")
        return {self.features[i]: float(gains[i]) for i in order.tolist() if gains[i]}

    def as_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The model as arrays of plain numbers; weights are rounded to 16 bits."""
        said = json.dumps([self.features, self.outcomes]).encode()
        return {
            "said": np.frombuffer(said, np.uint8),
            "weights": self.weights.astype(np.float16),
            "base": self.base.astype(np.float32),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> "Softmax":
        """What `as_arrays` wrote; `ValueError` or `KeyError` when it is none."""
        features, outcomes = json.loads(arrays["said"].tobytes())
        weights = arrays["weights"].astype(np.float32)
        return cls(tuple(features), tuple(outcomes), weights, arrays["base"].astype(np.float32))
