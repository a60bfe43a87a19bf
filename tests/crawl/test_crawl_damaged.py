"""Damaged states of crawls: a clear error, and what was crawled is left alone."""

import contextlib
import sqlite3
from email.message import Message
from pathlib import Path

import pytest

from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.run import crawl
from sitesieve.errors import InputError, SitesieveError
from sitesieve.fetching import Client, Response


def answer(_: Client, url: str, *__: object, **___: object) -> Response:
    headers = Message()
    headers["Content-Type"] = "text/html"
    body = b'<p>page</p><a href="/1">1</a><a href="/2">2</a><a href="/3">3</a>'
    return Response(url, {}, 404 if ".txt" in url else 200, headers, body, "192.0.2.1", 0.0)


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A crawl that stopped after two pages."""
    monkeypatch.setattr(Client, "get", answer)
    path = tmp_path / "site.warc.gz"
    crawl(options(path, resume=False, most=2))
    return path


def options(path: Path, resume: bool = True, most: int = 9) -> CrawlOptions:
    return CrawlOptions("https://a.example/", path, max_pages=most, delay=0.0, concurrency=1,
                        sitemaps=False, resume=resume)  # fmt: skip


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE page SET depth = 'deep'",
        "UPDATE page SET url = x'ff00'",
        "UPDATE page SET score = 9e999",
        "UPDATE page SET attempts = 'many' WHERE number = 3",
        "UPDATE fact SET value = 'far' WHERE name = 'archive_end'",
        "UPDATE fact SET value = '-5' WHERE name = 'archive_end'",
        "DROP TABLE link",
        "DROP TABLE page",
        "DROP TABLE phrase",
    ],
)
def test_values_of_no_use_are_a_clear_error(archive: Path, statement: str) -> None:
    before = archive.read_bytes()
    with sqlite3.connect(archive.with_name("site.warc.gz.state")) as state:
        state.execute(statement)
    state.close()
    with pytest.raises(InputError, match="is damaged"):
        crawl(options(archive))
    assert archive.read_bytes() == before


def test_damaged_bytes_are_a_clear_error_or_do_no_harm(archive: Path) -> None:
    state = archive.with_name("site.warc.gz.state")
    whole, pages = state.read_bytes(), archive.read_bytes()
    for place in range(100, len(whole), len(whole) // 20):
        archive.write_bytes(pages)
        state.write_bytes(whole[:place] + b"\xff" * 40 + whole[place + 40 :])
        with contextlib.suppress(SitesieveError):
            crawl(options(archive))
