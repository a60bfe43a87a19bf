"""The kept part of a page as plain text: what parts lines and paragraphs, and which words."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from page_helpers import PATIENT, mutated_pages, soup

from sitesieve.page.encode import encode
from sitesieve.page.words import tokenize
from sitesieve.page.writing.plain import plain_text


class TestWhatIsWritten:
    @pytest.mark.parametrize(
        ("html", "text"),
        [
            ("<p>a</p><p>b</p>", "a\n\nb"),
            ("a<br>b", "a\nb"),
            ("a<br><br>b", "a\n\nb"),
            ("a<hr>b", "a\n\nb"),
            ("<div>a<p>b</p>c</div>d", "a\n\nb\n\nc\n\nd"),
            ("<b>a</b> <i>b</i>", "a b"),
            ("<b>a</b>\n\t<i>b</i>", "a b"),
            ("<b>a</b><i>b</i>", "ab"),
            ("<p>a <b> b </b> c</p>", "a b c"),
            ("<p> a\n b </p>", "a b"),
            ("<ul><li>a<li>b</ul>", "- a\n- b"),
            ("<table><tr><td>a<td>b<tr><td>c</table>", "a | b\nc"),
            ("<p>a <img class=emoji alt=😀><img class=emoji alt=👍> b</p>", "a 😀👍 b"),
            ("<p>a<img class=emoji alt=':)'><img alt=😀> b</p>", "a b"),
            (
                "<table><tr><th><th>a<th>b<tr><td>c<td>d<td>e<tr><td>f<td><td>g</table>",
                "| a | b\nc | d | e\nf | | g",
            ),
            ("<select><option>a<option>b</select>", "a\nb"),
            ("<pre>  a\n    b\n\nc</pre>", "  a\n    b\n\nc"),
            ("<p>x</p><pre>a\n  <b>b</b>\nc</pre><p>y</p>", "x\n\na\n  b\nc\n\ny"),
            ("<textarea>a\n b</textarea>", "a\n b"),
            ("<p>a<script>x</script>b</p>", "ab"),
            ("<h1>T</h1>\n\n\n<p>x</p>", "T\n\nx"),
            ("<p>a</p><br><br><p>b</p>", "a\n\nb"),
            ("<a href=x><div>a</div></a>b", "a\n\nb"),
            ("<dl><dt>a<dd>b</dl>", "a\nb"),
            ("", ""),
        ],
    )
    def test_a_page_reads_like_this(self, html: str, text: str) -> None:
        assert plain_text(encode(html)) == text

    def test_only_kept_leaves_are_written(self) -> None:
        tree = encode("<p>a <b>b</b></p><p>c</p><p>d</p>")
        assert plain_text(tree, np.array([True, False, False, True])) == "a\n\nd"

    def test_other_texts_can_take_the_place_of_the_leaves(self) -> None:
        tree = encode("<p>a <b>b</b></p><p>c</p>")
        assert plain_text(tree, texts=["x ", "", "z"]) == "x\n\nz"

    @settings(PATIENT, max_examples=250)
    @given(st.one_of(soup(), mutated_pages()))
    def test_the_words_of_the_text_are_the_words_of_the_page(self, html: str) -> None:
        tree = encode(html)
        assert "".join(tokenize(plain_text(tree))) == "".join(tree.words)


class TestTextOfLines:
    def test_reads_like_this(self) -> None:
        html = (
            "<h2>T <a href=#t>#</a></h2><p>a<br>b</p><ul><li>c<ul><li>d<p>e</p></ul><li>f</ul>"
            "<ol><li>g<pre>h\n  i</pre></ol><table><tr><th>j<th>k<tr><td>l<br>m<td>n</table>"
            "<blockquote><p>o</p><p>p</p></blockquote><p>|</p><dl><dt>q<dd>r</dl>"
        )
        assert plain_text(encode(html)) == (
            "T\n\na\nb\n\n- c\n  - d\n    e\n- f\n\n- g\n  h\n    i\n\n"
            "j | k\nl m | n\n\n> o\n\n> p\n\nq\nr"
        )

    def test_an_item_that_is_left_with_another_list_only_does_not_move_it_in(self) -> None:
        tree = encode("<ul><li>a<li><b>b</b><ul><li>c<li>d</ul></ul>")
        keep = np.array([text != "b" for text in tree.texts])
        assert plain_text(tree, keep) == "- a\n- c\n- d"

    def test_bars_that_are_left_at_the_ends_go(self) -> None:
        tree = encode("<p><a href=x>one</a> | two | <a href=y>three</a> | four</p>")
        keep = np.array([text.strip() not in ("one", "three") for text in tree.texts])
        assert plain_text(tree, keep) == "two | four"

    def test_code_keeps_its_lines_also_between_spans(self) -> None:
        tree = encode("<pre><span>a = 1</span>\n<span>if b:</span>\n    <span>c</span></pre><p>x")
        assert plain_text(tree) == "a = 1\nif b:\n    c\n\nx"

    def test_words_on_both_sides_of_a_dropped_text_stay_apart(self) -> None:
        tree = encode("<p>See<a href=x> the docs</a> <em>now</em> please")
        keep = np.array([text.strip() != "the docs" for text in tree.texts])
        assert plain_text(tree, keep) == "See now please"
