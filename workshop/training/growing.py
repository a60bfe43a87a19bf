"""Boosted trees grown by scikit-learn, taken over as plain data."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.boosting import BoostedTrees, Rows
from sitesieve.errors import MissingExtra

_Split = tuple[int, int, float, int, int]  # tree, feature, threshold, first leaf, first right


@dataclass(frozen=True, slots=True)
class Growth:
    """How trees are grown."""

    rounds: int = 150  # a tree for each output
    leaves: int = 24
    rate: float = 0.1
    rows_in_leaf: int = 40
    ridge: float = 1.0
    columns: float = 1.0  # share of the features looked at for a split
    seed: int = 0


def grow(
    rows: Rows,
    labels: npt.NDArray[Any],
    weights: npt.NDArray[Any] | None,
    features: Sequence[str],
    growth: Growth | None = None,
) -> BoostedTrees:
    """Trees that tell the labels 0, 1, … apart. The same data gives the same trees."""
    try:
        from sklearn.ensemble import HistGradientBoostingClassifier
    except ImportError:
        raise MissingExtra("Training", "mining") from None
    growth = growth or Growth()
    model = HistGradientBoostingClassifier(
        max_iter=growth.rounds,
        max_leaf_nodes=growth.leaves,
        learning_rate=growth.rate,
        min_samples_leaf=growth.rows_in_leaf,
        l2_regularization=growth.ridge,
        max_features=growth.columns,
        max_bins=63,
        early_stopping=False,
        random_state=growth.seed,
    )
    model.fit(rows, labels, sample_weight=weights)
    return taken_over(model, features, np.median(rows, axis=0).astype(np.float32))


def taken_over(model: Any, features: Sequence[str], usual: Rows) -> BoostedTrees:
    """The trees of a fitted HistGradientBoosting model as `BoostedTrees`."""
    leaves, values = [], []
    splits: list[_Split] = []
    for number, grown in enumerate(tree for round_ in model._predictors for tree in round_):
        tree_values: list[float] = []
        _follow(grown.nodes, 0, number, tree_values, splits)
        leaves.append(len(tree_values))
        values += tree_values
    tree, feature, threshold, first, right = zip(*splits, strict=True) if splits else ((),) * 5
    return BoostedTrees(
        features=tuple(features),
        usual=usual,
        base=np.asarray(model._baseline_prediction, np.float64).ravel(),
        leaves=np.array(leaves, np.uint8),
        value=np.array(values, np.float32),
        tree=np.array(tree, np.uint16),
        feature=np.array(feature, np.uint16),
        threshold=_rounded_down(np.array(threshold, np.float64)),
        first=np.array(first, np.uint8),
        right=np.array(right, np.uint8),
    )


def _follow(
    nodes: Any,
    at: int,
    tree: int,
    values: list[float],
    splits: list[tuple[int, int, float, int, int]],
) -> None:
    """Number the leaves below a node from left to right, and note its splits."""
    node = nodes[at]
    if node["is_leaf"]:
        values.append(float(node["value"]))
        return
    first = len(values)
    _follow(nodes, int(node["left"]), tree, values, splits)
    splits.append(
        (tree, int(node["feature_idx"]), float(node["num_threshold"]), first, len(values))
    )
    _follow(nodes, int(node["right"]), tree, values, splits)


def _rounded_down(thresholds: npt.NDArray[np.float64]) -> Rows:
    # A 32-bit value is at most a threshold just when it is at most the largest 32-bit
    # number up to it.
    near = thresholds.astype(np.float32)
    too_high = near > thresholds
    return np.where(too_high, np.nextafter(near, np.float32(-np.inf)), near)
