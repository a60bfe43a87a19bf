"""Serve one site of the sample web on localhost, for crawlers and for looking at it."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

from sitesieve.sample.model import SampleSite


@contextmanager
def serve(site: SampleSite, port: int = 0) -> Iterator[str]:
    """Serve a site on 127.0.0.1 and yield its base address, without a trailing slash.

    Port 0 takes any free port. Only this site's pages are answered.
    """
    with serving(handler_for(site), port) as address:
        yield address


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


def handler_for(site: SampleSite) -> type[BaseHTTPRequestHandler]:
    """A request handler that knows one site."""
    pages = {page.path: page.html.encode() for page in site.pages}

    class Handler(BaseHTTPRequestHandler):
        """Answers GET and HEAD from the site's pages."""

        def do_GET(self) -> None:
            """Answer with the page."""
            self.answer(with_body=True)

        def do_HEAD(self) -> None:
            """Answer with the page's headers."""
            self.answer(with_body=False)

        def answer(self, with_body: bool) -> None:
            """Find the page and send it, or say that there is none."""
            path = urlsplit(self.path).path
            if path.endswith("/index.html"):
                path = path.removesuffix("index.html")
            body = pages.get(path)
            if body is None and path + "/" in pages:
                self.send_response(301)
                self.send_header("Location", path + "/")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            found = body is not None
            body = body if body is not None else b"Not found\n"
            kind = "text/html" if found else "text/plain"
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if with_body:
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Stay quiet: the caller's output is the caller's."""

    return Handler
