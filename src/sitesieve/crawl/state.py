"""A crawl on its way: the one place that ties frontier, archive and scope together."""

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from sitesieve._version import __version__
from sitesieve.atomic import check_folder
from sitesieve.crawl.database import state_of
from sitesieve.crawl.frontier import Frontier, Lead, Result, Row
from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.outcome import Outcome
from sitesieve.crawl.page_leads import Promise
from sitesieve.crawl.previous_crawl import EarlierCrawl, EarlierPage
from sitesieve.crawl.scope import Scope
from sitesieve.crawl.warc_file import WarcFile, digest_of
from sitesieve.errors import InputError, OutputError
from sitesieve.fetching import Response
from sitesieve.fetching.request import USER_AGENT
from sitesieve.page.addresses import normal_form

_BEGUN = 2000  # bytes; an archive without pages has less

Told = Callable[[int, int], None]  # pages stored, addresses waiting


class CrawlState:
    """What has been fetched and what is to be; all of it on the disk at every moment."""

    def __init__(self, options: CrawlOptions, told: Told = lambda *_: None) -> None:
        self.options = options
        self._bounds = (options.path_depths, options.max_queries, options.site_by)
        self.scope = Scope(options.url, options.max_depth, *self._bounds)
        self.told = told
        check_folder(options.output)
        state = state_of(options.output)
        if not options.resume and (options.output.exists() or state.exists()):
            raise OutputError(
                f"{options.output} is there already: --resume goes on with it,"
                " --since compares a new crawl with it"
            )
        with contextlib.ExitStack() as opened:
            self.earlier = EarlierCrawl(options.since) if options.since else None
            if self.earlier is not None:
                opened.enter_context(contextlib.closing(self.earlier))
            frontier = Frontier(state, options.focus, self.scope.judge)
            self.frontier = opened.enter_context(contextlib.closing(frontier))
            self._check_start()
            end = self._archive_end()
            if not end and options.output.exists() and options.output.stat().st_size > _BEGUN:
                raise OutputError(
                    f"{options.output} has no state beside it that says how far it goes: "
                    "it cannot be gone on with, and is left as it is"
                )
            self.archive = WarcFile(options.output, end)
            if not end:
                self._begin_archive()
            opened.pop_all()
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

    def next(self) -> Row | None:
        """What to fetch now, unless the pages being fetched may already be enough."""
        frontier = self.frontier
        if frontier.stored + frontier.handed_out >= self.options.max_pages:
            return None
        return frontier.next()

    def stored(
        self, row: Row, response: Response, result: Result, before: EarlierPage | None = None
    ) -> None:
        """Archive a page and note what came of it; `before` is copied from the earlier crawl."""
        with self._archiving():
            if before is None:
                digest = digest_of(response.body)
                place = self.archive.write(response, digest)
            else:
                digest = before.digest
                place = self.archive.write_unchanged(response, digest, before.records)
            self.finish(row, replace(result, digest=digest, place=place))

    def finish(self, row: Row, result: Result) -> None:
        """Note what came of an address."""
        leads = tuple(filter(self._belongs, result.leads))
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self.frontier.finish(row, replace(result, leads=leads, fetched_at=now), self.archive.end)

    def moved(self, row: Row, response: Response, url: str) -> None:
        """Archive a redirect to another way to write the same address, and fetch that."""
        row.url, row.hops = url, row.hops + 1
        with self._archiving():
            self.archive.write(response, digest_of(response.body))
            self.frontier.put_back(row, self.archive.end)

    def try_again(self, row: Row) -> None:
        """Give an address back, to be fetched later."""
        self.frontier.put_back(row, self.archive.end)

    def discard(self) -> None:
        """Remove the files of a crawl that came to nothing."""
        self.close()
        self.options.output.unlink()
        self.frontier.path.unlink()

    def close(self) -> None:
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

    def _belongs(self, lead: Lead) -> bool:
        return self.scope.belongs(lead.url, lead.kind)

    def _check_start(self) -> None:
        """A crawl goes on only from where it began."""
        frontier = self.frontier
        begun, (paths, *others) = frontier.fact("start"), self._bounds
        # They decide which addresses are found; those left out cannot be found later.
        bounds = json.dumps([self.options.max_depth, sorted(paths), *others])
        if begun is None:
            frontier.set_facts(start=self.options.url, bounds=bounds)
            return
        if normal_form(begun) != normal_form(self.options.url):
            raise InputError(f"{self.options.output} is a crawl of {begun}")
        if frontier.fact("bounds") != bounds:
            raise InputError(
                f"{self.options.output} is a crawl with other bounds: --depth, --path-depth,"
                " --max-queries and --site-by must be as they were"
            )

    def _archive_end(self) -> int:
        """How far the archive is known to be complete."""
        noted = self.frontier.fact("archive_end") or "0"
        if not noted.isdecimal() or len(noted) > 18:
            raise InputError(f"{self.frontier.path} is damaged: it does not say where "
                             f"{self.options.output} ends")  # fmt: skip
        return int(noted)

    def _begin_archive(self) -> None:
        fields = {"software": f"sitesieve/{__version__}", "format": "WARC File Format 1.1"}
        robots = "obey" if self.options.obey_robots else "ignore"
        self.archive.write_info(fields | {"http-header-user-agent": USER_AGENT, "robots": robots})
        self.frontier.set_facts(archive_end=str(self.archive.end))


def failed(outcome: Outcome, detail: str, status: int | None = None) -> Result:
    """A result without a page."""
    return Result(outcome, " ".join(detail.split())[:500], status)
