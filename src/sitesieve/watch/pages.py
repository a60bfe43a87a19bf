"""The pages of a watch: addresses, and what is known from earlier visits."""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from sitesieve.errors import InputError
from sitesieve.page.addresses import normal_form
from sitesieve.watch.history import packed, unpacked
from sitesieve.watch.state import State

Role = Literal["start", "found", "companion"]
OLD, FRESH, SURFACED = 0, 1, 2
_MOST_KNOWN = 5_000  # passages of a page that are remembered
_COLUMNS = (
    "id, url, role, depth, fresh, visited, announces, etag, last_modified, answered, failures, "
    "title, odd, missing"
)
_MISSED = 2  # visits in a row that did not find a page, after which it is gone


@dataclass(frozen=True, slots=True)
class WatchedPage:
    """A page of a watch. Companions are looked at only to learn what the site repeats."""

    id: int
    url: str
    role: Role
    depth: int
    fresh: int  # OLD; or new and not reported yet: FRESH where it was announced, else SURFACED
    visited: float | None
    announces: bool  # other pages: it is looked at first
    etag: str | None
    last_modified: str | None
    answered: str | None  # the address that these two came from
    failures: int
    title: str | None
    odd: bool  # last time it was like another page: what it said was not believed yet
    missing: int  # visits in a row on which the server said that there is no such page

    @property
    def conditions(self) -> dict[str, str]:
        """The headers that ask for a page only if it has changed."""
        if self.visited is None or self.odd or self.answered != self.url:
            return {}
        said = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in said.items() if value}


@dataclass(frozen=True, slots=True)
class Pending:
    """A page that was fetched and not looked at yet."""

    page: WatchedPage
    at: float
    url: str
    charset: str | None


class Pages:
    """The pages of one watch."""

    def __init__(self, state: State, watch: int) -> None:
        self._state = state
        self._watch = watch

    def mention(self, url: str, role: Role, depth: int, fresh: int, now: float) -> None:
        """Note an address, if it is new; or that it is nearer than was thought."""
        key = normal_form(url)
        if not key:
            return
        self._state.write(
            "INSERT INTO page (watch, key, url, role, depth, fresh, found) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (watch, key) DO UPDATE SET depth = min(depth, excluded.depth)",
            *(self._watch, key, url, role, depth, fresh, now),
        )

    def next(self, round_number: int, now: float, companions: bool) -> WatchedPage | None:
        """The page to fetch next in a round: the start, pages that announce others, pages never
        seen, then those not seen for the longest time."""
        row = self._state.row(
            f"SELECT {_COLUMNS} FROM page WHERE watch = ? AND round < ? AND retry <= ? "
            "AND (role <> 'companion' OR (? AND visited IS NULL)) ORDER BY role = 'start' DESC, "
            "announces DESC, visited IS NULL DESC, failures, depth, visited, id LIMIT 1",
            *(self._watch, round_number, now, companions),
        )
        return None if row is None else _page(row)

    def tried(self, round_number: int) -> int:
        """How many pages were asked for in a round."""
        row = self._state.row(
            "SELECT COUNT(*) FROM page WHERE watch = ? AND round = ?", self._watch, round_number
        )
        return int(row[0]) if row else 0

    def unchanged_in(self, round_number: int) -> int:
        """How many pages were found to be what they were in a round."""
        row = self._state.row(
            "SELECT COUNT(*) FROM page WHERE watch = ? AND round = ? AND visited IS NOT NULL "
            "AND problem IS NULL AND id NOT IN (SELECT page FROM pending)",
            *(self._watch, round_number),
        )
        return int(row[0]) if row else 0

    def counts(self) -> tuple[int, int]:
        """How many pages are known, and how many of them were seen."""
        row = self._state.row(
            "SELECT COUNT(*), COUNT(visited) FROM page WHERE watch = ? AND role <> 'companion'",
            self._watch,
        )
        return (int(row[0]), int(row[1])) if row else (0, 0)

    def fetched(
        self, answer: Pending, body: bytes, round_number: int, validators: dict[str, Any]
    ) -> None:
        """Note what a page is now, to be looked at when the round is complete."""
        self._state.write(
            "INSERT OR REPLACE INTO pending VALUES (?, ?, ?, ?, ?)",
            *(answer.page.id, answer.at, answer.url, answer.charset, zlib.compress(body, 6)),
        )
        self._state.write(
            "UPDATE page SET round = ?, failures = 0, retry = 0, problem = NULL, missing = 0, "
            "gone = NULL, etag = ?, last_modified = ?, answered = ? WHERE id = ?",
            *(round_number, validators.get("etag"), validators.get("last_modified")),
            *(answer.url, answer.page.id),
        )

    def unchanged(self, page: WatchedPage, round_number: int, now: float) -> None:
        """Note that a page is what it was."""
        self._state.write(
            "UPDATE page SET round = ?, visited = ?, failures = 0, retry = 0, problem = NULL, "
            "missing = 0, gone = NULL WHERE id = ?",
            *(round_number, now, page.id),
        )

    def failed(
        self, page: WatchedPage, round_number: int, problem: str, retry: float, missed: int = 0
    ) -> None:
        """Note that a page could not be had, and when to ask for it again; `missed` is for how
        many visits it counts that there is no such page."""
        self._state.write(
            "UPDATE page SET round = ?, failures = failures + 1, retry = ?, problem = ?, "
            "missing = min(missing + ?, 100) WHERE id = ?",
            *(round_number, retry, problem, missed, page.id),
        )

    def newly_gone(self) -> list[WatchedPage]:
        """The pages that were there, are not any more, and were not reported as gone yet.

        Contents pages come and go with the number of what they list.
        """
        rows = self._state.rows(
            f"SELECT {_COLUMNS} FROM page WHERE watch = ? AND missing >= ? AND gone IS NULL "
            "AND role <> 'companion' AND (role = 'start' OR NOT announces) "
            "AND EXISTS (SELECT 1 FROM version WHERE version.page = page.id) ORDER BY id",
            *(self._watch, _MISSED),
        )
        return [_page(row) for row in rows]

    def reported_gone(self, page: int, now: float) -> None:
        """Note that a page was reported as gone: once is enough, unless it comes back."""
        self._state.write("UPDATE page SET gone = ? WHERE id = ?", now, page)

    def looked_odd(self, page: int) -> None:
        """Note that a page was like another page: it is believed when it is so again."""
        self._state.write("UPDATE page SET odd = 1 WHERE id = ?", page)
        self.looked_through(page)

    def pending(self) -> Iterable[Pending]:
        """The pages that were fetched and not looked at, one after the other."""
        numbers = self._state.rows(
            "SELECT page FROM pending JOIN page ON page.id = pending.page WHERE watch = ? "
            "ORDER BY page",
            self._watch,
        )
        for (number,) in numbers:
            row = self._state.row(f"SELECT {_COLUMNS} FROM page WHERE id = ?", number)
            came = self._state.row("SELECT at, url, charset FROM pending WHERE page = ?", number)
            if row is not None and came is not None:
                yield Pending(_page(row), *came)

    def body(self, page: int) -> bytes:
        """What was fetched of a page that is pending."""
        row = self._state.row("SELECT body FROM pending WHERE page = ?", page)
        return b"" if row is None else _body(row[0])

    def known(self, page: int) -> list[int]:
        """The keys of all passages that a page has ever shown, those shown last at the end."""
        row = self._state.row("SELECT known FROM page WHERE id = ?", page)
        return unpacked(row[0]) if row else []

    def known_on(self, most: int) -> Iterable[tuple[int, set[int]]]:
        """The same for the pages seen last, but those that announce others."""
        rows = self._state.rows(
            "SELECT id, known FROM page WHERE watch = ? AND known IS NOT NULL AND NOT announces "
            "ORDER BY visited DESC LIMIT ?",
            *(self._watch, most),
        )
        return ((page, set(unpacked(known))) for page, known in rows)

    def looked_at(
        self, page: int, at: float, title: str, shown: Iterable[int], announces: bool, fresh: int
    ) -> None:
        """Note that a page was looked at, and what it shows besides what it has ever shown."""
        now = dict.fromkeys(shown)
        keys = [*(key for key in self.known(page) if key not in now), *now][-_MOST_KNOWN:]
        self._state.write(
            "UPDATE page SET visited = ?, title = ?, known = ?, announces = ?, fresh = ?, "
            "odd = 0 WHERE id = ?",
            *(at, title, packed(keys), announces, fresh, page),
        )
        self.looked_through(page)

    def unusable(self, page: int, at: float, problem: str) -> None:
        """Note that what was fetched of a page is no page."""
        self._state.write(
            "UPDATE page SET visited = ?, problem = ? WHERE id = ?", at, problem, page
        )
        self.looked_through(page)

    def learned_from(self, page: int, at: float) -> None:
        """Note that a companion was learned from."""
        self._state.write("UPDATE page SET visited = ? WHERE id = ?", at, page)
        self.looked_through(page)

    def looked_through(self, page: int) -> None:
        """Throw away what was fetched of a page."""
        self._state.write("DELETE FROM pending WHERE page = ?", page)

    def forget_companions(self) -> None:
        """Let the companions be looked at again."""
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


def _body(stored: bytes) -> bytes:
    try:
        return zlib.decompress(stored)
    except (zlib.error, TypeError) as error:
        raise InputError(f"the state of the watches is damaged: {error}") from error
