"""Items: new pages, changes, redesigns and pages that are gone."""

import json
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sitesieve.errors import InputError
from sitesieve.watch.differences import BlockChange, differences
from sitesieve.watch.history import History, packed, unpacked
from sitesieve.watch.intervals import as_time
from sitesieve.watch.state import State, decoding

ItemKind = Literal["new", "changed", "redesign", "gone"]
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
        """The new text."""
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
            "text": self.text,
            "note": self.note,
            "added": list(self.added),
        }


@dataclass(frozen=True, slots=True)
class NewItem:
    """An item to be added."""

    kind: ItemKind
    url: str
    title: str
    added: Sequence[str] = ()
    before: Sequence[int] | None = None  # blocks of the version before
    after: Sequence[int] | None = None
    page: int | None = None
    date: str | None = None
    note: str = ""
    categories: Sequence[str] = ()


class Items:
    """The items in a state file."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._history = History(state)

    def add(self, watch: int, item: NewItem, at: float) -> int:
        """Add an item; its number."""
        return self._state.write(
            "INSERT INTO item (watch, page, kind, url, title, at, date, note, categories, added, "
            "before, after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *(watch, item.page, item.kind, item.url, item.title, at, item.date, item.note),
            json.dumps(list(item.categories), ensure_ascii=False),
            packed(self._history.keep(item.added)),
            None if item.before is None else packed(item.before),
            None if item.after is None else packed(item.after),
        )

    def item(self, number: int) -> WatchItem:
        """One item."""
        items = self._select("WHERE item.id = ?", number)
        if not items:
            raise InputError(f"no item {number}")
        return items[0]

    def new(self, watches: Iterable[int] | None = None) -> list[WatchItem]:
        """The items that were not shown yet, oldest first."""
        return self._of("item.looked IS NULL", watches)

    def since(self, at: float, watches: Iterable[int] | None = None) -> list[WatchItem]:
        """The items since a time, oldest first."""
        return self._of("item.at >= ?", watches, at)

    def latest(
        self, most: int, watches: Iterable[int] | None = None, category: str | None = None
    ) -> list[WatchItem]:
        """The last items, the newest first."""
        last = "ORDER BY item.id DESC LIMIT ?"
        if category is None:
            return self._of("1", watches, most, order=last)
        filed = "EXISTS (SELECT 1 FROM json_each(item.categories) WHERE value = ?)"
        return self._of(filed, watches, category, most, order=last)

    def numbered(self, numbers: Sequence[int]) -> list[WatchItem]:
        """The items of some numbers, in their order."""
        return [self.item(number) for number in numbers]

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

    def counts(self) -> dict[int, tuple[int, int]]:
        """For each watch, the number of items, and of those not shown yet."""
        rows = self._state.rows("SELECT watch, COUNT(*), SUM(looked IS NULL) FROM item GROUP BY 1")
        return {watch: (number, new) for watch, number, new in rows}

    def address_of(self, item: WatchItem) -> str:
        """A globally unique URN for an item; the same whenever it is asked for."""
        return uuid.uuid5(self._state.uuid, f"item/{item.id}").urn

    def _of(
        self,
        condition: str,
        watches: Iterable[int] | None,
        *values: Any,
        order: str = "ORDER BY item.id",
    ) -> list[WatchItem]:
        among = ""
        if watches is not None:
            among = f"AND item.watch IN ({','.join(str(int(number)) for number in watches)})"
        return self._select(f"WHERE {condition} {among} {order}", *values)

    def _select(self, rest: str, *values: Any) -> list[WatchItem]:
        rows = self._state.rows(
            f"SELECT {_COLUMNS} FROM item JOIN watch ON watch.id = item.watch {rest}", *values
        )
        return [self._item(row) for row in rows]

    def _item(self, row: Sequence[Any]) -> WatchItem:
        values = list(row)
        with decoding():
            values[8] = tuple(map(str, json.loads(row[8])))  # categories
        values[9] = tuple(self._history.texts(unpacked(row[9])))  # added
        values[10] = row[10] is not None  # looked
        return WatchItem(*values)
