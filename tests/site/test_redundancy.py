"""Redundancy by URL path (Kang-Kim §III.C)."""

from collections import Counter

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


def redundant_words(*pages: Counter[str]) -> Counter[str]:
    """W_filter of some pages' word counts (Kang-Kim §III.C.2)."""
    groups = WordGroups()
    for counts in pages:
        groups.merge(WordGroups.of_page("/", counts))
    return Counter(groups.groups["/"].counts)


counters = st.dictionaries(st.sampled_from("abcdefg"), st.integers(1, 5)).map(Counter)


def test_the_worked_example_of_the_paper() -> None:
    a = Counter(a=5, b=2, c=4, d=3)
    b = Counter(a=3, b=1, e=2, f=5, g=3)
    words = redundant_words(a, b)
    assert words == Counter(a=3, b=1)
    assert Counter(a=3, b=3, g=4, h=2, i=3) - words == Counter(b=2, g=4, h=2, i=3)


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


Seen = tuple[str, str, dict[str, int]]  # site, path, counts


def learned(kind: type[PathGroups], *pages: Seen) -> RedundancyModels:
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


def test_sites_do_not_mix() -> None:
    assert phrases("home one", "home two").speaking_for("other.example", "a.example/news/") == []


def test_a_word_filter_that_many_pages_have_not_changed_is_not_emptied_by_an_odd_one() -> None:
    pages = [("s", "p/", {"home": 1, f"word{number}": 1}) for number in range(300)]
    odd = [("s", "p/", {"sorry": n}) for n in range(1, 300)]
    by_digest = sorted(pages + odd, key=lambda page: learned(WordGroups).observed(*page).digest)
    last = max(by_digest.index(page) for page in pages)
    late = next((page for page in by_digest[last:] if page in odd), by_digest[-1])
    assert filters(learned(WordGroups, late, *pages))["p/"] == {"home": 1}
    soon = next(page for page in by_digest if page in odd)
    assert filters(learned(WordGroups, *pages, soon))["p/"] == {}


@pytest.mark.parametrize("kind", [WordGroups, PhraseGroups])
@given(pages=st.lists(st.tuples(st.sampled_from("st"), st.sampled_from(["x/", "x/y/"]), counters)))
def test_the_order_of_pages_and_where_they_were_learned_do_not_matter(
    kind: type[PathGroups], pages: list[Seen]
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
