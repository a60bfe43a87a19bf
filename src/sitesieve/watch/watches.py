"""Watches: pages, sections and sites that are visited again and again."""

import json
import re
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

from sitesieve.errors import InputError
from sitesieve.fetch import check_url
from sitesieve.page.urls import host_of, site_of
from sitesieve.watch.state import State

WatchKind = Literal["page", "section", "site"]
KINDS: tuple[str, ...] = get_args(WatchKind)
_NAME = re.compile(r"[^\s\x00-\x1f]{1,100}")
_COLUMNS = (
    "id, name, url, site, kind, every, settings, added, due, visited, failures, problem, round, "
    "unfinished, generation"
)
_USUAL_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """The settings of one watch."""

    max_pages: int = 200  # fetched in one visit
    depth: int = 3  # links from the start, for a site
    numbers: bool = False  # whether a change of numbers counts
    rules: str | None = None  # a file of rules that file new items
    command: str | None = None  # to be run for each new item

    def __post_init__(self) -> None:
        if self.max_pages < 1:
            raise ValueError("max_pages must be 1 or more")
        if self.depth < 0:
            raise ValueError("depth must be 0 or more")


@dataclass(frozen=True, slots=True)
class Watch:
    """A page, a section or a site that is visited again and again."""

    id: int
    name: str
    url: str
    site: str
    kind: WatchKind
    every: float  # seconds
    settings: WatchSettings
    added: float
    due: float
    visited: float | None
    failures: int  # visits in a row that failed
    problem: str | None
    visit: int  # number of the visit under way, or of the last one; column `round`
    unfinished: bool
    generation: int  # of the design of its site

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class NewWatch:
    """A watch to be added."""

    url: str
    kind: WatchKind = "page"
    every: float = 6 * 3600.0
    name: str | None = None
    settings: WatchSettings = field(default_factory=WatchSettings)

    def __post_init__(self) -> None:
        check_url(self.url)
        for text in (self.url, self.name or "", *map(str, asdict(self.settings).values())):
            if any("\ud800" <= letter <= "\udfff" for letter in text):
                raise InputError(f"{text!a} cannot be encoded as UTF-8")
        if self.kind not in KINDS:
            raise InputError(f"the kind of a watch is page, section or site, not {self.kind}")
        if not self.every > 0:
            raise InputError("the interval must be more than 0 seconds")
        if self.name is not None and not _NAME.fullmatch(self.name):
            raise InputError(f"{self.name!r} is no name: use up to 100 characters without spaces")


def site_key(url: str) -> str:
    """The site of an address, with the port where it is not the usual one.

    >>> site_key("https://news.a.example/x"), site_key("http://127.0.0.1:8080/")
    ('a.example', '127.0.0.1:8080')
    """
    parts = urlsplit(url)
    usual = parts.port in (None, _USUAL_PORTS.get(parts.scheme))
    return site_of(url) if usual else f"{site_of(url)}:{parts.port}"


class Watches:
    """The watches in a state file."""

    def __init__(self, state: State) -> None:
        self._state = state

    def all(self) -> list[Watch]:
        """Every watch, in the order in which they were added."""
        rows = self._state.rows(f"SELECT {_COLUMNS} FROM watch ORDER BY id")
        return [_watch(row) for row in rows]

    def named(self, name: str) -> Watch:
        """The watch of a name, or of an address that only one watch has."""
        for column in ("name", "url"):
            rows = self._state.rows(f"SELECT {_COLUMNS} FROM watch WHERE {column} = ?", name)
            if len(rows) == 1:
                return _watch(rows[0])
        names = [watch.name for watch in self.all()]
        existing = f"there are {', '.join(names[:20])}" if names else "nothing is watched yet"
        raise InputError(f"no watch {name!r}; {existing}")

    def numbered(self, number: int) -> Watch | None:
        """The watch of a number, if it is still there."""
        row = self._state.row(f"SELECT {_COLUMNS} FROM watch WHERE id = ?", number)
        return None if row is None else _watch(row)

    def postpone(self, site: str, until: float) -> None:
        """Visit no watch of a site before a time."""
        self._state.write("UPDATE watch SET due = max(due, ?) WHERE site = ?", until, site)

    def add(self, new: NewWatch, now: float) -> Watch:
        """Add a watch; it is due at once."""
        with self._state.transaction():
            taken = {row[0] for row in self._state.rows("SELECT name FROM watch")}
            if new.name is not None and new.name in taken:
                raise InputError(f"there is a watch {new.name!r} already")
            same = self._state.row(
                "SELECT name FROM watch WHERE url = ? AND kind = ?", new.url, new.kind
            )
            if same is not None:
                raise InputError(f"{new.url} is watched already, as {same[0]!r}")
            name = new.name or _free_name(new.url, taken)
            self._state.write(
                "INSERT INTO watch (name, url, site, kind, every, settings, added, due) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                *(name, new.url, site_key(new.url), new.kind, new.every),
                *(json.dumps(asdict(new.settings)), now, now),
            )
        return self.named(name)

    def remove(self, name: str) -> Watch:
        """Remove a watch with its pages and items."""
        watch = self.named(name)
        with self._state.transaction():
            self._state.write("DELETE FROM watch WHERE id = ?", watch.id)
            others = self._state.row("SELECT 1 FROM watch WHERE site = ?", watch.site)
            if others is None:
                self._state.write("DELETE FROM model WHERE site = ?", watch.site)
        return watch


def _free_name(url: str, taken: set[str]) -> str:
    """A name for a watch: its host, and its path where it has one."""
    host = host_of(url).removeprefix("www.") or "page"
    path = re.sub(r"[^\w.-]+", "-", urlsplit(url).path).strip("-")
    base = f"{host}-{path}"[:80] if path else host
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    return name


def _watch(row: tuple[Any, ...]) -> Watch:
    try:
        stored = json.loads(row[6])
        settings = WatchSettings(**{name: stored[name] for name in stored if name in _SETTINGS})
    except (ValueError, TypeError) as error:
        raise InputError(f"the settings of the watch {row[1]!r} are damaged: {error}") from error
    values = list(row)
    values[6], values[13] = settings, bool(row[13])  # unfinished
    return Watch(*values)


_SETTINGS = frozenset(asdict(WatchSettings()))
