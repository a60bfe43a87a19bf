"""HTML files and folders of them."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from sitesieve.errors import InputError, Reason
from sitesieve.page.page import Page
from sitesieve.page.urls import registrable_domain
from sitesieve.sources.items import FileBackedReader, Item, Reader, ReadOptions
from sitesieve.sources.streams import plain_name, read_whole

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
        if options.input_format == "html":
            self._endings = ("",)  # whatever files are called
        os_error = _error_of(folder)
        if os_error is not None:
            raise InputError(f"cannot read folder {folder}: {os_error.strerror}") from os_error
        self.files = 0
        for path in self._files([]):
            self.files += 1
            try:
                status = path.stat()
            except OSError:  # a link to nowhere: said when it is read
                continue
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
        unreadable: list[OSError] = []
        for path in self._files(unreadable):
            name = path.relative_to(self.folder).as_posix()
            url = self.options.address_of(name)
            site = self._site(name) if url is None else None
            yield _read_page(self, path, name, url, site, self.options)
            self.position += path.stat().st_size if path.exists() else 0
        for error in unreadable:
            where = f"/{Path(error.filename).relative_to(self.folder).as_posix()}"
            detail = f"cannot read the folder: {error.strerror}"
            yield self.loss(where, detail, 0, reason=Reason.UNREADABLE)

    def _files(self, unreadable: list[OSError]) -> Iterator[Path]:
        """The files, in order, and links to nowhere, which fail when they are read. Folders that
        cannot be read are put on the list."""
        for here, folders, names in os.walk(self.folder, onerror=unreadable.append):
            folders.sort()
            for name in sorted(names):
                path = Path(here, name)
                if plain_name(path).endswith(self._endings) and (
                    path.is_file() or not path.exists()
                ):
                    yield path

    def _site(self, name: str) -> str:
        """The site of a file: the first folder that is called like a host, the one that was
        named included."""
        first, slash, _ = name.partition("/")
        host = next((n for n in (first if slash else "", self.folder.name) if _is_host(n)), "")
        return host if self.options.site_by == "host" else registrable_domain(host.lower())


def _is_host(name: str) -> bool:
    """Whether a folder is called like a host: not `docs-3.11`."""
    last = name.rpartition(".")[2]
    return "." in name.strip(".") and (last.isalpha() or name.replace(".", "").isdigit())


def _error_of(folder: Path) -> OSError | None:
    try:
        with os.scandir(folder):
            return None
    except OSError as error:
        return error


def _read_page(
    reader: Reader, path: Path, name: str, url: str | None, site: str | None, options: ReadOptions
) -> Item:
    where = "" if isinstance(reader, FileReader) else f"/{name}"
    try:
        data = read_whole(path, options.limits.bytes)
    except InputError as error:
        return reader.failure(where, Reason.UNREADABLE, str(error))
    except OSError as error:
        return reader.failure(where, Reason.UNREADABLE, f"cannot read {path}: {error.strerror}")
    except ValueError as error:
        return reader.failure(where, Reason.CORRUPT, f"damaged compressed data: {error}")
    return Page(url, data, name=name, site=site, limits=options.limits)
