"""What an answer means: a page, a redirect, a sitemap, or nothing that can be used."""

from collections.abc import Iterable
from dataclasses import replace
from email.message import Message

from sitesieve.crawl.frontier import Lead, Result, Row
from sitesieve.crawl.outcome import Outcome
from sitesieve.crawl.page_leads import leads_of, may_follow
from sitesieve.crawl.previous_crawl import EarlierPage
from sitesieve.crawl.sitemaps import read_sitemap
from sitesieve.crawl.state import CrawlState, failed
from sitesieve.errors import PageError, Reason
from sitesieve.fetching import Response
from sitesieve.fetching.body import decode_body
from sitesieve.fetching.request import MOST_REDIRECTS, REDIRECTS
from sitesieve.page.addresses import absolute, normal_form
from sitesieve.page.limits import Limits
from sitesieve.page.page import Page

_PAGE_TYPES = ("text/html", "application/xhtml+xml")
_MOST_NESTED = 3  # sitemaps of sitemaps


def is_wanted(kind: str, headers: Message, limit: int) -> bool:
    """Whether the body of an answer is of any use, by what its header says."""
    return (kind != "page" or _is_page(headers)) and _length_of(headers) <= limit


_OUTCOMES = {Reason.BINARY: Outcome.NOT_HTML, Reason.TOO_SLOW: Outcome.TOO_SLOW}


class Answers:
    """Takes the answers of servers, and tells the state of the crawl what came of each."""

    def __init__(self, state: CrawlState) -> None:
        self._state = state
        self._options = state.options

    def take(self, row: Row, response: Response, before: EarlierPage | None) -> None:
        """Archive and note what came of an address; `before` is the page as it was earlier."""
        state = self._state
        location = response.headers.get("Location")
        if response.status in REDIRECTS and location:
            self._redirect(row, response, absolute(location, row.url).partition("#")[0])
        elif response.status == 304 and before is not None:
            self._page(row, response, before)
        elif not 200 <= response.status < 300:
            detail = f"the server answered {response.status}"
            state.finish(row, failed(Outcome.HTTP_ERROR, detail, response.status))
        elif max(_length_of(response.headers), len(response.body)) > self._options.max_bytes:
            detail = f"more than {self._options.max_bytes:,} bytes"
            state.finish(row, failed(Outcome.TOO_LARGE, detail, response.status))
        elif row.kind == "sitemap":
            self._sitemap(row, response)
        elif not _is_page(response.headers):
            detail = f"not a web page but {response.headers.get_content_type()}"
            state.finish(row, failed(Outcome.NOT_HTML, detail, response.status))
        else:
            self._page(row, response)

    def _page(self, row: Row, response: Response, before: EarlierPage | None = None) -> None:
        """A page, or with `before` one that has not changed since it was stored."""
        if before is None:
            result = self._look_at(row, response.body, response.headers)
            etag, last_modified = map(response.headers.get, ("ETag", "Last-Modified"))
        else:
            result = self._look_at(row, before.records.body, before.records.http_headers)
            etag, last_modified = before.etag, before.last_modified
        result = replace(result, status=response.status)
        if result.outcome is not Outcome.FETCHED:
            self._state.finish(row, result)
            return
        outcome = Outcome.FETCHED if before is None else Outcome.UNCHANGED
        result = replace(result, outcome=outcome, etag=etag, last_modified=last_modified)
        self._state.stored(row, response, result, before)

    def _look_at(self, row: Row, body: bytes, headers: Message) -> Result:
        """What is found on a page, or why it cannot be used."""
        limit = self._options.max_bytes
        try:
            data = decode_body(body, None, headers.get("Content-Encoding"), limit)
            if len(data) > limit:
                return failed(Outcome.TOO_LARGE, f"more than {limit:,} bytes when unpacked")
            limits = Limits(bytes=limit, seconds=self._options.max_seconds)
            charset = headers.get_content_charset()
            page = Page(row.url, data, charset=charset, limits=limits)
            canonical = page.tree.canonical
        except PageError as error:
            if error.reason is Reason.EMPTY:
                return Result(Outcome.FETCHED)
            return failed(_OUTCOMES.get(error.reason, Outcome.CORRUPT), error.detail)
        leads: list[Lead] = []
        phrases: dict[int, int] = {}
        if not self._options.obey_robots or may_follow(page, headers.get("X-Robots-Tag", "")):
            leads, phrases = leads_of(page, self._state.promise)
            if canonical:
                leads.append(Lead(canonical.partition("#")[0], 0, least=1))
        return Result(Outcome.FETCHED, canonical=canonical, leads=tuple(leads), phrases=phrases)

    def _redirect(self, row: Row, response: Response, target: str) -> None:
        state = self._state
        if row.hops + 1 >= MOST_REDIRECTS or target == row.url:
            detail = f"redirected {row.hops + 1} times" if row.hops else "redirects to itself"
            state.finish(row, failed(Outcome.REDIRECT_LOOP, detail, response.status))
            return
        if row.depth == 0 and not state.scope.on_site(target):
            state.scope.admit(target)  # the site lives elsewhere now
        if normal_form(target) == row.key:  # another way to write the same address
            state.moved(row, response, target)
            return
        lead = Lead(target, 0, row.score, row.kind, row.hops + 1)
        result = Result(Outcome.REDIRECTED, status=response.status, redirect=target, leads=(lead,))
        state.stored(row, response, result)

    def _sitemap(self, row: Row, response: Response) -> None:
        limit = self._options.max_bytes
        try:
            encoding = response.headers.get("Content-Encoding")
            listed = read_sitemap(decode_body(response.body, None, encoding, limit), limit)
        except PageError as error:
            self._state.finish(row, failed(Outcome.CORRUPT, error.detail))
            return
        leads: Iterable[Lead] = (Lead(url, 0, least=1) for url in listed.addresses)
        if listed.are_sitemaps:
            hops = row.hops + 1
            addresses = listed.addresses if hops < _MOST_NESTED else ()
            leads = (Lead(url, 0, kind="sitemap", hops=hops, least=1) for url in addresses)
        result = Result(Outcome.SITEMAP, status=response.status, leads=tuple(leads))
        self._state.finish(row, result)


def _is_page(headers: Message) -> bool:
    """Whether it may be a web page: what says nothing may be one, too."""
    named = headers.get("Content-Type", "").strip()
    return not named or headers.get_content_type() in _PAGE_TYPES


def _length_of(headers: Message) -> int:
    """The length of a body, where it is announced."""
    announced = headers.get("Content-Length", "").strip()
    return int(announced) if announced.isdecimal() and len(announced) < 19 else 0
