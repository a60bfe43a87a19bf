"""One page from the network: the only place that fetches, and only when asked to.

robots.txt is obeyed, redirects are followed a few times, size and time are
capped. Private, loopback and link-local addresses are refused unless allowed:
the check is made on the address of the open connection, so a host name that
resolves to one does not get around it.
"""

import contextlib
import http.client
import ipaddress
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from protego import Protego

from sitesieve.errors import InputError, PageError, Reason
from sitesieve.page.addresses import absolute
from sitesieve.page.page import Page
from sitesieve.sources.http_body import decode_body
from sitesieve.sources.http_request import (
    HEADERS,
    MOST_REDIRECTS,
    REDIRECTS,
    USER_AGENT,
    target_of,
)
from sitesieve.sources.items import Failure, Item, Reader, ReadOptions
from sitesieve.sources.warc import HTML_TYPES

_ROBOTS_BYTES = 512_000
_CHUNK = 65_536
_HOST = re.compile(r"[^\s\x00-\x20\x7f]+")  # http.client refuses others with an error of its own


@dataclass(frozen=True, slots=True)
class Response:
    """What came back for a URL, after redirects and decompression."""

    url: str
    status: int
    headers: Message
    body: bytes


class Robots:
    """The robots.txt of every host asked about, fetched once each."""

    def __init__(self, options: ReadOptions) -> None:
        self._options = options
        self._rules: dict[str, Protego | int] = {}  # or the status of a server that fails

    def check(self, url: str) -> None:
        """Raise `PageError` when robots.txt does not let us fetch the URL."""
        rules = self._rules_for(url)
        if isinstance(rules, int):  # RFC 9309 §2.3.1.4: unreachable means disallowed
            file = _robots_of(url)
            raise PageError(
                Reason.FETCH, f"{file} answered {rules}; nothing is fetched there until it answers"
            )
        if not rules.can_fetch(url, USER_AGENT):
            raise PageError(Reason.FETCH, f"robots.txt does not allow {url}")

    def delay(self, url: str) -> float:
        """The seconds that robots.txt wants between two requests to the URL's host."""
        rules = self._rules_for(url)
        return 0.0 if isinstance(rules, int) else float(rules.crawl_delay(USER_AGENT) or 0.0)

    def sitemaps(self, url: str) -> list[str]:
        """The sitemaps that robots.txt names."""
        rules = self._rules_for(url)
        return [] if isinstance(rules, int) else [absolute(at, url) for at in rules.sitemaps]

    def knows(self, url: str) -> bool:
        """Whether the robots.txt of the URL's host has been fetched."""
        return _robots_of(url) in self._rules

    def _rules_for(self, url: str) -> Protego | int:
        origin = _robots_of(url)
        if origin not in self._rules:
            self._rules[origin] = self._read(origin)
        return self._rules[origin]

    def _read(self, url: str) -> Protego | int:
        options = self._options
        response = fetch(url, _ROBOTS_BYTES, options.limits.seconds, options.allow_private)
        if response.status >= 500:
            return response.status
        told = response.body if response.status == 200 else b""  # without one all is allowed
        return Protego.parse(told.decode("utf-8", "replace"))


def _robots_of(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc, "/robots.txt", "", ""))


class UrlReader(Reader):
    """One page at a URL, fetched once and kept in a file for a second pass."""

    def __init__(self, url: str, options: ReadOptions, robots: Robots, spool: Path) -> None:
        super().__init__(url)
        self.options = options
        self._robots = robots
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
        limits = self.options.limits
        try:
            check = self._robots.check if self.options.obey_robots else None
            private = self.options.allow_private
            response = fetch(self.label, limits.bytes, limits.seconds, private, check)
            if response.status != 200:
                raise PageError(Reason.FETCH, f"the server answered {response.status}")
            kind = response.headers.get_content_type()
            if "Content-Type" in response.headers and kind not in HTML_TYPES:
                raise PageError(Reason.FETCH, f"not a web page but {kind}")
        except PageError as error:
            return self.failure("", error.reason, error.detail, self.label)
        self._spool.write_bytes(response.body)
        return response.url, response.headers.get_content_charset()


def fetch(
    url: str,
    limit: int,
    seconds: float,
    allow_private: bool = False,
    check: Callable[[str], None] | None = None,
    conditions: Mapping[str, str] | None = None,
) -> Response:
    """Get a URL, following redirects; `PageError` when that fails or takes too long.

    `check` is asked about every address on the way and raises to refuse it. `conditions` are
    headers for this URL alone, not for those it redirects to: If-None-Match and the like.
    """
    deadline = time.monotonic() + seconds
    for _ in range(MOST_REDIRECTS):
        try:
            check_url(url)
        except InputError as error:  # a redirect to something else
            raise PageError(Reason.FETCH, str(error)) from error
        if check is not None:
            check(url)
        status, headers, body = _get(url, limit, deadline, allow_private, conditions or {})
        conditions = None
        target = headers.get("Location")
        if status not in REDIRECTS or not target:
            # http.client has undone the chunks.
            body = decode_body(body, None, headers.get("Content-Encoding"), limit)
            return Response(url, status, headers, body)
        url = absolute(target, url)
    raise PageError(Reason.FETCH, f"more than {MOST_REDIRECTS} redirects")


def check_url(url: str) -> None:
    """Refuse what cannot be fetched before anything is tried."""
    try:
        parts = urlsplit(url)
        named = _HOST.fullmatch(parts.hostname or "") is not None
        usable = parts.scheme in ("http", "https") and named and (parts.port or 1)
    except ValueError:
        usable = False
    if not usable:
        raise InputError(f"not a web address: {url}")


def _get(
    url: str, limit: int, deadline: float, allow_private: bool, conditions: Mapping[str, str]
) -> tuple[int, Message, bytes]:
    parts = urlsplit(url)
    remaining = max(0.1, deadline - time.monotonic())
    host = parts.hostname or ""
    connection: http.client.HTTPConnection
    if parts.scheme == "https":
        connection = http.client.HTTPSConnection(
            host, parts.port, timeout=remaining, context=ssl.create_default_context()
        )
    else:
        connection = http.client.HTTPConnection(host, parts.port, timeout=remaining)
    watchdog: threading.Timer | None = None
    try:
        connection.connect()
        _refuse_private(connection.sock, allow_private)
        # A server that drips byte by byte never times out by itself: hang up on it.
        watchdog = threading.Timer(deadline - time.monotonic(), _hang_up, [connection.sock])
        watchdog.daemon = True
        watchdog.start()
        connection.request("GET", target_of(url), headers={**HEADERS, **conditions})
        answer = connection.getresponse()
        body = bytearray()
        while len(body) <= limit and (chunk := answer.read1(_CHUNK)):
            body += chunk
        if time.monotonic() >= deadline:
            raise TimeoutError
        if len(body) <= limit and answer.length:
            raise PageError(Reason.FETCH, "the connection broke off")
        return answer.status, answer.headers, bytes(body)
    except (OSError, http.client.HTTPException, UnicodeError, ValueError) as error:
        if time.monotonic() >= deadline:
            raise PageError(Reason.FETCH, "the server was too slow") from error
        raise PageError(Reason.FETCH, f"{host}: {error}") from error
    finally:
        if watchdog is not None:
            watchdog.cancel()
        connection.close()


def _hang_up(sock: socket.socket) -> None:
    with contextlib.suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)


def _refuse_private(sock: socket.socket, allowed: bool) -> None:
    address = str(sock.getpeername()[0])
    if not allowed:
        check_public(address)


def check_public(address: str) -> None:
    """Raise `PageError` for an IP address that is private, loopback, link-local or the like."""
    plain = ipaddress.ip_address(address.partition("%")[0])
    within = _ipv4_within(plain) if isinstance(plain, ipaddress.IPv6Address) else None
    if not (within or plain).is_global or (within or plain).is_multicast:
        raise PageError(Reason.FETCH, f"{plain} is a private address (see --allow-private)")


def _ipv4_within(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that is reached by an IPv6 address, where it stands for one."""
    number = int(address)
    if number >> 32 in (0, 0x64FF9B << 64):  # IPv4-compatible; NAT64 (RFC 6052)
        return ipaddress.IPv4Address(number & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour
