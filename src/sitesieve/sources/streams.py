"""Files as byte streams, decompressed by what they contain, not by what they are called."""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO, cast

from sitesieve.errors import InputError, MissingExtra

GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
COMPRESSED = (".gz", ".zst")

# What damaged compressed data raises, whichever library reads it.
BROKEN_STREAM: tuple[type[Exception], ...] = (EOFError, zlib.error, gzip.BadGzipFile, OSError)


class TrackedFile(io.BufferedReader):
    """A file that knows how far its raw bytes have been read."""

    @property
    def position(self) -> int:
        return self.raw.tell()


@contextmanager
def open_tracked(path: Path) -> Iterator[tuple[TrackedFile, BinaryIO]]:
    """The raw file and the stream of its decompressed bytes."""
    global BROKEN_STREAM
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
            if zstandard.ZstdError not in BROKEN_STREAM:
                BROKEN_STREAM = (*BROKEN_STREAM, zstandard.ZstdError)
            reader: IO[bytes] = zstandard.ZstdDecompressor().stream_reader(
                raw, read_across_frames=True
            )
            yield raw, cast(BinaryIO, io.BufferedReader(cast(io.RawIOBase, reader)))
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
