"""The watcher: what people and programs talk to."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, Self

from sitesieve.watch.atom_feed import atom_feed
from sitesieve.watch.clock import Clock, SystemClock
from sitesieve.watch.deliveries import Deliveries, parsed
from sitesieve.watch.differences import BlockChange
from sitesieve.watch.fetching import Fetcher, FetchOptions
from sitesieve.watch.filing import FilingCabinet
from sitesieve.watch.history import History
from sitesieve.watch.items import Item, Items
from sitesieve.watch.leases import Lease, LeaseLost
from sitesieve.watch.pages import Pages
from sitesieve.watch.state import State, default_path
from sitesieve.watch.visit import Round, RoundReport, WatchRemoved
from sitesieve.watch.watches import NewWatch, Settings, Watch, Watches, WatchKind

_FEED = 100  # items, at most, of a feed


@dataclass(frozen=True, slots=True)
class WatchStatus:
    """A watch and how it is doing."""

    watch: Watch
    pages: int  # known
    seen: int  # of these
    items: int
    new: int  # of these, not shown to anybody yet
    undelivered: int  # items that a command failed for


@dataclass(slots=True)
class RunReport:
    """What came of a run: the visits made, and the sites that another run was at."""

    rounds: list[RoundReport] = field(default_factory=list)
    busy: dict[str, str] = field(default_factory=dict)  # site, and who is at it
    items: list[Item] = field(default_factory=list)
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
    state : the SQLite file that holds everything; by default in the person's data folder.
    fetch : how pages are asked for.
    clock : the time; a `SimulatedClock` lets days pass at once.
    create : whether to make the state if there is none.
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
        """The time that this watcher goes by."""
        return self._clock

    def add(
        self,
        url: str,
        kind: WatchKind = "page",
        every: float = 6 * 3600.0,
        name: str | None = None,
        **settings: Any,
    ) -> Watch:
        """Watch a page, a section or a site; settings are those of `Settings`."""
        if settings.get("command"):
            parsed(settings["command"])
        new = NewWatch(url, kind, every, name, Settings(**settings))
        return self._watches.add(new, self._clock.now())

    def watch(self, name: str) -> Watch:
        """A watch by its name."""
        return self._watches.named(name)

    def watches(self) -> list[Watch]:
        """Every watch."""
        return self._watches.all()

    def status(self) -> list[WatchStatus]:
        """Every watch and how it is doing."""
        counts, failed = self._items.counts(), Deliveries(self._state).failed()
        found = []
        for watch in self.watches():
            known, seen = Pages(self._state, watch.id).counts()
            items, new = counts.get(watch.id, (0, 0))
            found.append(WatchStatus(watch, known, seen, items, new, failed.get(watch.id, 0)))
        return found

    def remove(self, name: str) -> Watch:
        """Forget a watch and all that was found by it."""
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
        told: Callable[[RoundReport], None] = lambda _: None,
    ) -> RunReport:
        """Visit the watches that are due, or all; of these only the named, if some are.

        `rules` file what is found, `command` is run for it, `told` hears of every visit, and
        `stopped` is asked between pages whether to leave the rest for another time.
        """
        if command is not None:
            parsed(command)
        chosen = list({self.watch(name).id: self.watch(name) for name in names}.values())
        chosen = chosen or self.watches()
        now = self._clock.now()
        due = [watch for watch in chosen if everything or watch.due <= now]
        shared = FilingCabinet(rules)
        cabinets = {
            path: FilingCabinet(path)
            for path in {watch.settings.rules for watch in due}
            if path is not None and rules is None
        }
        report = RunReport()
        fetcher = Fetcher(self._fetch, self._clock)
        ordered = sorted(due, key=lambda watch: watch.site)
        for site, watches in groupby(ordered, key=lambda watch: watch.site):
            lease = Lease(self._state, site)
            holder = lease.taken_by()
            if holder is not None:
                report.busy[site] = holder
                continue
            try:
                for watch in watches:
                    if stopped():
                        break
                    cabinet = cabinets.get(watch.settings.rules or "", shared)
                    visit = self._visit(watch, fetcher, lease, cabinet, command, stopped)
                    if visit is None:
                        continue
                    report.rounds.append(visit)
                    report.items += self._items.numbered((*visit.items, *visit.gone))
                    told(visit)
                    if visit.wait is not None:  # the server wants to be left alone
                        self._watches.postpone(site, self._clock.now() + visit.wait)
                        break
            except LeaseLost:
                report.busy[site] = "another run"
            finally:
                lease.give_back()
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
        cabinet: FilingCabinet,
        command: str | None,
        stopped: Callable[[], bool],
    ) -> RoundReport | None:
        """Visit a watch; None when somebody removed it."""
        there = self._watches.numbered(watch.id)  # as it is now that nobody else is at it
        if there is None:
            return None
        visit = Round(self._state, there, fetcher, self._clock, lease, self._fetch.limits)
        try:
            return visit.run(cabinet.categories, command or there.settings.command, stopped)
        except WatchRemoved:
            return None

    def _deliver(
        self, watches: Iterable[Watch], stopped: Callable[[], bool], report: RunReport
    ) -> None:
        """Run commands for what is new, and again for what they failed for before."""
        deliveries = Deliveries(self._state)
        for watch in watches:
            if not deliveries.waiting(watch.id):
                continue
            lease = Lease(self._state, watch.site)
            if lease.taken_by() is not None:
                continue  # who has it does this too
            try:
                done, failed = deliveries.deliver(watch.id, lease.renew, stopped)
                report.delivered += done
                report.undelivered += failed
            except LeaseLost:
                pass  # the other run goes on with it
            finally:
                lease.give_back()

    def new(self, names: Sequence[str] = (), since: float | None = None) -> list[Item]:
        """What nobody was shown yet, or what was found since a time; oldest first."""
        among = self._numbers(names)
        return self._items.new(among) if since is None else self._items.since(since, among)

    def looked_at(self, items: Iterable[Item]) -> None:
        """Note that somebody was shown items: they are no longer new."""
        self._items.looked_at(items, self._clock.now())

    def item(self, number: int) -> Item:
        """One item."""
        return self._items.item(number)

    def differences(self, number: int) -> list[BlockChange]:
        """What an item changed, block by block, against the version before."""
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
