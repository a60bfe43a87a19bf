"""Serve one site of the sample web on localhost, for crawlers and for looking at it."""

import hashlib
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from email.utils import formatdate, parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import quote, urlsplit
from xml.sax.saxutils import escape

from sitesieve.sample.model import SampleSite


def serve(site: SampleSite, port: int = 0) -> AbstractContextManager[str]:
    """Serve a site on 127.0.0.1: within the context, at the address it gives, which has no
    trailing slash. Port 0 takes any free port. Only this site's pages are answered."""
    return serving(handler_for(site), port)


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler], port: int = 0) -> Iterator[str]:
    """Answer requests to 127.0.0.1 by a handler, and yield the address."""
    server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class FileHandler(BaseHTTPRequestHandler):
    """Answers GET and HEAD with the files of a site, or says that they have not changed."""

    since: float  # seconds since the epoch: when the files were made

    def file(self, path: str) -> tuple[str, bytes] | None:
        """Type and content of what is at a path."""
        raise NotImplementedError

    def do_GET(self) -> None:
        self.wfile.write(self._answer())

    def do_HEAD(self) -> None:
        self._answer()

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet: the caller's output is the caller's."""

    def _answer(self) -> bytes:
        """Find the file, send what goes before it, and return the body."""
        path = urlsplit(self.path).path
        if path.endswith("/index.html"):
            path = path.removesuffix("index.html")
        file = self.file(path)
        if file is None and self.file(path + "/") is not None:
            return self._send(301, {"Location": path + "/"}, b"")
        if file is None:
            return self._send(404, {"Content-Type": "text/plain; charset=utf-8"}, b"Not found\n")
        kind, body = file
        etag = f'"{hashlib.sha1(body).hexdigest()}"'
        validators = {"ETag": etag, "Last-Modified": formatdate(self.since, usegmt=True)}
        if self._is_known(etag):
            return self._send(304, validators, None)
        return self._send(200, {"Content-Type": f"{kind}; charset=utf-8", **validators}, body)

    def _is_known(self, etag: str) -> bool:
        """Whether the reader has this very version (RFC 9110 §13.2.2: the tag goes before)."""
        tags = self.headers.get("If-None-Match")
        if tags is not None:
            versions = [tag.strip().removeprefix("W/") for tag in tags.split(",")]
            return "*" in versions or etag in versions
        try:
            had = parsedate_to_datetime(self.headers.get("If-Modified-Since", ""))
            return had.timestamp() >= int(self.since)
        except (ValueError, OverflowError):  # no date, or none that can be
            return False

    def _send(self, status: int, headers: dict[str, str], body: bytes | None) -> bytes:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if body is not None:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return body or b""


def handler_for(site: SampleSite) -> type[FileHandler]:
    """A request handler that knows one site: its pages, a robots.txt and a sitemap."""
    pages = {page.path: page.html.encode() for page in site.pages}

    class Handler(FileHandler):
        since = time.time()

        def file(self, path: str) -> tuple[str, bytes] | None:
            """A page, or what crawlers ask for first."""
            here = f"http://{self.headers.get('Host', site.name)}"
            if path == "/robots.txt":
                rules = f"User-agent: *\nDisallow:\n\nSitemap: {here}/sitemap.xml\n"
                return "text/plain", rules.encode()
            if path == "/sitemap.xml":
                return "application/xml", _sitemap(here, pages)
            return ("text/html", pages[path]) if path in pages else None

    return Handler


def _sitemap(base: str, paths: Iterable[str]) -> bytes:
    """A sitemap (sitemaps.org) that lists some paths of a site."""
    addresses = (escape(base + quote(path, safe="/%")) for path in paths)
    listed = "".join(f"<url><loc>{address}</loc></url>\n" for address in addresses)
    namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0"?>\n<urlset xmlns="{namespace}">\n{listed}</urlset>\n'.encode()
