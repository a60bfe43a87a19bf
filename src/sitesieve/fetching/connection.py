"""Connections to servers: by checked addresses only, and hung up on at a deadline."""

import contextlib
import functools
import http.client
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

from sitesieve.fetching.public_addresses import PrivateAddress, check_public

_LEAST_SECONDS = 0.1  # a timeout of 0 would mean something else to a socket


@contextlib.contextmanager
def connected(
    url: str, deadline: float, allow_private: bool
) -> Iterator[http.client.HTTPConnection]:
    """A connection to the server of a URL, encrypted for https."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    # The port is always given: without one, http.client takes the end of an IPv6 address for it.
    port = parts.port or (443 if parts.scheme == "https" else 80)
    connection: http.client.HTTPConnection
    if parts.scheme == "https":
        connection = http.client.HTTPSConnection(host, port, context=_tls())
    else:
        connection = http.client.HTTPConnection(host, port)
    with contextlib.closing(connection):
        connection.sock = _open(host, port, deadline, allow_private)
        if parts.scheme == "https":
            connection.sock = _tls().wrap_socket(
                connection.sock, server_hostname=host, do_handshake_on_connect=False
            )
        # A server that drips byte by byte never times out by itself: hang up on it.
        remaining = max(0.0, deadline - time.monotonic())
        watchdog = threading.Timer(remaining, _hang_up, [connection.sock])
        watchdog.daemon = True
        watchdog.start()
        try:
            if isinstance(connection.sock, ssl.SSLSocket):
                connection.sock.do_handshake()
            yield connection
        finally:
            watchdog.cancel()


@functools.cache
def _tls() -> ssl.SSLContext:
    """Certificates are checked. Reading those that are trusted takes longer than a request."""
    return ssl.create_default_context()


def _open(host: str, port: int, deadline: float, allow_private: bool) -> socket.socket:
    """A socket to the first address of a host that is public and answers.

    The name is resolved once, and the address that was checked is the one connected to: a name
    that resolves to something else the next time does not get around the check.
    """
    places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    failure: OSError | None = None
    refusal: PrivateAddress | None = None
    for number, (family, kind, protocol, _, place) in enumerate(places):
        try:
            if not allow_private:
                check_public(str(place[0]))
        except PrivateAddress as error:
            refusal = error
            continue
        sock = socket.socket(family, kind, protocol)
        remaining = max(_LEAST_SECONDS, deadline - time.monotonic())
        try:
            sock.settimeout(remaining / (len(places) - number))  # the others are tried, too
            sock.connect(place)
        except OSError as error:
            failure = error
            sock.close()
        else:
            sock.settimeout(remaining)
            return sock
    raise failure or refusal or OSError("the host has no address")


def _hang_up(sock: socket.socket) -> None:
    with contextlib.suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)
