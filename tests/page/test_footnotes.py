"""Footnotes in all the shapes that pages have come out as Markdown footnotes, once."""

import numpy as np
import pytest
from markdown_it import MarkdownIt
from page_helpers import at_most

from sitesieve.page.encode import encode
from sitesieve.page.writing.markup_output import markdown
from sitesieve.page.writing.plain import plain_text

URL = "https://a.example/d/page.html"


def written(html: str, *dropped: str) -> str:
    tree = encode(html, url=URL)
    keep = np.array([text.strip() not in dropped for text in tree.texts], np.bool_)
    return markdown(tree, keep & ~tree.hidden_leaves)


LIST = "<ol><li id=fn1>One note. <a href='#ref1'>↩</a></ol>"


@pytest.mark.parametrize(
    "html",
    [
        f"<p>Text<sup id=ref1><a href='#fn1'>1</a></sup> on.</p>{LIST}",
        f"<p>Text<a id=ref1 href='#fn1'><sup>1</sup></a> on.</p>{LIST}",
        f"<p>Text<sup id=ref1>[<a href='#fn1'>1</a>]</sup> on.</p>{LIST}",
        f"<p>Text<a id=ref1 href='#fn1'>[1]</a> on.</p>{LIST}",
        f"<p>Text<a id=ref1 class=footnote-ref href='{URL}#fn1'>1</a> on.</p>{LIST}",
        "<p>Text<sup><a name=ref1 href='#fn1'>1</a></sup> on.</p>"
        "<p><a name=fn1 href='#ref1'>[1]</a> One note.</p>",
        "<p>Text<sup id=ref1><a href='#fn1'>1</a></sup> on.</p><p id=fn1>1. One note.</p>",
        "<p>Text<a href='#fn1'>1</a> on.</p><aside id=fn1>One note.</aside>",
        "<p>Text<sup id=cite_ref-1 class=reference><a href='#cite_note-1'>[1]</a></sup> on.</p>"
        "<ol class=references><li id=cite_note-1><span class=mw-cite-backlink><b><a "
        "href='#cite_ref-1'>^</a></b></span> <span class=reference-text>One note.</span></ol>",
        "<p>Text<label for=sn></label><input type=checkbox id=sn><span class=sidenote>One note."
        "</span> on.</p>",
        "<p>Text<sup><a href='#fn1'>1</a></sup> on.</p><div hidden><p id=fn1>One note.</p></div>"
        "<p>More text than is hidden, so that it is believed.</p>",
    ],
)
def test_have_a_mark_and_a_note(html: str) -> None:
    assert written(html).replace("\n\nMore text than is hidden, so that it is believed.", "") == (
        "Text[^1] on.\n\n[^1]: One note."
    )


def test_with_several_paragraphs_are_moved_in() -> None:
    html = "<p>Text<sup><a href='#n'>1</a></sup>.</p><div id=n><p>a b</p><p>c</p></div>"
    assert written(html) == "Text[^1].\n\n[^1]: a b\n\n    c"


def test_with_two_marks_are_written_once() -> None:
    html = (
        "<p>One<sup id=a><a href='#n'>1</a></sup> two<sup id=b><a href='#n'>1</a></sup>.</p>"
        "<ol><li id=n>A note. <a href='#a'>a</a> <a href='#b'>b</a></ol>"
    )
    assert written(html) == "One[^1] two[^1].\n\n[^1]: A note."


@pytest.mark.parametrize("note", ["Ibid.", "javascript:alert(1)", "/x 'y'", '/x "y z" more'])
def test_of_one_word_are_no_targets_of_links(note: str) -> None:
    # Readers that know no notes take `[^1]: /x` for the target of `[^1]`.
    text = written(f"<p>Text<sup><a href='#n'>1</a></sup>.</p><ol><li id=n>{note}</ol>")
    first, _, rest = note.partition(" ")
    assert text == f"Text[^1].\n\n[^1]: {first} &#32;{' ' * bool(rest)}{rest}"
    assert "<a" not in MarkdownIt("commonmark").render(text)


def test_with_stars_get_numbers() -> None:
    html = "<p>A<sup><a href='#n'>*</a></sup> b.</p><p id=n>* Note.</p>"
    assert written(html).startswith("A[^1] b.\n\n[^1]: ")


def test_whose_note_is_not_kept_stay_links() -> None:
    html = f"<p>Text<sup id=ref1><a href='#fn1'>1</a></sup>.</p>{LIST}"
    assert written(html, "One note.", "↩") == f"Text[1]({URL}#fn1)."


@pytest.mark.parametrize(
    "html",
    [
        "<p><a href='#two'>2</a></p><h2 id=two>Part two</h2><p>x</p>",  # contents
        "<p>x <a href='#two'>2</a></p><div id=two>Part two</div>",  # neither raised nor named
        "<p id=top>x</p><p><a href='#top'>[1]</a></p>",  # leads up
        "<p>x<sup><a href='#none'>1</a></sup></p>",
        "<p>x<sup><a href='/other#n'>1</a></sup></p><p id=n>y</p>",
        "<p>Contents: <a href='#c1'>[1]</a></p><div id=c1><p>First chapter.</p></div>",
        "<p>x<sup><a href='#n'>1</a></sup></p><div id=n><h3>Sources</h3><p>One.</p></div>",
    ],
)
def test_are_not_seen_where_there_are_none(html: str) -> None:
    assert "[^" not in written(html)


def test_that_look_like_some_in_the_text_are_text() -> None:
    assert written("<p>See [^1] here.</p>") == "See \\[^1] here."


def test_in_plain_text_have_numbers_in_brackets() -> None:
    tree = encode(f"<p>Text<sup id=ref1><a href='#fn1'>1</a></sup> on.</p>{LIST}", url=URL)
    assert plain_text(tree) == "Text[1] on.\n\n- [1] One note."


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>Claim<sup><a href='#n1'>1</a></sup> on</p>", "Claim[1] on"),
        ("<p>Claim<a href='#n1'><sup>*</sup></a></p>", "Claim[*]"),
        ("<p>Claim<sup>[<a href='#n1'>1</a>]</sup></p>", "Claim[1]"),
        ("<p>Claim<sup><a href='#n1'>[1]</a></sup></p>", "Claim[1]"),
        ("<p><sup><a href='#n1'>1</a></sup> Ibid.</p>", "1 Ibid."),
    ],
)
def test_that_are_nowhere_leave_marks_in_brackets_in_plain_text(html: str, text: str) -> None:
    assert plain_text(encode(html, url=URL)) == text


def test_in_brackets_lead_back_or_repeat_their_number() -> None:
    for note in ("<p id=c>1. See there.</p>", "<p id=c>See there. <a href='#r'>↩</a></p>"):
        assert written(f"<p>x <a id=r href='#c'>[1]</a></p>{note}") == "x [^1]\n\n[^1]: See there."


def test_beside_the_line_are_in_parentheses_in_plain_text() -> None:
    tree = encode("<p>Text<span class=sidenote>A note.</span> on.</p>")
    assert plain_text(tree) == "Text (A note.) on."


def test_in_a_circle_or_many_take_linear_time() -> None:
    circle = "<p id=a>x<sup><a href='#b'>1</a></sup></p><p id=b>y<sup><a href='#a'>1</a></sup></p>"
    assert "[^1]" in written(circle)
    marks = "".join(f"a<sup id=r{i}><a href='#n{i}'>{i}</a></sup> " for i in range(900))
    notes = "".join(f"<li id=n{i}>Note <a href='#r{i}'>^</a>" for i in range(900))
    with at_most(4.0):
        assert written(f"<p>{marks}</p><ol>{notes}</ol>").count("]: Note") == 900
