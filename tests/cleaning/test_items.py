"""Images and links judged one by one: features, trees, and rules."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.cleaning.items import images, links
from sitesieve.cleaning.items.decision_tree import DecisionTree, Node
from sitesieve.cleaning.items.images import image_items, pixels
from sitesieve.cleaning.items.item import ANY, UNKNOWN, PageItem, Wording
from sitesieve.cleaning.items.links import link_items
from sitesieve.page import Page

URL = "https://www.a.example/news/2024/story.html"
BANNER = (
    '<div><span>Advertisement</span><a href="https://ads.b.example/click?id=1">'
    '<img src="https://ads.b.example/banner_468x60.gif" width=468 height=60 alt="Click here">'
    "Buy ropes</a></div>"
)


def image(markup: str, url: str | None = URL) -> PageItem:
    [item] = image_items(Page(url, markup))
    return item


def links_of(markup: str, url: str | None = URL) -> list[PageItem]:
    return link_items(Page(url, markup))


# Features of images.


def test_an_image_is_described_by_size_words_and_where_it_leads() -> None:
    item = image(BANNER)
    assert item.values["width"] == 468
    assert item.values["height"] == 60
    assert item.values["aspect"] == pytest.approx(7.8)
    assert item.values["linked"] == 1
    assert item.values["image_here"] == item.values["target_here"] == 0
    assert item.values["image_ad_words"] == 2  # ads, banner
    assert item.values["target_ad_words"] == 2  # ads, click
    assert item.values["alt_ad_words"] == 1
    assert item.value("alt:click+here") == 1
    assert item.value("image:468x60") == 1
    assert item.value("page:story+html") == 1
    assert item.value("target:redirect") == 0


@pytest.mark.parametrize(
    "written", ["100%", "1e9", "-5", "0", "", "auto", "99999999", "4 68", "١٢", "nan", "9" * 5000]
)
def test_a_size_that_is_none_is_unknown(written: str) -> None:
    item = image(f'<img src=a.gif width="{written}" height=60>')
    assert math.isnan(item.values["width"])
    assert math.isnan(item.values["aspect"])
    assert item.values["height"] == 60


def test_pixels_may_be_said_and_broken() -> None:
    assert (pixels("60px"), pixels(" 12.5 ")) == (60, 12.5)


@given(st.text(max_size=60))
def test_no_size_breaks_the_features(written: str) -> None:
    size = pixels(written)
    assert math.isnan(size) or 0 < size <= 10_000


def test_what_the_page_does_not_tell_is_unknown() -> None:
    item = image('<img src="https://b.example/x.gif">', url=None)
    for name in ("width", "aspect", "image_here", "target_here", "target_ad_words"):
        assert math.isnan(item.values[name]), name
    assert image("<img src=x.gif>", url=None).values["image_here"] == 1  # its own, wherever it is


def test_hostile_addresses_are_described_too() -> None:
    for address in ("http://[broken", "javascript:void(0)", "data:image/gif;base64,ads", "", "//"):
        item = image(f'<a href="{address}x"><img src="{address}"></a>')
        assert item.values["image_ad_words"] == 0
    assert image(f'<img src="/{"a/" * 100_000}">').values["image_ad_words"] == 0


# Features of links.


def test_a_link_is_described_by_how_near_its_target_is() -> None:
    near, far, other, here = links_of(
        "<a href=/news/2024/other.html>a</a> <a href=https://shop.a.example/x/y?z=1>b</a>"
        " <a href=https://b.example/>c</a> <a href=#top>d</a>"
    )
    wanted = ("same_host", "same_domain", "same_page", "same_depth", "depth", "shared_segments")
    assert [near.values[name] for name in wanted] == [1, 1, 0, 1, 3, 2]
    assert [far.values[name] for name in wanted] == [0, 1, 0, 0, 2, 0]
    assert far.values["query"] == 1
    assert far.values["shared_host_words"] == 1  # a; the last label does not count
    assert [other.values[name] for name in wanted] == [0, 0, 0, 0, 0, 0]
    assert other.values["shared_host_words"] == 0
    assert [here.values[name] for name in wanted[:4]] == [1, 1, 1, 1]


def test_a_link_is_described_by_what_stands_around_it() -> None:
    menu, *_, cited = links_of(
        "<ul><li><a href=/>Home</a><li><a href=/b>Boats</a><li><a href=/c>Bread</a></ul>"
        "<p>Seven words stand here before <a href=/c>this link</a> and four after it."
    )
    assert menu.values["guide_words"] == 1
    assert menu.values["before"] == 0
    assert (menu.values["box_links"], menu.values["box_density"]) == (3, 1)
    assert (menu.values["line_links"], menu.values["line_words"]) == (1, 0)
    assert cited.values["anchor_words"] == 2
    assert cited.values["line_words"] == 9
    assert cited.values["repeats"] == 2
    assert cited.value("anchor:this+link") == 1
    assert cited.values["before"] == pytest.approx(8 / 14)


def test_without_an_address_of_the_page_only_what_is_written_counts() -> None:
    relative, absolute = links_of("<a href=/a/b>a</a><a href=http://b.example/>b</a>", url=None)
    assert relative.values["same_host"] == 1
    assert math.isnan(absolute.values["same_host"])
    assert math.isnan(relative.values["shared_segments"])


def test_a_headline_is_known_by_its_heading() -> None:
    inside, around, none = links_of(
        "<h2><a href=/a>x</a></h2><a href=/b><h3>y</h3></a><p><a href=/c>z</a>"
    )
    assert [i.values["in_heading"] for i in (inside, around, none)] == [1, 1, 0]


# Trees.

TREE = DecisionTree(
    [
        Node((50, 50), "aspect", 4.5833, 1, 2, unknown_left=True),
        Node((45, 5)),
        Node((5, 45), "target_here", 0.5, 3, 4),
        Node((0, 40)),
        Node((5, 5), "alt:click+here", 0.5, 5, 6),
        Node((5, 0)),
        Node((0, 5)),
    ]
)


def decided(**values: float) -> tuple[int, str]:
    decision = TREE.decide(PageItem(0, "", "", values, {"alt": frozenset({"click+here"})}))
    return decision.number, decision.rule(images.WORDINGS)


def test_a_tree_is_followed_by_hand_and_says_its_rule() -> None:
    assert decided(aspect=7.8, target_here=0) == (
        3,
        "aspect ratio > 4.583 and the link leaves the site",
    )
    assert decided(aspect=7.8, target_here=1) == (
        6,
        "aspect ratio > 4.583 and the link stays on the site and the alt text has “click here”",
    )
    assert decided(aspect=1.0) == (1, "aspect ratio ≤ 4.583")
    assert decided(aspect=UNKNOWN) == (1, "aspect ratio unknown")
    assert decided(aspect=4.5833)[0] == 1  # up to the threshold is left


def test_the_share_of_a_leaf_is_careful_with_few_items() -> None:
    assert TREE.nodes[3].noise == pytest.approx(41 / 42)
    assert Node((0, 0)).noise == 0.5
    assert Node((0, 1)).noise == pytest.approx(2 / 3)


def test_questions_about_one_feature_become_one_condition() -> None:
    tree = DecisionTree(
        [
            Node((2, 2), "width", 100, 1, 2),
            Node((2, 0)),
            Node((0, 2), "width", 468, 3, 4),
            Node((0, 1)),
            Node((0, 1), "image_ad_words", 0.5, 5, 6),
            Node((0, 0)),
            Node((0, 1)),
        ]
    )
    assert [rule for rule, _ in tree.rules(images.WORDINGS)] == [
        "width ≤ 100",
        "100 < width ≤ 468",
        "width > 468 and no advertising words in the image's address",
        "width > 468 and at least 1 advertising word in the image's address",
    ]


def test_counts_and_known_values_are_said_as_people_say_them() -> None:
    words = Wording("words", count=True)
    assert [words.within(-math.inf, 0.5), words.within(-math.inf, 1.5)] == [
        *("no words", "at most 1 word")
    ]
    assert [words.within(0.5, math.inf), words.within(2.5, ANY)] == [
        *("at least 1 word", "at least 3 words")
    ]
    assert [words.within(0.5, 1.5), words.within(0.5, 3.5)] == ["1 word", "1 to 3 words"]
    assert Wording("width").within(-math.inf, ANY) == "width known"


def test_a_tree_of_one_leaf_answers_always() -> None:
    decision = DecisionTree([Node((1, 9))]).decide(PageItem(0, "", "", {}))
    assert decision.rule({}) == "always"
    assert decision.leaf.noise == pytest.approx(10 / 12)


@pytest.mark.parametrize(
    "nodes",
    [
        [],
        [{"kept": -1, "noise": 0}],
        [{"kept": 1, "noise": 1, "feature": "width", "threshold": 1, "left": 0, "right": 0}],
        [{"kept": 1, "noise": 1, "feature": "width", "threshold": 1, "left": 5, "right": 6}],
        [{"noise": 1}],
    ],
)
def test_what_is_no_tree_is_refused(nodes: list[dict[str, object]]) -> None:
    with pytest.raises((ValueError, KeyError)):
        DecisionTree.from_data({"nodes": [{"unknown": "left"} | node for node in nodes]})


def test_a_tree_survives_being_written_down() -> None:
    again = DecisionTree.from_data(json.loads(json.dumps(TREE.as_data())))
    assert again.nodes == TREE.nodes


def test_features_have_words() -> None:
    for module in (images, links):
        assert set(module.FEATURES) <= set(module.WORDINGS)
