"""What is not fetched though it is on the site: robots.txt, private addresses; and waiting."""

import asyncio
import ipaddress
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy.exceptions import IgnoreRequest

from sitesieve.crawl.interrupting import GivenUp, unless_stopped
from sitesieve.crawl.outcome import Outcome
from sitesieve.crawl.threads import in_thread
from sitesieve.errors import PageError
from sitesieve.sources.web import check_public

if TYPE_CHECKING:
    from typing import Self

    from scrapy import Request
    from scrapy.crawler import Crawler

    from sitesieve.crawl.spider import SiteSpider

_LONGEST_WAIT = 60.0  # seconds; no robots.txt can stop a crawl by asking for a day


class Refused(IgnoreRequest):
    """A request that is not made."""

    def __init__(self, outcome: Outcome, detail: str) -> None:
        super().__init__(detail)
        self.outcome = outcome
        self.detail = detail


class Gate:
    """Lets a request through when robots.txt and its address allow it, and when it is time."""

    def __init__(self, spider: "SiteSpider") -> None:
        self._spider = spider
        self._options = spider.options
        self._robots = spider.robots
        self._reading = asyncio.Lock()
        self._free_at: dict[str, float] = {}

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> "Self":
        """As Scrapy makes it."""
        spider: SiteSpider = crawler.spider  # type: ignore[assignment]
        return cls(spider)

    async def process_request(self, request: "Request") -> None:
        """Raise what says why a request is not made, or wait until it can be."""
        if not self._options.allow_private:
            _check_literal(urlsplit(request.url).hostname or "")
        if not self._options.obey_robots:
            return
        if not self._robots.knows(request.url):
            async with self._reading:  # in a thread: the file may be long in coming
                reading = in_thread(self._robots.delay, request.url)
                await unless_stopped(self._spider, asyncio.wrap_future(reading))
        try:
            self._robots.check(request.url)
        except PageError as error:
            raise Refused(Outcome.ROBOTS, error.detail) from error
        await self._wait(request.url)

    async def _wait(self, url: str) -> None:
        delay = min(self._robots.delay(url), _LONGEST_WAIT)
        if delay > self._options.delay:
            host = urlsplit(url).netloc
            now = time.monotonic()
            at = max(now, self._free_at.get(host, now))
            self._free_at[host] = at + delay
            await self._spider.pause(at - now)
            if self._spider.is_stopping:
                raise GivenUp


def _check_literal(host: str) -> None:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return  # a name: the resolver sees to it
    try:
        check_public(host)
    except PageError as error:
        raise Refused(Outcome.PRIVATE, error.detail) from error
