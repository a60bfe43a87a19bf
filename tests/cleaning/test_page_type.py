"""The type of a page."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sitesieve
from sample_web import generate
from sitesieve.cleaning.methods import Sieve
from sitesieve.cleaning.page_type import PageType, guess_type
from sitesieve.cleaning.page_type.evidence import UNKNOWN, columns_named, evidence, type_features
from sitesieve.page import Page

PROSE = (
    "<p>The harbour was quiet when the first boats came in, and nobody on the quay had expected "
    "that the storm of the night before would leave so much behind for them to carry away.</p>"
)
ARTICLE = (
    '<meta property="og:type" content="article"><title>After the storm</title><nav><a href=/>Home'
    f"</a></nav><article><h1>After the storm</h1><p>By Ann Lee</p>{PROSE * 12}</article>"
)
PRODUCT = (
    '<script type="application/ld+json">{"@type": "Product", "offers": {"price": "9"}}</script>'
    "<h1>Garden fork</h1><p>$49.00</p><button>Add to cart</button><p>In stock. Free shipping.</p>"
    "<h2>Specifications</h2><table><tr><td>Weight</td><td>2 kg</td></tr></table>"
    "<h2>Customer reviews</h2><p>Good fork.</p>"
)
THREAD = "<h1>Which fork?</h1>" + "".join(
    f"<div class=post><a class=username>user{i}</a><p>Joined: 2019. Posts: {i}</p><div>I think my "
    "fork is better than yours, but what do I know?</div><a>Reply</a> <a>Quote</a></div>"
    for i in range(12)
)


@pytest.mark.parametrize(
    ("html", "url", "expected"),
    [
        (ARTICLE, "https://a.example/blog/2024/05/after-the-storm", "article"),
        (PRODUCT, "https://a.example/products/garden-fork", "product"),
        (THREAD, "https://forum.a.example/viewtopic.php?t=12", "forum"),
    ],
)
def test_plain_cases_are_told_with_confidence(html: str, url: str, expected: str) -> None:
    document = sitesieve.clean(html, url=url)
    assert document.page_type == expected
    assert document.page_type_confidence > 0.6


def blog_index(posts: int) -> str:
    return "<title>A blog</title>" + "".join(
        f"<article><h1><a href=/2024/{n}/>After storm {n}</a></h1><time>2024-05-0{n}</time>"
        f"{PROSE * 11}</article>"
        for n in range(1, posts + 1)
    )


@pytest.mark.parametrize("path", ["", "blog/", "page/2/", "tag/storms/", "author/ann"])
def test_an_index_that_shows_its_posts_in_full_is_a_listing(path: str) -> None:
    assert guess_type(Page(None, blog_index(5))).type == "article"
    guess = guess_type(Page(f"https://a.example/{path}", blog_index(5)))
    assert guess.type == "listing"
    assert sum(guess.shares.values()) == pytest.approx(1)


def test_one_article_at_the_address_of_an_index_is_none() -> None:
    assert guess_type(Page("https://a.example/", ARTICLE)).type == "article"


@pytest.mark.parametrize("path", ["about", "about-me.html", "en/about-us/", "ueber-uns"])
def test_a_page_about_somebody_is_an_article_or_a_service(path: str) -> None:
    links = "".join(f"<li><a href=/{n}>A post about storm {n}</a></li>" for n in range(12))
    html = f"<title>About</title><h1>About me</h1><p>I write about boats.</p><ul>{links}</ul>"
    assert guess_type(Page("https://a.example/x", html)).type == "listing"
    guess = guess_type(Page(f"https://a.example/{path}", html))
    assert guess.type in ("article", "service")
    assert sum(guess.shares.values()) == pytest.approx(1)


def test_the_probabilities_of_all_types_add_up() -> None:
    guess = guess_type(Page(None, ARTICLE))
    assert set(guess.shares) == set(PageType)
    assert sum(guess.shares.values()) == pytest.approx(1)
    assert guess.confidence == max(guess.shares.values()) == guess.shares[guess.type]


def test_the_type_of_a_page_is_guessed_once() -> None:
    page = Page(None, ARTICLE)
    guess = guess_type(page)
    assert guess_type(page) is guess
    assert Sieve().clean_page(page).type_guess is guess


def test_the_sample_web_is_told_apart() -> None:
    """Made-up pages, in three languages and designs of three decades, none trained on."""
    expected = {
        "article": {PageType.ARTICLE},
        "forum": {PageType.FORUM},
        "product": {PageType.PRODUCT},
        "index": {PageType.LISTING, PageType.COLLECTION},
        "listing": {PageType.LISTING, PageType.COLLECTION},
    }
    pages: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for page in (page for site in generate(size=0.2) for page in site.pages):
        if page.role != "other" or page.template != "article":  # about us, contact
            pages[page.template] += 1
            guess = guess_type(Page(page.url, page.html)).type
            right[page.template] += guess in expected[page.template]
    assert right.total() / pages.total() > 0.7
    assert all(right[template] / pages[template] > 0.45 for template in pages)


def test_a_row_has_a_number_for_every_name() -> None:
    row = evidence(Page("https://a.example/docs/api?x=1", ARTICLE).tree)
    assert row.shape == (len(type_features()),)
    assert len(set(type_features())) == len(type_features())
    assert np.isfinite(row).all()
    named = dict(zip(type_features(), row.tolist(), strict=True))
    assert named["address: depth"] == 2
    assert (named["address: docs"], named["address: forum"], named["address: query"]) == (1, 0, 1)
    assert (named["declared: og article"], named["declared: product"]) == (1, 0)


@pytest.mark.parametrize("url", [None, "", "page.html", "http://[broken"])
def test_an_address_that_says_nothing_is_unknown(url: str | None) -> None:
    assert (evidence(Page(url, ARTICLE).tree)[columns_named("address:")] == UNKNOWN).all()


def test_the_largest_group_of_like_siblings_is_described() -> None:
    items = "<li class=i><a href=/x>Garden fork of steel</a> made in 1999 for $5</li>" * 6
    named = dict(
        zip(type_features(), evidence(Page(None, f"<ul>{items}</ul><p>end").tree), strict=True)
    )
    assert named["repeats: most"] == 6
    assert named["repeats: links each"] == 1
    assert named["repeats: prices each"] == 1
    assert named["repeats: years each"] == 1


@settings(max_examples=60)
@given(st.text(alphabet="<>abp/ =\"'123$?", min_size=1, max_size=200), st.text(max_size=40))
def test_any_page_has_a_type(html: str, url: str) -> None:
    if html.strip():
        assert 0 < guess_type(Page(url, html)).confidence <= 1


@pytest.mark.parametrize(
    "html",
    ["<p>x", "<br>", "<ul>" + "<li>a b c" * 20_000, "<p>" + "word " * 100_000, "<a href=x>" * 500],
)
def test_odd_pages_have_a_type(html: str) -> None:
    assert guess_type(Page(None, html)).type in PageType


def test_the_same_page_has_the_same_type_every_time() -> None:
    assert guess_type(Page(None, THREAD)) == guess_type(Page(None, THREAD))


@pytest.mark.parametrize("html", ["<p>word", "<h1>Hello</h1><p>There.</p>", "<p>{}</p>"])
def test_a_page_that_says_next_to_nothing_is_what_most_pages_are(html: str) -> None:
    document = sitesieve.clean(html)
    assert document.page_type == "article"
    assert document.page_type_confidence < 0.5
