"""What a crawl knows of every address: to be fetched, or what came of it. Kept in SQLite.

One transaction stores what came of a page together with the addresses found on it and
the length of the archive, so a crawl that is killed goes on exactly where it was.
"""

import contextlib
import heapq
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from sitesieve.crawl.outcome import STORED, Outcome
from sitesieve.crawl.warc_file import Place
from sitesieve.errors import InputError, OutputError
from sitesieve.page.addresses import normal_form

FORMAT = "sitesieve-crawl-1"
Kind = Literal["page", "sitemap"]

_TABLES = """
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE page (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, url TEXT NOT NULL, kind TEXT NOT NULL,
    depth INTEGER NOT NULL, hops INTEGER NOT NULL, attempts INTEGER NOT NULL, score REAL NOT NULL,
    mentions INTEGER NOT NULL, found_on TEXT, outcome TEXT, detail TEXT, status INTEGER,
    redirect TEXT, canonical TEXT, etag TEXT, last_modified TEXT, digest TEXT, fetched_at TEXT,
    start INTEGER, length INTEGER, span INTEGER);
CREATE TABLE phrase (id INTEGER PRIMARY KEY, pages INTEGER NOT NULL);
"""
_COLUMNS = "number, key, url, kind, depth, hops, attempts, score, mentions"


@dataclass(slots=True)
class Row:
    """An address to be fetched. `mentions` counts the links that `score` is the mean of."""

    number: int
    key: str
    url: str
    kind: Kind
    depth: int  # links from the start
    hops: int  # redirects on the way here
    attempts: int
    score: float
    mentions: int


@dataclass(frozen=True, slots=True)
class Lead:
    """An address found somewhere, and how promising it looks."""

    url: str
    depth: int
    score: float = 0.0
    kind: Kind = "page"
    hops: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """What came of an address."""

    outcome: Outcome
    detail: str | None = None
    status: int | None = None
    redirect: str | None = None
    canonical: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    digest: str | None = None
    fetched_at: str | None = None
    place: Place | None = None
    leads: tuple[Lead, ...] = ()
    phrases: Mapping[int, int] = field(default_factory=dict)  # seen on this page, new counts


class Frontier:
    """The addresses of a crawl. `next` hands them out, `finish` takes the results.

    Addresses come in the order of their depth, and with `by_score` the most promising first.
    """

    def __init__(self, path: Path, by_score: bool) -> None:
        self.path = path
        self._by_score = by_score
        self._db = _open(path)
        self._waiting: dict[str, Row] = {}  # by key; those handed out are not in it
        self._handed_out: dict[str, Row] = {}
        self._order: list[tuple[float, int, int, str]] = []
        self._known: set[str] = set()
        self.counts: Counter[str] = Counter()
        for key, outcome in self._db.execute("SELECT key, outcome FROM page"):
            self._known.add(key)
            if outcome is not None:
                self.counts[outcome] += 1
        query = f"SELECT {_COLUMNS} FROM page WHERE outcome IS NULL"
        for values in self._db.execute(query):
            self._queue(Row(*values))

    @property
    def stored(self) -> int:
        """Pages in the archive."""
        return sum(self.counts[outcome] for outcome in STORED)

    @property
    def waiting(self) -> int:
        """Addresses to be fetched, or being fetched."""
        return len(self._waiting) + len(self._handed_out)

    @property
    def handed_out(self) -> int:
        """Addresses being fetched."""
        return len(self._handed_out)

    @property
    def is_new(self) -> bool:
        return not self._known

    def knows(self, url: str) -> bool:
        """Whether an address was found before."""
        return normal_form(url) in self._known

    def next(self) -> Row | None:
        """The address to fetch next; it waits no more."""
        while self._order:
            *_, key = entry = heapq.heappop(self._order)
            row = self._waiting.get(key)
            if row is not None and entry == self._entry(row):  # else its score has changed since
                del self._waiting[key]
                self._handed_out[key] = row
                return row
        return None

    def put_back(self, row: Row, archive_end: int) -> None:
        """An address that is to be tried again; the attempt is remembered."""
        with self._writing():
            self._db.execute(
                "UPDATE page SET url = ?, hops = ?, attempts = ? WHERE number = ?",
                (row.url, row.hops, row.attempts, row.number),
            )
            self._set_fact("archive_end", str(archive_end))
        self._handed_out.pop(row.key, None)
        self._queue(row)

    def finish(self, row: Row, result: Result, archive_end: int) -> None:
        """Store what came of an address, and what was found there."""
        place = result.place
        with self._writing():
            self._db.execute(
                "UPDATE page SET outcome = ?, detail = ?, status = ?, redirect = ?, canonical = ?,"
                " etag = ?, last_modified = ?, digest = ?, fetched_at = ?, start = ?, length = ?,"
                " span = ?, url = ?, hops = ?, attempts = ? WHERE number = ?",
                (
                    *(result.outcome, result.detail, result.status, result.redirect),
                    *(result.canonical, result.etag, result.last_modified, result.digest),
                    result.fetched_at,
                    *((place.offset, place.length, place.span) if place else (None, None, None)),
                    *(row.url, row.hops, row.attempts, row.number),
                ),
            )
            self._add(result.leads, row.url)
            self._db.executemany(
                "INSERT OR REPLACE INTO phrase VALUES (?, ?)",
                ((_signed(phrase), pages) for phrase, pages in result.phrases.items()),
            )
            self._set_fact("archive_end", str(archive_end))
        self._handed_out.pop(row.key, None)
        self.counts[result.outcome] += 1

    def add(self, leads: Iterable[Lead]) -> None:
        """Addresses to begin with."""
        with self._writing():
            self._add(leads, None)

    def phrases(self) -> dict[int, int]:
        """On how many pages each phrase was seen, by its id."""
        rows = self._db.execute("SELECT id, pages FROM phrase")
        return {phrase % 2**64: pages for phrase, pages in rows}

    def fact(self, name: str) -> str | None:
        """Something remembered of the whole crawl."""
        found = self._db.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return None if found is None else str(found[0])

    def set_facts(self, **facts: str) -> None:
        """Remember something of the whole crawl."""
        with self._writing():
            for name, value in facts.items():
                self._set_fact(name, value)

    def starts(self) -> list[str]:
        """The first address, and those it redirected to."""
        return [url for (url,) in self._db.execute("SELECT url FROM page WHERE depth = 0")]

    def pages(self) -> Iterator[dict[str, Any]]:
        """All that is known, an address at a time, in the order in which they were found."""
        rows = self._db.execute(
            "SELECT url, kind, outcome, status, detail, depth, found_on, redirect, canonical,"
            ' etag, last_modified, digest, fetched_at, start AS "offset", length FROM page'
            " ORDER BY number"
        )
        names = [column[0] for column in rows.description]
        for values in rows:
            yield dict(zip(names, values, strict=True))

    def close(self) -> None:
        """Close the database."""
        self._db.close()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction: all of it is on the disk, or nothing."""
        try:
            with self._db:
                yield
        except sqlite3.Error as error:
            raise OutputError(f"cannot write {self.path}: {error}") from error

    def _set_fact(self, name: str, value: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (name, value))

    def _add(self, leads: Iterable[Lead], found_on: str | None) -> None:
        for lead in leads:
            key = normal_form(lead.url)
            if not key:
                continue
            if key in self._known:
                self._mention(key, lead)
                continue
            mentions = 1 if lead.score else 0
            cursor = self._db.execute(
                "INSERT INTO page (key, url, kind, depth, hops, attempts, score, mentions,"
                " found_on) VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?)",
                (key, lead.url, lead.kind, lead.depth, lead.hops, lead.score, mentions, found_on),
            )
            self._known.add(key)
            number = int(cursor.lastrowid or 0)
            here = (number, key, lead.url, lead.kind, lead.depth, lead.hops)
            self._queue(Row(*here, 0, lead.score, mentions))

    def _mention(self, key: str, lead: Lead) -> None:
        """One more link to an address that still waits: nearer, or judged by one more link."""
        row = self._waiting.get(key)
        if row is None or (lead.depth >= row.depth and not lead.score):
            return
        row.depth = min(row.depth, lead.depth)
        if lead.score:
            row.score = (row.score * row.mentions + lead.score) / (row.mentions + 1)
            row.mentions += 1
        self._db.execute(
            "UPDATE page SET depth = ?, score = ?, mentions = ? WHERE number = ?",
            (row.depth, row.score, row.mentions, row.number),
        )
        heapq.heappush(self._order, self._entry(row))

    def _queue(self, row: Row) -> None:
        self._waiting[row.key] = row
        heapq.heappush(self._order, self._entry(row))

    def _entry(self, row: Row) -> tuple[float, int, int, str]:
        score = -row.score if self._by_score else 0.0
        # Sitemaps first: they tell of pages. A page that failed comes after its like.
        first = row.kind != "sitemap"
        return score if first else -1e9, row.depth + 1_000 * row.attempts, row.number, row.key


def _open(path: Path) -> sqlite3.Connection:
    """The database at a path, made when it is not there; ours alone while it is open."""
    is_new = not path.exists()
    try:
        db = sqlite3.connect(path, timeout=1.0)
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("BEGIN IMMEDIATE")
        if is_new or not db.execute("SELECT name FROM sqlite_master").fetchone():
            for statement in _TABLES.split(";"):
                db.execute(statement)
            db.execute("INSERT INTO fact VALUES ('format', ?)", (FORMAT,))
        db.commit()
        check_format(db, path)
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise OutputError(f"{path}: another crawl is writing there") from error
        raise OutputError(f"cannot write {path}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise InputError(f"{path} is not the state of a crawl: {error}") from error
    return db


def check_format(db: sqlite3.Connection, path: Path) -> None:
    """InputError when a database is none of a crawl, or one of another version."""
    try:
        found = db.execute("SELECT value FROM fact WHERE name = 'format'").fetchone()
    except sqlite3.DatabaseError as error:
        raise InputError(f"{path} is not the state of a crawl") from error
    if found is None or found[0] != FORMAT:
        raise InputError(f"{path} is the state of a crawl by another version")


def _signed(number: int) -> int:
    """A 64-bit number as SQLite can store it."""
    return number - 2**64 if number >= 2**63 else number
