"""States of watches: a clear error, or everything that can be asked of them."""

import functools
import random
import shutil
import tempfile
from email.message import Message
from pathlib import Path
from unittest import mock

from fuzzing.databases import with_odd_cells
from sample_web import generate
from sitesieve.errors import SitesieveError
from sitesieve.fetching import Client, Response
from sitesieve.watch.clock import SimulatedClock
from sitesieve.watch.fetching import FetchOptions
from sitesieve.watch.watcher import Watcher

NAME = "watch-states"
_DAY = 86_400.0
_START = 1_700_000_000.0


@functools.cache
def _pages() -> list[str]:
    return [page.html for page in generate(size=0)[0].pages[:6]]


def _answer(_: Client, url: str, *__: object, **___: object) -> Response:
    """A site of a few pages that are never the same."""
    headers = Message()
    headers["Content-Type"] = "text/html; charset=utf-8"
    pages = _pages()
    if url.endswith("/robots.txt"):
        return Response(url, {}, 404, headers, b"", "192.0.2.1", 0.0)
    body = pages[sum(map(ord, url)) % len(pages)].encode()
    return Response(url, {}, 200, headers, body, "192.0.2.1", 0.0)


@functools.cache
def _state() -> bytes:
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(Client, "get", _answer):
        path = Path(folder, "state")
        clock = SimulatedClock(_START)
        with Watcher(path, FetchOptions(delay=0.0), clock) as watcher:
            watcher.add("https://a.example/x", "page", _DAY, "one")
            watcher.add("https://a.example/", "section", _DAY, "two", max_pages=4)
            for _ in range(2):
                watcher.run()
                clock.sleep(2 * _DAY)
            watcher._state._db.execute("PRAGMA journal_mode = DELETE")
        return path.read_bytes()


def seeds() -> list[bytes]:
    """The state of two watches after some visits."""
    return [_state()]


def run(data: bytes, rng: random.Random) -> None:
    """List, show, feed, visit, remove."""
    folder = tempfile.mkdtemp()
    try:
        path = Path(folder, "state")
        path.write_bytes(_state() if rng.random() < 0.7 else data)
        with_odd_cells(path, rng)
        with mock.patch.object(Client, "get", _answer):
            _use(path)
    except SitesieveError:
        return
    finally:
        shutil.rmtree(folder)


def _use(path: Path) -> None:
    clock = SimulatedClock(_START + 9 * _DAY)
    with Watcher(path, FetchOptions(delay=0.0), clock, create=False) as watcher:
        for status in watcher.status():
            status.watch.to_dict()
        for item in watcher.new():
            item.to_dict()
            watcher.differences(item.id)
        watcher.feed()
        watcher.run()
        for watch in watcher.watches():
            watcher.remove(watch.name)
