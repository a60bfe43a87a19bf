"""Small sites on this machine, answered by rules, for crawls to go over."""

import hashlib
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from sample_web import SampleSite

Answer = Callable[[BaseHTTPRequestHandler], None]


class Web:
    """A site: answers by path, with or without its query; remembers what was asked for."""

    def __init__(self, answers: dict[str, Answer], address: str = "") -> None:
        self.answers = answers
        self.address = address
        self.asked: list[str] = []
        self.times: list[float] = []
        self.statuses: Counter[int] = Counter()
        self.agents: set[str] = set()
        self.on_request: Callable[[int], None] = lambda _: None
        self.stopping = threading.Event()

    def answer_to(self, path: str) -> Answer:
        exact = self.answers.get(path)
        return exact or self.answers.get(path.partition("?")[0]) or reply(b"nothing", 404)


@contextmanager
def served(answers: dict[str, Answer], host: str = "127.0.0.1") -> Iterator[Web]:
    """Serve a site on a free port of this machine."""
    web = Web(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            web.asked.append(self.path)
            web.times.append(time.monotonic())
            web.agents.add(self.headers.get("User-Agent", ""))
            web.on_request(len(web.asked))
            web.answer_to(self.path)(self)

        def log_request(self, code: Any = "-", size: Any = "-") -> None:  # noqa: ARG002
            web.statuses[int(code)] += 1

    class Listener(ThreadingHTTPServer):
        web: Web
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

        def handle_error(self, request: Any, client_address: Any) -> None:
            """A client that hangs up early is what some tests are about."""

    server = Listener((host, 0), Handler)
    server.daemon_threads = True
    server.web = web
    name = f"[{host}]" if ":" in host else host
    web.address = f"http://{name}:{server.server_address[1]}"
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
    )
    thread.start()
    try:
        yield web
    finally:
        web.stopping.set()
        server.shutdown()
        server.server_close()
        thread.join()


def reply(body: bytes, status: int = 200, **headers: str) -> Answer:
    """An answer; with an ETag, also to the question whether it has changed."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        etag = headers.get("ETag")
        same = etag is not None and handler.headers.get("If-None-Match") == etag
        sent = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body))}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        if same:
            del sent["Content-Length"]
        handler.send_response(304 if same else status)
        for name, value in sent.items():
            handler.send_header(name, value)
        handler.end_headers()
        if not same:
            handler.wfile.write(body)

    return answer


def redirect(target: str) -> Answer:
    return reply(b"", 301, Location=target)


def hanging(web: Web) -> Answer:
    """No answer at all, until the server is stopped."""

    def answer(_: BaseHTTPRequestHandler) -> None:
        web.stopping.wait(60)

    return answer


def linking(*targets: str, text: str = "a page", head: str = "") -> bytes:
    """A page with links."""
    links = "".join(f'<p>{text} <a href="{target}">more of {target}</a></p>' for target in targets)
    return f"<!doctype html><head><title>{text}</title>{head}</head><body>{links}".encode()


def small_site(lists: int = 4, pages: int = 5, length: int = 0) -> dict[str, bytes]:
    """A front page, lists it links to, and pages that these link to; a page has so many bytes."""
    listed = {f"/{a}/": [f"/{a}/{b}.html" for b in range(pages)] for a in range(lists)}
    filler = random.Random(0).randbytes(length // 2).hex()  # cannot be packed by much
    site = {"/": linking(*listed)}
    for path, below in listed.items():
        site[path] = linking("/", *below, text=f"List {path}")
        site |= {at: linking("/", path, text=f"Page {at} {filler}") for at in below}
    return site


def text_file(text: str) -> Answer:
    return reply(text.encode(), 200, Content_Type="text/plain")


def of_sample(site: SampleSite) -> dict[str, Answer]:
    """The answers of a site of the sample web, with ETags."""
    return all_tagged({page.path: page.html.encode() for page in site.pages})


def all_tagged(pages: dict[str, bytes]) -> dict[str, Answer]:
    """Answers with ETags, by path."""
    return {path: tagged(body) for path, body in pages.items()}


def tagged(body: bytes) -> Answer:
    return reply(body, ETag=f'"{hashlib.sha1(body).hexdigest()}"')
