"""JSON Lines: an object a line, with the page's HTML in one of its fields."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitesieve.errors import InputError, Reason
from sitesieve.page.addresses import absolute
from sitesieve.page.page import Page, is_markup
from sitesieve.page.urls import site_of
from sitesieve.sources import streams
from sitesieve.sources.columns import (
    HTML_COLUMNS,
    TEXT,
    TEXT_COLUMNS,
    URL_COLUMNS,
    are_of_texts,
    find,
)
from sitesieve.sources.items import FileBackedReader, Item, Reader, ReadOptions

_ESCAPED = 6  # characters that one byte of HTML can take in JSON: \u0000
_LONGEST_FIRST = 1 << 24  # bytes of a line whose fields are asked for


@dataclass(frozen=True, slots=True)
class Line:
    """A line; one that is too long is cut one byte after the limit."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Gap:
    """Lines that cannot be read: so many bytes of the file."""

    bytes: int
    detail: str


def lines_of(pieces: streams.Pieces, longest: int) -> Iterator[Line | Gap]:
    """The lines of a file. After damage they go on with the next line that is a whole object: a
    member may begin within one."""
    line = _Unfinished(longest)
    damage: streams.Damage | None = None
    for piece in pieces:
        if isinstance(piece, streams.Damage):
            damage = damage or piece
            line.clear()
            continue
        *ends, rest = piece.data.split(b"\n")
        for end in ends:
            line.add(end)
            data = line.clear()
            if damage is not None and _is_object(data):
                yield Gap(max(1, piece.start - damage.start), damage.detail)
                damage = None
            if damage is None:
                yield Line(data)
        line.add(rest)
    data = line.clear()
    if damage is not None:
        yield Gap(max(1, pieces.position - damage.start), damage.detail)
    if data and (damage is None or _is_object(data)):
        yield Line(data)


class _Unfinished:
    """The parts of a line as they come; no more of it is kept than one byte beyond the limit."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, part: bytes) -> None:
        if part and self._size <= self._longest:
            self._parts.append(part[: self._longest + 1 - self._size])
            self._size += len(self._parts[-1])

    def clear(self) -> bytes:
        """The line so far; the next begins."""
        line = b"".join(self._parts)
        self._parts, self._size = [], 0
        return line


def _is_object(line: bytes) -> bool:
    """Whether a line is likely to be whole."""
    line = line.strip()
    return line.startswith(b"{") and line.endswith(b"}")


class JsonLinesReader(FileBackedReader):
    """A JSON Lines file, plain or compressed."""

    endings = (".jsonl", ".ndjson", ".jsonlines")
    begins = b"{"
    has_columns = True

    @classmethod
    def columns_of(cls, path: Path) -> list[str]:
        """The fields of the first line."""
        try:
            with streams.Pieces(path) as pieces:
                first = next(lines_of(pieces, _LONGEST_FIRST), None)
                record = json.loads(first.data) if isinstance(first, Line) else None
        except (InputError, OSError, ValueError, RecursionError):
            return []
        return list(record) if isinstance(record, dict) else []

    def items(self) -> Iterator[Item]:
        longest = self.options.limits.bytes * _ESCAPED
        number = 0
        try:
            with streams.Pieces(self.path) as pieces:
                for line in lines_of(pieces, longest):
                    number += 1
                    self.position = pieces.position
                    where = f":{number}"
                    if isinstance(line, Gap):
                        detail = f"damaged after line {number - 1}: {line.detail}"
                        yield self.loss(where, detail, line.bytes)
                    elif len(line.data) > longest:
                        detail = f"the line is longer than {longest:,} bytes"
                        yield self.failure(where, Reason.UNREADABLE, detail)
                    elif line.data.strip():
                        yield self._item(line.data, where)
        except OSError as error:  # the disk fails
            detail = f"unreadable after line {number}: {error.strerror}"
            left = max(0, self.size - self.position)
            yield self.loss(f":{number + 1}", detail, left, reason=Reason.UNREADABLE)

    def _item(self, line: bytes, where: str) -> Item:
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            return self.failure(where, Reason.MALFORMED_JSON, str(error))
        if not isinstance(record, dict):
            detail = f"the line holds {type(record).__name__}, not an object"
            return self.failure(where, Reason.MALFORMED_JSON, detail)
        return record_item(self, where, record, self.options)


def _is_text(record: dict[str, Any]) -> bool:
    """Whether a record is a page cleaned already."""
    return isinstance(record.get(TEXT), str) and are_of_texts(record)


def record_item(reader: Reader, where: str, record: dict[str, Any], options: ReadOptions) -> Item:
    """The page in a record of named fields."""
    html_column = options.html_column or find(record, HTML_COLUMNS)
    url_column = options.url_column or find(record, URL_COLUMNS)
    url = record.get(url_column) if url_column else None
    url = str(url) if url else None
    if url is not None and is_markup(url):
        detail = f"the field {url_column!r} has HTML, not an address; --url-column names another"
        return reader.failure(where, Reason.NO_HTML, detail)
    if options.url_column and options.url_column not in record:
        detail = f"no field {url_column!r} with the address; fields: {', '.join(record)}"
        return reader.failure(where, Reason.NO_HTML, detail)
    if url is not None and options.base_url is not None:
        url = absolute(url, options.base_url)
    if options.texts and not options.html_column and _is_text(record):
        page = Page(url, "", name=f"{reader.label}{where}", limits=options.limits)
        page.extra = {name: record.get(name) for name in TEXT_COLUMNS}
        return page
    html = record.get(html_column) if html_column else None
    if not isinstance(html, str | bytes):
        wanted = f"no field {html_column!r} with HTML" if html_column else "no field with HTML"
        if html_column in record and html is None:
            wanted = f"there is nothing in the field {html_column!r}"
        fields = ", ".join(map(str, record)) or "none"
        return reader.failure(where, Reason.NO_HTML, f"{wanted}; fields: {fields}", url)
    if options.site_column and options.site_column not in record:
        detail = f"no field {options.site_column!r} for the site; fields: {', '.join(record)}"
        return reader.failure(where, Reason.NO_SITE, detail, url)
    page = Page(url, html, name=f"{reader.label}{where}", limits=options.limits)
    page.extra = {name: record.get(name) for name in options.carry}
    if options.site_column:
        site = record[options.site_column]
        page.site = "" if site is None else str(site)
    elif url is None and options.base_url is not None:
        page.site = site_of(options.base_url, options.site_by)
    return page
