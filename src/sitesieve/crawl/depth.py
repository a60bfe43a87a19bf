"""How far pages are from the start: corrected when a shorter way to them is found late.

Pages come in any order, so the first way found to a page need not be the shortest. When a
page turns out to be nearer, so do the pages it links to, and what was too deep may no longer be.
"""

import heapq
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sitesieve.crawl.outcome import Outcome
from sitesieve.crawl.scope import Admission

Judge = Callable[[str, int, str], Admission]  # address, links from the start, kind


@dataclass(slots=True)
class Changes:
    """Addresses whose row is new or another now, and how many more are too deep."""

    touched: set[int] = field(default_factory=set)
    too_deep: int = 0


class Nearness:
    """The links between the addresses of a crawl, and what follows from them."""

    def __init__(self, db: sqlite3.Connection, judge: Judge) -> None:
        self._db = db
        self._judge = judge

    def note_link(self, source: int, target: int, steps: int, least: int) -> None:
        """Remember a link, unless its target is as near as the link could ever bring it."""
        self._db.execute(
            "INSERT OR IGNORE INTO link SELECT ?, number, ?, ? FROM page"
            " WHERE number = ? AND number <> ? AND depth > max(?, ?)",
            (source, steps, least, target, source, steps, least),
        )

    def bring_nearer(self, number: int, depth: int, changes: Changes) -> None:
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
            changes.touched.add(number)
            if outcome == Outcome.TOO_DEEP and self._judge(url, depth, kind) is Admission.WANTED:
                self._db.execute("UPDATE page SET outcome = NULL WHERE number = ?", (number,))
                changes.too_deep -= 1
            for target, at in self._behind(number, depth):
                heapq.heappush(reached, (at, target))

    def _behind(self, number: int, depth: int) -> Iterable[tuple[int, int]]:
        links = self._db.execute(
            "SELECT target, steps, least FROM link WHERE source = ?", (number,)
        ).fetchall()
        return ((target, max(depth + steps, least)) for target, steps, least in links)
