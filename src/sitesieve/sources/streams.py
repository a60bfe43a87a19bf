"""Files as pieces of decompressed bytes, by what they contain, not by what they are called.

A compressed file is a row of members (gzip) or frames (zstd), each readable by itself. Where one
is damaged the next is looked for, so that a few wrong bytes do not hide the rest of the file.
"""

import contextlib
import io
import re
import zlib
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from sitesieve.errors import InputError, MissingExtra

GZIP = b"\x1f\x8b\x08"
ZSTD = b"\x28\xb5\x2f\xfd"
_MAGIC = {".gz": GZIP, ".zst": ZSTD}
COMPRESSED = tuple(_MAGIC)

_CHUNK = 1 << 17  # bytes read at once
_MOST = 1 << 20  # bytes that a step of decompression gives
_ZSTD_CHUNK = 512  # four bytes of zstd can become 128 kB
_TRIED = 1 << 16  # bytes by which the start of a member is told from bytes that look like one
_MOST_PLACES = 16  # looked at for a member in a file that begins as text
_RETRIES = 16  # times the size of a file that may be decompressed in vain to find members
# How a file begins that is called compressed, but is not.
_PLAIN = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:[<{\[]|WARC/)")
# What a file holds that is not called compressed, and begins as if it were by damage.
_PLAIN_PARTS = re.compile(rb'WARC/1\.|\n\{"')


@dataclass(frozen=True, slots=True)
class Piece:
    """Some bytes of the content, and where in the file stands what they are made from."""

    data: bytes
    start: int


@dataclass(frozen=True, slots=True)
class Damage:
    """Here the content cannot be read further; the next piece, if any, is of a later member.
    `inside` says that the pieces before it are of the member that is damaged."""

    start: int
    detail: str
    inside: bool = False


class _Decoder(Protocol):
    """Decompresses one member."""

    def step(self, data: bytes) -> tuple[bytes, int, bool]:
        """Some decompressed bytes, how many of `data` they took, whether the member has ended."""


class _Gzip:
    def __init__(self) -> None:
        self._decompressor = zlib.decompressobj(16 + zlib.MAX_WBITS)

    def step(self, data: bytes) -> tuple[bytes, int, bool]:
        try:
            output = self._decompressor.decompress(data, _MOST)
        except zlib.error as error:
            raise ValueError(str(error)) from error
        left = len(self._decompressor.unused_data) or len(self._decompressor.unconsumed_tail)
        return output, len(data) - left, self._decompressor.eof


class _Zstd:
    def __init__(self, zstandard: Any) -> None:
        self._errors = zstandard.ZstdError
        self._decompressor = zstandard.ZstdDecompressor().decompressobj()

    def step(self, data: bytes) -> tuple[bytes, int, bool]:
        data = data[:_ZSTD_CHUNK]
        try:
            output = self._decompressor.decompress(data)
        except (self._errors, MemoryError) as error:
            raise ValueError(str(error)) from error
        return output, len(data) - len(self._decompressor.unused_data), self._decompressor.eof


class Pieces:
    """The content of a file, piece by piece; `position` says how far the file has been read.

    `InputError` when the file cannot be opened; `OSError` when it cannot be read any more.
    """

    def __init__(self, path: Path) -> None:
        self._data = b""  # what was read and not used
        self._start = 0  # where in the file it begins
        self._inside = False  # whether pieces of the member at hand were given out
        self._zstandard: Any = None
        try:
            self._file = io.FileIO(path, "rb")
            self._fill(len(ZSTD))
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror}") from error
        self._seekable = self._file.seekable()
        self._retries = _RETRIES * path.stat().st_size + _CHUNK
        called = _MAGIC.get(path.suffix.lower(), b"")
        self._magic = next(filter(self._data.startswith, _MAGIC.values()), called)
        if self._magic == ZSTD:
            try:
                import zstandard
            except ImportError:
                self.close()
                raise MissingExtra(f"{path}: reading .zst", "zstd") from None
            self._zstandard = zstandard
        if self._magic and self._is_plain(called):
            self._magic = b""

    def __enter__(self) -> "Pieces":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    @property
    def position(self) -> int:
        return self._start

    @property
    def compressed(self) -> bool:
        return bool(self._magic)

    def __iter__(self) -> Iterator[Piece | Damage]:
        if not self.compressed:
            while self._data or self._fill(1):
                data, start = self._data, self._start
                self._use(len(data))
                yield Piece(data, start)
            return
        while self._fill(len(self._magic)) or self._data:
            begins = self._start
            if self._data.startswith(self._magic) or self._at_skippable_frame():
                detail = yield from self._member()
            elif not self._data.strip(b"\0"):  # some pad files with zeros
                self._use(len(self._data))
                continue
            else:
                self._inside = False
                detail = "what follows is no compressed data"
            if detail:
                yield Damage(self._start if self._inside else begins, detail, self._inside)
                self._find_member(begins)

    def _is_plain(self, called: bytes) -> bool:
        """Whether a file is not compressed that is called so, or begins so. The start may be
        damaged: then what follows it tells."""
        if self._data.startswith(self._magic):
            return not called and not self._opens_member() and bool(_PLAIN_PARTS.search(self._data))
        if not _PLAIN.match(self._data):
            return False
        return not any(
            self._opens_member(place.start())
            for place in islice(re.finditer(re.escape(self._magic), self._data), _MOST_PLACES)
        )

    def _member(self) -> Generator[Piece, None, str]:
        """The pieces of the member that begins here; returns what is wrong with it, if anything."""
        decoder = self._decoder()
        self._inside = False
        start = self._start
        while True:
            has_more = bool(self._data) or self._fill(1)
            try:
                output, used, ended = decoder.step(self._data)
            except ValueError as error:
                return str(error)
            self._use(used)
            if output:
                self._inside = True
                yield Piece(output, start)
                start = self._start
            if ended:
                self._inside = False
                return ""
            if not has_more and not output:
                return "the compressed data ends early"

    def _find_member(self, failed: int) -> None:
        """Go to the next member after the one that began at `failed`. It may begin before the
        place where the damage was noticed, so the bytes are looked at again, as long as that
        does not take several times what reading the file does."""
        wasted = self._start - failed
        if self._seekable and wasted <= self._retries:
            self._retries -= wasted
            self._file.seek(failed + 1)
            self._data, self._start = b"", failed + 1
        else:
            self._use(min(1, len(self._data)))
        while self._fill(len(self._magic)):
            place = self._data.find(self._magic)
            if place < 0:
                self._use(len(self._data) - len(self._magic) + 1)
                continue
            self._use(place)
            if self._opens_member():
                return
            self._use(1)
        self._use(len(self._data))

    def _opens_member(self, at: int = 0) -> bool:
        """Whether a member begins so many bytes ahead, by decompressing a little of it."""
        if self._retries <= 0:
            return True
        self._fill(at + _TRIED)
        decoder, end = self._decoder(), min(at + _TRIED, len(self._data))
        try:
            while at < end:
                part = self._data[at : at + _ZSTD_CHUNK]
                self._retries -= len(part)
                output, used, ended = decoder.step(part)
                if ended:
                    return True
                if not used and not output:
                    break
                at += used
        except ValueError:
            return False
        return True

    def _at_skippable_frame(self) -> bool:
        """Whether a frame without content begins here (RFC 8878 §3.1.2)."""
        magic = self._data[:4]
        return self._magic == ZSTD and magic[1:] == b"\x2a\x4d\x18" and magic[0] >> 4 == 5

    def _decoder(self) -> _Decoder:
        return _Gzip() if self._zstandard is None else _Zstd(self._zstandard)

    def _fill(self, least: int) -> bool:
        """Read until there are so many bytes at hand; whether there are."""
        while len(self._data) < least:
            chunk = self._file.read(max(_CHUNK, least))
            if not chunk:
                return False
            self._data += chunk
        return True

    def _use(self, count: int) -> None:
        self._data = self._data[count:]
        self._start += count


def read_whole(path: Path, limit: int) -> bytes:
    """The decompressed content of a small file, up to one byte more than the limit; `ValueError`
    when it is damaged."""
    content = bytearray()
    with Pieces(path) as pieces:
        for piece in pieces:
            if isinstance(piece, Damage):
                raise ValueError(piece.detail)
            content += piece.data
            if len(content) > limit:
                break
    return bytes(content[: limit + 1])


def first_bytes(path: Path, count: int = 64) -> bytes:
    """The first decompressed bytes of a file; as far as a damaged file goes."""
    content = b""
    with Pieces(path) as pieces, contextlib.suppress(OSError):
        for piece in pieces:
            if isinstance(piece, Damage) or len(content) >= count:
                break
            content += piece.data
    return content[:count]


def plain_name(path: Path) -> str:
    """The file name in lower case without the ending of a compression."""
    name = path.name.lower()
    for ending in COMPRESSED:
        name = name.removesuffix(ending)
    return name
