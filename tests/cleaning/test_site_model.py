"""The site style tree as a method: what its model says of pages, and how it grows."""

from statistics import mean
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sample_web import generate
from sitesieve import ModelError, Page
from sitesieve.cleaning.methods import RedundantPhrases, SiteStyleTree

FRAME = "<nav><ul><li>Home<li>News</ul></nav><div class=main>{}</div><footer>All rights</footer>"
STORIES = ("ships sail far", "bread rises slowly", "stars shine bright", "bikes roll fast")
SITE = [
    (f"https://a.example/{n}.html", FRAME.format(f"<h1>{s.split()[0]}</h1><p>{s}</p>"))
    for n, s in enumerate(STORIES)
]
BOARD = next(s for s in generate() if s.name == "tinkerfolk.example")
OLD, NEW = (
    [(p.url, p.html) for p in BOARD.pages if p.design == design]
    for design in ("board-old", "board-new")
)


def texts(method: SiteStyleTree, pages: list[tuple[str, str]]) -> list[str]:
    return [method.clean(html, url=url).text for url, html in pages]


def test_a_redesign_is_noticed() -> None:
    method = SiteStyleTree().learn(OLD)
    fits = [method.fit_of(Page(url, html)) for url, html in NEW]
    (remark,) = method.drift({BOARD.name: mean(fits)})
    assert remark.startswith("tinkerfolk.example no longer looks as learned: the model recognises")
    assert remark.endswith("learn again")


def test_pages_of_the_same_design_are_no_drift() -> None:
    half = len(OLD) // 2
    method = SiteStyleTree().learn(OLD[:half])
    fits = [method.fit_of(Page(url, html)) for url, html in OLD[half:]]
    assert method.drift({BOARD.name: mean(fits)}) == []
    method.prune()
    fits = [method.fit_of(Page(url, html)) for url, html in OLD[half:]]
    assert method.drift({BOARD.name: mean(fits)}) == []


def test_two_designs_learned_together_are_remarked_upon() -> None:
    remarks = SiteStyleTree().learn([*OLD, *NEW]).remarks()
    assert any("before and after a redesign" in remark for remark in remarks)


def test_sites_without_a_model_do_not_drift() -> None:
    method = SiteStyleTree().learn(SITE)
    assert method.drift({"b.example": 0.0}) == []
    assert method.drift({}) == []


@pytest.mark.parametrize(
    "leaf_height",
    [
        0,
        1,
        *(pytest.param(height) for height in (2, 5)),
    ],
)
def test_pages_learned_from_are_no_drift(leaf_height: int) -> None:
    method = SiteStyleTree(leaf_height=leaf_height).learn(SITE)
    fits = [method.fit_of(Page(url, html)) for url, html in SITE]
    assert method.drift({"a.example": mean(fits)}) == []


@pytest.mark.parametrize(
    "leaf_height",
    [
        0,
        *(pytest.param(height) for height in (1, 2)),
    ],
)
def test_a_text_that_stays_has_the_importance_of_its_virtual_leaf(leaf_height: int) -> None:
    method = SiteStyleTree(0.3, leaf_height=leaf_height).learn(SITE)
    blocks = method.clean(SITE[0][1], url=SITE[0][0]).blocks
    story = next(block for block in blocks if block.text == STORIES[0])
    assert story.keep
    assert story.reason == "this part differs from page to page (importance 1.00, above 0.30)"
    assert story.importance == pytest.approx(1.0)


@settings(max_examples=40)
@given(
    html=st.text("<>/ divpab=\"'éж海&;#\n", max_size=80),
    alignment=st.sampled_from(["exact", "keyed"]),
    leaf_height=st.sampled_from([0, 1, 2, 5]),
)
def test_any_page_fits_somewhere_between_0_and_1(
    html: str, alignment: Any, leaf_height: int
) -> None:
    method = SiteStyleTree(alignment=alignment, leaf_height=leaf_height).learn(SITE[:2])
    page = Page("https://a.example/x", f"<p>{html}")
    assert 0 <= method.fit_of(page) <= 1
    fit = method.clean(page).fit
    assert fit == method.fit_of(page)


def test_without_a_model_nothing_fits() -> None:
    assert SiteStyleTree().fit_of(Page(*SITE[0])) == 0.0
    assert SiteStyleTree().learn(SITE).fit_of(Page("https://b.example/", SITE[0][1])) == 0.0


def test_a_page_without_an_address_is_of_the_one_site_there_is() -> None:
    method = SiteStyleTree().learn(SITE)
    assert method.clean(SITE[0][1]).text == method.clean(SITE[0][1], url=SITE[0][0]).text
    two = SiteStyleTree().learn([*SITE, ("https://b.example/", "<p>other</p>")])
    assert two.model_for("") is None


def test_what_is_exactly_alike_goes_at_threshold_0() -> None:
    pages = [(f"https://a.example/{c}", f"<nav>menu</nav><p>tale{c}</p>") for c in "abcde"]
    method = SiteStyleTree(0.0, kinds=False, site_texts=False).learn(pages)
    assert texts(method, pages) == [f"tale{c}" for c in "abcde"]


def test_what_is_exactly_alike_goes_at_threshold_0_whatever_the_number_of_pages() -> None:
    page = f"<nav>{'menu ' * 3}</nav><p>tale{{}}</p>"
    for number in range(2, 24):
        names = "abcdefghijklmnopqrstuvwxyz"[:number]
        pages = [(f"https://a.example/{c}", page.format(c)) for c in names]
        method = SiteStyleTree(0.0, kinds=False, site_texts=False).learn(pages)
        assert texts(method, pages) == [f"tale{c}" for c in names]


def test_the_ladder_of_the_sample_board_keeps_fewer_words_with_every_rung() -> None:
    method = SiteStyleTree().learn(OLD)
    rungs = method.thresholds()
    kept = [rung.words_kept for rung in rungs]
    assert kept == sorted(kept, reverse=True)
    assert kept[0] > kept[-1]
    new = [block.path for rung in rungs for block in rung.blocks]
    assert new
    with pytest.raises(ValueError, match="no model of"):
        method.thresholds("b.example")


def test_a_description_uses_the_threshold_that_cleaning_uses() -> None:
    assert SiteStyleTree(0.4).learn(SITE).describe().threshold == 0.4
    method = SiteStyleTree().learn(SITE)
    assert method.describe().threshold == method.sites["a.example"].threshold
    assert str(method.describe("a.example")).startswith("4 pages")


def test_words_that_every_page_has_at_a_kept_place_go_with_local_noise() -> None:
    pages = [
        (url, f"<nav>Home</nav><p>Published by Anna: {story}</p>")
        for (url, _), story in zip(SITE, STORIES, strict=True)
    ]
    whole = SiteStyleTree(0.3, site_texts=False).learn(pages)
    assert texts(whole, pages)[0] == "Published by Anna: ships sail far"
    method = SiteStyleTree(0.3, site_texts=False, local_noise=True).learn(pages)
    document = method.clean(pages[0][1], url=pages[0][0])
    assert "ships sail far" in document.text
    assert "Published" not in document.text
    assert "Anna" not in document.text
    assert "of 6 words are on every page here" in document.blocks[-1].reason


def test_local_noise_takes_words_of_any_script() -> None:
    stories = ("море синее", "хлеб свежий", "звёзды яркие", "ветер тёплый")
    pages = [
        (f"https://a.example/{n}", f"<nav>Меню</nav><p>Опубликовано 😀 {story}</p>")
        for n, story in enumerate(stories)
    ]
    method = SiteStyleTree(0.3, site_texts=False, local_noise=True).learn(pages)
    document = method.clean(pages[0][1], url=pages[0][0])
    assert "море синее" in document.text
    assert "Опубликовано" not in document.text


def test_nothing_is_local_noise_where_nothing_is_kept_or_known() -> None:
    method = SiteStyleTree(0.3, local_noise=True).learn(SITE)
    plain = SiteStyleTree(0.3).learn(SITE)
    new = [("https://a.example/new", "<section>Home is where ships are</section>")]
    assert texts(method, [*SITE, *new]) == texts(plain, [*SITE, *new])


def test_updating_is_learning_from_all_at_once() -> None:
    method = SiteStyleTree().learn(OLD[:5])
    assert texts(method, OLD)  # what was grown before an update must not stay
    method.update(OLD[5:])
    assert texts(method, OLD) == texts(SiteStyleTree().learn(OLD), OLD)


def test_merged_methods_clean_as_if_learned_together() -> None:
    merged, other = SiteStyleTree().learn(OLD[:8]), SiteStyleTree().learn(OLD[8:])
    merged.merge(other)
    assert texts(merged, OLD) == texts(SiteStyleTree().learn(OLD), OLD)


def test_a_page_that_both_methods_learned_from_counts_once() -> None:
    method = SiteStyleTree().learn(SITE[:2])
    method.merge(SiteStyleTree().learn(SITE[1:]))
    assert method.digest() == SiteStyleTree().learn([*SITE, SITE[1]]).digest()


def test_methods_of_another_kind_or_setting_are_not_merged() -> None:
    method = SiteStyleTree().learn(SITE[:2])
    with pytest.raises(ModelError, match="cannot be merged"):
        method.merge(RedundantPhrases())
    with pytest.raises(ModelError, match="different settings"):
        method.merge(SiteStyleTree(alignment="exact").learn(SITE[2:]))


def test_a_page_of_words_that_stand_for_nothing_is_kept_by_the_model_of_others() -> None:
    method = SiteStyleTree().learn(SITE)
    assert method.clean("<section>42</section>", url="https://a.example/x").text == "42"


@pytest.mark.parametrize("alignment", ["exact", "keyed"])
@pytest.mark.parametrize("leaf_height", [0, 1, 2, 5])
def test_the_story_stays_and_the_frame_goes_however_pages_are_laid_over_each_other(
    alignment: Any, leaf_height: int
) -> None:
    method = SiteStyleTree(alignment=alignment, leaf_height=leaf_height).learn(SITE)
    for (url, html), story in zip(SITE, STORIES, strict=True):
        text = method.clean(html, url=url).text
        assert story in text
        assert "Home" not in text
