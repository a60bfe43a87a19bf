"""Small pages and archives, written by hand, for the tests of the sources."""

from collections.abc import Iterable
from pathlib import Path

from sitesieve.page.page import Page
from sitesieve.sources import Failure, ReadOptions, Source
from sitesieve.sources.items import Item

OK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


def html(text: str) -> str:
    return f"<!doctype html><title>{text}</title><body><h1>{text}</h1><p>About {text}.</p>"


def read(*locations: Path | str, options: ReadOptions | None = None) -> list[Item]:
    source = Source([str(location) for location in locations], options)
    try:
        return list(source)
    finally:
        source.close()


def pages(items: Iterable[Item]) -> list[Page]:
    return [item for item in items if isinstance(item, Page)]


def failures(items: Iterable[Item]) -> list[Failure]:
    return [item for item in items if isinstance(item, Failure)]


def only_page(items: list[Item]) -> Page:
    assert len(items) == 1, items
    assert isinstance(items[0], Page), items
    return items[0]


def only_failure(items: list[Item]) -> Failure:
    assert len(items) == 1, items
    assert isinstance(items[0], Failure), items
    return items[0]


def title(page: Page) -> str:
    return page.tree.title


def titles(items: Iterable[Item]) -> list[str]:
    return [title(page) for page in pages(items)]


def as_plain(item: Item) -> object:
    """All that an item consists of, to compare two of them."""
    return item if isinstance(item, Failure) else item.__reduce__()[1]


def warc_record(
    url: str, body: bytes, http: str | None = OK, kind: str = "response", promised: int = 0
) -> bytes:
    """One WARC record; `promised` bytes more than there are make it a damaged one."""
    payload = body if http is None else http.encode("latin-1") + b"\r\n" + body
    head = (
        "WARC/1.0\r\n"
        f"WARC-Type: {kind}\r\n"
        "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\n"
        "WARC-Date: 2024-05-01T00:00:00Z\r\n"
        f"WARC-Target-URI: {url}\r\n"
        f"Content-Type: application/http; msgtype={kind}\r\n"
        f"Content-Length: {len(payload) + promised}\r\n\r\n"
    )
    return head.encode() + payload + b"\r\n\r\n"
