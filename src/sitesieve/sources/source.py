"""All the places pages come from, as one stream in a fixed order."""

import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from sitesieve.errors import InputError
from sitesieve.page.page import Page
from sitesieve.page.urls import site_of
from sitesieve.sources.files import PAGE_ENDINGS, FileReader, FolderReader
from sitesieve.sources.items import Item, Reader, ReadOptions
from sitesieve.sources.jsonl import JsonLinesReader
from sitesieve.sources.parquet import ParquetReader
from sitesieve.sources.streams import first_bytes, plain_name
from sitesieve.sources.warc import WarcReader
from sitesieve.sources.web import UrlReader, check_url

STDIN = "-"


class Source:
    """A list of locations: files, folders, URLs, `-` for standard input.

    Opening it checks that every location can be read, before any work is done.
    It can be iterated more than once and gives the same items in the same
    order; standard input is kept in a temporary file for that.
    """

    def __init__(self, locations: Sequence[str], options: ReadOptions | None = None) -> None:
        self.options = options or ReadOptions()
        self._spool: tempfile.TemporaryDirectory[str] | None = None
        self.readers = [self._open(location) for location in locations]
        self._done = 0
        self._current: Reader | None = None

    def __iter__(self) -> Iterator[Item]:
        self._done = 0
        for reader in self.readers:
            self._current = reader
            reader.position = 0
            for item in reader.items():
                yield self._with_site(item)
            self._done += reader.size
            self._current = None

    @property
    def fraction(self) -> float | None:
        """How much of the input has been read, or None where that is unknown."""
        total = sum(reader.size for reader in self.readers)
        if not total:
            return None
        return min(1.0, (self._done + (self._current.position if self._current else 0)) / total)

    @property
    def skipped(self) -> int:
        """Records passed over because they are no successful HTML responses."""
        return sum(reader.skipped for reader in self.readers if isinstance(reader, WarcReader))

    @property
    def is_one_page(self) -> bool:
        """Whether there is just one page to come."""
        return len(self.readers) == 1 and isinstance(self.readers[0], FileReader | UrlReader)

    def fingerprint(self) -> list[list[str | int]]:
        """What tells this input from another: names, sizes and times of change."""
        marks: list[list[str | int]] = []
        for reader in self.readers:
            path = getattr(reader, "path", None)
            changed = int(path.stat().st_mtime) if path and self._spool is None else 0
            marks.append([reader.label, reader.size, changed])
        return marks

    def close(self) -> None:
        """Remove what was kept of standard input."""
        if self._spool is not None:
            self._spool.cleanup()

    def _with_site(self, item: Item) -> Item:
        if self.options.site_by == "host" and isinstance(item, Page) and item.url:
            item.site = site_of(item.url, "host")
        return item

    def _open(self, location: str) -> Reader:
        if location == STDIN:
            return self._open_stdin()
        if "://" in location:
            check_url(location)
            return UrlReader(location, self.options)
        path = Path(location)
        if not path.exists():
            raise InputError(f"no such file or folder: {location}")
        if path.is_dir():
            return FolderReader(path, self.options)
        return self._open_file(path)

    def _open_file(self, path: Path) -> Reader:
        name = plain_name(path)
        kind = _kind_by_name(name) or _kind_by_content(first_bytes(path))
        return kind(path, self.options)

    def _open_stdin(self) -> Reader:
        if self._spool is not None:
            raise InputError("standard input can be named only once")
        self._spool = tempfile.TemporaryDirectory(prefix="sitesieve-")
        path = Path(self._spool.name, "stdin")
        with path.open("wb") as copy:
            shutil.copyfileobj(sys.stdin.buffer, copy)
        reader = self._open_file(path)
        reader.label = "stdin"
        return reader


_Kind = type[FileReader] | type[WarcReader] | type[JsonLinesReader] | type[ParquetReader]


def _kind_by_name(name: str) -> _Kind | None:
    if name.endswith(".parquet"):
        return ParquetReader
    if name.endswith(".warc"):
        return WarcReader
    if name.endswith((".jsonl", ".ndjson", ".jsonlines")):
        return JsonLinesReader
    if name.endswith(PAGE_ENDINGS):
        return FileReader
    return None


def _kind_by_content(start: bytes) -> _Kind:
    if start.startswith(b"PAR1"):
        return ParquetReader
    if start.startswith(b"WARC/"):
        return WarcReader
    if start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return JsonLinesReader
    return FileReader
