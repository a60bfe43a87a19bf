"""The pages of a watch: addresses, and what earlier visits stored about them."""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from sitesieve.page.addresses import normal_form
from sitesieve.watch.history import packed, unpacked
from sitesieve.watch.state import State, decoding

Role = Literal["start", "found", "companion"]
OLD, FRESH, SURFACED = 0, 1, 2
_MOST_KNOWN = 5_000  # passages of a page that are stored
_COLUMNS = (
    "id, url, role, depth, fresh, visited, announces, etag, last_modified, answered, failures, "
    "title, odd, missing"
)
_MISSED = 2  # visits in a row that did not find a page, after which it is gone


@dataclass(frozen=True, slots=True)
class WatchedPage:
    """A page of a watch. Companions are fetched only to learn what the site repeats."""

    id: int
    url: str
    role: Role
    depth: int
    fresh: int  # OLD; new and not reported: FRESH if a page that lists others links it, or SURFACED
    visited: float | None
    announces: bool  # lists other pages: it is fetched first
    etag: str | None
    last_modified: str | None
    answered: str | None  # the address that these two came from
    failures: int
    title: str | None
    odd: bool  # on the last visit it had lost its text, and was ignored
    missing: int  # visits in a row on which the server answered that there is no such page

    @property
    def conditions(self) -> dict[str, str]:
        """The headers that ask for a page only if it has changed."""
        if self.visited is None or self.odd or self.answered != self.url:
            return {}
        headers = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in headers.items() if value}


@dataclass(frozen=True, slots=True)
class Pending:
    """A page that was fetched and not analysed yet."""

    page: WatchedPage
    at: float
    url: str
    charset: str | None


class WatchedPages:
    """The pages of one watch."""

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
            f"SELECT {_COLUMNS} FROM page WHERE watch = ? AND round < ? AND retry <= ? "
            "AND (role <> 'companion' OR (? AND visited IS NULL)) ORDER BY role = 'start' DESC, "
            "announces DESC, visited IS NULL DESC, failures, depth, visited, id LIMIT 1",
            *(self._watch, visit_number, now, companions),
        )
        return None if row is None else _page(row)

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

    def fetched(
        self, answer: Pending, body: bytes, visit_number: int, validators: dict[str, Any]
    ) -> None:
        """Store the body of a page, to be analysed when the visit is complete."""
        self._state.write(
            "INSERT OR REPLACE INTO pending VALUES (?, ?, ?, ?, ?)",
            *(answer.page.id, answer.at, answer.url, answer.charset, zlib.compress(body, 6)),
        )
        self._state.write(
            "UPDATE page SET round = ?, failures = 0, retry = 0, problem = NULL, missing = 0, "
            "gone = NULL, etag = ?, last_modified = ?, answered = ? WHERE id = ?",
            *(visit_number, validators.get("etag"), validators.get("last_modified")),
            *(answer.url, answer.page.id),
        )

    def unchanged(self, page: WatchedPage, visit_number: int, now: float) -> None:
        """Note that a page has not changed."""
        self._state.write(
            "UPDATE page SET round = ?, visited = ?, failures = 0, retry = 0, problem = NULL, "
            "missing = 0, gone = NULL WHERE id = ?",
            *(visit_number, now, page.id),
        )

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
        return [_page(row) for row in rows]

    def reported_gone(self, page: int, now: float) -> None:
        """Note that a page was reported as gone: it is not again, unless it comes back."""
        self._state.write("UPDATE page SET gone = ? WHERE id = ?", now, page)

    def postpone(self, page: int) -> None:
        """Note that a page had lost its text: it is accepted if it is so on the next visit."""
        self._state.write("UPDATE page SET odd = 1 WHERE id = ?", page)
        self._discard_body(page)

    def pending(self) -> Iterable[Pending]:
        """The pages that were fetched and not analysed, one after the other."""
        numbers = self._state.rows(
            "SELECT page FROM pending JOIN page ON page.id = pending.page WHERE watch = ? "
            "ORDER BY page",
            self._watch,
        )
        for (number,) in numbers:
            row = self._state.row(f"SELECT {_COLUMNS} FROM page WHERE id = ?", number)
            answer = self._state.row("SELECT at, url, charset FROM pending WHERE page = ?", number)
            if row is not None and answer is not None:
                yield Pending(_page(row), *answer)

    def body(self, page: int) -> bytes:
        """The body of a pending page."""
        body = self._state.value("SELECT body FROM pending WHERE page = ?", page)
        with decoding():
            return b"" if body is None else zlib.decompress(body)

    def known(self, page: int) -> list[int]:
        """The keys of all passages that a page has ever had, the latest at the end."""
        return unpacked(self._state.value("SELECT known FROM page WHERE id = ?", page))

    def known_on(self, most: int) -> Iterable[tuple[int, set[int]]]:
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
        every = [*(key for key in self.known(page) if key not in now), *now][-_MOST_KNOWN:]
        self._state.write(
            "UPDATE page SET visited = ?, title = ?, known = ?, announces = ?, fresh = ?, "
            "odd = 0 WHERE id = ?",
            *(at, title, packed(every), announces, fresh, page),
        )
        self._discard_body(page)

    def not_read(self, page: int, at: float, problem: str | None = None) -> None:
        """Note that a page was visited, but not read: a companion, or one that cannot be parsed."""
        self._state.write(
            "UPDATE page SET visited = ?, problem = ? WHERE id = ?", at, problem, page
        )
        self._discard_body(page)

    def _discard_body(self, page: int) -> None:
        self._state.write("DELETE FROM pending WHERE page = ?", page)

    def forget_companions(self) -> None:
        """Let the companions be fetched again."""
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


def _page(row: tuple[Any, ...]) -> WatchedPage:
    values = list(row)
    values[6], values[12] = bool(row[6]), bool(row[12])  # announces, odd
    return WatchedPage(*values)
