"""A folder tree that mirrors the input: a file a page."""

import contextlib
import hashlib
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from sitesieve.atomic import atomic_write, output_errors
from sitesieve.errors import OutputError
from sitesieve.page.urls import host_of
from sitesieve.sinks.formats import Record
from sitesieve.sinks.registry import find_format
from sitesieve.sinks.sink import Sink, Workspace

_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\/]')
_LONGEST_PATH = 1000  # bytes; systems stop at 4096, and the output folder has a path too
_LONGEST = 120  # bytes of one part of a path; file systems allow 255
_PAGE_ENDING = re.compile(r"\.(x?html?|php|aspx?|jsp)$", re.IGNORECASE)


class FolderSink(Sink):
    """Writes each page to a file of its own, whole or not at all.

    The names given out so far are kept in a small database on disk: two pages
    of one address get two files, and memory stays flat.
    """

    def __init__(self, folder: Path, form: str) -> None:
        self._format = find_format(form)
        if not self._format.streams:
            raise OutputError(f"{form.capitalize()} output is one file, not a folder of them")
        self.folder = folder
        part, made_by = folder / ".sitesieve.part", folder / ".sitesieve.job"
        self.workspace: Workspace = Workspace(part, folder, made_by)
        self._names: sqlite3.Connection | None = None
        self._written = 0  # pages so far: names given out after a commit can be taken back

    def write(self, record: Record) -> None:
        target = self.folder / self._unused(file_name(record, self._format.endings[0]))
        with output_errors(target):
            target.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(target, sync=False) as file:  # a file a page: the system's pace will do
            file.write(self._format.encoded(record))

    def commit(self) -> dict[str, Any]:
        with self._database_errors():
            self._database().commit()
        return {"written": self._written}

    def resume(self, state: dict[str, Any]) -> None:
        self._written = state["written"]
        with self._database_errors():
            self._database().execute("DELETE FROM names WHERE number > ?", (self._written,))

    def finish(self) -> None:
        with output_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            self.workspace.note_maker(self.folder)
        self.discard()

    def close(self) -> None:
        if self._names is not None:
            with contextlib.suppress(sqlite3.Error):
                self._names.close()
            self._names = None

    def _database(self) -> sqlite3.Connection:
        if self._names is None:
            self.workspace.open(fresh=False)
            self._names = sqlite3.connect(self.workspace.folder / "names.sqlite")
            self._names.execute(
                "CREATE TABLE IF NOT EXISTS names (name TEXT PRIMARY KEY, wanted TEXT, number INT)"
            )
            self._names.execute("CREATE INDEX IF NOT EXISTS by_wanted ON names (wanted)")
            self._names.commit()
        return self._names

    @contextlib.contextmanager
    def _database_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise OutputError(f"cannot write in {self.workspace.folder}: {error}") from error

    def _unused(self, wanted: str) -> str:
        """The wanted name, or with a number behind it when another page has it."""
        self._written += 1
        stem, dot, ending = wanted.rpartition(".")
        with self._database_errors():
            database = self._database()
            count = "SELECT count(*) FROM names WHERE wanted = lower(?)"
            uses = database.execute(count, (wanted,)).fetchone()[0] + 1
            while True:
                name = wanted if uses == 1 else f"{stem}-{uses}{dot}{ending}"
                taken = database.execute(
                    "INSERT OR IGNORE INTO names VALUES (lower(?), lower(?), ?)",
                    (name, wanted, self._written),
                )
                if taken.rowcount:
                    return name
                uses += 1


def file_name(record: Record, ending: str) -> str:
    """The path below the output folder for a page: its URL's, or its own file's.

    >>> file_name(Record("https://a.example/news/?page=2", None), ".txt")
    'a.example/news/index-bc7c7e.txt'
    >>> file_name(Record(None, "a.example/x.html.gz"), ".md")
    'a.example/x.md'
    """
    if record.url:
        try:
            parts = urlsplit(record.url)
            path, query = unquote(parts.path), parts.query
        except ValueError:  # "http://[broken/x"
            path, query = record.url, ""
        if not path or path.endswith("/"):
            path += "index"
        name = _PAGE_ENDING.sub("", f"{host_of(record.url) or 'no-host'}/{path}")
        if query:
            name += f"-{_digest(query)}"
    else:
        name = _PAGE_ENDING.sub("", re.sub(r"\.(gz|zst)$", "", record.name or "page"))
    *folders, last = [_safe(p) for p in name.split("/") if p not in ("", ".", "..")] or ["page"]
    # A folder must not have the name of a page's file.
    folders = [f"{folder}_" if folder.lower().endswith(ending) else folder for folder in folders]
    whole = "/".join([*folders, last])
    if len(whole.encode("utf-8", "replace")) > _LONGEST_PATH:
        whole = f"{(folders or [last])[0]}/{_digest(name)}{_digest(name[::-1])}"
    return whole + ending


def _safe(part: str) -> str:
    clean = _UNSAFE.sub("_", part).strip(". ") or "_"
    raw = clean.encode("utf-8", "replace")
    if len(raw) <= _LONGEST:
        return raw.decode()
    return f"{raw[:_LONGEST].decode('utf-8', 'ignore')}-{_digest(part)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:6]
