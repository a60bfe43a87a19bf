"""The spider: what to ask for, and what to make of each answer."""

import asyncio
import contextlib
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadTimeoutError,
    StopDownload,
)
from scrapy.http import Response
from scrapy.http.headers import Headers
from twisted.python.failure import Failure

from sitesieve.crawl.frontier import Lead, Result, Row
from sitesieve.crawl.http_headers import all_pairs, charset_of, is_page, length_of, text_of, type_of
from sitesieve.crawl.interrupting import GivenUp, release_queued
from sitesieve.crawl.outcome import Outcome
from sitesieve.crawl.page_leads import leads_of, may_follow
from sitesieve.crawl.previous_crawl import EarlierPage
from sitesieve.crawl.refusing import Refused
from sitesieve.crawl.resolving import PublicResolver
from sitesieve.crawl.sitemaps import read_sitemap
from sitesieve.crawl.state import CrawlState, failed
from sitesieve.crawl.warc_file import Exchange
from sitesieve.errors import OutputError, PageError, Reason
from sitesieve.page.addresses import absolute
from sitesieve.page.limits import Limits
from sitesieve.page.page import Page
from sitesieve.sources.http_body import decode_body
from sitesieve.sources.http_request import HEADERS, MOST_REDIRECTS, REDIRECTS, seconds_to_wait
from sitesieve.sources.web import Robots

_MOST_NESTED = 3  # sitemaps of sitemaps
_FOR_NOW = (408, 429, 500, 502, 503, 504, 522, 524)  # statuses that may be better later
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0  # seconds before another attempt


class SiteSpider(Spider):
    """Fetches what the state of the crawl hands out, and tells it what came of it."""

    name = "sitesieve"

    def __init__(self, state: CrawlState, robots: Robots, **more: Any) -> None:
        super().__init__(**more)
        self.state_of_crawl = state
        self.options = state.options
        self.robots = robots
        self.error: Exception | None = None  # the one that ended the crawl

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> "SiteSpider":
        """As Scrapy makes it."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.headers_received, signals.headers_received)
        crawler.signals.connect(spider.opened, signals.spider_opened)
        return spider

    def opened(self) -> None:
        """Look out for an interruption."""
        assert self.crawler.engine is not None
        self._look_out = asyncio.ensure_future(release_queued(self.crawler.engine))

    def closed(self, reason: str) -> None:  # noqa: ARG002
        """As Scrapy tells it that all is done."""
        self._look_out.cancel()

    async def start(self) -> Any:
        """Nothing by itself: the scheduler knows where to begin."""
        return
        yield

    def request(self, row: Row) -> Request:
        """The request for an address."""
        earlier = self.state_of_crawl.earlier
        before = earlier.page(row.url) if earlier is not None and row.kind == "page" else None
        return Request(
            row.url,
            headers=HEADERS | before.conditions if before is not None else HEADERS,
            callback=self.answered,
            errback=self.unanswered,
            dont_filter=True,
            meta={"row": row, "before": before, "download_timeout": self.options.max_seconds},
        )

    def headers_received(self, headers: Headers, body_length: int, request: Request) -> None:
        """Stop a download as soon as it is known to be of no use."""
        row: Row = request.meta["row"]
        wrong_type = row.kind == "page" and not is_page(headers)
        if wrong_type or length_of(headers, body_length) > self.options.max_bytes:
            raise StopDownload(fail=False)

    @property
    def is_stopping(self) -> bool:
        """Whether the crawl has been interrupted."""
        return self.crawler.engine is not None and not self.crawler.engine.running

    async def pause(self, seconds: float) -> None:
        """Wait, but not when the crawl is interrupted."""
        while seconds > 0 and not self.is_stopping:
            step = min(seconds, 0.2)
            await asyncio.sleep(step)
            seconds -= step

    async def answered(self, response: Response) -> None:
        """Take what a server sent."""
        row: Row = response.meta["row"]
        with self._noting(row):
            passing = response.status in _FOR_NOW
            if not (passing and await self._can_try_again(row, response)):
                self._take(row, response)

    async def unanswered(self, failure: Failure) -> None:
        """Take what kept a server from sending anything."""
        row: Row = failure.request.meta["row"]  # type: ignore[attr-defined]
        with self._noting(row):
            if isinstance(failure.value, GivenUp):
                self.state_of_crawl.try_again(row)
                return
            result = self._failure(row, failure.value)
            passing = result.outcome in (Outcome.UNREACHABLE, Outcome.TOO_SLOW)
            if not (passing and await self._can_try_again(row, None)):
                self.state_of_crawl.not_stored(row, result)

    @contextlib.contextmanager
    def _noting(self, row: Row) -> Iterator[None]:
        """What comes of an answer: a disk that is full ends the crawl, a defect does not. An error
        of the caller, who is told of it, ends it when the answer is safe."""
        try:
            try:
                yield
            except OutputError:
                raise
            except Exception as error:
                detail = f"{type(error).__name__}: {error}"
                self.state_of_crawl.not_stored(row, failed(Outcome.INTERNAL, detail))
        except OutputError as error:
            self._stop(error)
            return
        try:
            self.state_of_crawl.tell()
        except Exception as error:
            self._stop(error)

    def _stop(self, error: Exception) -> None:
        self.error = self.error or error
        asyncio.ensure_future(self.crawler.stop_async())  # noqa: RUF006

    def _take(self, row: Row, response: Response) -> None:
        state = self.state_of_crawl
        location = text_of(response.headers, "Location")
        if response.status in REDIRECTS and location:
            self._redirect(row, response, absolute(location, row.url).partition("#")[0])
        elif response.status == 304 and (before := response.meta["before"]) is not None:
            self._unchanged(row, response, before)
        elif not 200 <= response.status < 300:
            detail = f"the server answered {response.status}"
            state.not_stored(row, failed(Outcome.HTTP_ERROR, detail, response.status))
        elif length_of(response.headers, len(response.body)) > self.options.max_bytes:
            detail = f"more than {self.options.max_bytes:,} bytes"
            state.not_stored(row, failed(Outcome.TOO_LARGE, detail, response.status))
        elif row.kind == "sitemap":
            self._sitemap(row, response)
        elif not is_page(response.headers):
            detail = f"not a web page but {type_of(response.headers)}"
            state.not_stored(row, failed(Outcome.NOT_HTML, detail, response.status))
        else:
            self._page(row, response)

    def _page(self, row: Row, response: Response) -> None:
        found = self._usable(row, response, response.body, response.headers)
        if found is None:
            return
        result = Result(
            Outcome.FETCHED,
            status=response.status,
            etag=text_of(response.headers, "ETag"),
            last_modified=text_of(response.headers, "Last-Modified"),
            **found,
        )
        self.state_of_crawl.stored(row, _exchange(response), result)

    def _unchanged(self, row: Row, response: Response, before: EarlierPage) -> None:
        records = before.records
        found = self._usable(row, response, records.body, Headers(records.http_headers))
        if found is None:
            return
        result = Result(
            Outcome.UNCHANGED,
            status=response.status,
            etag=before.etag,
            last_modified=before.last_modified,
            **found,
        )
        self.state_of_crawl.unchanged(row, _exchange(response), result, before)

    def _usable(
        self, row: Row, response: Response, body: bytes, headers: Headers
    ) -> dict[str, Any] | None:
        """What is found on a page; None when it cannot be used, and then that is noted."""
        try:
            found = self._look_at(row, body, headers)
        except PageError as error:
            outcome = Outcome.NOT_HTML if error.reason is Reason.BINARY else Outcome.CORRUPT
            self.state_of_crawl.not_stored(row, failed(outcome, error.detail, response.status))
            return None
        if found is None:
            detail = f"more than {self.options.max_bytes:,} bytes when unpacked"
            self.state_of_crawl.not_stored(row, failed(Outcome.TOO_LARGE, detail, response.status))
        return found

    def _look_at(self, row: Row, body: bytes, headers: Headers) -> dict[str, Any] | None:
        """Canonical address, leads and texts of a page; None when it is too large unpacked."""
        limit = self.options.max_bytes
        data = decode_body(body, None, text_of(headers, "Content-Encoding"), limit)
        if len(data) > limit:
            return None
        limits = Limits(bytes=limit, seconds=self.options.max_seconds)
        page = Page(row.url, data, charset=charset_of(headers), limits=limits)
        try:
            canonical = page.tree.canonical
        except PageError as error:
            if error.reason is Reason.EMPTY:
                return {}
            raise
        leads: list[Lead] = []
        phrases: dict[int, int] = {}
        if not self.options.obey_robots or may_follow(page, text_of(headers, "X-Robots-Tag") or ""):
            leads, phrases = leads_of(page, self.state_of_crawl.promise)
            if canonical:
                leads.append(Lead(canonical.partition("#")[0], 0, least=1))
        return {"canonical": canonical, "leads": tuple(leads), "phrases": phrases}

    def _redirect(self, row: Row, response: Response, target: str) -> None:
        state = self.state_of_crawl
        if row.hops + 1 >= MOST_REDIRECTS or target == row.url:
            detail = f"redirected {row.hops + 1} times" if row.hops else "redirects to itself"
            state.not_stored(row, failed(Outcome.REDIRECT_LOOP, detail, response.status))
            return
        if row.depth == 0 and not state.scope.on_site(target):
            state.scope.admit(target)  # the site lives elsewhere now
        if state.is_same(row, target):
            state.moved(row, _exchange(response), target)
            return
        lead = Lead(target, 0, row.score, row.kind, row.hops + 1)
        result = Result(Outcome.REDIRECTED, status=response.status, redirect=target, leads=(lead,))
        state.stored(row, _exchange(response), result)

    def _sitemap(self, row: Row, response: Response) -> None:
        limit = self.options.max_bytes
        try:
            encoding = text_of(response.headers, "Content-Encoding")
            listed = read_sitemap(decode_body(response.body, None, encoding, limit), limit)
        except PageError as error:
            self.state_of_crawl.not_stored(row, failed(Outcome.CORRUPT, error.detail))
            return
        leads: Iterable[Lead] = (Lead(url, 0, least=1) for url in listed.addresses)
        if listed.are_sitemaps:
            hops = row.hops + 1
            addresses = listed.addresses if hops < _MOST_NESTED else ()
            leads = (Lead(url, 0, kind="sitemap", hops=hops, least=1) for url in addresses)
        result = Result(Outcome.SITEMAP, status=response.status, leads=tuple(leads))
        self.state_of_crawl.not_stored(row, result)

    def _failure(self, row: Row, error: BaseException | None) -> Result:
        if isinstance(error, Refused):
            return failed(error.outcome, error.detail)
        if isinstance(error, PageError):  # robots.txt could not be had
            return failed(Outcome.UNREACHABLE, error.detail)
        if isinstance(error, DownloadTimeoutError):
            return failed(Outcome.TOO_SLOW, f"more than {self.options.max_seconds:g} seconds")
        if isinstance(error, DownloadCancelledError):
            return failed(Outcome.TOO_LARGE, f"more than {self.options.max_bytes:,} bytes")
        host = urlsplit(row.url).hostname or ""
        if isinstance(error, CannotResolveHostError) and host in PublicResolver.refused:
            return failed(Outcome.PRIVATE, PublicResolver.refused[host])
        return failed(Outcome.UNREACHABLE, str(error) or type(error).__name__)

    async def _can_try_again(self, row: Row, response: Response | None) -> bool:
        """Wait, longer each time, and give the address back; False when it was tried enough."""
        if row.attempts >= self.options.retries:
            return False
        pause = _FIRST_PAUSE * 2**row.attempts
        wished = text_of(response.headers, "Retry-After") if response is not None else None
        await self.pause(min(max(pause, seconds_to_wait(wished) or 0.0), _LONGEST_PAUSE))
        row.attempts += 1
        self.state_of_crawl.try_again(row)
        return True


def _exchange(response: Response) -> Exchange:
    request = response.request
    assert request is not None
    return Exchange(
        response.url,
        all_pairs(request.headers),
        response.status,
        all_pairs(response.headers),
        response.body,
        str(response.ip_address) if response.ip_address else None,
    )
