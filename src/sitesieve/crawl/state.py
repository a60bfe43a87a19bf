"""A crawl on its way: the one place that ties frontier, archive and scope together."""

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from sitesieve._version import __version__
from sitesieve.atomic import check_folder
from sitesieve.crawl.frontier import Frontier, Lead, Result, Row
from sitesieve.crawl.link_scores import Promise
from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.outcome import Outcome
from sitesieve.crawl.paths import state_of
from sitesieve.crawl.previous_crawl import EarlierCrawl, EarlierPage
from sitesieve.crawl.scope import Scope
from sitesieve.crawl.warc_file import Exchange, Place, WarcFile, digest_of
from sitesieve.errors import InputError, OutputError
from sitesieve.fetch.request import USER_AGENT
from sitesieve.page.addresses import normal_form

_BEGUN = 2000  # bytes; what a crawl writes before its first page is less

Told = Callable[[int, int], None]  # pages stored, addresses waiting


def _holds_pages(archive: Path) -> bool:
    """Whether an archive has more in it than the record it begins with."""
    return archive.stat().st_size > _BEGUN


class CrawlState:
    """What has been fetched and what is to be; all of it on the disk at every moment."""

    def __init__(self, options: CrawlOptions, told: Told) -> None:
        self.options = options
        self.scope = Scope(options)
        self._told = told
        check_folder(options.output)
        state = state_of(options.output)
        if not options.resume and (options.output.exists() or state.exists()):
            raise OutputError(
                f"{options.output} is there already: --resume goes on with it,"
                " --since compares a new crawl with it"
            )
        self.earlier = EarlierCrawl(options.since) if options.since else None
        self.frontier = Frontier(state, options.focus, self.scope.judge)
        try:
            self._check_start()
            end = int(self.frontier.fact("archive_end") or 0)
            if not end and options.output.exists() and _holds_pages(options.output):
                raise OutputError(
                    f"{options.output} has no state beside it that says how far it goes: "
                    "it cannot be gone on with, and is left as it is"
                )
            self.archive = WarcFile(options.output, end)
            if not end:
                self._begin_archive()
        except BaseException:
            self.frontier.close()
            raise
        for url in self.frontier.starts():
            self.scope.admit(url)
        for page in self.frontier.pages():
            if page["outcome"] != Outcome.TOO_DEEP:
                self.scope.count(page["url"], page["kind"])
        self.promise = Promise(self.frontier.phrases()) if options.focus else None

    def begin(self, sitemaps: list[str]) -> None:
        """Add the first addresses, if this crawl has none yet."""
        if self.frontier.is_new:  # all of them or none: a crawl that goes on does not look again
            leads = [Lead(url, kind="sitemap") for url in sitemaps]
            self.frontier.add([Lead(self.options.url, 0), *filter(self._belongs, leads)])

    @property
    def is_full(self) -> bool:
        """Whether as many pages are stored as were asked for."""
        return self.frontier.stored >= self.options.max_pages

    def next(self) -> Row | None:
        """What to fetch now, unless the pages being fetched may already be enough."""
        frontier = self.frontier
        if frontier.stored + frontier.handed_out >= self.options.max_pages:
            return None
        return frontier.next()

    def stored(self, row: Row, exchange: Exchange, result: Result) -> None:
        """Archive an exchange and note what came of it."""
        digest = digest_of(exchange.body)
        with self._archiving():
            place = self.archive.write(exchange, digest)
            self._finish(row, result, digest, place)

    def unchanged(self, row: Row, exchange: Exchange, result: Result, before: EarlierPage) -> None:
        """Copy a page from the earlier crawl, and note that it still holds."""
        with self._archiving():
            place = self.archive.write_unchanged(exchange, before.digest, before.records)
            self._finish(row, result, before.digest, place)

    def moved(self, row: Row, exchange: Exchange, url: str) -> None:
        """Archive a redirect to another way to write the same address, and fetch that."""
        row.url, row.hops = url, row.hops + 1
        with self._archiving():
            self.archive.write(exchange, digest_of(exchange.body))
            self.frontier.put_back(row, self.archive.end)

    def not_stored(self, row: Row, result: Result) -> None:
        """Note what came of an address of which nothing is archived."""
        self._finish(row, result)

    def is_same(self, row: Row, url: str) -> bool:
        """Whether an address is only another way to write that of the row."""
        return normal_form(url) == row.key

    def try_again(self, row: Row) -> None:
        """Give an address back, to be fetched later."""
        self.frontier.put_back(row, self.archive.end)

    def tell(self) -> None:
        """Tell whoever wants to know how far the crawl is."""
        self._told(self.frontier.stored, self.frontier.waiting)

    def discard(self) -> None:
        """Remove the files of a crawl that came to nothing."""
        self.close()
        self.options.output.unlink()
        self.frontier.path.unlink()

    def close(self) -> None:
        """Close all files."""
        self.archive.close()
        self.frontier.close()
        if self.earlier is not None:
            self.earlier.close()

    @contextlib.contextmanager
    def _archiving(self) -> Iterator[None]:
        """What is archived but could not be noted is taken back."""
        end = self.archive.end
        try:
            yield
        except BaseException:
            self.archive.cut(end)
            raise

    def _finish(
        self, row: Row, result: Result, digest: str | None = None, place: Place | None = None
    ) -> None:
        leads = tuple(filter(self._belongs, result.leads))
        now = datetime.now(UTC).isoformat(timespec="seconds")
        result = replace(result, leads=leads, fetched_at=now, digest=digest, place=place)
        self.frontier.finish(row, result, self.archive.end)

    def _belongs(self, lead: Lead) -> bool:
        return self.scope.belongs(lead.url, lead.kind)

    def _check_start(self) -> None:
        """A crawl goes on only from where it began."""
        frontier = self.frontier
        begun = frontier.fact("start")
        if begun is None:
            frontier.set_facts(start=self.options.url, bounds=self._bounds())
            return
        if normal_form(begun) != normal_form(self.options.url):
            raise InputError(f"{self.options.output} is a crawl of {begun}")
        if frontier.fact("bounds") != self._bounds():
            raise InputError(
                f"{self.options.output} is a crawl with other bounds: --depth, --path-depth,"
                " --max-queries and --site-by must be as they were"
            )

    def _bounds(self) -> str:
        """What decides which addresses are found; those left out cannot be found later."""
        options = self.options
        return json.dumps(
            [
                options.max_depth,
                sorted(options.path_depths),
                options.max_queries,
                options.site_by,
            ]
        )

    def _begin_archive(self) -> None:
        robots = "obey" if self.options.obey_robots else "ignore"
        self.archive.write_info(
            {
                "software": f"sitesieve/{__version__}",
                "format": "WARC File Format 1.1",
                "http-header-user-agent": USER_AGENT,
                "robots": robots,
            }
        )
        self.frontier.set_facts(archive_end=str(self.archive.end))


def failed(outcome: Outcome, detail: str, status: int | None = None) -> Result:
    """A result without a page."""
    return Result(outcome, " ".join(detail.split())[:500], status)
