"""Who may talk to the studio: the browser that was given its address, and nobody else.

A page of the input, or of the web, that is open in the same browser must neither read the studio
nor make it do anything. So a request needs the token of this run (in a cookie that only requests
from the studio itself carry, or in a header), a Host that is the studio's own (no name that
somebody else's server answers to), and if the browser names an Origin, that of the studio.
"""

import secrets
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlencode

COOKIE = "sitesieve"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-dns-prefetch-control": "off",
    "cache-control": "no-store",
}

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Gate:
    """Lets through what may talk to the studio, and sends all answers with their policy."""

    def __init__(self, app: App, token: str, hosts: Iterable[str]) -> None:
        self.app = app
        self.token = token
        self.hosts = frozenset(hosts)  # NAME:PORT
        # Browsers send cookies to all ports of a host: two studios must not share one.
        self.cookie = f"{COOKIE}-{min(self.hosts).rpartition(':')[2]}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        if headers.get("host", "") not in self.hosts:
            await _refuse(send, 421, "this server does not go by that name")
            return
        query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if "token" in query and scope["method"] == "GET":
            await self._hand_over(scope, query, send)
            return
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] not in self.hosts:
            await _refuse(send, 403, "requests from other origins are not answered")
            return
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            await _refuse(send, 403, "requests from other sites are not answered")
            return
        if not self._is_known(headers):
            await _refuse(
                send, 403, "open the address that `sitesieve studio` printed: it has the token"
            )
            return
        await self.app(scope, receive, _with_headers(send))

    def _is_known(self, headers: dict[str, str]) -> bool:
        given = headers.get("x-sitesieve-token", "")
        if not given:
            try:
                cookies = SimpleCookie(headers.get("cookie", ""))
            except CookieError:
                return False
            given = cookies[self.cookie].value if self.cookie in cookies else ""
        return secrets.compare_digest(given.encode(), self.token.encode())

    async def _hand_over(self, scope: Scope, query: dict[str, list[str]], send: Send) -> None:
        """Take the token out of the address and keep it in a cookie."""
        if not secrets.compare_digest(query.pop("token")[0].encode(), self.token.encode()):
            await _refuse(send, 403, "that is not the token of this run")
            return
        rest = urlencode(query, doseq=True)
        location = scope["path"] + (f"?{rest}" if rest else "")
        if location.startswith("//"):  # would be another server's
            location = "/"
        cookie = f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict"
        await _answer(send, 303, {"location": location, "set-cookie": cookie}, "")


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", []))
            names = {name.lower() for name, _ in headers}
            more = _ALWAYS | {"content-security-policy": POLICY}
            headers += [
                (name.encode(), value.encode())
                for name, value in more.items()
                if name.encode() not in names
            ]
            message = {**message, "headers": headers}
        await send(message)

    return sending


async def _refuse(send: Send, status: int, reason: str) -> None:
    await _answer(send, status, {}, reason)


async def _answer(send: Send, status: int, headers: dict[str, str], text: str) -> None:
    more = _ALWAYS | {"content-type": "text/plain; charset=utf-8"} | headers
    raw = [(name.encode(), value.encode()) for name, value in more.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": text.encode()})
