"""Watching in the studio: folders with what is new, an item with its change, filing by hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sitesieve.studio.desk import Desk
from sitesieve.watch.differences import BlockChange, edited_words
from sitesieve.watch.intervals import as_time
from sitesieve.watch.items import WatchItem
from sitesieve.watch.watcher import Watcher

_MOST = 200  # items of a list


@dataclass(frozen=True, slots=True)
class WatchLine:
    """A watch and its counts."""

    name: str
    url: str
    kind: str
    pages: int
    items: int
    new: int


@dataclass(frozen=True, slots=True)
class FolderLine:
    """A folder and its counts, those of the folders inside of it among them."""

    folder: str
    items: int
    new: int


@dataclass(frozen=True, slots=True)
class WatchingView:
    """All that is watched."""

    path: str
    watches: list[WatchLine]
    folders: list[FolderLine]


@dataclass(frozen=True, slots=True)
class ItemLine:
    """An item in a list."""

    number: int
    watch: str
    kind: str
    url: str
    title: str
    found: str
    new: bool
    folders: list[str]


@dataclass(frozen=True, slots=True)
class Run:
    """Words that are the same, added (+) or removed (-)."""

    change: str
    text: str


@dataclass(frozen=True, slots=True)
class ItemView:
    """An item with what changed on its page."""

    item: ItemLine
    note: str
    blocks: list[list[Run]]


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version of a page, and when it was found."""

    number: int
    found: str


@dataclass(frozen=True, slots=True)
class ItemFiling:
    """Folders that an item is put into, and taken out of."""

    into: list[str]
    out_of: list[str]


def watching_view(desk: Desk) -> WatchingView:
    """Watches, and folders with the number of new items in each."""
    with _watcher(desk) as watcher:
        watches = [
            WatchLine(s.watch.name, s.watch.url, s.watch.kind, s.pages, s.items, s.new)
            for s in watcher.status()
        ]
        folders = [FolderLine(s.folder, s.items.whole, s.new.whole) for s in watcher.folders()]
    return WatchingView(str(desk.watch_path), watches, folders)


def items(desk: Desk, folder: str | None, watch: str | None) -> list[ItemLine]:
    """The last items, of a folder and what is inside of it, or of a watch; the newest first.
    The folder without a name has the items that are in none."""
    with _watcher(desk) as watcher:
        names = () if watch is None else (watch,)
        latest = watcher.latest(_MOST, names, folder or None)
    wanted = latest if folder != "" else [item for item in latest if not item.categories]
    return [_line(item) for item in wanted]


def item_view(desk: Desk, number: int) -> ItemView:
    """An item, and the page before and after; looking at it makes it no longer new."""
    with _watcher(desk) as watcher:
        item = watcher.item(number)
        changes = watcher.differences(number)
        watcher.looked_at([item])
    # A block that is new and no news (an advert) stands among what is as before.
    news = set(item.added)
    blocks = [
        [Run("same", block.after)]
        if block.change == "added" and block.after not in news
        else _marked(block)
        for block in changes
    ]
    if not blocks:  # a new page: all of it is new
        blocks = [[Run("+", text)] for text in item.added]
    return ItemView(_line(item), item.note, blocks)


def versions(desk: Desk, number: int) -> list[VersionLine]:
    """The versions of the page of an item that are stored, the newest first."""
    with _watcher(desk) as watcher:
        stored = watcher.versions(number)
    return [VersionLine(one.number, as_time(one.at)) for one in reversed(stored)]


def between(desk: Desk, number: int, before: int, after: int) -> list[list[Run]]:
    """What differs between two versions of the page of an item."""
    with _watcher(desk) as watcher:
        return [_marked(block) for block in watcher.between(number, before, after)]


def _marked(block: BlockChange) -> list[Run]:
    return [Run(change, text) for change, text in edited_words(block.before, block.after)]


def file(desk: Desk, number: int, filing: ItemFiling) -> ItemView:
    """Put an item into folders by hand."""
    with _watcher(desk) as watcher:
        watcher.file([number], filing.into, filing.out_of)
    return item_view(desk, number)


def feed(desk: Desk, folder: str | None) -> bytes:
    """The last items as an Atom feed."""
    with _watcher(desk) as watcher:
        return watcher.feed((), folder)


def _line(item: WatchItem) -> ItemLine:
    return ItemLine(
        *(item.id, item.watch, item.kind, item.url, item.title, as_time(item.at)),
        not item.looked,
        list(item.categories),
    )


@contextmanager
def _watcher(desk: Desk) -> Iterator[Watcher]:
    """The watcher, opened for one request: its file belongs to one thread."""
    if desk.watch_path is None:
        raise ValueError("the studio was started without --watch FILE")
    with Watcher(Path(desk.watch_path), create=False) as watcher:
        yield watcher
