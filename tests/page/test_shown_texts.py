"""What readers see in the place of texts: lines of code, raised figures, spaces, no copies."""

import numpy as np
import pytest
from page_helpers import at_most

from sitesieve.page.encode import encode
from sitesieve.page.writing.markup_output import html_fragment, markdown
from sitesieve.page.writing.plain import plain_text


def written(html: str) -> str:
    tree = encode(html, url="https://a.example/")
    return markdown(tree, ~tree.hidden_leaves)


CODE = "```\na = 1\n\n  b = 2\n```"
LINES = "a = 1\n\n  b = 2"


class TestLineNumbers:
    @pytest.mark.parametrize(
        "html",
        [
            "<table class=highlighttable><tr><td class=linenos><div class=linenodiv><pre>1\n2\n3"
            f"</pre></div></td><td class=code><div><pre>{LINES}</pre></div></td></tr></table>",
            "<table><tr><td class=gutter><pre><span class=line>1</span><br><span class=line>2"
            "</span><br><span class=line>3</span></pre></td><td class=code><pre><span class=line>"
            "a = 1</span><br><br><span class=line>  b = 2</span></pre></td></tr></table>",
            f"<table><tr><td><pre>1\n2\n3</pre></td><td><pre>{LINES}</pre></td></tr></table>",
            "<pre><code><span class=lineno>1 </span>a = 1\n<span class=lineno>2 </span>\n"
            "<span class=lineno>3 </span>  b = 2</code></pre>",
            f"<div class=gutter>1 2 3</div><div class=code><pre>{LINES}</pre></div>",
            "<pre><code><span class=ln>1</span><span class=cl>a = 1\n</span><span class=ln>2</span>"
            "<span class=cl>\n</span><span class=ln>3</span><span class=cl>  b = 2</span></code>",
            "<table><tr><td data-line-number=1></td><td>a = 1</td></tr><tr><td data-line-number=2>"
            "</td><td>\n</td></tr><tr><td data-line-number=3></td><td>  b = 2</td></tr></table>",
        ],
    )
    def test_are_no_part_of_the_code(self, html: str) -> None:
        assert written(html).replace("\n\n", "\n") == CODE.replace("\n\n", "\n")

    def test_a_block_a_line_is_code_without_them(self) -> None:
        html = (
            "<p>x</p><table><tr><td class=crayon-nums><div class=crayon-num>1</div><div "
            "class=crayon-num>2</div></td><td class=crayon-code><div class=crayon-pre><div "
            "class=crayon-line><span>a</span> = 1</div><div class=crayon-line>  b</div></div></td>"
            "</tr></table>"
        )
        assert "```\na = 1\n  b\n```" in written(html)

    def test_go_from_plain_text_and_html_too(self) -> None:
        html = "<pre><span class=lineno>1 </span>a\n<span class=lineno>2 </span>b</pre>"
        tree = encode(html)
        keep = np.ones(len(tree.leaves), np.bool_)
        assert plain_text(tree) == "a\nb"
        assert html_fragment(tree, keep) == "<pre><code>a\nb</code></pre>"

    @pytest.mark.parametrize(
        "html",
        [
            "<pre class=line-numbers>x = 1</pre>",  # where a script would put them
            "<pre>x <span class=number>1</span></pre>",
            "<table><tr><td>7</td><td><pre>x</pre></td></tr></table>",
            "<p class=gutter>1</p><p>x</p>",
        ],
    )
    def test_are_not_seen_where_there_are_none(self, html: str) -> None:
        tree = encode(html)
        assert plain_text(tree).split() == " ".join(tree.texts).replace("|", " ").split()


class TestLines:
    @pytest.mark.parametrize(
        "html",
        [
            "<pre><code><span class=line>a = 1</span><span class=line>  b</span></code></pre>",
            "<pre><code><span class=line>a = 1</span>\n<span class=line>  b</span></code></pre>",
            "<pre><div class=token-line>a = 1</div><div class=token-line>  b</div></pre>",
            "<pre><span class=token-line>a = 1</span><span class=token-line>  b</span></pre>",
            "<div class=highlight><code><div>a = 1</div><div>  b</div></code></div>",
        ],
    )
    def test_stay_lines(self, html: str) -> None:
        assert written(html) == "```\na = 1\n  b\n```"

    def test_with_white_space_of_the_next_are_no_two(self) -> None:
        html = "<pre><span class=line>a</span>\n  <span class=line>b</span></pre>"
        assert written(html) == "```\na\n  b\n```"

    @pytest.mark.parametrize(
        "html",
        [
            "<figure class='highlight python'><table><tr><td class=code><pre>x</pre></table>",
            "<pre><code class='hljs python'>x</code></pre>",
            "<pre class='shiki' data-language=python>x</pre>",
            "<div class='highlight-source-python'><pre>x</pre></div>",
        ],
    )
    def test_have_their_language(self, html: str) -> None:
        assert written(html) == "```python\nx\n```"


class TestRaised:
    @pytest.mark.parametrize(
        ("html", "expected"),
        [
            ("mc<sup>2</sup>", "mc²"),
            ("10<sup>-3</sup> m", "10⁻³ m"),
            ("x<sup>n</sup>", "xⁿ"),
            ("x<sup>n+1</sup>", "x^(n+1)"),
            ("e<sup>x</sup>", "e^x"),
            ("H<sub>2</sub>O", "H₂O"),
            ("a<sub>i</sub>", "a_i"),
            ("a<sub>i,j</sub>", "a_(i,j)"),
            ("1<sup>st</sup>", "1st"),
            ("M<sup>me</sup>", "Mme"),
            ("Brand<sup>TM</sup>", "Brand™"),
            ("Brand<sup>®</sup>", "Brand®"),
            ("x<sup>[1]</sup>", "x[1]"),
            ("<sup>3</sup> note", "3 note"),
            ("a<sup>a long remark that is raised</sup>", "a a long remark that is raised"),
        ],
    )
    def test_are_written_so(self, html: str, expected: str) -> None:
        assert plain_text(encode(f"<p>{html}</p>")) == expected
        assert written(f"<p>{html}</p>").replace("\\", "") == expected

    def test_are_elements_in_html(self) -> None:
        tree = encode("<p>x<sup>2</sup></p>")
        keep = np.ones(len(tree.leaves), np.bool_)
        assert html_fragment(tree, keep) == "<p>x<sup>2</sup></p>"

    def test_need_no_escape_inside_a_word(self) -> None:
        assert written("<p>a<sub>i</sub> and _x</p>") == "a_i and \\_x"


class TestGaps:
    @pytest.mark.parametrize(
        ("html", "expected"),
        [
            ("<span>Name</span><span>Value</span>", "Name Value"),
            ("<span>Name:</span><span>value</span>", "Name: value"),
            ("<a href=/>Likes</a><span>12</span>", "Likes 12"),
            ("<b>12</b><span>comments</span>", "12 comments"),
            ("<span style='display:block'>one</span><span>two</span>", "one two"),
            ("<span class='d-block'>one</span><span>two</span>", "one two"),
            ("<span>The end.</span><span>Next</span>", "The end. Next"),
            ("<span role=cell>height</span><span role=cell>twelve</span>", "height twelve"),
            ("<span class=label>total</span><span class=value>five</span>", "total five"),
        ],
    )
    def test_between_boxes_are_written(self, html: str, expected: str) -> None:
        assert plain_text(encode(f"<div>{html}</div>")) == expected

    @pytest.mark.parametrize(
        "html",
        [
            "<span>foo</span><span>bar</span>",
            "foo<b>Bar</b>",
            "<span>T</span><span>he</span>",
            "<span>i</span><span>Phone</span>",
            "<b>12:</b><b>30</b>",
            "<code><span>get</span><span>Name</span></code>",
            "<span>example.</span><span>com</span>",
        ],
    )
    def test_inside_a_word_are_not(self, html: str) -> None:
        assert " " not in plain_text(encode(f"<div>{html}</div>"))


class TestCopies:
    def test_for_the_eye_go_where_the_same_is_said(self) -> None:
        html = (
            "<p><span class=offscreen>$12.99</span><span aria-hidden=true><span>$</span>"
            "<span>12</span><span>.99</span></span> each</p>"
        )
        assert plain_text(encode(html)) == "$12.99 each"

    def test_after_them_count_too(self) -> None:
        html = "<p><span aria-hidden=true>4.5</span><span class=sr-only>4.5</span> stars</p>"
        assert plain_text(encode(html)) == "4.5 stars"

    def test_that_say_something_else_stay(self) -> None:
        html = "<p><span aria-hidden=true>4.5</span><span>out of five</span></p>"
        assert "4.5" in plain_text(encode(html))


@pytest.mark.parametrize(
    "html",
    [
        "<pre>" + "<span class=line>x</span>" * 5000,
        "<table><tr>" + "<td class=lineno>1</td><td><pre>x</pre></td>" * 1500,
        "<p>" + "<span>Aa</span>" * 5000,
        "<p>" + "<span aria-hidden=true>Aa</span>" * 3000,
        "<ul>" + "<li><input type=checkbox disabled>x" * 3000,
        "<code>" + "<div>x" * 300,
        "<pre class=lineno>" + "1 " * 50_000 + "x</pre>",
        "<table><tr><td>" + "<div class=lineno>1</div>" * 5000 + "<td><pre>x</pre></table>",
        "<p>x<img src='/" + "a_" * 500 + "b.jpg'>",
        "<p>x <math>" + "<mi>α</mi><mi>b</mi>" * 10_000 + "</math>",
    ],
)
def test_hostile_pages_take_linear_time(html: str) -> None:
    with at_most(3.0):
        written(html)
        plain_text(encode(html))
