"""Runs the studio on this machine."""

import secrets
import socket
from collections.abc import Callable
from importlib.util import find_spec

from sitesieve.errors import InputError, MissingExtra
from sitesieve.studio.desk import Desk
from sitesieve.studio.security import Gate

LOOPBACK = "127.0.0.1"


def serve(
    desk: Desk,
    *,
    host: str = LOOPBACK,
    port: int = 0,
    pages: bool = True,
    ready: Callable[[str], None],
    begin: Callable[[], None] = lambda: None,
) -> None:
    """Serve until interrupted; `ready` is given the address to open.

    The address is given as soon as somebody listens there: a browser starts while the server's
    packages are still being imported, and its first request waits until they are. What would be in
    the way of that, such as reading the input, is begun afterwards.
    """
    if not all(map(find_spec, ("fastapi", "jinja2", "uvicorn"))):
        raise MissingExtra("sitesieve studio", "studio")
    token = secrets.token_urlsafe(24)
    listener = listening(host, port)
    port = listener.getsockname()[1]
    names = {host, "localhost", LOOPBACK} if host in (LOOPBACK, "localhost") else {host}
    hosts = {f"[{name}]:{port}" if ":" in name else f"{name}:{port}" for name in names}
    shown = f"[{host}]" if ":" in host else host
    path = "/" if pages else "/api/status"
    ready(f"http://{shown}:{port}{path}?token={token}")

    import uvicorn

    from sitesieve.studio.app import make_app

    app = Gate(make_app(desk, pages=pages), token, hosts)
    begin()
    config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)
    uvicorn.Server(config).run(sockets=[listener])


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; InputError where that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise InputError(f"cannot listen on {host}:{port}: {error.strerror}") from error
    listener.listen()
    return listener
