"""Redundancy by URL path (Kang-Kim §III.C)."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.errors import ModelError
from sitesieve.site.model_file import SavedModel
from sitesieve.site.redundancy import (
    PathGroups,
    PhraseGroups,
    RedundancyModels,
    WordGroups,
)


def redundant_words(
    *pages: Counter[str], tolerance: float = 0, stable_after: int = 0
) -> Counter[str]:
    """W_filter of some pages' word counts (Kang-Kim §III.C.2)."""
    groups = WordGroups(tolerance, stable_after)
    for counts in pages:
        groups.merge(WordGroups.of_page("/", counts))
    return Counter(groups.filter_of(groups.groups["/"]))


counters = st.dictionaries(st.sampled_from("abcdefg"), st.integers(1, 5)).map(Counter)


def test_the_worked_example_of_the_paper() -> None:
    a = Counter(a=5, b=2, c=4, d=3)
    b = Counter(a=3, b=1, e=2, f=5, g=3)
    words = redundant_words(a, b)
    assert words == Counter(a=3, b=1)
    assert Counter(a=3, b=3, g=4, h=2, i=3) - words == Counter(b=2, g=4, h=2, i=3)


@given(st.lists(counters, min_size=2, max_size=6))
def test_without_tolerance_the_word_filter_is_the_multiset_intersection(
    pages: list[Counter[str]],
) -> None:
    expected = pages[0]
    for page in pages[1:]:
        expected = expected & page
    assert redundant_words(*pages) == expected


@given(st.lists(counters, min_size=2, max_size=12), st.sampled_from([0.1, 0.25, 0.5]))
def test_a_word_that_nearly_all_pages_have_is_redundant_as_often_as_the_fewest_of_them(
    pages: list[Counter[str]], tolerance: float
) -> None:
    words = redundant_words(*pages, tolerance=tolerance)
    least = WordGroups(tolerance).least(len(pages))
    for word in "abcdefg":
        times = [page[word] for page in pages if page[word]]
        assert words[word] == (min(times) if len(times) >= least else 0)


@pytest.mark.parametrize(
    ("pages", "least"), [(2, 2), (3, 3), (4, 3), (5, 4), (10, 9), (11, 9), (20, 18), (30, 27)]
)
def test_a_tenth_of_the_pages_may_lack_a_redundant_word(pages: int, least: int) -> None:
    assert WordGroups(tolerance=0.1).least(pages) == least
    assert WordGroups(tolerance=0).least(pages) == pages


def test_one_odd_page_does_not_empty_the_word_filter() -> None:
    menu = Counter(home=1, news=2, sport=1, contact=1, about=1)
    pages = [menu + Counter({f"story{number}": 3}) for number in range(5)]
    odd = Counter(sorry=1, error=2)
    assert redundant_words(*pages, odd, tolerance=0.1) == menu
    assert redundant_words(*pages, odd) == Counter()


def test_until_stable_no_page_is_taken_after_so_many_that_change_nothing() -> None:
    home = [Counter({"home": 2, f"story{number}": 1}) for number in range(4)]
    odd = Counter(sorry=1)
    assert redundant_words(*home, odd, stable_after=2) == Counter(home=2)
    assert redundant_words(*home[:3], odd, stable_after=2) == Counter()
    less = Counter(home=1)  # a change: from here it is counted again
    assert redundant_words(*home[:3], less, *home[:2], odd, stable_after=2) == less


@given(st.lists(counters, min_size=2, max_size=6), st.sampled_from([0, 0.3]), st.randoms())
def test_the_order_of_pages_does_not_matter(
    pages: list[Counter[str]], tolerance: float, random: object
) -> None:
    shuffled = list(pages)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    both = [redundant_words(*order, tolerance=tolerance) for order in (pages, shuffled)]
    assert both[0] == both[1]


@given(st.lists(counters, min_size=1, max_size=6), st.lists(counters, max_size=6))
def test_shared_pages_of_two_sums_count_no_more_often_than_is_certain(
    shared: list[Counter[str]], others: list[Counter[str]]
) -> None:
    sums = [WordGroups(), WordGroups(), WordGroups()]
    for groups, pages in zip(sums, (shared, [*shared, *others], [*shared, *others]), strict=True):
        for counts in pages:
            groups.merge(WordGroups.of_page("/", counts))
    together, _, exact = sums
    together.merge(sums[1], shared=len(shared))
    assert together.groups["/"].pages == exact.groups["/"].pages
    certain, words = (Counter(one.filter_of(one.groups["/"])) for one in (together, exact))
    assert certain <= words


def test_a_filter_with_a_tolerance_takes_all_pages() -> None:
    with pytest.raises(ValueError, match="stable_after goes with tolerance=0"):
        WordGroups(0.1, 5)
    with pytest.raises(ValueError, match="at least 0 and below 1, not 1"):
        WordGroups(1)
    with pytest.raises(ValueError, match="0 pages or more, not -1"):
        PhraseGroups(-1)


Seen = tuple[str, str, dict[str, int]]  # site, path, counts


Kind = Callable[[], PathGroups]
UNTIL_STABLE = partial(WordGroups, 0, 2)


def learned(kind: Kind, *pages: Seen) -> RedundancyModels:
    models = RedundancyModels(kind)
    for page in pages:
        models.absorb(models.observed(*page))
    return models


def phrases(*pages: str, path: str = "a.example/news/") -> RedundancyModels:
    return learned(
        PhraseGroups, *(("a.example", path, dict.fromkeys(page.split(), 1)) for page in pages)
    )


def filters(models: RedundancyModels) -> dict[str, dict[str, int]]:
    return {row["path"]: row["filter"] for row in models.tables()["paths"]}


def test_phrases_on_two_pages_of_a_path_are_redundant() -> None:
    phrase_filters = filters(phrases("home news one", "home news two", "home three"))
    assert phrase_filters["a.example/news/"] == {"home": 3, "news": 2}


def test_a_copy_of_a_page_teaches_nothing() -> None:
    models = phrases("home one", "home one", "home one")
    assert models.speaking_for("a.example", "a.example/news/") == []
    assert models["a.example"].groups["a.example/news/"].pages == 1


def test_a_page_alone_in_its_directory_turns_to_the_one_above() -> None:
    days = (("s", f"a.example/{day}/", {"home": 1, f"story {day}": 1}) for day in "12")
    models = learned(PhraseGroups, *days)
    path, group = models.speaking_for("s", "a.example/3/")[0]
    assert path == "a.example/"
    assert models["s"].filter_of(group) == {"home": 2}


def test_where_only_the_own_path_counts_no_other_directory_speaks_for_it() -> None:
    models = RedundancyModels(PhraseGroups)
    for path, page in (
        ("a.example/", "home x"),
        ("a.example/1/", "home y"),
        ("a.example/1/", "home z"),
    ):
        counts = dict.fromkeys(page.split(), 1)
        models.absorb(models.observed("s", path, counts, above=False))
    assert filters(models) == {"a.example/1/": {"home": 2}}
    assert models.speaking_for("s", "a.example/1/2/", above=False) == []
    assert [path for path, _ in models.speaking_for("s", "a.example/1/2/")] == ["a.example/1/"]


def test_until_stable_phrases_that_come_later_are_not_redundant() -> None:
    groups = PhraseGroups(stable_after=1)
    for page in ("home one", "home two", "home three", "late home four", "late home five"):
        groups.merge(PhraseGroups.of_page("/", dict.fromkeys(page.split(), 1)))
    assert groups.groups["/"].pages == 3
    assert set(groups.filter_of(groups.groups["/"])) == {"home"}


def test_sites_do_not_mix() -> None:
    assert phrases("home one", "home two").speaking_for("other.example", "a.example/news/") == []


@pytest.mark.parametrize(
    "kind",
    [WordGroups, partial(WordGroups, 0), UNTIL_STABLE, PhraseGroups, partial(PhraseGroups, 2)],
)
@given(pages=st.lists(st.tuples(st.sampled_from("st"), st.sampled_from(["x/", "x/y/"]), counters)))
def test_the_order_of_pages_and_where_they_were_learned_do_not_matter(
    kind: Kind, pages: list[Seen]
) -> None:
    whole, merged = learned(kind, *pages), learned(kind, *pages[::2])
    merged.merge(learned(kind, *pages[1::2]))
    assert merged.tables() == whole.tables()
    assert learned(kind, *pages[::-1]).tables() == whole.tables()


def test_what_one_page_has_is_forgotten_when_the_memory_is_full() -> None:
    models = RedundancyModels(PhraseGroups, most_rows=40)
    for number in range(100):
        own = {f"phrase {number}-{k}": 1 for k in range(10)}
        models.absorb(models.observed("s", f"a.example/{number}/", {"home": 1} | own))
    assert models.pruned == 1
    _, root = models.speaking_for("s", "a.example/new/")[0]
    assert root.counts["home"] == 100
    assert len(root.counts) < 1001


def test_filters_survive_being_saved_and_cannot_grow() -> None:
    models = phrases("home news one", "home news two")
    again = RedundancyModels(PhraseGroups)
    again.restore(SavedModel("", {}, models.tables()))
    assert again.tables() == models.tables()
    for grow in (
        lambda: again.absorb(models.observed("s", "p/", {"home": 1})),
        lambda: again.merge(models),
        lambda: models.merge(again),
    ):
        with pytest.raises(ModelError, match="cannot learn more"):
            grow()


def test_word_filters_survive_being_saved() -> None:
    pages = [("s", "p/", {"home": n, "news": 2, f"word{n}": 1}) for n in range(1, 6)]
    models = learned(WordGroups, *pages)
    assert filters(models)["p/"] == {"home": 1, "news": 2}
    again = RedundancyModels(WordGroups)
    again.restore(SavedModel("", {}, models.tables()))
    assert again.tables() == models.tables()


def test_words_that_few_pages_have_are_forgotten_when_the_memory_is_full() -> None:
    models = RedundancyModels(WordGroups, most_rows=40)
    for number in range(100):
        own = {f"word{number}-{k}": 1 for k in range(10)}
        models.absorb(models.observed("s", f"a.example/{number}/", {"home": 2} | own))
    assert models.pruned == 1
    _, root = models.speaking_for("s", "a.example/new/")[0]
    assert models["s"].filter_of(root) == {"home": 2}
    assert len(root.counts) < 1001


def test_what_is_saved_whole_goes_on_learning() -> None:
    again = RedundancyModels(PhraseGroups)
    again.restore_whole(phrases("home one", "home two").to_whole_rows())
    for page in ("home two", "home three one"):
        again.absorb(again.observed("a.example", "a.example/news/", dict.fromkeys(page.split(), 1)))
    assert filters(again)["a.example/news/"] == {"home": 3, "one": 2}


def test_a_full_memory_takes_no_new_sites_and_counts_their_pages() -> None:
    models = RedundancyModels(WordGroups, most_rows=20)
    for number in range(40):
        for copy in "ab":
            seen = {f"word{number}-{k}": 1 for k in range(5)} | {copy: 1}
            models.absorb(models.observed(f"site{number}", "x/", seen))
    assert len(models) < 40
    assert models.refused > 0
