"""The records of a WARC file (ISO 28500), also of one that is damaged.

Where a record cannot be read, the next one is looked for by how records begin, and what lies
between is a `LostPart`. A record counts as read when another follows it, the file ends, or the
two line ends stand behind it that close a record: then its length was right. Else the next one is
looked for in what was taken for its block. A block of which not everything is wanted is not held
in memory; such a record is lost when another seems to begin within it.
"""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from sitesieve.sources.streams import Damage, Piece, Pieces

_MOST_HEADER = 1 << 20  # bytes; a longer one is no header
_LONGEST_VALUE = 8192  # characters of a field; the rest is cut
_BEGINNING = rb"WARC/[01]\.\d{1,3}[ \t]*\r?\n(?=WARC-|Content-)"
_BEGINS = re.compile(_BEGINNING, re.IGNORECASE)
_HEADER_ENDS = re.compile(rb"(\r?\n\r?\n)|" + _BEGINNING, re.IGNORECASE)
_LONGEST_BEGINNING = 64  # bytes, more than `_BEGINS` looks at
_LINE_ENDS = b"\r\n"
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_LENGTH = re.compile(r"\d{1,18}")

Fields = dict[str, str]  # names in lower case


class WarcRecord(NamedTuple):
    """A record: its fields, and its block as far as it is wanted."""

    fields: Fields
    block: bytes


@dataclass(frozen=True, slots=True)
class LostPart:
    """What cannot be read: `url` is that of the record it begins with, where that is known."""

    start: int
    detail: str
    url: str | None = None
    bytes: int = 0


def fields_of(header: bytes) -> Fields:
    """The fields of a header without its first line. Of several with a name the first counts."""
    fields: Fields = {}
    name = ""
    for raw in header.split(b"\n"):
        line = raw.decode("utf-8", "replace").rstrip("\r")
        if line[:1] in (" ", "\t"):  # goes on from the line before
            if name and len(fields[name]) < _LONGEST_VALUE:
                fields[name] = f"{fields[name]} {line.strip()}"[:_LONGEST_VALUE]
            continue
        before, colon, value = line.partition(":")
        name = before.strip().lower() if colon else ""
        if name in fields:
            name = ""
        elif name:
            fields[name] = value.strip()[:_LONGEST_VALUE]
    return fields


def split_header(data: bytes) -> tuple[bytes, bytes]:
    """A header and what follows the blank line that ends it."""
    end = _BLANK_LINE.search(data)
    return (data, b"") if end is None else (data[: end.start()], data[end.end() :])


class _Window:
    """The bytes ahead, as far as they have been read, and where in the file they stand."""

    def __init__(self, pieces: Pieces) -> None:
        self.data = bytearray()
        self.damage: Damage | None = None  # what follows them
        self._pieces = pieces
        self._source = iter(pieces)
        self._dropped = 0  # bytes that were here before
        self._places: deque[tuple[int, Piece]] = deque()  # before which of all bytes pieces begin

    def more(self) -> bool:
        """Read a further piece, unless the file ends or is damaged here."""
        piece = None if self.damage is not None else next(self._source, None)
        if piece is None:
            return False
        if isinstance(piece, Damage):
            self.damage = piece
            return False
        self._places.append((self._dropped + len(self.data), piece))
        self.data += piece.data
        return True

    def fill(self, least: int) -> bool:
        """Read until so many bytes are ahead; whether they are."""
        while len(self.data) < least:
            if not self.more():
                return False
        return True

    def drop(self, count: int) -> None:
        """Go on by so many bytes of those at hand."""
        del self.data[:count]
        self._dropped += count

    @property
    def start(self) -> int:
        """Where in the file the next byte stands, or what it is made from."""
        if not self.data:
            return self.damage.start if self.damage is not None else self._pieces.position
        while len(self._places) > 1 and self._places[1][0] <= self._dropped:
            self._places.popleft()
        place, piece = self._places[0]
        return piece.start + (0 if self._pieces.compressed else self._dropped - place)


class RecordReader:
    """Reads the records of a file, with no more than `wanted` bytes of the block of each."""

    def __init__(self, pieces: Pieces, wanted: int) -> None:
        self._ahead = _Window(pieces)
        self._wanted = wanted

    def __iter__(self) -> Iterator[WarcRecord | LostPart]:
        ahead = self._ahead
        lost: LostPart | None = None
        while True:
            self._skip_line_ends()
            start = ahead.start
            if not ahead.data:
                if ahead.damage is None:
                    break
                lost = lost or LostPart(start, f"unreadable: {ahead.damage.detail}")
                ahead.damage = None
                continue
            outcome = self._record(start)
            if lost is not None and (isinstance(outcome, WarcRecord) or outcome.url):
                yield replace(lost, bytes=start - lost.start)
                lost = None
            if isinstance(outcome, WarcRecord):
                yield outcome
            else:
                lost = lost or outcome
                self._find_beginning()
        if lost is not None:
            yield replace(lost, bytes=ahead.start - lost.start)

    def _record(self, start: int) -> WarcRecord | LostPart:
        """The record that begins here. If it is lost, the next is to be looked for from where
        this leaves."""
        ahead = self._ahead
        ahead.fill(_LONGEST_BEGINNING)
        if _BEGINS.match(ahead.data) is None:
            return LostPart(start, "no record begins here")
        header = self._header()
        if header is None:
            ahead.drop(1)
            return LostPart(start, "the header of a record does not end")
        fields = fields_of(header)
        url = fields.get("warc-target-uri", "").removeprefix("<").removesuffix(">")
        fields["warc-target-uri"] = url
        lost = LostPart(start, "the header of the record does not say its length", url)
        given = fields.get("content-length", "")
        if _LENGTH.fullmatch(given) is None:
            return lost
        length = int(given)
        if length > self._wanted:
            block, left = self._long_block(length)
        else:
            block, left = b"", length
            ahead.fill(length + _LONGEST_BEGINNING)
        if len(ahead.data) < left:
            if ahead.damage is not None:
                return replace(lost, detail=f"unreadable: {ahead.damage.detail}")
            there = f"{length - left + len(ahead.data):,} of {length:,} bytes"
            return replace(lost, detail=f"the file ends inside this record: {there}")
        if not self._closes(left):
            damage = ahead.damage
            wrong = f"{length:,} bytes are not the length of the record"
            return replace(lost, detail=wrong if damage is None else f"unreadable: {damage.detail}")
        block = block or bytes(ahead.data[:length])
        ahead.drop(left)
        return WarcRecord(fields, block)

    def _header(self) -> bytes | None:
        """The fields of the record ahead, which is then gone on from; None if they do not end, or
        not before another record begins."""
        ahead, searched = self._ahead, 1
        # The first of both decides: looking for the end of each of many headers that have none
        # would read what follows again and again.
        while (end := _HEADER_ENDS.search(ahead.data, searched)) is None:
            searched = max(1, len(ahead.data) - _LONGEST_BEGINNING)
            if len(ahead.data) > _MOST_HEADER or not ahead.more():
                return None
        if end[1] is None:
            return None
        header = bytes(ahead.data[: end.start()])
        ahead.drop(end.end())
        return header

    def _long_block(self, length: int) -> tuple[bytes, int]:
        """The wanted part of a long block, and how much of the block is still ahead: some of its
        last bytes, or more than there is if another record begins before."""
        ahead, left = self._ahead, length
        ahead.fill(self._wanted)
        block = b""
        while True:
            if another := _BEGINS.search(ahead.data, 0, left):
                ahead.drop(another.start())
                return b"", length + len(ahead.data)
            block = block or bytes(ahead.data[: self._wanted])
            passed = max(0, min(len(ahead.data), left) - _LONGEST_BEGINNING)
            ahead.drop(passed)
            left -= passed
            if len(ahead.data) >= left + _LONGEST_BEGINNING or not ahead.more():
                return block, left

    def _closes(self, length: int) -> bool:
        """Whether a record can end after so many bytes."""
        ahead = self._ahead
        following = bytes(ahead.data[length : length + _LONGEST_BEGINNING])
        rest = following.lstrip(_LINE_ENDS)
        if _BEGINS.match(rest):
            return True
        if not rest and len(ahead.data) < length + _LONGEST_BEGINNING:
            return ahead.damage is None or not ahead.damage.inside
        closed = _BLANK_LINE.match(following) is not None
        return closed and _BEGINS.search(ahead.data, 0, length) is None

    def _skip_line_ends(self) -> None:
        ahead = self._ahead
        while ahead.fill(1) and ahead.data[0] in _LINE_ENDS:
            ahead.drop(len(ahead.data) - len(ahead.data.lstrip(_LINE_ENDS)))

    def _find_beginning(self) -> None:
        """Go on to where a record may begin, or as far as the file can be read."""
        ahead = self._ahead
        while (begins := _BEGINS.search(ahead.data)) is None:
            ahead.drop(max(0, len(ahead.data) - _LONGEST_BEGINNING))
            if not ahead.more():
                ahead.drop(len(ahead.data))
                return
        ahead.drop(begins.start())
