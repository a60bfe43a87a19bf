"""Cleaned HTML and Markdown are safe to show, whatever the page tries."""

import pytest
from attacks import ATTACKS
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from fuzzing.page_checks import markup_of_text, unsafe_in_html
from fuzzing.page_fragments import FRAGMENTS
from sitesieve import OutputOptions, Page
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.verdicts import Verdict


def check(html: str) -> None:
    """Look at every element and attribute of a page as a browser would build it."""
    assert not unsafe_in_html(html), html


def written(attack: str, url: str | None) -> Document:
    page = Page(url, attack)
    verdicts = [Verdict(True, "kept")] * len(page.tree.leaves)
    return Document(page, verdicts, "all").with_output(OutputOptions(hidden=True))


@pytest.mark.parametrize("url", ["https://a.example/d/", None])
@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_comes_to_nothing(attack: str, url: str | None) -> None:
    for page in (attack, f"<p>before</p>{attack}<p>after</p>", f"<div><b>{attack}"):
        document = written(page, url)
        check(document.html)
        check(written(document.html, url).html)


@pytest.mark.parametrize("attack", [*ATTACKS, *FRAGMENTS])
def test_no_text_becomes_markup_of_markdown(attack: str) -> None:
    for page in (attack, f"<p>before</p>{attack}<p>after</p>", f"<ul><li>{attack}</ul>"):
        document = written(page, "https://a.example/d/")
        assert not markup_of_text(document.markdown, document.html), document.markdown


@given(st.lists(st.sampled_from(ATTACKS), min_size=2, max_size=4), st.data())
def test_pieces_of_attacks_come_to_nothing_either(attacks: list[str], data: st.DataObject) -> None:
    whole = "".join(attacks)
    first = data.draw(st.integers(0, len(whole)))
    last = data.draw(st.integers(first, len(whole)))
    check(written("<p>x</p>" + whole[first:last], "https://a.example/").html)


def test_links_tell_the_page_they_lead_to_nothing() -> None:
    link = LexborHTMLParser(written("<a href=https://b.example/>x</a>", None).html).css_first("a")
    assert link is not None
    assert set((link.attributes["rel"] or "").split()) == {"noopener", "noreferrer"}
