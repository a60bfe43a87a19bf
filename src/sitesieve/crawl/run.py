"""A whole crawl, from the first robots.txt to the index."""

import logging
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitesieve.crawl.index import write_index
from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.paths import index_of
from sitesieve.crawl.state import CrawlState, Told
from sitesieve.crawl.threads import in_thread, result_of
from sitesieve.errors import InputError, MissingExtra, PageError
from sitesieve.page.addresses import absolute
from sitesieve.page.limits import Limits
from sitesieve.sources.items import ReadOptions
from sitesieve.sources.web import Robots


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
    """Crawl a site. Can be called once in a process: Twisted's reactor does not start twice.

    `told` is called after every address with the number of pages stored and of those waiting.
    What it raises ends the crawl, which can be resumed.
    """
    try:
        import scrapy  # noqa: F401
    except ImportError:
        raise MissingExtra("crawling", "crawl") from None
    from sitesieve.crawl.reactor import check_reactor

    check_reactor()
    started = time.monotonic()
    limits = Limits(bytes=options.max_bytes, seconds=options.max_seconds)
    reading = ReadOptions(limits=limits, allow_private=options.allow_private)
    robots = Robots(reading)
    state = CrawlState(options, told)
    try:
        if state.frontier.is_new:
            state.begin(_sitemaps(options, robots))
        interrupted = _drive(state, robots)
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


def _sitemaps(options: CrawlOptions, robots: Robots) -> list[str]:
    """The sitemaps that robots.txt names, or the usual place."""
    if not options.sitemaps:
        return []
    named: list[str] = []
    if options.obey_robots:
        try:
            named = result_of(in_thread(robots.sitemaps, options.url))
        except PageError:
            return []  # the first page will show what is wrong
    return named or [absolute("/sitemap.xml", options.url)]


def _why(state: CrawlState) -> str:
    first = next(state.frontier.pages())
    return f"{first['url']}: {first['detail'] or first['outcome'] or 'not tried'}"


def _drive(state: CrawlState, robots: Robots) -> bool:
    """Let Scrapy fetch until nothing is left; True when a signal ended it before."""
    from scrapy.crawler import AsyncCrawlerProcess

    from sitesieve.crawl.spider import SiteSpider

    logging.getLogger().addHandler(logging.NullHandler())  # what matters is in the index
    process = AsyncCrawlerProcess(_settings(state.options))
    crawler = process.create_crawler(SiteSpider)
    process.crawl(crawler, state=state, robots=robots)
    in_main = threading.current_thread() is threading.main_thread()
    process.start(install_signal_handlers=in_main)  # others get no signals
    spider = crawler.spider
    if isinstance(spider, SiteSpider) and spider.error is not None:
        raise spider.error
    reason = crawler.stats.get_value("finish_reason") if crawler.stats else None
    return reason != "finished"


def _settings(options: CrawlOptions) -> dict[str, Any]:
    """Scrapy with what is needed and nothing else: the rest is done here, and survives a kill."""
    return {
        "SCHEDULER": "sitesieve.crawl.scheduler.StateScheduler",
        "DOWNLOAD_HANDLERS_BASE": dict.fromkeys(
            ("http", "https"), "sitesieve.crawl.interrupting.Downloads"
        ),
        "DOWNLOADER_MIDDLEWARES_BASE": {"sitesieve.crawl.refusing.Gate": 100},
        "SPIDER_MIDDLEWARES_BASE": {},
        "EXTENSIONS_BASE": {
            "scrapy.extensions.corestats.CoreStats": 0,
            "scrapy.extensions.throttle.AutoThrottle": 0,
        },
        "AUTOTHROTTLE_ENABLED": options.delay > 0,
        "AUTOTHROTTLE_START_DELAY": options.delay,
        "AUTOTHROTTLE_TARGET_CONCURRENCY": 1.0,
        "DOWNLOAD_DELAY": options.delay,
        "DOWNLOAD_DELAY_JITTER": 0,
        "CONCURRENT_REQUESTS": options.concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": options.concurrency,
        "DOWNLOAD_TIMEOUT": options.max_seconds,
        "DOWNLOAD_MAXSIZE": options.max_bytes,
        "DOWNLOAD_WARNSIZE": 0,
        "DOWNLOAD_VERIFY_CERTIFICATES": True,
        "LOG_ENABLED": False,
        "LOG_INSTALL_ROOT_HANDLER": False,
        "TELNETCONSOLE_ENABLED": False,
        "TWISTED_DNS_RESOLVER": "sitesieve.crawl.resolving.PublicResolver",
        "SITESIEVE_ALLOW_PRIVATE": options.allow_private,
    }
