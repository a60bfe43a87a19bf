"""Images and links judged one by one: features, trees, rules, labels, and how good it is."""

import json
import math
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sitesieve
from sitesieve.clean.items import images, links
from sitesieve.clean.items.decision_tree import DecisionTree, Node
from sitesieve.clean.items.growing import Labelled, grow
from sitesieve.clean.items.images import image_items, pixels
from sitesieve.clean.items.item import ANY, UNKNOWN, Item, Wording
from sitesieve.clean.items.labels import read_labels
from sitesieve.clean.items.links import link_items
from sitesieve.clean.items.shipped import shipped_tree
from sitesieve.clean.kinds import Kind
from sitesieve.clean.methods import AdImages, ItemClassifier, NepotisticLinks
from sitesieve.errors import InputError, ModelError
from sitesieve.page import Page
from sitesieve.sample import generate
from sitesieve.sample.citations import with_citations
from sitesieve.sample.pictures import Habits, with_pictures

URL = "https://www.a.example/news/2024/story.html"
BANNER = (
    '<div><span>Advertisement</span><a href="https://ads.b.example/click?id=1">'
    '<img src="https://ads.b.example/banner_468x60.gif" width=468 height=60 alt="Click here">'
    "Buy ropes</a></div>"
)
STORY = "<p>A long story about ships and the people who sail them across the sea.</p>"


def image(markup: str, url: str | None = URL) -> Item:
    [item] = image_items(Page(url, markup))
    return item


def links_of(markup: str, url: str | None = URL) -> list[Item]:
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
    decision = TREE.decide(Item(0, "", "", values, {"alt": frozenset({"click+here"})}))
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
    assert tree.depth == 3
    assert tree.features == ("width", "image_ad_words")


def test_counts_and_known_values_are_said_as_people_say_them() -> None:
    words = Wording("words", one="word")
    assert [words.at_most(0.5), words.at_most(1.5), words.above(0.5), words.above(2.5)] == [
        *("no words", "at most 1 word", "at least 1 word", "at least 3 words")
    ]
    assert [words.between(0.5, 1.5), words.between(0.5, 3.5)] == ["1 word", "1 to 3 words"]
    assert Wording("width").at_most(ANY) == "width known"


def test_a_tree_of_one_leaf_answers_always() -> None:
    decision = DecisionTree([Node((1, 9))]).decide(Item(0, "", "", {}))
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


# The methods.


def test_a_banner_goes_with_its_caption_and_the_story_stays() -> None:
    document = AdImages().clean(BANNER + STORY, URL)
    assert document.text.startswith("A long story")
    assert "banner" not in document.html
    gone, *_, story = document.blocks
    assert gone.text == "Advertisement"
    assert "advertising word" in gone.reason
    assert gone.evidence["width"] == 468
    assert gone.evidence["item"] == "https://ads.b.example/banner_468x60.gif"
    assert (story.keep, story.reason) == (True, "belongs to no image")


def test_a_caption_can_be_left_alone() -> None:
    document = AdImages(caption=0).clean(BANNER + STORY, URL)
    assert document.text.startswith("Advertisement\n\nA long")


@pytest.mark.parametrize(
    "around",
    [
        "<div>{}" + STORY + "</div>",  # too many words
        "<div>{}<a href=/x>x</a></div>",  # another link
        "<div>{}<img src=/photo.jpg></div>",  # another image
        "<div>{}<h2>Head</h2></div>",  # a heading
        "<article>{}<p>Short.</p></article>",  # a section of the page
        "{}<p>Short.</p>",  # the page itself
    ],
)
def test_what_has_something_else_in_it_is_not_the_block_of_a_banner(around: str) -> None:
    banner = BANNER.replace("<div><span>Advertisement</span>", "").replace("</div>", "")
    texts = [(b.text, b.keep) for b in AdImages().clean(around.format(banner), URL).blocks]
    assert texts[0] == ("Buy ropes", False)
    assert all(keep for _, keep in texts[1:])


def test_an_image_without_text_is_judged_cut_and_explained() -> None:
    bare = BANNER.replace("Buy ropes", "").replace("<span>Advertisement</span>", "")
    document = AdImages().clean(bare + STORY, URL)
    [judged] = document.textless
    assert not judged.keep
    assert judged.address == "/html/body/div[1]/a[1]/img[1]"
    assert "advertising word" in judged.reason
    assert "<img" not in document.html
    assert "A long story" in document.html


def test_menus_go_and_links_in_the_text_stay() -> None:
    menu = (
        "<ul>" + "".join(f"<li><a href=/{w}>{w}</a>" for w in "Home Shop Forum".split()) + "</ul>"
    )
    story = STORY.replace("ships", "<a href=https://b.example/fleet/ships.html>old ships</a>")
    document = NepotisticLinks().clean(menu + story, URL)
    assert document.text.startswith("A long story about old ships and")
    assert "Home" not in document.html
    assert document.blocks[0].evidence["same_host"] == 1


@pytest.mark.parametrize("method", [AdImages(), NepotisticLinks()])
def test_a_page_without_items_stays_as_it_is(method: ItemClassifier) -> None:
    document = method.clean(STORY, URL)
    assert document.words_kept == document.words_before
    assert document.textless == []


@pytest.mark.parametrize("kind", [AdImages, NepotisticLinks])
@pytest.mark.parametrize("certainty", [0, -1, 1.5, "x", math.nan, None])
def test_a_certainty_that_is_none_is_refused(kind: type[ItemClassifier], certainty: float) -> None:
    with pytest.raises(ValueError, match="certainty must be above 0"):
        kind(certainty)


@pytest.mark.parametrize("caption", [-1, 1.5, True, "x"])
def test_a_caption_that_is_none_is_refused(caption: int) -> None:
    with pytest.raises(ValueError, match="caption must be a whole number"):
        AdImages(caption=caption)


def test_more_certainty_removes_less() -> None:
    page = generate(3, 0.2)[0].pages[5]
    kept = [NepotisticLinks(c).clean(page.html, page.url).words_kept for c in (0.01, 0.5, 1.0)]
    assert kept == sorted(kept)
    assert kept[0] < kept[-1]


def test_nested_and_many_items_cost_no_more_than_their_number() -> None:
    many = "<div>" * 200 + BANNER * 2000
    document = AdImages().clean(many, URL)
    assert document.text == ""
    assert "<img" not in document.html


# The trees that ship.


@pytest.mark.parametrize("kind", [AdImages, NepotisticLinks])
def test_a_shipped_tree_is_small_and_asks_only_for_known_features(
    kind: type[ItemClassifier],
) -> None:
    tree = shipped_tree(kind.name)
    assert set(tree.features) <= set(kind.features)
    assert tree.depth <= 5
    assert all(rule and "_" not in rule for rule, _ in tree.rules(kind.wordings))


def test_shipped_trees_need_no_scikit_learn() -> None:
    code = (
        "import sys\nsys.modules['sklearn'] = None\n"
        "from sitesieve.clean.methods import AdImages, NepotisticLinks\n"
        "for m in (AdImages(), NepotisticLinks()): m.clean('<a href=/><img src=x>y</a>').text"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_advertising_images_of_a_fresh_sample_web_are_found() -> None:
    method = AdImages()
    judged = []
    for site in generate(901, 0.25):
        habits: dict[str, Habits] = {}
        for page in site.pages:
            mine = habits.setdefault(page.design, Habits.of(site.name, page.design, 901))
            html, pictures = with_pictures(page, mine)
            adverts = {picture.source for picture in pictures if picture.advertisement}
            for item in method.items(Page(page.url, html)):
                noise = method.is_noise(method.tree.decide(item))
                judged.append((noise, item.written in adverts))
    right = judged.count((True, True))
    assert right + judged.count((False, True)) > 100
    assert right / (right + judged.count((True, False))) >= 0.85
    assert right / (right + judged.count((False, True))) >= 0.70


def test_nepotistic_links_of_a_fresh_sample_web_are_found_and_cited_ones_stay() -> None:
    merit = (Kind.CONTENT, Kind.PAGE_RECOMMENDATION, Kind.COMMENTS)
    method, rng = NepotisticLinks(), Random(901)
    judged, cited = [], []
    for site in generate(901, 0.25):
        for page in site.pages:
            tree = Page(page.url, page.html).tree
            kinds = [block.kind for block in page.blocks for _ in block.phrases]
            for item in method.items(Page(page.url, page.html)):
                if tree.text_of(item.node):
                    noise = method.is_noise(method.tree.decide(item))
                    judged.append((noise, kinds[tree.leaf_start[item.node]] not in merit))
            html, targets = with_citations(page, rng)
            cited += [
                method.is_noise(method.tree.decide(item))
                for item in method.items(Page(page.url, html))
                if item.written in targets
            ]
    right = judged.count((True, True))
    assert right / (right + judged.count((True, False))) >= 0.94
    assert right / (right + judged.count((False, True))) >= 0.94
    assert cited.count(False) / len(cited) >= 0.85


# Training.


def test_a_tree_grown_from_labels_finds_the_word_that_tells() -> None:
    labelled = [
        Labelled(Item(n, "", "", {"width": float(n)}, {"alt": frozenset({word})}), word == "free")
        for n in range(40)
        for word in ("free", "boat")
    ]
    tree = grow(labelled, ("width",))
    assert tree.depth == 1
    assert tree.features[0] in ("alt:free", "alt:boat")
    assert {node.counts for node in tree.nodes} == {(40, 40), (40, 0), (0, 40)}


def test_a_missing_value_can_be_what_tells() -> None:
    labelled = [
        Labelled(Item(n, "", "", {"width": UNKNOWN if n % 2 else 10.0}), bool(n % 2))
        for n in range(40)
    ]
    tree = grow(labelled, ("width",))
    assert [tree.decide(label.item).leaf.noise > 0.5 for label in labelled[:2]] == [False, True]
    assert DecisionTree.from_data(json.loads(json.dumps(tree.as_data()))).nodes == tree.nodes


def test_labels_of_one_kind_only_are_refused() -> None:
    with pytest.raises(InputError, match="labels of both kinds are needed: of 3 items 3 are noise"):
        grow([Labelled(Item(n, "", "", {}), True) for n in range(3)], ("width",))


PAGES = [
    (f"https://c.example/{n}.html", f"<a href=/go/{n}><img src=/x/{n}.gif alt='{word}'>{n}</a>")
    for n, word in enumerate(["lotto", "harbour"] * 12)
]


def csv_of(*rows: str) -> list[str]:
    return [line + "\n" for line in ("page,item,label", *rows)]


def test_a_method_is_trained_on_a_table_by_address_and_by_xpath(tmp_path: Path) -> None:
    by_address = [
        f"{url},https://c.example/x/{n}.gif,{'no' if n % 2 else 'yes'}"
        for n, (url, _) in enumerate(PAGES[:12])
    ]
    by_xpath = [
        f"{url},/html/body/a[1]/img[1],{n % 2 == 0}" for n, (url, _) in enumerate(PAGES[12:])
    ]
    method = AdImages()
    labels = method.train_on(PAGES, csv_of(*by_address, *by_xpath))
    assert labels.bad.remarks() == []
    assert method.tree.features in (("alt:harbour",), ("alt:lotto",))  # either tells
    method.save(tmp_path / "ads.sieve")
    again = sitesieve.load(tmp_path / "ads.sieve")
    for cleaner in (method, again):
        assert cleaner.clean("<a href=/z><img src=/z.gif alt=harbour>text</a>").text == "text"
        assert cleaner.clean("<a href=/z><img src=/z.gif alt=lotto>text</a>").text == ""


def test_bad_rows_are_counted_and_named() -> None:
    good = [f"{url},/x/{n}.gif,{n % 2}" for n, (url, _) in enumerate(PAGES)]
    labels = AdImages().train_on(
        PAGES,
        csv_of(
            *good,
            "https://c.example/0.html,/x/0.gif,1",  # row 2 said 0
            "https://c.example/1.html,/x/1.gif,perhaps",
            "https://c.example/1.html",
            ",/x/1.gif,1",
            "https://c.example/1.html,/nowhere.gif,1",
            "https://other.example/,/x/1.gif,1",
        ),
    )
    assert labels.bad.remarks() == [
        "1 row not used: an earlier row says the opposite (line 26)",
        "1 row not used: fields are missing (line 28)",
        "1 row not used: page or item is empty (line 29)",
        "1 row not used: the label is neither yes nor no (line 27)",
        "1 row not used: the page has no such item (line 30)",
        "1 row not used: the page is not among those read (line 31)",
    ]


def test_a_table_without_the_columns_is_refused() -> None:
    with pytest.raises(InputError, match=r"ads\.csv: no column item, label"):
        read_labels(["page,what\n"], "ads.csv")
    with pytest.raises(InputError, match="no column page"):
        read_labels([], "empty.csv")


def test_a_damaged_tree_in_a_model_is_an_error_that_says_so(tmp_path: Path) -> None:
    method = AdImages()
    broken = DecisionTree([Node((1, 1))])
    broken.nodes[0] = Node((1, 1), "width", 1.0, 7, 8)
    method.tree = broken
    method.save(tmp_path / "m.sieve")
    with pytest.raises(ModelError, match="damaged"):
        sitesieve.load(tmp_path / "m.sieve")


def test_features_have_words() -> None:
    for module in (images, links):
        assert set(module.FEATURES) <= set(module.WORDINGS)
