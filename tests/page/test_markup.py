"""The kept part of a page as HTML of its own: what structure comes through, and how."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_helpers import PATIENT, mutated_pages, sample_pages, soup
from selectolax.lexbor import LexborHTMLParser

from sitesieve.page.encode import encode
from sitesieve.page.words import tokenize
from sitesieve.page.writing.markup_output import Wanted, html_fragment

URL = "https://a.example/d/page.html"


def written(html: str, *dropped: str, wanted: Wanted | None = None) -> str:
    tree = encode(html, url=URL)
    keep = np.array([text.strip() not in dropped for text in tree.texts], np.bool_)
    return html_fragment(tree, keep, wanted=wanted or Wanted())


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<div><div>a</div></div>b", "<p>a</p><p>b</p>"),
        ("<section><h2 class=x>a</h2>b</section>", "<h2>a</h2><p>b</p>"),
        ("a<br>b<br><br>c", "<p>a<br>b</p><p>c</p>"),
        ("<p>a <b>b </b><i>c</i></p>", "<p>a <b>b</b> <i>c</i></p>"),
        ("<b>x<p>y</p>z</b>", "<p><b>x</b></p><p><b>y</b></p><p><b>z</b></p>"),
        ("<p>1 &lt; 2 &amp; <span>3</span></p>", "<p>1 &lt; 2 &amp; 3</p>"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
        ("<ul><li>a</li><ul><li>b</ul></ul>", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
        ("<ul><li><p>a</p><p>b</p></ul>", "<ul><li>a<p>b</p></li></ul>"),
        ("<ul>a<li>b</ul><li>c", "<ul><li>a</li><li>b</li></ul><p>c</p>"),
        ("<ol start=4><li>a</ol>", '<ol start="4"><li>a</li></ol>'),
        ("<p>a</p><hr><p>b</p><hr>", "<p>a</p><hr><p>b</p>"),
        ("<ol start=x><li>a</ol>", "<ol><li>a</li></ol>"),
        ("<dl><div><dt>a<dd>b</div></dl>", "<dl><dt>a</dt><dd>b</dd></dl>"),
        ("<blockquote>a<p>b</blockquote>", "<blockquote><p>a</p><p>b</p></blockquote>"),
        (
            "<details><summary>a</summary>b</details>",
            "<details><summary>a</summary><p>b</p></details>",
        ),
        ("<h2>a <a href=#x>¶</a></h2>", "<h2>a</h2>"),
        ("<p>a</p><p> | </p><p>b</p>", "<p>a</p><p>b</p>"),
        ("<kbd>a</kbd> <tt>b</tt>", "<p><code>a</code> <code>b</code></p>"),
        ("<button>a</button><label>b</label>", "<p>a</p><p>b</p>"),
        ("<x-card>a<p>b</p></x-card>", "<p>a</p><p>b</p>"),
        ("", ""),
    ],
)
def test_a_page_is_written_like_this(html: str, expected: str) -> None:
    assert written(html) == expected


def test_an_item_that_is_left_with_another_list_only_is_no_item() -> None:
    html = "<ul><li>a<li><b>b</b><ul><li>c<li>d</ul><li>e</ul>"
    assert written(html, "b") == "<ul><li>a</li><li>c</li><li>d</li><li>e</li></ul>"


class TestCode:
    def test_keeps_indentation_and_lines(self) -> None:
        html = "<pre>\n  a\n\n    <b>b</b> &lt;\n</pre>"
        assert written(html) == "<pre><code>  a\n\n    b &lt;</code></pre>"

    def test_in_lines_of_blocks_or_breaks_has_these_lines(self) -> None:
        html = "<pre>a<br>  b<div>c</div><div>d</div></pre>"
        assert written(html) == "<pre><code>a\n  b\nc\nd</code></pre>"

    @pytest.mark.parametrize(
        "html",
        [
            '<pre class="language-python">x</pre>',
            '<pre><code class="hljs lang-python">x</code></pre>',
            '<div class="highlight-python notranslate"><div class="highlight"><pre>x</pre></div>',
            '<div class="highlight highlight-source-python"><pre>x</pre></div>',
            '<pre class="brush: python; gutter: false">x</pre>',
            '<pre class="sourceCode python">x</pre>',
            '<pre data-language="Python">x</pre>',
        ],
    )
    def test_says_its_language(self, html: str) -> None:
        assert written(html) == '<pre><code class="language-python">x</code></pre>'

    @pytest.mark.parametrize("name", ["none", "plaintext", "2x", "-", "a" * 99])
    def test_of_no_known_language_says_none(self, name: str) -> None:
        assert written(f"<pre class='language-{name}'>x</pre>") == "<pre><code>x</code></pre>"


class TestTables:
    def test_of_data_keep_their_cells_and_spans(self) -> None:
        html = "<table><tr><th colspan=2>a<tr><td>b<td rowspan=2>c<tr><td>d</table>"
        assert written(html) == (
            '<table><tbody><tr><th colspan="2">a</th></tr><tr><td>b</td><td rowspan="2">c</td></tr>'
            "<tr><td>d</td></tr></tbody></table>"
        )

    @pytest.mark.parametrize("span", ["99999999999999", "1e9", "-3", "0", "x", "²"])
    def test_spans_are_capped(self, span: str) -> None:
        html = f"<table><tr><th colspan='{span}' rowspan='{span}'>a<th>b<tr><td>c<td>d</table>"
        head = LexborHTMLParser(written(html)).css_first("th")
        assert head is not None
        assert head.attributes.get("colspan") in (None, "2")
        assert head.attributes.get("rowspan") in (None, "2")

    def test_empty_and_dropped_cells_hold_their_place(self) -> None:
        html = "<table><tr><th>a<th>b<tr><td><td>c<tr><td>d<td>e</table>"
        rows = LexborHTMLParser(written(html, "d")).css("tr")
        assert [[cell.text() for cell in row.css("th, td")] for row in rows] == [
            ["a", "b"],
            ["", "c"],
            ["", "e"],
        ]

    def test_lists_and_lines_stay_inside_cells(self) -> None:
        html = "<table><tr><th>a<th>b<tr><td><ul><li>c<li>d</ul><td><p>e<p>f</table>"
        assert "<td><ul><li>c</li><li>d</li></ul></td><td>e<br>f</td>" in written(html)

    @pytest.mark.parametrize(
        "html",
        [
            "<table><tr><td><h2>a</h2>b<td>c<tr><td>d<td>e</table>",
            "<table><tr><td>a<td>b</table>",
            "<table><tr><td>a<tr><td>b</table>",
            "<table role=presentation><tr><th>a<th>b</table>",
            "<table><tr><td>a<td><table><tr><td>b</table></table>",
            f"<table><tr><td>a<td>{'long ' * 101}<tr><td>b<td>c</table>",
        ],
    )
    def test_that_only_arrange_the_page_are_not_written(self, html: str) -> None:
        assert "<table>" not in written(html)
        assert "a</" in written(html)


class TestLinks:
    def test_are_absolute(self) -> None:
        assert written("<a href=../x?a=1&b=2>y</a>") == (
            '<p><a href="https://a.example/x?a=1&amp;b=2">y</a></p>'
        )

    def test_are_relative_to_the_base_of_the_page(self) -> None:
        tree = encode('<base href="/docs/"><a href=x>y</a>')
        assert tree.base == "/docs/"

    def test_around_blocks_go_to_the_heading_or_the_first_line(self) -> None:
        assert written("<a href=/x><p>a</p><h3>b</h3><p>c</p></a>") == (
            '<p>a</p><h3><a href="https://a.example/x">b</a></h3><p>c</p>'
        )
        assert written("<a href=/x><p>a</p><p>b</p></a>") == (
            '<p><a href="https://a.example/x">a</a></p><p>b</p>'
        )

    def test_can_be_left_out_and_their_text_stays(self) -> None:
        html = "<p>a <a href=/x>b</a></p>"
        assert written(html, wanted=Wanted(links=False)) == "<p>a b</p>"


class TestImages:
    def test_have_an_absolute_address_and_the_alternative_text(self) -> None:
        html = "<p>a</p><figure><img src=i.png alt='x \"y\"'><figcaption>b</figcaption></figure>"
        assert written(html) == (
            '<p>a</p><figure><p><img src="https://a.example/d/i.png" alt="x &quot;y&quot;"></p>'
            "<figcaption>b</figcaption></figure>"
        )

    @pytest.mark.parametrize(
        "attributes",
        [
            'src="data:image/gif;base64,R0lGOD" data-src="/big.jpg"',
            'src="/tiny.jpg" data-original="/big.jpg"',
            'src="data:," srcset="/small.jpg 300w, /big.jpg 1200w"',
            'data-srcset="/small.jpg 1x,/big.jpg 2x"',
            'srcset="/small.jpg, /big.jpg 1.5x"',
        ],
    )
    def test_that_are_loaded_late_have_the_address_they_will_have(self, attributes: str) -> None:
        assert 'src="https://a.example/big.jpg"' in written(f"<p>a <img {attributes}> b</p>")

    @pytest.mark.parametrize(
        "attributes",
        ["", "src=data:image/png;base64,AAAA", "src=i.gif width=1 height=1", "src=javascript:x"],
    )
    def test_with_nothing_to_show_are_left_out(self, attributes: str) -> None:
        assert written(f"<p>a <img {attributes} alt=z> b</p>") == "<p>a b</p>"

    def test_stay_or_go_with_the_text_around_them(self) -> None:
        html = "<p>a</p><figure><img src=i.png alt=x><figcaption>c</figcaption></figure><p>b</p>"
        assert 'alt="x"' in written(html, "c")  # the caption is judged by itself
        assert "img" not in written(html, "b", "c")
        html = "<div><img src=one.png>menu</div><div><img src=two.png>story</div><img src=3.png>"
        assert "two.png" in written(html, "menu")
        assert "one.png" not in written(html, "menu")
        assert "3.png" not in written(html, "menu")

    def test_can_be_left_out(self) -> None:
        assert written("<p>a <img src=i.png> b", wanted=Wanted(images=False)) == "<p>a b</p>"


class TestWords:
    def test_on_both_sides_of_a_dropped_text_stay_apart(self) -> None:
        assert written("<p>one<b>two</b>three</p>", "two") == "<p>one three</p>"

    @PATIENT
    @given(st.data(), st.sampled_from(list(sample_pages().values())))
    def test_are_those_of_the_leaves_kept(self, data: st.DataObject, page: str) -> None:
        tree = encode(page)
        seed = data.draw(st.integers(0, 2**32 - 1))
        keep = np.random.default_rng(seed).random(len(tree.leaves)) < data.draw(st.floats(0, 1))
        again = encode(html_fragment(tree, keep))
        kept = [
            word for i, leaf in enumerate(tree.leaves) if keep[i] for word in tree.words_of(leaf)
        ]
        assert "".join(again.words) == "".join(kept)

    @PATIENT
    @given(st.one_of(soup(), mutated_pages()))
    def test_of_any_page_come_through_and_nest(self, html: str) -> None:
        tree = encode(html)
        out = html_fragment(tree, np.ones(len(tree.leaves), np.bool_))
        body = LexborHTMLParser(out).body
        assert body is not None
        assert (body.inner_html or "").replace("\n", "").replace("&nbsp;", "") == out.replace(
            "\n", ""
        ).replace("&quot;", '"').replace("&#x27;", "'").replace("\xa0", "")
        joined = "".join(tokenize("".join(text + " " for text in tree.texts)))
        assert "".join(encode(out).words) == joined


def test_elements_inside_one_another_are_not_repeated_in_every_paragraph() -> None:
    tree = encode("<abbr>" * 400 + "<p>x" * 1000)
    keep = np.ones(len(tree.leaves), np.bool_)
    assert len(html_fragment(tree, keep)) < 200_000
    assert html_fragment(tree, keep).count("x") == 1000
