"""WARC: the HTML responses of a crawl."""

import re
from collections.abc import Iterator
from pathlib import Path

from sitesieve.errors import InputError, PageError, Reason
from sitesieve.page.addresses import absolute
from sitesieve.page.page import Page, is_markup
from sitesieve.sources.items import FileBackedReader, Item, ReadOptions
from sitesieve.sources.streams import Pieces
from sitesieve.sources.warc_records import (
    LostPart,
    RecordReader,
    WarcRecord,
    fields_of,
    split_header,
)

HTML_TYPES = ("text/html", "application/xhtml+xml", "application/xml", "text/xml")
FEED_TYPES = ("application/rss+xml", "application/atom+xml", "application/rdf+xml")
_MOST_HTTP_HEADER = 1 << 20  # bytes
_STATUS = re.compile(rb"HTTP/\d(?:\.\d)?\s+(\d{3})(?!\d)")
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([^\s\"';,]+)", re.IGNORECASE)


def types_read(options: ReadOptions) -> tuple[str, ...]:
    """The content types of what is taken for pages."""
    return HTML_TYPES + (FEED_TYPES if options.feeds else ())


class WarcReader(FileBackedReader):
    """A WARC file, plain, gzipped or with zstd; its successful HTML responses."""

    endings = (".warc",)
    begins = b"WARC/"

    def __init__(self, path: Path, options: ReadOptions) -> None:
        super().__init__(path, options)
        from sitesieve.fetching import body, request  # with all that HTTP needs

        self._decode_body = body.decode_body
        self._redirect_codes = request.REDIRECTS

    def items(self) -> Iterator[Item]:
        self.skipped = 0
        number = 0  # of responses, and of parts that could not be read
        try:
            with Pieces(self.path) as pieces:
                for record in RecordReader(pieces, self.options.limits.bytes + _MOST_HTTP_HEADER):
                    self.position = pieces.position
                    if isinstance(record, LostPart):
                        number += 1
                        lost = (record.detail, record.bytes)
                        yield self.loss(f"#{number}", *lost, url=record.url or None)
                    elif record.fields.get("warc-type", "").lower() == "response":
                        number += 1
                        item = self._item(record, f"#{number}")
                        if item is not None:
                            yield item
        except InputError as error:  # it was there when the job began
            yield self.loss("", str(error), self.size, reason=Reason.UNREADABLE)
        except OSError as error:
            detail, left = f"unreadable: {error.strerror}", max(0, self.size - self.position)
            yield self.loss(f"#{number + 1}", detail, left, reason=Reason.UNREADABLE)
        else:
            if not number and self.size:
                yield self.failure("", Reason.CORRUPT, "no response record could be read")

    def _item(self, record: WarcRecord, where: str) -> Item | None:
        url = record.fields["warc-target-uri"] or None
        kind = record.fields.get("content-type", "application/http").lower()
        if not kind.startswith("application/http"):  # as of answers to questions of names
            self.skipped += 1
            return None
        header, raw = split_header(record.block)
        first, _, fields = header.partition(b"\n")
        status = _STATUS.match(first)
        if status is None:
            return self.failure(where, Reason.CORRUPT, "the response has no HTTP header", url)
        if url and is_markup(url):
            return self.failure(where, Reason.CORRUPT, "the record has HTML for its address")
        http = fields_of(fields)
        code, location = int(status[1]), http.get("location")
        if code in self._redirect_codes and url and location:
            self.redirects[url] = absolute(location, url)
        kind, _, parameters = http.get("content-type", "").partition(";")
        kind = kind.strip().lower()
        if not 200 <= code < 300 or (kind and kind not in types_read(self.options)):
            self.skipped += 1
            return None
        limit = self.options.limits.bytes
        try:
            encodings = (http.get("transfer-encoding"), http.get("content-encoding"))
            data = self._decode_body(raw[: limit + 1], *encodings, limit)
        except PageError as error:
            return self.failure(where, error.reason, error.detail, url)
        charset = _CHARSET.search(parameters)
        return Page(
            url,
            data,
            charset=charset[1] if charset else None,
            name=f"{self.label}{where}",
            limits=self.options.limits,
        )
