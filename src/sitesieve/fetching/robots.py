"""What a host allows by its robots.txt (RFC 9309), and pauses between two requests to it."""

import codecs
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlsplit, urlunsplit

from protego import Protego

from sitesieve.errors import PageError, Reason
from sitesieve.fetching.client import Client, Response, refuse_other_addresses
from sitesieve.fetching.request import USER_AGENT
from sitesieve.page.addresses import absolute

_MOST_BYTES = 512_000  # RFC 9309 §2.5 asks for 500 KiB at least
_LONGEST_DELAY = 60.0  # seconds, whatever a robots.txt asks for and however slow a server is


class RobotsRefusal(PageError):
    """robots.txt does not allow the address, or cannot be read because the server fails."""


class Robots:
    """The robots.txt of every host asked about, fetched once each, by whatever thread asks first.

    All methods raise `PageError` when the file cannot be had.
    """

    def __init__(self, client: Client) -> None:
        self._client = replace(client, limits=replace(client.limits, bytes=_MOST_BYTES))
        self._rules: dict[str, Protego | int] = {}  # or the status of a server that fails
        self._reading = threading.Lock()

    def check(self, url: str) -> None:
        """`RobotsRefusal` when robots.txt does not let us fetch the URL."""
        rules = self._rules_for(url)
        if isinstance(rules, int):  # RFC 9309 §2.3.1.4: unreachable means disallowed
            detail = f"{_robots_of(url)} answered {rules}"
            raise RobotsRefusal(
                Reason.FETCH, f"{detail}; nothing is fetched there until it answers"
            )
        if not rules.can_fetch(url, USER_AGENT):
            raise RobotsRefusal(Reason.FETCH, f"robots.txt does not allow {url}")

    def delay(self, url: str) -> float:
        """The seconds that robots.txt wants between two requests to the URL's host."""
        rules = self._rules_for(url)
        if isinstance(rules, int):
            return 0.0
        return min(float(rules.crawl_delay(USER_AGENT) or 0.0), _LONGEST_DELAY)

    def sitemaps(self, url: str) -> list[str]:
        """The sitemaps that robots.txt names."""
        rules = self._rules_for(url)
        return [] if isinstance(rules, int) else [absolute(at, url) for at in rules.sitemaps]

    def _rules_for(self, url: str) -> Protego | int:
        file = _robots_of(url)
        rules = self._rules.get(file)
        if rules is None:
            with self._reading:
                rules = self._rules.get(file)  # another thread may have read it meanwhile
                if rules is None:
                    rules = self._rules[file] = self._read(file)
        return rules

    def _read(self, url: str) -> Protego | int:
        response = self._client.follow(url)
        if response.status >= 500:
            return response.status
        text = response.body if response.status == 200 else b""  # without one all is allowed
        return Protego.parse(_decoded(text))


def _decoded(text: bytes) -> str:
    """UTF-8 (RFC 9309 §2.2), unless a byte order mark says otherwise; without the mark, which
    would be taken for a part of the first line.

    >>> _decoded(b"\\xef\\xbb\\xbfUser-agent: *"), _decoded(b"\\xff\\xfeU\\0s\\0")
    ('User-agent: *', 'Us')
    """
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if text.startswith(mark):
            return text.removeprefix(mark).decode(encoding, "replace")
    return text.removeprefix(codecs.BOM_UTF8).decode("utf-8", "replace")


def _robots_of(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc, "/robots.txt", "", ""))


class Turns:
    """Says when a host may be asked next.

    Two requests are `delay` seconds apart, longer where robots.txt asks for it, and longer where
    the server takes longer to answer: it is asked as if one request were under way at a time.
    Without a delay slow servers get no pauses either, only what their robots.txt asks for.
    """

    def __init__(
        self, delay: float, robots: Robots | None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._delay = delay
        self._robots = robots
        self._now = now
        self._delays: dict[str, float] = {}  # by host, where the server is slow
        self._next: dict[str, float] = {}  # by host: when it may be asked
        self._lock = threading.Lock()

    def take(self, url: str) -> float:
        """The seconds to wait before a request; the next request comes after this one."""
        refuse_other_addresses(url)
        host = urlsplit(url).netloc
        wanted = self._robots.delay(url) if self._robots is not None else 0.0
        with self._lock:
            now = self._now()
            turn = max(now, self._next.get(host, now))
            self._next[host] = turn + max(wanted, self._delays.get(host, self._delay))
            return turn - now

    def answered(self, response: Response) -> None:
        """Adapt the pause to how long a server took; an error page is no sign of speed."""
        if not self._delay:
            return
        host = urlsplit(response.url).netloc
        with self._lock:
            before = self._delays.get(host, self._delay)
            mean = (before + response.latency) / 2  # slower at once, faster step by step
            after = max(self._delay, min(max(response.latency, mean), _LONGEST_DELAY))
            if response.status == 200 or after > before:
                self._delays[host] = after
