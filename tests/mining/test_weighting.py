"""What counts are used as, and how alike pages are."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from sklearn.preprocessing import normalize as unit_rows

from sitesieve.mining.likeness import likeness
from sitesieve.mining.weighting import Weighting, weigh

COUNTS = csr_matrix([[2.0, 1.0, 0.0], [1.0, 0.0, 3.0], [0.0, 0.0, 0.0]])


@pytest.mark.parametrize(
    ("weighting", "first"),
    [
        (Weighting.PLAIN, (2.0, 1.0)),
        (Weighting.IDF, (2 * math.log(3 / 2), math.log(3))),
        (Weighting.LOG, (math.log(3), math.log(2))),
        (Weighting.LOG_IDF, (math.log(3) * math.log(3 / 2), math.log(2) * math.log(3))),
    ],
)
def test_weightings(weighting: Weighting, first: tuple[float, float]) -> None:
    weights = weigh(COUNTS, weighting).toarray()
    length = math.hypot(*first)
    assert weights[0] == pytest.approx([first[0] / length, first[1] / length, 0])
    assert (weights[2] == 0).all()


def test_the_paper_weighs_counts_by_rarity_and_weights_not_at_all() -> None:
    for weighted, meant in ((False, Weighting.IDF), (True, Weighting.PLAIN)):
        weights = weigh(COUNTS, Weighting.PAPER, weighted)
        assert (weights != weigh(COUNTS, meant)).nnz == 0


def test_a_word_on_every_page_counts_for_nothing_by_rarity() -> None:
    weights = weigh(csr_matrix([[1.0, 2.0], [1.0, 0.0]]), Weighting.IDF).toarray()
    assert weights.tolist() == [[0, 1], [0, 0]]


def test_counts_are_left_as_they_were() -> None:
    before = COUNTS.copy()
    weigh(COUNTS, Weighting.LOG_IDF)
    assert (before != COUNTS).nnz == 0


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=8),
    st.integers(0, 5),
)
def test_likeness_is_the_mean_over_all_pairs_of_pages(
    pairs: list[tuple[int, int]], seed: int
) -> None:
    rows = unit_rows(csr_matrix(np.random.default_rng(seed).random((len(pairs), 4))))
    classes, sites = (np.array(side) for side in zip(*pairs, strict=True))
    values = rows.toarray()
    sums: dict[str, list[float]] = {"same_class": [], "same_site": [], "neither": []}
    for i, j in itertools.product(range(len(pairs)), repeat=2):
        same = (classes[i] == classes[j], sites[i] == sites[j])
        kind = {(True, False): "same_class", (False, True): "same_site", (False, False): "neither"}
        if same in kind:
            sums[kind[same]].append(float(values[i] @ values[j]))
    figures = likeness(rows, classes, sites)._asdict()
    for name, cosines in sums.items():
        assert figures[name] == (pytest.approx(np.mean(cosines), abs=1e-9) if cosines else None)


def test_tfidf_of_the_thesis_divides_by_the_largest_count_of_the_page() -> None:
    # Three pages, two of them with the first word, one with the second, all with the third.
    counts = csr_matrix([[2.0, 0.0, 4.0], [3.0, 6.0, 3.0], [0.0, 0.0, 5.0]])
    rows = weigh(counts, Weighting.PAPER, unit=False).toarray()
    two, one = np.log(3 / 2), np.log(3 / 1)
    assert rows == pytest.approx(np.array([[0.5 * two, 0, 0], [0.5 * two, one, 0], [0, 0, 0]]))
    weights = weigh(counts, Weighting.PAPER, weighted=True, unit=False)
    assert (weights != counts).nnz == 0  # §5.5: as they are
    short = weigh(counts, Weighting.IDF).toarray()
    assert np.linalg.norm(short[1]) == pytest.approx(1)
