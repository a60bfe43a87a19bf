"""HTTP answers, for a page, a robots.txt, a sitemap: a page, or an error that is documented."""

import contextlib
import random
import socket
import threading
import zlib
from collections.abc import Iterator

from sitesieve.crawl.sitemaps import read_sitemap
from sitesieve.errors import SitesieveError
from sitesieve.fetching import Client, Robots, Turns
from sitesieve.page.limits import Limits
from sitesieve.page.page import Page

NAME = "http-answers"
_LIMITS = Limits(bytes=200_000, seconds=5.0)
_CHUNK = 65_536  # bytes that an answer may be longer than the limit
_PAGE = b"<title>T</title><p>Ships sail north.</p>"


def seeds() -> list[bytes]:
    """Whole answers: plain, chunked, compressed, redirects, robots.txt, a sitemap."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
    packed = zlib.compress(_PAGE)
    robots = b"User-agent: *\nDisallow: /private/\nCrawl-delay: 3\nSitemap: /map.xml\n"
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(_PAGE), _PAGE)
    sitemap = b"<urlset><url><loc>http://a.example/x</loc></url></urlset>"
    return [
        head + b"Content-Length: %d\r\n\r\n" % len(_PAGE) + _PAGE,
        head + b"Transfer-Encoding: chunked\r\n\r\n" + chunks,
        head + b"Content-Encoding: deflate\r\nContent-Length: %d\r\n\r\n" % len(packed) + packed,
        b"HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 503 Busy\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.0 200 OK\r\n\r\n" + robots,
        head + b"\r\n" + sitemap,
    ]


@contextlib.contextmanager
def _serving(data: bytes) -> Iterator[str]:
    """A server that gives one answer to everything and hangs up."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with contextlib.closing(connection), contextlib.suppress(OSError):
                connection.recv(65536)
                connection.sendall(data)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


def run(data: bytes, rng: random.Random) -> None:  # noqa: ARG001
    """Ask for a page, for what robots.txt allows, for a sitemap."""
    client = Client(_LIMITS, allow_private=True)
    with _serving(data) as address:
        with contextlib.suppress(SitesieveError):
            response = client.follow(f"{address}/page")
            assert len(response.body) <= _LIMITS.bytes + _CHUNK
            page = Page(response.url, response.body, limits=_LIMITS)
            assert page.tree is not None
        robots = Robots(client)
        with contextlib.suppress(SitesieveError):
            assert 0 <= robots.delay(f"{address}/x") <= 60
            assert all(isinstance(url, str) for url in robots.sitemaps(address))
            robots.check(f"{address}/x")
            Turns(1.0, robots).take(f"{address}/x")
    with contextlib.suppress(SitesieveError):
        read_sitemap(data, _LIMITS.bytes)
