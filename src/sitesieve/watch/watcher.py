"""The watcher: what the command line and other programs call."""

import contextlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, Self

from sitesieve.crawl.scope import site_key
from sitesieve.errors import InputError
from sitesieve.fetching import check_url
from sitesieve.rules.cases import make_case
from sitesieve.rules.folders import folder_name, is_in
from sitesieve.rules.rule_base import category_names
from sitesieve.rules.rule_file import load_rules
from sitesieve.watch.atom_feed import atom_feed
from sitesieve.watch.clock import Clock
from sitesieve.watch.differences import BlockChange
from sitesieve.watch.fetching import Fetcher, FetchOptions
from sitesieve.watch.items import (
    FolderStatus,
    Items,
    WatchItem,
    deliver,
    failed_deliveries,
    parse_command,
    waiting_deliveries,
)
from sitesieve.watch.pages import History, PageVersion, WatchedPages
from sitesieve.watch.state import Lease, LeaseLost, State, default_path
from sitesieve.watch.visit import Visit, VisitReport, WatchRemoved
from sitesieve.watch.visit_analysis import Classify
from sitesieve.watch.watches import (
    KINDS,
    NAME,
    Watch,
    WatchKind,
    WatchSettings,
    free_name,
    watch_of_row,
)

_FEED = 100  # items of a feed, at most


@dataclass(frozen=True, slots=True)
class WatchStatus:
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
        self.clock = clock or Clock()
        self._items = Items(self._state)
        self._history = History(self._state)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._state.close()

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
        chosen = WatchSettings(**settings)
        check_url(url)
        for text in (url, name or "", *map(str, asdict(chosen).values())):
            if any("\ud800" <= letter <= "\udfff" for letter in text):
                raise InputError(f"{text!a} cannot be encoded as UTF-8")
        if kind not in KINDS:
            raise InputError(f"the kind of a watch is page, section or site, not {kind}")
        if not every > 0:
            raise InputError("the interval must be more than 0 seconds")
        if name is not None and not NAME.fullmatch(name):
            raise InputError(f"{name!r} is no name: use up to 100 characters without spaces")
        with self._state.transaction():
            taken = {row[0] for row in self._state.rows("SELECT name FROM watch")}
            if name in taken:
                raise InputError(f"there is a watch {name!r} already")
            same = self._state.row("SELECT name FROM watch WHERE url = ? AND kind = ?", url, kind)
            if same is not None:
                raise InputError(f"{url} is watched already, as {same[0]!r}")
            name = name or free_name(url, taken)
            now = self.clock.now()
            stored = {"settings": json.dumps(asdict(chosen)), "added": now, "due": now}
            row = {"name": name, "url": url, "site": site_key(url), "kind": kind, "every": every}
            self._state.insert("watch", **row, **stored)
        return self.watch(name)

    def watch(self, name: str) -> Watch:
        """The watch of a name, or of an address that only one watch has."""
        for column in ("name", "url"):
            rows = self._state.rows(f"SELECT * FROM watch WHERE {column} = ?", name)
            if len(rows) == 1:
                return watch_of_row(rows[0])
        names = [watch.name for watch in self.watches()]
        existing = f"there are {', '.join(names[:20])}" if names else "nothing is watched yet"
        raise InputError(f"no watch {name!r}; {existing}")

    def watches(self) -> list[Watch]:
        """Every watch, in the order in which they were added."""
        return [watch_of_row(row) for row in self._state.rows("SELECT * FROM watch ORDER BY id")]

    def status(self) -> list[WatchStatus]:
        """Every watch with the numbers of its pages and items."""
        counts, failed = self._items.counts(), failed_deliveries(self._state)
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
        watch = self.watch(name)
        with self._state.transaction():
            self._state.write("DELETE FROM watch WHERE id = ?", watch.id)
            others = self._state.row("SELECT 1 FROM watch WHERE site = ?", watch.site)
            if others is None:
                self._state.write("DELETE FROM model WHERE site = ?", watch.site)
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
        now = self.clock.now()
        due = [watch for watch in chosen if everything or watch.due_at(now) <= now]
        shared = _classifier(rules)
        classifiers = {
            path: _classifier(path)
            for path in {watch.settings.rules for watch in due}
            if path is not None and rules is None
        }
        report = RunReport()
        fetcher = Fetcher(self._fetch, self.clock)
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
                    report.items += map(self._items.item, (*visit.items, *visit.gone))
                    on_visit(visit)
                    if visit.wait is not None:  # the server asked for no more requests
                        until = self.clock.now() + visit.wait
                        later = "UPDATE watch SET due = max(due, ?) WHERE site = ?"
                        self._state.write(later, until, site)
                        break
            except LeaseLost:
                report.busy[site] = "another run"
            finally:
                lease.release()
        self._deliver(chosen, stopped, report)
        report.stopped = stopped()
        if not report.stopped:
            self._history.tidy(self.clock.now())
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
        row = self._state.row("SELECT * FROM watch WHERE id = ?", watch.id)
        if row is None:
            return None
        current = watch_of_row(row)  # another run may have changed it
        command = command or current.settings.command
        means = (fetcher, self.clock, lease, self._fetch.limits)
        with contextlib.suppress(WatchRemoved):
            return Visit(self._state, current, *means, classify, command, stopped).run()
        return None

    def _deliver(
        self, watches: Iterable[Watch], stopped: Callable[[], bool], report: RunReport
    ) -> None:
        """Run commands for new items, and again for those for which they failed before."""
        for watch in watches:
            if not waiting_deliveries(self._state, watch.id):
                continue
            lease = Lease(self._state, watch.site)
            if lease.acquire() is not None:
                continue  # the other run does this too
            try:
                done, failed = deliver(self._state, watch.id, lease.renew, stopped)
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

    def latest(
        self, most: int = _FEED, names: Sequence[str] = (), folder: str | None = None
    ) -> list[WatchItem]:
        """The last items, the newest first; of a folder and what is inside of it, if one is
        named."""
        return self._items.latest(most, self._numbers(names), folder)

    def looked_at(self, items: Iterable[WatchItem]) -> None:
        """Note that items were shown: they are no longer new."""
        self._items.looked_at(items, self.clock.now())

    def folders(self, names: Sequence[str] = ()) -> list[FolderStatus]:
        """The folders that items are in, with their numbers of items and of new ones."""
        return self._items.folders(self._numbers(names))

    def file(
        self, numbers: Iterable[int], into: Iterable[str] = (), out_of: Iterable[str] = ()
    ) -> None:
        """Put items into folders, and take them out of others and of what is inside of these."""
        self._items.file(numbers, category_names(into), category_names(out_of))

    def move_folder(self, folder: str, to: str) -> int:
        """Rename a folder of items, with all that is inside of it; how many items were in it."""
        old, new = folder_name(folder), folder_name(to)
        if is_in(new, old):
            raise InputError(f"{old!r} cannot be moved to {new!r}: that is the folder itself")
        count = self._items.move_folder(old, new)
        if not count:
            raise InputError(f"no item is in a folder {old!r}")
        return count

    def item(self, number: int) -> WatchItem:
        return self._items.item(number)

    def differences(self, number: int) -> list[BlockChange]:
        """The page of an item against the version before, block by block."""
        return self._items.differences(number)

    def versions(self, number: int) -> list[PageVersion]:
        """The versions that are stored of the page of an item, the oldest first."""
        return self._items.versions(number)

    def between(self, number: int, before: int, after: int) -> list[BlockChange]:
        """What differs between two of these versions, block by block."""
        return self._items.between(number, before, after)

    def feed(
        self, names: Sequence[str] = (), category: str | None = None, most: int = _FEED
    ) -> bytes:
        """The last items as an Atom feed."""
        items = self._items.latest(most, self._numbers(names), category)
        return atom_feed(items, self._state.uuid, names, category)

    def _numbers(self, names: Sequence[str]) -> list[int]:
        return [self.watch(name).id for name in names]


def _classifier(path: Path | str | None) -> Classify:
    """A function that files by the rules of a file; without a file, in no category."""
    if path is None:
        return lambda *_: ()
    rules = load_rules(path)
    return lambda url, title, text: rules.classify(make_case(url, title, text)).categories
