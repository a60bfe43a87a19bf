"""Pages as tables, and methods that do harm, for the tests of Spark."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from sample_web.web import generate

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from sitesieve.cleaning.methods import Sieve

Row = dict[str, Any]
KILLING, HANGING, CRASHING = "This page kills.", "This page hangs.", "This page crashes."


def article(words: str) -> bytes:
    return f"<!doctype html><title>{words}</title><main><p>{words}</p></main>".encode()


def sample_rows(size: float = 0) -> list[Row]:
    """The pages of the sample web."""
    return [
        {"url": page.url, "html": page.html.encode()}
        for site in generate(size=size)
        for page in site.pages
    ]


def odd_rows() -> list[Row]:
    """Pages that cannot be used, one that is the only one of its site, one without an address."""
    host = "https://harbourpost.example"
    return [
        {"url": f"{host}/picture", "html": b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR" * 20},
        {"url": f"{host}/empty", "html": b""},
        {"url": f"{host}/none", "html": None},
        {
            "url": f"{host}/feed",
            "html": b'<?xml version="1.0"?><rss version="2.0"><channel/></rss>',
        },
        {"url": "https://alone.example/", "html": article("The only page of its site.")},
        {"url": "https://two.example/1", "html": article("The only page that can be used.")},
        {"url": "https://two.example/2", "html": b""},
        {"url": None, "html": article("A page that has no address at all.")},
    ]


def written(path: Path, rows: Iterable[Row]) -> Path:
    schema = pa.schema({"url": pa.string(), "html": pa.binary()})
    pq.write_table(pa.Table.from_pylist(list(rows), schema), path)
    return path


def read(path: Path) -> dict[str | None, Row]:
    """The rows of a table, by address."""
    return {row["url"]: row for row in pq.read_table(path).to_pylist()}


def collected(df: "DataFrame") -> dict[str | None, Row]:
    return {row["url"]: row.asDict(recursive=True) for row in df.collect()}


def harmful(marker: Path) -> "Sieve":
    """A sieve that harms what cleans certain pages. It is defined here so that workers, which know
    nothing of the tests, get it by value."""
    from sitesieve.cleaning import methods
    from sitesieve.cleaning.document import Document
    from sitesieve.page import Page

    class Harmful(methods.Sieve):
        def clean_page(self, page: Page) -> Document:
            import os
            import signal
            import time

            html = page.html if isinstance(page.html, bytes) else page.html.encode()
            if KILLING.encode() in html and not marker.exists():
                import psutil

                marker.touch()
                up = psutil.Process().parents()
                next(process for process in up if "java" in process.name()).kill()
                time.sleep(60)
            if HANGING.encode() in html:
                time.sleep(60)
            if CRASHING.encode() in html:
                os.kill(os.getpid(), signal.SIGSEGV)
            return super().clean_page(page)

    return Harmful()


def command_line(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "sitesieve", *map(str, arguments)]
