"""The pages of a watch: addresses, what earlier visits stored about them, and their versions.

Every block of text is stored once; a version of a page is a list of blocks.
"""

import zlib
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Literal

from sitesieve.errors import InputError
from sitesieve.fetching import Response
from sitesieve.fetching.request import conditions_of
from sitesieve.page.addresses import normal_form
from sitesieve.page.hashing import stable_id
from sitesieve.watch.state import State, decoding, decompressed

Role = Literal["start", "found", "companion"]
OLD, FRESH, SURFACED = 0, 1, 2
MOST_VERSIONS = 50  # of one page
_TIDY = 7 * 86_400.0  # seconds between two times that unused blocks are deleted
_LONG = 200  # bytes from which a text is compressed
_MOST_KEYS = 5_000  # passages of a page that are stored
_LATEST_RETRY = 32 * 86_400.0  # seconds; a later one was noted by a clock that was ahead
_MISSED = 2  # visits in a row that did not find a page, after which it is gone
_ANSWERED = {"failures": 0, "retry": 0, "problem": None, "missing": 0, "gone": None}


@dataclass(frozen=True, slots=True)
class WatchedPage:
    """A page of a watch; its fields are columns of the table.

    Companions are fetched only to learn what the site repeats.
    """

    id: int
    url: str
    role: Role
    depth: int
    fresh: int  # OLD; new and not reported: FRESH if a page that lists others links it, or SURFACED
    visited: float | None
    announces: int  # 1 where it lists other pages: it is fetched first
    etag: str | None
    last_modified: str | None
    answered: str | None  # the address that these two came from
    failures: int
    title: str | None
    odd: int  # 1 where it had lost its text on the last visit, and was ignored
    missing: int  # visits in a row on which the server answered that there is no such page

    @property
    def conditions(self) -> dict[str, str]:
        """The headers that ask for a page only if it has changed."""
        if self.visited is None or self.odd or self.answered != self.url:
            return {}
        return conditions_of(self.etag, self.last_modified)


_COLUMNS = ", ".join(f"page.{column.name}" for column in fields(WatchedPage))


@dataclass(frozen=True, slots=True)
class Pending:
    """A page that was fetched and not analysed yet."""

    page: WatchedPage
    at: float
    url: str
    charset: str | None


class WatchedPages:
    def __init__(self, state: State, watch: int) -> None:
        self._state = state
        self._watch = watch

    def add(self, url: str, role: Role, depth: int, fresh: int, now: float) -> None:
        """Add an address if it is new; otherwise lower its depth if this one is less."""
        key = normal_form(url)
        if not key:
            return
        self._state.write(
            "INSERT INTO page (watch, key, url, role, depth, fresh, found) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (watch, key) DO UPDATE SET depth = min(depth, excluded.depth)",
            *(self._watch, key, url, role, depth, fresh, now),
        )

    def next(self, visit_number: int, now: float, companions: bool) -> WatchedPage | None:
        """The page to fetch next in a visit: the start, pages that list others, pages never
        seen, then those not seen for the longest time."""
        row = self._state.row(
            f"SELECT {_COLUMNS} FROM page WHERE watch = ? AND round < ? "
            "AND (retry <= ? OR retry > ?) "
            "AND (role <> 'companion' OR (? AND visited IS NULL)) ORDER BY role = 'start' DESC, "
            "announces DESC, visited IS NULL DESC, failures, depth, visited, id LIMIT 1",
            *(self._watch, visit_number, now, now + _LATEST_RETRY, companions),
        )
        return None if row is None else WatchedPage(*row)

    def tried(self, visit_number: int) -> int:
        """How many pages were requested in a visit."""
        query = "SELECT COUNT(*) FROM page WHERE watch = ? AND round = ?"
        return int(self._state.value(query, self._watch, visit_number))

    def unchanged_in(self, visit_number: int) -> int:
        """How many pages were unchanged in a visit."""
        query = (
            "SELECT COUNT(*) FROM page WHERE watch = ? AND round = ? AND visited IS NOT NULL "
            "AND problem IS NULL AND id NOT IN (SELECT page FROM pending)"
        )
        return int(self._state.value(query, self._watch, visit_number))

    def counts(self) -> tuple[int, int]:
        """How many pages are known, and how many of them were seen."""
        ((pages, seen),) = self._state.rows(
            "SELECT COUNT(*), COUNT(visited) FROM page WHERE watch = ? AND role <> 'companion'",
            self._watch,
        )
        return pages, seen

    def fetched(self, page: WatchedPage, response: Response, visit_number: int, now: float) -> None:
        """Store the body of a page, to be analysed when the visit is complete."""
        headers = response.headers
        self._state.write(
            "INSERT OR REPLACE INTO pending VALUES (?, ?, ?, ?, ?)",
            *(page.id, now, response.url, headers.get_content_charset()),
            zlib.compress(response.body, 6),
        )
        sent = {"etag": headers.get("ETag"), "last_modified": headers.get("Last-Modified")}
        sent["answered"] = response.url
        self._state.update("page", page.id, round=visit_number, **_ANSWERED, **sent)

    def unchanged(self, page: WatchedPage, visit_number: int, now: float) -> None:
        self._state.update("page", page.id, round=visit_number, visited=now, **_ANSWERED)

    def failed(
        self, page: WatchedPage, visit_number: int, problem: str, retry: float, missed: int = 0
    ) -> None:
        """Note that a page could not be fetched, and when to try again; `missed` is the number of
        visits that the answer counts for as "there is no such page"."""
        self._state.write(
            "UPDATE page SET round = ?, failures = failures + 1, retry = ?, problem = ?, "
            "missing = min(missing + ?, 100) WHERE id = ?",
            *(visit_number, retry, problem, missed, page.id),
        )

    def newly_gone(self) -> list[WatchedPage]:
        """The pages that are no longer there and were not reported as gone yet.

        Contents pages are left out: their number follows that of the pages they list.
        """
        rows = self._state.rows(
            f"SELECT {_COLUMNS} FROM page WHERE watch = ? AND missing >= ? AND gone IS NULL "
            "AND role <> 'companion' AND (role = 'start' OR NOT announces) "
            "AND EXISTS (SELECT 1 FROM version WHERE version.page = page.id) ORDER BY id",
            *(self._watch, _MISSED),
        )
        return [WatchedPage(*row) for row in rows]

    def reported_gone(self, page: int, now: float) -> None:
        """Note that a page was reported as gone: it is not again, unless it comes back."""
        self._state.update("page", page, gone=now)

    def postpone(self, page: int) -> None:
        """Note that a page had lost its text: it is accepted if it is so on the next visit."""
        self._state.update("page", page, odd=1)
        self._discard_body(page)

    def pending(self) -> list[Pending]:
        """The pages that were fetched and not analysed."""
        rows = self._state.rows(
            f"SELECT {_COLUMNS}, pending.at, pending.url, pending.charset FROM pending "
            "JOIN page ON page.id = pending.page WHERE watch = ? ORDER BY page.id",
            self._watch,
        )
        return [Pending(WatchedPage(*row[:-3]), *row[-3:]) for row in rows]

    def body(self, page: int) -> bytes:
        body = self._state.value("SELECT body FROM pending WHERE page = ?", page)
        return b"" if body is None else decompressed(body)

    def keys(self, page: int) -> list[int]:
        """The keys of all passages that a page has ever had, the latest at the end."""
        return unpacked(self._state.value("SELECT known FROM page WHERE id = ?", page))

    def keys_of_pages(self, most: int) -> Iterable[tuple[int, set[int]]]:
        """The same for the pages seen last, without those that list others."""
        rows = self._state.rows(
            "SELECT id, known FROM page WHERE watch = ? AND known IS NOT NULL AND NOT announces "
            "ORDER BY visited DESC LIMIT ?",
            *(self._watch, most),
        )
        return ((page, set(unpacked(keys))) for page, keys in rows)

    def read(
        self, page: int, at: float, title: str, keys: Iterable[int], announces: bool, fresh: int
    ) -> None:
        """Note that a page was read, and add the keys of its passages to those stored."""
        now = dict.fromkeys(keys)
        every = [*(key for key in self.keys(page) if key not in now), *now][-_MOST_KEYS:]
        values = {"visited": at, "title": title, "known": packed(every), "announces": announces}
        self._state.update("page", page, **values, fresh=fresh, odd=0)
        self._discard_body(page)

    def not_read(self, page: int, at: float, problem: str | None = None) -> None:
        """Note that a page was visited, but not read: a companion, or one that cannot be parsed."""
        self._state.update("page", page, visited=at, problem=problem)
        self._discard_body(page)

    def _discard_body(self, page: int) -> None:
        self._state.write("DELETE FROM pending WHERE page = ?", page)

    def forget_companions(self) -> None:
        self._state.write(
            "UPDATE page SET visited = NULL WHERE watch = ? AND role = 'companion'", self._watch
        )

    def last_versions(self, most: int) -> list[tuple[int, str, list[int]]]:
        """The last version of the pages seen last: the page, its title and its blocks."""
        rows = self._state.rows(
            "SELECT page.id, title, (SELECT blocks FROM version WHERE page = page.id "
            "ORDER BY id DESC LIMIT 1) FROM page WHERE watch = ? AND visited IS NOT NULL "
            "AND NOT announces ORDER BY visited DESC LIMIT ?",
            *(self._watch, most),
        )
        return [
            (page, title or "", unpacked(blocks))
            for page, title, blocks in rows
            if blocks is not None
        ]


def packed(numbers: Iterable[int]) -> bytes:
    """64-bit numbers, compressed."""
    return zlib.compress(array("q", numbers).tobytes(), 6)


def unpacked(content: bytes | None) -> list[int]:
    """The numbers that `packed` compressed."""
    if content is None:
        return []
    numbers = array("q")
    with decoding():
        numbers.frombytes(decompressed(content))
    return list(numbers)


@dataclass(frozen=True, slots=True)
class PageVersion:
    """A version of a page that is stored: its number and the time of the visit that found it."""

    number: int
    at: float


class History:
    def __init__(self, state: State) -> None:
        self._state = state

    def keep(self, texts: Iterable[str]) -> list[int]:
        """Store texts, each once; their numbers."""
        numbers = []
        for text in texts:
            number = stable_id(text) >> 1
            self._state.write("INSERT OR IGNORE INTO block VALUES (?, ?)", number, _stored(text))
            numbers.append(number)
        return numbers

    def texts(self, numbers: Sequence[int]) -> list[str]:
        """The texts of numbers, in order."""
        texts = {}
        wanted = list(set(numbers))
        for start in range(0, len(wanted), 500):
            some = wanted[start : start + 500]
            marks = ",".join("?" * len(some))
            for number, content in self._state.rows(
                f"SELECT id, text FROM block WHERE id IN ({marks})", *some
            ):
                texts[number] = _restored(content)
        return [texts[number] for number in numbers if number in texts]

    def add(self, page: int, at: float, blocks: Sequence[int]) -> None:
        """Add a version of a page; beyond `MOST_VERSIONS` the oldest are deleted."""
        self._state.insert("version", page=page, at=at, blocks=packed(blocks))
        self._state.write(
            "DELETE FROM version WHERE page = ? AND id NOT IN "
            "(SELECT id FROM version WHERE page = ? ORDER BY id DESC LIMIT ?)",
            *(page, page, MOST_VERSIONS),
        )

    def last(self, page: int) -> list[int] | None:
        """The blocks of the last version of a page; None where there is none."""
        blocks = self._state.value(
            "SELECT blocks FROM version WHERE page = ? ORDER BY id DESC LIMIT 1", page
        )
        return None if blocks is None else unpacked(blocks)

    def versions(self, page: int) -> list[PageVersion]:
        """The versions of a page that are stored, the oldest first."""
        rows = self._state.rows("SELECT id, at FROM version WHERE page = ? ORDER BY id", page)
        return [PageVersion(number, at) for number, at in rows]

    def texts_of(self, page: int, version: int) -> list[str]:
        """The blocks of a version of a page, in order."""
        query = "SELECT blocks FROM version WHERE id = ? AND page = ?"
        blocks = self._state.value(query, version, page)
        if blocks is None:
            raise InputError(f"no version {version} of this page")
        return self.texts(unpacked(blocks))

    def tidy(self, now: float) -> None:
        """Once a week, delete blocks that are no longer used."""
        tidied = "name = 'tidied' AND CAST(value AS REAL) BETWEEN ? AND ?"
        if self._state.row(f"SELECT 1 FROM fact WHERE {tidied}", now - _TIDY, now) is None:
            self.forget_unused()
            self._state.write("INSERT OR REPLACE INTO fact VALUES ('tidied', ?)", str(now))

    def forget_unused(self) -> None:
        """Delete the blocks that no version and no item uses."""
        state = self._state
        with state.transaction():
            used: set[int] = set()
            for (blocks,) in state.rows("SELECT blocks FROM version"):
                used.update(unpacked(blocks))
            for lists in state.rows("SELECT added, before, after FROM item"):
                for blocks in lists:
                    used.update(unpacked(blocks))
            for (number,) in state.rows("SELECT id FROM block"):
                if number not in used:
                    state.write("DELETE FROM block WHERE id = ?", number)


def _stored(text: str) -> bytes | str:
    content = text.encode("utf-8", "replace")
    return zlib.compress(content, 6) if len(content) > _LONG else content.decode()


def _restored(content: bytes | str) -> str:
    if isinstance(content, str):
        return content
    with decoding():
        return decompressed(content).decode()
