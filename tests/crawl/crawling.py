"""Crawls as a person starts them, and what they leave behind."""

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warcio.archiveiterator import ArchiveIterator

FAST = ("--delay", "0", "--allow-private")


@dataclass(frozen=True)
class Ended:
    """How a crawl ended and what it said."""

    code: int
    err: str


def command(url: str, output: Path, *arguments: object) -> list[str]:
    start = [sys.executable, "-m", "sitesieve", "crawl", url, "-o", str(output)]
    return [*start, *map(str, arguments)]


def crawl(url: str, output: Path, *arguments: object, **environment: str) -> Ended:
    """Crawl with a program of its own: Twisted's reactor starts only once in a process."""
    done = subprocess.run(
        command(url, output, *arguments),
        capture_output=True,
        timeout=120,
        check=False,
        env={**os.environ, **environment},
    )
    return Ended(done.returncode, done.stderr.decode())


def start(url: str, output: Path, *arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command(url, output, *arguments),
        stderr=subprocess.PIPE,
        env=os.environ,
        start_new_session=True,
    )


def index_of(output: Path) -> dict[str, dict[str, Any]]:
    """The index, by path and query."""
    lines = output.with_name(output.name + ".index.jsonl").read_text().splitlines()
    pages = [json.loads(line) for line in lines]
    return {"/" + page["url"].split("/", 3)[3]: page for page in pages}


def outcomes_of(output: Path) -> dict[str, str]:
    return {path: page["outcome"] for path, page in index_of(output).items()}


def records_of(output: Path) -> list[tuple[str, str, bytes]]:
    """Kind, path and content of every record, its digests checked on the way."""
    found = []
    with output.open("rb") as file:
        for record in ArchiveIterator(file, check_digests="raise"):
            url = record.rec_headers.get_header("WARC-Target-URI") or "///"
            content = record.content_stream().read()
            found.append((record.rec_type, "/" + url.split("/", 3)[3], content))
    return found


def pages_of(output: Path) -> dict[str, bytes]:
    """The successful responses of an archive; no address twice."""
    with output.open("rb") as file:
        pairs = [
            (record.rec_headers.get_header("WARC-Target-URI"), record.content_stream().read())
            for record in ArchiveIterator(file)
            if record.rec_type == "response" and record.http_headers.get_statuscode() == "200"
        ]
    twice = [url for url, number in Counter(url for url, _ in pairs).items() if number > 1]
    assert not twice
    return {"/" + url.split("/", 3)[3]: body for url, body in pairs}
