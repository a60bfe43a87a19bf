"""robots.txt (RFC 9309): what a host allows, and how long it wants to be left alone."""

import threading
from dataclasses import replace
from urllib.parse import urlsplit, urlunsplit

from protego import Protego

from sitesieve.errors import Reason
from sitesieve.fetch.client import Client
from sitesieve.fetch.errors import RobotsRefusal
from sitesieve.fetch.request import USER_AGENT
from sitesieve.page.addresses import absolute

_MOST_BYTES = 512_000  # RFC 9309 §2.5 asks for 500 KiB at least
_LONGEST_DELAY = 60.0  # seconds; no robots.txt can stop a crawl by asking for a day


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
            detail = (
                f"{_robots_of(url)} answered {rules}; nothing is fetched there until it answers"
            )
            raise RobotsRefusal(Reason.FETCH, detail)
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
        return Protego.parse(text.decode("utf-8", "replace"))


def _robots_of(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc, "/robots.txt", "", ""))
