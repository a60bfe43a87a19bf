"""The choice of what stays: the largest expected F, and its dials."""

from itertools import chain, combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.cleaning.methods import Sieve
from sitesieve.cleaning.sieve.decision import (
    BETA,
    Cuts,
    Prices,
    best_choice,
    shared_by_path,
)
from sitesieve.cleaning.sieve.labelling import best_labels
from sitesieve.cleaning.sieve.outline import NEIGHBOURS, PARTS, Outline

paragraphs = st.lists(st.tuples(st.floats(0.01, 1), st.integers(1, 200)), min_size=1, max_size=8)


def cuts(parents: list[int], words: list[float], prices: Prices | None = None) -> Cuts:
    """The cuts of an outline whose parts hold a paragraph each; without prices, for nothing."""
    last: dict[int, int] = {}
    before = []
    for number, parent in enumerate(parents):
        before.append(last.get(parent, -1))
        last[parent] = number
    count = len(parents)
    outline = Outline(
        np.array(parents, np.int32),
        np.array(before, np.int64),
        np.arange(count),
        np.array(words, float),
        np.zeros(count, np.bool_),
        np.arange(count) % len(PARTS),
        np.arange(count) % len(NEIGHBOURS),
    )
    return Cuts(outline, prices or Prices(np.zeros(len(PARTS)), np.zeros(len(NEIGHBOURS))))


def flat(count: int) -> Cuts:
    return cuts([-1] + [0] * (count - 1) if count else [], [1.0] * count)


def expected_f(chosen: tuple[int, ...], p: list[float], w: list[int], beta: float) -> float:
    content = sum(p[i] * w[i] for i in chosen)
    there = sum(a * b for a, b in zip(p, w, strict=True))
    return (1 + beta**2) * content / (sum(w[i] for i in chosen) + beta**2 * there)


@given(paragraphs, st.sampled_from(sorted(BETA.values())))
def test_no_choice_has_a_larger_expected_f(weighted: list[tuple[float, int]], beta: float) -> None:
    p, w = [a for a, _ in weighted], [b for _, b in weighted]
    keep = best_choice(np.array(p), np.array(w, float), flat(len(p)), beta).keep
    sizes = range(1, len(p) + 1)
    every = chain.from_iterable(combinations(range(len(p)), size) for size in sizes)
    best = max(expected_f(some, p, w, beta) for some in every)
    assert expected_f(tuple(np.flatnonzero(keep)), p, w, beta) == pytest.approx(best)


@given(paragraphs)
def test_favouring_recall_keeps_all_that_favouring_precision_keeps(
    weighted: list[tuple[float, int]],
) -> None:
    p, w = np.array([a for a, _ in weighted]), np.array([float(b) for _, b in weighted])
    precise, balanced, recalling = (
        best_choice(p, w, flat(len(p)), BETA[favour]).keep
        for favour in ("precision", "balanced", "recall")
    )
    assert not (precise & ~balanced).any()
    assert not (balanced & ~recalling).any()


def test_nothing_is_chosen_where_nothing_is_likely() -> None:
    assert not best_choice(np.zeros(3), np.ones(3), flat(3)).keep.any()
    assert not best_choice(np.zeros(0), np.zeros(0), flat(0)).keep.any()


@st.composite
def trees(draw: st.DrawFn) -> tuple[list[int], list[tuple[float, int]]]:
    """Parts in the order of a walk: each a child of the part before or of one above that."""
    weighted = draw(paragraphs)
    parents = [-1]
    for number in range(1, len(weighted)):
        above = [number - 1]
        while parents[above[-1]] >= 0:
            above.append(parents[above[-1]])
        parents.append(draw(st.sampled_from(above)))
    return parents, weighted


@given(trees(), st.integers(0, 2**32 - 1))
def test_no_labelling_of_a_tree_is_worth_more(
    tree: tuple[list[int], list[tuple[float, int]]], seed: int
) -> None:
    parents, weighted = tree
    draw = np.random.default_rng(seed)
    gain = draw.normal(size=len(parents))
    paid = cuts(parents, [float(w) for _, w in weighted])
    paid.border, paid.side = draw.random((2, len(parents)))

    def worth(labels: tuple[int, ...]) -> float:
        return float(gain @ np.array(labels)) - paid.cost(np.array(labels, np.uint8))

    chosen = best_labels(np.array(parents, np.int32), gain, paid.border, paid.side)
    best = max(worth(labels) for labels in product((0, 1), repeat=len(parents)))
    assert worth(tuple(chosen.tolist())) == pytest.approx(best)


@given(trees())
def test_what_is_whole_is_never_cut_and_dear_borders_are_not_cut_for_little(
    tree: tuple[list[int], list[tuple[float, int]]],
) -> None:
    parents, weighted = tree
    p, w = np.array([a for a, _ in weighted]), np.array([float(b) for _, b in weighted])
    dear = cuts(parents, w.tolist(), Prices(np.full(len(PARTS), 1e6), np.zeros(len(NEIGHBOURS))))
    assert len(set(best_choice(p, w, dear).keep.tolist())) == 1


def test_an_item_of_a_list_stays_with_the_others_unless_it_is_clearly_of_another_kind() -> None:
    prices = Prices(np.full(len(PARTS), 3.5), np.zeros(len(NEIGHBOURS)))
    words = np.array([0.0, 10, 10, 10])
    in_a_list = cuts([-1, 0, 0, 0], [30, 10, 10, 10], prices)
    doubtful, other = np.array([0, 0.9, 0.35, 0.9]), np.array([0, 0.95, 0.01, 0.95])
    assert best_choice(doubtful, words, in_a_list).keep[1:].tolist() == [True, True, True]
    assert best_choice(doubtful, words, flat(4)).keep[1:].tolist() == [True, False, True]
    assert best_choice(other, words, in_a_list).keep[1:].tolist() == [True, False, True]


def test_what_stands_on_one_path_is_drawn_together() -> None:
    p = shared_by_path(np.array([1.0, 0.0, 0.2]), np.ones(3), np.array([0, 0, 1]))
    assert p.tolist() == [0.875, 0.125, 0.2]


def test_only_what_has_a_name_can_be_favoured() -> None:
    with pytest.raises(ValueError, match="balanced"):
        Sieve(favour="speed")  # type: ignore[arg-type]
