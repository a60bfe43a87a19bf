"""Elements that are one though they stand under different styles (thesis §4.2.5)."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page import FeatureOptions, Page, features
from sitesieve.page.encode import encode
from sitesieve.site.merging import find_merges, merged_counts
from sitesieve.site.model import SiteModel
from sitesieve.site.placing import Alignment, Merges, place

EVERY_WORD = FeatureOptions(stop_words=True, stems=False)
NAV = "<div class=nav><ul><li>home</li><li>news</li></ul></div>"
AD = "<b>buy</b>"
STORIES = ("ships", "bread", "stars", "bikes", "trains", "clouds")


def model_of(
    pages: list[str],
    alignment: Alignment = "exact",
    leaf_height: int = 0,
    merge_elements: bool = True,
) -> SiteModel:
    model = SiteModel(alignment, leaf_height, merge_elements)
    for html in pages:
        page = Page(html=html)
        model.update(page, features(page.tree, EVERY_WORD))
    return model


def pages_showing(model: SiteModel, html: str, text: str) -> float:
    """The pages that show the element a text of a page stands in; 0 where it is not known."""
    tree = encode(html)
    rows = model.tree.rows(model.place(tree))
    row = int(rows[tree.leaves[tree.texts.index(text)]])
    return float(model.tree.pages[row]) if row >= 0 else 0.0


def shifted(n: int, nav: str = NAV) -> list[str]:
    """Pages, every other one with an advertisement that shifts all that follows it."""
    return [f"{AD if i % 2 else ''}{nav}<p>{STORIES[i]}</p>" for i in range(n)]


def shared(words: list[str], others: list[str]) -> bool:
    """Whether blocks with these words, shifted on half the pages, are found to be one."""
    pages = [f"<div>{' '.join(words)}</div><p>{s}</p>" for s in STORIES[:3]]
    pages += [f"{AD}<div>{' '.join(others)}</div><p>{s}</p>" for s in STORIES[3:]]
    return pages_showing(model_of(pages), pages[0], " ".join(words)) == 6


def test_what_an_advertisement_shifts_is_merged() -> None:
    pages = shifted(6)
    assert pages_showing(model_of(pages), pages[0], "home") == 6
    assert pages_showing(model_of(pages), pages[1], "home") == 6


def test_what_is_below_merged_elements_is_merged_with_them() -> None:
    model = model_of(shifted(6))
    tree = encode(shifted(1)[0])
    rows = model.tree.rows(model.place(tree))
    assert (model.tree.pages[rows[1 : tree.end[1]]] == 6).all()


def test_without_merging_they_stay_apart() -> None:
    pages = shifted(6)
    model = model_of(pages, merge_elements=False)
    assert pages_showing(model, pages[0], "home") == 3
    assert len(model.merges.key) == 0


def test_stories_have_nothing_characteristic_and_stay_apart() -> None:
    pages = shifted(6)
    assert pages_showing(model_of(pages), pages[0], STORIES[0]) == 3


def test_new_pages_are_placed_into_merged_elements() -> None:
    model = model_of(shifted(6))
    assert pages_showing(model, f"{AD}{NAV}<p>whales</p>", "news") == 6


def test_a_block_that_every_page_shows_under_a_style_of_its_own_is_one() -> None:
    pages = [f"{AD * n}{NAV}<p>{story}</p>" for n, story in enumerate(STORIES)]
    assert pages_showing(model_of(pages), pages[3], "home") == 6


def test_merging_goes_on_below_merged_elements() -> None:
    box = "<div><h4>menu</h4>{}<ul><li>home</li></ul></div>"
    pages = [f"{box.format('')}<p>{story}</p>" for story in STORIES[:3]]
    pages += [f"{AD}{box.format('<hr>')}<p>{story}</p>" for story in STORIES[3:]]
    model = model_of(pages)
    assert [pages_showing(model, page, "home") for page in pages] == [6] * 6


def test_sets_are_alike_from_a_jaccard_similarity_of_085() -> None:
    words = [f"word{c}" for c in "abcdefghijklmnopqrst"]
    assert shared(words, words[:17])  # 17 of 20: just 0.85
    assert not shared(words, words[:16])
    assert not shared(words[:6], [*words[:5], "other"])  # 5 of 7


def test_a_feature_is_characteristic_from_085_of_the_pages() -> None:
    def merged(without: int) -> bool:
        first = [f"<div>{'menu' if n >= without else ''} w{n}x</div>" for n in range(20)]
        second = [f"{AD}<div>menu v{n}x</div>" for n in range(20)]
        return len(model_of(first + second).merges.key) > 0

    assert merged(without=3)  # on 17 of 20
    assert not merged(without=4)


@pytest.mark.parametrize("other", ["<div class=menu>{}</div>", "<section class=nav>{}</section>"])
def test_another_tag_or_look_is_another_element(other: str) -> None:
    words = "home news"
    pages = [f"<div class=nav>{words}</div><p>{s}</p>" for s in STORIES[:3]]
    pages += [f"{AD}{other.format(words)}<p>{s}</p>" for s in STORIES[3:]]
    assert pages_showing(model_of(pages), pages[0], words) == 3


def test_elements_without_words_are_not_merged() -> None:
    pages = [f"{AD if i % 2 else ''}<div><hr></div><p>{s}</p>" for i, s in enumerate(STORIES)]
    assert len(model_of(pages).merges.key) == 0


@pytest.mark.parametrize("alignment", ["exact", "keyed"])
def test_what_stands_side_by_side_on_every_page_is_not_merged(alignment: Alignment) -> None:
    pages = [f"<ul><li>home</li><li>home</li></ul><p>{s}</p>" for s in STORIES]
    model = model_of(pages, alignment)
    assert len(model.merges.key) == 0
    assert model.tree.pages.max() == 6


def test_what_stands_side_by_side_on_some_pages_is_not_merged() -> None:
    twice = "<div class=ad>buy now</div>" * 2
    pages = [f"<p>story{c}</p>{twice if c < 'd' else ''}" for c in "abcdefghij"]
    assert pages_showing(model_of(pages, "keyed"), pages[0], "buy now") == 3


def test_an_element_is_shown_by_no_more_pages_than_there_are() -> None:
    pages = [f"<div class={s}>menu</div><div class=x{s}>tale of {s}</div>" for s in STORIES]
    assert model_of(pages, "keyed").tree.pages.max() <= len(pages)


def test_a_wrapper_with_a_look_of_its_own_on_every_page_is_one_element() -> None:
    pages = [f"<div class={s}><nav>home</nav><p>{s}</p></div>" for s in STORIES]
    model = model_of(pages, "keyed")
    assert pages_showing(model, pages[0], "home") == 6
    assert pages_showing(model, "<div class=whales><nav>home</nav></div>", "home") == 6
    apart = model_of(pages, "keyed", merge_elements=False)
    assert pages_showing(apart, pages[0], "home") == 1


def test_a_look_that_most_pages_share_is_not_loosened() -> None:
    pages = [f"<div class=page><nav>home</nav><p>{s}</p></div>" for s in STORIES]
    model = model_of(pages, "keyed")
    assert pages_showing(model, pages[0], "home") == 6
    assert pages_showing(model, "<div class=other><nav>home</nav></div>", "home") == 0


def test_merging_moves_counts_and_loses_none() -> None:
    counts = model_of(shifted(6), merge_elements=False).counts
    merges = find_merges(counts)
    joined = merged_counts(counts, merges)
    assert len(joined.element_rows().element) < len(counts.element_rows().element)
    before, after = counts.element_rows(), joined.element_rows()
    assert (after.pages.sum(), after.leaf_pages.sum()) == (
        before.pages.sum(),
        before.leaf_pages.sum(),
    )
    assert joined.feature_rows().total.sum() == counts.feature_rows().total.sum()
    assert joined.pages == counts.pages


def test_nothing_merged_is_the_counts_as_they_are() -> None:
    counts = model_of(shifted(1)).counts
    assert merged_counts(counts, Merges()) is counts


def test_merging_is_the_same_in_any_order_of_pages() -> None:
    pages = shifted(4)
    in_any_order = [model_of(list(order)).merges for order in itertools.permutations(pages)]
    for merges in in_any_order[1:]:
        np.testing.assert_array_equal(merges.key, in_any_order[0].key)
        np.testing.assert_array_equal(merges.merged_into, in_any_order[0].merged_into)


PARTS = [AD, NAV, "<p>text</p>", "<p>home</p>", "<div class=nav>home</div>", "<ul><li>x</li></ul>"]
A_PAGE = st.lists(st.sampled_from(PARTS), min_size=1, max_size=5).map("".join)


@given(
    pages=st.lists(A_PAGE, min_size=2, max_size=8),
    leaf_height=st.sampled_from([0, 1, 2, 5]),
)
def test_by_the_letter_no_element_is_twice_on_a_page(pages: list[str], leaf_height: int) -> None:
    model = model_of(pages, "exact", leaf_height)
    for html in pages:
        tree = encode(html)
        element = model.place(tree).element
        assert len(np.unique(element)) == len(tree)
    assert model.tree.pages.max() <= len(pages)


@given(pages=st.lists(A_PAGE, min_size=2, max_size=8), alignment=st.sampled_from(["exact"]))
def test_merged_elements_stand_for_themselves(pages: list[str], alignment: Alignment) -> None:
    model = model_of(pages, alignment)
    merges = model.merges
    np.testing.assert_array_equal(merges(merges.merged_into), merges.merged_into)
    np.testing.assert_array_equal(merges.key, np.unique(merges.key))
    for html in pages:
        tree = encode(html)
        assert (model.tree.rows(place(tree, alignment, 0, merges)) >= 0).all()
