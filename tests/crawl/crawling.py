"""Crawls as a person starts them, and what they leave behind."""

import functools
import json
import multiprocessing
import os
import subprocess
import sys
import uuid
from collections import Counter
from dataclasses import dataclass
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any

from warcio.archiveiterator import ArchiveIterator

from sitesieve.cli import main

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
    """Crawl in a process of its own, with an environment of its own.

    It is a copy of one that has loaded the program already, which takes longer than a small crawl.
    """
    messages = output.with_name(f"{output.name}.{uuid.uuid4().hex}.err")
    running = _copies().Process(
        target=_main, args=(command(url, output, *arguments)[3:], str(messages), environment)
    )
    running.start()
    running.join(120)
    if running.exitcode is None:
        running.kill()
        raise TimeoutError
    err = messages.read_text()
    messages.unlink()  # tests look at what a crawl leaves behind
    return Ended(running.exitcode, err)


@functools.cache
def _copies() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    if "coverage" not in sys.modules:  # which would not see what is loaded before
        context.set_forkserver_preload(["sitesieve.cli", "sitesieve.crawl.run"])
    return context


def _main(arguments: list[str], err: str, environment: dict[str, str]) -> None:
    os.environ.update(environment)
    with open(err, "wb") as file:
        os.dup2(file.fileno(), 2)
    sys.argv = ["sitesieve", *arguments]
    main()


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
    records = []
    with output.open("rb") as file:
        for record in ArchiveIterator(file, check_digests="raise"):
            url = record.rec_headers.get_header("WARC-Target-URI") or "///"
            content = record.content_stream().read()
            records.append((record.rec_type, "/" + url.split("/", 3)[3], content))
    return records


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
