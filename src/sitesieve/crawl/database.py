"""The file in which a crawl keeps what it knows: SQLite, with a version of its own."""

import sqlite3
from collections.abc import Collection
from contextlib import ExitStack, closing
from pathlib import Path

from sitesieve.errors import InputError, OutputError

FORMAT = "sitesieve-crawl-3"

# `link` has only those links that may yet bring their target nearer.
_TABLES = """
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE page (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, url TEXT NOT NULL, kind TEXT NOT NULL,
    depth INTEGER NOT NULL, hops INTEGER NOT NULL, attempts INTEGER NOT NULL, score REAL NOT NULL,
    mentions INTEGER NOT NULL, found_on TEXT, outcome TEXT, detail TEXT, status INTEGER,
    redirect TEXT, canonical TEXT, etag TEXT, last_modified TEXT, digest TEXT, fetched_at TEXT,
    start INTEGER, length INTEGER, span INTEGER);
CREATE TABLE link (
    source INTEGER, target INTEGER, steps INTEGER, least INTEGER,
    PRIMARY KEY (source, target, steps, least)) WITHOUT ROWID;
CREATE TABLE phrase (id INTEGER PRIMARY KEY, pages INTEGER NOT NULL);
"""


def state_of(archive: Path) -> Path:
    """What a crawl knows: to go on from, and to compare a later crawl with."""
    return archive.with_name(archive.name + ".state")


def open_database(path: Path) -> sqlite3.Connection:
    """The database at a path, made when it is not there; ours alone while it is open."""
    is_new = not path.exists()
    try:
        with ExitStack() as opened:
            db = opened.enter_context(closing(sqlite3.connect(path, timeout=1.0)))
            _prepare(db, path, is_new)
            opened.pop_all()
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise OutputError(f"{path}: another crawl is writing there") from error
        raise OutputError(f"cannot write {path}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise InputError(f"{path} is not the state of a crawl: {error}") from error
    return db


def _prepare(db: sqlite3.Connection, path: Path, is_new: bool) -> None:
    """Take hold of a database, make its tables if it has none, and look whether they are ours."""
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
    check_values(db, path, ("fact", "page", "link", "phrase"))


def check_values(db: sqlite3.Connection, path: Path, tables: Collection[str]) -> None:
    """InputError when a value is not of the type of its column, which SQLite does not mind."""
    for table in tables:
        columns = db.execute(f"PRAGMA table_info({table})").fetchall()
        if not columns:
            raise InputError(f"{path} is damaged: it has no table {table}")
        wrong = " OR ".join(
            _wrong_value(name, declared, may_be_null=not (required or key))
            for _, name, declared, required, _, key in columns
        )
        if db.execute(f"SELECT 1 FROM {table} WHERE {wrong} LIMIT 1").fetchone():
            raise InputError(f"{path} is damaged: a value in its table {table} is of no use")


_TYPES = {"INTEGER": "'integer'", "REAL": "'real', 'integer'", "TEXT": "'text'", "BLOB": "'blob'"}
_LATEST = 1e11  # seconds since 1970 that any calendar has


def _wrong_value(name: str, declared: str, may_be_null: bool) -> str:
    """The condition under which a value of a column is of no use."""
    if declared not in _TYPES:
        return "1"  # the table itself is damaged
    types = _TYPES[declared] + (", 'null'" if may_be_null else "")
    wrong = f"typeof({name}) NOT IN ({types})"
    return f"{wrong} OR abs({name}) > {_LATEST}" if declared == "REAL" else wrong


def check_format(db: sqlite3.Connection, path: Path) -> None:
    """InputError when a database is none of a crawl, or one of another version."""
    try:
        row = db.execute("SELECT value FROM fact WHERE name = 'format'").fetchone()
    except sqlite3.DatabaseError as error:
        raise InputError(f"{path} is not the state of a crawl") from error
    if row is None or row[0] != FORMAT:
        version = row[0] if row else "of no known version"
        raise InputError(
            f"{path} is the state of a crawl by another version ({version}, not {FORMAT}): "
            "finish it with that one, or crawl anew"
        )
