"""SVM in the thesis's three configurations, and naive Bayes in folds."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from sklearn.metrics import accuracy_score, f1_score
from sklearn.preprocessing import normalize as unit_rows
from sklearn.svm import LinearSVC

from sitesieve.mining.classification import (
    Ints,
    Machine,
    bayes_scores,
    f_and_accuracy,
    svm_scores,
    usual_c,
)
from sitesieve.mining.settings import MiningSettings


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30))
def test_f_and_accuracy_are_what_everybody_means(pairs: list[tuple[bool, bool]]) -> None:
    truth, guess = (np.array(side) for side in zip(*pairs, strict=True))
    f, accuracy = f_and_accuracy(truth, guess)
    expected = f1_score(truth, guess, average=None, labels=[True, False], zero_division=0)
    assert f == pytest.approx(expected.mean())
    assert accuracy == pytest.approx(accuracy_score(truth, guess))


def pages(noise: float, sites: int = 3, each: int = 4) -> tuple[csr_matrix, Ints, Ints]:
    """Two classes on several sites. Words 0 and 1 tell the class, 2… tell the site."""
    random = np.random.default_rng(1)
    classes = np.tile(np.repeat([0, 1], each), sites)
    where = np.repeat(np.arange(sites), 2 * each)
    values = random.random((len(classes), 2 + sites)) * 0.05
    values[np.arange(len(classes)), classes] += 1
    values[np.arange(len(classes)), 2 + where] += noise
    return unit_rows(csr_matrix(values)), classes, where


def test_noise_of_the_site_harms_most_where_classes_come_from_different_sites() -> None:
    clean, noisy = (svm_scores(*pages(noise), (0, 1)) for noise in (0.0, 30.0))
    for number in (1, 2, 3):
        scores = clean[number]
        assert scores is not None
        assert scores.f == 1
    assert noisy[1] is not None
    assert noisy[3] is not None
    assert noisy[3].f < noisy[1].f
    assert noisy[3].f < 0.7


def test_the_configurations_are_those_of_the_thesis() -> None:
    rows, classes, where = pages(2.0)
    wanted: dict[int, list[float]] = {1: [], 2: [], 3: []}
    for a in range(3):
        for b in range(3):
            train = ((classes == 0) & (where == a)) | ((classes == 1) & (where == b))
            other = (where != a) & (where != b)
            machine = LinearSVC(random_state=0).fit(rows[train], classes[train])
            for number, test in ((1, other),) if a == b else ((2, other), (3, ~train)):
                guess = machine.predict(rows[test])
                wanted[number].append(f1_score(classes[test], guess, average="macro"))
    svm_f = svm_scores(rows, classes, where, (0, 1))
    for number, values in wanted.items():
        scores = svm_f[number]
        assert scores is not None
        assert scores.f == pytest.approx(np.mean(values), abs=1e-6)
        assert scores.trials == len(values) == (3 if number == 1 else 6)


def test_what_cannot_be_tried_is_left_out() -> None:
    rows, classes, where = pages(0.0, sites=2)
    only = (classes == 0) | (where == 0)  # class 1 on the first site only
    scores = svm_scores(rows[only], classes[only], where[only], (0, 1))
    assert scores[1] is None
    assert scores[2] is None
    assert scores[3] is None  # trained on all there is of class 1
    rows, classes, where = pages(0.0, sites=2)
    scores = svm_scores(rows, classes, where, (0, 1))
    assert scores[2] is None  # no third site
    assert scores[3] is not None


def test_naive_bayes_takes_as_many_folds_as_there_are_pages() -> None:
    rows, classes, _ = pages(0.0, sites=3, each=4)
    counts = csr_matrix(np.round(rows.toarray() * 10))
    full = bayes_scores(counts, classes, (0, 1))
    assert full is not None
    assert full.f == full.accuracy == 1
    assert full.trials == 10
    few = np.concatenate([np.flatnonzero(classes == 0)[:3], np.flatnonzero(classes == 1)])
    assert bayes_scores(counts[few], classes[few], (0, 1)) is not None
    one = np.concatenate([np.flatnonzero(classes == 0)[:1], np.flatnonzero(classes == 1)])
    assert bayes_scores(counts[one], classes[one], (0, 1)) is None


def test_naive_bayes_with_pages_that_have_no_words() -> None:
    scores = bayes_scores(csr_matrix((20, 3)), np.repeat([0, 1], 10), (0, 1))
    assert scores is not None
    assert scores.accuracy == 0.5


def test_f_of_the_first_class_is_that_of_its_own_confusion() -> None:
    # Of 3 pages of the first class 2 are found; of 7 others 1 is taken for it.
    truth = np.array([True] * 3 + [False] * 7)
    guess = np.array([True, True, False, True] + [False] * 6)
    first, accuracy = f_and_accuracy(truth, guess, "first")
    assert first == pytest.approx(2 * 2 / (3 + 3))  # p = r = 2/3
    assert accuracy == pytest.approx(0.8)
    mean, _ = f_and_accuracy(truth, guess)
    assert mean == pytest.approx((2 / 3 + 12 / 14) / 2)


# One page of the first class at 2, three of the other at 0, c = 0.1.
ONE, FIRST = csr_matrix([[2.0], [0.0], [0.0], [0.0]]), np.array([True, False, False, False])


def bounds(settings: MiningSettings, low: float, high: float) -> bool:
    """Whether the classes are told apart somewhere between two values."""
    rows = csr_matrix([*ONE.toarray(), [low], [high]])
    first, trained = np.append(FIRST, [False, False]), np.array([True] * 4 + [False] * 2)
    guess = Machine(rows, settings).separate(first, trained)
    return not guess[4] and bool(guess[5])


def test_hinge_is_svm_light_s_machine() -> None:
    # Dual: α of the first page is c, those of the others sum to it; so w = 2c = 0.2. The
    # others are below their bound, so −(0 w + b) = 1: f(x) = 0.2 x − 1, and f(2) < 0.
    hinge = MiningSettings(loss="hinge", c=0.1)
    assert bounds(hinge, 4.99, 5.01)
    # At c = 0.5 the margin is kept: w = 1, b = −1.
    assert bounds(MiningSettings(loss="hinge", c=0.5), 0.99, 1.01)


def test_squared_hinge_is_another_machine() -> None:
    # w = 4c (1 − 2w − b) and b = 2c (1 − 2w − b) − 6c (1 + b): w = 2/7, b = −2/7.
    assert bounds(MiningSettings(c=0.1), 0.99, 1.01)


def test_products_are_the_same_kept_or_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, classes, where = pages(2.0)
    letter = MiningSettings.by_paper()
    kept = svm_scores(rows, classes, where, (0, 1), settings=letter)
    monkeypatch.setattr("sitesieve.mining.classification._MOST_PAGES", 3)
    assert svm_scores(rows, classes, where, (0, 1), settings=letter) == kept


def test_the_usual_cost_is_that_of_svm_light() -> None:
    squares = np.array([9.0, 25.0])  # of lengths 3 and 5
    assert usual_c(squares, MiningSettings(c=0)) == pytest.approx(1 / 4**2)
    square = MiningSettings(c=0, loss="hinge", kernel="polynomial", degree=2)
    # K(x, x) − 2 K(x, 0) + K(0, 0) = (9 + 1)² − 2 + 1 and (25 + 1)² − 2 + 1
    mean = (99**0.5 + 675**0.5) / 2
    assert usual_c(squares, square) == pytest.approx(1 / mean**2)
    near = MiningSettings(c=0, loss="hinge", kernel="rbf", gamma=0.1)
    mean = ((2 - 2 * np.exp(-0.9)) ** 0.5 + (2 - 2 * np.exp(-2.5)) ** 0.5) / 2
    assert usual_c(squares, near) == pytest.approx(1 / mean**2)


@pytest.mark.parametrize(("kernel", "right"), [("linear", False), ("polynomial", True), ("rbf", 1)])
def test_kernels_that_bend_find_what_is_on_both_sides(kernel: str, right: bool) -> None:
    rows = csr_matrix([[-2.0], [2.0], [0.1], [-0.1], [-1.9], [0.2]])
    first = np.array([True, True, False, False, True, False])
    settings = MiningSettings(loss="hinge", kernel=kernel, degree=2, c=100)  # type: ignore[arg-type]
    guess = Machine(rows, settings).separate(first, np.arange(6) < 4)
    assert (guess == first).all() == right


def test_points_that_can_be_separated_are_whatever_the_machine() -> None:
    rows, classes, where = pages(0.0)
    for settings in (MiningSettings(), MiningSettings.by_paper(), MiningSettings(loss="hinge")):
        scores = svm_scores(rows, classes, where, (0, 1), settings=settings)[3]
        assert scores is not None
        assert scores.f == 1


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"kernel": "rbf"}, "goes with the loss hinge"),
        ({"kernel": "sigmoid", "loss": "hinge"}, "linear, polynomial, rbf"),
        ({"c": -1.0}, "0 or more"),
        ({"gamma": 0.0}, "more than 0"),
        ({"iterations": 0}, "1 or more"),
        ({"set_share": 1.5}, "at most 1"),
        ({"match": "best"}, "one-to-one, free"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        MiningSettings(**settings)


def test_naive_bayes_by_hand() -> None:
    # Two folds: one page of each class to learn from. Of (2, 0) and (1, 1), with one added to
    # each count, class 0 has the chances 3/4 and 1/4, class 1 has 1/2 and 1/2. The pages (0, 2)
    # and (1, 1) have (1/4)² and 3/16 against 1/4: all are taken for class 1.
    counts = csr_matrix([[2, 0], [0, 2], [1, 1], [1, 1]])
    scores = bayes_scores(counts, np.array([0, 0, 1, 1]), (0, 1))
    assert scores is not None
    assert scores.accuracy == 0.5
    assert scores.f == pytest.approx((0 + 2 * 2 / (2 + 4)) / 2)
