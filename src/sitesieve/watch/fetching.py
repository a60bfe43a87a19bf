"""One page after the other, politely, with the manners and the safety of `sources.web`.

Crawling has Scrapy, whose reactor starts once in a process and which wants an extra package.
A watch asks a site for a few pages now and then, one at a time, for days and weeks in one
process: plain requests do, and are easier to stop, to test and to keep within bounds.
"""

import email.utils
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from sitesieve.errors import PageError
from sitesieve.page.limits import Limits
from sitesieve.sources.items import ReadOptions
from sitesieve.sources.warc import HTML_TYPES
from sitesieve.sources.web import Response, Robots, fetch
from sitesieve.watch.clock import Clock

_LONGEST_WAIT = 60.0  # seconds between two requests, whatever robots.txt asks for
_LONGEST_RETRY = 30 * 86_400.0  # seconds that a server may ask us to stay away
_BUSY = (429, 503)
_MISSED = {404: 1, 410: 2}  # visits that it counts for: "gone" is meant as it is said


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """How pages are asked for."""

    allow_private: bool = False
    obey_robots: bool = True
    delay: float = 1.0  # seconds between two requests to a host; more if robots.txt asks for it
    limits: Limits = field(default_factory=Limits)


class NotFetched(Exception):
    """A page that could not be had; `wait` is how long the server wants to be left alone."""

    def __init__(self, problem: str, wait: float | None = None, missed: int = 0) -> None:
        super().__init__(problem)
        self.problem = problem
        self.wait = wait  # None: it did not say, and other pages can be asked for
        self.missed = missed  # the number of visits for which it counts that there is no page


class Fetcher:
    """Asks the servers of one run for pages."""

    def __init__(self, options: FetchOptions, clock: Clock) -> None:
        self._options = options
        self._clock = clock
        self._robots = Robots(
            ReadOptions(limits=options.limits, allow_private=options.allow_private)
        )
        self._asked: dict[str, float] = {}

    def get(self, url: str, conditions: Mapping[str, str]) -> Response | None:
        """The page at an address; None when it has not changed; `NotFetched` when there is none."""
        options = self._options
        try:
            self._wait(url)
            response = fetch(
                url,
                options.limits.bytes,
                options.limits.seconds,
                options.allow_private,
                self._robots.check if options.obey_robots else None,
                conditions,
            )
        except PageError as error:
            raise NotFetched(error.detail) from error
        finally:
            self._asked[urlsplit(url).netloc] = self._clock.now()
        if response.status == 304 and conditions:
            return None
        if response.status != 200:
            raise self._refusal(response)
        kind = response.headers.get_content_type()
        if "Content-Type" in response.headers and kind not in HTML_TYPES:
            raise NotFetched(f"not a web page but {kind}")
        return response

    def _refusal(self, response: Response) -> NotFetched:
        said = f"the server answered {response.status}"
        wait = self._retry_after(response.headers.get("Retry-After"))
        if response.status in _BUSY:
            return NotFetched(said, wait or 0.0)
        return NotFetched(said, wait, _MISSED.get(response.status, 0))

    def _retry_after(self, said: str | None) -> float | None:
        """Seconds, given as such or as a date (RFC 9110 §10.2.3)."""
        if said is None:
            return None
        if said.strip().isdecimal():
            return min(float(said.strip()[:10]), _LONGEST_RETRY)
        try:
            moment = email.utils.parsedate_to_datetime(said)
            return min(max(0.0, moment.timestamp() - self._clock.now()), _LONGEST_RETRY)
        except (ValueError, TypeError, OverflowError):
            return None

    def _wait(self, url: str) -> None:
        delay = self._options.delay
        if self._options.obey_robots:
            delay = max(delay, min(self._robots.delay(url), _LONGEST_WAIT))
        last = self._asked.get(urlsplit(url).netloc)
        if last is not None and (left := last + delay - self._clock.now()) > 0:
            self._clock.sleep(left)
