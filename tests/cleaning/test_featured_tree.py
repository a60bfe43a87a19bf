"""The featured DOM tree: one page alone, judged by its own words (Das §3)."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sitesieve
from sample_web import generate
from sitesieve.cleaning.methods import FeaturedTree
from sitesieve.cleaning.methods.featured_tree import select
from sitesieve.page import Page
from sitesieve.page.fields import FieldWeights, weigh, words_of_url
from sitesieve.page.overlap import minimum_weight_overlap, percentages
from sitesieve.sample.judge import Agreement, judge

STORY = (
    "<html lang=en><title>Tall ships in the harbour</title>"
    "<nav><ul><li><a href=/a>Weather</a><li><a href=/b>Sports</a></ul></nav>"
    "<h1>Tall ships in the harbour</h1>"
    "<p>The tall ships reached the harbour at noon, and the harbour was full.</p>"
    "<p>Ships of this kind are tall.</p>"
    "<footer>Copyright reserved <b>2024</b></footer>"
)
URL = "https://a.example/news/tall-ships.html"
ALONE: dict[str, Any] = {"title": 0.0, "url": 0.0, "heading": 0.0, "meta": 0.0, "anchor": 0.0}

weighted = st.dictionaries(st.text("abcdef", max_size=2), st.floats(0.01, 1000), min_size=1)


# Minimum weight overlap


def test_the_overlap_is_the_sum_of_the_smaller_percentages() -> None:
    # The sets of table 1: x1, x2, x4 and x2, x3, x4.
    one = percentages({"x1": 5, "x2": 3, "x4": 2})
    other = percentages({"x2": 6, "x3": 1, "x4": 3})
    assert one == {"x1": 50, "x2": 30, "x4": 20}
    assert minimum_weight_overlap(one, other) == 30 + 20


@given(weighted, weighted)
def test_the_overlap_is_a_percentage_and_does_not_know_left_from_right(
    one: dict[str, float], other: dict[str, float]
) -> None:
    a, b = percentages(one), percentages(other)
    overlap = minimum_weight_overlap(a, b)
    assert 0 <= overlap <= 100
    assert minimum_weight_overlap(b, a) == pytest.approx(overlap)


@given(weighted)
def test_a_set_overlaps_itself_wholly(one: dict[str, float]) -> None:
    a = percentages(one)
    assert minimum_weight_overlap(a, a) == pytest.approx(100)


def test_sets_without_a_word_in_common_do_not_overlap() -> None:
    assert minimum_weight_overlap({"a": 100}, {"b": 100}) == 0
    assert minimum_weight_overlap({}, {"b": 100}) == 0
    assert percentages({}) == percentages({"a": 0.0}) == {}


# Featuring


def test_a_word_weighs_the_sum_over_its_fields() -> None:
    html = (
        "<html lang=en><title>Ships</title><meta name=description content='ship news'>"
        "<meta name=keywords content=ships><h2>Ships</h2><p>ships and ships</p>"
        "<a href=/x>Ship</a><h3><a href=/y>ship</a></h3>"
    )
    weights = FieldWeights(title=100, url=10, heading=1000, meta=1, anchor=0.1, body=0.01)
    words = weigh(Page(URL, html), weights)
    # A linked heading is anchor text: it speaks of the page it leads to.
    assert words["ship"] == pytest.approx(100 + 10 + 1000 + 2 + 0.2 + 0.02)
    assert words["news"] == pytest.approx(10 + 1)
    assert "and" not in words


def test_fields_that_weigh_nothing_bring_no_features() -> None:
    words = weigh(Page(URL, STORY), FieldWeights(0, 0, 0, 0, 0, 1))
    assert words["ship"] == 2
    assert "weather" not in words
    assert "news" not in words


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://a.example/news/Tall-Ships_home.html?q=1", "news Tall Ships home"),
        ("https://a.example/v1.harbour-notes", "v1 harbour notes"),
        ("https://a.example/%E6%B8%AF", "港"),
        ("https://a.example/", ""),
        ("http://[broken", ""),
        (None, ""),
    ],
)
def test_the_words_of_an_address_are_those_of_its_path(url: str | None, words: str) -> None:
    assert words_of_url(url) == words


def test_the_dynamic_threshold_is_a_share_of_the_top_weight() -> None:
    weights = {"ship": 20.0, "harbour": 2.0, "noon": 1.0}
    assert select(weights, 0.1) == {
        "ship": pytest.approx(90.9, 0.01),
        "harbour": pytest.approx(9.09, 0.01),
    }
    assert select(weights, 1.0) == {"ship": 100}
    assert set(select(weights, 0.0)) == set(weights)
    twice = {word: 2 * weight for word, weight in weights.items()}  # a page twice as long
    assert select(twice, 0.1) == select(weights, 0.1)


# Pruning


def test_what_shares_nothing_with_the_page_goes() -> None:
    document = FeaturedTree(anchor=0, share=0.2).clean(STORY, url=URL)
    assert document.text.split("\n\n") == [
        "Tall ships in the harbour",
        "The tall ships reached the harbour at noon, and the harbour was full.",
        "Ships of this kind are tall.",
    ]
    weather = document.blocks[0]
    assert weather.reason == "shares 0.0 % with what the page is about, below 5 %"
    decision = {name: value for name, value in weather.evidence.items() if name != "kind"}
    assert decision == {"overlap": 0.0, "threshold": 5.0, "features": 1}
    assert weather.importance == 0
    assert "<nav" not in document.html  # all of its children are noise


def test_the_verdict_on_a_leaf_is_its_overlap_by_hand() -> None:
    # F_Set: ship 3 of 8, tall 2, harbour 2, noon 1; the leaf has ship and noon, 50 % each.
    html = "<html lang=en><p>ship ship tall tall harbour harbour</p><p>ship noon</p>"
    method = FeaturedTree(share=0, **ALONE)
    about = select(weigh(Page(None, html), method.weights), method.share)
    assert about == {"ship": 37.5, "tall": 25.0, "harbour": 25.0, "noon": 12.5}
    leaf = method.clean(html).blocks[1]
    assert leaf.evidence["overlap"] == 37.5 + 12.5
    assert leaf.importance == 0.5
    for t, kept in ((50.0, True), (50.1, False)):  # noise is what is below the threshold
        assert FeaturedTree(t, share=0, **ALONE).clean(html).blocks[1].keep is kept


def test_a_leaf_without_features_follows_the_part_around_it() -> None:
    blocks = (
        FeaturedTree(anchor=0, share=0.2)
        .clean(STORY.replace("noon,", "noon <i>12</i>,"), url=URL)
        .blocks
    )
    kept = {block.text: (block.keep, block.reason) for block in blocks}
    assert kept["2024"] == (False, "no features; the part of the page around it is noise")
    assert kept["12"] == (True, "no features; the part of the page around it stays")


def test_by_the_paper_a_leaf_without_features_is_noise() -> None:
    html = STORY.replace("noon,", "noon <i>12</i>,")
    method = FeaturedTree.by_paper(anchor=0, share=0.2)
    assert method.settings() == {
        **FeaturedTree(anchor=0, share=0.2).settings(),
        "featureless_noise": True,
    }
    kept = {block.text: (block.keep, block.reason) for block in method.clean(html, url=URL).blocks}
    assert kept["12"] == (False, "shares 0.0 % with what the page is about, below 5 %")
    assert kept["2024"][0] is False
    # An empty sum is not below a threshold of 0.
    all_of_it = FeaturedTree.by_paper(threshold=0).clean(html, url=URL)
    assert all_of_it.words_kept == all_of_it.words_before
    # Where nothing tells what a page is about, all of it is noise.
    assert FeaturedTree.by_paper().clean("<html lang=en><p>12 34</p>").text == ""


def test_a_link_in_a_sentence_is_its_own_leaf_unless_lines_are() -> None:
    html = STORY.replace("reached", "<a href=/x>reached</a>")
    letter = FeaturedTree(anchor=0, share=0.2)
    assert "ships the harbour at noon" in letter.clean(html, url=URL).text
    assert (
        "ships reached the harbour" in FeaturedTree(share=0.2, lines=True).clean(html, url=URL).text
    )


def test_with_a_threshold_of_0_everything_stays() -> None:
    document = FeaturedTree(threshold=0).clean(STORY, url=URL)
    assert document.words_kept == document.words_before


# Where it breaks


def test_a_page_without_features_is_kept_whole_and_says_so() -> None:
    document = FeaturedTree().clean("<html lang=en><p>12 34</p><p>and the of</p>")
    assert document.text == "12 34\n\nand the of"
    reasons = {block.reason for block in document.blocks}
    assert reasons == {"nothing tells what the page is about"}


def test_a_page_whose_features_are_all_in_its_title_keeps_what_it_cannot_judge() -> None:
    document = FeaturedTree().clean("<html lang=en><title>Ships</title><p>12</p>")
    assert document.blocks[0].keep


def test_a_text_that_never_repeats_a_word_of_its_page_is_lost() -> None:
    """The method's blind side: each word of a list is as heavy as any other."""
    terms = "".join(f"<p>{a}{b}</p>" for a in "bcdfghj" for b in "aeiou")
    assert FeaturedTree().clean(terms).text == ""


def test_a_page_of_one_leaf_is_about_itself() -> None:
    assert FeaturedTree(share=0).clean("<p>Ships sail").blocks[0].evidence["overlap"] == 100


@pytest.mark.parametrize(
    "html",
    ["<body>", "<p>", "<title>x</title>", "<div>" * 3000 + "ships", "\x00<p>\ud83d ships", "港口"],
)
def test_odd_pages_get_a_verdict_for_every_leaf(html: str) -> None:
    document = FeaturedTree().clean(html, url="http://[broken")
    assert len(document.blocks) == len(Page(None, html).tree.leaves)


# Settings


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"threshold": -1}, "threshold must be from 0 to 100"),
        ({"threshold": float("nan")}, "threshold must be from 0 to 100"),
        ({"share": 1.5}, "share of the top weight must be from 0 to 1, not 1.5"),
        ({"anchor": -0.1}, "weight of anchor must be from 0 to 1000, not -0.1"),
        ({"title": float("inf")}, "weight of title"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        FeaturedTree(**settings)


def test_settings_are_saved(tmp_path: Path) -> None:
    method = FeaturedTree(7.5, 0.2, title=9, lines=True)
    method.save(tmp_path / "m.sieve")
    again = sitesieve.load(tmp_path / "m.sieve", method="featured-tree")
    assert again.settings() == method.settings()
    assert again.clean(STORY, url=URL).text == method.clean(STORY, url=URL).text


# How well it does


def test_on_the_sample_web_most_noise_goes_but_much_content_too() -> None:
    """Honest floors: it sees words only, and on index pages and short texts none is shared."""
    pages = [page for site in generate(size=0) for page in site.pages]
    method = FeaturedTree()
    agreement = sum((judge(method.clean(p.html, url=p.url), p) for p in pages), Agreement())
    assert agreement.precision >= 0.89
    assert agreement.recall >= 0.85
    assert agreement.fallout <= 0.57
