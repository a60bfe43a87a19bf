"""One visit to a watch: its pages are fetched, and when all have come, looked at together.

Fetched pages wait in the state, so a visit that is killed goes on where it was. What is
found is written in one transaction with the pages, the model and the next time: it is
reported once, or not yet.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from sitesieve.crawl.frontier import Lead
from sitesieve.crawl.page_leads import leads_of, may_follow
from sitesieve.crawl.scope import Admission
from sitesieve.errors import PageError
from sitesieve.page import Page
from sitesieve.page.addresses import normal_form
from sitesieve.page.limits import Limits
from sitesieve.sources.web import Response
from sitesieve.watch.clock import Clock
from sitesieve.watch.deliveries import Deliveries
from sitesieve.watch.fetching import Fetcher, NotFetched
from sitesieve.watch.leases import Lease
from sitesieve.watch.model_store import Models
from sitesieve.watch.pages import FRESH, OLD, SURFACED, Pages, Pending, Role, WatchedPage
from sitesieve.watch.removed_pages import report_gone
from sitesieve.watch.site_knowledge import ENOUGH
from sitesieve.watch.state import State
from sitesieve.watch.tree_shelf import Shelf
from sitesieve.watch.visit_analysis import File, Visit, look_at
from sitesieve.watch.watch_scope import max_depth, of_section, scope_of
from sitesieve.watch.watches import Watch

_COMPANIONS = 8  # other pages of its site that a page alone is compared with
_LONGEST_PAUSE = 7 * 86_400.0  # seconds to leave a failing watch alone, unless it is visited less
_MOST_DOUBLINGS = 10


@dataclass(slots=True)
class RoundReport:
    """What came of a visit."""

    watch: str
    fetched: int = 0
    unchanged: int = 0
    failed: int = 0
    items: list[int] = field(default_factory=list)  # what is new
    gone: list[int] = field(default_factory=list)  # items of pages that went
    odd: int = 0  # pages that were like others, to be seen again before they are believed
    wait: float | None = None  # seconds that the server wants to be left alone
    problem: str | None = None
    finished: bool = True


class WatchRemoved(Exception):
    """Somebody removed the watch while it was visited."""


class Round:
    """A visit to one watch."""

    def __init__(
        self,
        state: State,
        watch: Watch,
        fetcher: Fetcher,
        clock: Clock,
        lease: Lease,
        limits: Limits,
    ) -> None:
        self._state = state
        self._watch = watch
        self._fetcher = fetcher
        self._clock = clock
        self._lease = lease
        self._limits = limits
        self._pages = Pages(state, watch.id)
        self._shelf = Shelf()
        self._number = watch.round if watch.unfinished else watch.round + 1
        self._report = RoundReport(watch.name)

    def run(self, file: File, command: str | None, stopped: Callable[[], bool]) -> RoundReport:
        """Fetch what is to be fetched, look at it, and note what is new."""
        with self._shelf:
            return self._run(file, command, stopped)

    def _run(self, file: File, command: str | None, stopped: Callable[[], bool]) -> RoundReport:
        with self._state.transaction():
            self._sign_of_life()
            self._pages.mention(self._watch.url, "start", 0, OLD, self._clock.now())
            self._state.write(
                "UPDATE watch SET round = ?, unfinished = 1, due = min(due, ?) WHERE id = ?",
                *(self._number, self._clock.now(), self._watch.id),
            )
        complete = self._fetch_pages(stopped)
        if stopped():
            self._report.finished = False
            return self._report
        with self._state.transaction():
            self._sign_of_life()  # looking may take a while
        now, number = self._clock.now(), self._number
        visit = Visit(number, now, self._shelf, self._limits)
        looked = look_at(self._state, self._watch, visit, file)
        with self._state.transaction():
            self._sign_of_life()
            self._report.items = looked.write(self._state)
            self._report.gone = report_gone(self._state, self._watch, now)
            if command is not None:
                every = (*self._report.items, *self._report.gone)
                Deliveries(self._state).plan(every, command)
            self._plan_next(complete)
        self._report.odd = len(looked.odd)
        self._report.failed += looked.unusable
        self._report.finished = complete
        return self._report

    def _sign_of_life(self) -> None:
        """Make sure, inside a transaction, that there is still something to write to."""
        self._lease.renew()
        if self._state.row("SELECT 1 FROM watch WHERE id = ?", self._watch.id) is None:
            raise WatchRemoved(self._watch.name)

    def _fetch_pages(self, stopped: Callable[[], bool]) -> bool:
        """Ask for pages until there are no more, or enough; False when it has to go on later."""
        known = Models(self._state).pages(self._watch.site)
        companions = self._watch.kind == "page" and known < ENOUGH
        left = self._watch.settings.max_pages - self._pages.tried(self._number)
        while left > 0 and not stopped():
            page = self._pages.next(self._number, self._clock.now(), companions)
            if page is None:
                break
            try:
                response = self._fetcher.get(page.url, page.conditions)
                self._take(page, response, companions)
            except NotFetched as error:
                if not self._not_fetched(page, error):
                    return False
            except PageError as error:
                self._not_fetched(page, NotFetched(error.detail))
            if self._report.problem is not None:  # the start is not there: nor is the rest
                break
            left -= 1
        return True

    def _take(self, page: WatchedPage, response: Response | None, companions: bool) -> None:
        now = self._clock.now()
        if response is None:
            self._report.unchanged += 1
            with self._state.transaction():
                self._sign_of_life()
                self._pages.unchanged(page, self._number, now)
            return
        if page.role != "start" and normal_form(response.url) != normal_form(page.url):
            self._redirected(page, response.url)
            return
        charset = response.headers.get_content_charset()
        answer = Pending(page, now, response.url, charset)
        leads = self._leads(page, response, charset, companions)
        self._report.fetched += 1
        validators = {
            "etag": response.headers.get("ETag"),
            "last_modified": response.headers.get("Last-Modified"),
        }
        with self._state.transaction():
            self._sign_of_life()
            self._pages.fetched(answer, response.body, self._number, validators)
            role: Role = "companion" if self._watch.kind == "page" else "found"
            for lead in leads:
                self._pages.mention(lead.url, role, page.depth + 1, _freshness(page), now)

    def _redirected(self, page: WatchedPage, target: str) -> None:
        """Another address stands for the page: that one is to be looked at, if it belongs here."""
        scope = scope_of(self._watch, self._start_answered(), page.depth)
        now = self._clock.now()
        with self._state.transaction():
            self._sign_of_life()
            later = self._retry(page, 0.0)  # it may be for the time of a maintenance only
            self._pages.failed(page, self._number, f"redirects to {target}", later)
            if scope.belongs(target):
                self._pages.mention(target, page.role, page.depth, page.fresh, now)

    def _leads(
        self, page: WatchedPage, response: Response, charset: str | None, companions: bool
    ) -> Sequence[Lead]:
        """The pages of the watch that a page leads to."""
        depth = 1 if companions else max_depth(self._watch)
        if page.depth >= depth or page.role == "companion":
            return ()
        parsed = Page(response.url, response.body, charset=charset, limits=self._limits)
        self._shelf.put(page.id, parsed.tree)
        if not may_follow(parsed, response.headers.get("X-Robots-Tag") or ""):
            return ()
        answered = response.url if page.role == "start" else self._start_answered()
        scope = scope_of(self._watch, answered, depth)
        found, _ = leads_of(parsed, None)
        wanted = [
            lead
            for lead in found
            if scope.belongs(lead.url) and scope.judge(lead.url, page.depth + 1) is Admission.WANTED
        ]
        if self._watch.kind == "section":
            return of_section(wanted, response.url)
        return wanted if not companions else _nearest(wanted, response.url)

    def _start_answered(self) -> str | None:
        row = self._state.row(
            "SELECT answered FROM page WHERE watch = ? AND role = 'start'", self._watch.id
        )
        return row[0] if row else None

    def _not_fetched(self, page: WatchedPage, error: NotFetched) -> bool:
        """Note a failure; say whether other pages can be asked for."""
        self._report.failed += 1
        with self._state.transaction():
            self._sign_of_life()
            retry = self._retry(page, error.wait or 0.0)
            self._pages.failed(page, self._number, error.problem, retry, error.missed)
        if page.role == "start":
            self._report.problem = f"{page.url}: {error.problem}"
        elif error.wait is not None:
            self._report.problem = f"{page.url}: {error.problem}; the rest is for later"
        if error.wait is not None:
            self._report.wait = max(self._report.wait or 0.0, error.wait)
        return error.wait is None or page.role == "start"

    def _retry(self, page: WatchedPage, wait: float) -> float:
        """When to ask for a page again: on the next visit, then less and less often."""
        if page.role == "start" or (not page.failures and not wait):
            return 0.0
        pause = self._watch.every * 2.0 ** min(page.failures, _MOST_DOUBLINGS)
        return self._clock.now() + max(min(pause, 4 * _LONGEST_PAUSE), wait)

    def _plan_next(self, complete: bool) -> None:
        """Note when the watch is due again: later and later while it fails."""
        now, every = self._clock.now(), self._watch.every
        if self._report.problem is None:
            failures, due = 0, now + every
        else:
            failures = self._watch.failures + 1
            pause = every * 2 ** min(failures - 1, _MOST_DOUBLINGS)
            due = now + max(min(pause, max(_LONGEST_PAUSE, every)), self._report.wait or 0.0)
        self._state.write(
            "UPDATE watch SET due = ?, visited = ?, failures = ?, problem = ?, unfinished = ? "
            "WHERE id = ?",
            *(due, now, failures, self._report.problem, not complete, self._watch.id),
        )


def _freshness(page: WatchedPage) -> int:
    """Whether what a page leads to is new: where the page itself was known, its new links are."""
    if page.visited is None:
        return page.fresh
    return FRESH if page.announces or page.role == "start" else SURFACED


def _nearest(leads: Sequence[Lead], url: str) -> list[Lead]:
    """Some pages that are most likely made like the one at an address: of its folder first."""
    folder = urlsplit(url).path.rpartition("/")[0]
    ordered = sorted(leads, key=lambda lead: urlsplit(lead.url).path.rpartition("/")[0] != folder)
    return ordered[:_COMPANIONS]
