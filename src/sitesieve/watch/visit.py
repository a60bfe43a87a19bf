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
from sitesieve.crawl.scope import Admission, Scope
from sitesieve.errors import PageError
from sitesieve.fetching import Response
from sitesieve.page import Page
from sitesieve.page.addresses import normal_form
from sitesieve.page.limits import Limits
from sitesieve.watch.clock import Clock
from sitesieve.watch.fetching import Fetcher, NotFetched
from sitesieve.watch.intervals import as_time
from sitesieve.watch.items import Items, NewItem
from sitesieve.watch.pages import (
    FRESH,
    OLD,
    SURFACED,
    History,
    Role,
    WatchedPage,
    WatchedPages,
)
from sitesieve.watch.site_knowledge import ENOUGH
from sitesieve.watch.state import Lease, State
from sitesieve.watch.tree_shelf import TreeShelf
from sitesieve.watch.visit_analysis import Classify, VisitAnalysis
from sitesieve.watch.watches import Watch

_COMPANIONS = 8  # other pages of its site that a single page is compared with
_LONGEST_PAUSE = 7 * 86_400.0  # seconds between tries of a failing watch, or its interval if longer
_MOST_DOUBLINGS = 10
_MANY_GONE = 10  # pages of one visit, from which they are one item
_NAMED = 100  # addresses in such an item


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


@dataclass
class Visit:
    """A visit to one watch."""

    state: State
    watch: Watch
    fetcher: Fetcher
    clock: Clock
    lease: Lease
    limits: Limits
    classify: Classify
    command: str | None  # to be run for each new item
    stopped: Callable[[], bool]

    def __post_init__(self) -> None:
        self._pages = WatchedPages(self.state, self.watch.id)
        self._number = self.watch.visit if self.watch.unfinished else self.watch.visit + 1
        self._report = VisitReport(self.watch.name)

    def run(self) -> VisitReport:
        """Fetch the pages, analyse them, and write the new items."""
        with TreeShelf() as self._shelf:
            return self._run()

    def _run(self) -> VisitReport:
        with self._transaction():
            self._pages.add(self.watch.url, "start", 0, OLD, self.clock.now())
            self.state.write(
                "UPDATE watch SET round = ?, unfinished = 1, due = min(due, ?) WHERE id = ?",
                *(self._number, self.clock.now(), self.watch.id),
            )
        complete = self._fetch_pages()
        if self.stopped():
            self._report.finished = False
            return self._report
        with self._transaction():
            pass  # renews the lease: the analysis may take a while
        now = self.clock.now()
        analysis = VisitAnalysis(
            self.state, self.watch, self._number, now, self._shelf, self.limits, self.classify
        )
        analysis.run()
        with self._transaction():
            self._report.items = analysis.write()
            self._report.gone = self._report_gone(now)
            if self.command is not None:
                for number in (*self._report.items, *self._report.gone):
                    self.state.insert("delivery", item=number, command=self.command)
            self._plan_next(complete)
        self._report.odd = len(analysis.odd)
        self._report.failed += len(analysis.problems)
        self._report.finished = complete
        return self._report

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """A transaction that renews the lease first, and fails if the watch was removed."""
        with self.state.transaction():
            self.lease.renew()
            if self.state.row("SELECT 1 FROM watch WHERE id = ?", self.watch.id) is None:
                raise WatchRemoved(self.watch.name)
            yield

    def _fetch_pages(self) -> bool:
        """Fetch pages until there are no more, or enough; False when it has to be resumed later."""
        query = "SELECT pages FROM model WHERE site = ?"
        learned = self.state.value(query, self.watch.site) or 0
        companions = self.watch.kind == "page" and learned < ENOUGH
        left = self.watch.settings.max_pages - self._pages.tried(self._number)
        while left > 0 and not self.stopped():
            page = self._pages.next(self._number, self.clock.now(), companions)
            if page is None:
                break
            try:
                response = self.fetcher.get(page.url, page.conditions)
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
        now = self.clock.now()
        if response is None:
            self._report.unchanged += 1
            with self._transaction():
                self._pages.unchanged(page, self._number, now)
            return
        if page.role != "start" and normal_form(response.url) != normal_form(page.url):
            self._redirected(page, response.url)
            return
        leads = self._leads(page, response, companions)
        self._report.fetched += 1
        with self._transaction():
            self._pages.fetched(page, response, self._number, now)
            role: Role = "companion" if self.watch.kind == "page" else "found"
            for lead in leads:
                self._pages.add(lead.url, role, page.depth + 1, _freshness(page), now)

    def _redirected(self, page: WatchedPage, target: str) -> None:
        """Add the target of a redirect if it belongs to the watch; try the page again later."""
        scope = self._scope(page.depth)
        now = self.clock.now()
        with self._transaction():
            later = self._retry(page, 0.0)  # the redirect may be temporary
            self._pages.failed(page, self._number, f"redirects to {target}", later)
            if scope.belongs(target):
                self._pages.add(target, page.role, page.depth, page.fresh, now)

    def _leads(self, page: WatchedPage, response: Response, companions: bool) -> Sequence[Lead]:
        """The pages of the watch that a page links to."""
        by_kind = {"page": 0, "section": 1, "site": self.watch.settings.depth}
        depth = 1 if companions else by_kind[self.watch.kind]
        if page.depth >= depth or page.role == "companion":
            return ()
        charset = response.headers.get_content_charset()
        parsed = Page(response.url, response.body, charset=charset, limits=self.limits)
        self._shelf.put(page.id, parsed.tree)
        if not may_follow(parsed, response.headers.get("X-Robots-Tag") or ""):
            return ()
        scope = self._scope(depth, response.url if page.role == "start" else None)
        leads, _ = leads_of(parsed, None)
        wanted = [
            lead
            for lead in leads
            if scope.belongs(lead.url) and scope.judge(lead.url, page.depth + 1) is Admission.WANTED
        ]
        if self.watch.kind == "section":
            return _of_section(wanted, response.url)
        return wanted if not companions else _nearest(wanted, response.url)

    def _scope(self, depth: int, answered: str | None = None) -> Scope:
        """The scope of the watch; its start may have been answered from another address."""
        scope = Scope(self.watch.url, depth)
        query = "SELECT answered FROM page WHERE watch = ? AND role = 'start'"
        answered = answered or self.state.value(query, self.watch.id)
        if answered is not None:
            scope.admit(answered)
        return scope

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
        pause = self.watch.every * 2.0 ** min(page.failures, _MOST_DOUBLINGS)
        return self.clock.now() + max(min(pause, 4 * _LONGEST_PAUSE), wait)

    def _report_gone(self, now: float) -> list[int]:
        """Add an item for each page that is gone, or one for all where they are many."""
        watch, items = self.watch, Items(self.state)
        gone = self._pages.newly_gone()
        for page in gone:
            self._pages.reported_gone(page.id, now)
        if len(gone) >= _MANY_GONE:
            named = [*(page.url for page in gone[:_NAMED]), *(["…"] if len(gone) > _NAMED else [])]
            title = f"{len(gone):,} pages of {watch.site} are gone"
            return [
                items.add(watch.id, NewItem("gone", watch.url, title, note="\n".join(named)), now)
            ]
        numbers = []
        for page in gone:
            last = History(self.state).last(page.id)
            seen = (
                f"; it was last seen on {as_time(page.visited)}" if page.visited is not None else ""
            )
            note = f"The page is no longer there{seen}."
            title = page.title or page.url
            item = NewItem("gone", page.url, title, before=last, after=(), page=page.id, note=note)
            numbers.append(items.add(watch.id, item, now))
        return numbers

    def _plan_next(self, complete: bool) -> None:
        """Set when the watch is due again: later and later while it fails."""
        now, every = self.clock.now(), self.watch.every
        if self._report.problem is None:
            failures, due = 0, now + every
        else:
            failures = self.watch.failures + 1
            pause = every * 2 ** min(failures - 1, _MOST_DOUBLINGS)
            due = now + max(min(pause, max(_LONGEST_PAUSE, every)), self._report.wait or 0.0)
        values = {"due": due, "visited": now, "failures": failures, "unfinished": not complete}
        self.state.update("watch", self.watch.id, **values, problem=self._report.problem)


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


def folder_of(url: str) -> str:
    """The folder whose pages are a section.

    >>> folder_of("https://a.example/news/index.html"), folder_of("https://a.example/news")
    ('/news/', '/news/')
    """
    before, _, last = urlsplit(url).path.rpartition("/")
    return f"{before}/" if "." in last or not last else f"{before}/{last}/"


def _of_section(leads: list[Lead], url: str) -> list[Lead]:
    """The addresses below the folder of a section; all, where none is there."""
    folder = folder_of(url)
    below = [lead for lead in leads if urlsplit(lead.url).path.startswith(folder)]
    return below or leads
