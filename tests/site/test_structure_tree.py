"""The compressed structure tree: weights by hand (Yi-Liu §3; thesis §4.3)."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page import FeatureOptions, Page, features
from sitesieve.page.encode import encode
from sitesieve.site.model import SiteModel
from sitesieve.site.structure_tree import SampledTree, StructureTree

EVERY_WORD = FeatureOptions(stop_words=True, stems=False)
# At the leaf of <p>: x on 2 of 4 pages, H = ½; a, b, c, d on one, H = 0. NodeImp 1 − ½/5 = 0.9.
FOUR = [f"<nav>menu</nav><p>{words}</p>" for words in ("x a", "x b", "c", "d")]


def model_of(pages: list[str], *settings: Any) -> SiteModel:
    model = SiteModel(*settings)
    for html in pages:
        page = Page(html=html)
        model.update(page, features(page.tree, EVERY_WORD))
    return model


def by_the_letter(pages: list[str], seen_once: float = 0.0, *settings: Any) -> StructureTree:
    return model_of(pages, *settings).structure_tree(seen_once, None, leaf_once=seen_once)


def weights(tree: StructureTree | SampledTree, html: str) -> dict[str, float]:
    page = encode(html)
    return tree.weights(page, features(page, EVERY_WORD))


def at(tree: StructureTree, html: str, text: str) -> int:
    """The row of the element that a text of a page is."""
    page = encode(html)
    leaf = page.leaves[page.texts.index(text)]
    return int(tree.tree.rows(tree.layout.place(page))[leaf])


def test_one_style_below_an_element_has_importance_0_and_two_on_two_pages_1() -> None:
    # Figure 2 of the paper.
    pages = ["<div><p>a</p></div>", "<div><b>a</b></div>"]
    tree = by_the_letter(pages)
    row = at(tree, pages[0], "a")
    p, div = tree.tree.parent[row], tree.tree.parent[tree.tree.parent[row]]
    root = tree.tree.parent[div]
    assert tree.node_importance[root] == pytest.approx(0.0)
    assert tree.node_importance[div] == pytest.approx(1.0)
    assert tree.path_importance[[root, div, p, row]] == pytest.approx([0, 1, 1, 1])


def test_a_word_weighs_what_path_and_word_are_worth_times_how_often_it_occurs() -> None:
    tree = by_the_letter(FOUR)
    assert tree.node_importance[at(tree, FOUR[2], "c")] == pytest.approx(0.9)
    assert weights(tree, FOUR[0]) == pytest.approx({"x": 0.9 * 0.5, "a": 0.9})
    assert weights(tree, "<p>x x c c c</p>") == pytest.approx({"x": 0.9, "c": 2.7})


def test_importance_is_added_up_along_the_path() -> None:
    # Two styles below <div>, on two of four pages each: NodeImp ½.
    pages = [f"<div><p>{w}</p>{'<hr>' * (n % 2)}</div>" for n, w in enumerate(("x a", "x b"))] * 2
    pages = [html.replace("x", "x" if n < 2 else f"y{n}") for n, html in enumerate(pages)]
    tree = by_the_letter(pages)
    leaf = at(tree, pages[0], "x a")
    h = math.log(2) / math.log(4)
    words = [h, h, h, 0, 0]  # x, a, b on two pages each, y2 and y3 on one
    node = 1 - sum(words) / 5
    assert tree.path_importance[leaf] == pytest.approx(1 - (1 - 0.5) * (1 - node))
    assert weights(tree, pages[0])["x"] == pytest.approx(tree.path_importance[leaf] * (1 - h))


def test_uneven_counts_are_less_than_evenly_spread() -> None:
    # 3 and 1 occurrences on two pages: H = 0.811 bits.
    pages = ["<p>x x x a</p>", "<p>x b</p>"]
    tree = by_the_letter(pages)
    h = -(0.75 * math.log2(0.75) + 0.25 * math.log2(0.25))
    path = 1 - h / 3
    assert weights(tree, pages[0]) == pytest.approx({"x": path * (1 - h) * 3, "a": path})


def test_the_weights_of_a_word_at_several_places_are_added_up() -> None:
    pages = [f"<p>{w}</p><div>{w}</div>" for w in ("a", "b")]
    assert weights(by_the_letter(pages), pages[0]) == pytest.approx({"a": 2.0})


def test_what_is_on_every_page_weighs_nothing_and_is_left_out() -> None:
    assert "menu" not in weights(by_the_letter(FOUR), FOUR[0])


def test_words_at_a_place_the_site_does_not_know_weigh_1() -> None:
    tree = by_the_letter(FOUR)
    assert weights(tree, "<section>menu new new</section>") == {"menu": 1.0, "new": 2.0}
    assert weights(tree.sampled(), "<section>menu new new</section>") == {"menu": 1.0, "new": 2.0}


def test_a_new_word_at_a_known_place_weighs_what_the_path_is_worth() -> None:
    assert weights(by_the_letter(FOUR), "<p>new</p>") == pytest.approx({"new": 0.9})


def test_a_node_seen_once_is_worth_what_is_said() -> None:
    pages = ["<p>a</p>", "<p>a</p>", "<p>a</p><div>lone</div>"]
    for seen_once in (0.0, 1.0):
        tree = by_the_letter(pages, seen_once)
        lone, root = at(tree, pages[2], "lone"), int(np.flatnonzero(tree.tree.parent < 0)[0])
        assert tree.node_importance[lone] == seen_once
        expected = 1.0 if seen_once else tree.path_importance[root]
        assert tree.path_importance[lone] == pytest.approx(expected)
        assert weights(tree, pages[2])["lone"] == pytest.approx(expected)


def test_a_single_page_weighs_nothing_or_all() -> None:
    page = "<div><p>some words</p></div>"
    assert weights(by_the_letter([page], 0.0), page) == {}
    assert weights(by_the_letter([page], 1.0), page) == {"some": 1.0, "words": 1.0}


@pytest.mark.parametrize("power", [1, 2, 4.5])
def test_with_a_power_a_word_of_the_site_weighs_little_at_any_place(power: float) -> None:
    # x is on 2 of 4 pages: H = ½ over the site. No page has a <section>.
    tree = model_of(FOUR, "keyed", 0, True, "weigh").structure_tree(0.0, power)
    weight = weights(tree, "<section>menu x new</section>")
    assert weight == pytest.approx({"x": 1 - 0.5**power, "new": 1.0})


def test_with_a_power_a_word_counts_over_all_places_of_a_kind() -> None:
    # Both pages have "old" in an item of the list, never in the same one.
    pages = ["<ul><li>old</li><li>a</li></ul>", "<ul><li>b</li><li>old</li></ul>"]
    model = model_of(pages, "keyed", 0, True, "weigh")
    assert "old" in weights(model.structure_tree(0.0, None), pages[0])
    assert weights(model.structure_tree(0.0, 2.0), pages[0]).keys() == {"a"}


def test_the_sampled_form_forgets_keeps_or_rounds_up() -> None:
    tree = by_the_letter(FOUR)  # x weighs 0.45, a, b, c and d 0.9
    assert weights(tree.sampled(u=0.5, m=0.1), FOUR[0]) == pytest.approx({"x": 0.45, "a": 1.0})
    assert weights(tree.sampled(u=0.95, m=0.5), FOUR[0]) == pytest.approx({"a": 0.9})
    assert weights(tree.sampled(u=0.4, m=0.1), FOUR[0]) == pytest.approx({"x": 1.0, "a": 1.0})
    assert weights(tree.sampled(u=0.95, m=0.5), "<p>x new new</p>") == {"new": 2.0}


def test_nodes_with_nothing_meaningful_below_are_dropped_with_all_that_is_in_them() -> None:
    sampled = by_the_letter(FOUR).sampled()
    assert len(sampled.meaningless) == 1
    assert weights(sampled, "<nav>menu and more<i>deep</i></nav><p>new</p>") == {"new": 1.0}


def test_nothing_is_left_of_a_site_where_all_is_the_same() -> None:
    sampled = by_the_letter(["<div><p>menu</p></div>"] * 3).sampled()
    assert weights(sampled, "<div><p>menu new</p></div>") == {}
    assert len(sampled.leaf) == 0


@pytest.mark.parametrize(("u", "m"), [(0.1, 0.2), (1.1, 0.1), (0.5, -0.1), (math.nan, 0.1)])
def test_bounds_that_make_no_sense_are_refused(u: float, m: float) -> None:
    with pytest.raises(ValueError, match="must hold"):
        by_the_letter(FOUR).sampled(u, m)


@pytest.mark.parametrize("alignment", ["exact", "keyed"])
def test_the_sampled_form_comes_back_from_its_arrays(alignment: Any) -> None:
    ad = "<b>buy</b>"
    pages = [f"{ad * (n % 2)}<nav>menu</nav><p>x {w}</p>" for n, w in enumerate("abcdef")]
    sampled = by_the_letter(pages, 0.0, alignment).sampled(0.5, 0.05)
    loaded = SampledTree.from_arrays(sampled.to_arrays(), alignment, 0)
    for html in [*pages, "<p>x new</p>", f"{ad}<nav>menu</nav>"]:
        assert weights(loaded, html) == weights(sampled, html)


BLOCKS = ["<nav>menu</nav>", "<p>a b</p>", "<p>c</p>", "<div><p>a</p><ul><li>d</li></ul></div>"]
PAGES = st.lists(
    st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=5).map("".join), min_size=1, max_size=6
)


@given(
    pages=PAGES,
    seen_once=st.sampled_from([0.0, 1.0]),
    alignment=st.sampled_from(["exact", "keyed"]),
    leaf_height=st.sampled_from([0, 1, 2, 5]),
)
def test_path_importance_grows_along_a_path_within_0_and_1(
    pages: list[str], seen_once: float, alignment: str, leaf_height: int
) -> None:
    tree = by_the_letter(pages, seen_once, alignment, leaf_height)
    path, parent = tree.path_importance, tree.tree.parent
    inside = parent >= 0
    assert (path[inside] >= path[parent[inside]] - 1e-12).all()
    for values in (path, tree.node_importance):
        assert ((values >= -1e-12) & (values <= 1 + 1e-12)).all()


@given(pages=PAGES, u=st.floats(0, 1), m=st.floats(0, 1), leaf_height=st.integers(0, 2))
def test_the_sampled_form_weighs_0_its_own_or_1(
    pages: list[str], u: float, m: float, leaf_height: int
) -> None:
    m, u = sorted((m, u))
    tree = by_the_letter(pages, 0.0, "keyed", leaf_height)
    sampled = tree.sampled(u, m)
    low = sampled.weight[sampled.weight > 0]
    assert ((low >= m) & (low < u)).all()
    nothing_dropped = tree.sampled(u, 0.0)
    for html in pages:
        weight_of = weights(nothing_dropped, html)
        for word, weight in weights(tree, html).items():
            assert weight_of[word] >= weight - 1e-9
