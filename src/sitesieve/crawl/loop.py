"""The loop of a crawl: addresses from the state, a few requests at a time, answers to the state.

Threads only fetch. What is known and stored is touched by the thread of the loop alone.
"""

import heapq
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import ParamSpec, TypeVar

from sitesieve.crawl.answers import Answers, is_wanted
from sitesieve.crawl.frontier import Row
from sitesieve.crawl.outcome import Outcome
from sitesieve.crawl.previous_crawl import EarlierPage
from sitesieve.crawl.state import CrawlState, failed
from sitesieve.errors import OutputError, PageError
from sitesieve.fetching import (
    Client,
    PrivateAddress,
    Response,
    Robots,
    RobotsRefusal,
    TooSlow,
    Turns,
)
from sitesieve.fetching.request import seconds_to_wait
from sitesieve.page.addresses import absolute

P = ParamSpec("P")
T = TypeVar("T")

_LOOK = 0.2  # seconds between two looks: a signal need not wake the thread that waits
_GRACE = 2.0  # seconds that requests under way have when the crawl is interrupted
_PASSING = (408, 429, 500, 502, 503, 504, 522, 524)  # statuses that may be better later
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0  # seconds before another attempt
_OUTCOMES = {
    PrivateAddress: Outcome.PRIVATE,
    RobotsRefusal: Outcome.ROBOTS,
    TooSlow: Outcome.TOO_SLOW,
}


def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
    """Begin something slow. Threads of an executor would keep the program from ending."""
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()  # whoever gives up waiting does not stop the work

    def do() -> None:
        try:
            future.set_result(work(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=do, daemon=True).start()
    return future


class Interrupted(Exception):
    """A request that was not made because the crawl was interrupted."""


class CrawlLoop:
    """Fetches what the state hands out until nothing is left, or until `stopping` is set."""

    def __init__(self, state: CrawlState, client: Client, stopping: threading.Event) -> None:
        self._state = state
        self._options = state.options
        self._client = client
        self._robots = Robots(client) if state.options.obey_robots else None
        self._turns = Turns(state.options.delay, self._robots)
        self._stopping = stopping
        self._answers = Answers(state)
        self._under_way: dict[Future[Response], tuple[Row, EarlierPage | None]] = {}
        self._resting: list[tuple[float, int, Row]] = []  # when each is to be tried again

    def run(self) -> bool:
        """Crawl; False when it was interrupted."""
        if self._state.frontier.is_new:
            sitemaps = in_thread(self._sitemaps)
            while not self._stopping.is_set() and not wait([sitemaps], _LOOK).done:
                pass
            if not sitemaps.done():
                return False
            self._state.begin(sitemaps.result())
        while self._begin_requests() and not self._stopping.is_set():
            self._take_answers()
        until = time.monotonic() + _GRACE
        while self._under_way and time.monotonic() < until:  # after an interruption
            self._take_answers()
        for _, _, row in self._resting:
            self._state.try_again(row)
        return not self._stopping.is_set()

    def _sitemaps(self) -> list[str]:
        """The sitemaps that robots.txt names, or the usual place."""
        url = self._options.url
        if not self._options.sitemaps:
            return []
        try:
            named = self._robots.sitemaps(url) if self._robots is not None else []
        except PageError:
            return []  # the first page will show what is wrong
        return named or [absolute("/sitemap.xml", url)]

    def _begin_requests(self) -> bool:
        """Ask for as many pages as may be at a time; False when there is nothing left to do."""
        while self._resting and self._resting[0][0] <= time.monotonic():
            self._state.try_again(heapq.heappop(self._resting)[-1])
        earlier = self._state.earlier
        while len(self._under_way) < self._options.concurrency:
            row = self._state.next()
            if row is None:
                break
            before = earlier.page(row.url) if earlier is not None and row.kind == "page" else None
            self._under_way[in_thread(self._fetch, row, before)] = (row, before)
        full = self._state.frontier.stored >= self._options.max_pages
        return bool(self._under_way) or (bool(self._resting) and not full)

    def _fetch(self, row: Row, before: EarlierPage | None) -> Response:
        """Make a request when it may be made and when it is its turn. Runs in a thread."""
        if self._robots is not None:
            self._robots.check(row.url)
        if self._stopping.wait(self._turns.take(row.url)):
            raise Interrupted
        response = self._client.get(
            row.url,
            before.conditions if before is not None else None,
            lambda headers: is_wanted(row.kind, headers, self._options.max_bytes),
        )
        self._turns.answered(response)
        return response

    def _take_answers(self) -> None:
        """Take the answers that have come, or wait for one a little while."""
        if not self._under_way:
            time.sleep(_LOOK)  # all that is left is to be tried again later
            return
        for future in wait(self._under_way, _LOOK, FIRST_COMPLETED).done:
            row, before = self._under_way.pop(future)
            try:
                self._take(row, before, future)
            except OutputError:  # a full disk ends the crawl
                raise
            except Exception as error:  # a defect does not
                detail = f"{type(error).__name__}: {error}"
                self._state.finish(row, failed(Outcome.INTERNAL, detail))
            self._state.told(self._state.frontier.stored, self._state.frontier.waiting)

    def _take(self, row: Row, before: EarlierPage | None, future: "Future[Response]") -> None:
        try:
            response = future.result()
        except Interrupted:
            self._state.try_again(row)
        except PageError as error:
            outcome = _OUTCOMES.get(type(error), Outcome.UNREACHABLE)
            passing = outcome in (Outcome.UNREACHABLE, Outcome.TOO_SLOW)
            if not (passing and self._can_rest(row, None)):
                self._state.finish(row, failed(outcome, error.detail))
        else:
            wish = seconds_to_wait(response.headers.get("Retry-After"))
            if not (response.status in _PASSING and self._can_rest(row, wish)):
                self._answers.take(row, response, before)

    def _can_rest(self, row: Row, wish: float | None) -> bool:
        """Let an address be tried again later; False when it was tried often enough."""
        if row.attempts >= self._options.retries:
            return False
        pause = min(max(_FIRST_PAUSE * 2**row.attempts, wish or 0.0), _LONGEST_PAUSE)
        row.attempts += 1
        heapq.heappush(self._resting, (time.monotonic() + pause, row.number, row))
        return True
