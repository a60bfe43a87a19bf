"""The pages of the studio: all of an input, in a file of this run, each within reach.

A source gives pages one after the other; the studio wants any of a hundred thousand at once, by
site and in the order of the input. They are put into a temporary database as they are read, and
can be used from the first page on.
"""

import json
import sqlite3
import tempfile
import threading
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitesieve.page.limits import Limits
from sitesieve.page.page import Page

_TABLES = """
CREATE TABLE pages (
    id INTEGER PRIMARY KEY,
    site TEXT NOT NULL,
    url TEXT,
    name TEXT,
    title TEXT NOT NULL,
    words INTEGER NOT NULL,
    html BLOB NOT NULL,
    extra TEXT NOT NULL
);
CREATE INDEX by_site ON pages (site, id, words);
"""
_LIKE = str.maketrans({"%": "\\%", "_": "\\_", "\\": "\\\\"})


@dataclass(frozen=True, slots=True)
class PageLine:
    """A page in a list."""

    id: int
    site: str
    label: str
    title: str
    words: int


@dataclass(frozen=True, slots=True)
class SiteLine:
    """A site in a list."""

    site: str
    pages: int
    words: int


class PageStore:
    """Pages by number; safe to use from several threads."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._folder = tempfile.TemporaryDirectory(prefix="sitesieve-studio-")
        self._lock = threading.Lock()
        path = self.folder / "pages.db"
        self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        # Nothing of it outlives this run, so nothing needs to be safe on the disk.
        self._db.executescript(f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; {_TABLES}")

    @property
    def folder(self) -> Path:
        """Where the file is, and whatever else ends with this run."""
        return Path(self._folder.name)

    def close(self) -> None:
        """Remove the file."""
        with self._lock:
            self._db.close()
        self._folder.cleanup()

    def add(self, page: Page) -> int:
        """Take a page; its number."""
        tree = page.tree  # a page that cannot be used is refused here
        extra = json.dumps(page.extra, default=str)
        html = page.decoded.text.encode("utf-8", "replace")
        texts = map(_storable, (page.site, page.url, page.name, tree.title))
        row = (*texts, len(tree.word_ids), zlib.compress(html, 1), extra)
        names = "site, url, name, title, words, html, extra"
        with self._lock:
            put = self._db.execute(f"INSERT INTO pages ({names}) VALUES (?,?,?,?,?,?,?)", row)
        return put.lastrowid or 0

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._db.execute(query, values).fetchall()

    def __len__(self) -> int:
        return int(self._rows("SELECT COUNT(*) FROM pages")[0][0])

    def page(self, number: int) -> Page | None:
        """A page by its number."""
        rows = self._rows("SELECT site, url, name, html, extra FROM pages WHERE id = ?", number)
        if not rows:
            return None
        site, url, name, html, extra = rows[0]
        text = zlib.decompress(html).decode("utf-8")
        more = json.loads(extra)
        return Page(url, text, site=site, name=name, extra=more, limits=self.limits)

    def line(self, number: int) -> PageLine | None:
        """What a list shows of a page."""
        query = "SELECT id, site, COALESCE(url, name, ''), title, words FROM pages WHERE id = ?"
        rows = self._rows(query, number)
        return PageLine(*rows[0]) if rows else None

    def lines(
        self, site: str | None = None, search: str = "", offset: int = 0, limit: int = 100
    ) -> tuple[int, list[PageLine]]:
        """How many pages of a site, or of all, have a text in their title or address; and some
        of them, in the order of the input."""
        where, values = "1", list[Any]()
        if site is not None:
            where, values = "site = ?", [site]
        if search:
            where += " AND (title LIKE ? ESCAPE '\\' OR COALESCE(url, name, '') LIKE ? ESCAPE '\\')"
            values += [f"%{search.translate(_LIKE)}%"] * 2
        total = self._rows(f"SELECT COUNT(*) FROM pages WHERE {where}", *values)[0][0]
        columns = "id, site, COALESCE(url, name, ''), title, words"
        query = f"SELECT {columns} FROM pages WHERE {where} ORDER BY id LIMIT ? OFFSET ?"
        return int(total), [PageLine(*row) for row in self._rows(query, *values, limit, offset)]

    def beside(self, number: int) -> tuple[int | None, int | None]:
        """The pages of the same site before and after one."""
        same = "site = (SELECT site FROM pages WHERE id = ?)"
        before = self._rows(f"SELECT MAX(id) FROM pages WHERE {same} AND id < ?", number, number)
        after = self._rows(f"SELECT MIN(id) FROM pages WHERE {same} AND id > ?", number, number)
        return before[0][0], after[0][0]

    def sites(self) -> list[SiteLine]:
        """All sites, those with most pages first."""
        sums = "SELECT site, COUNT(*) AS pages, SUM(words) FROM pages GROUP BY site"
        rows = self._rows(f"{sums} ORDER BY pages DESC, site")
        return [SiteLine(*row) for row in rows]

    def some(self, site: str | None, most: int) -> list[int]:
        """The numbers of some pages of a site, or of all, spread over the input."""
        where, values = ("site = ?", (site,)) if site is not None else ("1", ())
        numbers = [row[0] for row in self._rows(f"SELECT id FROM pages WHERE {where}", *values)]
        step = max(1, len(numbers) // most)
        return numbers[::step][:most]

    def found(self, label: str) -> int | None:
        """The number of the page with an address or a name."""
        rows = self._rows("SELECT id FROM pages WHERE url = ? OR name = ? LIMIT 1", label, label)
        return rows[0][0] if rows else None

    def all_of(self, site: str | None) -> Iterator[Page]:
        """All pages of a site, or all there are, one after the other."""
        where, values = ("site = ?", (site,)) if site is not None else ("1", ())
        for (number,) in self._rows(f"SELECT id FROM pages WHERE {where} ORDER BY id", *values):
            page = self.page(number)
            if page is not None:
                yield page


def _storable(text: str | None) -> str | None:
    """A text without lone surrogates, which names of files and JSON may have and UTF-8 has not."""
    return None if text is None else text.encode("utf-8", "replace").decode("utf-8")
