"""Lists of other pages: their dates and authors are not those of the page that lists them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_helpers import at_most

from sitesieve.page import Page
from sitesieve.page.metadata.teasers import is_front_address, is_index_address, teaser_nodes

LINE = "<p>Boats came in when the storm was over, and nobody was hurt."


def teaser(number: int, heading: str = "h2") -> str:
    return (
        f"<article><{heading}><a href=/post/{number}>A storm, part {number}</a></{heading}>"
        f"<time datetime=2024-0{number}-03>x</time><span class=byline>By Ann Lee</span>{LINE}"
        "</article>"
    )


def flat(number: int) -> str:
    return f"<h3><a href=/post/{number}>Part {number}</a></h3><p class=date>3 May 202{number}{LINE}"


@pytest.mark.parametrize(
    "listed",
    [
        "".join(map(teaser, (1, 2, 3))),
        "".join(teaser(n, "h1") for n in (1, 2, 3)),
        "".join(map(flat, (1, 2, 3))),
        "".join(f"<a href=/{n}><div><h3>Part {n}</h3><time>2024-0{n}-03</time></div></a>"
                for n in (1, 2, 3)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("url", ["https://a.example/storms", None])
def test_a_list_takes_no_date_and_no_author_of_its_items(listed: str, url: str | None) -> None:
    page = Page(url, f"<title>Storms</title><h1>Storms</h1>{listed}")
    assert (page.metadata.date, page.metadata.author) == (None, None)


def test_what_is_related_does_not_hide_the_date_of_an_article() -> None:
    related = "".join(map(teaser, (1, 2, 3)))
    html = f"<h1>A storm</h1><p class=byline>By Bo Ek<time>2023-05-06</time>{LINE * 5}{related}"
    metadata = Page("https://a.example/storm", html).metadata
    assert (metadata.date, metadata.author) == ("2023-05-06", "Bo Ek")


def test_the_posts_of_a_thread_are_no_teasers() -> None:
    posts = "".join(
        f"<div class=post><h3><a href='/t/1?p={n}#p{n}'>Re: A storm</a></h3>{LINE}</div>"
        f"<div class=post><h4><a href=/members/ann.{n}/>Ann</a></h4>{LINE}</div>"
        for n in range(5)
    )
    assert not teaser_nodes(Page("https://a.example/t/1", posts).tree).any()


@pytest.mark.parametrize(
    ("url", "is_index"),
    [
        ("https://a.example", True), ("https://a.example/index.html", True),
        ("https://a.example/tag/sea/", True), ("https://a.example/blog/category/sea", True),
        ("https://a.example/blog/page/2/", True), ("https://a.example/author/ann", True),
        ("https://a.example/archives/", True), ("https://a.example/archives/2024/storm", False),
        ("https://a.example/blog/storm", False), ("https://a.example/?p=5", False),
        ("https://a.example/p/5", False),
        ("https://[broken", False), (None, False), ("page.html", False),
    ],
)  # fmt: skip
def test_addresses_of_front_pages_tags_and_archives_say_so(url: str | None, is_index: bool) -> None:
    assert is_index_address(url) == is_index


def test_what_an_index_shows_is_not_its_own_and_what_it_declares_is() -> None:
    shown = "<h1>Sea</h1><p class=byline>By Ann Lee <time>2024-05-06</time>" + LINE
    tag = "https://a.example/tag/sea/"
    assert Page(tag, shown).metadata.date is None
    assert Page(tag, shown).metadata.author is None
    declared = "<meta property=article:published_time content=2024-01-02>" + shown
    assert Page(tag, declared).metadata.date == "2024-01-02"


def test_the_front_page_has_no_path() -> None:
    assert is_front_address("https://a.example/")
    assert not is_front_address("https://a.example/a")


@given(st.text(alphabet="<>/ah1h2h3 href=#x\"'", max_size=300))
def test_any_page_has_a_flag_for_each_node(html: str) -> None:
    if html.strip():
        tree = Page("https://a.example/x", html).tree
        flags = teaser_nodes(tree)
        assert flags.shape == tree.tag.shape
        assert flags.dtype == np.bool_


def test_many_headings_take_no_longer_than_their_number_allows() -> None:
    deep = "<div>" * 200 + "".join(f"<h2><a href=/{n}>Part {n}</a></h2>" for n in range(20_000))
    tree = Page("https://a.example/x", deep).tree
    with at_most(2):
        teaser_nodes(tree)
