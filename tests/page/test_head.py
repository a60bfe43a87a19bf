"""What a page says about itself."""

import pytest
from page_helpers import at_most

from sitesieve.page import Page

URL = "https://site.example/news/a.html"


def test_the_title_is_collapsed() -> None:
    assert Page(URL, "<title>\n A  page &amp; more </title>").head.title == "A page & more"


def test_meta_elements_are_found_by_name_property_and_http_equiv() -> None:
    page = Page(
        URL,
        "<meta name=Description content=' some\n text '><meta property='OG:Type' content=article>"
        "<meta http-equiv=refresh content='5; url=/x'><meta charset=utf-8><meta name=empty>"
        "<meta content=nameless><p>x",
    )
    assert page.head.meta == {
        "description": "some text",
        "og:type": "article",
        "refresh": "5; url=/x",
    }


def test_the_first_of_several_counts() -> None:
    head = Page(URL, "<meta name=a content=1><meta name=A content=2>x").head
    assert head.meta == {"a": "1"}


def test_json_ld_is_read_from_head_and_body_and_is_not_text() -> None:
    page = Page(
        URL,
        '<head><script type="application/ld+json">{"@type": "Thing", "name": "One"}</script>'
        '</head><body><p>text</p><script type="Application/LD+JSON">\n[{"name": "Two"}]\n'
        "</script></body>",
    )
    assert page.head.json_ld == ({"@type": "Thing", "name": "One"}, [{"name": "Two"}])
    assert page.tree.words == ["text"]


@pytest.mark.parametrize(
    "broken", ["", "{", '{"a": }', "// <![CDATA[\n{}", "[" * 100_000, "<!-- {} -->"]
)
def test_malformed_json_ld_is_skipped(broken: str) -> None:
    page = Page(
        URL,
        f'<script type="application/ld+json">{broken}</script>'
        '<script type="application/ld+json">{"good": true}</script>',
    )
    assert page.head.json_ld == ({"good": True},)


def test_json_ld_with_raw_line_breaks_in_strings_is_read() -> None:
    page = Page(URL, '<script type="application/ld+json">{"a": "one\ntwo"}</script>')
    assert page.head.json_ld == ({"a": "one\ntwo"},)


def test_other_scripts_are_not_json_ld() -> None:
    assert Page(URL, '<script type="application/json">{"a": 1}</script>').head.json_ld == ()


@pytest.mark.parametrize(
    ("href", "canonical"),
    [
        ("/news/b.html", "https://site.example/news/b.html"),
        ("b.html", "https://site.example/news/b.html"),
        ("//cdn.example/b", "https://cdn.example/b"),
        (" https://site.example/c ", "https://site.example/c"),
        ("?page=2", "https://site.example/news/a.html?page=2"),
        ("http://[broken", "http://[broken"),
        ("", None),
        ("  ", None),
    ],
)
def test_the_canonical_link_is_made_absolute(href: str, canonical: str | None) -> None:
    assert Page(URL, f'<link rel="Canonical" href="{href}">x').tree.canonical == canonical


def test_the_canonical_link_is_found_among_several_relations() -> None:
    html = "<link rel=stylesheet href=/s.css><link rel='foo canonical' href=/c>"
    assert Page(URL, html).tree.canonical == "https://site.example/c"


def test_without_an_address_the_canonical_link_is_as_written() -> None:
    assert Page(None, "<link rel=canonical href=/c>x").tree.canonical == "/c"


def test_a_page_that_says_nothing_has_an_empty_head() -> None:
    page = Page(URL, "<p>x")
    assert (page.head.title, page.head.meta, page.head.json_ld) == ("", {}, ())
    assert page.tree.canonical is None


def test_the_head_of_a_frameset_page_is_read() -> None:
    page = Page(URL, "<title>F</title><meta name=a content=b><frameset><frame src=x></frameset>")
    assert (page.head.title, page.head.meta) == ("F", {"a": "b"})


def test_the_head_is_read_as_quickly_as_the_page_however_many_attributes_a_tag_has() -> None:
    many = " ".join(f"a{n}=1" for n in range(30_000))
    page = Page(URL, f"<title>T</title><p {many}>x")
    with at_most(0.8):
        assert page.head.title == "T"


@pytest.mark.parametrize(("opening", "count"), [("<div>", 40_000), ("<ul><li>", 20_000)])
def test_the_head_is_read_as_quickly_as_the_page_however_deep_it_is(
    opening: str, count: int
) -> None:
    page = Page(URL, "<title>T</title><meta name=a content=b>" + opening * count)
    with at_most(0.8):
        assert page.head.meta == {"a": "b"}


def test_halves_of_characters_in_json_ld_are_no_text() -> None:
    said = r'{"name": "a\ud83d b \ud83d\ude00", "\udc00": ["\udfff"]}'
    page = Page(URL, f"<script type=application/ld+json>{said}</script>x")
    assert page.head.json_ld == ({"name": "a? b \U0001f600", "?": ["?"]},)
