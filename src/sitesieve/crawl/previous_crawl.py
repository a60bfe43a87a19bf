"""An earlier crawl: what it stored, and what the server said about it."""

import sqlite3
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from sitesieve.crawl.database import check_format, state_of
from sitesieve.crawl.outcome import STORED
from sitesieve.crawl.warc_file import Place, StoredRecords, digest_of, read_records
from sitesieve.errors import InputError
from sitesieve.fetching.request import conditions_of
from sitesieve.page.addresses import normal_form


@dataclass(frozen=True, slots=True)
class EarlierPage:
    """A page of an earlier crawl, with what tells whether it has changed."""

    etag: str | None
    last_modified: str | None
    records: StoredRecords
    digest: str

    @property
    def conditions(self) -> dict[str, str]:
        return conditions_of(self.etag, self.last_modified)


class EarlierCrawl:
    """The archive of an earlier crawl and its state, which is only read."""

    def __init__(self, archive: Path) -> None:
        self.archive = archive
        state = state_of(archive)
        if not archive.is_file() or not state.is_file():
            raise InputError(f"{archive}: no earlier crawl is there ({state.name} is needed, too)")
        try:
            with ExitStack() as opened:
                address = f"{state.resolve().as_uri()}?mode=ro"
                connection = sqlite3.connect(address, uri=True, timeout=1.0)
                self._db = opened.enter_context(closing(connection))
                check_format(self._db, state)
                opened.pop_all()
        except sqlite3.Error as error:
            raise InputError(f"cannot read {state}: {error}") from error

    def page(self, url: str) -> EarlierPage | None:
        """A page that the server may say is unchanged; None where it has to be fetched anyway."""
        try:
            row = self._db.execute(
                "SELECT etag, last_modified, digest, start, length, span, outcome FROM page"
                " WHERE key = ? AND url = ?",
                (normal_form(url), url),
            ).fetchone()
        except sqlite3.Error:  # damaged: then the page is fetched
            return None
        if row is None or row[-1] not in STORED or not (row[0] or row[1]):
            return None
        etag, last_modified, digest, *place, _ = row
        told = isinstance(etag, str | None) and isinstance(last_modified, str | None)
        if not told or not all(isinstance(number, int) and number >= 0 for number in place):
            return None  # damaged, too
        records = read_records(self.archive, Place(*place))
        if records is None or digest_of(records.body) != digest:
            return None
        return EarlierPage(etag, last_modified, records, digest)

    def close(self) -> None:
        self._db.close()
