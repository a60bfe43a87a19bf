"""Pages made to be slow take time in proportion to their length, whatever is asked of them."""

import time

import pytest

import sitesieve
from sitesieve import Limits, OutputOptions, Page, PageError
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.verdicts import Verdict
from sitesieve.crawl.page_leads import leads_of
from sitesieve.errors import Reason
from sitesieve.links.page_links import read_links

_SIZES = (15_000, 60_000)  # bytes; as much four times
_MOST = 7.0  # times as long for four times as much; 16 where time is quadratic
_SHORT = 0.15  # seconds that are not looked at
# What is repeated (with a number of its own for each `#`), and what stands before it.
PIECES = {
    "text parted by comments": ("abcdefg<!---->", "<p>"),
    "drawings": ("<svg>", "<h1>a</h1>"),
    "images": ("<p><img src=/i#-300x200.jpg alt=x>text</p>", ""),
    "formulas and images": ("<script type=math/tex>x</script> <img src=/a.jpg alt=b> word ", "<p>"),
    "fonts": ("<font color=c# class=author>by Ann Lee#</font>", ""),
    "names of authors": ("<a rel=author href=/author/#>Ann Lee#</a> ", "<p>"),
    "one long byline": ("By Ann Lee# and ", "<p class=byline>"),
    "dates": ("<time class=published datetime=2020-01-01>1 May 2020</time> ", "<p>"),
    "code beside code": ("<code>`x</code>", "<p>"),
    "emphasis beside emphasis": ("<b>x:</b>y<i>z</i>", "<p>"),
    "elements in elements": ("<b>x <i>y ", "<p>"),
    "abbreviations around paragraphs": ("<p>x", "<abbr>" * 400),
    "quotes around lines": ("x<br>", "<q>" * 400),
    "lists in lists": ("<ul><li>x", ""),
    "tables in tables": ("<table><tr><td>x<td>y", ""),
    "cells that reach far": ("<tr><td rowspan=1000>a<td colspan=1000>b", "<table><tr><th>x<th>y"),
    "one row": ("<td rowspan=1000>a", "<table><tr>"),
    "marks of one note": (
        "word<sup><a href=#fn1 id=r#>1</a></sup> ",
        "<ol><li id=fn1>note</ol><p>",
    ),
    "links back": ("<a href=#r1>^</a> ", "<p>x<sup><a href=#f id=r1>1</a></sup><ol><li id=f>n "),
    "marks in one superscript": ("<a href='#f#'>#</a> ", "<p>x<sup>"),
    "texts of notes in notes": (
        "<b>.</b>",
        "".join(f"<p>w<sup><a href='#fn{n}'>{n}</a></sup></p>" for n in range(300))
        + "".join(f"<div id=fn{n}>" for n in range(300))
        + "note ",
    ),
    "headings": ("<h2>head #</h2>", "<title>head 1</title>"),
    "titles": ("<meta property=og:title content='Some long title #'>", "<title>Some long</title>"),
    "JSON-LD": ('<script type=application/ld+json>{"author":"A#"}</script>', "<p>x</p>"),
    "posts": ("<div class=post><b class=author>J#</b><p>Words of post # here.</p></div>", ""),
    "posts in posts": ("<div class=comment><b class=author>J#</b><p>Some words #.</p>", ""),
    "microdata": ("<div itemscope itemtype=http://schema.org/Comment><b itemprop=author>x</b>", ""),
    "MathML": ("<mrow><mi>x</mi>", "<p>a <math>"),
    "spans of code": ("<span class=line>x</span>\n", "<pre><code class=language-python>"),
    "options": ("<option>x#", "<p>a<select>"),
    "frames": ("<iframe src=https://www.youtube.com/embed/#></iframe>", "<p>text"),
    "terms": ("<dt>a<dd>b", "<dl>"),
    "warnings in warnings": ("<div class='admonition note'><p class=admonition-title>N</p>#", "x"),
    "styles": ("<p style='font-size:#0000000000000000000000000x'>x</p>", ""),
    "one style": ("0", "<p style='font-size:"),
    "one class": ("publish_", "<p class='"),
    "elements without text": ("<i><br></i>", "<p>a"),
    "links up": ("<a href=../../x#>y</a> ", f"<base href='/{'a/' * 1000}'><p>"),
    "signs": ("*_`~[]()<>!#+-=|\\&;: ", "<p>"),
    "Chinese": ("这家书店", "<p>"),
    "marks on a letter": ("\u0301", "<p>a"),
    "unfinished tags": ("<a", ""),
}


def page_of(name: str, size: int) -> str:
    piece, before = PIECES[name]
    count = size // len(piece.encode())
    numbered = "#fn1" not in piece and "#r1" not in piece
    return before + "".join(piece.replace("#", str(n)) if numbered else piece for n in range(count))


def seconds(html: str) -> float:
    """The processor time that everything takes that can be asked of a page."""
    started = time.process_time()
    page = Page("https://a.example/d/page.html", html)
    cleaned = sitesieve.clean(page)
    verdicts = [Verdict(True, "kept")] * len(page.tree.leaves)
    whole = Document(page, verdicts, "all").with_output(OutputOptions(hidden=True))
    for document in (cleaned, whole):
        assert document.to_dict()
        assert isinstance(document.markdown + document.html + document.comments, str)
        assert isinstance(document.posts, list)
    assert all(block.to_dict() for block in cleaned.blocks[:: 1 + len(cleaned.blocks) // 20])
    assert read_links(page)
    assert leads_of(page, None)
    return time.process_time() - started


@pytest.mark.parametrize("name", PIECES)
def test_time_is_in_proportion_to_length(name: str) -> None:
    short, long = (seconds(page_of(name, size)) for size in _SIZES)
    if long > _SHORT + _MOST * short:  # once more: the machine may have been busy
        short, long = (min(seconds(page_of(name, size)) for _ in range(2)) for size in _SIZES)
    assert long < _SHORT + _MOST * short


def test_a_page_that_takes_too_long_is_abandoned_while_it_is_judged() -> None:
    page = Page("https://a.example/", "<p>some words</p>" * 2000, limits=Limits(seconds=0.001))
    page.tree = Page("https://a.example/", page.html).tree
    with pytest.raises(PageError) as caught:
        sitesieve.clean(page)
    assert caught.value.reason is Reason.TOO_SLOW


@pytest.mark.parametrize("sign", [*range(1, 32), 127, 133, 155, 0x200B, 0x2028, 0xFEFF])
def test_a_thousand_control_characters_are_no_trouble(sign: int) -> None:
    signs = chr(sign) * 1000
    for html in (
        "<p>{}</p>",
        "<p>a{}<b>{}</b>b</p>",
        "<pre>{}</pre>",
        "<h1>{}</h1><code>{}</code>",
    ):
        page = Page(None, html.replace("{}", signs) + "<p>some more words</p>")
        verdicts = [Verdict(True, "kept")] * len(page.tree.leaves)
        document = Document(page, verdicts, "all")
        assert document.markdown.endswith("some more words")
        assert document.text.endswith("some more words")
        assert "some more words" in document.html
