"""A shelf: what memory has no room for, in a folder on disk that somebody else removes.

One process puts things there; all that can see the folder take them, forked from it or not.
"""

import os
import pickle
import zlib
from pathlib import Path
from typing import Any, NamedTuple

MOST_BYTES = 20_000_000_000


class ShelfFull(OSError):
    """There is no room left that the shelf may take."""


class Shelved(NamedTuple):
    """Something on the shelf."""

    path: Path
    start: int
    size: int

    def take(self) -> Any:
        """What was put there; it stays."""
        with self.path.open("rb", buffering=0) as file:
            file.seek(self.start)
            return unpack(file.read(self.size))


class Shelf:
    """Where things are put, packed, one after the other."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._left = most_bytes

    def put(self, content: bytes) -> Shelved:
        """Put something there, as `pack` made it; OSError where there is no room for it."""
        if len(content) > self._left:
            raise ShelfFull(f"the shelf in {self._folder} is full")
        path = self._folder / f"{os.getpid()}.shelf"
        with path.open("ab") as file:
            start = file.tell()
            file.write(content)
        self._left -= len(content)
        return Shelved(path, start, len(content))


def pack(something: Any) -> bytes:
    """Something as bytes for the shelf, or for less room in memory."""
    return zlib.compress(pickle.dumps(something, pickle.HIGHEST_PROTOCOL), level=1)


def unpack(content: bytes) -> Any:
    """What `pack` was given."""
    return pickle.loads(zlib.decompress(content))
