"""Items: new pages, changes, redesigns and pages that are gone; and the commands run for them."""

import json
import os
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sitesieve.errors import InputError
from sitesieve.rules.cases import Case, make_case
from sitesieve.rules.folders import FolderCount, is_in, moved, rolled_up, with_parents
from sitesieve.watch.differences import BlockChange, differences
from sitesieve.watch.intervals import as_time
from sitesieve.watch.pages import History, PageVersion, packed, unpacked
from sitesieve.watch.state import State, decoding

ItemKind = Literal["new", "changed", "redesign", "gone"]
_LONGEST = 120.0  # seconds that a command may take for an item
_MESSAGE = 300  # characters of its standard error that are kept when a command fails
_COLUMNS = (
    "item.id, watch.name, item.kind, item.url, item.title, item.at, item.date, item.note, "
    "item.categories, item.added, item.looked"
)


@dataclass(frozen=True, slots=True)
class WatchItem:
    """A new page, a change of a page, a redesign of the site, or a page that is gone."""

    id: int
    watch: str
    kind: ItemKind
    url: str
    title: str
    at: float  # the time of the visit
    date: str | None  # the date of publication given on the page
    note: str
    categories: tuple[str, ...]
    added: tuple[str, ...]  # the blocks that are new
    looked: bool  # whether it was shown

    @property
    def text(self) -> str:
        return "\n\n".join(self.added) or self.note

    def to_dict(self) -> dict[str, Any]:
        """As plain data, as it is written to JSON Lines and given to commands."""
        return {
            "id": str(self.id),
            "watch": self.watch,
            "kind": self.kind,
            "url": self.url,
            "title": self.title,
            "found": as_time(self.at),
            "date": self.date,
            "categories": list(self.categories),
            "folders": list(with_parents(self.categories)),
            "text": self.text,
            "note": self.note,
            "added": list(self.added),
        }


@dataclass(frozen=True, slots=True)
class FolderStatus:
    """A folder and its items."""

    folder: str  # "" for the items in no folder
    items: FolderCount
    new: FolderCount  # of these, not shown to anybody yet


@dataclass(frozen=True, slots=True)
class NewItem:
    kind: ItemKind
    url: str
    title: str
    added: Sequence[str] = ()
    page: int | None = None
    date: str | None = None
    note: str = ""
    categories: Sequence[str] = ()
    before: Sequence[int] | None = None  # blocks of the version before
    after: Sequence[int] | None = None


class Items:
    def __init__(self, state: State) -> None:
        self._state = state
        self._history = History(state)

    def add(self, watch: int, item: NewItem, at: float) -> int:
        """Add an item; its number."""
        return self._state.insert(
            "item",
            **{"watch": watch, "page": item.page, "kind": item.kind, "url": item.url, "at": at},
            **{"title": item.title, "date": item.date, "note": item.note},
            categories=json.dumps(list(item.categories), ensure_ascii=False),
            added=packed(self._history.keep(item.added)),
            before=None if item.before is None else packed(item.before),
            after=None if item.after is None else packed(item.after),
        )

    def item(self, number: int) -> WatchItem:
        items = self._select("item.id = ?", (), number)
        if not items:
            raise InputError(f"no item {number}")
        return items[0]

    def new(self, watches: Sequence[int]) -> list[WatchItem]:
        """The items of some watches, or of all, that were not shown yet, oldest first."""
        return self._select("item.looked IS NULL", watches)

    def since(self, at: float, watches: Sequence[int]) -> list[WatchItem]:
        """The items since a time, oldest first."""
        return self._select("item.at >= ?", watches, at)

    def latest(self, most: int, watches: Sequence[int], category: str | None) -> list[WatchItem]:
        """The last items, the newest first."""
        last = "ORDER BY item.id DESC LIMIT ?"
        if category is None:
            return self._select("1", watches, most, order=last)
        same_or_inside = "value = ?1 OR substr(value, 1, length(?1) + 1) = ?1 || '/'"
        filed = f"EXISTS (SELECT 1 FROM json_each(item.categories) WHERE {same_or_inside})"
        return self._select(filed, watches, category, most, order=last)

    def looked_at(self, items: Iterable[WatchItem], now: float) -> None:
        """Note that items were shown."""
        with self._state.transaction():
            for item in items:
                self._state.write(
                    "UPDATE item SET looked = ? WHERE id = ? AND looked IS NULL", now, item.id
                )

    def differences(self, number: int) -> list[BlockChange]:
        """The page of an item against the version before, block by block."""
        row = self._state.row("SELECT before, after FROM item WHERE id = ?", number)
        if row is None:
            raise InputError(f"no item {number}")
        before = self._history.texts(unpacked(row[0]))
        return differences(before, self._history.texts(unpacked(row[1])))

    def versions(self, number: int) -> list[PageVersion]:
        """The versions that are stored of the page of an item, the oldest first."""
        page = self._page(number)
        return [] if page is None else self._history.versions(page)

    def between(self, number: int, before: int, after: int) -> list[BlockChange]:
        """What differs between two versions of the page of an item, block by block."""
        page = self._page(number)
        if page is None:
            raise InputError(f"the page of item {number} is no longer watched")
        texts = (self._history.texts_of(page, version) for version in (before, after))
        return differences(*texts)

    def _page(self, number: int) -> int | None:
        """The page that an item is about; None once it is no longer watched."""
        row = self._state.row("SELECT page FROM item WHERE id = ?", number)
        if row is None:
            raise InputError(f"no item {number}")
        return None if row[0] is None else int(row[0])

    def counts(self) -> dict[int, tuple[int, int]]:
        """For each watch, the number of items, and of those not shown yet."""
        rows = self._state.rows("SELECT watch, COUNT(*), SUM(looked IS NULL) FROM item GROUP BY 1")
        return {watch: (number, new) for watch, number, new in rows}

    def folders(self, watches: Sequence[int]) -> list[FolderStatus]:
        """The folders of the items of some watches, or of all; last, as "", those in none."""
        among = f"WHERE watch IN ({','.join(map(str, watches))})" if watches else ""
        rows = self._state.rows(f"SELECT categories, looked IS NULL FROM item {among}")
        with decoding():
            filings = [(_categories(stored) or ("",), new) for stored, new in rows]
        every = rolled_up(folders for folders, _ in filings)
        new = rolled_up(folders for folders, new in filings if new)
        none = FolderCount(0, 0)
        status = [FolderStatus(name, count, new.get(name, none)) for name, count in every.items()]
        return sorted(status, key=lambda one: not one.folder)

    def file(self, numbers: Iterable[int], into: Sequence[str], out_of: Sequence[str]) -> None:
        """Put items into folders and take them out of others, with what is inside of these."""
        with self._state.transaction():
            for number in numbers:
                filed = self.item(number).categories
                for folder in out_of:
                    if not any(is_in(name, folder) for name in filed):
                        raise InputError(f"item {number} is not in {folder}")
                stay = (n for n in filed if not any(is_in(n, folder) for folder in out_of))
                self._set_categories(number, sorted({*stay, *into}))

    def move_folder(self, old: str, new: str) -> int:
        """Rename a folder, with all that is inside of it; how many items were in it."""
        with self._state.transaction():
            rows = self._state.rows("SELECT id, categories FROM item")
            with decoding():
                filed = [(number, _categories(stored)) for number, stored in rows]
            inside = [(n, names) for n, names in filed if any(is_in(one, old) for one in names)]
            for number, names in inside:
                self._set_categories(number, moved(names, old, new))
        return len(inside)

    def _set_categories(self, number: int, categories: Iterable[str]) -> None:
        stored = json.dumps(list(categories), ensure_ascii=False)
        self._state.update("item", number, categories=stored)

    def _select(
        self, condition: str, watches: Sequence[int], *values: Any, order: str = "ORDER BY item.id"
    ) -> list[WatchItem]:
        among = f"AND item.watch IN ({','.join(map(str, watches))})" if watches else ""
        rows = self._state.rows(
            f"SELECT {_COLUMNS} FROM item JOIN watch ON watch.id = item.watch "
            f"WHERE {condition} {among} {order}",
            *values,
        )
        return [self._item(row) for row in rows]

    def _item(self, row: Sequence[Any]) -> WatchItem:
        values = list(row)
        with decoding():
            values[8] = _categories(row[8])
        values[9] = tuple(self._history.texts(unpacked(row[9])))  # added
        values[10] = row[10] is not None  # looked
        return WatchItem(*values)


def _categories(stored: str) -> tuple[str, ...]:
    return tuple(map(str, json.loads(stored)))


def items_as_cases(items: Iterable[WatchItem]) -> Iterator[Case]:
    """Items as cases for rules; redesigns and pages that are gone have no text to file."""
    for item in items:
        if item.kind in ("new", "changed"):
            yield make_case(item.url, item.title, item.text, str(item.id))


def parse_command(command: str) -> list[str]:
    """The program and arguments of a command line; `InputError` when it cannot be split."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InputError(f"the command {command!r} cannot be read: {error}") from error
    if not words:
        raise InputError("the command is empty")
    return words


def waiting_deliveries(state: State, watch: int) -> list[tuple[int, str]]:
    """The items of a watch for which commands are still to be run: item, command."""
    rows = state.rows(
        "SELECT item, command FROM delivery JOIN item ON item.id = delivery.item "
        "WHERE item.watch = ? ORDER BY item",
        watch,
    )
    return [(item, command) for item, command in rows]


def failed_deliveries(state: State) -> dict[int, int]:
    """For each watch, the number of items for which a command failed."""
    rows = state.rows(
        "SELECT item.watch, COUNT(*) FROM delivery JOIN item ON item.id = delivery.item "
        "WHERE tries > 0 GROUP BY 1"
    )
    return {watch: int(number) for watch, number in rows}


def deliver(
    state: State, watch: int, renew: Callable[[], None], stopped: Callable[[], bool]
) -> tuple[int, int]:
    """Run the commands for a watch; how often they succeeded, and how often not.

    `renew` is called before each, and raises when another run has taken over; when `stopped`
    returns true, the rest is left for the next run.
    """
    items, done, failed = Items(state), 0, 0
    for number, command in waiting_deliveries(state, watch):
        if stopped():
            break
        renew()
        problem = run_command(parse_command(command), items.item(number))
        if problem is None:
            done += 1
            state.write("DELETE FROM delivery WHERE item = ? AND command = ?", number, command)
        else:
            failed += 1
            state.write(
                "UPDATE delivery SET tries = tries + 1, problem = ? WHERE item = ? AND command = ?",
                *(problem, number, command),
            )
    return done, failed


def run_command(words: Sequence[str], item: WatchItem) -> str | None:
    """Run a command for an item; the problem, or None."""
    content = json.dumps(item.to_dict(), ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    try:
        # Files, not pipes: what the command leaves running in the background holds them open.
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
            given.write(content)
            given.seek(0)
            process = subprocess.run(
                words, stdin=given, stdout=subprocess.DEVNULL, stderr=said, timeout=_LONGEST,
                check=False,
            )  # fmt: skip
            said.seek(max(0, said.seek(0, os.SEEK_END) - 4 * _MESSAGE))
            message = said.read().decode("utf-8", "replace").strip()[-_MESSAGE:]
    except (OSError, ValueError) as error:
        return str(error)
    except subprocess.TimeoutExpired:
        return f"more than {_LONGEST:g} seconds"
    if process.returncode:
        return f"exit code {process.returncode}" + (f": {message}" if message else "")
    return None
