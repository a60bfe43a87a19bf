"""A page is parsed once, whatever is asked of it."""

from collections.abc import Callable

import pytest
from selectolax.lexbor import LexborHTMLParser

import sitesieve
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.methods import Sieve
from sitesieve.cleaning.sieve.evidence import feature_names
from sitesieve.page import Page
from sitesieve.page import encode as encoding

URL = "https://site.example/news/tall-ships.html"
PAGE = """<!DOCTYPE html><html lang=en><head><title>Tall ships come home - The Post</title>
<base href="/news/"><link rel=canonical href="tall-ships.html">
<meta property="article:published_time" content="2024-05-12">
<script type="application/ld+json">{"@type": "NewsArticle", "author": {"name": "Ann Lee"}}</script>
</head><body><nav class=menu><ul><li><a href=/>Home</a><li><a href=sport.html>Sport</a></ul></nav>
<main><h1>Tall ships come home</h1><p class=byline>By <a rel=author href=/ann>Ann Lee</a></p>
<p>The tall ships came back to the harbour on Sunday, after a race of nine days across the cold
northern sea, and thousands of people stood on the <a href=quay.html>quay</a> to see them.</p>
<pre><code class=language-python>print("ships")</code></pre>
<table><tr><th>Ship<th>Days<tr><td>Anna<td>9<tr><td>Berta<td>10</table>
<p>Nobody was hurt. The harbour master, who has seen the race forty times, called it the best in
years, although two of the boats had to turn back. <img src=ships.jpg alt="The ships"></p></main>
<div style="display:none">hidden</div><noscript><p>Allow scripts, please.</p></noscript>
<footer>© 2024 The Post. All rights reserved. <a href=/terms>Terms</a></footer></body></html>"""


class Counter:
    """Counts what the parser of `encode` is asked to parse."""

    def __init__(self) -> None:
        self.pages: list[bytes] = []

        feature_names()  # asks a page of its own, once in a process

    def __call__(self, html: bytes, *, scripting: bool, options: int) -> LexborHTMLParser:
        self.pages.append(html)
        return LexborHTMLParser(html, scripting=scripting, options=options)


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> Counter:
    counter = Counter()
    monkeypatch.setattr(encoding, "LexborHTMLParser", counter)
    return counter


def use(document: Document) -> None:
    """Ask a page for everything."""
    assert "nine days" in document.text
    assert "nine days" in document.markdown
    assert "nine days" in document.html
    assert document.metadata.author == "Ann Lee"
    assert (document.title, document.author) == ("Tall ships come home", "Ann Lee")
    assert document.date == "2024-05-12"
    assert document.canonical == URL
    assert any(block.kind for block in document.blocks)
    assert document.page_type
    assert document.comments == ""
    assert document.to_dict()["url"] == URL


def test_a_page_alone_is_parsed_once(parses: Counter) -> None:
    use(sitesieve.clean(PAGE, url=URL))
    assert len(parses.pages) == 1


def test_its_links_and_images_are_those_of_the_same_parse(parses: Counter) -> None:
    page = Page(URL, PAGE)
    use(Sieve().clean(page))
    assert [link.address for link in page.tree.links][:2] == [
        "https://site.example/",
        "https://site.example/news/sport.html",
    ]
    assert [image.source for image in page.tree.images] == ["ships.jpg"]
    assert len(parses.pages) == 1


def model_of_a_site() -> Callable[..., Document]:
    others = [
        (URL.replace("tall-ships", f"n{n}"), PAGE.replace("nine days", f"{n} days"))
        for n in range(2, 8)
    ]
    return sitesieve.learn(others).clean


def test_so_is_one_that_a_model_of_its_site_cleans(parses: Counter) -> None:
    clean = model_of_a_site()
    parses.pages.clear()
    use(clean(PAGE, url=URL))
    assert len(parses.pages) == 1


def test_pages_that_a_site_is_learned_from_are_parsed_once_each(parses: Counter) -> None:
    model_of_a_site()
    assert len(parses.pages) == len(set(parses.pages)) == 6


@pytest.mark.parametrize("method", ["sieve", "block-entropy", "site-style-tree"])
def test_every_other_way_of_cleaning_parses_once(parses: Counter, method: str) -> None:
    document = sitesieve.clean(PAGE, url=URL, method=method)
    _ = (document.text, document.markdown, document.html, document.to_dict())
    assert len(parses.pages) == 1
