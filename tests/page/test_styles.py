"""Presentation: what counts as the same block on two pages, and what does not."""

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_helpers import PATIENT

from sitesieve.page.encode import encode
from sitesieve.page.hashing import stable_id
from sitesieve.page.styles import presentation

JOINED = [
    ("class", "a b", "b a"),
    ("class", "a b", " b\n\ta  a "),
    ("class", "post-12345", "post-99"),
    ("class", "post-12345", "post-7"),
    ("class", "x__3xK9a", "x__9Zb2Q"),
    ("class", "Header_root__3xK9a", "Header_root__1bQ7z"),
    ("class", "css-1x9k2", "css-8f3b1q"),
    ("class", "sc-bdVaJa", "sc-gZMcBi"),
    ("class", "jss1042", "jss997"),
    ("class", "node--12345 teaser", "teaser node--881"),
    ("class", "author-12 page", "author-3 page"),
    ("class", "postid-88123", "postid-4"),
    ("class", "menu-item-12", "menu-item-9"),
    ("class", "product_3", "product_14"),
    ("class", "item12345", "item99887"),
    ("class", "a1b2c3d4", "deadbee9"),
    ("class", "ember1234", "ember998"),
    ("id", "comment-981", "comment-7"),
    ("id", "comment981", "comment7"),
    ("id", "row_1_2", "row_10_3"),
    ("id", "post-5 ", "post-6"),
    ("style", "top:3px", "top:41px"),
    ("style", "top:3px", "TOP : 3.5px ;"),
    ("style", "color:red;top:1px", "top:2px; color:red"),
    ("style", "background:url(a.png)", "background:url('b/c.jpg')"),
    ("style", "width:10%!important", "width: 20%"),
    ("style", "--progress:3;top:1px", "top:1px;--progress:77"),
    ("style", "margin:-3px auto", "margin:-12.5px auto"),
    ("background", "a.gif", "b.gif"),
    ("align", "CENTER", " center"),
]

APART = [
    ("class", "col-8", "col-4"),
    ("class", "col-md-8", "col-md-12"),
    ("class", "nav", "navbar"),
    ("class", "ad-300x250", "ad-728x90"),
    ("class", "bg-red-100", "bg-red-900"),
    ("class", "text-gray-50", "text-gray-950"),
    ("class", "font-400", "font-700"),
    ("class", "h1", "h2"),
    ("class", "mt-4", "mt-5"),
    ("class", "w-1/2", "w-1/3"),
    ("class", "navBarItem", "navBarLink"),
    ("class", "mainNav", "sideNav"),
    ("class", "a b", "a"),
    ("class", "step1", "step2"),
    ("class", "FAQ", "NEWS"),
    ("class", "Überschrift", "Überblick"),
    ("class", "文章", "菜单"),
    ("id", "header", "footer"),
    ("id", "comment-1", "article-1"),
    ("style", "top:0", "top:3px"),
    ("style", "opacity:0", "opacity:0.5"),
    ("style", "display:none", "display:block"),
    ("style", "color:#f00", "color:#0f0"),
    ("style", "top:3px", "left:3px"),
    ("style", "top:3px", "top:3em"),
    ("role", "navigation", "main"),
    ("width", "100", "200"),
    ("bgcolor", "#fff", "#000"),
    ("type", "submit", "text"),
    ("align", "left", "right"),
]


def style_of(name: str, value: str, tag: str = "div") -> str:
    return presentation(tag, [(name, value)])


@pytest.mark.parametrize(("name", "one", "other"), JOINED)
def test_a_person_would_call_these_the_same(name: str, one: str, other: str) -> None:
    assert style_of(name, one) == style_of(name, other)


@pytest.mark.parametrize(("name", "one", "other"), APART)
def test_a_person_would_call_these_different(name: str, one: str, other: str) -> None:
    assert style_of(name, one) != style_of(name, other)


@pytest.mark.parametrize(
    "name", "href src alt title data-id aria-label name value content onclick target lang".split()
)
def test_attributes_that_carry_content_never_count(name: str) -> None:
    assert style_of(name, "one") == style_of(name, "other") == "div"


@pytest.mark.parametrize("name", ["class", "id", "style"])
@pytest.mark.parametrize("value", ["", "  ", "\n"])
def test_an_empty_value_says_nothing(name: str, value: str) -> None:
    assert style_of(name, value) == "div"
    assert presentation("div", [(name, None)]) == "div"


def test_the_tag_counts() -> None:
    assert style_of("class", "a", "p") != style_of("class", "a", "div")


def test_the_size_of_an_image_does_not_count_but_that_of_a_table_does() -> None:
    assert style_of("width", "10", "img") == style_of("width", "20", "img")
    assert style_of("height", "10", "img") == style_of("height", "20", "img")
    assert style_of("width", "10", "table") != style_of("width", "20", "table")


def test_values_do_not_run_into_each_other() -> None:
    assert style_of("class", "a id=b") != presentation("div", [("class", "a"), ("id", "b")])


CLASS = st.text(st.sampled_from("abcXYZ019-_"), min_size=1, max_size=8)


@PATIENT
@given(st.lists(CLASS, max_size=6).flatmap(lambda c: st.tuples(st.just(c), st.permutations(c))))
def test_the_order_of_classes_does_not_matter(classes: tuple[list[str], list[str]]) -> None:
    one, other = classes
    assert style_of("class", " ".join(one)) == style_of("class", "  ".join(other))


DECLARATION = st.tuples(st.sampled_from("top left color margin".split()), CLASS).map(":".join)


@PATIENT
@given(
    st.lists(DECLARATION, max_size=5).flatmap(lambda d: st.tuples(st.just(d), st.permutations(d)))
)
def test_the_order_of_declarations_does_not_matter(styles: tuple[list[str], list[str]]) -> None:
    one, other = styles
    assert style_of("style", ";".join(one)) == style_of("style", " ; ".join(other) + ";")


ATTRIBUTES = st.lists(
    st.tuples(st.sampled_from("class id style role align width href".split()), CLASS),
    max_size=5,
    unique_by=lambda pair: pair[0],
)


@PATIENT
@given(ATTRIBUTES.flatmap(lambda a: st.tuples(st.just(a), st.permutations(a))))
def test_the_order_of_attributes_does_not_matter(
    attributes: tuple[list[tuple[str, str]], list[tuple[str, str]]],
) -> None:
    one, other = attributes
    assert presentation("div", one) == presentation("div", other)


@PATIENT
@given(st.text(max_size=60), st.sampled_from("class id style role background align".split()))
def test_any_value_has_a_style(value: str, name: str) -> None:
    style = style_of(name, value)
    assert style == "div" or style.startswith(f"div {name}=")
    assert 0 <= stable_id(style) < 2**64


def test_a_known_id_never_changes() -> None:
    assert stable_id("") == 0xEF46DB3751D8E999
    assert stable_id("div") == 0xAADCD3676345A9D5
    tree = encode("<p class='post-1 lead'>x")
    assert tree.presentation(1) == "p class=lead,post-#"
    assert tree.style[1] == stable_id("p class=lead,post-#")


def test_ids_are_the_same_in_another_process() -> None:
    program = (
        "from sitesieve.page.encode import encode;"
        'print(encode(\'<div class="b a" id=x1><p style="top:1px">é\').style.tolist())'
    )
    expected = str(encode('<div class="b a" id=x1><p style="top:1px">é').style.tolist())
    for seed in ("1", "2"):
        answer = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
        )
        assert answer.stdout.strip() == expected
