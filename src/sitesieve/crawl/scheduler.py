"""Scrapy's scheduler, which here only asks the state of the crawl."""

from typing import TYPE_CHECKING

from scrapy.core.scheduler import BaseScheduler

from sitesieve.crawl.outcome import Outcome
from sitesieve.crawl.state import failed

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from twisted.internet.defer import Deferred

    from sitesieve.crawl.spider import SiteSpider


class StateScheduler(BaseScheduler):
    """Hands out what waits. Nothing is ever put in here: results go to the state itself."""

    def open(self, spider: "Spider") -> "Deferred[None] | None":
        """Take the spider whose crawl it is."""
        self.spider: SiteSpider = spider  # type: ignore[assignment]
        return None

    def has_pending_requests(self) -> bool:
        """Whether there is, or may yet be, something to fetch."""
        state = self.spider.state_of_crawl
        return bool(state.frontier.waiting) and not state.is_full

    def enqueue_request(self, request: "Request") -> bool:  # noqa: ARG002
        """Nothing is taken."""
        return False

    def next_request(self) -> "Request | None":
        """The next request, if there is one now."""
        state = self.spider.state_of_crawl
        while (row := state.next()) is not None:
            try:
                return self.spider.request(row)
            except ValueError as error:  # an address that Scrapy cannot make a request of
                state.not_stored(row, failed(Outcome.UNREACHABLE, str(error)))
        return None
