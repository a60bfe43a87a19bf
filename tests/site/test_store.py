"""What is kept of many sites: random samples that do not depend on the order of pages."""

import pickle
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.site.model_file import SavedModel
from sitesieve.site.shelf import Shelf
from sitesieve.site.store import PageObservation, SiteStore, dealt, listed, packed


class Names:
    """Adds pages up to a count of their names."""

    in_order: ClassVar[bool] = False

    def __init__(self, *names: str) -> None:
        self.names = Counter(names)
        self.pruned = False

    @property
    def held(self) -> int:
        return 1 if self.pruned else 10 * self.names.total()

    def merge(self, other: "Names", shared: int = 0) -> None:
        self.names += other.names - self.names if shared else other.names
        self.pruned = self.pruned and other.pruned

    def prune(self) -> None:
        self.pruned = True


class NameStore(SiteStore[Names]):
    """Not to be saved."""

    def new_part(self) -> Names:
        return Names()

    def tables(self) -> dict[str, Any]:
        return {}

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        return {}

    def restore(self, saved: SavedModel) -> None:
        """Not needed."""


def page(digest: int, name: str = "", site: str = "a") -> PageObservation:
    return packed(site, digest, Names(f"{digest} {name}".strip()), name)


def learned(*pages: PageObservation, sample: int = 3, **options: int) -> NameStore:
    store = NameStore(sample, **options)
    for each in pages:
        store.absorb(each)
    return store


def names(store: NameStore) -> dict[str, list[str]]:
    return {site: sorted(part.names.elements()) for site, part in store.items()}


def test_sites_that_are_forgotten_leave_their_room_to_others() -> None:
    rows = page(1).rows
    store = learned(page(1, site="a"), page(2, site="b"), most_rows=2 * rows - 1)
    assert not store.absorb(page(3, site="c"))
    store.forget(name for name in store if name == "a")
    assert store.absorb(page(3, site="c"))
    assert names(store) == {"b": ["2"], "c": ["3"]}
    assert store.model_for("a") is None


pages = st.lists(
    st.builds(
        page,
        st.integers(0, 12),
        st.sampled_from(["", "file", "http://a/1", "http://a/2", "http://a/3", "http://a/4"]),
        st.sampled_from("ab"),
    ),
    max_size=30,
)


@given(pages, st.randoms(use_true_random=False), st.integers(1, 6))
def test_a_sample_does_not_depend_on_the_order_of_pages(
    some: list[PageObservation], random: Any, sample: int
) -> None:
    whole = names(learned(*some, sample=sample))
    random.shuffle(some)
    assert names(learned(*some, sample=sample)) == whole


@given(pages, pages, st.integers(1, 6))
def test_merging_is_learning_together(
    some: list[PageObservation], others: list[PageObservation], sample: int
) -> None:
    merged, other = learned(*some, sample=sample), learned(*others, sample=sample)
    before = names(merged), names(other)  # added up, then changed
    merged.merge(other)
    assert names(merged) == names(learned(*some, *others, sample=sample))
    assert names(other) == before[1]


@given(pages)
def test_asking_in_between_changes_nothing(some: list[PageObservation]) -> None:
    asked = NameStore(3)
    for each in some:
        asked.absorb(each)
        assert names(asked)
    assert names(asked) == names(learned(*some))


def test_the_sample_is_the_pages_with_the_smallest_digests() -> None:
    store = learned(*(page(digest) for digest in (5, 9, 2, 7, 3, 8)))
    assert names(store) == {"a": ["2", "3", "5"]}
    assert store.left_out == 3
    assert store.remarks() == [
        "3 pages were left out: a random 3 of a site are enough; a larger `sample` takes more"
    ]


def test_absorbing_says_whether_the_sample_changed() -> None:
    store = NameStore(2)
    seen = [store.absorb(page(digest)) for digest in (5, 5, 7, 9, 6)]
    assert seen == [True, False, True, False, True]
    assert store.copies == {"a": 1}


def test_of_versions_of_a_page_that_with_the_smallest_digest_counts() -> None:
    store = learned(page(5, "http://a/1"), page(2, "http://a/1"), page(3, "x"), sample=9)
    assert names(store) == {"a": ["2 http://a/1", "3 x"]}
    assert store.copies == {"a": 1}


def test_what_is_settled_stays_and_others_compete_for_the_rest_of_the_sample() -> None:
    store = learned(page(50, "http://a/1"), page(60))
    store.prune()
    for digest in (9, 4):
        store.absorb(page(digest))
    store.absorb(page(50))  # a copy
    store.absorb(page(1, "http://a/1"))  # another version
    assert names(store) == {"a": ["4", "50 http://a/1", "60"]}
    assert store.copies == {"a": 2}
    assert store.left_out == 1


def test_a_full_memory_prunes_the_largest_site_and_then_refuses_further_ones() -> None:
    def large(digest: int, site: str) -> PageObservation:
        return packed(site, digest, Names(*(f"{digest} {n * n}" for n in range(200))))

    rows = large(0, "a").rows
    store = learned(*(large(n, "a") for n in range(4)), sample=9, most_rows=3 * rows)
    assert store.pruned == 1
    assert store["a"].names.total() == 800
    assert store.refused == 0
    for number in range(6):
        store.absorb(page(1, "x", f"site {number}"))
    assert len(store) == 7
    full = NameStore(9, most_rows=0)
    assert [full.absorb(page(1, site=site)) for site in "ab"] == [True, False]
    assert (list(full), full.refused) == (["a"], 1)
    assert "1 pages of further sites came when the memory was full" in full.remarks()[-1]


def on_shelf(folder: Path, most_rows: int, most_bytes: int = 10**6) -> NameStore:
    store = NameStore(3, most_rows)
    store.shelf = Shelf(folder, most_bytes)
    return store


@given(pages, st.integers(0, 40))
def test_what_goes_to_the_shelf_is_what_would_be_in_memory(
    some: list[PageObservation], most_rows: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = on_shelf(Path(folder), most_rows)
        store.most_rows = most_rows
        for each in some:
            store.absorb(each)
            if store.overflowed:
                store.most_rows = 10**6  # what is on the shelf takes memory, too, but less
        assert names(store) == names(learned(*some))
        assert names(pickle.loads(pickle.dumps(store))) == names(store)
        assert (store.refused, store.pruned) == (0, 0)


def test_a_page_on_the_shelf_takes_little_memory(tmp_path: Path) -> None:
    def large(digest: int) -> PageObservation:
        return packed("a", digest, Names(Random(digest).randbytes(5_000).hex()))

    store = on_shelf(tmp_path, most_rows=150)
    rows = []
    for digest in (1, 2, 3):
        store.absorb(large(digest))
        rows.append(store._rows)
    assert rows[0] > 50
    assert rows[-1] < 20
    assert store["a"].names.total() == 3
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) > 3 * 5_000


@pytest.mark.parametrize("most_bytes", [10**6, 1])
def test_when_memory_is_full_again_samples_become_smaller(tmp_path: Path, most_bytes: int) -> None:
    store = on_shelf(tmp_path, most_rows=500, most_bytes=most_bytes)
    store.sample = 400
    for digest in range(399, -1, -1):
        store.absorb(page(digest))
    assert store.sample == (100 if most_bytes > 1 else 200)
    assert len(store["a"].names) <= store.sample
    assert store.pages_of("a") == set(range(len(store["a"].names)))
    assert (store.refused, store.left_out) == (0, 400 - len(store["a"].names))
    assert f"a random {store.sample} of a site" in store.remarks()[0]


def test_where_the_shelf_is_full_memory_is_what_there_is(tmp_path: Path) -> None:
    store = on_shelf(tmp_path, most_rows=0, most_bytes=1)
    assert [store.absorb(page(1, site=site)) for site in "ab"] == [True, False]
    assert store.refused == 1
    assert names(store) == {"a": ["1"]}


@pytest.mark.parametrize("most_bytes", [10**6, 2_000])
def test_when_samples_cannot_become_smaller_all_further_pages_are_refused(
    tmp_path: Path, most_bytes: int
) -> None:
    store = on_shelf(tmp_path, most_rows=200, most_bytes=most_bytes)
    store.sample = 50
    rows = []
    for digest in range(40):
        for site in "abcdef":
            text = Random(digest).randbytes(500).hex()
            store.absorb(packed(site, digest, Names(text)))
        rows.append(store._rows)
    assert store.overflowed
    assert rows[-1] == rows[20] <= 210
    assert store.refused == 240 - sum(len(store.pages_of(site)) for site in store) > 0
    assert f"{store.refused} pages came when the memory was full" in store.remarks()[-1]


def test_a_site_that_takes_little_when_added_up_is_not_pruned() -> None:
    def long_name(digest: int) -> PageObservation:
        return packed("a", digest, Names(Random(digest).randbytes(2_000).hex()))

    store = learned(*map(long_name, range(5, 9)), sample=4, most_rows=60)
    assert (store.pruned, store.left_out, store.remarks()) == (0, 0, [])
    assert store["a"].names.total() == 4
    # Three were added up for good, and stay: there is room for one other.
    assert [store.absorb(page(digest)) for digest in (1, 2)] == [True, False]
    assert store["a"].names.total() == 4


def test_sites_added_up_long_ago_are_forgotten_and_added_up_again() -> None:
    store = learned(*(page(n, site=site) for site in "abc" for n in range(2)), most_rows=45)
    first = store["a"]
    assert store["a"] is first
    assert store["b"].held == store["c"].held == 20
    assert store["a"] is not first
    assert store["a"].names == first.names


def test_threads_that_ask_for_sites_get_what_one_would() -> None:
    sites = "abcdefghijklmnop"
    store = learned(*(page(n, site=site) for site in sites for n in range(2)))
    store.most_rows = 4 * 160  # there is room for eight that are added up
    asked: list[Counter[str]] = []

    def ask(first: int) -> None:
        for turn in range(2_000):
            model = store.model_for(sites[(first + turn) % len(sites)])
            asked.append(Counter() if model is None else model.names)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            for done in [threads.submit(ask, first) for first in range(4)]:
                done.result()
    finally:
        sys.setswitchinterval(interval)
    assert asked == [Counter("01")] * 8_000


def test_an_error_in_adding_up_does_not_make_a_site_unknown() -> None:
    class Damaged(NameStore):
        def add_pages(self, *_: object) -> None:
            raise KeyError("a column is missing")

    store = Damaged()
    store.absorb(page(1))
    with pytest.raises(KeyError, match="a column is missing"):
        store.model_for("a")
    assert store.model_for("b") is None


def test_the_largest_sites_fit_into_memory_together_and_one_in_any_case() -> None:
    pages = [page(n, site="abbccc"[n]) for n in range(6)]
    rows = pages[0].rows
    assert learned().fitting() == []
    assert learned(*pages).fitting() == ["c", "b", "a"]
    assert learned(*pages, most_rows=4 * 5 * rows).fitting() == ["c", "b"]
    assert learned(*pages, most_rows=4 * rows).fitting() == ["c"]


def test_pages_of_a_file_are_dealt_to_their_sites() -> None:
    rows = [{"site": "a", "pages": 2}, {"site": "b", "pages": 1}]
    assert list(dealt(rows, "xyz")) == [("a", "x"), ("a", "y"), ("b", "z")]
    for wrong in ("xy", "xyzz"):
        with pytest.raises(ValueError, match="argument"):
            list(dealt(rows, wrong))


def test_a_list_of_sites_names_the_first_three() -> None:
    assert listed(["a", "", "c"]) == "a, (no site), c"
    assert listed("abcde") == "a, b, c and 2 more"
