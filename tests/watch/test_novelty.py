"""What counts as the same: words, blocks, places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from watched_site import paragraph

from sitesieve.errors import InputError
from sitesieve.page.words import tokenize
from sitesieve.watch.differences import differences, edited_words
from sitesieve.watch.intervals import as_interval, seconds_of, since
from sitesieve.watch.novelty import (
    PageMemory,
    ShingleIndex,
    new_passages,
    shingles_of,
)
from sitesieve.watch.pages import packed, unpacked
from sitesieve.watch.passages import PageReading, Passage, key_of, wording
from sitesieve.watch.site_knowledge import ChangingPlaces

BLOCKS = st.lists(st.sampled_from([paragraph(n) for n in range(9)]), max_size=9)


def passage(text: str, place: int = 0) -> Passage:
    words = tuple(wording(tokenize(text)))
    return Passage(text, words, key_of(words), place, place, True, False, False, False)


def new(after: list[str], before: list[str], redesigned: bool = False) -> list[str]:
    reading = PageReading("", None, tuple(map(passage, after)))
    memory = PageMemory(1, {passage(text).key for text in before}, shingles_of(before))
    passages = new_passages(reading, memory, ShingleIndex(), ChangingPlaces(), False, redesigned)
    return [passage.text for passage in passages]


@given(BLOCKS, BLOCKS)
def test_differences_hold_both_versions(before: list[str], after: list[str]) -> None:
    changes = differences(before, after)
    assert [c.after for c in changes if c.change != "removed"] == after
    assert sorted(c.before for c in changes if c.change != "added") == sorted(before)
    assert all(c.before == c.after for c in changes if c.change == "same")


@given(st.text(alphabet="ab c"), st.text(alphabet="ab c"))
def test_edited_words_hold_both_texts(before: str, after: str) -> None:
    runs = edited_words(before, after)
    assert " ".join(w for how, w in runs if how != "+").split() == before.split()
    assert " ".join(w for how, w in runs if how != "-").split() == after.split()


@given(st.permutations([paragraph(n) for n in range(5)]), st.booleans())
def test_the_same_paragraphs_in_another_order_are_not_new(
    after: list[str], redesigned: bool
) -> None:
    assert new(after, [paragraph(n) for n in range(5)], redesigned) == []


@given(st.integers(1, 4), st.booleans())
def test_paragraphs_joined_or_cut_are_not_new(at: int, redesigned: bool) -> None:
    whole = [paragraph(n) for n in range(5)]
    joined = [" ".join(whole[:at]), *whole[at:]]
    assert new(joined, whole, redesigned) == []
    assert new(whole, joined, redesigned) == []


@given(st.integers(0, 4), st.booleans())
def test_a_paragraph_more_is_new(at: int, redesigned: bool) -> None:
    before = [paragraph(n) for n in range(5)]
    after = [*before[:at], paragraph("one more"), *before[at:]]
    assert new(after, before, redesigned) == [paragraph("one more")]


def test_an_edited_word_is_new_and_a_counter_is_not() -> None:
    verdict = "The jury found the captain of the ship {} in the case of the lost anchor."
    guilty, innocent = verdict.format("guilty"), verdict.format("innocent")
    assert new([guilty], [innocent]) == [guilty]
    counted = "Read {} times since Monday, {} March {}, by people of this town."
    assert new([counted.format(1234, 3, 2024)], [counted.format(7, 14, 2025)]) == []
    assert new(["Sponsored now"], [guilty]) == []  # a label


def test_what_another_page_says_is_not_new() -> None:
    index = ShingleIndex()
    index.put(2, shingles_of([paragraph("elsewhere")]))
    reading = PageReading("", None, (passage(paragraph("elsewhere")),))
    memory = PageMemory(1, set(), set())
    assert new_passages(reading, memory, index, ChangingPlaces(), False, False) == []
    index.put(2, set())
    assert new_passages(reading, memory, index, ChangingPlaces(), False, False)


def test_what_many_pages_say_together_can_be_new() -> None:
    index = ShingleIndex()
    words = paragraph("pieces").split()
    for at in range(0, len(words), 3):  # each page has a part of it
        index.put(2 + at, shingles_of([" ".join(words[at : at + 5])]))
    reading = PageReading("", None, (passage(paragraph("pieces")),))
    assert new_passages(reading, PageMemory(1, set(), set()), index, ChangingPlaces(), False, False)


def test_places_whose_texts_come_and_go_are_found() -> None:
    places = ChangingPlaces()
    for page in range(3):
        places.note(page, [(1, False), (2, True), (2, True)])
    assert places.change_often(1)
    assert not places.change_often(2)
    assert not places.change_often(3)
    restored = ChangingPlaces()
    restored.restore(places.to_rows())
    assert restored.to_rows() == places.to_rows()


def test_on_one_page_alone_a_list_of_news_does_not_change_often_but_an_advert_does() -> None:
    places = ChangingPlaces()
    for _ in range(3):
        places.note(1, [(1, False), *((2, False) for _ in range(9))])
    assert places.change_often(1)
    assert not places.change_often(2)


@given(st.lists(st.integers(-(2**63), 2**63 - 1)))
def test_packed_numbers_come_back(numbers: list[int]) -> None:
    assert unpacked(packed(numbers)) == numbers


@given(st.integers(1, 10**8))
def test_intervals_come_back(seconds: int) -> None:
    assert seconds_of(as_interval(seconds)) == seconds


@pytest.mark.parametrize("text", ["", "h", "6", "6 hours", "-1h", "0s", "1e9d", "9" * 50 + "d"])
def test_what_is_no_interval_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="interval"):
        seconds_of(text)


def test_what_is_no_time_is_refused() -> None:
    with pytest.raises(InputError, match="neither"):
        since("yesterday-ish", 0.0)
