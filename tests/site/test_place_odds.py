"""What pages by themselves say of kinds of places: sums that do not depend on their order."""

from random import Random

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


@given(
    st.lists(
        st.tuples(st.integers(1, 80), st.integers(0, 30)),
        max_size=60,
        unique_by=lambda page: page[0],
    ),
    st.randoms(use_true_random=False),
)
def test_of_pages_with_one_address_the_smallest_counts_in_any_order(
    pages: list[tuple[int, int]], random: Random
) -> None:
    owners: dict[int, int] = {}
    for digest, address in sorted(pages):
        owners.setdefault(address, digest)
    random.shuffle(pages)
    smallest = SmallestDigests(3)
    taken = {d for d, address in pages if smallest.takes("a", d, f"https://a.example/{address}")}
    assert taken >= set(sorted(owners.values())[:3])
    assert all(smallest.holds("a", digest) for digest in sorted(owners.values())[:3])


@given(
    st.lists(
        st.tuples(st.integers(1, 80), st.integers(0, 9), st.sampled_from("ab")),
        max_size=60,
        unique_by=lambda page: page[0],
    ),
    st.integers(0, 80),
)
def test_sites_that_were_forgotten_lose_none_of_their_smallest(
    pages: list[tuple[int, int, str]], most_held: int
) -> None:
    smallest = SmallestDigests(3, most_held)
    addresses = {digest: f"https://{site}.example/{address}" for digest, address, site in pages}
    taken = {digest for digest, _, site in pages if smallest.takes(site, digest, addresses[digest])}
    for site in "ab":
        owners: dict[str, int] = {}
        for digest in sorted(digest for digest, _, other in pages if other == site):
            owners.setdefault(addresses[digest], digest)
        kept = sorted(owners.values())[:3]
        assert taken >= set(kept)
        assert all(smallest.holds(site, digest, addresses[digest]) for digest in kept)


def test_of_many_sites_those_not_heard_of_lately_are_forgotten() -> None:
    smallest = SmallestDigests(3, most_held=1_000)
    for number in range(500):
        for digest in (1, 2, 3):
            assert smallest.takes(f"site {number}", digest)
        assert smallest.takes("often", 5)
    assert not smallest.takes("site 499", 4)
    assert smallest.takes("site 0", 4)
    assert len(smallest._sites) <= 1_000 / 25
    assert sum(len(known.digests) for known in smallest._sites.values()) <= 1_000


def test_only_pages_that_are_kept_are_asked() -> None:
    asked = []

    class Page:
        def __init__(self, digest: int) -> None:
            self.digest = digest

        def told(self) -> PlaceOdds:
            asked.append(self.digest)
            return told([self.digest])

    known = told(list(range(200, 210)))
    known.take((digest, Page(digest)) for digest in range(90, 190))
    assert asked == list(range(90, 90 + PAGES))
