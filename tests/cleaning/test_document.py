"""What a document says of a page, in all its forms."""

import json

import pytest

import sitesieve
from sitesieve import Limits, Page
from sitesieve.cleaning.document import FIELDS
from sitesieve.cleaning.methods import TagFilter

HTML = """<html lang="en-GB"><head><title>A  fine
 title</title></head><body><nav><ul><li><a href="/">Home</a></li></ul></nav>
<h1>Bread</h1><p>Flour, <b>water</b> and salt.</p><ul><li>mix</li><li>bake</li></ul>
<pre>oven = 230
  # hot</pre><script>alert(1)</script></body></html>"""


@pytest.fixture
def document() -> sitesieve.Document:
    return sitesieve.clean(HTML, url="https://a.example/bread.html")


def test_text_has_a_line_for_each_block(document: sitesieve.Document) -> None:
    assert document.text == (
        "Bread\n\nFlour, water and salt.\n\n- mix\n- bake\n\noven = 230\n  # hot"
    )


def test_html_is_the_page_without_what_was_dropped(document: sitesieve.Document) -> None:
    assert "Home" not in document.html
    assert "<nav>" not in document.html
    assert "alert" not in document.html
    assert "<b>water</b>" in document.html
    assert "<title>" in document.html


def test_markdown_keeps_structure(document: sitesieve.Document) -> None:
    assert document.markdown.startswith("# Bread")
    assert "Flour, **water** and salt." in document.markdown
    assert "- mix\n- bake" in document.markdown
    assert "oven = 230\n  # hot" in document.markdown


def test_what_is_said_about_the_page(document: sitesieve.Document) -> None:
    assert document.title == "A fine title"
    assert document.language == "en"
    assert document.site == "a.example"
    assert (document.words_before, document.words_kept) == (11, 10)


def test_to_dict_is_plain_data(document: sitesieve.Document) -> None:
    data = json.loads(json.dumps(document.to_dict()))
    assert data["url"] == "https://a.example/bread.html"
    assert data["text"] == document.text
    assert data["method"] == "sieve"
    assert tuple(data) == FIELDS
    assert data["cuts"] == []


def test_a_cap_that_bit_is_reported() -> None:
    page = Page(None, "<p>one</p>" * 50, limits=Limits(nodes=20))
    document = TagFilter().clean(page)
    assert document.to_dict()["cuts"] == ["nodes: 101 cut to 20"]


def test_carried_columns_are_part_of_the_record() -> None:
    document = TagFilter().clean(Page(None, "<p>x", extra={"label": 7}))
    assert document.to_dict()["label"] == 7
