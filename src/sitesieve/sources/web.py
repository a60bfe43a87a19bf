"""One page at a URL, as a source."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from sitesieve.errors import PageError, Reason
from sitesieve.fetch import Client, Robots, check_url
from sitesieve.page.page import Page
from sitesieve.sources.items import Failure, Item, Reader, ReadOptions
from sitesieve.sources.warc import types_read


class UrlReader(Reader):
    """One page at a URL, fetched once and kept in a file for a second pass."""

    is_one_page = True

    def __init__(
        self, url: str, options: ReadOptions, spool: Path, others: Iterable[Reader] = ()
    ) -> None:
        check_url(url)
        super().__init__(url)
        self.options = options
        # What robots.txt of a server says is asked once for all readers of a source.
        shared = (one.robots for one in others if isinstance(one, UrlReader))
        self.robots: Robots = next(shared, None) or Robots(client_of(options))
        self._spool = spool
        self._fetched: Failure | tuple[str, str | None] | None = None  # or address and charset

    def items(self) -> Iterator[Item]:
        if self._fetched is None:
            self._fetched = self._fetch()
        if isinstance(self._fetched, Failure):
            yield self._fetched
        else:
            url, charset = self._fetched
            body = self._spool.read_bytes()
            yield Page(url, body, charset=charset, name=self.label, limits=self.options.limits)

    def _fetch(self) -> Failure | tuple[str, str | None]:
        try:
            check = self.robots.check if self.options.obey_robots else None
            response = client_of(self.options).follow(self.label, check)
            if response.status != 200:
                raise PageError(Reason.FETCH, f"the server answered {response.status}")
            kind = response.headers.get_content_type()
            if "Content-Type" in response.headers and kind not in types_read(self.options):
                raise PageError(Reason.FETCH, f"not a web page but {kind}")
        except PageError as error:
            return self.failure("", error.reason, error.detail, self.label)
        self._spool.write_bytes(response.body)
        return response.url, response.headers.get_content_charset()


def client_of(options: ReadOptions) -> Client:
    """What fetches the pages of a source."""
    return Client(options.limits, options.allow_private)
