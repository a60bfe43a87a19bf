"""An item pipeline of Scrapy that cleans pages as they are crawled, and learns meanwhile.

    ITEM_PIPELINES = {"sitesieve.integrations.scrapy.SitesievePipeline": 300}

Pages are cleaned in one thread beside the reactor's. Most take some milliseconds, but adding up
a large site takes a hundred, and a hostile page as long as it may: requests under way would wait
that long for nothing. docs/integrations.md lists the settings.
"""

import asyncio
import logging
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

try:
    from itemadapter import ItemAdapter
    from scrapy import Item as ScrapyItem
    from scrapy.exceptions import DropItem
    from scrapy.http import Response
    from scrapy.utils.asyncio import is_asyncio_available
    from twisted.internet.defer import Deferred
    from w3lib.encoding import http_content_type_encoding
except ImportError:
    from sitesieve.errors import MissingExtra

    raise MissingExtra("sitesieve.integrations.scrapy", "scrapy") from None

from sitesieve.atomic import check_folder
from sitesieve.cleaning.dials import Dials
from sitesieve.errors import did_you_mean
from sitesieve.integrations.learning_along import LearningAlong
from sitesieve.page import Page
from sitesieve.page.limits import Limits
from sitesieve.run.many import COLUMNS, RowFormatter
from sitesieve.run.pool import run_task
from sitesieve.sinks.formats import ONCE
from sitesieve.sources.items import Failure, Item, item_of

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

_HTML_FIELDS = ["html", "body", "response"]
_AMBIGUOUS = ("body", "response")  # fields that often hold other things than pages
_FURTHER = ("markdown", ONCE)
_FIELDS = ["text", "title", "author", "date", "language"]
_SECONDS = 10.0
_TAG = re.compile(rb"<[a-zA-Z!/?]")
_logger = logging.getLogger(__name__)


class SitesievePipeline:
    """Puts what stays of a page, and what the page says of itself, into the item that brings it.

    An item has HTML, as text or bytes, and its address, or a response of Scrapy; others pass as
    they are, also those whose text has no tag. What an `ItemLoader` has put into a list of one is
    that one. A field other than the text that the spider has filled already stays as it is.
    An item whose page cannot be used goes on with the reason in its error field.
    """

    def __init__(self, crawler: "Crawler") -> None:
        settings = crawler.settings
        self._stats = crawler.stats
        self._html_fields: list[str] = settings.getlist("SITESIEVE_HTML_FIELDS", _HTML_FIELDS)
        self._url_field: str = settings.get("SITESIEVE_URL_FIELD", "url")
        self._fields: list[str] = settings.getlist("SITESIEVE_FIELDS", _FIELDS)
        self._error_field: str = settings.get("SITESIEVE_ERROR_FIELD", "error")
        self._drops = settings.getbool("SITESIEVE_DROP_FAILED")
        self._keeps_html = settings.getbool("SITESIEVE_KEEP_HTML", True)
        self._learns = settings.getbool("SITESIEVE_LEARN", True)
        self._limits = Limits(seconds=settings.getfloat("SITESIEVE_SECONDS", _SECONDS))
        path = settings.get("SITESIEVE_MODEL")
        self._path = Path(path) if path else None
        if self._path is not None and self._learns:
            check_folder(self._path)  # not after a crawl of hours
        _check_fields(self._fields)
        dials = cast(Dials, settings.getdict("SITESIEVE_DIALS"))
        if dials.get("once") and ONCE not in self._fields:
            self._fields = [*self._fields, ONCE]  # the texts that it takes out
        self._rows = RowFormatter(add=tuple(n for n in _FURTHER if n in self._fields))
        self._cleaner = LearningAlong(self._path, self._learns, dials)
        self._thread = ThreadPoolExecutor(1, "sitesieve")
        self._warned: set[tuple[type, str]] = set()  # of fields that classes of items lack

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        """The pipeline of a crawl, by its settings."""
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        """The item with the text of its page."""
        if not ItemAdapter.is_item(item):
            return item
        fields = ItemAdapter(item)
        field = self._field_of_page(fields)
        if field is None:
            return item
        content = _only(fields[field])
        page = self._page(content, _only(fields.get(self._url_field)))
        whole = isinstance(content, Response)  # what a server gave is a page, tags or not
        result = page if isinstance(page, Failure) else await self._in_thread(page, whole)
        if result is None:
            return item
        if isinstance(result, Failure):
            self._count(f"failed/{result.reason}")
            error = f"{result.reason}: {result.detail}"
            if self._drops:
                raise DropItem(f"{result.url or '(page without address)'}: {error}")
            self._fill(fields, self._error_field, error)
        else:
            self._count("cleaned")
            for name in self._fields:
                if name == "text" or not fields.get(name):
                    self._fill(fields, name, result[name])
        if whole or not self._keeps_html:
            if isinstance(item, dict | ScrapyItem):
                del fields[field]
            else:  # an object has all attributes of its class
                fields[field] = None
        return item

    def close_spider(self) -> None:
        """Save what was learned."""
        self._thread.shutdown()
        if self._path is not None and self._learns:
            self._cleaner.save(self._path)

    def _field_of_page(self, fields: ItemAdapter) -> str | None:
        """The first field with something that may be a page, or else one that should have one."""
        given = {name: _only(fields.get(name)) for name in self._html_fields}
        for name, content in given.items():
            if content and isinstance(content, str | bytes | bytearray | Response):
                return name
        named = (n for n, content in given.items() if content is not None and n not in _AMBIGUOUS)
        return next(named, None)

    def _page(self, content: Any, url: Any) -> Item:
        if not isinstance(content, Response):
            return item_of(content, url, self._limits)
        page = item_of(content.body, content.url, self._limits)
        declared = content.headers.get("Content-Type", b"") or b""
        if isinstance(page, Page):
            page.charset = http_content_type_encoding(declared.decode("latin-1"))
        return page

    async def _in_thread(self, page: Page, whole: bool) -> Mapping[str, Any] | Failure | None:
        future = self._thread.submit(run_task, self._row if whole else self._row_of_html, page)
        if is_asyncio_available():
            return await asyncio.wrap_future(future)
        from twisted.internet import reactor

        done: Deferred[None] = Deferred()
        future.add_done_callback(lambda _: reactor.callFromThread(done.callback, None))
        await done
        return future.result()

    def _row_of_html(self, page: Page) -> Mapping[str, Any] | None:
        """The row of a page; None for a text that is none."""
        return self._row(page) if _TAG.search(page.decoded.utf8) else None

    def _row(self, page: Page) -> Mapping[str, Any]:
        return self._rows(self._cleaner.clean(page), None).data or {}

    def _fill(self, fields: ItemAdapter, name: str, value: Any) -> None:
        try:
            fields[name] = value
        except KeyError:  # a class of items that has no such field
            lack = (fields.item.__class__, name)
            if name in ("text", ONCE, self._error_field) and lack not in self._warned:
                self._warned.add(lack)
                _logger.warning(
                    "%s has no field %r to put that of the page into", lack[0].__name__, name
                )

    def _count(self, what: str) -> None:
        if self._stats is not None:
            self._stats.inc_value(f"sitesieve/{what}")


def _only(value: Any) -> Any:
    """A value; that in a list of one, as an `ItemLoader` without processors leaves it."""
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def _check_fields(names: list[str]) -> None:
    existing = (*COLUMNS, *_FURTHER)
    for name in names:
        if name not in existing:
            hint = did_you_mean(name, existing) or f"; there are {', '.join(existing)}"
            raise ValueError(f"SITESIEVE_FIELDS: no field {name!r}{hint}")
