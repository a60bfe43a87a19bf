"""What a crawl knows of every address: to be fetched, or what came of it. Kept in SQLite.

One transaction stores what came of a page together with the addresses found on it and
the length of the archive, so a crawl that is killed goes on exactly where it was.

Pages come in any order, so the first way found to a page need not be the shortest. When a page
turns out to be nearer, so do the pages it links to, and what was too deep may no longer be.
"""

import contextlib
import heapq
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from sitesieve.crawl.database import open_database
from sitesieve.crawl.outcome import STORED, Outcome
from sitesieve.crawl.scope import Admission
from sitesieve.crawl.warc_file import Place
from sitesieve.errors import OutputError
from sitesieve.page.addresses import normal_form

AddressKind = Literal["page", "sitemap"]
Judge = Callable[[str, int, str], Admission]  # address, links from the start, kind

# The start first, then sitemaps, which tell of pages. A page that failed comes after its like.
_ORDER = """CASE WHEN depth = 0 THEN -2e9 WHEN kind = 'sitemap' THEN -1e9 ELSE {} END,
    depth + 1000 * attempts, number"""


@dataclass(slots=True)
class Row:
    """An address to be fetched; its fields are columns of the table."""

    number: int
    key: str
    url: str
    kind: AddressKind
    depth: int  # links from the start
    hops: int  # redirects on the way here
    attempts: int
    score: float  # the mean of those of the links to it


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


_COLUMNS = ", ".join(column.name for column in fields(Row))


class Frontier:
    """The addresses of a crawl. `next` hands them out, `finish` takes the results.

    Addresses come in the order of their depth, and with `by_score` the most promising first.
    `judge` says of an address found at some depth whether it is to be fetched.
    """

    def __init__(
        self, path: Path, by_score: bool, judge: Judge = lambda *_: Admission.WANTED
    ) -> None:
        self.path = path
        self._judge = judge
        self._db = open_database(path)
        self._order = _ORDER.format("-score" if by_score else "0")
        name = "by_score" if by_score else "by_depth"
        index = f"CREATE INDEX IF NOT EXISTS {name} ON page ({self._order}) WHERE outcome IS NULL"
        with self._writing():
            self._db.execute(index)
        self._handed_out: dict[int, Row] = {}  # by number
        outcomes = self._db.execute("SELECT outcome, count(*) FROM page GROUP BY outcome")
        self._counts: Counter[str | None] = Counter(dict(outcomes.fetchall()))

    @property
    def counts(self) -> Counter[str]:
        """Addresses by what came of them."""
        return Counter({outcome: n for outcome, n in self._counts.items() if outcome and n})

    @property
    def stored(self) -> int:
        return sum(self._counts[outcome] for outcome in STORED)

    @property
    def waiting(self) -> int:
        """Addresses to be fetched, or being fetched."""
        return self._counts[None]

    @property
    def handed_out(self) -> int:
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
        query = f"SELECT {_COLUMNS} FROM page WHERE outcome IS NULL ORDER BY {self._order}"
        for values in self._db.execute(query):
            row = Row(*values)
            if row.number not in self._handed_out:
                self._handed_out[row.number] = row
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
        self._handed_out.pop(row.number, None)

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
            changes.update({result.outcome: 1, None: -1})
            self._db.executemany(
                "INSERT OR REPLACE INTO phrase VALUES (?, ?)",
                ((_signed(phrase), pages) for phrase, pages in result.phrases.items()),
            )
            self._set_fact("archive_end", str(archive_end))
        self._handed_out.pop(row.number, None)
        self._counts.update(changes)
        for other in self._handed_out.values():  # what was learned of them meanwhile
            query = "SELECT depth, score FROM page WHERE number = ?"
            other.depth, other.score = self._db.execute(query, (other.number,)).fetchone()

    def add(self, leads: Iterable[Lead]) -> None:
        """Addresses to begin with."""
        with self._writing():
            changes = self._add(leads, None)
        self._counts.update(changes)

    def phrases(self) -> dict[int, int]:
        """On how many pages each phrase was seen, by its id."""
        rows = self._db.execute("SELECT id, pages FROM phrase")
        return {phrase % 2**64: pages for phrase, pages in rows}

    def fact(self, name: str) -> str | None:
        row = self._db.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set_facts(self, **facts: str) -> None:
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

    def _add(self, leads: Iterable[Lead], source: Row | None) -> Counter[str | None]:
        """Write what was found on a page; what that adds to the counts."""
        changes: Counter[str | None] = Counter()
        for lead in leads:
            key = normal_form(lead.url)
            if not key:
                continue
            depth = max((source.depth if source else 0) + lead.steps, lead.least)
            existing = self._db.execute("SELECT number FROM page WHERE key = ?", (key,)).fetchone()
            if existing is not None:
                number = existing[0]
                self._mention(number, lead.score)
                self._bring_nearer(number, depth, changes)
            elif (verdict := self._judge(lead.url, depth, lead.kind)) is not Admission.UNWANTED:
                outcome = Outcome.TOO_DEEP if verdict is Admission.TOO_DEEP else None
                number = self._insert(lead, key, depth, source.url if source else None, outcome)
                changes[outcome] += 1
            else:
                continue
            if source is not None:
                self._note_link(source.number, number, lead.steps, lead.least)
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

    def _mention(self, number: int, score: float) -> None:
        """One more link by which an address is judged that has not been fetched."""
        if score:
            self._db.execute(
                "UPDATE page SET score = (score * mentions + ?) / (mentions + 1),"
                " mentions = mentions + 1"
                " WHERE number = ? AND (outcome IS NULL OR outcome = ?)",
                (score, number, Outcome.TOO_DEEP),
            )

    def _note_link(self, source: int, target: int, steps: int, least: int) -> None:
        """Remember a link, unless its target is as near as the link could ever bring it."""
        self._db.execute(
            "INSERT OR IGNORE INTO link SELECT ?, number, ?, ? FROM page"
            " WHERE number = ? AND number <> ? AND depth > max(?, ?)",
            (source, steps, least, target, source, steps, least),
        )

    def _bring_nearer(self, number: int, depth: int, changes: Counter[str | None]) -> None:
        """An address can be reached in so many links: what follows for it and those behind it."""
        reached = [(depth, number)]
        while reached:  # the nearest first, so that none is brought nearer twice
            depth, number = heapq.heappop(reached)
            url, kind, before, outcome = self._db.execute(
                "SELECT url, kind, depth, outcome FROM page WHERE number = ?", (number,)
            ).fetchone()
            if depth >= before:
                continue
            self._db.execute("UPDATE page SET depth = ? WHERE number = ?", (depth, number))
            if outcome == Outcome.TOO_DEEP and self._judge(url, depth, kind) is Admission.WANTED:
                self._db.execute("UPDATE page SET outcome = NULL WHERE number = ?", (number,))
                changes.update({Outcome.TOO_DEEP: -1, None: 1})
            links = "SELECT target, steps, least FROM link WHERE source = ?"
            for target, steps, least in self._db.execute(links, (number,)).fetchall():
                heapq.heappush(reached, (max(depth + steps, least), target))


def _signed(number: int) -> int:
    """A 64-bit number as SQLite can store it."""
    return number - 2**64 if number >= 2**63 else number
