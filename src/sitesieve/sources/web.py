"""One page from the network: the only place that fetches, and only when asked to.

robots.txt is obeyed, redirects are followed a few times, size and time are
capped. Private, loopback and link-local addresses are refused unless allowed:
the check is made on the address of the open connection, so a host name that
resolves to one does not get around it.
"""

import http.client
import ipaddress
import socket
import ssl
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from urllib.parse import urljoin, urlsplit, urlunsplit

from protego import Protego

from sitesieve._version import __version__
from sitesieve.errors import InputError, PageError, Reason
from sitesieve.page.page import Page
from sitesieve.sources.items import Item, Reader, ReadOptions
from sitesieve.sources.warc import HTML_TYPES

USER_AGENT = f"sitesieve/{__version__}"
_REDIRECTS = 10
_ROBOTS_BYTES = 512_000
_CHUNK = 65_536


@dataclass(frozen=True, slots=True)
class Response:
    """What came back for a URL, after redirects and decompression."""

    url: str
    status: int
    headers: Message
    body: bytes


class UrlReader(Reader):
    """One page at a URL."""

    def __init__(self, url: str, options: ReadOptions) -> None:
        super().__init__(url)
        self.options = options
        self._fetched: Item | None = None  # a second pass does not fetch again

    def items(self) -> Iterator[Item]:
        if self._fetched is None:
            self._fetched = self._fetch()
        yield self._fetched

    def _fetch(self) -> Item:
        limits = self.options.limits
        try:
            if self.options.obey_robots and not allowed_by_robots(self.label, self.options):
                raise PageError(Reason.FETCH, "robots.txt does not allow it")
            response = fetch(self.label, limits.bytes, limits.seconds, self.options.allow_private)
            if response.status != 200:
                raise PageError(Reason.FETCH, f"the server answered {response.status}")
            kind = response.headers.get_content_type()
            if "Content-Type" in response.headers and kind not in HTML_TYPES:
                raise PageError(Reason.FETCH, f"not a web page but {kind}")
        except PageError as error:
            return self.failure("", error.reason, error.detail, self.label)
        charset = response.headers.get_content_charset()
        return Page(response.url, response.body, charset=charset, limits=limits)


def allowed_by_robots(url: str, options: ReadOptions) -> bool:
    """Whether the host's robots.txt lets us fetch the URL. None there means yes."""
    parts = urlsplit(url)
    robots = urlunsplit((parts.scheme, parts.netloc, "/robots.txt", "", ""))
    response = fetch(robots, _ROBOTS_BYTES, options.limits.seconds, options.allow_private)
    if response.status >= 500:  # RFC 9309 §2.3.1.4: unreachable means disallowed
        return False
    if response.status != 200:
        return True
    rules = Protego.parse(response.body.decode("utf-8", "replace"))
    return bool(rules.can_fetch(url, USER_AGENT))


def fetch(url: str, limit: int, seconds: float, allow_private: bool = False) -> Response:
    """Get a URL, following redirects; `PageError` when that fails or takes too long."""
    deadline = time.monotonic() + seconds
    for _ in range(_REDIRECTS):
        status, headers, body = _get(url, limit, deadline, allow_private)
        target = headers.get("Location")
        if status not in (301, 302, 303, 307, 308) or not target:
            return Response(url, status, headers, _decompressed(body, headers, limit))
        url = urljoin(url, target)
    raise PageError(Reason.FETCH, f"more than {_REDIRECTS} redirects")


def check_url(url: str) -> None:
    """Refuse what cannot be fetched before anything is tried."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1)
    except ValueError:
        usable = False
    if not usable:
        raise InputError(f"not a web address: {url}")


def _get(url: str, limit: int, deadline: float, allow_private: bool) -> tuple[int, Message, bytes]:
    try:
        check_url(url)
    except InputError as error:  # a redirect to something else
        raise PageError(Reason.FETCH, str(error)) from error
    parts = urlsplit(url)
    timeout = max(0.1, deadline - time.monotonic())
    connection: http.client.HTTPConnection
    if parts.scheme == "https":
        connection = http.client.HTTPSConnection(
            parts.netloc, timeout=timeout, context=ssl.create_default_context()
        )
    else:
        connection = http.client.HTTPConnection(parts.netloc, timeout=timeout)
    try:
        connection.connect()
        _refuse_private(connection.sock, allow_private)
        path = urlunsplit(("", "", parts.path or "/", parts.query, ""))
        headers = {"User-Agent": USER_AGENT, "Accept": "text/html,*/*;q=0.5"}
        connection.request("GET", path, headers=headers | {"Accept-Encoding": "gzip, deflate"})
        answer = connection.getresponse()
        body = bytearray()
        while len(body) <= limit and (chunk := answer.read(_CHUNK)):
            body += chunk
            if time.monotonic() > deadline:
                raise PageError(Reason.FETCH, "the server was too slow")
        return answer.status, answer.headers, bytes(body)
    except (OSError, http.client.HTTPException, UnicodeError) as error:
        raise PageError(Reason.FETCH, f"{parts.hostname}: {error}") from error
    finally:
        connection.close()


def _refuse_private(sock: socket.socket, allowed: bool) -> None:
    address = ipaddress.ip_address(str(sock.getpeername()[0]).partition("%")[0])
    if not allowed and not address.is_global:
        raise PageError(Reason.FETCH, f"{address} is a private address (see --allow-private)")


def _decompressed(body: bytes, headers: Message, limit: int) -> bytes:
    encoding = (headers.get("Content-Encoding") or "identity").lower()
    try:
        if encoding in ("gzip", "x-gzip", "deflate"):
            # 32 + MAX_WBITS reads gzip and zlib; max_length stops a bomb.
            return zlib.decompressobj(32 + zlib.MAX_WBITS).decompress(body, limit + 1)
    except zlib.error as error:
        raise PageError(Reason.CORRUPT, f"damaged compressed data: {error}") from error
    return body
