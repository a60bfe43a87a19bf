"""With `feeds`, the items of a feed are pages: each with its address, title, date and author."""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitesieve.cleaning.methods import Sieve
from sitesieve.errors import Reason
from sitesieve.page.page import Page
from sitesieve.sources import Failure, ReadOptions, Source
from sitesieve.sources.feeds import is_feed, items_of

RSS = """<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"
 xmlns:atom="http://www.w3.org/2005/Atom">
<channel><title>The Harbour &amp; more</title><link>https://a.example/</link><language>en-gb</language>
<atom:link href="https://a.example/feed" rel="self"/>
<item><title>Tall ships &amp; small</title><link>https://a.example/ships</link>
<media:title>A picture</media:title><media:content url="https://a.example/p.png"/>
<dc:creator><![CDATA[Jane Roe]]></dc:creator><pubDate>Sat, 02 Mar 2024 10:00:00 +0000</pubDate>
<description>They came home.</description>
<content:encoded><![CDATA[<p>The tall ships came home&nbsp;today, <a href="/all">all of
them</a>.</p>
<p>Everybody went to the harbour to see them come in with the evening tide.</p>]]></content:encoded>
</item>
<item><title>Plain &lt;b&gt;words&lt;/b&gt;</title>
<guid isPermaLink="true">https://a.example/plain</guid><author>jane@a.example (Jane Roe)</author>
<description>First paragraph of it.

Second &amp;amp; last&nbsp;paragraph.</description></item>
<item><description>&lt;p&gt;No title and no address.&lt;/p&gt;</description></item>
</channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Hafen</title>
<author><name>Die Redaktion</name></author>
<entry><title type="html">Große &lt;i>Schiffe&lt;/i></title><id>urn:1</id>
<link rel="edit" href="/edit/1"/><link href="/schiffe"/><published>2024-03-02T08:00:00Z</published>
<updated>2024-03-05T08:00:00Z</updated><summary>Kurz gesagt.</summary>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Die großen Schiffe sind
<em>heute</em> heimgekehrt.</p><br/><p>Alle gingen zum Hafen.</p></div></content></entry>
<entry><title>Text</title><link href="https://b.example/text"/><author><name>Hans</name></author>
<content type="text">a &lt; b &lt;b></content></entry></feed>"""
RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://a.example/"><title>Old</title></channel>
<item rdf:about="https://a.example/old"><title>Old news</title><link>https://a.example/old</link>
<description>What was new then.</description><dc:date>2004-05-06T07:08:09Z</dc:date></item>
</rdf:RDF>"""


def pages(feed: str | bytes, url: str | None = None) -> list[Page]:
    items = list(items_of(Page(url, feed, name="feed.html")))
    assert all(isinstance(item, Page) for item in items)
    return [item for item in items if isinstance(item, Page)]


def test_items_of_rss() -> None:
    first, second, third = pages(RSS.encode())
    assert [page.url for page in (first, second, third)] == [
        *("https://a.example/ships", "https://a.example/plain", None)
    ]
    assert [page.name for page in (first, second)] == ["feed.html#1", "feed.html#2"]
    said = first.metadata
    assert (said.title, said.author, said.date) == ("Tall ships & small", "Jane Roe", "2024-03-02")
    assert (said.site_name, said.language) == ("The Harbour & more", "en")
    document = Sieve().clean_page(first)
    assert "came home\N{NO-BREAK SPACE}today" in " ".join(first.tree.texts)
    assert "(https://a.example/all)" in document.markdown
    assert "They came home." not in document.text
    assert (second.metadata.title, second.metadata.author) == ("Plain words", "Jane Roe")
    assert second.tree.texts[1:] == [
        "First paragraph of it.",
        "Second & last\N{NO-BREAK SPACE}paragraph.",
    ]
    assert third.tree.texts == ["No title and no address."]


def test_items_of_atom() -> None:
    first, second = pages(ATOM.encode(), "https://a.example/atom.xml")
    assert first.url == "https://a.example/schiffe"
    said = first.metadata
    assert (said.title, said.author) == ("Große Schiffe", "Die Redaktion")
    assert (said.date, said.modified, said.language) == ("2024-03-02", "2024-03-05", "de")
    assert "heute" in first.tree.texts
    assert (second.url, second.metadata.author) == ("https://b.example/text", "Hans")
    assert second.site == "b.example"
    assert second.tree.texts[-1] == "a < b <b>"


def test_items_of_rdf() -> None:
    (page,) = pages(RDF)
    assert page.url == "https://a.example/old"
    assert (page.metadata.title, page.metadata.date) == ("Old news", "2004-05-06")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_a_feed_in_another_encoding(encoding: str) -> None:
    assert [page.metadata.title for page in pages(ATOM.encode(encoding))] == [
        "Große Schiffe",
        "Text",
    ]


def test_a_broken_feed_gives_the_items_before_that() -> None:
    page, failure = items_of(Page("https://a.example/feed", RSS[: RSS.index("<guid")], name="f"))
    assert isinstance(page, Page)
    assert isinstance(failure, Failure)
    assert failure.reason == Reason.FEED
    assert "after 1 items" in failure.detail


def test_a_feed_that_declares_entities_is_refused() -> None:
    bomb = '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + RSS.partition("\n")[2]
    (failure,) = items_of(Page(None, bomb))
    assert isinstance(failure, Failure)
    assert failure.reason == Reason.FEED


def test_a_feed_without_items_fails() -> None:
    (failure,) = items_of(Page(None, "<rss><channel><title>A</title></channel></rss>"))
    assert isinstance(failure, Failure)
    assert failure.reason == Reason.EMPTY


def test_in_a_folder_feeds_are_read_where_they_are_wanted(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>A page.")
    (tmp_path / "b.html").write_text(RSS)
    (tmp_path / "c.xml").write_text(RDF)
    read = [getattr(item, "name", "") for item in Source([str(tmp_path)])]
    assert read == ["a.html", "b.html"]
    source = Source([str(tmp_path)], ReadOptions(feeds=True))
    names = [item.name for item in source]
    assert names == ["a.html", "b.html#1", "b.html#2", "b.html#3", "c.xml#1"]
    assert [item.name for item in source] == names
    assert not Source([str(tmp_path / "b.html")], ReadOptions(feeds=True)).is_one_page


@pytest.mark.parametrize(
    "content",
    [
        '<content type="xhtml">'
        + "<div>" * 20_000
        + "deep words"
        + "</div>" * 20_000
        + "</content>",
        "<author>" + "@" * 1_000_000 + "</author>",
        "<title>" + "&lt;" * 300_000 + "</title>",
        "<content>" + " " * 1_000_000 + "\n" * 100_000 + "</content>",
    ],
    ids=["deep", "author", "title", "space"],
)
def test_hostile_feeds_are_read_in_time(content: str) -> None:
    feed = (
        f'{" " * 500_000}<feed xmlns="http://www.w3.org/2005/Atom"><entry>{content}</entry></feed>'
    )
    started = time.process_time()
    (item,) = items_of(Page("https://a.example/feed", feed))
    assert isinstance(item, Page)
    assert time.process_time() - started < 5
    if "deep" in content:
        assert "deep words" in " ".join(item.tree.texts)


@settings(deadline=None)
@given(st.text(), st.text(), st.integers(0, 1000))
def test_whatever_is_in_a_feed_reading_it_ends(title: str, content: str, cut: int) -> None:
    feed = RSS.replace("They came home.", content).replace("The Harbour", title)[: -cut or None]
    page = Page("https://a.example/feed", feed.encode("utf-8", "replace"))
    assert is_feed(page)
    for item in items_of(page):
        assert isinstance(item, Page | Failure)
        if isinstance(item, Page):
            assert item.tree is not None


def test_relative_addresses_start_from_the_page_of_the_feed() -> None:
    rss = (
        "<rss><channel><link>https://z.example/blog/</link><item><link>one</link>"
        "<description>First words</description></item></channel></rss>"
    )
    (item,) = items_of(Page(None, rss))
    assert isinstance(item, Page)
    assert item.url == "https://z.example/blog/one"


def test_xml_base_comes_before_the_page_of_the_feed() -> None:
    atom = (
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://b.example/x/">'
        '<link href="https://z.example/"/><entry><link href="post/1"/><title>One</title></entry>'
        "<entry><id>https://b.example/2</id><title>Two</title></entry></feed>"
    )
    urls = [item.url for item in items_of(Page(None, atom)) if isinstance(item, Page)]
    assert urls == ["https://b.example/x/post/1", "https://b.example/2"]


def test_bare_ampersands_and_talk_of_entities_do_not_stop_a_feed() -> None:
    rss = (
        "<rss><channel><item><title>Q&A</title><link>https://z.example/?a=1&b=2</link></item>"
        "<item><title>Two</title><description><![CDATA[<p>write <!ENTITY a & b]]></description>"
        "</item></channel></rss>"
    )
    first, second = (item for item in items_of(Page("https://z.example/f", rss)))
    assert isinstance(first, Page)
    assert isinstance(second, Page)
    assert (first.metadata.title, first.url) == ("Q&A", "https://z.example/?a=1&b=2")
    assert "<!ENTITY a & b" in str(second.html)
