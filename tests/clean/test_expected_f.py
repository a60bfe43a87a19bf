"""The choice of what stays: the largest expected F, and its dials."""

from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.clean.sieve.decision import BETA, best_choice, check_favour, shared_by_path

paragraphs = st.lists(st.tuples(st.floats(0.01, 1), st.integers(1, 200)), min_size=1, max_size=8)


def expected_f(chosen: tuple[int, ...], p: list[float], w: list[int], beta: float) -> float:
    found = sum(p[i] * w[i] for i in chosen)
    there = sum(a * b for a, b in zip(p, w, strict=True))
    return (1 + beta**2) * found / (sum(w[i] for i in chosen) + beta**2 * there)


@given(paragraphs, st.sampled_from(sorted(BETA.values())))
def test_no_choice_has_a_larger_expected_f(found: list[tuple[float, int]], beta: float) -> None:
    p, w = [a for a, _ in found], [b for _, b in found]
    keep = best_choice(np.array(p), np.array(w, float), beta)
    sizes = range(1, len(p) + 1)
    every = chain.from_iterable(combinations(range(len(p)), size) for size in sizes)
    best = max(expected_f(some, p, w, beta) for some in every)
    assert expected_f(tuple(np.flatnonzero(keep)), p, w, beta) == pytest.approx(best)


@given(paragraphs)
def test_favouring_recall_keeps_all_that_favouring_precision_keeps(
    found: list[tuple[float, int]],
) -> None:
    p, w = np.array([a for a, _ in found]), np.array([float(b) for _, b in found])
    precise, balanced, recalling = (
        best_choice(p, w, BETA[favour]) for favour in ("precision", "balanced", "recall")
    )
    assert not (precise & ~balanced).any()
    assert not (balanced & ~recalling).any()


def test_nothing_is_chosen_where_nothing_is_likely() -> None:
    assert not best_choice(np.zeros(3), np.ones(3)).any()
    assert not best_choice(np.zeros(0), np.zeros(0)).any()


def test_what_stands_on_one_path_is_drawn_together() -> None:
    p = shared_by_path(np.array([1.0, 0.0, 0.2]), np.ones(3), np.array([0, 0, 1]))
    assert p.tolist() == [0.75, 0.25, 0.2]


def test_only_what_has_a_name_can_be_favoured() -> None:
    with pytest.raises(ValueError, match="balanced"):
        check_favour("speed")
