"""The watcher: what the command line and other programs call."""

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, Self

from sitesieve.watch.atom_feed import atom_feed
from sitesieve.watch.clock import Clock, SystemClock
from sitesieve.watch.deliveries import Deliveries, parse_command
from sitesieve.watch.differences import BlockChange
from sitesieve.watch.fetching import Fetcher, FetchOptions
from sitesieve.watch.filing import classifier
from sitesieve.watch.history import History
from sitesieve.watch.items import Items, WatchItem
from sitesieve.watch.leases import Lease, LeaseLost
from sitesieve.watch.pages import WatchedPages
from sitesieve.watch.state import State, default_path
from sitesieve.watch.tree_shelf import TreeShelf
from sitesieve.watch.visit import Visit, VisitReport, WatchRemoved
from sitesieve.watch.visit_analysis import Classify
from sitesieve.watch.watches import NewWatch, Watch, Watches, WatchKind, WatchSettings

_FEED = 100  # items of a feed, at most


@dataclass(frozen=True, slots=True)
class WatchStatus:
    """A watch with the numbers of its pages and items."""

    watch: Watch
    pages: int  # known
    seen: int  # of these
    items: int
    new: int  # of these, not shown to anybody yet
    undelivered: int  # items for which a command failed


@dataclass(slots=True)
class RunReport:
    """The result of a run: its visits, and the sites that another run was visiting."""

    visits: list[VisitReport] = field(default_factory=list)
    busy: dict[str, str] = field(default_factory=dict)  # site → the process that visits it
    items: list[WatchItem] = field(default_factory=list)
    delivered: int = 0
    undelivered: int = 0
    stopped: bool = False


class Watcher:
    """Watches pages, sections and sites.

        with Watcher("watch.sqlite") as watcher:
            watcher.add("https://a.example/news/", kind="section")
            for item in watcher.run().items:
                print(item.title)

    Parameters
    ----------
    state : the SQLite file that holds everything; by default in the user's data folder.
    fetch : how pages are fetched.
    clock : the time; with a `SimulatedClock` days pass at once.
    create : whether to create the state if there is none.
    """

    def __init__(
        self,
        state: Path | str | None = None,
        fetch: FetchOptions | None = None,
        clock: Clock | None = None,
        create: bool = True,
    ) -> None:
        self._state = State(default_path() if state is None else state, create)
        self._fetch = fetch or FetchOptions()
        self._clock = clock or SystemClock()
        self._watches = Watches(self._state)
        self._items = Items(self._state)
        self._history = History(self._state)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the state."""
        self._state.close()

    @property
    def clock(self) -> Clock:
        """The clock of this watcher."""
        return self._clock

    def add(
        self,
        url: str,
        kind: WatchKind = "page",
        every: float = 6 * 3600.0,
        name: str | None = None,
        **settings: Any,
    ) -> Watch:
        """Watch a page, a section or a site; settings are those of `WatchSettings`."""
        if settings.get("command"):
            parse_command(settings["command"])
        new = NewWatch(url, kind, every, name, WatchSettings(**settings))
        return self._watches.add(new, self._clock.now())

    def watch(self, name: str) -> Watch:
        """A watch by its name."""
        return self._watches.named(name)

    def watches(self) -> list[Watch]:
        """Every watch."""
        return self._watches.all()

    def status(self) -> list[WatchStatus]:
        """Every watch with the numbers of its pages and items."""
        counts, failed = self._items.counts(), Deliveries(self._state).failed()
        return [
            WatchStatus(
                watch,
                *WatchedPages(self._state, watch.id).counts(),
                *counts.get(watch.id, (0, 0)),
                failed.get(watch.id, 0),
            )
            for watch in self.watches()
        ]

    def remove(self, name: str) -> Watch:
        """Remove a watch with its pages and items."""
        watch = self._watches.remove(name)
        self._history.forget_unused()
        return watch

    def run(
        self,
        names: Sequence[str] = (),
        everything: bool = False,
        rules: Path | str | None = None,
        command: str | None = None,
        stopped: Callable[[], bool] = lambda: False,
        on_visit: Callable[[VisitReport], None] = lambda _: None,
    ) -> RunReport:
        """Visit the watches that are due, or with `everything` all; of these the named, if given.

        `rules` file the new items, `command` is run for each, `on_visit` is called after every
        visit, and `stopped` is called between pages: if it returns true, the run ends.
        """
        if command is not None:
            parse_command(command)
        chosen = list({self.watch(name).id: self.watch(name) for name in names}.values())
        chosen = chosen or self.watches()
        now = self._clock.now()
        due = [watch for watch in chosen if everything or watch.due <= now]
        shared = classifier(rules)
        classifiers = {
            path: classifier(path)
            for path in {watch.settings.rules for watch in due}
            if path is not None and rules is None
        }
        report = RunReport()
        fetcher = Fetcher(self._fetch, self._clock)
        ordered = sorted(due, key=lambda watch: watch.site)
        for site, watches in groupby(ordered, key=lambda watch: watch.site):
            lease = Lease(self._state, site)
            holder = lease.acquire()
            if holder is not None:
                report.busy[site] = holder
                continue
            try:
                for watch in watches:
                    if stopped():
                        break
                    classify = classifiers.get(watch.settings.rules or "", shared)
                    visit = self._visit(watch, fetcher, lease, classify, command, stopped)
                    if visit is None:
                        continue
                    report.visits.append(visit)
                    report.items += self._items.numbered((*visit.items, *visit.gone))
                    on_visit(visit)
                    if visit.wait is not None:  # the server asked for no more requests
                        self._watches.postpone(site, self._clock.now() + visit.wait)
                        break
            except LeaseLost:
                report.busy[site] = "another run"
            finally:
                lease.release()
        self._deliver(chosen, stopped, report)
        report.stopped = stopped()
        if not report.stopped:
            self._history.tidy(self._clock.now())
        return report

    def _visit(
        self,
        watch: Watch,
        fetcher: Fetcher,
        lease: Lease,
        classify: Classify,
        command: str | None,
        stopped: Callable[[], bool],
    ) -> VisitReport | None:
        """Visit a watch; None when it was removed meanwhile."""
        current = self._watches.numbered(watch.id)  # another run may have changed it
        if current is None:
            return None
        limits = self._fetch.limits
        with TreeShelf() as shelf, contextlib.suppress(WatchRemoved):
            visit = Visit(self._state, current, fetcher, self._clock, lease, shelf, limits)
            return visit.run(classify, command or current.settings.command, stopped)
        return None

    def _deliver(
        self, watches: Iterable[Watch], stopped: Callable[[], bool], report: RunReport
    ) -> None:
        """Run commands for new items, and again for those for which they failed before."""
        deliveries = Deliveries(self._state)
        for watch in watches:
            if not deliveries.waiting(watch.id):
                continue
            lease = Lease(self._state, watch.site)
            if lease.acquire() is not None:
                continue  # the other run does this too
            try:
                done, failed = deliveries.deliver(watch.id, lease.renew, stopped)
                report.delivered += done
                report.undelivered += failed
            except LeaseLost:
                pass  # the other run does the rest
            finally:
                lease.release()

    def new(self, names: Sequence[str] = (), since: float | None = None) -> list[WatchItem]:
        """The items that were not shown yet, or all since a time; oldest first."""
        among = self._numbers(names)
        return self._items.new(among) if since is None else self._items.since(since, among)

    def looked_at(self, items: Iterable[WatchItem]) -> None:
        """Note that items were shown: they are no longer new."""
        self._items.looked_at(items, self._clock.now())

    def item(self, number: int) -> WatchItem:
        """One item."""
        return self._items.item(number)

    def differences(self, number: int) -> list[BlockChange]:
        """The page of an item against the version before, block by block."""
        return self._items.differences(number)

    def feed(
        self,
        names: Sequence[str] = (),
        category: str | None = None,
        most: int = _FEED,
    ) -> bytes:
        """The last items as an Atom feed."""
        items = self._items.latest(most, self._numbers(names), category)
        return atom_feed(items, self._state.uuid, self._items.address_of, names, category)

    def _numbers(self, names: Sequence[str]) -> list[int] | None:
        return [self.watch(name).id for name in names] or None
