"""WARC: the HTML responses of a crawl."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sitesieve.errors import MissingExtra, Reason
from sitesieve.page.page import Page
from sitesieve.sources.items import Item, Reader, ReadOptions
from sitesieve.sources.streams import TrackedFile

HTML_TYPES = ("text/html", "application/xhtml+xml", "application/xml", "text/xml")


class WarcReader(Reader):
    """A WARC file, plain, gzipped or with zstd; its successful HTML responses."""

    def __init__(self, path: Path, options: ReadOptions) -> None:
        super().__init__(str(path), path.stat().st_size)
        try:
            from fastwarc import warc
        except ImportError:
            raise MissingExtra(f"{path}: reading WARC", "warc") from None
        self._warc = warc
        self.path = path
        self.options = options
        self.skipped = 0  # records that are not HTML, or not a success

    def items(self) -> Iterator[Item]:
        self.skipped = 0
        record_number = 0
        with TrackedFile(open(self.path, "rb", buffering=0)) as raw:
            try:
                records = self._warc.ArchiveIterator(
                    raw,
                    record_types=self._warc.WarcRecordType.response,
                    parse_http=True,
                    auto_decode="all",
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
        kind = record.http_content_type
        if not 200 <= http.status_code < 300 or (kind and kind.lower() not in HTML_TYPES):
            self.skipped += 1
            return None
        data = record.reader.read(self.options.limits.bytes + 1)
        encoded = http.get("Content-Encoding") or http.get("Transfer-Encoding")
        promised = record.content_length
        if not encoded and len(data) < min(promised, self.options.limits.bytes):
            detail = f"the file ends inside this record: {len(data):,} of {promised:,} bytes"
            return self.failure(where, Reason.CORRUPT, detail, url)
        return Page(
            url,
            data,
            charset=record.http_charset,
            name=f"{self.label}{where}",
            limits=self.options.limits,
        )
