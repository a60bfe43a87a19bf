"""Naive Bayes with normal distributions, on random sets of pages (Das §4)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from scipy.stats import norm

from sitesieve.mining.normal_bayes import NormalBayes, drawn_set, set_scores
from sitesieve.mining.settings import MiningSettings

DRAWN = MiningSettings()


def test_probabilities_by_hand() -> None:
    # Values 0, 0 | 2, 4: three that are (4 − 0) / 2 = 2 apart. Class 0 has mean 0 and, as its
    # pages do not differ, deviation 2/6; class 1 has mean 3 and deviation 1.
    bayes = NormalBayes().fit(csr_matrix([[0.0], [0.0], [2.0], [4.0]]), np.array([0, 0, 1, 1]))
    assert bayes.precision == pytest.approx([2])
    assert bayes.means.ravel() == pytest.approx([0, 3])
    assert bayes.deviations.ravel() == pytest.approx([1 / 3, 1])
    assert bayes.priors == pytest.approx(np.log([3 / 6, 3 / 6]))
    # x = 0: Φ(3) − Φ(−3) = .9973, and Φ(−2) − Φ(−4) = .0227
    assert np.exp(bayes.without).ravel() == pytest.approx([0.9973, 0.02272], rel=1e-3)
    # x = 2: Φ(9) − Φ(3) = .00135 against Φ(0) − Φ(−2) = .477; 0.9 is rounded to 0, 1.1 to 2.
    guess = bayes.predict(csr_matrix([[0.0], [2.0], [0.9], [1.1], [100.0]]))
    assert guess.tolist() == [0, 1, 0, 1, 0]  # far from both: the least there is, twice


def test_a_word_that_is_worth_the_same_everywhere() -> None:
    bayes = NormalBayes().fit(csr_matrix([[1.0, 0.0], [1.0, 3.0]]), np.array([0, 1]))
    assert bayes.precision == pytest.approx([0.01, 3])
    assert bayes.predict(csr_matrix([[1.0, 0.0], [1.0, 3.0]])).tolist() == [0, 1]


def plainly(rows: np.ndarray, classes: np.ndarray, tested: np.ndarray) -> np.ndarray:
    """Scores of classes, a number at a time."""
    scores = np.zeros((len(tested), classes.max() + 1))
    for c in range(classes.max() + 1):
        scores[:, c] = np.log(((classes == c).sum() + 1) / (len(classes) + classes.max() + 1))
        for word in range(rows.shape[1]):
            values = np.unique(rows[:, word])
            apart = np.diff(values).mean() if len(values) > 1 else 0.01
            own = np.rint(rows[classes == c, word] / apart) * apart
            normal = norm(own.mean(), max(own.std(), apart / 6))
            for page, value in enumerate(np.rint(tested[:, word] / apart) * apart):
                inside = normal.cdf(value + apart / 2) - normal.cdf(value - apart / 2)
                scores[page, c] += np.log(max(1e-75, inside))
    return scores


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000))
def test_it_is_what_it_is_said_to_be(seed: int) -> None:
    random = np.random.default_rng(seed)
    rows = np.round(random.random((12, 5)) * random.integers(0, 2, (12, 5)), 2)
    classes = np.append([0, 1, 2], random.integers(0, 3, 9))
    tested = np.round(random.random((6, 5)) * random.integers(0, 2, (6, 5)), 2)
    scores = plainly(rows, classes, tested)
    guess = NormalBayes().fit(csr_matrix(rows), classes).predict(csr_matrix(tested))
    best = scores.max(axis=1)
    # Where two classes are equally likely, rounding may choose either.
    assert scores[np.arange(6), guess] == pytest.approx(best, rel=1e-6)


def test_a_set_is_a_share_of_the_pages_of_the_largest_classes() -> None:
    classes = np.repeat([0, 1, 2, 3, 4], [4, 20, 20, 10, 30])
    first, second = (drawn_set(classes, number, 7, DRAWN) for number in (0, 1))
    assert len(first) == len(set(first.tolist())) == 40
    assert set(classes[first].tolist()) <= {1, 2, 3, 4}
    assert first.tolist() != second.tolist()
    assert first.tolist() == drawn_set(classes, 0, 7, DRAWN).tolist()
    two = MiningSettings(set_classes=2, set_share=1.0)
    assert drawn_set(classes, 0, 7, two).tolist() == [*range(4, 24), *range(54, 84)]


def test_ten_times_ten_folds() -> None:
    random = np.random.default_rng(1)
    classes = np.repeat([0, 1, 2, 3], 30)
    values = random.random((120, 4)) * 0.1
    values[np.arange(120), classes] += 1
    scores = set_scores(csr_matrix(values), classes, 0, 0, DRAWN)
    assert scores is not None
    assert (scores.f, scores.accuracy, scores.trials) == (1, 1, 10)
    alike = set_scores(csr_matrix(np.ones((120, 4))), classes, 0, 0, DRAWN)
    assert alike is not None
    assert alike.accuracy < 0.5


def test_a_class_of_one_page_cannot_be_tried() -> None:
    whole = MiningSettings(set_share=1.0)
    rows, classes = csr_matrix(np.eye(5)), np.array([0, 0, 0, 0, 1])
    assert set_scores(rows, classes, 0, 0, whole) is None
    assert set_scores(rows, np.zeros(5, np.int64), 0, 0, whole) is None
    assert set_scores(csr_matrix((5, 3)), np.array([0, 0, 0, 1, 1]), 0, 0, whole) is not None
