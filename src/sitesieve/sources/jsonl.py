"""JSON Lines: an object a line, with the page's HTML in one of its fields."""

import json
from collections.abc import Iterator
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


class JsonLinesReader(FileBackedReader):
    """A JSON Lines file, plain or compressed."""

    endings = (".jsonl", ".ndjson", ".jsonlines")
    begins = b"{"
    has_columns = True

    @classmethod
    def columns_of(cls, path: Path) -> list[str]:
        """The fields of the first line."""
        try:
            with streams.open_tracked(path) as (_, stream):
                record = json.loads(stream.readline())
        except (InputError, ValueError, *streams.BROKEN_STREAM):
            return []
        return list(record) if isinstance(record, dict) else []

    def items(self) -> Iterator[Item]:
        longest = self.options.limits.bytes * _ESCAPED
        number = 0
        with streams.open_tracked(self.path) as (raw, stream):
            try:
                while line := stream.readline(longest):
                    number += 1
                    self.position = raw.position
                    where = f":{number}"
                    if len(line) >= longest and not line.endswith(b"\n"):
                        while line and not line.endswith(b"\n"):
                            line = stream.readline(longest)
                        detail = f"the line is longer than {longest:,} bytes"
                        yield self.failure(where, Reason.UNREADABLE, detail)
                    elif line.strip():
                        yield self._item(line, where)
            except streams.BROKEN_STREAM as error:
                detail = f"damaged compressed data after line {number}: {error}"
                yield self.failure(f":{number + 1}", Reason.CORRUPT, detail)

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
