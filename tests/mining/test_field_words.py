"""Words weighed by the fields of one page: a row of Das's term-document weight matrix."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve import Page
from sitesieve.cleaning.method_spec import MethodSpec
from sitesieve.cleaning.methods import FeaturedTree
from sitesieve.mining import FieldWords
from sitesieve.mining.inputs import make_inputs

PAGE = Page(
    "https://a.example/x.html",
    "<html lang=en><title>Ships</title><h1>Ships</h1><p>ships in the harbour, harbour 7</p>"
    "<p>weather</p><p>12</p>",
)
WEIGHTS: dict[str, Any] = {"title": 4.0, "heading": 3.0, "body": 1.0, "url": 0.0, "share": 0.2}


def test_a_row_by_hand() -> None:
    # ship 4 + 3 + 1, harbour 2, weather 1: of 11. The threshold is 0.2 · 8, so weather is none.
    row = FieldWords(FeaturedTree(**WEIGHTS)).weigh(PAGE)
    assert row == {"ship": pytest.approx(8 / 11), "harbour": pytest.approx(2 / 11)}
    all_words = FieldWords(FeaturedTree(**{**WEIGHTS, "share": 0.0})).weigh(PAGE)
    assert sum(all_words.values()) == pytest.approx(1)
    assert all_words["weather"] == pytest.approx(1 / 11)


def test_a_row_of_the_page_that_is_left() -> None:
    # F_Set is ship 80 %, harbour 20 %. "weather" shares nothing with it and goes; the title stays.
    row = FieldWords(FeaturedTree(**WEIGHTS), pruned=True).weigh(PAGE)
    assert row == {"ship": pytest.approx(8 / 10), "harbour": pytest.approx(2 / 10)}
    # From 21 % the paragraph has to go (20 % + 33 %), from 81 % the heading, too.
    strict = FieldWords(FeaturedTree(threshold=60, **WEIGHTS), pruned=True).weigh(PAGE)
    assert strict == {"ship": 1.0}
    only_title = FieldWords(FeaturedTree(threshold=90, **WEIGHTS), pruned=True).weigh(PAGE)
    assert only_title == {"ship": 1.0}


def test_a_page_without_words_has_an_empty_row() -> None:
    for pruned in (False, True):
        assert FieldWords(FeaturedTree.by_paper(), pruned).weigh(Page(None, "<p>12")) == {}


@given(st.text("ab <p>/\x00é1", max_size=60))
def test_rows_are_shares(html: str) -> None:
    for pruned in (False, True):
        row = FieldWords(FeaturedTree.by_paper(), pruned).weigh(Page(None, f"ships {html}"))
        assert all(0 < value <= 1 for value in row.values())
        assert math.fsum(row.values()) <= 1 + 1e-9


def test_settings_by_name() -> None:
    words = FieldWords.of(MethodSpec.of("field-words:paper,pruned=true,threshold=7"))
    assert words.pruned
    assert words.method.settings() == FeaturedTree.by_paper(threshold=7.0).settings()
    with pytest.raises(ValueError, match="has the settings pruned, threshold"):
        FieldWords.of(MethodSpec.of("field-words:depth=3"))


def test_it_is_an_input_of_experiments() -> None:
    inputs, learners = make_inputs(["field-words", "field-words:paper,pruned=true"])
    assert [each.weighted for each in inputs] == [True, True]
    assert learners == []
    assert inputs[0].bag(PAGE) == FieldWords().weigh(PAGE)
