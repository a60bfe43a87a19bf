"""The links of a page, and which of them look promising."""

import pytest
from crawl_server import linking

from sample_web import generate
from sitesieve.crawl.page_leads import Promise, leads_of, may_follow
from sitesieve.page.page import Page

HERE = "http://a.example/news/today.html"


def targets(html: str | bytes) -> list[str]:
    leads, _ = leads_of(Page(HERE, html), None)
    assert all(lead.steps == 1 for lead in leads)
    return [lead.url for lead in leads]


def test_links_are_made_absolute_and_named_once_without_their_fragments() -> None:
    page = (
        '<a href="more.html#a">x</a><a href=more.html#b>y</a><a href="/top">z</a><a href="#">#</a>'
    )
    assert targets(page) == [
        "http://a.example/news/more.html",
        "http://a.example/top",
        HERE,
    ]


def test_a_base_changes_what_links_mean() -> None:
    page = '<head><base href="/old/"></head><a href="1.html">x</a>'
    assert targets(page) == ["http://a.example/old/1.html"]
    page = '<head><base href="/fish&amp;chips/"></head><a href="1.html">x</a>'
    assert targets(page) == ["http://a.example/fish&chips/1.html"]


def test_frames_are_followed_and_what_is_no_page_is_not() -> None:
    page = '<iframe src="/inside"></iframe><a href="mailto:a@b">m</a><a href="ftp://x">b</a>'
    assert targets(page) == ["http://a.example/inside"]


@pytest.mark.parametrize(
    "refresh",
    [
        *("0; url=/next", "0;URL=/next#top", "5 ; url = '/next'", "0, /next", "0 /next"),
        *('0;url="/next" and more', "; url=/next", "1.5;url= http://a.example/next "),
    ],
)
def test_a_page_that_sends_its_readers_on_leads_there(refresh: str) -> None:
    escaped = refresh.replace('"', "&quot;")
    assert targets(f'<meta http-equiv="Refresh" content="{escaped}">') == ["http://a.example/next"]


@pytest.mark.parametrize(
    "refresh", ["30", "", ";", "0; url=", "0; url=javascript:go()", "soon /next"]
)
def test_a_page_that_reloads_leads_nowhere(refresh: str) -> None:
    assert targets(f'<meta http-equiv="refresh" content="{refresh}"><p>text') == []


def test_of_a_page_with_very_many_links_a_hundred_thousand_are_followed() -> None:
    links = "".join(f"<a href=/{number}>" for number in range(100_002))
    assert targets(links) == [f"http://a.example/{number}" for number in range(100_000)]


@pytest.mark.parametrize(
    ("meta", "header", "allowed"),
    [
        ("", "", True),
        ("noindex", "", True),
        ("NoFollow, noindex", "", False),
        ("none", "", False),
        ("", "noindex, nofollow", False),
    ],
)
def test_a_page_can_forbid_to_follow_its_links(meta: str, header: str, allowed: bool) -> None:
    head = f'<meta name="robots" content="{meta}">' if meta else ""
    assert may_follow(Page(HERE, linking("/a", head=head)), header) is allowed


def test_links_of_what_every_page_has_lose_their_promise() -> None:
    site = generate(size=0)[0]
    articles = [page for page in site.pages if page.role == "article"]
    promise = Promise({})
    for page in articles[:3]:
        leads_of(Page(page.url, page.html), promise)
    front = next(page for page in site.pages if page.path == "/")
    leads, phrases = leads_of(Page(front.url, front.html), promise)
    scores = {lead.url: lead.score for lead in leads}
    story = max(scores[page.url] for page in articles if page.url in scores)
    about = min(score for url, score in scores.items() if "about" in url)
    assert story > 2 * about > 0
    assert max(phrases.values()) > 3  # the menu
