"""A small site on this machine whose pages a test changes as it likes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from random import Random

from sample_web.language.prose import Speech
from sample_web.language.tongue import TONGUES
from sitesieve.sample.server import FileHandler, serving
from sitesieve.watch.clock import SimulatedClock
from sitesieve.watch.fetching import FetchOptions

HERE = FetchOptions(allow_private=True)
TOPICS = ("gardening", "astronomy", "sailing", "baking", "cycling")
DAY = 86_400.0
STORIES = [f"/news/story-{n}.html" for n in range(8)]


def paragraph(number: object) -> str:
    """Some sentences that no other number has."""
    rng = Random(f"paragraph {number}")
    speech = Speech(TONGUES["en"], rng, rng.choice(TOPICS))
    return "".join(run.text for run in speech.paragraph(4).runs)


def text_of(path: str) -> list[str]:
    """The paragraphs of an article of the section."""
    return [paragraph(f"{path} {number}") for number in range(3)]


class Site:
    """Pages by path; what is not there is answered with 404."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        self.statuses: dict[str, tuple[int, dict[str, str]]] = {}  # instead of a page
        self.robots = "User-agent: *\nDisallow:\n"
        self.asked: list[str] = []
        self.sent: list[int] = []
        self.address = ""
        self.listed: list[str] = []  # on the contents page of the section
        self.on_request: Callable[[int], None] = lambda _: None

    def article(self, path: str, *paragraphs: str, advert: str = "", views: int = 1) -> None:
        """Put an article there, with what stands around the text on every page."""
        title = path.strip("/").removesuffix(".html").replace("-", " ").title() or "Front"
        text = "".join(f"<p>{escape(p)}</p>" for p in paragraphs or (paragraph(path),))
        self.pages[path] = _page(title, f"<article><h1>{title}</h1>{text}</article>", advert, views)

    def publish(self, *paths: str) -> None:
        """Put articles there, and list them first on the contents page of the section."""
        for path in paths:
            self.article(path, *text_of(path))
        self.listed = [*paths, *self.listed]
        self.contents("/news/", *self.listed)

    @property
    def section(self) -> str:
        """The address of the contents page."""
        return f"{self.address}/news/"

    def contents(self, path: str, *targets: str) -> None:
        """Put a page there that leads to others."""
        items = "".join(
            f'<li><h2><a href="{t}">A story of {t.strip("/").replace("-", " ")}</a></h2></li>'
            for t in targets
        )
        self.pages[path] = _page("Contents", f"<ul class=list>{items}</ul>", "", 1)


def _page(title: str, main: str, advert: str, views: int) -> str:
    menu = "".join(f'<li><a href="/{name}/">{name.title()}</a></li>' for name in TOPICS[:2])
    box = f'<aside class="ad"><p>{advert}</p></aside>' if advert else ""
    return (
        f"<!doctype html><html lang=en><title>{title}</title><body><nav><ul>{menu}</ul></nav>"
        f'<main>{main}</main>{box}<footer><p class="count">Seen {views} times on '
        f"{1 + views % 28} March 2025</p><p>All rights reserved by the owners of this site.</p>"
        "</footer></body></html>"
    )


@contextmanager
def served(site: Site) -> Iterator[str]:
    """Serve a site; its address has no slash at the end."""

    class Handler(FileHandler):
        since = 0.0

        def do_GET(self) -> None:  # noqa: N802
            site.asked.append(self.path)
            site.on_request(len(site.asked))
            if self.path in site.statuses:
                status, headers = site.statuses[self.path]
                site.sent.append(status)
                self._send(status, headers, b"")
            else:
                super().do_GET()

        def send_response(self, code: int, message: str | None = None) -> None:
            site.sent.append(code)
            super().send_response(code, message)

        def file(self, path: str) -> tuple[str, bytes] | None:
            if path == "/robots.txt":
                return "text/plain", site.robots.encode()
            html = site.pages.get(path)
            return None if html is None else ("text/html", html.encode())

    with serving(Handler) as address:
        site.address = address
        yield address


@contextmanager
def served_section(*paths: str) -> Iterator[Site]:
    """Serve a site with a section of these articles."""
    site = Site()
    site.publish(*paths)
    with served(site):
        yield site


def a_clock() -> SimulatedClock:
    return SimulatedClock(1_741_000_000.0)  # 3 March 2025
