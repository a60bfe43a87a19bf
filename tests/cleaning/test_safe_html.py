"""Cleaned HTML and Markdown are safe to show, whatever the page tries."""

import re

import pytest
from attacks import ATTACKS
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from sitesieve import OutputOptions, Page
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.verdicts import Verdict

ELEMENTS = frozenset(
    "html head meta title body p br h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre figure "
    "figcaption details summary table caption thead tbody tfoot tr td th a img b strong i em u s "
    "del ins sub sup q cite mark small abbr dfn var code ruby rt rp bdi".split()
)
ATTRIBUTES = frozenset(
    "html.lang meta.charset a.href a.rel img.src img.alt ol.start td.colspan td.rowspan "
    "th.colspan th.rowspan code.class".split()
)
HARMLESS = re.compile(r"(?:https?|mailto|tel|ftp):|[^:]*(?:[/?#]|$)")


def check(html: str) -> None:
    """Look at every element and attribute of a page as a browser would build it."""
    for scripting in (True, False):
        root = LexborHTMLParser(html, scripting=scripting).root
        assert root is not None
        for node in root.traverse(include_text=False):
            assert node.tag in ELEMENTS, node.html
            for name, value in node.attributes.items():
                assert f"{node.tag}.{name}" in ATTRIBUTES, node.html
                if name in ("href", "src"):
                    assert HARMLESS.match(value or ""), node.html


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


@pytest.mark.parametrize("attack", ATTACKS)
def test_markdown_brings_no_markup_and_no_script_address(attack: str) -> None:
    markdown = written(f"<p>before</p>{attack}<p>after</p>", None).markdown
    outside_code = re.sub(r"(?s)(`+).*?\1", "", markdown).replace("<br>", "")
    assert not re.search(r"<(?!https?:)[a-zA-Z/!?]", outside_code), markdown
    assert not re.search(r"\]\(\s*<?\s*(?:javascript|vbscript|data|blob|file)\s*:", markdown, re.I)


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
