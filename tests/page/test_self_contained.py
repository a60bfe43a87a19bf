"""A tree is all that is left of a page: it travels, and nothing that was read before matters."""

import multiprocessing
import pickle
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from page_helpers import page_of, sample_pages

from sitesieve.cleaning.sieve.class_name_roles import name_bits
from sitesieve.page import Page, PageTree
from sitesieve.page.columns import AttributeColumns, OutsideColumns, Strings
from sitesieve.page.encode import encode
from sitesieve.page.features import features
from sitesieve.page.metadata import read_metadata
from sitesieve.page.paragraphs import paragraphs_of
from sitesieve.page.writing.markup_output import html_fragment, markdown
from sitesieve.page.writing.plain import plain_text
from sitesieve.watch.passages import _looks, read_page
from sitesieve.watch.site_knowledge import SiteKnowledge

URL = "https://site.example/news/a.html"
ODD = (
    "<html lang=de><head><title>T</title><base href=/b/><meta name=author content='Ann Lee'>"
    '<script type=application/ld+json>{"headline": "H"}</script></head><body>'
    "<x-card class='b a'>é <a href=c>語彙</a> <img data-src=i.png alt=x></x-card>"
    "<dialog>closed</dialog><p hidden>gone</p><p>x<!-- y -->z<pre class=language-c>int a;\n</pre>"
)
PAGES = {**sample_pages(), "odd": ODD, "empty": "", "german": page_of("de"), "ja": page_of("ja")}


def told(tree: PageTree) -> dict[str, Any]:
    """What others ask of a tree."""
    keep = np.ones(len(tree.leaves), np.bool_)
    elements = np.arange(len(tree))
    return {
        "text": plain_text(tree),
        "html": html_fragment(tree, keep),
        "markdown": markdown(tree, keep),
        "links": tree.links,
        "images": tree.images,
        "metadata": read_metadata(tree),
        "names": name_bits(tree)[tree.look[elements]].tolist(),
        "xpath": [tree.xpath(node) for node in range(len(tree))],
        "words": tree.words,
        "features": features(tree).names,
        "looks": _looks(tree, paragraphs_of(tree).element),
        "canonical": (tree.base, tree.canonical, tree.frames),
    }


def told_of(pickled: bytes) -> dict[str, Any]:
    tree = pickle.loads(pickled)
    assert isinstance(tree, PageTree)
    return told(tree)


def parts(columns: Any) -> dict[str, Any]:
    """The fields of a tree or of a part of it, arrays as lists with their types."""
    members: dict[str, Any] = {}
    for part in fields(columns):
        value = getattr(columns, part.name)
        if isinstance(value, np.ndarray):
            members[part.name] = (value.dtype, value.tolist())
        else:
            is_column = isinstance(value, AttributeColumns | OutsideColumns | Strings)
            members[part.name] = parts(value) if is_column else value
    return members


class TestInAnotherProcess:
    def test_a_tree_says_the_same(self) -> None:
        trees = [encode(page, url=URL) for page in PAGES.values()]
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            answers = pool.map(told_of, [pickle.dumps(tree) for tree in trees])
        for tree, answer in zip(trees, answers, strict=True):
            assert told(tree) == answer


@pytest.mark.parametrize("name", ["odd", "empty", "ja", *list(sample_pages())[::5]])
def test_what_was_computed_from_a_tree_is_not_sent(name: str) -> None:
    tree = encode(PAGES[name], url=URL)
    fresh = pickle.dumps(tree)
    told(tree)
    assert pickle.dumps(tree) == fresh
    assert parts(pickle.loads(fresh)) == parts(tree)


def test_a_tree_outlives_all_that_it_was_made_from() -> None:
    kept = [encode(page, url=URL) for page in list(PAGES.values()) * 3]
    again = [encode(page, url=URL) for page in list(PAGES.values()) * 3]
    for one, other in zip(kept, again, strict=True):
        assert parts(one) == parts(other)


def other_page(number: int) -> str:
    """A page with names that no other has."""
    pieces = "".join(
        f"<div class='c{number}x{n} {chr(97 + n)}{number}' id=i{number}-{n}><x-{number}{n}>"
        f"<svg><clipPath><feBlend></svg>w{number} {n}</x-{number}{n}></div>"
        for n in range(8)
    )
    return f"<style>p{{}}</style><dfn><strike><{'abcdefgh'[number % 8]}x>{pieces}"


def test_what_was_read_before_does_not_matter() -> None:
    names = ["odd", "german", *list(sample_pages())[::4]]
    odd = "<clippath>a<feblend>b<foreignobject>c<lineargradient>d<blink>e<multicol>f<rb>g"
    pages = [*(PAGES[name] for name in names), odd]
    before = [parts(encode(page, url=URL)) for page in pages]
    answers = [told(encode(page, url=URL)) for page in pages]
    readings = [read_page(Page(URL, page), SiteKnowledge("site.example")) for page in pages]
    for number in range(3000):
        tree = encode(other_page(number))
        if number % 100 == 0:
            told(tree)
    assert [parts(encode(page, url=URL)) for page in pages] == before
    assert [told(encode(page, url=URL)) for page in pages] == answers
    assert [read_page(Page(URL, page), SiteKnowledge("site.example")) for page in pages] == readings


@pytest.mark.parametrize("drawing", ["clipPath", "feBlend", "foreignObject", "linearGradient"])
def test_a_drawing_before_does_not_name_the_elements_of_a_page(drawing: str) -> None:
    name = drawing.lower()
    page = f"<svg><{drawing}></{drawing}></svg><{drawing}>x</{drawing}>"
    assert encode(page).tag_name(2) == name
    assert encode(f"<{name}>x").tag_name(1) == name
