"""Cleaned HTML and Markdown are safe to show, whatever the page tries."""

import pytest
from attacks import ATTACKS
from hypothesis import given, settings
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


_TEXTS = st.sampled_from(
    [
        *(
            "&lt;",
            "&gt;",
            "img src=x onerror=alert(1)",
            "a",
            "b c",
            "[",
            "]",
            "(",
            ")",
            "!",
            ":",
            "^1",
        ),
        *("javascript:alert(1)", "https://b.example", "`", "``", "```", "~", "~~~", "\\", "*", "_"),
        *(
            "#",
            "- ",
            "1. ",
            "> ",
            "| ",
            "---",
            "===",
            "&amp;",
            "lt;",
            "$",
            "$$",
            " ",
            "\n",
            "\r",
            ".",
        ),
        *(
            "&lt;!--",
            "--&gt;",
            "&lt;?",
            "&lt;/p&gt;",
            "[a]",
            "[a](b)",
            "[a]: /b",
            "[^1]: /b",
            "[x] ",
        ),
    ]
)
_INLINE = st.sampled_from(
    "b i em code a sup sub s u q kbd span ruby rt small mark br img sup/a script".split()
)
_BLOCKS = st.sampled_from("p li h2 td dt dd pre blockquote summary figcaption div aside".split())


@st.composite
def parted_texts(draw: st.DrawFn) -> str:
    """Texts made of signs of Markdown, parted by elements, in blocks of all kinds."""
    html = ""
    for _ in range(draw(st.integers(1, 4))):
        block = draw(_BLOCKS)
        html += {"td": "<table><tr><th>x<th>y<tr>", "li": "<ul>", "dd": "<dl><dt>t"}.get(block, "")
        # In code there are no links, but in notes there are.
        html += "<pre>" if block == "pre" else f"<{block} class=note id=n{draw(st.integers(1, 3))}>"
        for _ in range(draw(st.integers(1, 7))):
            text = draw(_TEXTS)
            tag = draw(st.one_of(st.just(""), _INLINE))
            if tag == "img":
                html += f"<img src='/{text}' alt='{text}'>"
            elif tag == "a":
                html += f"<a href='/{text}'>{text}</a>"
            elif tag == "sup/a":
                html += f"<sup><a href='#n{draw(st.integers(1, 3))}'>1</a></sup>"
            elif tag == "script":
                html += f"<script type=math/tex>{text}</script>"
            elif tag == "br":
                html += f"<br>{text}"
            elif tag:
                html += f"<{tag}>{draw(st.sampled_from([text, '']))}</{tag}>{text}"
            else:
                html += text
        html += f"</{block}>" + {"td": "<td>z</table>", "li": "</ul>", "dd": "</dl>"}.get(block, "")
    return html


@settings(max_examples=300, deadline=None)
@given(parted_texts())
def test_text_parted_by_elements_becomes_no_markup_of_markdown(html: str) -> None:
    document = written(html, "https://a.example/d/")
    assert not markup_of_text(document.markdown, document.html), document.markdown


def test_links_tell_the_page_they_lead_to_nothing() -> None:
    link = LexborHTMLParser(written("<a href=https://b.example/>x</a>", None).html).css_first("a")
    assert link is not None
    assert set((link.attributes["rel"] or "").split()) == {"noopener", "noreferrer"}
