"""The trees to the letter of Yi and Liu (2003) and of Yi's thesis: numbers worked by hand."""

import itertools
import math
import time
from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitesieve.page import FeatureOptions, Page, features
from sitesieve.page.tree import PageTree
from sitesieve.site.model import SiteModel
from sitesieve.site.models import SiteModels
from sitesieve.site.placing import Alignment
from sitesieve.site.storing import from_arrays, to_arrays, to_table
from sitesieve.site.structure_tree import StructureTree
from sitesieve.site.tree_options import TreeOptions

EVERY_WORD = FeatureOptions(stop_words=True, stems=False)
STORIES = ("ships", "bread", "stars", "bikes", "trains", "clouds")


def model_of(
    pages: list[str],
    alignment: Alignment = "exact",
    leaf_height: int = 0,
    **options: Any,
) -> SiteModel:
    model = SiteModel(alignment, leaf_height, trees=TreeOptions(**options))
    for html in pages:
        page = Page(html=html)
        model.update(page, features(page.tree, EVERY_WORD))
    return model


def shown(model: SiteModel, html: str) -> tuple[PageTree, Any]:
    tree = model.counts.trees.tree_of(Page(html=html))
    return tree, model.tree.rows(model.place(tree))


def row_of(model: SiteModel, html: str, tag: str, number: int = 0) -> int:
    tree, rows = shown(model, html)
    nodes = [node for node in range(len(tree)) if tree.tag_name(node) == tag]
    return int(rows[nodes[number]])


def weights(tree: StructureTree, html: str, **options: Any) -> dict[str, float]:
    page = TreeOptions(**options).tree_of(Page(html=html))
    return tree.weights(page, features(page, EVERY_WORD))


# Importance of what one page has.


def test_a_leaf_seen_once_has_importance_1_by_both_papers_an_inner_node_by_one() -> None:
    # Eq. 1-3 of 2003 and 5-6 to 5-8 of the thesis. BODY has two styles on three pages, of
    # shares 2/3 and 1/3; DIV, with its text, is on one page.
    pages = ["<p>a</p>", "<p>a</p>", "<p>a</p><div>lone</div>"]
    model = model_of(pages, "keyed")
    body = -(2 / 3 * math.log(2 / 3, 3) + 1 / 3 * math.log(1 / 3, 3))
    for inner, leaf in ((0.0, 1.0), (1.0, 1.0), (0.0, 0.0)):
        tree = model.structure_tree(inner, None, leaf)
        div, text = row_of(model, pages[2], "div"), row_of(model, pages[2], "#text", 1)
        assert tree.node_importance[[div, text]] == pytest.approx([inner, leaf])
        assert tree.path_importance[div] == pytest.approx(1 - (1 - body) * (1 - inner))
        path = 1 - (1 - body) * (1 - inner) * (1 - leaf)
        assert weights(tree, pages[2])["lone"] == pytest.approx(path)


@pytest.mark.parametrize(
    ("empty_elements", "gamma", "expected"),
    [
        (False, 0.9, 0.19),  # (1 − .9²)·1 + .9²·0
        (True, 0.9, 0.19 + 0.81 * 0.25),
        (True, 0.5, 0.75 + 0.25 * 0.25),
        (True, 1.0, 0.25),
    ],
)
def test_a_leaf_without_features_on_one_page_counts_by_equation_5_4(
    empty_elements: bool, gamma: float, expected: float
) -> None:
    # Below BODY the styles <P> and <P, HR>, one page each: NodeImp 1. P is alike on both: 0.
    # HR, without features, is on one page: CompImp(<P, HR>) = (0 + 1) / 2 by the letter.
    pages = ["<p>a</p>", "<p>a</p><hr>"]
    model = model_of(pages, "keyed", empty_elements=empty_elements, gamma=gamma)
    assert model.tree.importance[row_of(model, pages[1], "hr")] == float(empty_elements)
    assert model.tree.importance[row_of(model, pages[0], "body")] == pytest.approx(expected)


def test_what_is_pruned_has_the_same_importance_by_the_letter() -> None:
    pages = ["<p>a</p>", "<p>a</p><hr>", "<p>a</p>"]
    model = model_of(pages, "keyed", empty_elements=True)
    row = row_of(model, pages[0], "body")
    before = model.tree.importance[row], model.tree.highest[row]
    model.prune()
    row = row_of(model, pages[0], "body")
    assert (model.tree.importance[row], model.tree.highest[row]) == pytest.approx(before)
    assert before[1] == 1


# Virtual leaves.


def test_the_virtual_leaves_of_the_structure_tree_are_grandparents_of_text() -> None:
    pages = ["<div><p>x</p><p>a</p></div>", "<div><p>b</p><p>x</p></div>"]
    # In the parents of texts x is new on each page; in the grandparent it is on both, H = 1.
    parents = model_of(pages, "exact", 1).structure_tree(0, None, 1)
    grandparents = model_of(pages, "exact", 2).structure_tree(0, None, 1)
    assert weights(parents, pages[0]) == pytest.approx({"x": 1, "a": 1})
    # NodeImp(DIV) = 1 − (1 + 0 + 0) / 3.
    assert weights(grandparents, pages[0]) == pytest.approx({"a": 2 / 3})


@pytest.mark.parametrize("whole_code", [True, False])
def test_preformatted_text_is_one_leaf_unless_the_letter_is_asked_for(whole_code: bool) -> None:
    html = "<pre><b><i><u>x</u></i></b> y</pre>"
    model = model_of([html, html], "exact", 1, whole_code=whole_code)
    assert (row_of(model, html, "i") >= 0) is not whole_code


# BODY below a root.

FIGURE = (  # Yi and Liu, figure 2; thesis, figure 4-9; with something to compare in the tables
    "<body bgcolor=white><table width=800><tr><td>menu</table><span>new</span>"
    "<table bgcolor=red><tr><td>mail us</table>",
    "<body bgcolor=white><table width=800><tr><td>menu</table>"
    "<table bgcolor=red><tr><td>mail us</table>",
)


def test_the_structure_tree_of_the_figure() -> None:
    model = model_of(list(FIGURE), merging="any", virtual_root=True, display="css")
    tree = model.structure_tree(0, None, 1)
    root, body = int(np.flatnonzero(model.tree.parent < 0)[0]), row_of(model, FIGURE[0], "body")
    assert model.tree.parent[body] == root
    assert tree.node_importance[[root, body]].tolist() == [0, 1]  # −1·log₂ 1; −2·0.5·log₂ 0.5
    assert np.count_nonzero(model.tree.parent == body) == 3  # p1, p2, p3
    for number in (0, 1):
        first, second = (row_of(model, page, "table", number) for page in FIGURE)
        assert first == second
        assert model.tree.pages[first] == 2
    assert model.tree.pages[row_of(model, FIGURE[0], "span")] == 1


@pytest.mark.parametrize("alignment", ["exact", "keyed"])
def test_a_body_of_another_look_is_another_element_below_the_root(alignment: Alignment) -> None:
    pages = [f"<body bgcolor={colour}><p>same" for colour in ("white", "white", "red", "red")]
    model = model_of(pages, alignment, virtual_root=True)
    root = int(np.flatnonzero(model.tree.parent < 0)[0])
    assert model.tree.pages[root] == 4
    assert model.tree.style_entropy[root] == pytest.approx(0.5)  # log₄ 2
    rows = [row_of(model, page, "p") for page in pages]
    assert rows[0] == rows[1] != rows[2] == rows[3]
    without = model_of(pages, alignment)
    assert without.tree.pages[row_of(without, pages[0], "p")] == 4


def test_words_are_weighed_beyond_their_place_below_a_virtual_root_too() -> None:
    pages = ["<body bgcolor=red><p>x a", "<body bgcolor=red><p>x b"]

    def weight(virtual_root: bool) -> dict[str, float]:
        trees = TreeOptions(virtual_root=virtual_root)
        model = SiteModel("keyed", 1, use="weigh", trees=trees)
        for html in pages:
            page = Page(html=html)
            model.update(page, features(page.tree, EVERY_WORD))
        return weights(model.structure_tree(), pages[0])

    assert weight(True) == pytest.approx(weight(False))


# Merging.


def test_any_pair_of_like_children_is_merged_also_under_one_style() -> None:
    # Four tag nodes <b> of two pages: {buy, now} twice, {buy, tea} twice; Jaccard 1/3.
    pages = ["<div><b>buy now</b><b>buy tea</b></div>"] * 2
    apart = model_of(pages, "exact", 1, merging="any")
    assert apart.tree.pages[row_of(apart, pages[0], "b")] == 2
    model = model_of(pages, "exact", 1, merging="any", alike=1 / 3)
    row = row_of(model, pages[0], "b")
    assert row == row_of(model, pages[0], "b", 1)
    assert model.tree.pages[row] == 4  # m = |Ts|
    # H(buy) = 1, H(now) = H(tea) = log₄ 2: NodeImp = 1 − (1 + ½ + ½) / 3.
    tree = model.structure_tree(0, None, 1)
    assert tree.node_importance[row] == pytest.approx(1 / 3)
    assert weights(tree, pages[0]) == pytest.approx({"now": 1 / 6, "tea": 1 / 6})


def test_in_the_style_tree_what_stands_under_one_style_stays_apart() -> None:
    pages = [f"<ul><li>home</li><li>home</li></ul><p>{story}</p>" for story in STORIES]
    styles, either = (model_of(pages, merging=merging) for merging in ("styles", "any"))
    assert styles.tree.pages[row_of(styles, pages[0], "li")] == 6
    assert either.tree.pages[row_of(either, pages[0], "li")] == 12


@pytest.mark.parametrize(("frequent", "merged"), [(0.5, True), (0.51, False), (0.85, False)])
def test_a_feature_is_characteristic_from_a_share_of_the_tag_nodes(
    frequent: float, merged: bool
) -> None:
    # "menu" is on every other page that has a DIV at this place.
    first = [f"<div>{'menu' if n % 2 else ''} w{n}x</div>" for n in range(4)]
    second = [f"<b>buy</b><div>{'menu' if n % 2 else ''} v{n}x</div>" for n in range(4)]
    model = model_of(first + second, merging="styles", frequent=frequent)
    assert model.tree.pages[row_of(model, first[0], "div")] == (8 if merged else 4)


def test_a_feature_counts_wherever_below_the_element_it_stands() -> None:
    # "menu" is in the first list on half of the pages, in the second on the others.
    box = "<div><ul>{}</ul><ol>{}</ol></div><p>{}</p>"
    halves = [("menu", "x"), ("x", "menu")]
    pages = [
        f"{ad}{box.format(*(w.replace('x', story) for w in half), story)}"
        for ad, half, story in zip(
            ("", "", "<b>ad</b>", "<b>ad</b>"), halves * 2, STORIES, strict=False
        )
    ]
    quick, exact = (model_of(pages, merging=merging) for merging in ("quick", "styles"))
    assert quick.tree.pages[row_of(quick, pages[0], "div")] == 2
    assert exact.tree.pages[row_of(exact, pages[0], "div")] == 4


def test_families_of_any_size_are_merged() -> None:
    words = " ".join(f"word{c}" for c in "abcdefghijklmnopqrs")  # 19 of the 20 of each page
    pages = [f"{'<b>ad</b>' * n}<div>{words} own{n}x</div>" for n in range(70)]
    quick, exact = (model_of(pages, merging=merging) for merging in ("quick", "styles"))
    assert quick.tree.pages[row_of(quick, pages[0], "div")] == 1
    assert exact.tree.pages[row_of(exact, pages[0], "div")] == 70


@pytest.mark.parametrize("merging", ["styles", "any"])
@pytest.mark.parametrize("words", ["same", "w{n}x", "a{m}x b{n}x"])
def test_a_list_of_thousands_of_items_is_merged_soon(merging: str, words: str) -> None:
    items = "".join(f"<li>{words.format(n=n, m=n // 100)}</li>" for n in range(6000))
    started = time.process_time()
    model = model_of([f"<ul>{items}</ul>"] * 2, merging=merging)
    assert len(model.merges.key) >= 0
    assert time.process_time() - started < 20


def test_a_page_of_many_words_far_down_is_counted_within_bounds() -> None:
    words = " ".join(f"word{n}x" for n in range(40_000))
    deep = "<div>" * 400 + f"<p>{words}</p>" + "</div>" * 400
    counts = model_of([deep, "<p>few words</p>"], merging="any").counts
    (of, _), _ = counts.features_below.table()
    assert 0 < len(of) < 20


def test_merging_by_sets_needs_exact_alignment() -> None:
    with pytest.raises(ValueError, match="needs alignment=exact"):
        SiteModels("keyed", trees=TreeOptions(merging="any"))


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"gamma": 1.1}, "gamma must be from 0 to 1"),
        ({"frequent": 0.0}, "frequent must be more than 0"),
        ({"alike": math.nan}, "alike must be more than 0"),
        ({"merging": "all"}, "merging must be quick, styles or any"),
        ({"display": "browser"}, "display must be attributes or css"),
    ],
)
def test_settings_that_mean_nothing_are_refused(setting: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TreeOptions(**setting)


PARTS = [
    *("<b>ad</b>", "<p>text</p>", "<p>home</p>", "<p>home page</p>", "<ul><li>x</li></ul>"),
    *("<div><i>home</i></div>", "<div>home <i>page</i></div>", "<div><p>home</p><p>home</p></div>"),
]
SOME_PAGES = st.lists(
    st.lists(st.sampled_from(PARTS), min_size=1, max_size=5).map("".join), min_size=2, max_size=6
)


@settings(max_examples=60)
@given(
    pages=SOME_PAGES,
    merging=st.sampled_from(["styles", "any"]),
    leaf_height=st.sampled_from([0, 1, 2]),
)
def test_no_pair_of_like_children_is_left(pages: list[str], merging: str, leaf_height: int) -> None:
    model = model_of(pages, "exact", leaf_height, merging=merging)
    contents: defaultdict[tuple[int, int], defaultdict[int, list[Any]]]
    contents = defaultdict(lambda: defaultdict(list))
    for html in pages:
        tree, rows = shown(model, html)
        assert (rows[tree.parent < 0] >= 0).all()
        style = model.place(tree).style
        for node in range(1, len(tree)):
            if rows[node] >= 0:
                words = frozenset(tree.words_of(node))
                above = int(tree.parent[node])
                family = int(rows[above]), int(tree.style[node])
                contents[family][int(rows[node])].append((words, int(style[above])))
    for children in contents.values():
        for one, other in itertools.combinations(children.values(), 2):
            if merging == "styles" and {s for _, s in one} & {s for _, s in other}:
                continue
            first, second = (_characteristic([w for w, _ in nodes]) for nodes in (one, other))
            if first and second:
                assert len(first & second) < 0.85 * len(first | second)


def _characteristic(contents: list[frozenset[str]]) -> set[str]:
    words = set().union(*contents)
    return {word for word in words if sum(word in c for c in contents) >= 0.85 * len(contents)}


@settings(max_examples=30)
@given(pages=SOME_PAGES, merging=st.sampled_from(["styles", "any"]))
def test_like_children_are_the_same_in_any_order_of_pages_and_saved(
    pages: list[str], merging: str
) -> None:
    options: dict[str, Any] = {"merging": merging, "virtual_root": True}
    model, other = model_of(pages, **options), model_of(pages[::-1], **options)
    half, rest = (model_of(part, **options) for part in (pages[:1], pages[1:]))
    columns = to_arrays(half.counts, half.merges), to_table(half.counts)
    loaded = SiteModel.restored(
        *from_arrays(*columns, "exact", 0, trees=TreeOptions(**options)), True
    )
    loaded.merge(rest)
    for same in (other, loaded):
        np.testing.assert_array_equal(model.merges.key, same.merges.key)
        np.testing.assert_array_equal(model.merges.merged_into, same.merges.merged_into)
        np.testing.assert_allclose(model.tree.importance, same.tree.importance)
