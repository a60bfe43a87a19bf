"""A folder tree that mirrors the input: a file a page."""

import hashlib
import re
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from sitesieve.atomic import atomic_write, output_errors
from sitesieve.errors import OutputError
from sitesieve.page.urls import host_of
from sitesieve.sinks.formats import ENDINGS, Record, to_line
from sitesieve.sinks.sink import Sink, Workspace

_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\/]')
_LONGEST = 120  # bytes of one part of a path; file systems allow 255
_PAGE_ENDING = re.compile(r"\.(x?html?|php|aspx?|jsp)$", re.IGNORECASE)


class FolderSink(Sink):
    """Writes each page to a file of its own, whole or not at all.

    The names given out so far are kept in a small database on disk: two pages
    of one address get two files, and memory stays flat.
    """

    def __init__(self, folder: Path, form: str) -> None:
        if form == "parquet":
            raise OutputError("Parquet output is one file, not a folder of them")
        self.folder = folder
        self.form = form
        self.workspace = Workspace(folder / ".sitesieve.part")
        self._names: sqlite3.Connection | None = None

    def write(self, record: Record) -> None:
        target = self.folder / self._unused(file_name(record, ENDINGS[self.form]))
        with output_errors(target):
            target.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(target) as file:
            if record.data is not None:
                file.write(to_line(record.data))
            else:
                file.write((record.text or "").encode("utf-8", "replace") + b"\n")

    def commit(self) -> dict[str, Any]:
        with output_errors(self.folder):
            self._database().commit()
        return {}

    def resume(self, state: dict[str, Any]) -> None:  # noqa: ARG002
        # Names given out after the last commit were rolled back with it.
        self._database()

    def finish(self) -> None:
        self.abandon()
        self.workspace.remove()

    def abandon(self) -> None:
        if self._names is not None:
            self._names.close()
            self._names = None

    def _database(self) -> sqlite3.Connection:
        if self._names is None:
            self.workspace.open(fresh=False)
            try:
                self._names = sqlite3.connect(self.workspace.folder / "names.sqlite")
                self._names.execute(
                    "CREATE TABLE IF NOT EXISTS names (name TEXT PRIMARY KEY, uses INT)"
                )
                self._names.commit()
            except sqlite3.Error as error:
                raise OutputError(f"cannot write in {self.workspace.folder}: {error}") from error
        return self._names

    def _unused(self, name: str) -> str:
        database = self._database()
        stem, dot, ending = name.rpartition(".")
        while True:
            row = database.execute(
                "INSERT INTO names VALUES (lower(?), 1) "
                "ON CONFLICT (name) DO UPDATE SET uses = uses + 1 RETURNING uses",
                (name,),
            ).fetchone()
            if row[0] == 1:
                return name
            name = f"{stem}-{row[0]}{dot}{ending}"


def file_name(record: Record, ending: str) -> str:
    """The path below the output folder for a page: its URL's, or its own file's.

    >>> file_name(Record("https://a.example/news/?page=2", None), ".txt")
    'a.example/news/index-d0a8d0.txt'
    >>> file_name(Record(None, "a.example/x.html.gz"), ".md")
    'a.example/x.md'
    """
    if record.url:
        parts = urlsplit(record.url)
        path = unquote(parts.path)
        if not path or path.endswith("/"):
            path += "index"
        name = f"{host_of(record.url) or 'no-host'}/{path}"
        name = _PAGE_ENDING.sub("", name)
        if parts.query:
            name += f"-{_digest(parts.query)}"
    else:
        name = re.sub(r"\.(gz|zst)$", "", record.name or "page")
        name = _PAGE_ENDING.sub("", name)
    parts_of_path = [_safe(part) for part in name.split("/") if part not in ("", ".", "..")]
    return "/".join(parts_of_path or ["page"]) + ending


def _safe(part: str) -> str:
    clean = _UNSAFE.sub("_", part).strip(". ") or "_"
    raw = clean.encode("utf-8", "replace")
    if len(raw) <= _LONGEST:
        return raw.decode()
    return f"{raw[:_LONGEST].decode('utf-8', 'ignore')}-{_digest(part)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:6]
