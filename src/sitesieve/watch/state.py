"""The state of all watches: one SQLite file with a schema version; and leases.

Everything that belongs together is written in one transaction, so that a run which is killed
leaves either the state before it or the state after it.

A lease lets only one run at a time visit a site. One that is not renewed expires; that of a process
of this machine which has ended is void.
"""

import contextlib
import os
import socket
import sqlite3
import sys
import time
import uuid
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sitesieve.crawl.database import check_values
from sitesieve.errors import InputError, OutputError

VERSION = 3  # since 3, hashes of texts, places and looks are XXH64
_APPLICATION = 0x73766D6E  # marks the file as a state of watches, in its header
_TIMEOUT = 60.0  # seconds to wait for another process that writes
_LARGEST = 1 << 30  # bytes that anything in the state is decompressed to
_LEASE_LASTS = 900.0  # seconds without renewal
_held: set[str] = set()  # tokens of the leases of this process

_TABLES = """
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE watch (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, url TEXT NOT NULL,
    site TEXT NOT NULL, kind TEXT NOT NULL, every REAL NOT NULL, settings TEXT NOT NULL,
    added REAL NOT NULL, due REAL NOT NULL, visited REAL, failures INTEGER NOT NULL DEFAULT 0,
    problem TEXT, round INTEGER NOT NULL DEFAULT 0, unfinished INTEGER NOT NULL DEFAULT 0,
    generation INTEGER NOT NULL DEFAULT 0);
CREATE TABLE page (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    watch INTEGER NOT NULL REFERENCES watch ON DELETE CASCADE, key TEXT NOT NULL,
    url TEXT NOT NULL, role TEXT NOT NULL, depth INTEGER NOT NULL, fresh INTEGER NOT NULL,
    found REAL NOT NULL, round INTEGER NOT NULL DEFAULT 0, visited REAL, announces INTEGER
    NOT NULL DEFAULT 0, etag TEXT, last_modified TEXT, answered TEXT, failures INTEGER NOT NULL
    DEFAULT 0, retry REAL NOT NULL DEFAULT 0, problem TEXT, title TEXT, known BLOB,
    odd INTEGER NOT NULL DEFAULT 0, missing INTEGER NOT NULL DEFAULT 0, gone REAL,
    UNIQUE (watch, key));
CREATE TABLE pending (
    page INTEGER PRIMARY KEY REFERENCES page ON DELETE CASCADE, at REAL NOT NULL,
    url TEXT NOT NULL, charset TEXT, body BLOB NOT NULL);
CREATE TABLE block (id INTEGER PRIMARY KEY, text BLOB NOT NULL);
CREATE TABLE version (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    page INTEGER NOT NULL REFERENCES page ON DELETE CASCADE, at REAL NOT NULL,
    blocks BLOB NOT NULL);
CREATE INDEX version_of_page ON version (page, id);
CREATE TABLE item (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    watch INTEGER NOT NULL REFERENCES watch ON DELETE CASCADE,
    page INTEGER REFERENCES page ON DELETE SET NULL, kind TEXT NOT NULL, url TEXT NOT NULL,
    title TEXT NOT NULL, at REAL NOT NULL, date TEXT, note TEXT NOT NULL DEFAULT '',
    categories TEXT NOT NULL DEFAULT '[]', added BLOB NOT NULL, before BLOB, after BLOB,
    looked REAL);
CREATE INDEX item_of_watch ON item (watch, id);
CREATE INDEX item_of_page ON item (page);
CREATE INDEX item_not_shown ON item (id) WHERE looked IS NULL;
CREATE TABLE delivery (
    item INTEGER NOT NULL REFERENCES item ON DELETE CASCADE, command TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0, problem TEXT, PRIMARY KEY (item, command)) WITHOUT ROWID;
CREATE TABLE model (
    site TEXT PRIMARY KEY, generation INTEGER NOT NULL, at REAL NOT NULL,
    pages INTEGER NOT NULL, content BLOB NOT NULL);
CREATE TABLE lease (
    site TEXT PRIMARY KEY, token TEXT NOT NULL, host TEXT NOT NULL, pid INTEGER NOT NULL,
    until REAL NOT NULL) WITHOUT ROWID;
"""


# `block` and `version`, which have most rows, are looked at when they are read.
_CHECKED = ("fact", "watch", "page", "pending", "item", "delivery", "model", "lease")
_NAMES = {
    "watch": "kind NOT IN ('page', 'section', 'site')",
    "page": "role NOT IN ('start', 'found', 'companion')",
    "item": "kind NOT IN ('new', 'changed', 'redesign', 'gone')",
}


def default_path() -> Path:
    """The default path of the state: in the user's data folder."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    else:
        base = os.environ.get("XDG_DATA_HOME", "")
        if not Path(base).is_absolute():  # the XDG standard: relative paths are ignored
            base = str(Path.home() / ".local" / "share")
    return Path(base) / "sitesieve" / "watch.sqlite"


@contextlib.contextmanager
def decoding() -> Iterator[None]:
    """Raise `InputError` when stored data cannot be decoded."""
    try:
        yield
    except (zlib.error, ValueError, TypeError, RecursionError) as error:
        raise InputError(f"the state of the watches is damaged: {error}") from error


def decompressed(content: bytes) -> bytes:
    """What was compressed for the state; `InputError` when it is damaged."""
    with decoding():
        decompressor = zlib.decompressobj()
        data = decompressor.decompress(content, _LARGEST)
        if not decompressor.eof:
            raise ValueError("compressed data ends early, or is too long")
        return data


class State:
    def __init__(self, path: Path | str, create: bool = True) -> None:
        self.path = Path(path)
        if not create and not self.path.exists():
            raise InputError(f"nothing is watched yet: {self.path} does not exist")
        try:
            if create:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(
                self.path, timeout=_TIMEOUT, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise OutputError(f"cannot open {self.path}: {error}") from error
        try:
            with self._errors():
                self._prepare()
        except BaseException:
            self._db.close()
            raise

    def _prepare(self) -> None:
        db = self._db
        db.execute("PRAGMA foreign_keys = ON")
        application, version = self._marks()
        if not application and not version and self._is_empty():
            db.execute("PRAGMA journal_mode = WAL")
            with self.transaction():
                if self._is_empty():  # no other process has created the tables
                    for statement in _TABLES.split(";\n"):
                        db.execute(statement)
                    db.execute("INSERT INTO fact VALUES ('uuid', ?)", (str(uuid.uuid4()),))
                    db.execute(f"PRAGMA application_id = {_APPLICATION}")
                    db.execute(f"PRAGMA user_version = {VERSION}")
            application, version = self._marks()
        if application != _APPLICATION:
            raise InputError(f"{self.path} is a database, but not a state of watches")
        if version > VERSION:
            raise InputError(
                f"{self.path} was written by a newer version of sitesieve: its schema is "
                f"{version}, and this version reads up to {VERSION}"
            )
        if version < VERSION:
            # Of old passages only hashes are stored, not the texts: they cannot be recomputed.
            raise InputError(
                f"{self.path} was written by an older version of sitesieve: its schema is "
                f"{version}, and this version reads only {VERSION}. It cannot be "
                "migrated: move the file away and add the watches again"
            )
        db.execute("PRAGMA synchronous = NORMAL")
        check_values(db, self.path, _CHECKED)
        for table, names in _NAMES.items():
            unknown = f"SELECT 1 FROM {table} WHERE {names} LIMIT 1"
            if db.execute(unknown).fetchone():
                raise InputError(f"{self.path} is damaged: a {table} is of no known kind")

    def _marks(self) -> tuple[int, int]:
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        return int(application), int(version)

    def _is_empty(self) -> bool:
        return self._db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise OutputError(f"cannot write {self.path}: {error}") from error
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # its messages may be, too
            raise InputError(
                f"{self.path} is not a state of watches, or damaged: {error}"
            ) from error

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything inside is written, or nothing of it."""
        with self._errors():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._errors():
            return self._db.execute(query, values).fetchall()

    def row(self, query: str, *values: Any) -> tuple[Any, ...] | None:
        return next(iter(self.rows(query, *values)), None)

    def value(self, query: str, *values: Any) -> Any:
        """The first value of the first row; None without rows."""
        row = self.row(query, *values)
        return None if row is None else row[0]

    def insert(self, table: str, **values: Any) -> int:
        """Add a row; its number."""
        names, marks = ", ".join(values), ", ".join("?" * len(values))
        statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"
        return self.write(statement, *values.values()).lastrowid or 0

    def update(self, table: str, number: int, **values: Any) -> None:
        """Set columns of the row of a number."""
        columns = ", ".join(f"{name} = ?" for name in values)
        self.write(f"UPDATE {table} SET {columns} WHERE id = ?", *values.values(), number)

    def write(self, query: str, *values: Any) -> sqlite3.Cursor:
        """Run a statement; the cursor tells which row was inserted, and how many changed."""
        with self._errors():
            return self._db.execute(query, values)

    @property
    def uuid(self) -> uuid.UUID:
        """The namespace of ids that are made for this state."""
        try:
            return uuid.UUID(self.value("SELECT value FROM fact WHERE name = 'uuid'") or "")
        except ValueError:
            raise InputError(f"{self.path} is damaged: its UUID is missing") from None

    def close(self) -> None:
        self._db.close()


class LeaseLost(Exception):
    """Another run has taken over the site: this one must not write."""


class Lease:
    """The right to visit a site."""

    def __init__(self, state: State, site: str) -> None:
        self._state = state
        self._site = site
        self._token = uuid.uuid4().hex

    def acquire(self) -> str | None:
        """Take the lease, or return the process that holds it."""
        state, host, pid = self._state, socket.gethostname(), os.getpid()
        with state.transaction():
            row = state.row("SELECT host, pid, until, token FROM lease WHERE site = ?", self._site)
            if row is not None and not _is_void(*row):
                return f"process {row[1]} on {row[0]}"
            _held.add(self._token)
            state.write(
                "INSERT OR REPLACE INTO lease VALUES (?, ?, ?, ?, ?)",
                *(self._site, self._token, host, pid, time.time() + _LEASE_LASTS),
            )
        return None

    def renew(self) -> None:
        """Extend the lease, inside a transaction; `LeaseLost` when another run has it."""
        renewed = self._state.write(
            "UPDATE lease SET until = ? WHERE site = ? AND token = ?",
            *(time.time() + _LEASE_LASTS, self._site, self._token),
        )
        if not renewed.rowcount:
            raise LeaseLost(self._site)

    def release(self) -> None:
        """Let other runs visit the site."""
        _held.discard(self._token)
        self._state.write("DELETE FROM lease WHERE site = ? AND token = ?", self._site, self._token)


def _is_void(host: str, pid: int, until: float, token: str) -> bool:
    """Whether a lease has expired; also one that lasts longer than any: a clock was ahead."""
    left = until - time.time()
    return not 0 < left <= 2 * _LEASE_LASTS or _is_dead(host, pid, token)


def _is_dead(host: str, pid: int, token: str) -> bool:
    if host != socket.gethostname():
        return False
    if pid == os.getpid():  # or an earlier process with this id: in a container it is often 1
        return token not in _held
    if os.name == "nt":  # os.kill would end the process there
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:  # a process of another user
        return False
    return False
