"""Parsed pages kept on disk between two readings of the same pages.

A page that is learned from is parsed, and parsed again to be cleaned. Writing its tree down and
reading it takes a quarter of that. The trees go to a shelf, each after the key of its page; of the
pages for which that has no room nothing is kept.
"""

import hashlib
import os
import pickle
import struct
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from sitesieve.page.page import Page
from sitesieve.site.shelf import Shelf, Shelved

_KEY_BYTES = 16
_MOST_PLACES = 100_000  # that are remembered: some 30 MB
_ENTRY = struct.Struct(f"<{_KEY_BYTES}sQ")  # before each tree: the page's key, the tree's size


class KeptTrees:
    """The trees of pages, on a shelf that nobody else uses."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._places: dict[bytes, Shelved] = {}
        self._full = False

    def keep(self, page: Page) -> None:
        """Write the tree of a page down, where there is room."""
        if self._full:
            return
        tree = pickle.dumps(page.tree, pickle.HIGHEST_PROTOCOL)
        try:
            self._shelf.put(_ENTRY.pack(_key(page), len(tree)) + tree)
        except OSError:  # the pages that follow are parsed again
            self._full = True

    def find(self) -> None:
        """Look which trees there are; to be called when all are written, by who hands out
        pages to clean."""
        entries = (entry for path in self._shelf.folder.iterdir() for entry in _entries(path))
        self._places = dict(islice(entries, _MOST_PLACES))

    def give(self, page: Page) -> None:
        """Give a page its tree, if that was kept."""
        place = self._places.get(_key(page)) if self._places else None
        if place is not None:
            page.tree = pickle.loads(place.read())


def _entries(path: Path) -> Iterator[tuple[bytes, Shelved]]:
    """The whole trees in a file: the last may be cut off where a process was stopped."""
    end = path.stat().st_size
    with path.open("rb") as file:
        while len(entry := file.read(_ENTRY.size)) == _ENTRY.size:
            key, size = _ENTRY.unpack(entry)
            if file.tell() + size > end:
                return
            yield key, Shelved(path, file.tell(), size)
            file.seek(size, os.SEEK_CUR)


def _key(page: Page) -> bytes:
    """What tells a page from others as far as its tree is concerned."""
    html = page.html if isinstance(page.html, bytes) else page.html.encode("utf-8", "surrogatepass")
    key = hashlib.blake2b(html, digest_size=_KEY_BYTES)
    key.update(repr((type(page.html), page.charset, page.url)).encode())
    return key.digest()
