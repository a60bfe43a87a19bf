"""Requests over HTTP, within limits of size and time."""

import contextlib
import http.client
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from email.message import Message
from urllib.parse import urlsplit

from sitesieve.errors import InputError, PageError, Reason
from sitesieve.fetching.body import decode_body
from sitesieve.fetching.connection import connected
from sitesieve.fetching.request import HEADERS, MOST_REDIRECTS, REDIRECTS, target_of
from sitesieve.page.addresses import absolute
from sitesieve.page.limits import Limits

_CHUNK = 65_536
_HOST = re.compile(r"[^\s\x00-\x20\x7f]+")  # http.client refuses others with an error of its own


class TooSlow(PageError):
    """The answer was not complete within the limit of seconds."""


@dataclass(frozen=True, slots=True)
class Response:
    """What a server sent. `body` is cut soon after the limit of bytes."""

    url: str
    request_headers: Mapping[str, str]
    status: int
    headers: Message
    body: bytes
    address: str  # the IP address it came from
    latency: float  # seconds until the header was there


@dataclass(frozen=True, slots=True)
class Client:
    """Asks servers for pages. Everything that fails is a `PageError`."""

    limits: Limits = field(default_factory=Limits)
    allow_private: bool = False

    def get(
        self,
        url: str,
        conditions: Mapping[str, str] | None = None,
        wants_body: Callable[[Message], bool] = lambda _: True,
        deadline: float | None = None,
    ) -> Response:
        """One request; redirects are not followed and the body is as it was sent.

        `conditions` are further headers: If-None-Match and the like. `wants_body` is asked by
        the header of the answer whether the body is to be read at all.
        """
        refuse_other_addresses(url)
        seconds = self.limits.seconds
        deadline = deadline if deadline is not None else time.monotonic() + seconds
        try:
            return self._get(url, {**HEADERS, **(conditions or {})}, wants_body, deadline)
        # OverflowError: the length of a chunk that no memory holds.
        except (OSError, http.client.HTTPException, ValueError, OverflowError) as error:
            if time.monotonic() >= deadline:
                detail = f"the server was too slow: more than {seconds:g} seconds"
                raise TooSlow(Reason.FETCH, detail) from error
            raise PageError(Reason.FETCH, f"{urlsplit(url).hostname}: {error}") from error

    def follow(
        self,
        url: str,
        check: Callable[[str], None] | None = None,
        conditions: Mapping[str, str] | None = None,
    ) -> Response:
        """What a URL leads to, after redirects and with the body unpacked.

        `check` is asked about every address on the way and raises to refuse it. `conditions` are
        for this URL alone, not for those it redirects to.
        """
        deadline = time.monotonic() + self.limits.seconds
        for _ in range(MOST_REDIRECTS):
            refuse_other_addresses(url)  # before `check` is asked about them
            if check is not None:
                check(url)
            response = self.get(url, conditions, deadline=deadline)
            conditions = None
            target = response.headers.get("Location")
            if response.status not in REDIRECTS or not target:
                encoding = response.headers.get("Content-Encoding")
                body = decode_body(response.body, None, encoding, self.limits.bytes)
                return replace(response, body=body)
            url = absolute(target, url)
        raise PageError(Reason.FETCH, f"more than {MOST_REDIRECTS} redirects")

    def _get(
        self,
        url: str,
        headers: Mapping[str, str],
        wants_body: Callable[[Message], bool],
        deadline: float,
    ) -> Response:
        limit = self.limits.bytes
        started = time.monotonic()
        with connected(url, deadline, self.allow_private) as connection:
            address = str(connection.sock.getpeername()[0])
            connection.request("GET", target_of(url), headers=dict(headers))
            with contextlib.closing(connection.getresponse()) as answer:
                latency = time.monotonic() - started
                body = bytearray()
                if wants_body(answer.headers):
                    while len(body) <= limit and (chunk := answer.read1(_CHUNK)):
                        body += chunk
                    if time.monotonic() >= deadline:
                        raise TimeoutError
                    if len(body) <= limit and answer.length:
                        raise PageError(Reason.FETCH, "the connection broke off")
                # http.client has undone the chunks.
                answered = (answer.status, answer.headers, bytes(body))
                return Response(url, headers, *answered, address, latency)


def check_url(url: str) -> None:
    """`InputError` for what cannot be fetched, before anything is tried."""
    try:
        parts = urlsplit(url)
        named = _HOST.fullmatch(parts.hostname or "") is not None
        usable = parts.scheme in ("http", "https") and named and (parts.port or 1)
    except ValueError:
        usable = False
    if not usable:
        raise InputError(f"not a web address: {url}")


def refuse_other_addresses(url: str) -> None:
    """`PageError` for what is no web address: a redirect may lead anywhere."""
    try:
        check_url(url)
    except InputError as error:
        raise PageError(Reason.FETCH, str(error)) from error
