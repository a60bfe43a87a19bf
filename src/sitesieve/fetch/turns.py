"""Pauses between two requests to one host."""

import threading
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from sitesieve.fetch.client import Response
from sitesieve.fetch.robots import Robots

_LONGEST_DELAY = 60.0  # seconds, however slow a server is


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
