"""robots.txt, read once for all who ask."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from sitesieve.fetching import Client, Robots, RobotsRefusal


class Site:
    """A host that has nothing but a robots.txt."""

    def __init__(self) -> None:
        self.status = 200
        self.text = ""
        self.encoding = "utf-8"
        self.asked: list[str] = []
        self.address = ""


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append(self.path)
            self.send_response(site.status)
            self.end_headers()
            self.wfile.write(site.text.encode(site.encoding))

        def log_message(self, format: str, *args: object) -> None:
            """Stay quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        site.address = f"http://127.0.0.1:{server.server_address[1]}"
        yield site
        server.shutdown()


def test_it_is_read_once_for_requests_made_together(site: Site) -> None:
    site.text = "User-agent: *\nDisallow: /private/\n"
    robots = Robots(Client(allow_private=True))

    def is_allowed(path: str) -> bool:
        try:
            robots.check(site.address + path)
        except RobotsRefusal:
            return False
        return True

    with ThreadPoolExecutor() as threads:
        assert list(threads.map(is_allowed, ("/a", "/private/b", "/c"))) == [True, False, True]
    assert site.asked == ["/robots.txt"]


def test_one_that_fails_forbids_everything_and_asks_for_no_pause(site: Site) -> None:
    site.status = 503
    robots = Robots(Client(allow_private=True))
    with pytest.raises(RobotsRefusal, match=r"/robots\.txt answered 503"):
        robots.check(f"{site.address}/")
    assert (robots.delay(f"{site.address}/"), robots.sitemaps(f"{site.address}/")) == (0, [])


@pytest.mark.parametrize(("asked", "kept"), [("0.5", 0.5), ("86400", 60), ("soon", 0)])
def test_a_pause_may_be_asked_for_up_to_a_minute(site: Site, asked: str, kept: float) -> None:
    site.text = f"User-agent: *\nCrawl-delay: {asked}\n"
    assert Robots(Client(allow_private=True)).delay(f"{site.address}/") == kept


def test_sitemaps_may_be_named_by_their_path(site: Site) -> None:
    site.text = "Sitemap: /map.xml\n"
    sitemaps = Robots(Client(allow_private=True)).sitemaps(f"{site.address}/")
    assert sitemaps == [f"{site.address}/map.xml"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_byte_order_mark_does_not_hide_the_first_line(site: Site, encoding: str) -> None:
    mark = "" if encoding in ("utf-8-sig", "utf-16") else "\N{ZERO WIDTH NO-BREAK SPACE}"
    site.text, site.encoding = f"{mark}User-agent: *\nDisallow: /private/\n", encoding
    robots = Robots(Client(allow_private=True))
    robots.check(f"{site.address}/open/")
    with pytest.raises(RobotsRefusal, match="does not allow"):
        robots.check(f"{site.address}/private/x")


@pytest.mark.parametrize("delay", ["nan", "inf", "-inf", "-5", "1e400", "9" * 400, "1_0", "x"])
def test_a_delay_that_is_none_is_no_endless_pause(site: Site, delay: str) -> None:
    site.text = f"User-agent: *\nCrawl-delay: {delay}\n"
    assert 0.0 <= Robots(Client(allow_private=True)).delay(site.address) <= 60.0
