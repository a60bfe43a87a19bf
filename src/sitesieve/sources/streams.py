"""Files as byte streams, decompressed by what they contain, not by what they are called."""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

from sitesieve.errors import InputError, MissingExtra

GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
COMPRESSED = (".gz", ".zst")

BROKEN_STREAM = (EOFError, zlib.error, OSError)  # what damaged compressed data raises
_ZSTD_CHUNK = 512  # four bytes of zstd can become 128 kB


class TrackedFile(io.BufferedReader):
    """A file that knows how far its raw bytes have been read."""

    @property
    def position(self) -> int:
        return self.raw.tell() if self.seekable() else 0  # of a pipe nobody knows


class ZstdReader(io.RawIOBase):
    """Decompressed zstd, frame after frame; `EOFError` when the last one is cut short."""

    def __init__(self, raw: BinaryIO, zstandard: Any) -> None:
        self._raw = raw
        self._zstandard = zstandard
        self._decompressor = zstandard.ZstdDecompressor()
        self._frame: Any = None
        self._ready = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            chunk = self._raw.read(_ZSTD_CHUNK)
            if not chunk:
                if self._frame is not None:
                    raise EOFError("the zstd data ends inside a frame")
                return 0
            self._ready = memoryview(self._decompressed(chunk))
        count = min(len(buffer), len(self._ready))
        buffer[:count], self._ready = self._ready[:count], self._ready[count:]
        return count

    def _decompressed(self, chunk: bytes) -> bytes:
        pieces = []
        while chunk:
            if self._frame is None:
                self._frame = self._decompressor.decompressobj()
            try:
                pieces.append(self._frame.decompress(chunk))
            except self._zstandard.ZstdError as error:
                raise OSError(str(error)) from error
            chunk = b""
            if self._frame.eof:
                chunk, self._frame = self._frame.unused_data, None
        return b"".join(pieces)


@contextmanager
def open_tracked(path: Path) -> Iterator[tuple[TrackedFile, BinaryIO]]:
    """The raw file and the stream of its decompressed bytes."""
    try:
        raw = TrackedFile(io.FileIO(path, "rb"))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    with raw:
        magic = raw.peek(4)[:4]
        if magic.startswith(GZIP):
            yield raw, cast(BinaryIO, gzip.GzipFile(fileobj=raw, mode="rb"))
        elif magic == ZSTD:
            try:
                import zstandard
            except ImportError:
                raise MissingExtra(f"{path}: reading .zst", "zstd") from None
            yield raw, cast(BinaryIO, io.BufferedReader(ZstdReader(raw, zstandard)))
        else:
            yield raw, raw


def read_whole(path: Path, limit: int) -> bytes:
    """The decompressed content of a small file, up to one byte more than the limit."""
    with open_tracked(path) as (_, stream):
        return stream.read(limit + 1)


def first_bytes(path: Path, count: int = 64) -> bytes:
    """The first decompressed bytes of a file; as far as a damaged file goes."""
    with open_tracked(path) as (_, stream):
        try:
            return stream.read(count)
        except BROKEN_STREAM:
            return b""


def plain_name(path: Path) -> str:
    """The file name in lower case without the ending of a compression."""
    name = path.name.lower()
    for ending in COMPRESSED:
        name = name.removesuffix(ending)
    return name
