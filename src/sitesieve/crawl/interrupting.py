"""A crawl that is interrupted ends soon: it does not wait for what may never come."""

import asyncio
from typing import TYPE_CHECKING, Protocol, TypeVar

from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.exceptions import IgnoreRequest

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.core.engine import ExecutionEngine
    from scrapy.http import Response

T = TypeVar("T")

_LOOK = 0.2  # seconds between two looks whether the crawl is interrupted
_GRACE = 2.0  # seconds that downloads under way then have


class Stoppable(Protocol):
    """A crawl that can be interrupted."""

    @property
    def is_stopping(self) -> bool:
        """Whether it has been."""


class GivenUp(IgnoreRequest):
    """A request that was under way when the crawl was interrupted: to be made again."""


async def unless_stopped(crawl: Stoppable, awaited: "asyncio.Future[T]", grace: float = 0.0) -> T:
    """What comes of something; `GivenUp` when the crawl is interrupted before it comes."""
    while not (await asyncio.wait([awaited], timeout=_LOOK))[0]:
        if crawl.is_stopping:
            if grace <= 0:
                awaited.cancel()
                raise GivenUp
            grace -= _LOOK
    return awaited.result()


async def release_queued(engine: "ExecutionEngine") -> None:
    """When the crawl is interrupted, give up what waits for its turn: delays may be long."""
    for running in (True, False):
        while engine.running is not running:
            await asyncio.sleep(_LOOK)
    for slot in engine.downloader.slots.values():
        slot.close()  # it asks for nothing more
        while slot.queue:
            _, waiting = slot.queue.popleft()
            waiting.errback(GivenUp())


class Downloads(HTTP11DownloadHandler):
    """Scrapy's downloads, given up soon after the crawl is interrupted."""

    async def download_request(self, request: "Request") -> "Response":
        """The answer to a request."""
        crawl: Stoppable = self._crawler.spider  # type: ignore[assignment]
        answer = asyncio.ensure_future(super().download_request(request))
        return await unless_stopped(crawl, answer, _GRACE)
