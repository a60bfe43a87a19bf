"""Parsed pages kept on disk between two readings of the same pages.

A page that is learned from is parsed, and parsed again to be cleaned. Writing its tree down and
reading it takes a quarter of that. Each process writes a file of its own, a tree after the other,
up to a size; of the pages beyond it nothing is kept.
"""

import hashlib
import os
import pickle
import struct
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, NamedTuple

from sitesieve.page.page import Page

_KEY_BYTES = 16
_MOST_PLACES = 100_000  # that are remembered: some 30 MB
_ENTRY = struct.Struct(f"<{_KEY_BYTES}sQ")  # before each tree: the page's key, the tree's size


class _KeptPlace(NamedTuple):
    path: Path
    start: int
    size: int


class KeptTrees:
    """The trees of pages, in files of a folder that nobody else writes to."""

    def __init__(self, folder: Path, bytes_a_process: int) -> None:
        self._folder = folder
        self._most = bytes_a_process
        self._places: dict[bytes, _KeptPlace] = {}
        self._file: IO[bytes] | None = None  # of this process
        self._full = False

    def keep(self, page: Page) -> None:
        """Write the tree of a page down, where there is room."""
        if self._full:
            return
        tree = pickle.dumps(page.tree, pickle.HIGHEST_PROTOCOL)
        try:
            if self._file is None:
                self._file = tempfile.NamedTemporaryFile(  # noqa: SIM115 - open for many pages
                    dir=self._folder, delete=False
                )
            self._file.write(_ENTRY.pack(_key(page), len(tree)) + tree)
            self._file.flush()
            self._full = self._file.tell() > self._most
        except OSError:  # a full disk: the pages that follow are parsed again
            self._full = True

    def find(self) -> None:
        """Look which trees there are; to be called when all are written, by who hands out
        pages to clean."""
        if self._file is not None:
            self._file.close()
            self._full = True
        entries = (entry for path in self._folder.iterdir() for entry in _entries(path))
        self._places = dict(islice(entries, _MOST_PLACES))

    def give(self, page: Page) -> None:
        """Give a page its tree, if that was kept."""
        place = self._places.get(_key(page)) if self._places else None
        if place is not None:
            with place.path.open("rb", buffering=0) as file:
                file.seek(place.start)
                page.tree = pickle.loads(file.read(place.size))


def _entries(path: Path) -> Iterator[tuple[bytes, _KeptPlace]]:
    """The whole trees in a file: the last may be cut off where a process was stopped."""
    end = path.stat().st_size
    with path.open("rb") as file:
        while len(entry := file.read(_ENTRY.size)) == _ENTRY.size:
            key, size = _ENTRY.unpack(entry)
            if file.tell() + size > end:
                return
            yield key, _KeptPlace(path, file.tell(), size)
            file.seek(size, os.SEEK_CUR)


def _key(page: Page) -> bytes:
    """What tells a page from others as far as its tree is concerned."""
    html = page.html if isinstance(page.html, bytes) else page.html.encode("utf-8", "surrogatepass")
    key = hashlib.blake2b(html, digest_size=_KEY_BYTES)
    key.update(repr((type(page.html), page.charset, page.url)).encode())
    return key.digest()
