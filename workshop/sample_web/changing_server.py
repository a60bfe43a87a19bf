"""Serve a site that changes from day to day on localhost."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from sample_web.changing import ChangingWeb
from sitesieve.sample.server import FileHandler, serving


@contextmanager
def serve_changing(web: ChangingWeb, port: int = 0) -> Iterator[str]:
    """Serve the site as it is on its present day, with ETags; yield its address."""
    lock = Lock()

    class Handler(FileHandler):
        since = 0.0  # the tags tell versions apart

        def file(self, path: str) -> tuple[str, bytes] | None:
            """The page of the day."""
            with lock:
                html = web.page(path)
            return None if html is None else ("text/html", html.encode())

    with serving(Handler, port) as address:
        yield address
