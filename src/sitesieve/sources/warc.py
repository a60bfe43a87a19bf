"""WARC: the HTML responses of a crawl."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sitesieve.errors import MissingExtra, PageError, Reason
from sitesieve.page.addresses import absolute
from sitesieve.page.page import Page, is_markup
from sitesieve.sources.items import FileBackedReader, Item, ReadOptions
from sitesieve.sources.streams import TrackedFile

HTML_TYPES = ("text/html", "application/xhtml+xml", "application/xml", "text/xml")
FEED_TYPES = ("application/rss+xml", "application/atom+xml", "application/rdf+xml")


def types_read(options: ReadOptions) -> tuple[str, ...]:
    """The content types of what is taken for pages."""
    return HTML_TYPES + (FEED_TYPES if options.feeds else ())


class WarcReader(FileBackedReader):
    """A WARC file, plain, gzipped or with zstd; its successful HTML responses."""

    endings = (".warc",)
    begins = b"WARC/"

    def __init__(self, path: Path, options: ReadOptions) -> None:
        super().__init__(path, options)
        try:
            from fastwarc import warc
        except ImportError:
            raise MissingExtra(f"{path}: reading WARC", "warc") from None
        from sitesieve.fetching import body, request  # with all that HTTP needs

        self._warc = warc
        self._decode_body = body.decode_body
        self._redirect_codes = request.REDIRECTS

    def items(self) -> Iterator[Item]:
        self.skipped = 0
        record_number = 0
        try:
            raw = TrackedFile(io.FileIO(self.path, "rb"))
        except OSError as error:  # it was there when the job began
            yield self.failure("", Reason.UNREADABLE, str(error.strerror))
            return
        with raw:
            try:
                records = self._warc.ArchiveIterator(
                    raw,
                    record_types=self._warc.WarcRecordType.response,
                    parse_http=True,
                    auto_decode="none",
                )
                for record in records:
                    record_number += 1
                    self.position = raw.position
                    item = self._item(record, f"#{record_number}")
                    if item is not None:
                        yield item
            except (OSError, ValueError) as error:
                detail = f"unreadable after record {record_number}: {error}"
                yield self.failure(f"#{record_number + 1}", Reason.CORRUPT, detail)
                return
            if not record_number and self.size:
                yield self.failure("", Reason.CORRUPT, "no response record could be read")

    def _item(self, record: Any, where: str) -> Item | None:
        url = record.headers.get("WARC-Target-URI")
        http = record.http_headers
        if http is None or http.status_code is None:
            return self.failure(where, Reason.CORRUPT, "the response has no HTTP header", url)
        if url and is_markup(url):
            return self.failure(where, Reason.CORRUPT, "the record has HTML for its address")
        kind = record.http_content_type
        location = http.get("Location")
        if http.status_code in self._redirect_codes and url and location:
            self.redirects[url] = absolute(location, url)
        if not 200 <= http.status_code < 300 or (
            kind and kind.lower() not in types_read(self.options)
        ):
            self.skipped += 1
            return None
        limit = self.options.limits.bytes
        raw = record.reader.read(limit + 1)
        promised = record.content_length
        if len(raw) < min(promised, limit):
            detail = f"the file ends inside this record: {len(raw):,} of {promised:,} bytes"
            return self.failure(where, Reason.CORRUPT, detail, url)
        try:
            encodings = (http.get("Transfer-Encoding"), http.get("Content-Encoding"))
            data = self._decode_body(raw, *encodings, limit)
        except PageError as error:
            return self.failure(where, error.reason, error.detail, url)
        return Page(
            url,
            data,
            charset=record.http_charset,
            name=f"{self.label}{where}",
            limits=self.options.limits,
        )
