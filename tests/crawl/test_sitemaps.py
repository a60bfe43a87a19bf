"""Sitemaps, good and bad."""

import contextlib
import gzip
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.crawl.sitemaps import read_sitemap
from sitesieve.errors import PageError

NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
LIMIT = 100_000


def sitemap(*urls: str, of: str = "url") -> bytes:
    outer = "urlset" if of == "url" else "sitemapindex"
    entries = "".join(f"<{of}><loc> {url} </loc><lastmod>2024</lastmod></{of}>" for url in urls)
    return f'<?xml version="1.0"?><{outer} {NAMESPACE}>{entries}</{outer}>'.encode()


def test_pages_and_further_sitemaps_are_told_apart() -> None:
    pages = read_sitemap(sitemap("http://a.example/1", "http://a.example/2"), LIMIT)
    assert pages.addresses == ("http://a.example/1", "http://a.example/2")
    assert not pages.are_sitemaps
    assert read_sitemap(sitemap("http://a.example/x.xml", of="sitemap"), LIMIT).are_sitemaps


def test_a_gzipped_sitemap_is_unpacked_and_a_bomb_is_not() -> None:
    packed = gzip.compress(sitemap("http://a.example/1"))
    assert read_sitemap(packed, LIMIT).addresses == ("http://a.example/1",)
    with pytest.raises(PageError, match="more than 100,000 bytes"):
        read_sitemap(gzip.compress(b"<urlset>" + b" " * 10_000_000), LIMIT)


def test_a_list_of_lines_is_a_sitemap_too() -> None:
    listed = read_sitemap(b"http://a.example/1\nhttp://a.example/2\r\n", LIMIT)
    assert listed.addresses == ("http://a.example/1", "http://a.example/2")


def test_addresses_are_read_as_they_were_meant() -> None:
    written = "<url><loc>http://a.example/?a=1&amp;b=2</loc></url>"
    literal = "<url><loc> <![CDATA[http://a.example/?a=1&b=2]]></loc></url>"
    broken = "<url><loc>http://a.example/?a=1&b=2</loc></url>"
    for entry in (written, literal, broken):
        listed = read_sitemap(f"<!-- of today --><urlset>{entry}</urlset>".encode(), LIMIT)
        assert listed.addresses == ("http://a.example/?a=1&b=2",)


def test_only_the_addresses_of_pages_are_taken() -> None:
    body = b"""<?xml version="1.0"?><s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9">
        <!-- <s:url><s:loc>http://a.example/old</s:loc></s:url> -->
        <s:url><s:loc>http://a.example/1</s:loc><s:location>x</s:location><s:loc/>
        <image:image><image:loc>http://a.example/1.jpg</image:loc></image:image></s:url>
        </s:urlset>"""
    assert read_sitemap(body, LIMIT).addresses == ("http://a.example/1",)


def test_reading_takes_time_in_proportion_to_the_length() -> None:
    for piece in (b"<loc>", b"<loc><![CDATA[", b"<!--", b"<loc ", b"<loc>\n ", b"<urlset "):
        body = b"<urlset>" + piece * 100_000
        started = time.process_time()
        read_sitemap(body, len(body))
        assert time.process_time() - started < 5


def test_entities_are_not_expanded() -> None:
    bomb = b"""<!DOCTYPE u [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
        <urlset><url><loc>http://a.example/&b;&b;&b;&b;</loc></url></urlset>"""
    assert all("aaa" not in address for address in read_sitemap(bomb, LIMIT).addresses)


@pytest.mark.parametrize(
    "body", [b"", b"<html><p>Not found", b"\x1f\x8bbroken", b"{}", b"<", b"\0"]
)
def test_what_is_no_sitemap_is_said(body: bytes) -> None:
    with pytest.raises(PageError):
        read_sitemap(body, LIMIT)


@given(st.binary(max_size=200))
def test_bytes_of_any_kind_are_a_sitemap_or_an_error(body: bytes) -> None:
    for start in (b"", b"<urlset>", b"\x1f\x8b"):
        with contextlib.suppress(PageError):
            assert not read_sitemap(start + body, LIMIT).are_sitemaps
