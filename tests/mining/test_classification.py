"""SVM in the thesis's three configurations, and naive Bayes in folds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from sklearn.metrics import accuracy_score, f1_score
from sklearn.preprocessing import normalize as unit_rows
from sklearn.svm import LinearSVC

from sitesieve.mining.classification import Ints, bayes_scores, f_and_accuracy, svm_scores


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
