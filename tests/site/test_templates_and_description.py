"""The simplified tree, templates, and what a model says to people."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sample_web import generate
from sitesieve.page import FeatureOptions, Page, features
from sitesieve.page.encode import encode
from sitesieve.site.describe import label_of
from sitesieve.site.model import SiteModel
from sitesieve.site.page_designs import strangers, templates
from sitesieve.site.sample_warnings import odd, one_section

EVERY_WORD = FeatureOptions(stop_words=True, stems=False)
STORIES = ("ships", "bread", "stars", "bikes", "trains", "clouds")
FRAME = "<div class=top><ul class=menu><li>home</li><li>shop</li></ul></div>{}"
ARTICLE = "<div class=article><h1 class=title>{0}</h1><p class=lead>tale of {0}</p></div>"
LISTING = "<div class=listing><ul class=items><li class=item>{0}</li></ul></div>"


def model_of(pages: list[str], *settings: Any) -> SiteModel:
    model = SiteModel(*settings)
    for n, html in enumerate(pages):
        page = Page(f"https://a.example/{n}.html", html)
        model.update(page, features(page.tree, EVERY_WORD))
    return model


ARTICLES = [FRAME.format(ARTICLE.format(story)) for story in STORIES]
LISTINGS = [FRAME.format(LISTING.format(story)) for story in STORIES]


def test_the_simplified_tree_says_what_goes_what_stays_and_where_to_look_further() -> None:
    model = model_of(ARTICLES)
    at = model.tree.simplified(0.3)
    tree = encode(ARTICLES[0])
    rows = model.tree.rows(model.place(tree)).tolist()
    body, top, menu = rows[0], rows[1], rows[2]
    article = rows[int(tree.end[1])]
    assert (at.noisy[top], at.meaningful[top], at.maximal[top]) == (True, False, True)
    assert (at.noisy[menu], at.maximal[menu], at.stays[menu]) == (True, False, False)
    assert (at.noisy[article], at.meaningful[article], at.maximal[article]) == (False, True, True)
    assert (at.noisy[body], at.meaningful[body], at.maximal[body]) == (False, False, False)
    assert at.stays[body]


def test_nothing_and_everything_can_be_noisy() -> None:
    model = model_of(ARTICLES)
    all_gone = model.tree.simplified(1.0)
    assert all_gone.noisy.all()
    assert all_gone.maximal.sum() == all_gone.stays.sum() == 1
    alone = model_of(["<p>word</p>"]).tree.simplified(0.5)
    assert alone.meaningful.all()


BLOCKS = [
    "<nav>menu</nav>",
    "<p>a b</p>",
    "<p>c</p>",
    "<div><p>a</p><hr><ul><li>d</li></ul></div>",
    "<section><div><b>7</b></div></section>",
]
PAGES = st.lists(
    st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=5).map("".join), min_size=1, max_size=6
)


@given(
    pages=PAGES,
    threshold=st.floats(0, 1),
    alignment=st.sampled_from(["exact", "keyed"]),
    leaf_height=st.sampled_from([0, 1, 2, 5]),
)
def test_noisy_and_meaningful_are_apart_and_the_maximal_ones_cover_the_tree(
    pages: list[str], threshold: float, alignment: str, leaf_height: int
) -> None:
    tree = model_of(pages, alignment, leaf_height).tree
    at = tree.simplified(threshold)
    assert not (at.noisy & at.meaningful).any()
    assert ((at.noisy | at.meaningful) | ~at.maximal).all()
    has_children = np.isin(np.arange(len(tree.parent)), tree.parent)
    for row in range(len(tree.parent)):
        path = []
        above = row
        while above >= 0:
            path.append(above)
            above = int(tree.parent[above])
        maximal = at.maximal[path].sum()
        assert maximal == 1 if not has_children[row] else maximal <= 1
        assert at.stays[row] == (at.maximal[row] or not at.maximal[path].any())


@given(pages=PAGES, thresholds=st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_a_higher_threshold_makes_more_noisy_and_less_meaningful(
    pages: list[str], thresholds: tuple[float, float]
) -> None:
    tree = model_of(pages).tree
    low, high = (tree.simplified(t) for t in sorted(thresholds))
    assert (high.noisy | ~low.noisy).all()
    assert (low.meaningful | ~high.meaningful).all()


def test_pages_made_alike_are_one_template() -> None:
    groups = templates(model_of(ARTICLES[:4] + LISTINGS[:3]).counts)
    assert [template.pages for template in groups] == [4, 3]
    assert [template.example for template in groups] == [
        f"https://a.example/{n}.html" for n in "04"
    ]


def test_one_page_is_one_template_and_pages_without_structure_too() -> None:
    for pages in (ARTICLES[:1], [f"<p>{story}</p>" for story in STORIES]):
        assert [t.pages for t in templates(model_of(pages).counts)] == [len(pages)]


def test_templates_of_one_site_are_no_strangers_to_each_other() -> None:
    assert strangers(model_of(ARTICLES[:4] + LISTINGS[:3]).counts) == [7]


def test_pages_of_two_sites_are_strangers() -> None:
    other = "<main class=page><nav class=tabs>start</nav><section class=text>{}</section></main>"
    model = model_of(ARTICLES[:4] + [other.format(story) for story in STORIES[:3]])
    assert strangers(model.counts) == [4, 3]
    warnings = odd(model.counts)
    assert any("groups of 4 and 3 pages have next to nothing in common" in s for s in warnings)


def test_templates_and_strangers_are_the_same_in_any_order() -> None:
    pages = ARTICLES[:4] + LISTINGS[:3]
    for order in (pages, pages[::-1]):
        model = model_of(order)
        assert [t.pages for t in templates(model.counts)] == [4, 3]


def test_the_sample_web_has_a_template_for_each_of_its_designs() -> None:
    site = next(s for s in generate() if s.name == "tinkerfolk.example")
    model = SiteModel()
    for page in site.pages:
        model.update(Page(page.url, page.html))
    assert len(strangers(model.counts)) == len({page.design for page in site.pages}) == 2


def test_a_description_is_for_people() -> None:
    description = model_of(ARTICLES).describe(0.3)
    text = str(description)
    assert text.startswith("6 pages, 1 template\n  6 pages like https://a.example/0.html\n")
    assert "threshold 0.30 keeps" in text
    assert "largest shared blocks\n  body > div.top: 2 words on 6 pages, importance 0.00" in text
    assert "home · shop" in text
    assert "the tree" in text
    assert description.warnings == []


def test_the_sketch_names_what_goes_and_what_stays() -> None:
    sketch = model_of(ARTICLES).describe(0.3).sketch
    top = next(line for line in sketch.splitlines() if "div.top" in line)
    article = next(line for line in sketch.splitlines() if "div.article" in line)
    assert "  goes  " in top
    assert '"home · shop"' in top
    assert "  stays  " in article


def test_blocks_that_go_come_with_most_words_first() -> None:
    pages = [
        f"<nav>menu</nav><p>{story}</p><footer>all rights reserved for ever</footer>"
        for story in STORIES
    ]
    blocks = model_of(pages).describe(0.3).blocks
    assert [block.text for block in blocks] == ["all rights reserved for ever", "menu"]
    assert [block.words for block in blocks] == [5, 1]
    assert [block.pages for block in blocks] == [6, 6]


def test_a_long_text_is_shown_by_its_beginning() -> None:
    pages = [f"<nav>{'menu shop ' * 40}</nav><p>{story}</p>" for story in STORIES]
    (block,) = model_of(pages).describe(0.3).blocks
    assert len(block.text) <= 100
    assert block.text.startswith("menu shop menu")


def test_non_ascii_looks_and_texts_are_shown_as_they_are() -> None:
    pages = [f"<nav class=größe>メニュー ☰</nav><p>{story}</p>" for story in STORIES]
    text = str(model_of(pages).describe(0.3))
    assert "nav.größe" in text
    assert "メニュー ☰" in text


def test_what_is_odd_about_few_or_like_pages_is_said() -> None:
    assert "a single page" in str(model_of(ARTICLES[:1]).describe())
    assert "warning: only 2 pages" in str(model_of(ARTICLES[:2]).describe())
    alike = model_of([f"<p>menu {n}</p>" for n in range(6)])
    assert alike.warnings() == ["all pages are alike: there is nothing on them that is not shared"]


def test_pages_that_are_alike_are_called_so_whatever_their_number() -> None:
    for number in range(5, 13):
        model = model_of([f"<p>menu menu menu {n}</p>" for n in range(number)])
        assert len(model.warnings()) == 1, number


def test_a_model_of_no_pages_can_be_described() -> None:
    assert "0 pages" in str(SiteModel().describe())


def test_no_words_are_kept_where_all_goes() -> None:
    pages = [f"<ul><li><a href=/x>Home</a></li></ul><p>{n}</p>" for n in range(6)]
    model = model_of(pages)
    assert model.describe(1.0).words_kept == pytest.approx(0.0)


def test_with_words_alone_the_words_kept_are_those_of_pages_cleaned_by_the_tree() -> None:
    model = model_of(ARTICLES)
    assert model.describe(1.0).words_kept == pytest.approx(0.0)
    assert model.describe(0.3).words_kept == pytest.approx(4 / 6)
    assert model.describe(0.0).words_kept >= 4 / 6


@pytest.mark.parametrize(
    ("presentation", "label"),
    [
        ("div class=nav,top id=menu role=navigation", "div#menu.nav.top"),
        ("p class=a,b,c,d", "p.a.b.c"),
        ("span", "span"),
        ("", ""),
    ],
)
def test_a_look_is_named_as_a_selector(presentation: str, label: str) -> None:
    assert label_of(presentation) == label


def section_of(*paths: str) -> str | None:
    model = SiteModel()
    for n, path in enumerate(paths):
        model.update(Page(f"https://a.example{path}", f"<p>{STORIES[n]}</p>"))
    return one_section(model.counts)


def test_pages_of_one_section_are_told_from_pages_of_a_site() -> None:
    assert section_of("/news/1.html", "/news/2.html") == "/news/"
    assert section_of("/news/1.html", "/shop/2.html") is None
    assert section_of("/news/1.html", "/2.html") is None
    assert section_of("/news/1.html") is None


RUNGS = st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=5).map("".join)


@given(
    pages=st.lists(RUNGS, min_size=1, max_size=6),
    alignment=st.sampled_from(["exact", "keyed"]),
    leaf_height=st.sampled_from([0, 1, 2, 5]),
)
def test_the_ladder_keeps_fewer_words_with_every_rung(
    pages: list[str], alignment: str, leaf_height: int
) -> None:
    model = model_of(pages, alignment, leaf_height)
    rungs = model.thresholds()
    kept = [rung.words_kept for rung in rungs]
    assert kept == sorted(kept, reverse=True)
    assert all(0 <= k <= 1 for k in kept)
    assert [rung.threshold for rung in rungs] == sorted({rung.threshold for rung in rungs})
    assert str(model.describe())
