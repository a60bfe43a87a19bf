"""WARC files, built by hand."""

import gzip
import random
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from source_material import (
    OK,
    as_plain,
    failures,
    html,
    only_page,
    pages,
    read,
    title,
    titles,
    warc_record,
)

from sitesieve.errors import Reason
from sitesieve.page.limits import Limits
from sitesieve.page.page import Page
from sitesieve.sources import ReadOptions, Source


def good(i: int) -> bytes:
    return warc_record(f"https://a.example/{i}", html(f"page {i}").encode() * 20)


def warc(path: Path, *records: bytes) -> Path:
    packers: dict[str, Callable[[bytes], bytes]] = {
        ".gz": gzip.compress,
        ".zst": zstandard.compress,
    }
    pack = packers.get(path.suffix, bytes)
    path.write_bytes(b"".join(pack(record) for record in records))
    return path


@pytest.mark.parametrize("name", ["c.warc", "c.warc.gz", "c.warc.zst", "unnamed"])
def test_responses_become_pages_plain_or_packed(tmp_path: Path, name: str) -> None:
    by_name = pages(read(warc(tmp_path / name, good(1), good(2))))
    assert [(page.url, title(page)) for page in by_name] == [
        ("https://a.example/1", "page 1"),
        ("https://a.example/2", "page 2"),
    ]
    assert [page.name for page in by_name] == [f"{tmp_path / name}#1", f"{tmp_path / name}#2"]


def test_only_successful_html_responses_are_pages_and_the_others_are_counted(
    tmp_path: Path,
) -> None:
    def response(status: str, kind: str) -> bytes:
        http = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n"
        return warc_record("https://a.example/other", b"<p>other", http)

    path = warc(
        tmp_path / "c.warc",
        warc_record("urn:info", b"software: x\r\n", None, kind="warcinfo"),
        warc_record("https://a.example/1", b"", "GET / HTTP/1.1\r\nHost: a.example\r\n", "request"),
        good(1),
        response("404 Not Found", "text/html"),
        response("301 Moved", "text/html"),
        response("500 Oops", "text/html"),
        response("200 OK", "image/png"),
        response("200 OK", "application/json; charset=utf-8"),
        response("200 OK", "application/xhtml+xml"),
        response("200 OK", "TEXT/HTML; charset=utf-8"),
    )
    source = Source([str(path)])
    items = list(source)
    assert [page.url for page in pages(items)] == [
        "https://a.example/1",
        "https://a.example/other",
        "https://a.example/other",
    ]
    assert failures(items) == []
    assert source.skipped == 5


def test_the_charset_of_the_http_header_is_used(tmp_path: Path) -> None:
    body = "<title>Привет, мир</title><p>и снова здравствуйте".encode("koi8-r")
    http = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=KOI8-R\r\n"
    page = only_page(read(warc(tmp_path / "c.warc", warc_record("https://a.example/", body, http))))
    assert title(page) == "Привет, мир"
    assert page.decoded.how == "http"


def test_gzipped_and_chunked_bodies_are_unpacked(tmp_path: Path) -> None:
    body = html("wrapped").encode()
    zipped = gzip.compress(body)
    chunked = b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in (body[:20], body[20:])) + b"0\r\n\r\n"
    both = b"%x\r\n%s\r\n0\r\n\r\n" % (len(zipped), zipped)
    gzip_header, chunk_header = "Content-Encoding: gzip\r\n", "Transfer-Encoding: chunked\r\n"
    path = warc(
        tmp_path / "c.warc.gz",
        warc_record("https://a.example/1", zipped, OK + gzip_header),
        warc_record("https://a.example/2", chunked, OK + chunk_header),
        warc_record("https://a.example/3", both, OK + gzip_header + chunk_header),
    )
    items = read(path)
    assert [page.html for page in pages(items)] == [body, body, body]
    assert failures(items) == []


def test_reading_twice_gives_the_same_items_and_the_same_count(tmp_path: Path) -> None:
    missing = warc_record("https://a.example/x", b"", "HTTP/1.1 404 No\r\n")
    source = Source([str(warc(tmp_path / "c.warc.gz", good(1), missing, good(2)))])
    first, second = list(source), list(source)
    assert [as_plain(item) for item in first] == [as_plain(item) for item in second]
    assert len(first) == 2
    assert source.skipped == 1


@pytest.mark.parametrize("ending", ["", ".gz", ".zst"])
def test_of_a_truncated_file_the_last_record_fails_and_says_so(tmp_path: Path, ending: str) -> None:
    path = warc(tmp_path / f"c.warc{ending}", good(1), good(2), good(3))
    path.write_bytes(path.read_bytes()[:-50])
    items = read(path)
    assert titles(items) == ["page 1", "page 2"]
    (failure,) = failures(items)
    assert failure.reason is Reason.CORRUPT
    assert failure.name == f"{path}#3"
    assert "ends inside this record" in failure.detail or "unreadable" in failure.detail


@pytest.mark.parametrize("coding", ["Content-Encoding: gzip", "Transfer-Encoding: chunked"])
def test_a_truncated_record_with_a_packed_body_fails_too(tmp_path: Path, coding: str) -> None:
    noise = html(random.Random(2).randbytes(2000).hex()).encode()
    body = gzip.compress(noise) if "gzip" in coding else b"%x\r\n%s\r\n" % (len(noise), noise)
    packed = warc_record("https://a.example/2", body, f"{OK}{coding}\r\n")
    path = warc(tmp_path / "c.warc", good(1), packed)
    path.write_bytes(path.read_bytes()[:-800])
    items = read(path)
    assert titles(items) == ["page 1"]
    assert [failure.reason for failure in failures(items)] == [Reason.CORRUPT]


@pytest.mark.parametrize(
    "coding", ["Content-Encoding: gzip", "Content-Encoding: br", "Transfer-Encoding: chunked"]
)
def test_a_body_that_is_not_packed_as_declared_fails_alone(tmp_path: Path, coding: str) -> None:
    body = b"\x1f\x8b\x08\x00 this is not what the header says" * 9
    wrong = warc_record("https://a.example/wrong", body, f"{OK}{coding}\r\n")
    items = read(warc(tmp_path / "c.warc", good(1), wrong, good(3)))
    assert titles(items)[:1] == ["page 1"]
    assert titles(items)[-1:] == ["page 3"]
    assert [failure.reason for failure in failures(items)] == [Reason.CORRUPT]


def test_a_damaged_gzip_member_is_reported(tmp_path: Path) -> None:
    path = warc(tmp_path / "c.warc.gz", good(1), good(2), good(3))
    data = bytearray(path.read_bytes())
    second = len(gzip.compress(good(1)))
    data[second + 30 : second + 60] = b"\xff" * 30
    path.write_bytes(data)
    items = read(path)
    assert titles(items)[0] == "page 1"
    assert [failure.reason for failure in failures(items)] == [Reason.CORRUPT]


def test_a_response_without_an_http_header_is_a_failure(tmp_path: Path) -> None:
    bare = warc_record("https://a.example/bare", b"", None)
    items = read(warc(tmp_path / "c.warc", good(1), bare, good(3)))
    assert titles(items) == ["page 1", "page 3"]
    (failure,) = failures(items)
    assert failure.url == "https://a.example/bare"
    assert failure.reason is Reason.CORRUPT


@pytest.mark.parametrize("content", [b"no archive at all", b"\x1f\x8b\x08broken", b"WARC/1.0\r\n"])
def test_a_file_that_is_no_warc_though_named_so_is_one_failure(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "c.warc"
    path.write_bytes(content)
    assert [failure.reason for failure in failures(read(path))] == [Reason.CORRUPT]


def test_an_empty_warc_has_no_items(tmp_path: Path) -> None:
    assert read(warc(tmp_path / "c.warc")) == []


def test_a_long_body_is_read_up_to_the_limit_and_is_not_taken_for_truncated(
    tmp_path: Path,
) -> None:
    path = warc(tmp_path / "c.warc", good(1), good(2))
    items = read(path, options=ReadOptions(limits=Limits(bytes=300)))
    assert [len(page.html) for page in pages(items)] == [301, 301]
    assert failures(items) == []


def test_a_warc_that_vanishes_after_the_check_is_reported_not_a_crash(tmp_path: Path) -> None:
    path = warc(tmp_path / "c.warc", good(1))
    source = Source([str(path)])
    path.unlink()
    assert [failure.reason for failure in failures(source)] == [Reason.UNREADABLE]


def test_a_chunked_body_beyond_the_cap_is_cut_and_not_called_damaged(tmp_path: Path) -> None:
    text = b"<p>" + b"word " * 2000
    parts = [text[start : start + 700] for start in range(0, len(text), 700)]
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts)
    body = chunks + b"0\r\n\r\n"
    record = warc_record("https://a.example/x", body, f"{OK}Transfer-Encoding: chunked\r\n")
    options = ReadOptions(limits=Limits(bytes=3000))
    (item,) = Source([str(warc(tmp_path / "c.warc", record))], options)
    assert isinstance(item, Page)
    assert item.decoded.text.startswith("<p>word word")


def test_where_redirects_lead_is_known_when_they_have_been_read(tmp_path: Path) -> None:
    def moved(name: str, status: str, to: str) -> bytes:
        http = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\n{to}"
        return warc_record(f"https://a.example/{name}", b"", http)

    path = warc(
        tmp_path / "c.warc",
        moved("old", "301 Moved", "Location: /new\r\n"),
        moved("far", "308 Moved", "location: https://b.example/x#y\r\n"),
        moved("lost", "302 Found", ""),
        moved("same", "304 Not Modified", "Location: /new\r\n"),
        moved("broken", "302 Found", "Location: http://[\r\n"),
        good(1),
    )
    source = Source([str(path)])
    assert source.redirects == {}
    assert len(list(source)) == 1
    assert source.redirects == {
        "https://a.example/old": "https://a.example/new",
        "https://a.example/far": "https://b.example/x#y",
        "https://a.example/broken": "http://[",
    }
    assert source.skipped == 5


def test_feeds_are_read_where_they_are_wanted(tmp_path: Path) -> None:
    feed = (
        "<rss><channel><item><title>Ships</title><link>https://a.example/ships</link></item>"
        "<item><title>Tides</title></item></channel></rss>"
    )
    http = "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n"
    record = warc_record("https://a.example/feed", feed.encode(), http)
    path = warc(tmp_path / "a.warc", good(1), record)
    assert titles(read(path)) == ["page 1"]
    items = read(path, options=ReadOptions(feeds=True))
    assert titles(items) == ["page 1", "Ships", "Tides"]
    assert [item.name for item in items][1:] == [f"{path}#2#1", f"{path}#2#2"]
