"""k-means by cosine: the algorithm of the thesis, many runs at once."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from sklearn.preprocessing import normalize as unit_rows

from sitesieve.mining.clustering import (
    NOWHERE,
    _product,
    _runs,
    cluster,
    cluster_scores,
    f_score,
    statistics,
)
from sitesieve.mining.settings import MiningSettings


def two_themes(pages: int = 12) -> tuple[csr_matrix, np.ndarray]:
    random = np.random.default_rng(3)
    values = random.random((pages, 10)) * 0.1
    classes = np.arange(pages) % 2
    values[classes == 0, :5] += 1
    values[classes == 1, 5:] += 1
    return unit_rows(csr_matrix(values)), classes


def plainly(rows: np.ndarray, clusters: int, seed: int, iterations: int) -> np.ndarray:
    """The same algorithm, written as in figure 5-1 of the thesis."""
    first = np.random.default_rng(seed).choice(len(rows), clusters, replace=False)
    centres = rows[first]
    where = np.zeros(len(rows), np.int64)
    for _ in range(iterations):
        lengths = np.linalg.norm(centres, axis=1)
        cosines = np.where(lengths > 0, rows @ centres.T / np.maximum(lengths, 1e-12), -1)
        where = cosines.argmax(axis=1)
        centres = np.stack([rows[where == k].sum(axis=0) for k in range(clusters)])
    return where


@pytest.mark.parametrize("limit", [4000, 3])  # products of all pages kept, or made anew
def test_runs_at_once_are_the_runs_one_by_one(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sitesieve.mining.clustering._MOST_PAGES", limit)
    rows = unit_rows(csr_matrix(np.random.default_rng(0).random((30, 8)) ** 4))
    seeds = np.arange(20)
    clusters = cluster(rows, 4, seeds)
    for seed in seeds.tolist():
        assert clusters[seed].tolist() == plainly(rows.toarray(), 4, seed, 30).tolist()


def test_a_run_does_not_depend_on_the_others() -> None:
    random = np.random.default_rng(5)
    rows, classes = unit_rows(csr_matrix(random.random((30, 6)))), random.integers(0, 3, 30)
    together = list(cluster_scores(rows, classes, range(10), seed=7))
    apart = [next(cluster_scores(rows, classes, range(i, i + 1), seed=7)) for i in range(10)]
    assert together == apart
    assert list(cluster_scores(rows, classes, range(10), seed=8)) != together


def test_clear_themes_are_found() -> None:
    rows, classes = two_themes(40)
    assert max(cluster_scores(rows, classes, range(10), seed=0)) == 1


def test_a_page_without_words_is_in_no_cluster() -> None:
    rows = two_themes()[0].tolil()
    rows[3] = 0
    clusters = cluster(rows.tocsr(), 2, np.arange(5))
    assert (clusters[:, 3] == NOWHERE).all()
    assert (np.delete(clusters, 3, axis=1) != NOWHERE).all()
    assert (cluster(csr_matrix((4, 2)), 2, np.arange(2)) == NOWHERE).all()


def test_fewer_pages_than_clusters() -> None:
    rows = unit_rows(csr_matrix(np.eye(2)))
    assert sorted(cluster(rows, 5, np.array([1]))[0].tolist()) == [0, 1]


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(-1, 2)), min_size=1, max_size=20))
def test_f_is_that_of_the_best_assignment(pairs: list[tuple[int, int]]) -> None:
    classes, clusters = (np.array(side) for side in zip(*pairs, strict=True))

    def f(of: int, to: int) -> float:
        both = ((classes == of) & (clusters == to)).sum()
        return float(2 * both / max(1, (classes == of).sum() + (clusters == to).sum()))

    best = max(
        np.mean([f(c, k) for c, k in enumerate(order)])
        for order in itertools.permutations(range(3))
    )
    assert f_score(classes, clusters, 3) == pytest.approx(best)


def test_statistics_are_those_of_table_5_3() -> None:
    figures = statistics(np.array([0.4, 0.55, 0.7, 0.95]))
    assert figures.mean == pytest.approx(0.65)
    assert figures.below == {"0.5": 1, "0.6": 2}
    assert figures.at_least == {"0.5": 3, "0.6": 2, "0.7": 2, "0.8": 1, "0.9": 1}


# Four pages at 0°, 90°, 48° and 44°; the first two are the first centroids.
FOUR = csr_matrix([[4.0, 0.0], [0.0, 1.0], [1.0, 1.1], [3.0, 2.9]])


def clustered(rows: csr_matrix, iterations: int) -> list[int]:
    found: list[int] = _runs(_product(rows), np.array([[0, 1]]), 4, iterations)[0].tolist()
    return found


def test_a_centroid_is_the_mean_of_pages_as_long_as_they_are() -> None:
    # First the third page joins the second, and the fourth the first. The centroids are then
    # at 22.5° (7, 2.9) and 64.5° (1, 2.1): the fourth page, at 44.0°, is nearer to the second.
    assert clustered(FOUR, 1) == [0, 1, 1, 0]
    assert clustered(FOUR, 2) == clustered(FOUR, 30) == [0, 1, 1, 1]
    # Of length 1, the pages have their centroids at 22.0° and 68.9°, and nothing moves.
    assert clustered(unit_rows(FOUR), 30) == [0, 1, 1, 0]


def test_f_by_hand() -> None:
    # Class 0: 3 pages in cluster 0, 1 in cluster 1; class 1: 2 in cluster 0.
    classes, clusters = np.array([0, 0, 0, 0, 1, 1]), np.array([0, 0, 0, 1, 0, 0])
    f00, f01, f10, f11 = 6 / 9, 2 / 5, 4 / 7, 0.0  # 2 both / (class + cluster)
    assert f_score(classes, clusters, 2) == pytest.approx((f01 + f10) / 2)
    assert (f01 + f10) > (f00 + f11)
    assert f_score(classes, clusters, 2, "free") == pytest.approx((f00 + f10) / 2)


def test_first_centroids_that_are_spread_are_of_different_themes() -> None:
    rows = csr_matrix([[1.0, 0.0]] * 6 + [[0.0, 1.0]] * 6)
    classes = np.repeat([0, 1], 6)
    spread = MiningSettings(init="spread")
    assert min(cluster_scores(rows, classes, range(40), 0, spread)) == 1
    assert min(cluster_scores(rows, classes, range(40), 0)) < 1


def test_settings_reach_the_runs() -> None:
    rows, classes = two_themes(30)
    noisy = unit_rows(csr_matrix(np.random.default_rng(2).random((30, 6))))
    once = list(cluster_scores(noisy, classes, range(20), 0, MiningSettings(iterations=1)))
    assert once != list(cluster_scores(noisy, classes, range(20), 0))
    free = list(cluster_scores(noisy, classes, range(20), 0, MiningSettings(match="free")))
    assert all(
        f >= g for f, g in zip(free, cluster_scores(noisy, classes, range(20), 0), strict=True)
    )
    assert max(cluster_scores(rows, classes, range(5), 0, MiningSettings.by_paper())) == 1
