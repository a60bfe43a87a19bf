"""A shelf: what memory has no room for, in a folder on disk that somebody else removes.

Each process writes a file of its own there; all that can see the folder take what is in any of
them, forked from the one that put it there or not. What all have put there counts together.
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

    def read(self) -> bytes:
        """What was put there; it stays."""
        with self.path.open("rb", buffering=0) as file:
            file.seek(self.start)
            return file.read(self.size)

    def take(self) -> Any:
        """What was packed and put there; it stays."""
        return unpack(self.read())


class Shelf:
    """Where things are put, one after the other."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self.folder = folder
        self._most = most_bytes

    def put(self, content: bytes) -> Shelved:
        """Put something there; OSError where there is no room for it."""
        with os.scandir(self.folder) as files:
            taken = sum(file.stat().st_size for file in files)
        if taken + len(content) > self._most:
            raise ShelfFull(f"the shelf in {self.folder} is full")
        path = self.folder / f"{os.getpid()}.shelf"
        # It is not kept open: what failed to be written would be written later.
        with path.open("ab") as file:
            start = file.tell()
            file.write(content)
        return Shelved(path, start, len(content))


def pack(something: Any) -> bytes:
    """Something as bytes for the shelf, or for less room in memory."""
    return zlib.compress(pickle.dumps(something, pickle.HIGHEST_PROTOCOL), level=1)


def unpack(content: bytes) -> Any:
    """What `pack` was given."""
    return pickle.loads(zlib.decompress(content))
