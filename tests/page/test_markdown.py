"""The kept part of a page as Markdown: it reads back as what the HTML says."""

from collections import Counter
from html import escape

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from page_helpers import PATIENT, sample_pages
from selectolax.lexbor import LexborHTMLParser

from sitesieve.page.encode import encode
from sitesieve.page.writing.markup_output import html_fragment, markdown

URL = "https://a.example/d/page.html"
READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
STRUCTURE = "h1 h2 h3 h4 h5 h6 ul ol li blockquote pre table".split()


def everything(html: str) -> str:
    tree = encode(html, url=URL)
    return markdown(tree, np.ones(len(tree.leaves), np.bool_))


def rendered(written: str) -> LexborHTMLParser:
    return LexborHTMLParser("<body>" + READER.render(written))


def letters_of(page: LexborHTMLParser) -> str:
    """The text without its white space, of which HTML has less between blocks, and without
    colons, which part terms from what is said of them."""
    return "".join((page.body.text() if page.body else "").replace(":", "").split())


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
        ("<h3>Docu<a href='#d'>\u200b</a></h3>", "### Docu"),
        ("<h1><a href=/d/page.html>a</a></h1>", "# a"),
        ("<head><link rel=canonical href=/c></head><h1><a href=/c>a</a></h1>", "# a"),
        ("<h1><a href=/d>a</a></h1>", "# [a](https://a.example/d)"),
        (
            "<h2>a<span class=mw-editsection>[<a href=/e>edit</a>]</span></h2><p>b</p>",
            "## a\n\nb",
        ),
        ("<p>a</p><hr><p>b</p><hr>", "a\n\n---\n\nb"),
        (
            "<hr><p>a</p><hr><hr><blockquote>b<hr>c</blockquote>",
            "a\n\n---\n\n> b\n>\n> ---\n>\n> c",
        ),
        (
            "<ul><li>a<hr>b</ul><table><tr><th>c<hr>d<th>e</table>",
            "- a\n\n  b\n\n| c<br>d | e |\n| --- | --- |",
        ),
        ("<p>One<b><br></b>Two</p>", "One  \nTwo"),
        ("<p><span>a</span><span><i><br></i></span><span>b</span></p>", "a  \nb"),
        ("<p>a<span><div></div></span>b</p>", "a\n\nb"),
        ("", ""),
        (
            "<dl><dt>a<dt>b<dd>c<p>d<dt>e<dd><ul><li>f</ul></dl>",
            "**a**\n**b**\n: c\n\nd\n\n**e**\n\n- f",
        ),
        ("<dl><dd>a<dd>b</dl>", "a\n\nb"),
        ("<dl><dt>a<dd><dl><dt>b<dd>c</dl></dl>", "**a**\n\n**b**\n: c"),
        ("<dl><div><dt>a<dd>b</div></dl>", "**a**\n: b"),
        (
            "<ul class=todo><li><input type=checkbox checked> a<li><input type=checkbox>b</ul>",
            "- [x] a\n- [ ] b",
        ),
        ("<ul><li><p><input type=checkbox disabled> a</p></ul>", "- [ ] a"),
        ("<ul><li><input type=checkbox> <label>Red</label></ul>", "- Red"),
        (
            "<table><tr><th>Height<td>3 m<tr><th>Width<td>5 m</table>",
            "|  |  |\n| --- | --- |\n| Height | 3 m |\n| Width | 5 m |",
        ),
        (
            "<table><tr><th colspan=2>a<th>b<tr><td>1<td>2<td>3</table>",
            "| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |",
        ),
        (
            "<table><tr><th>a<th>b<tr><td><ul><li>c<li><b>d</b></ul><td>e<br>f</table>",
            "| a | b |\n| --- | --- |\n| - c<br>- **d** | e<br>f |",
        ),
        ("<p>x y z</p><aside class=note>a</aside>", "x y z\n\n> [!NOTE]\n> a"),
        (
            "<p>x y z</p><div class='admonition warning'><p class=admonition-title>Warning</p>"
            "<p>a</p></div>",
            "x y z\n\n> [!WARNING]\n> a",
        ),
        (
            "<p>x y z</p><div class='markdown-alert markdown-alert-tip'><p class=x-title>Try it</p>"
            "<p>a</p></div>",
            "x y z\n\n> [!TIP]\n> **Try it**\n>\n> a",
        ),
        ("<div class=note><p>The whole page.</p></div>", "The whole page."),
        (
            "<p>x y z u v w</p><div class=callout><h2>Why us</h2><p>a b</p></div>",
            "x y z u v w\n\n## Why us\n\na b",
        ),
        ("<p>x y z u v w</p><p class=important>a b</p>", "x y z u v w\n\na b"),
        ("<p>x y z u v w</p><div class=tip>Leave a tip</div>", "x y z u v w\n\nLeave a tip"),
        ("<p>x y z u v w</p><p class=note><b>Note:</b> a</p>", "x y z u v w\n\n> [!NOTE]\n> a"),
        (
            "<p>x y z u v w</p><div class=tip>Tip: save</div>",
            "x y z u v w\n\n> [!TIP]\n> Tip: save",
        ),
        (
            "<p>x y z u v w</p><div class='notecard note'><p><strong>Note:</strong> a</p></div>",
            "x y z u v w\n\n> [!NOTE]\n> a",
        ),
        (
            "<p>x y z u v w</p><div class='theme-admonition theme-admonition-tip'>"
            "<div class=admonitionHeading_x>tip</div>a</div>",
            "x y z u v w\n\n> [!TIP]\n> a",
        ),
        (
            "<p>x y z u v w</p><div class='bd-callout bd-callout-warning'>a</div>",
            "x y z u v w\n\n> [!WARNING]\n> a",
        ),
        ("<p>x y z u v w</p><div class='hint hint-info'>a</div>", "x y z u v w\n\n> [!NOTE]\n> a"),
        (
            "<p>a <video><source src=v.mp4></video> b</p>",
            "a\n\n[Video](https://a.example/d/v.mp4)\n\nb",
        ),
        (
            "<p>a</p><iframe title='A talk' src='//www.youtube.com/embed/x'></iframe><p>b</p>",
            "a\n\n[Video: A talk](https://www.youtube.com/embed/x)\n\nb",
        ),
        ("<p>a</p><iframe src='https://ads.example/x'></iframe><p>b</p>", "a\n\nb"),
        ("<p>a</p><iframe src='https://[x'></iframe><p>b</p>", "a\n\nb"),
        (
            "<p>a</p><audio src=a.mp3></audio><p>b</p>",
            "a\n\n[Audio](https://a.example/d/a.mp3)\n\nb",
        ),
        (
            "<p>a<img src=i-300x200.jpg alt=x><img src=i-1200x800.jpg alt=x><img src=i.jpg alt=x>",
            "a![x](https://a.example/d/i-300x200.jpg)",
        ),
        (
            "<p>a<img src=i?w=300 alt=x><img src='i?w=900&h=2' alt=''><img src=i?id=2 alt=x>",
            "a![x](https://a.example/d/i?w=300)![x](https://a.example/d/i?id=2)",
        ),
        (
            "<p>a<img src=i-300.jpg alt=x><img src=i-600.jpg alt=x><img src=i-600.jpg alt=y>",
            "a![x](https://a.example/d/i-300.jpg)",
        ),
        (
            "<p>a<img src=i-01.jpg><img src=i-02.jpg>",
            "a![](https://a.example/d/i-01.jpg)![](https://a.example/d/i-02.jpg)",
        ),
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


RUN = st.lists(st.tuples(INLINE, SIGNS), min_size=1, max_size=3).map(
    lambda pieces: "".join(
        f"<{tag or 'span'} href=/x>{escape(text)}</{tag or 'span'}>" for tag, text in pieces
    )
)
LEAF = st.one_of(
    RUN.map("<p>{}</p>".format),
    RUN.map("<h3>{}</h3>".format),
    RUN,
    SIGNS.map(lambda text: f"<pre>{escape(text)}\n  b</pre>"),
)


def nested(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        several.map(lambda parts: f"<ul><li>{'<li>'.join(parts)}</ul>"),
        several.map(lambda parts: f"<ol start=3><li>{'<li>'.join(parts)}</ol>"),
        several.map(lambda parts: f"<blockquote>{''.join(parts)}</blockquote>"),
        st.tuples(inner, inner, inner, inner).map(
            lambda parts: "<table><tr><th>{}<th>{}<tr><td>{}<td>{}</table>".format(*parts)
        ),
        st.tuples(inner, inner).map(lambda parts: "<dl><dt>{}<dd>{}</dl>".format(*parts)),
        st.tuples(inner, inner).map(
            lambda parts: "<details><summary>{}</summary>{}</details>".format(*parts)
        ),
    )


@PATIENT
@given(st.lists(st.recursive(LEAF, nested, max_leaves=5), min_size=1, max_size=3).map("".join))
def test_any_structure_reads_back(html: str) -> None:
    tree = encode(html, url=URL)
    keep = np.ones(len(tree.leaves), np.bool_)
    expected = LexborHTMLParser("<body>" + html_fragment(tree, keep))
    read = rendered(markdown(tree, keep))
    in_cells = sum(len(cell.css("ul, ol, li, pre")) for cell in expected.css("td, th"))
    if in_cells:  # where all is lines, with dashes before items
        assert letters_of(read).replace("-", "") == letters_of(expected).replace("-", "")
    else:
        assert letters_of(read) == letters_of(expected)
        assert structure(read) == structure(expected)


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


@pytest.mark.parametrize("target", ["#axes", f"{URL}#axes"])
def test_headings_do_not_link_to_themselves(target: str) -> None:
    heading = f'<h2 id=axes><a href="{target}">The <b>two</b> axes</a></h2>'
    assert everything(f"{heading}<p>Text of <b>it</b>.") == "## The two axes\n\nText of **it**."


def test_headings_link_to_other_pages() -> None:
    written = everything('<h2><a href="/flex#axes">Axes</a></h2><p>Text.')
    assert written == "## [Axes](https://a.example/flex#axes)\n\nText."
