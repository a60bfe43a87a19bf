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
FEED_ENDINGS = (".xml", ".rss", ".atom", ".rdf")
STDIN_LABEL = "stdin"


class FileReader(FileBackedReader):
    """One HTML file, plain or compressed: what a file is taken for that is nothing else."""

    endings = PAGE_ENDINGS
    is_one_page = True

    def items(self) -> Iterator[Item]:
        url = self.options.base_url  # of a folder, where it ends in a slash
        name = Path(self.label).name
        if url is not None and url.endswith("/") and self.label != STDIN_LABEL:
            url = self.options.address_of(name)
        yield _read_page(self, self.path, name, url, None, self.options)
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
        self._endings = PAGE_ENDINGS + (FEED_ENDINGS if options.feeds else ())
        for path in self._files():
            status = path.stat()
            self.size += status.st_size
            self._marks.update(
                f"{path}\0{status.st_size}\0{status.st_mtime_ns}\0".encode("utf-8", "replace")
            )

    def fingerprint(self) -> list[str | int]:
        return [self.label, self._marks.hexdigest()]

    def reads(self, path: Path) -> bool:
        inside = path.resolve().is_relative_to(self.folder.resolve())
        return inside and plain_name(path).endswith(self._endings)

    def items(self) -> Iterator[Item]:
        self.position = 0
        for path in self._files():
            name = path.relative_to(self.folder).as_posix()
            url = self.options.address_of(name)
            site = _site(name, self.options.site_by) if url is None else None
            yield _read_page(self, path, name, url, site, self.options)
            self.position += path.stat().st_size if path.exists() else 0

    def _files(self) -> Iterator[Path]:
        for here, folders, names in os.walk(self.folder, onerror=_unreadable):
            folders.sort()
            for name in sorted(names):
                path = Path(here, name)
                if (
                    plain_name(path).endswith(self._endings) and path.is_file()
                ):  # no link to nowhere
                    yield path


def _unreadable(error: OSError) -> None:
    raise InputError(f"cannot read folder {error.filename}: {error.strerror}") from error


def _site(name: str, by: str) -> str:
    first, slash, _ = name.partition("/")
    if not slash or "." not in first.strip("."):
        return ""
    return first if by == "host" else registrable_domain(first.lower())


def _read_page(
    reader: Reader, path: Path, name: str, url: str | None, site: str | None, options: ReadOptions
) -> Item:
    where = "" if isinstance(reader, FileReader) else f"/{name}"
    try:
        data = read_whole(path, options.limits.bytes)
    except InputError as error:
        return reader.failure(where, Reason.UNREADABLE, str(error))
    except BROKEN_STREAM as error:
        return reader.failure(where, Reason.CORRUPT, f"damaged compressed data: {error}")
    return Page(url, data, name=name, site=site, limits=options.limits)
