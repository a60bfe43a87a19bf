"""Methods that judge images and links one by one: what goes, how good it is, training."""

import json
import math
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import sitesieve
from sample_web import generate
from sample_web.citations import with_citations
from sample_web.pictures import Habits, with_pictures
from sitesieve.cleaning.items.decision_tree import DecisionTree, Labelled, Node, grow, shipped_tree
from sitesieve.cleaning.items.item import UNKNOWN, PageItem
from sitesieve.cleaning.items.labels import read_labels
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.methods import AdImages, ItemClassifier, NepotisticLinks
from sitesieve.errors import InputError, ModelError
from sitesieve.page import Page

URL = "https://www.a.example/news/2024/story.html"
BANNER = (
    '<div><span>Advertisement</span><a href="https://ads.b.example/click?id=1">'
    '<img src="https://ads.b.example/banner_468x60.gif" width=468 height=60 alt="Click here">'
    "Buy ropes</a></div>"
)
STORY = "<p>A long story about ships and the people who sail them across the sea.</p>"


# The methods.


def test_a_banner_goes_with_its_caption_and_the_story_stays() -> None:
    document = AdImages().clean(BANNER + STORY, url=URL)
    assert document.text.startswith("A long story")
    assert "banner" not in document.html
    gone, *_, story = document.blocks
    assert gone.text == "Advertisement"
    assert "advertising word" in gone.reason
    assert gone.evidence["width"] == 468
    assert gone.evidence["item"] == "https://ads.b.example/banner_468x60.gif"
    assert (story.keep, story.reason) == (True, "belongs to no image")


def test_a_caption_can_be_left_alone() -> None:
    document = AdImages(caption=0).clean(BANNER + STORY, url=URL)
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
    texts = [(b.text, b.keep) for b in AdImages().clean(around.format(banner), url=URL).blocks]
    assert texts[0] == ("Buy ropes", False)
    assert all(keep for _, keep in texts[1:])


def test_an_image_without_text_is_judged_cut_and_explained() -> None:
    bare = BANNER.replace("Buy ropes", "").replace("<span>Advertisement</span>", "")
    document = AdImages().clean(bare + STORY, url=URL)
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
    document = NepotisticLinks().clean(menu + story, url=URL)
    assert document.text.startswith("A long story about old ships and")
    assert "Home" not in document.html
    assert document.blocks[0].evidence["same_host"] == 1


@pytest.mark.parametrize("method", [AdImages(), NepotisticLinks()])
def test_a_page_without_items_stays_as_it_is(method: ItemClassifier) -> None:
    document = method.clean(STORY, url=URL)
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
    kept = [NepotisticLinks(c).clean(page.html, url=page.url).words_kept for c in (0.01, 0.5, 1.0)]
    assert kept == sorted(kept)
    assert kept[0] < kept[-1]


def test_nested_and_many_items_cost_no_more_than_their_number() -> None:
    many = "<div>" * 200 + BANNER * 2000
    document = AdImages().clean(many, url=URL)
    assert document.text == ""
    assert "<img" not in document.html


# The trees that ship.


@pytest.mark.parametrize("kind", [AdImages, NepotisticLinks])
def test_a_shipped_tree_is_small_and_asks_only_for_known_features(
    kind: type[ItemClassifier],
) -> None:
    tree = shipped_tree(kind.name)
    assert {node.feature for node in tree.nodes} <= {*kind.features, ""}
    assert len(tree.nodes) < 2**6  # five questions at most
    assert all(rule and "_" not in rule for rule, _ in tree.rules(kind.wordings))


def test_shipped_trees_need_no_scikit_learn() -> None:
    code = (
        "import sys\nsys.modules['sklearn'] = None\n"
        "from sitesieve.cleaning.methods import AdImages, NepotisticLinks\n"
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
                noise = method.tree.decide(item).leaf.noise >= method.certainty
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
                    noise = method.tree.decide(item).leaf.noise >= method.certainty
                    judged.append((noise, kinds[tree.leaf_start[item.node]] not in merit))
            html, targets = with_citations(page, rng)
            cited += [
                method.tree.decide(item).leaf.noise >= method.certainty
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
        Labelled(
            PageItem(n, "", "", {"width": float(n)}, {"alt": frozenset({word})}), word == "free"
        )
        for n in range(40)
        for word in ("free", "boat")
    ]
    tree = grow(labelled, ("width",))
    assert len(tree.nodes) == 3
    assert tree.nodes[0].feature in ("alt:free", "alt:boat")
    assert {node.counts for node in tree.nodes} == {(40, 40), (40, 0), (0, 40)}


def test_a_missing_value_can_be_what_tells() -> None:
    labelled = [
        Labelled(PageItem(n, "", "", {"width": UNKNOWN if n % 2 else 10.0}), bool(n % 2))
        for n in range(40)
    ]
    tree = grow(labelled, ("width",))
    assert [tree.decide(label.item).leaf.noise > 0.5 for label in labelled[:2]] == [False, True]
    assert DecisionTree.from_data(json.loads(json.dumps(tree.as_data()))).nodes == tree.nodes


def test_labels_of_one_kind_only_are_refused() -> None:
    with pytest.raises(InputError, match="labels of both kinds are needed: of 3 items 3 are noise"):
        grow([Labelled(PageItem(n, "", "", {}), True) for n in range(3)], ("width",))


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
    assert len(method.tree.nodes) == 3
    assert method.tree.nodes[0].feature in ("alt:harbour", "alt:lotto")  # either tells
    method.save(tmp_path / "ads.sieve")
    again = sitesieve.load(tmp_path / "ads.sieve", method=AdImages)
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
