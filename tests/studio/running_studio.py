"""A studio that runs while tests talk to it."""

import threading
from collections.abc import Callable, Iterable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import uvicorn

from sitesieve.page.page import Page
from sitesieve.studio.app import make_app
from sitesieve.studio.desk import Desk
from sitesieve.studio.page_store import PageStore
from sitesieve.studio.security import Gate
from sitesieve.studio.server import listening
from sitesieve.watch import Watcher
from sitesieve.watch.fetching import FetchOptions

TOKEN = "a-token-for-tests"

WORDS = (
    "mast hull rope sail keel deck tide wave storm coast cabin anchor compass lantern crew".split()
)
BOX = "Our shop sells anchors and ropes of every kind."


def story(number: int) -> str:
    """What only this page says."""
    words = [WORDS[(number * 7 + step * (number + 2)) % len(WORDS)] for step in range(24)]
    told = " ".join(f"{one} {number}" if i % 5 == 0 else one for i, one in enumerate(words))
    return f"The harbour was full of ships that day, and ship {number} had a {told}."


def page_html(number: int, more: str = "") -> str:
    return (
        f"<title>Ships {number} | The Post</title>"
        "<nav><a href=/>Home</a> <a href=/news>News</a></nav>"
        f"<main><h1>Ships {number}</h1><p>{story(number)}</p>"
        f"<div class=offer><p>{BOX} {number}</p></div></main>{more}"
        "<footer>Copyright The Post</footer>"
    )


def make_pages(count: int = 6, more: str = "") -> list[Page]:
    return [
        Page(f"https://post.example/{n}.html", page_html(n, more), extra={"gold": story(n)})
        for n in range(1, count + 1)
    ]


class Studio:
    """A studio at an address."""

    def __init__(self, pages: Iterable[Page], *, behind: bool = False, **more: Any) -> None:
        self.desk = Desk(PageStore(), gold="gold", inputs="made-up pages", **more)
        if behind:
            self.desk.read_behind(pages, lambda: len(self.desk.store) / 6)
        else:
            self.desk.read(pages)
        listener = listening("127.0.0.1", 0)
        self.port = listener.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        app = Gate(make_app(self.desk), TOKEN, {f"127.0.0.1:{self.port}"})
        config = uvicorn.Config(app, log_level="warning", access_log=False)
        self.server = uvicorn.Server(config)
        run = {"sockets": [listener]}
        self.thread = threading.Thread(target=self.server.run, kwargs=run, daemon=True)
        self.thread.start()

    @property
    def address(self) -> str:
        """What a person opens."""
        return f"{self.base}/?token={TOKEN}"

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(timeout=10)
        self.desk.close()


class Shown:
    """A page of the browser, with what it complained of."""

    def __init__(self, browser: Any, width: int = 1300, scheme: str = "light") -> None:
        view: Any = {"viewport": {"width": width, "height": 850}, "color_scheme": scheme}
        self.context = browser.new_context(**view)
        self.context.set_default_timeout(10_000)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def at(self, studio: Studio, screen: str) -> Any:
        """A screen of a studio, opened."""
        if self.page.url == "about:blank":
            self.page.goto(studio.address)
        self.page.goto(f"{studio.base}/#/{screen}")
        return self.page


def showing(browser: Any) -> Iterator[Shown]:
    """For a fixture: a page of the browser; the test fails if a script of the studio did."""
    one = Shown(browser)
    yield one
    one.context.close()
    assert one.errors == []


def starting() -> Iterator[Callable[..., Studio]]:
    """For a fixture: starts studios, which end with the test."""
    started: list[Studio] = []

    def start(pages: Iterable[Page] | None = None, **more: Any) -> Studio:
        started.append(Studio(make_pages() if pages is None else pages, **more))
        return started[-1]

    yield start
    for one in started:
        one.close()


class ChangingPage(BaseHTTPRequestHandler):
    """A page that has one paragraph more whenever somebody adds one."""

    paragraphs: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        body = "".join(f"<p>{text}</p>" for text in self.paragraphs).encode()
        found = self.path != "/robots.txt"
        self.send_response(200 if found else 404)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>News</title><main><h1>News</h1>" + body + b"</main>" * found)

    def log_message(self, *_: object) -> None:
        pass


MORE = (
    "A <b>dinghy</b> that nobody had seen before won the race.",
    "The harbour master retires after forty years in the tower by the pier.",
    "A new crane was put up beside the old fish market on Monday morning.",
)


def make_watch_file(path: Path, changes: int = 1) -> Path:
    """What a watcher keeps of a page that changed, once or more often."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), ChangingPage)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    ChangingPage.paragraphs = ["The harbour was full of ships that day, as everybody knows."]
    address = f"http://127.0.0.1:{server.server_address[1]}/news.html"
    with Watcher(path, FetchOptions(allow_private=True, delay=0)) as watcher:
        watcher.add(address, kind="page", name="news")
        watcher.run(everything=True)
        for paragraph in MORE[:changes]:
            ChangingPage.paragraphs.append(paragraph)
            watcher.run(everything=True)
    server.shutdown()
    server.server_close()
    return path
