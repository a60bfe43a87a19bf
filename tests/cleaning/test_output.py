"""Documents written out: Markdown with its structure, HTML that is safe, and the dials."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

import sitesieve
from sitesieve import OutputOptions, Page
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.methods import METHODS
from sitesieve.cleaning.selection import HIDDEN, IN_TABLE
from sitesieve.cleaning.verdicts import Part, Verdict

URL = "https://a.example/d/page.html"


def everything(html: str, url: str | None = URL) -> Document:
    """A document that keeps all there is."""
    page = Page(url, html)
    return Document(page, [Verdict(True, "kept")] * len(page.tree.leaves), "all")


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h1>a</h1><h3>b <i>c</i></h3>", "# a\n\n### b *c*"),
        ("<ul><li>a<ul><li>b<ol><li>c</ol></ul><li>d</ul>", "- a\n  - b\n    1. c\n- d"),
        ("<ul><li>a</li><ul><li>b</ul></ul>", "- a\n  - b"),
        ("<ol start=3><li>a<li>b</ol>", "3. a\n4. b"),
        ("<pre class=lang-py>def f():\n    return 1</pre>", "```py\ndef f():\n    return 1\n```"),
        ("<ul><li>a<pre>b\n  c</pre></ul>", "- a\n\n  ```\n  b\n    c\n  ```"),
        ("<blockquote><p>a<p>b</blockquote>", "> a\n>\n> b"),
        ("<p>a <a href=../x>b</a></p>", "a [b](https://a.example/x)"),
        ("<p>a <img src=i.png alt=b> c</p>", "a ![b](https://a.example/d/i.png) c"),
        ("<p>a<b>b </b>c <code>d`e</code></p>", "a**b** c ``d`e``"),
        ("<p>a<br>b</p>", "a  \nb"),
        ("<a href=/x><h2>a</h2><p>b</p></a>", "## [a](https://a.example/x)\n\nb"),
    ],
)
def test_markdown_of_a_page_is(html: str, markdown: str) -> None:
    assert everything(html).markdown == markdown


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


class TestMarkdownTables:
    def test_have_a_row_a_line(self) -> None:
        html = "<table><tr><th>a<th>b<tr><td>1<td><ul><li>x<li>y</ul><tr><td>2<td>p<br>q</table>"
        head, rule, *rows = everything(html).markdown.splitlines()
        assert cells(head) == ["a", "b"]
        assert set(rule) <= set("|- ")
        assert [cells(row) for row in rows] == [["1", "- x<br>- y"], ["2", "p<br>q"]]

    def test_have_a_cell_for_each_column_that_one_spans(self) -> None:
        html = "<table><tr><th colspan=2>a<th>b<tr><td>1<td>2<td>3</table>"
        lines = everything(html).markdown.splitlines()
        assert cells(lines[0]) == ["a", "", "b"]
        assert cells(lines[2]) == ["1", "2", "3"]

    def test_with_a_span_of_millions_stay_small(self) -> None:
        html = "<table><tr><th colspan=99999999 rowspan=99999999>a<th>b<tr><td>c<td>d</table>"
        assert len(everything(html).markdown) < 200


class TestMarkdownOfWhatLooksLikeMarkup:
    @pytest.mark.parametrize("text", ["<script>alert(1)</script>", "<b>", "</p>", "<!-- x", "<?x"])
    def test_a_tag_in_the_text_is_no_tag(self, text: str) -> None:
        escaped = text.replace("<", "&lt;")
        assert everything(f"<p>a {escaped}</p>").markdown == "a " + text.replace("<", "&lt;")

    def test_what_is_no_tag_is_left_alone(self) -> None:
        assert everything("<p>1 &lt; 2 & 3 AT&T</p>").markdown == "1 < 2 & 3 AT&T"

    def test_code_is_as_it_is(self) -> None:
        html = "<pre>&lt;b&gt; &amp;amp;</pre><p><code>&lt;i&gt;</code></p>"
        assert everything(html).markdown == "```\n<b> &amp;\n```\n\n`<i>`"


class TestHtml:
    def test_is_a_page_that_stands_on_its_own(self) -> None:
        html = everything("<html lang=de><title>A & B</title><p>Grüße an alle hier").html
        document = LexborHTMLParser(html)
        assert html.startswith("<!DOCTYPE html>")
        title, charset = document.css_first("title"), document.css_first("meta[charset]")
        assert title is not None
        assert title.text() == "A & B"
        assert charset is not None
        assert charset.attributes["charset"] == "utf-8"
        assert "<p>Grüße an alle hier</p>" in html

    def test_keeps_what_the_writer_wrote(self) -> None:
        html = everything(
            "<table><tr><th colspan=2>a<tr><td>b<td>c</table><pre class=lang-c>d</pre>"
            "<ol start=3><li>e</ol><p><img src=f.png alt=g> h"
        ).html
        assert '<th colspan="2">a</th>' in html
        assert '<code class="language-c">d</code>' in html
        assert '<ol start="3">' in html
        assert '<img src="https://a.example/d/f.png" alt="g">' in html

    def test_cleaned_again_has_the_same_text(self) -> None:
        source = "<h1>a</h1><ul><li>b<ul><li>c</ul></ul><pre>d\n  e</pre><p>f<br>g</p>"
        once = everything(source)
        assert everything(once.html).text == once.text
        assert everything(once.html).html == once.html


PAGE = (
    "<p>shown text that is long enough to be the page, with a <a href=/x>link</a> in it</p>"
    "<img src=/i.png alt=picture><p>more</p><p style='display:none'>planted</p>"
    "<div hidden><img src=/secret.png></div>"
    "<table><tr><th>a<th>b<tr><td>c<td>d</table><p>the end of the page</p>"
)


class TestDials:
    def test_by_default_all_that_readers_see_is_there(self) -> None:
        document = everything(PAGE)
        assert "planted" not in document.text + document.html + document.markdown
        assert "secret" not in document.html + document.markdown
        assert "[link](https://a.example/x)" in document.markdown
        assert "![picture](https://a.example/i.png)" in document.markdown
        assert "a | b\nc | d" in document.text

    def test_hidden_text_can_be_asked_for(self) -> None:
        document = everything(PAGE).with_output(OutputOptions(hidden=True))
        for form in (document.text, document.html, document.markdown):
            assert "planted" in form
        assert "secret" in document.html
        assert document.words_kept == document.words_before

    def test_links_go_and_their_text_stays(self) -> None:
        document = everything(PAGE).with_output(OutputOptions(links=False))
        assert "with a link in it" in document.markdown
        assert "<a" not in document.html

    def test_images_go(self) -> None:
        document = everything(PAGE).with_output(OutputOptions(images=False))
        assert "picture" not in document.markdown + document.html

    def test_tables_go_with_their_text(self) -> None:
        document = everything(PAGE).with_output(OutputOptions(tables=False))
        assert "c | d" not in document.text
        assert "<table>" not in document.html
        assert [block.text for block in document.blocks if block.reason == IN_TABLE] == list("abcd")

    def test_tables_that_arrange_the_page_stay(self) -> None:
        html = "<table><tr><td><h1>a</h1><td>b<tr><td>c<td>d</table>"
        document = everything(html).with_output(OutputOptions(tables=False))
        assert document.words_kept == 4

    def test_the_document_itself_is_not_changed(self) -> None:
        document = everything(PAGE)
        before = document.text, document.markdown
        other = document.with_output(OutputOptions(tables=False, links=False))
        assert other.text != before[0]
        assert (document.text, document.markdown) == before


@pytest.mark.parametrize("name", METHODS)
def test_every_method_leaves_hidden_text_out_and_says_so(name: str) -> None:
    pages = [(f"https://a.example/x/{n}", PAGE.replace("page", f"page {n}")) for n in range(3)]
    document = METHODS[name]().learn(pages).clean(pages[0][1], url=pages[0][0])
    assert "planted" not in document.text
    assert "planted" not in document.words
    assert [block.text for block in document.blocks if block.reason == HIDDEN] == ["planted"]


def test_hidden_text_is_left_out_of_a_page_alone() -> None:
    assert "planted" not in sitesieve.clean(PAGE).text


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_text_comes_through_all_forms(text: str) -> None:
    page = Page(None, "<p>x<p>y")
    changed = Verdict(True, "kept", part=Part(text, text.split()))
    document = Document(page, [Verdict(True, "kept"), changed], "all")
    assert document.text.startswith("x")
    assert LexborHTMLParser(document.html).css("script") == []
    assert document.markdown.startswith("x")


@pytest.mark.parametrize("sign", [">=", "==", "|", "-", "*"])
def test_a_cell_that_holds_only_a_sign_is_kept(sign: str) -> None:
    rows = "".join(
        f"<tr><td><code>{s}</code></td><td>{s}</td><td>meaning</td></tr>" for s in (sign, "!=")
    )
    page = f"<table><tr><th>sign</th><th>plain</th><th>meaning</th></tr>{rows}</table>"
    text = sitesieve.clean(page, method="tag-filter").text
    assert text.count(sign) >= 2


def test_text_cannot_forge_a_link_in_markdown() -> None:
    page = "<p>look [here](javascript:alert(1)) and ![x](https://evil.example/?q=1) now</p>"
    markdown = sitesieve.clean(page, method="tag-filter").markdown
    assert "](" not in markdown
    assert "here" in markdown


def test_a_formula_is_said_once() -> None:
    page = (
        "<p>So <math><semantics><mi>x</mi><annotation encoding='application/x-tex'>\\xi"
        "</annotation></semantics></math> it is</p>"
    )
    assert sitesieve.clean(page, method="tag-filter").text == "So $\\xi$ it is"
