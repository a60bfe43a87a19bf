"""HTML files and folders of them."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from sitesieve.errors import InputError, Reason
from sitesieve.page.page import Page
from sitesieve.page.urls import registrable_domain
from sitesieve.sources.items import FileBackedReader, Item, Reader, ReadOptions
from sitesieve.sources.streams import BROKEN_STREAM, plain_name, read_whole

PAGE_ENDINGS = (".html", ".htm", ".xhtml")


class FileReader(FileBackedReader):
    """One HTML file, plain or compressed: what a file is taken for that is nothing else."""

    endings = PAGE_ENDINGS
    is_one_page = True

    def items(self) -> Iterator[Item]:
        yield _read_page(self, self.path, Path(self.label).name, None, self.options)
        self.position = self.size


class FolderReader(Reader):
    """All HTML files below a folder, in the order of their names.

    A file has no address. Its place below the folder stands in for one: the
    first folder is the site where it is named like a host, as in mirrors.
    """

    def __init__(self, folder: Path, options: ReadOptions) -> None:
        super().__init__(str(folder))
        self.folder = folder
        self.options = options
        self._marks = hashlib.sha256()
        for path in _html_files(folder):
            status = path.stat()
            self.size += status.st_size
            self._marks.update(
                f"{path}\0{status.st_size}\0{status.st_mtime_ns}\0".encode("utf-8", "replace")
            )

    def fingerprint(self) -> list[str | int]:
        return [self.label, self._marks.hexdigest()]

    def reads(self, path: Path) -> bool:
        inside = path.resolve().is_relative_to(self.folder.resolve())
        return inside and plain_name(path).endswith(PAGE_ENDINGS)

    def items(self) -> Iterator[Item]:
        self.position = 0
        for path in _html_files(self.folder):
            name = path.relative_to(self.folder).as_posix()
            yield _read_page(self, path, name, _site(name, self.options.site_by), self.options)
            self.position += path.stat().st_size if path.exists() else 0


def _html_files(folder: Path) -> Iterator[Path]:
    def unreadable(error: OSError) -> None:
        raise InputError(f"cannot read folder {error.filename}: {error.strerror}") from error

    for here, folders, names in os.walk(folder, onerror=unreadable):
        folders.sort()
        for name in sorted(names):
            path = Path(here, name)
            if plain_name(path).endswith(PAGE_ENDINGS) and path.is_file():  # no dead link, no pipe
                yield path


def _site(name: str, by: str) -> str:
    first, slash, _ = name.partition("/")
    if not slash or "." not in first.strip("."):
        return ""
    return first if by == "host" else registrable_domain(first.lower())


def _read_page(
    reader: Reader, path: Path, name: str, site: str | None, options: ReadOptions
) -> Item:
    where = "" if isinstance(reader, FileReader) else f"/{name}"
    try:
        data = read_whole(path, options.limits.bytes)
    except InputError as error:
        return reader.failure(where, Reason.UNREADABLE, str(error))
    except BROKEN_STREAM as error:
        return reader.failure(where, Reason.CORRUPT, f"damaged compressed data: {error}")
    return Page(None, data, name=name, site=site, limits=options.limits)
