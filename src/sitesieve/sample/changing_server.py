"""Serve a site that changes from day to day on localhost."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from threading import Lock
from urllib.parse import urlsplit

from sitesieve.sample.changing import ChangingWeb
from sitesieve.sample.server import serving


@contextmanager
def serve_changing(web: ChangingWeb, port: int = 0) -> Iterator[str]:
    """Serve the site as it is on its present day, with ETags; yield its address."""
    lock = Lock()

    class Handler(BaseHTTPRequestHandler):
        """Answers GET."""

        def do_GET(self) -> None:
            """Answer with the page of the day, if it is another than the visitor has."""
            path = urlsplit(self.path).path
            with lock:
                html = web.page(path)
            body = b"Not found\n" if html is None else html.encode()
            tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
            same = html is not None and self.headers.get("If-None-Match") == tag
            self.send_response(304 if same else 404 if html is None else 200)
            self.send_header("ETag", tag)
            if not same:
                kind = "text/plain" if html is None else "text/html"
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if not same:
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Stay quiet: the caller's output is the caller's."""

    with serving(Handler, port) as address:
        yield address
