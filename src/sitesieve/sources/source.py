"""All the places pages come from, as one stream in a fixed order."""

import errno
import hashlib
import os
import shutil
import sys
import tempfile
import weakref
from collections.abc import Iterable, Iterator, Sequence
from io import BufferedReader
from pathlib import Path
from typing import cast

from sitesieve.errors import InputError
from sitesieve.page.page import Page
from sitesieve.page.urls import host_of, site_of
from sitesieve.sources.files import STDIN_LABEL, FileReader, FolderReader
from sitesieve.sources.items import Failure, FileBackedReader, Item, Loss, Reader, ReadOptions
from sitesieve.sources.jsonl import JsonLinesReader
from sitesieve.sources.registry import REGISTRY, archives_below, format_of

STDIN = "-"
_CHUNK = 1 << 20
_LEFT_FREE = 500_000_000  # bytes of a disk that a copy of standard input does not fill


class Source:
    """A list of locations: files, folders, URLs, `-` for standard input. A folder is the HTML
    files below it or, where there are none, the archives (WARC, JSON Lines, Parquet).

    Opening it checks that every location can be read, before any work is done.
    It can be iterated more than once and gives the same items in the same
    order; standard input is kept in a temporary file for that, unless it is to
    be read only `once`: then it must be JSON Lines, and is read as it comes.
    """

    def __init__(
        self,
        locations: Sequence[str],
        options: ReadOptions | None = None,
        once: bool = False,
    ) -> None:
        self.options = options or ReadOptions()
        self._once = once
        self._spool: Path | None = None
        self.readers: list[Reader] = []
        try:
            for location in locations:
                for reader in self._unfolded_folder(self._open(location)):
                    self.readers.append(reader)
                    self._check_columns(reader)
            self._check_base()
        except BaseException:
            self.close()
            raise
        self._done = 0
        self._current: Reader | None = None
        self._lost: dict[int, Loss] = {}  # by the number of the reader

    def __iter__(self) -> Iterator[Item]:
        self._done = 0
        for number, reader in enumerate(self.readers):
            self._current = reader
            self._lost[number] = Loss()
            reader.position = 0
            for item in reader.items():
                if isinstance(item, Failure) and item.lost is not None:
                    self._lost[number] += item.lost
                for page in self._unfolded(self._with_location(item, reader)):
                    yield self._with_site(page)
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
        return sum(reader.skipped for reader in self.readers)

    @property
    def lost(self) -> Loss:
        """What could not be read of the input, when it was last read."""
        return sum(self._lost.values(), Loss())

    @property
    def redirects(self) -> dict[str, str]:
        """Where addresses lead, by the redirects among the records read so far."""
        return {start: end for one in self.readers for start, end in one.redirects.items()}

    @property
    def is_one_page(self) -> bool:
        """Whether there is just one page to come."""
        alone = len(self.readers) == 1 and self.readers[0].is_one_page
        return alone and not self.options.feeds

    def reads(self, path: Path) -> bool:
        """Whether a file is one of those that pages are read from."""
        return path.exists() and any(reader.reads(path) for reader in self.readers)

    @property
    def folders(self) -> list[Path]:
        """The folders among the locations."""
        return [reader.folder for reader in self.readers if isinstance(reader, FolderReader)]

    @property
    def paths(self) -> list[Path]:
        """The files and folders among the locations."""
        files = [reader.path for reader in self.readers if isinstance(reader, FileBackedReader)]
        return [*self.folders, *files]

    @property
    def page_files(self) -> list[Path]:
        """The locations that are one HTML file."""
        return [reader.path for reader in self.readers if isinstance(reader, FileReader)]

    def fingerprint(self) -> list[list[str | int]]:
        """What tells this input from another: names, sizes and times of change."""
        return [reader.fingerprint() for reader in self.readers]

    def close(self) -> None:
        """Remove what was kept of standard input, pipes and URLs."""
        if self._spool is not None:
            shutil.rmtree(self._spool, ignore_errors=True)

    def _with_location(self, item: Item, reader: Reader) -> Item:
        # Files of several inputs can have the same name.
        if len(self.readers) > 1 and isinstance(item, Page):
            if isinstance(reader, FileReader):
                item.name = reader.label
            elif isinstance(reader, FolderReader):
                item.name = f"{reader.label}/{item.name}"
        return item

    def _unfolded(self, item: Item) -> Iterable[Item]:
        """An item as it is; a feed as its items, where these are wanted."""
        if self.options.feeds and isinstance(item, Page):
            from sitesieve.sources import feeds  # with all that XML needs

            if feeds.is_feed(item):
                return feeds.items_of(item)
        return (item,)

    def _check_columns(self, reader: Reader) -> None:
        column = self.options.site_column
        if column is not None and not reader.has_columns:
            raise InputError(f"{reader.label} has no columns, so no {column!r} to group sites by")

    def _check_base(self) -> None:
        base = self.options.base_url
        if base is None:
            return
        if not host_of(base):
            raise InputError(f"{base} is no address to begin from, as https://a.example/ is")
        if not base.endswith("/") and len(self.page_files) > 1:
            raise InputError(f"several files cannot all be {base}: end it with a slash")

    def _with_site(self, item: Item) -> Item:
        if self.options.site_by == "host" and isinstance(item, Page) and item.url:
            item.site = site_of(item.url, "host")
        return item

    def _unfolded_folder(self, reader: Reader) -> Iterable[Reader]:
        """A reader as it is; instead of a folder without HTML files, its archives."""
        if isinstance(reader, FolderReader) and not reader.files:
            archives = [
                format_of(path)(path, self.options) for path in archives_below(reader.folder)
            ]
            if archives:
                return archives
        return (reader,)

    def _open(self, location: str) -> Reader:
        if location == STDIN:
            return self._open_stdin()
        if "://" in location:
            from sitesieve.sources.web import UrlReader  # with all that HTTP needs

            self._refuse_format(location, "an address")
            return UrlReader(location, self.options, self._spool_path(), self.readers)
        path = Path(location)
        try:
            if not location or not path.exists():
                raise InputError(f"no such file or folder: {location or '(empty name)'}")
            if path.is_dir():
                self._refuse_format(location, "a folder")
                return FolderReader(path, self.options)
            if not path.is_file():  # a pipe, as from `<(command)`, can be read only once
                with path.open("rb") as stream:
                    return self._open_spooled(location, stream)
        except OSError as error:
            raise InputError(f"cannot read {location}: {error.strerror}") from error
        return self._format_of(path)(path, self.options)

    def _format_of(self, path: Path) -> type[FileBackedReader]:
        form = self.options.input_format
        reader = format_of(path) if form is None else REGISTRY.find(form)
        if reader is None:
            raise InputError(f"no input format {form!r}; there are {', '.join(REGISTRY.names())}")
        return reader

    def _refuse_format(self, location: str, what: str) -> None:
        form = self.options.input_format
        if form not in (None, "html"):
            raise InputError(f"{location} is {what}, which is read as HTML, not as {form}")

    def _open_stdin(self) -> Reader:
        if any(reader.label == STDIN_LABEL for reader in self.readers):
            raise InputError("standard input can be named only once")
        if sys.stdin is None:
            raise InputError("standard input is closed")
        if self._once:
            return _as_it_comes(self.options)
        return self._open_spooled(STDIN_LABEL, cast(BufferedReader, sys.stdin.buffer))

    def _spool_path(self) -> Path:
        if self._spool is None:
            self._spool = Path(tempfile.mkdtemp(prefix="sitesieve-"))
            weakref.finalize(self, shutil.rmtree, self._spool, True)
        return self._spool / f"{len(self.readers)}"

    def _open_spooled(self, label: str, stream: BufferedReader) -> Reader:
        path = self._spool_path()
        try:
            with path.open("wb") as copy:
                while chunk := stream.read1(_CHUNK):  # so that signals are looked at in between
                    disk = shutil.disk_usage(path.parent)
                    if disk.free - len(chunk) < min(_LEFT_FREE, disk.total // 20):
                        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                    copy.write(chunk)
        except OSError as error:
            raise InputError(
                f"cannot keep a copy of {label} in {path.parent.parent}: {error.strerror}; name a "
                "file, set TMPDIR, or read it once with --one-pass"
            ) from error
        reader: Reader = self._format_of(path)(path, self.options)
        reader.label = label
        content = hashlib.sha256()
        with path.open("rb") as copy:
            for chunk in iter(lambda: copy.read(1 << 20), b""):
                content.update(chunk)
        reader.fingerprint = lambda: [label, content.hexdigest()]  # type: ignore[method-assign]
        return reader


def _as_it_comes(options: ReadOptions) -> Reader:
    path = Path("/dev/stdin")
    if not path.exists():
        raise InputError("this system cannot read standard input as it comes")
    reader = JsonLinesReader(path, options)
    reader.label = STDIN_LABEL
    return reader
