"""A whole crawl, from the first robots.txt to the index."""

import time
from dataclasses import dataclass
from pathlib import Path

from sitesieve.crawl.index import write_index
from sitesieve.crawl.loop import CrawlLoop
from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.paths import index_of
from sitesieve.crawl.state import CrawlState, Told
from sitesieve.crawl.stopping import set_by_signals
from sitesieve.errors import InputError
from sitesieve.fetch import Client
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


def nothing_told(stored: int, waiting: int) -> None:
    """Nobody wants to know."""


def crawl(options: CrawlOptions, told: Told = nothing_told) -> CrawlReport:
    """Crawl a site.

    `told` is called after every address with the number of pages stored and of those waiting.
    What it raises ends the crawl, which can be resumed.
    """
    started = time.monotonic()
    limits = Limits(bytes=options.max_bytes, seconds=options.max_seconds)
    client = Client(limits, options.allow_private)
    state = CrawlState(options, told)
    try:
        with set_by_signals() as stopping:
            interrupted = not CrawlLoop(state, client, stopping).run()
        index = index_of(options.output)
        write_index(index, state.frontier)
        report = CrawlReport(
            state.frontier.stored,
            dict(state.frontier.counts),
            state.frontier.waiting,
            interrupted,
            options.output,
            index,
            time.monotonic() - started,
        )
        if not report.stored and not interrupted:
            why = _why(state)
            if not options.resume:
                state.discard()
                index.unlink()
            raise InputError(f"no page could be fetched: {why}")
    finally:
        state.close()
    return report


def _why(state: CrawlState) -> str:
    first = next(state.frontier.pages())
    return f"{first['url']}: {first['detail'] or first['outcome'] or 'not tried'}"
