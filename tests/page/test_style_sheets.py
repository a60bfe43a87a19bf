"""Display properties of elements, from attributes and the CSS in a page."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page import Page
from sitesieve.page.style_sheets import with_display_properties


def looks(body: str, css: str = "") -> list[str]:
    """How the elements of a page look, in order, without BODY."""
    tree = with_display_properties(Page(None, f"<style>{css}</style><body>{body}"))
    return [tree.presentation(n) for n in range(1, len(tree)) if tree.tag_name(n) != "#text"]


def test_the_presentation_style_of_figure_1() -> None:
    # Yi and Liu §3.2: (TABLE, {width=800, height=200}), (IMG, {width=800}), (TABLE, {bgcolor=red})
    html = (
        "<table width=800 height=200></table><img src=a.gif width=800><table bgcolor=red></table>"
    )
    assert looks(html) == ["table height=200 width=800", "img width=800", "table bgcolor=red"]


def test_rules_say_what_attributes_say() -> None:
    css = "#menu { background-color: RED; width: 800px } .mid {text-align:center}"
    assert looks("<table id=menu></table><p class='mid x'></p>", css) == [
        *looks("<table bgcolor=red width=800></table>"),
        *looks("<p align=center></p>"),
    ]


def test_names_of_classes_and_ids_do_not_count() -> None:
    assert looks("<p class=a id=b role=c>") == ["p"]


@pytest.mark.parametrize(
    ("css", "matches"),
    [
        ("b {color:red}", True),
        ("p b {color:red}", True),
        ("div b {color:red}", True),
        ("p > b {color:red}", True),
        ("div>b {color:red}", False),
        ("div > p.x > b {color:red}", True),
        ("html body b {color:red}", True),
        ("i, b{color:red}", True),
        ("* {color:red}", True),
        ("b.x {color:red}", False),
        ("b p {color:red}", False),
        ("b b {color:red}", False),
        ("#y b.z#w {color:red}", True),
        ("b:hover {color:red}", False),
        ("b[title] {color:red}", False),
        ("@media screen {b {color:red}}", True),
        ("@media print {b {color:red}}", False),
        ("@import 'x.css'; b {color:red}", True),
        ("@font-face {color:red} b{margin:0} /* b {color:red} */", False),
        ("b {color:red", True),
        ("b { } } b {color:red}", True),
        ("b {colour:red; ;:; color}", False),
    ],
)
def test_selectors(css: str, matches: bool) -> None:
    html = "<div id=y><p class=x><b class=z id=w>t</b></p></div>"
    assert ("color=red" in looks(html, css)[-1]) is matches


@pytest.mark.parametrize(
    ("css", "inline", "colour"),
    [
        ("p{color:red} p{color:blue}", "", "blue"),
        ("p.x{color:red} p{color:blue}", "", "red"),
        ("#y{color:red} p.x{color:blue}", "", "red"),
        ("p{color:red}", "color:green", "green"),
        ("p{color:red !important}", "color:green", "red"),
        ("p{color:red !important} #y{color:blue}", "", "red"),
    ],
)
def test_the_cascade(css: str, inline: str, colour: str) -> None:
    assert looks(f"<p class=x id=y style='{inline}'>", css) == [f"p color={colour}"]


def test_backgrounds() -> None:
    assert looks("<p style='background: url(a.gif) no-repeat #FFF'>") == [
        "p background=yes bgcolor=#fff"
    ]
    assert looks("<p style='background:red'><p style='background-image:none'>") == [
        "p bgcolor=red",
        "p",
    ]


def test_a_sheet_for_paper_does_not_count() -> None:
    html = "<style media=print>p{color:red}</style><p>x"
    assert with_display_properties(Page(None, html)).presentations[1:] == ["p", "#text"]


def test_all_but_the_looks_stays_as_it_is() -> None:
    page = Page("http://a.example/", "<style>p{color:red}</style><p class=x>one<x-y>two</x-y>")
    tree = with_display_properties(page)
    assert tree.digest == page.tree.digest
    assert tree.words == page.tree.words
    assert tree.presentations == ["body", "p color=red", "#text", "x-y"]


@given(st.text("p{}:;.#>@media,/*! \nb", max_size=60))
def test_any_text_can_be_a_sheet(css: str) -> None:
    tree = with_display_properties(Page(None, f"<style>{css}</style><p class=b>x"))
    assert len(tree) == 3


@pytest.mark.parametrize(
    "css",
    [
        *("{" * 100_000, "@media screen{" * 20_000, "/*" * 100_000),
        "p b " * 50_000 + "{color:red}",
        "".join(f"div div div p.c{n % 9}{{color:c{n};width:{n}px}}" for n in range(30_000)),
    ],
)
def test_hostile_sheets_take_little_time(css: str) -> None:
    body = "<div>" * 200 + "".join(f"<p class=c{n % 9}>x</p>" for n in range(5_000))
    started = time.process_time()
    looks(body, css)
    assert time.process_time() - started < 5
