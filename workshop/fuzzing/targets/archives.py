"""Archives of every format: pages and counted losses, no more and no less.

A file that is damaged anywhere is read to its end. Where the damage is inside one record, all
others come out of it.
"""

import contextlib
import gzip
import io
import json
import random
import tempfile
import warnings
from pathlib import Path

import pyarrow
import pyarrow.parquet
import zstandard

from fuzzing.mutator import mutated
from sitesieve.errors import SitesieveError
from sitesieve.page.page import Page
from sitesieve.sources import Failure, ReadOptions, Source

NAME = "archives"
_RECORDS = 5
_FORMS = ("", ".gz", ".zst")
_ENDINGS = (".warc", ".warc.gz", ".warc.zst", ".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet",
            ".html", ".html.gz", ".unknown")  # fmt: skip


def _record(number: int) -> bytes:
    page = f"<title>page {number}</title><p>{random.Random(number).randbytes(60).hex()}".encode()
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/{number}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def packed(content: bytes, form: str) -> bytes:
    """Content compressed as the ending of a name says."""
    if form == ".gz":
        return gzip.compress(content, 1, mtime=0)
    return zstandard.ZstdCompressor().compress(content) if form == ".zst" else content


def _rows() -> list[dict[str, str]]:
    return [
        {"url": f"https://a.example/{n}", "html": f"<title>page {n}</title><p>{n}" * 9}
        for n in range(_RECORDS)
    ]


def seeds() -> list[bytes]:
    """A small archive of each format."""
    lines = b"".join(json.dumps(row).encode() + b"\n" for row in _rows())
    records = b"".join(map(_record, range(_RECORDS)))
    table = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(_rows()), table, row_group_size=2)
    return [
        *(packed(content, form) for content in (lines, records) for form in _FORMS),
        *(b"".join(packed(_record(n), form) for n in range(_RECORDS)) for form in _FORMS),
        table.getvalue(),
    ]


def run(data: bytes, rng: random.Random) -> None:
    """Read it by some name; then an archive with one damaged record."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"a{rng.choice(_ENDINGS)}")
        path.write_bytes(data)
        _read(path)
        ending = rng.choice(_FORMS)
        whole = [packed(_record(number), ending) for number in range(_RECORDS)]
        hit = rng.randrange(_RECORDS)
        # No damage that makes records of its own: then one record too many may come out.
        damaged = mutated(whole[hit], rng, [rng.randbytes(40)])
        path = Path(folder, f"b.warc{ending}")
        path.write_bytes(b"".join([*whole[:hit], damaged, *whole[hit + 1 :]]))
        titles = _read(path)
        for number in range(_RECORDS):
            if number != hit and b"WARC/" not in damaged[8:]:
                assert f"page {number}" in titles, f"page {number} of {ending} is hidden by {hit}"


def _read(path: Path) -> list[str]:
    """The titles of the pages. Reading twice gives the same, and no more is lost than there is."""
    try:
        source = Source([str(path)], ReadOptions())
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            items, again = list(source), list(source)
    except SitesieveError:
        return []
    names = [(item.name, isinstance(item, Failure)) for item in items]
    assert names == [(item.name, isinstance(item, Failure)) for item in again]
    if not path.name.endswith(".parquet"):  # whose numbers are what the file says of itself
        assert source.lost.bytes <= path.stat().st_size
    titles = []
    for page in items:
        if isinstance(page, Page):
            with contextlib.suppress(SitesieveError):
                titles.append(page.tree.title)
    return titles
