"""One visit to a watch: all of its pages are fetched, then analysed together.

Fetched pages are stored in the state, so a visit that is killed is resumed where it was. New items
are written in one transaction with the pages, the model and the time of the next visit, so that
each is reported exactly once.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from sitesieve.crawl.frontier import Lead
from sitesieve.crawl.page_leads import leads_of, may_follow
from sitesieve.crawl.scope import Admission
from sitesieve.errors import PageError
from sitesieve.fetch import Response
from sitesieve.page import Page
from sitesieve.page.addresses import normal_form
from sitesieve.page.limits import Limits
from sitesieve.watch.clock import Clock
from sitesieve.watch.deliveries import Deliveries
from sitesieve.watch.fetching import Fetcher, NotFetched
from sitesieve.watch.leases import Lease
from sitesieve.watch.pages import FRESH, OLD, SURFACED, Pending, Role, WatchedPage, WatchedPages
from sitesieve.watch.removed_pages import report_gone
from sitesieve.watch.site_knowledge import ENOUGH, KnowledgeStore
from sitesieve.watch.state import State
from sitesieve.watch.tree_shelf import TreeShelf
from sitesieve.watch.visit_analysis import Classify, VisitContext, analyse
from sitesieve.watch.watch_scope import max_depth, of_section, scope_of
from sitesieve.watch.watches import Watch

_COMPANIONS = 8  # other pages of its site that a single page is compared with
_LONGEST_PAUSE = 7 * 86_400.0  # seconds between tries of a failing watch, or its interval if longer
_MOST_DOUBLINGS = 10


@dataclass(slots=True)
class VisitReport:
    """The result of a visit."""

    watch: str
    fetched: int = 0
    unchanged: int = 0
    failed: int = 0
    items: list[int] = field(default_factory=list)  # new pages, changes, redesigns
    gone: list[int] = field(default_factory=list)  # items of pages that are gone
    odd: int = 0  # pages that had lost their text, ignored until the next visit
    wait: float | None = None  # seconds for which the server asked for no more requests
    problem: str | None = None
    finished: bool = True


class WatchRemoved(Exception):
    """Somebody removed the watch while it was visited."""


class Visit:
    """A visit to one watch."""

    def __init__(
        self,
        state: State,
        watch: Watch,
        fetcher: Fetcher,
        clock: Clock,
        lease: Lease,
        shelf: TreeShelf,
        limits: Limits,
    ) -> None:
        self._state = state
        self._watch = watch
        self._fetcher = fetcher
        self._clock = clock
        self._lease = lease
        self._shelf = shelf
        self._limits = limits
        self._pages = WatchedPages(state, watch.id)
        self._number = watch.visit if watch.unfinished else watch.visit + 1
        self._report = VisitReport(watch.name)

    def run(
        self, classify: Classify, command: str | None, stopped: Callable[[], bool]
    ) -> VisitReport:
        """Fetch the pages, analyse them, and write the new items."""
        with self._transaction():
            self._pages.add(self._watch.url, "start", 0, OLD, self._clock.now())
            self._state.write(
                "UPDATE watch SET round = ?, unfinished = 1, due = min(due, ?) WHERE id = ?",
                *(self._number, self._clock.now(), self._watch.id),
            )
        complete = self._fetch_pages(stopped)
        if stopped():
            self._report.finished = False
            return self._report
        with self._transaction():
            pass  # renews the lease: the analysis may take a while
        now = self._clock.now()
        visit = VisitContext(self._number, now, self._shelf, self._limits)
        analysis = analyse(self._state, self._watch, visit, classify)
        with self._transaction():
            self._report.items = analysis.write(self._state)
            self._report.gone = report_gone(self._state, self._watch, now)
            if command is not None:
                every = (*self._report.items, *self._report.gone)
                Deliveries(self._state).plan(every, command)
            self._plan_next(complete)
        self._report.odd = len(analysis.odd)
        self._report.failed += len(analysis.problems)
        self._report.finished = complete
        return self._report

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """A transaction that renews the lease first, and fails if the watch was removed."""
        with self._state.transaction():
            self._lease.renew()
            if self._state.row("SELECT 1 FROM watch WHERE id = ?", self._watch.id) is None:
                raise WatchRemoved(self._watch.name)
            yield

    def _fetch_pages(self, stopped: Callable[[], bool]) -> bool:
        """Fetch pages until there are no more, or enough; False when it has to be resumed later."""
        learned = KnowledgeStore(self._state).pages(self._watch.site)
        companions = self._watch.kind == "page" and learned < ENOUGH
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
            if self._report.problem is not None:  # without the start nothing else is fetched
                break
            left -= 1
        return True

    def _take(self, page: WatchedPage, response: Response | None, companions: bool) -> None:
        now = self._clock.now()
        if response is None:
            self._report.unchanged += 1
            with self._transaction():
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
        with self._transaction():
            self._pages.fetched(answer, response.body, self._number, validators)
            role: Role = "companion" if self._watch.kind == "page" else "found"
            for lead in leads:
                self._pages.add(lead.url, role, page.depth + 1, _freshness(page), now)

    def _redirected(self, page: WatchedPage, target: str) -> None:
        """Add the target of a redirect if it belongs to the watch; try the page again later."""
        scope = scope_of(self._watch, self._start_answered(), page.depth)
        now = self._clock.now()
        with self._transaction():
            later = self._retry(page, 0.0)  # the redirect may be temporary
            self._pages.failed(page, self._number, f"redirects to {target}", later)
            if scope.belongs(target):
                self._pages.add(target, page.role, page.depth, page.fresh, now)

    def _leads(
        self, page: WatchedPage, response: Response, charset: str | None, companions: bool
    ) -> Sequence[Lead]:
        """The pages of the watch that a page links to."""
        depth = 1 if companions else max_depth(self._watch)
        if page.depth >= depth or page.role == "companion":
            return ()
        parsed = Page(response.url, response.body, charset=charset, limits=self._limits)
        self._shelf.put(page.id, parsed.tree)
        if not may_follow(parsed, response.headers.get("X-Robots-Tag") or ""):
            return ()
        answered = response.url if page.role == "start" else self._start_answered()
        scope = scope_of(self._watch, answered, depth)
        leads, _ = leads_of(parsed, None)
        wanted = [
            lead
            for lead in leads
            if scope.belongs(lead.url) and scope.judge(lead.url, page.depth + 1) is Admission.WANTED
        ]
        if self._watch.kind == "section":
            return of_section(wanted, response.url)
        return wanted if not companions else _nearest(wanted, response.url)

    def _start_answered(self) -> str | None:
        query = "SELECT answered FROM page WHERE watch = ? AND role = 'start'"
        address: str | None = self._state.value(query, self._watch.id)
        return address

    def _not_fetched(self, page: WatchedPage, error: NotFetched) -> bool:
        """Note a failure; whether other pages can be fetched."""
        self._report.failed += 1
        with self._transaction():
            retry = self._retry(page, error.wait or 0.0)
            self._pages.failed(page, self._number, error.problem, retry, error.missed)
        if page.role == "start":
            self._report.problem = f"{page.url}: {error.problem}"
        elif error.wait is not None:
            self._report.problem = f"{page.url}: {error.problem}; the other pages are fetched later"
        if error.wait is not None:
            self._report.wait = max(self._report.wait or 0.0, error.wait)
        return error.wait is None or page.role == "start"

    def _retry(self, page: WatchedPage, wait: float) -> float:
        """When to fetch a page again: on the next visit, then less and less often."""
        if page.role == "start" or (not page.failures and not wait):
            return 0.0
        pause = self._watch.every * 2.0 ** min(page.failures, _MOST_DOUBLINGS)
        return self._clock.now() + max(min(pause, 4 * _LONGEST_PAUSE), wait)

    def _plan_next(self, complete: bool) -> None:
        """Set when the watch is due again: later and later while it fails."""
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
    """Whether the new links of a page lead to new pages: they do if it was seen before."""
    if page.visited is None:
        return page.fresh
    return FRESH if page.announces or page.role == "start" else SURFACED


def _nearest(leads: Sequence[Lead], url: str) -> list[Lead]:
    """Some pages that most likely share the template of an address: those of its folder first."""
    folder = urlsplit(url).path.rpartition("/")[0]
    ordered = sorted(leads, key=lambda lead: urlsplit(lead.url).path.rpartition("/")[0] != folder)
    return ordered[:_COMPANIONS]
