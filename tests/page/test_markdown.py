"""The kept part of a page as Markdown: it reads back as what the HTML says."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from page_helpers import PATIENT, sample_pages
from selectolax.lexbor import LexborHTMLParser

from sitesieve.page.encode import encode
from sitesieve.page.markup_output import html_fragment, markdown

URL = "https://a.example/d/page.html"
READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
STRUCTURE = "h1 h2 h3 h4 h5 h6 ul ol li blockquote pre table".split()


def everything(html: str) -> str:
    tree = encode(html, url=URL)
    return markdown(tree, np.ones(len(tree.leaves), np.bool_))


def rendered(written: str) -> LexborHTMLParser:
    return LexborHTMLParser("<body>" + READER.render(written))


def letters_of(page: LexborHTMLParser) -> str:
    """The text without its white space, of which HTML has less between blocks."""
    return "".join((page.body.text() if page.body else "").split())


def check(html: str) -> None:
    """The Markdown of a page reads back as its HTML does."""
    tree = encode(html, url=URL)
    keep = np.ones(len(tree.leaves), np.bool_)
    written = markdown(tree, keep)
    expected = LexborHTMLParser("<body>" + html_fragment(tree, keep))
    assert letters_of(rendered(written)) == letters_of(expected), written


def structure(page: LexborHTMLParser) -> Counter[str]:
    return Counter(str(node.tag) for node in page.css(", ".join(STRUCTURE)))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b"),
        ("<ol><li>a</ol><ol><li>b</ol>", "1. a\n\n1) b"),
        ("<ul><li>a<ol start=3><li>b</ol></ul>", "- a\n\n  3. b"),
        ("<ul><li>a<p>b</ul>", "- a\n\n  b"),
        ("<blockquote><ul><li>a</ul></blockquote>", "> - a"),
        ("<dl><dt>a<dd>b<dd>c</dl>", "**a**\n: b\n: c"),
        (
            "<figure><img src=/i alt=x><figcaption>c</figcaption></figure>",
            "![x](https://a.example/i)\n\n*c*",
        ),
        ("<details><summary>a</summary>b</details>", "**a**\n\nb"),
        ("<p><b>a</b><b>b</b></p>", "**ab**"),
        ("<p><b><strong>a</strong></b></p>", "**a**"),
        ("<p><b>a:</b>b</p>", "a:b"),
        ("<p>a<b>(b)</b></p>", "a(b)"),
        ("<p><code><b>a</b> *</code></p>", "`a *`"),
        ("<p><ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby> <ruby>c<rt>d</rt></ruby>", "a(b) c(d)"),
        ("<p>wow!<a href=/x>a</a></p>", "wow\\![a](https://a.example/x)"),
        (
            "<p><a href='/x_(y)'>a</a> <a href='/x(y'>b</a></p>",
            "[a](https://a.example/x_(y)) [b](https://a.example/x%28y)",
        ),
        ("<pre>a\n```\nb</pre>", "````\na\n```\nb\n````"),
        (
            "<table><tr><th>a|b<th>c<tr><td rowspan=2>1<td>2<tr><td>3</table>",
            "| a\\|b | c |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |",
        ),
        ("<table><caption>t</caption><tr><th>a<th>b</table>", "*t*\n\n| a | b |\n| --- | --- |"),
        (
            "<table><tr><th>a<th>b<tr><td><h3>x</h3><pre>y\nz</pre><td></table>",
            "| a | b |\n| --- | --- |\n| **x**<br>y z |  |",
        ),
        ("<h2>a <br>b #</h2>", "## a b \\#"),
        ("", ""),
    ],
)
def test_of_a_page_is(html: str, expected: str) -> None:
    assert everything(html) == expected


@pytest.mark.parametrize(
    "text",
    [
        *(
            "__init__",
            "_snake_case_",
            "snake_case",
            "2 * 3 * 4",
            "*a*",
            "# a",
            "- a",
            "+ a",
            "1. a",
        ),
        *(
            "1) a",
            "> a",
            ">a",
            "a\\*b",
            "a\\",
            "`a`",
            "~~a~~",
            "[a](b)",
            "![a](b)",
            "[a]: b",
            "[a][b]",
        ),
        *(
            "<b>a</b>",
            "<https://a.example>",
            "&lt; &amp;",
            "AT&T",
            "===",
            "---",
            "* * *",
            "| a |",
            "[x] a",
        ),
        "***",
    ],
)
@pytest.mark.parametrize(
    "around", ["<p>{}</p>", "<ul><li>{}</ul>", "<p>a<br>{}</p>", "<h2>{}</h2>"]
)
def test_what_looks_like_markup_reads_back_as_text(text: str, around: str) -> None:
    check(around.format(text.replace("&", "&amp;").replace("<", "&lt;")))


SIGNS = st.text(st.sampled_from("ab1 *_`~[]()<>!#+-=|\\&;:.é"), max_size=8)
INLINE = st.sampled_from(["", "b", "i", "code", "a", "s", "span"])


@given(
    st.lists(st.tuples(INLINE, SIGNS), min_size=1, max_size=5),
    st.sampled_from(["p", "li", "h3", "td"]),
)
def test_any_text_reads_back(pieces: list[tuple[str, str]], block: str) -> None:
    html = ""
    for tag, text in pieces:
        escaped = text.replace("&", "&amp;").replace("<", "&lt;")
        html += f"<{tag} href=/x>{escaped}</{tag}>" if tag else escaped
    if block == "td":
        html = f"<table><tr><th>x<th>y<tr><td>{html}<td>z</table>"
    else:
        html = f"<{block}>{html}</{block}>"
    check(html)


@PATIENT
@given(st.sampled_from(list(sample_pages().values())), st.integers(0, 2**32 - 1), st.floats(0, 1))
def test_words_and_structure_are_those_of_the_html(page: str, seed: int, share: float) -> None:
    tree = encode(page, url=URL)
    keep = np.random.default_rng(seed).random(len(tree.leaves)) < share
    html = LexborHTMLParser("<body>" + html_fragment(tree, keep))
    read = rendered(markdown(tree, keep))
    assert letters_of(read) == letters_of(html)
    assert structure(read) == structure(html)


def test_lists_and_quotes_nested_without_end_take_linear_time() -> None:
    for opening in ("<blockquote>a", "<ul><li>a", "<ol><li>a<blockquote>b"):
        written = everything(opening * 200)
        assert len(written) < 100_000
        assert written.count("a") == 200
