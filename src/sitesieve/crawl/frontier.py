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

from sitesieve.crawl.database import open_database
from sitesieve.crawl.depth import Changes, Judge, Nearness
from sitesieve.crawl.outcome import STORED, Outcome
from sitesieve.crawl.scope import Admission
from sitesieve.crawl.warc_file import Place
from sitesieve.errors import OutputError
from sitesieve.page.addresses import normal_form

AddressKind = Literal["page", "sitemap"]

_COLUMNS = "number, key, url, kind, depth, hops, attempts, score, mentions"


@dataclass(slots=True)
class Row:
    """An address to be fetched. `mentions` counts the links that `score` is the mean of."""

    number: int
    key: str
    url: str
    kind: AddressKind
    depth: int  # links from the start
    hops: int  # redirects on the way here
    attempts: int
    score: float
    mentions: int


@dataclass(frozen=True, slots=True)
class Lead:
    """An address found somewhere, and how promising it looks.

    It is `steps` links further from the start than where it was found, but never nearer
    than `least`: 0 for a redirect, which is where one already is.
    """

    url: str
    steps: int = 1
    score: float = 0.0
    kind: AddressKind = "page"
    hops: int = 0
    least: int = 0


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
    `judge` says of an address found at some depth whether it is to be fetched.
    """

    def __init__(
        self, path: Path, by_score: bool, judge: Judge = lambda *_: Admission.WANTED
    ) -> None:
        self.path = path
        self._by_score = by_score
        self._judge = judge
        self._db = open_database(path)
        self._nearness = Nearness(self._db, judge)
        self._waiting: dict[str, Row] = {}  # by key; those handed out are not in it
        self._handed_out: dict[str, Row] = {}
        self._order: list[tuple[float, int, int, str]] = []
        self.counts: Counter[str] = Counter()
        outcomes = self._db.execute(
            "SELECT outcome, count(*) FROM page WHERE outcome IS NOT NULL GROUP BY outcome"
        )
        self.counts.update(dict(outcomes.fetchall()))
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
        """Whether nothing was ever found."""
        return self._db.execute("SELECT number FROM page LIMIT 1").fetchone() is None

    def next(self) -> Row | None:
        """The address to fetch next; it waits no more.

        The start is fetched alone: where it redirects to decides which addresses belong.
        """
        if any(row.depth == 0 for row in self._handed_out.values()):
            return None
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
            changes = self._add(result.leads, row)
            self._db.executemany(
                "INSERT OR REPLACE INTO phrase VALUES (?, ?)",
                ((_signed(phrase), pages) for phrase, pages in result.phrases.items()),
            )
            self._set_fact("archive_end", str(archive_end))
        self._handed_out.pop(row.key, None)
        self.counts[result.outcome] += 1
        self._follow(changes)

    def add(self, leads: Iterable[Lead]) -> None:
        """Addresses to begin with."""
        with self._writing():
            changes = self._add(leads, None)
        self._follow(changes)

    def phrases(self) -> dict[int, int]:
        """On how many pages each phrase was seen, by its id."""
        rows = self._db.execute("SELECT id, pages FROM phrase")
        return {phrase % 2**64: pages for phrase, pages in rows}

    def fact(self, name: str) -> str | None:
        """Something remembered of the whole crawl."""
        row = self._db.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

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

    def _add(self, leads: Iterable[Lead], source: Row | None) -> Changes:
        """Write what was found on a page; the rows in memory follow when that is on the disk."""
        changes = Changes()
        for lead in leads:
            key = normal_form(lead.url)
            if not key:
                continue
            depth = max((source.depth if source else 0) + lead.steps, lead.least)
            existing = self._db.execute("SELECT number FROM page WHERE key = ?", (key,)).fetchone()
            if existing is not None:
                number = existing[0]
                self._mention(number, lead.score, changes)
                self._nearness.bring_nearer(number, depth, changes)
            elif (verdict := self._judge(lead.url, depth, lead.kind)) is not Admission.UNWANTED:
                outcome = Outcome.TOO_DEEP if verdict is Admission.TOO_DEEP else None
                number = self._insert(lead, key, depth, source.url if source else None, outcome)
                changes.touched.add(number)
                changes.too_deep += outcome is not None
            else:
                continue
            if source is not None:
                self._nearness.note_link(source.number, number, lead.steps, lead.least)
        return changes

    def _insert(
        self, lead: Lead, key: str, depth: int, found_on: str | None, outcome: Outcome | None
    ) -> int:
        judged = (lead.score, 1 if lead.score else 0)
        cursor = self._db.execute(
            "INSERT INTO page (key, url, kind, depth, hops, attempts, score, mentions,"
            " found_on, outcome) VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?)",
            (key, lead.url, lead.kind, depth, lead.hops, *judged, found_on, outcome),
        )
        return int(cursor.lastrowid or 0)

    def _mention(self, number: int, score: float, changes: Changes) -> None:
        """One more link by which an address is judged that has not been fetched."""
        if score:
            self._db.execute(
                "UPDATE page SET score = (score * mentions + ?) / (mentions + 1),"
                " mentions = mentions + 1"
                " WHERE number = ? AND (outcome IS NULL OR outcome = ?)",
                (score, number, Outcome.TOO_DEEP),
            )
            changes.touched.add(number)

    def _follow(self, changes: Changes) -> None:
        """Let the rows in memory say what is on the disk now."""
        self.counts[Outcome.TOO_DEEP] += changes.too_deep
        query = f"SELECT {_COLUMNS} FROM page WHERE number = ? AND outcome IS NULL"
        for number in sorted(changes.touched):
            for values in self._db.execute(query, (number,)).fetchall():
                row = Row(*values)
                out = self._handed_out.get(row.key)
                if out is None:
                    self._queue(row)
                else:
                    out.depth, out.score, out.mentions = row.depth, row.score, row.mentions

    def _queue(self, row: Row) -> None:
        self._waiting[row.key] = row
        heapq.heappush(self._order, self._entry(row))

    def _entry(self, row: Row) -> tuple[float, int, int, str]:
        if row.depth == 0:
            rank = -2e9
        elif row.kind == "sitemap":  # they tell of pages
            rank = -1e9
        else:
            rank = -row.score if self._by_score else 0.0
        # A page that failed comes after its like.
        return rank, row.depth + 1_000 * row.attempts, row.number, row.key


def _signed(number: int) -> int:
    """A 64-bit number as SQLite can store it."""
    return number - 2**64 if number >= 2**63 else number
