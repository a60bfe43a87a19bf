"""States of crawls: a clear error, or a crawl that goes on and ends."""

import functools
import random
import shutil
import tempfile
from email.message import Message
from pathlib import Path
from unittest import mock

from fuzzing.databases import with_odd_cells
from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.run import crawl
from sitesieve.errors import SitesieveError
from sitesieve.fetching import Client, Response
from sitesieve.sources import Source

NAME = "crawl-states"
_PAGES = 6


def _answer(_: Client, url: str, *__: object, **___: object) -> Response:
    headers = Message()
    headers["Content-Type"] = "text/html"
    headers["ETag"] = '"x"'
    number = int(url.rpartition("/")[2] or 0) if url.rpartition("/")[2].isdecimal() else 0
    status = 404 if url.endswith((".txt", ".xml")) else 200
    links = "".join(f'<a href="/{n}">page {n}</a>' for n in range(number, min(_PAGES, number + 3)))
    return Response(url, {}, status, headers, f"<p>{number}</p>{links}".encode(), "192.0.2.1", 0.0)


def _options(folder: Path, resume: bool, most: int = 99) -> CrawlOptions:
    output = folder / "site.warc.gz"
    return CrawlOptions("https://a.example/", output, max_pages=most, delay=0.0, concurrency=1,
                        sitemaps=False, retries=0, resume=resume)  # fmt: skip


@functools.cache
def _crawled() -> tuple[bytes, bytes]:
    """The archive and the state of a crawl that stopped half way."""
    with tempfile.TemporaryDirectory() as name, mock.patch.object(Client, "get", _answer):
        folder = Path(name)
        crawl(_options(folder, resume=False, most=3))
        archive = folder / "site.warc.gz"
        return archive.read_bytes(), archive.with_name("site.warc.gz.state").read_bytes()


def seeds() -> list[bytes]:
    """A state."""
    return [_crawled()[1]]


def run(data: bytes, rng: random.Random) -> None:
    """Resume, and read what is there."""
    folder = Path(tempfile.mkdtemp())
    try:
        archive = folder / "site.warc.gz"
        archive.write_bytes(_crawled()[0])
        state = archive.with_name("site.warc.gz.state")
        state.write_bytes(_crawled()[1] if rng.random() < 0.6 else data)
        with_odd_cells(state, rng)
        with mock.patch.object(Client, "get", _answer):
            crawl(_options(folder, resume=True))
        items = list(Source([str(archive)]))
        assert items
    except SitesieveError:
        return
    finally:
        shutil.rmtree(folder)
