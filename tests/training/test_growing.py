"""Trees taken over from scikit-learn say what scikit-learn says."""

import io
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier

from sitesieve.cleaning.boosting import BoostedTrees, read_trees, write_trees
from sitesieve.errors import ModelError
from training.growing import Growth, grow, taken_over

NAMES = tuple(f"f{i}" for i in range(7))


def material(classes: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int64]]:
    random = np.random.default_rng(5)
    rows = random.normal(size=(1500, len(NAMES))).astype(np.float32)
    rows[:, 1] = np.round(rows[:, 1])  # many equal values
    rows[:, 2] = rows[:, 2] > 0
    score = rows[:, 0] * rows[:, 2] + np.abs(rows[:, 1]) + random.normal(size=1500) / 4
    edges = np.quantile(score, np.linspace(0, 1, classes + 1)[1:-1])
    return rows, np.digitize(score, edges)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("leaves", [2, 9, 31])
def test_scores_equal_those_of_scikit_learn(classes: int, leaves: int) -> None:
    rows, labels = material(classes)
    model = HistGradientBoostingClassifier(
        max_iter=20, max_leaf_nodes=leaves, max_bins=63, early_stopping=False
    ).fit(rows, labels)
    trees = taken_over(model, NAMES, rows[0])
    unseen = np.random.default_rng(6).normal(size=(2000, len(NAMES))).astype(np.float32)
    unseen[::3, 1] = np.round(unseen[::3, 1])
    for some in (rows, unseen, unseen[:1], unseen[:0]):
        expected = model.decision_function(some) if len(some) else np.empty((0, trees.outputs))
        np.testing.assert_allclose(
            trees.score(some), expected.reshape(len(some), trees.outputs), rtol=1e-5, atol=1e-5
        )


def test_one_class_gives_trees_without_splits() -> None:
    rows, _ = material(2)
    labels = np.zeros(len(rows), np.int64)
    labels[0] = 1
    trees = grow(rows, labels, None, NAMES, Growth(rounds=3, rows_in_leaf=10_000))
    assert len(trees.tree) == 0
    assert np.ptp(trees.score(rows)) == 0


def test_the_same_data_gives_the_same_file(tmp_path: Any) -> None:
    rows, labels = material(2)
    files = []
    for name in ("one", "two"):
        write_trees(tmp_path / name, {"block": grow(rows, labels, None, NAMES, Growth(rounds=9))})
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]
    again = read_trees(io.BytesIO(files[0]), "one")["block"]
    kept = grow(rows, labels, None, NAMES, Growth(rounds=9))
    assert again.features == NAMES
    np.testing.assert_array_equal(again.score(rows), kept.score(rows))


def test_what_a_feature_contributes_is_what_its_usual_value_would_change() -> None:
    rows, labels = material(2)
    trees = grow(rows, labels, None, NAMES, Growth(rounds=30))
    contributions = trees.contributions(rows[7])
    assert {"f0", "f1"} <= set(contributions) <= set(NAMES)  # the labels depend on these two
    for name, gain in contributions.items():
        changed = rows[7].copy()
        changed[NAMES.index(name)] = trees.usual[NAMES.index(name)]
        both = trees.score(np.stack([rows[7], changed]))
        assert gain == pytest.approx(float(both[0, 0] - both[1, 0]))


@pytest.mark.parametrize("damage", ["no-zip", "missing", "range", "type", "object"])
def test_a_damaged_file_is_refused_by_name(damage: str, tmp_path: Any) -> None:
    rows, labels = material(2)
    arrays = grow(rows, labels, None, NAMES, Growth(rounds=3)).as_arrays()
    if damage == "missing":
        del arrays["value"]
    elif damage == "range":
        arrays["feature"] = arrays["feature"] + np.uint16(100)
    elif damage == "type":
        arrays["threshold"] = arrays["threshold"].astype(np.float64)
    elif damage == "object":
        arrays["base"] = np.array([object()])
    path = tmp_path / "trees"
    with path.open("wb") as file:
        named: dict[str, Any] = {f"block.{name}": array for name, array in arrays.items()}
        np.savez(file, **named)
    if damage == "no-zip":
        path.write_bytes(b"no trees here")
    with path.open("rb") as file, pytest.raises(ModelError, match="the file"):
        read_trees(file, "the file")


def test_a_row_of_another_width_is_refused() -> None:
    rows, labels = material(2)
    trees: BoostedTrees = grow(rows, labels, None, NAMES, Growth(rounds=3))
    with pytest.raises(ValueError, match="7 columns"):
        trees.score(rows[:, :5])
