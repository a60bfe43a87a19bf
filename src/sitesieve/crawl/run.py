"""A whole crawl, from the first robots.txt to the index."""

import json
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

from sitesieve.atomic import atomic_write
from sitesieve.crawl.database import state_of
from sitesieve.crawl.frontier import Frontier
from sitesieve.crawl.loop import CrawlLoop
from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.state import CrawlState, Told
from sitesieve.crawl.stopping import set_by_signals
from sitesieve.errors import InputError
from sitesieve.fetching import Client
from sitesieve.page.limits import Limits


@dataclass(frozen=True, slots=True)
class CrawlReport:
    """What a crawl did: pages in the archive, addresses by outcome, what is left."""

    stored: int
    outcomes: dict[str, int]
    waiting: int
    interrupted: bool
    archive: Path
    index: Path
    seconds: float


def crawl(options: CrawlOptions, told: Told = lambda *_: None) -> CrawlReport:
    """Crawl a site.

    `told` is called after every address with the number of pages stored and of those waiting.
    What it raises ends the crawl, which can be resumed.
    """
    try:
        return _crawl(options, told)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise InputError(f"{state_of(options.output)} is damaged: {error}") from error


def _crawl(options: CrawlOptions, told: Told) -> CrawlReport:
    started = time.monotonic()
    limits = Limits(bytes=options.max_bytes, seconds=options.max_seconds)
    client = Client(limits, options.allow_private)
    state = CrawlState(options, told)
    try:
        with set_by_signals() as stopping:
            interrupted = not CrawlLoop(state, client, stopping).run()
        index = options.output.with_name(options.output.name + ".index.jsonl")
        _write_index(index, state.frontier)
        report = CrawlReport(
            state.frontier.stored,
            state.frontier.counts,
            state.frontier.waiting,
            interrupted,
            options.output,
            index,
            time.monotonic() - started,
        )
        if not report.stored and not interrupted:
            first = next(state.frontier.pages())
            why = f"{first['url']}: {first['detail'] or first['outcome'] or 'not tried'}"
            if not options.resume:
                state.discard()
                index.unlink()
            raise InputError(f"no page could be fetched: {why}")
    finally:
        state.close()
    return report


def _write_index(path: Path, frontier: Frontier) -> None:
    """Write what is known of every address as a line of JSON; what is not known is left out."""
    with atomic_write(path) as file:
        for page in frontier.pages():
            page["outcome"] = page["outcome"] or "waiting"
            fields = {name: value for name, value in page.items() if value is not None}
            file.write(json.dumps(fields, ensure_ascii=False).encode() + b"\n")
