"""Watches: pages, sections and sites that are visited again and again."""

import json
import re
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

from sitesieve.errors import InputError
from sitesieve.page.urls import host_of

WatchKind = Literal["page", "section", "site"]
KINDS: tuple[str, ...] = get_args(WatchKind)
_CLOCKS_DIFFER = 3_600.0  # seconds by which clocks may be apart, as those of two machines
NAME = re.compile(r"[^\s\x00-\x1f]{1,100}")


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """How a watch visits its pages, and what is done with new items.

    Parameters
    ----------
    max_pages : pages fetched in one visit, at most.
    depth : links from the start at most, for a watch of a site.
    numbers : whether a text in which only numbers changed is new.
    rules : a file of rules that sort new items into folders.
    command : a program that is started for each new item, which it gets as JSON.
    """

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
        if not isinstance(self.rules, str | None) or not isinstance(self.command, str | None):
            raise ValueError("rules and command must be texts")


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

    def due_at(self, now: float) -> float:
        """When it is to be visited. What was noted in the future, by a clock that was ahead then,
        does not count: it is to be visited now."""
        noted = self.added if self.visited is None else self.visited
        return now if noted > now + _CLOCKS_DIFFER else self.due

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def free_name(url: str, taken: set[str]) -> str:
    """A name for a watch: its host, and its path where it has one."""
    host = host_of(url).removeprefix("www.") or "page"
    path = re.sub(r"[^\w.-]+", "-", urlsplit(url).path).strip("-")
    base = f"{host}-{path}"[:80] if path else host
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    return name


def watch_of_row(row: tuple[Any, ...]) -> Watch:
    try:
        stored = json.loads(row[6])
        settings = WatchSettings(**{name: stored[name] for name in stored if name in _SETTINGS})
    except (ValueError, TypeError) as error:
        raise InputError(f"the settings of the watch {row[1]!r} are damaged: {error}") from error
    values = list(row)
    values[6], values[13] = settings, bool(row[13])  # unfinished
    return Watch(*values)


_SETTINGS = frozenset(asdict(WatchSettings()))
