"""The compiled writer of plain text, beside the same in Python, on made-up markup."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from page_helpers import PATIENT, sample_pages
from plain_reference import reference_text

from sitesieve.page import PageTree
from sitesieve.page.encode import encode
from sitesieve.page.writing.plain import plain_text

TEXTS = st.sampled_from(
    [
        "",
        " ",
        "one",
        "two words ",
        " · ",
        "|",
        " » a",
        "/",
        "b |",
        "\n  code\n\n",
        "é\u00a0漢 \u3000",
        "¶",
    ]
)
TAGS = st.sampled_from(
    "div p ul ol li dl dt dd table tr td th pre blockquote span a br h2 b textarea select".split()
)
MARKUP = st.recursive(
    TEXTS,
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag} href=x>{''.join(parts)}</{tag}>",
        TAGS,
        st.lists(inner, max_size=4),
    ),
    max_leaves=25,
)


def kept(tree: PageTree, seed: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.random.default_rng(seed).random(len(tree.leaves)) < 0.7


@PATIENT
@given(st.lists(MARKUP, max_size=6), st.integers(0, 1000))
def test_text_is_written_as_the_reference_writes_it(parts: list[str], seed: int) -> None:
    tree = encode("<table><tr><th>a<th>b<tr><td>c<td>d</table>" * (seed % 2) + "".join(parts))
    keep = kept(tree, seed)
    assert plain_text(tree, keep) == reference_text(tree, keep)
    changed = [text.upper() for text in tree.texts]
    assert plain_text(tree, keep, changed) == reference_text(tree, keep, changed)


def test_text_of_sample_pages_is_that_of_the_reference() -> None:
    for number, html in enumerate(sample_pages().values()):
        tree = encode(html)
        keep = kept(tree, number)
        assert plain_text(tree, keep) == reference_text(tree, keep)
