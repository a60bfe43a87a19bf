"""What pages by themselves say of kinds of places: sums that do not depend on their order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.site.place_odds import MOST, PAGES, PlaceOdds, SmallestDigests

PLACES = np.array([3, 5, 9], np.uint64)


def told(pages: list[int]) -> PlaceOdds:
    """Pages that say of the first place their number, of the second minus that."""
    place_odds = PlaceOdds()
    for page in pages:
        odds = np.array([page / 64, -page / 64])
        place_odds.add(page, PLACES[:2], odds, np.ones(2))
    return place_odds


def test_the_mean_leaves_out_the_page_that_is_judged() -> None:
    mean, pages = told([64, 128, 192]).means(PLACES, without=64)
    assert mean.tolist() == [2.5, -2.5, 0.0]
    assert pages.tolist() == [2, 2, 0]
    mean, pages = told([64, 128, 192]).means(PLACES, without=7)
    assert mean.tolist() == [2.0, -2.0, 0.0]
    assert pages.tolist() == [3, 3, 0]


def test_longer_texts_say_more_and_nothing_says_more_than_the_most() -> None:
    odds = PlaceOdds()
    odds.add(1, PLACES[[0, 0, 1]], np.array([1.0, 4.0, 99.0]), np.array([1.0, 2.0, 1.0]))
    mean, _ = odds.means(PLACES[:2], without=0)
    assert mean == pytest.approx([3.0, MOST])


@given(st.lists(st.integers(1, 300), unique=True, max_size=70), st.integers(0, 70))
def test_pages_with_the_smallest_digests_are_kept_in_any_order(pages: list[int], cut: int) -> None:
    halves = told(pages[:cut])
    halves.merge(told(pages[cut:]))
    whole = told(sorted(pages)[:PAGES])
    assert rows_of(halves) == rows_of(whole)


def rows_of(odds: PlaceOdds) -> list[list[float]]:
    keys, sums = odds.table()
    return [column.tolist() for column in (*keys, *sums)]


@given(st.lists(st.integers(1, 200), max_size=120), st.integers(1, 3))
def test_workers_judge_every_page_that_is_kept_in_the_end(seen: list[int], workers: int) -> None:
    taken = set()
    for worker in range(workers):
        smallest = SmallestDigests()
        taken |= {page for page in seen[worker::workers] if smallest.takes("a", page)}
    assert taken >= set(sorted(set(seen))[:PAGES])


def test_few_pages_of_a_large_site_are_judged() -> None:
    smallest = SmallestDigests()
    digests = np.random.default_rng(0).permutation(10_000).tolist()
    assert sum(smallest.takes("a", digest) for digest in digests) < 10 * PAGES
    assert smallest.takes("b", 10_000)  # of another site
