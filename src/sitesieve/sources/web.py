"""One page at a URL, as a source."""

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from sitesieve.errors import PageError, Reason
from sitesieve.fetching import Client, Response, Robots, check_url
from sitesieve.page.limits import Limits
from sitesieve.page.page import Page
from sitesieve.sources.items import Failure, Item, Reader, ReadOptions
from sitesieve.sources.warc import HTML_TYPES, types_read


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
            client, types = client_of(self.options), types_read(self.options)
            response = _response(client, self.label, types, check)
        except PageError as error:
            return self.failure("", error.reason, error.detail, self.label)
        self._spool.write_bytes(response.body)
        return response.url, response.headers.get_content_charset()


def fetch_page(url: str, limits: Limits, allow_private: bool, obey_robots: bool) -> Page:
    """The page at an address; `InputError` for what is no address, `PageError` where there is
    no page."""
    if not isinstance(url, str):
        raise TypeError(f"url must be text, not {type(url).__name__}")
    check_url(url)
    client = Client(limits, allow_private)
    check = Robots(client).check if obey_robots else None
    response = _response(client, url, HTML_TYPES, check)
    charset = response.headers.get_content_charset()
    return Page(response.url, response.body, charset=charset, name=url, limits=limits)


def _response(
    client: Client, url: str, types: Collection[str], check: Callable[[str], None] | None
) -> Response:
    """The answer of a server that is a page, of one of these content types."""
    response = client.follow(url, check)
    if response.status != 200:
        raise PageError(Reason.FETCH, f"the server answered {response.status}")
    kind = response.headers.get_content_type()
    if "Content-Type" in response.headers and kind not in types:
        raise PageError(Reason.FETCH, f"not a web page but {kind}")
    return response


def client_of(options: ReadOptions) -> Client:
    """What fetches the pages of a source."""
    return Client(options.limits, options.allow_private)
