"""Redundancy by URL path (Kang-Kim §III.C)."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from sitesieve.site import redundancy
from sitesieve.site.redundancy import (
    Observation,
    PhraseGroups,
    WordGroups,
    redundant_words,
)

counters = st.dictionaries(st.sampled_from("abcdefg"), st.integers(1, 5)).map(Counter)


def test_the_worked_example_of_the_paper() -> None:
    a = Counter(a=5, b=2, c=4, d=3)
    b = Counter(a=3, b=1, e=2, f=5, g=3)
    found = redundant_words(a, b)
    assert found == Counter(a=3, b=1)
    assert Counter(a=3, b=3, g=4, h=2, i=3) - found == Counter(b=2, g=4, h=2, i=3)


@given(st.lists(counters, min_size=2, max_size=6))
def test_the_word_filter_is_the_multiset_intersection(pages: list[Counter[str]]) -> None:
    distinct = list({tuple(sorted(page.items())): page for page in pages}.values())
    expected = distinct[0]
    for page in distinct[1:]:
        expected = expected & page
    assert redundant_words(*pages) == expected


@given(st.lists(counters, min_size=2, max_size=6), st.randoms())
def test_the_order_of_pages_does_not_matter(pages: list[Counter[str]], random: object) -> None:
    shuffled = list(pages)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert redundant_words(*pages) == redundant_words(*shuffled)


def phrases(*pages: str, path: str = "a.example/news/") -> PhraseGroups:
    groups = PhraseGroups()
    for page in pages:
        groups.absorb(Observation("a.example", path, dict.fromkeys(page.split(), 1)))
    return groups


def test_phrases_on_two_pages_of_a_path_are_redundant() -> None:
    groups = phrases("home news one", "home news two", "home three")
    _, group = groups.speaking_for("a.example", "a.example/news/")[0]
    assert groups.filter_of(group) == {"home": 3, "news": 2}


def test_a_copy_of_a_page_teaches_nothing() -> None:
    groups = phrases("home one", "home one", "home one")
    assert groups.speaking_for("a.example", "a.example/news/") == []
    assert groups.groups["a.example", "a.example/news/"].pages == 1


def test_a_page_alone_in_its_directory_turns_to_the_one_above() -> None:
    groups = PhraseGroups()
    for day in ("1", "2"):
        groups.absorb(Observation("s", f"a.example/{day}/", {"home": 1, f"story {day}": 1}))
    path, group = groups.speaking_for("s", "a.example/3/")[0]
    assert path == "a.example/"
    assert groups.filter_of(group) == {"home": 2}


def test_sites_do_not_mix() -> None:
    groups = phrases("home one", "home two")
    assert groups.speaking_for("other.example", "a.example/news/") == []


def test_a_group_that_no_longer_changes_is_stable() -> None:
    groups = WordGroups()
    for number in range(redundancy.PATIENCE + 2):
        groups.absorb(Observation("s", "p/", {"home": 1, f"word{number}": 1}))
    group = groups.groups["s", "p/"]
    assert group.stable
    groups.absorb(Observation("s", "p/", {"nothing": 1}))  # an odd page later on
    assert group.counts == {"home": 1}


def test_memory_is_bounded_and_what_is_forgotten_is_counted() -> None:
    groups = PhraseGroups(budget=200)
    for number in range(100):
        own = {f"phrase {number}-{k}": 1 for k in range(10)}
        groups.absorb(Observation("s", f"a.example/{number}/", {"home": 1} | own))
    assert sum(len(group.counts) for group in groups.groups.values()) <= 200
    assert groups.forgotten > 0
    _, root = groups.speaking_for("s", "a.example/new/")[0]
    assert "home" in groups.filter_of(root)


def test_filters_survive_being_saved() -> None:
    groups = phrases("home news one", "home news two")
    again = PhraseGroups.from_rows(groups.to_rows())
    _, group = again.speaking_for("a.example", "a.example/news/")[0]
    assert again.filter_of(group) == {"home": 2, "news": 2}
    assert again.to_rows() == groups.to_rows()


def test_a_full_memory_takes_no_new_groups_and_counts_the_pages() -> None:
    groups = WordGroups(budget=50)
    for number in range(40):
        for copy in "ab":
            seen = {f"word{number}-{k}": 1 for k in range(5)} | {copy: 1}
            groups.absorb(Observation(f"site{number}", "x/", seen))
    assert sum(len(group.counts) for group in groups.groups.values()) <= 60
    assert groups.refused > 0
