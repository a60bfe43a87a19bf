"""Whether a crawl can run in this process: Twisted's reactor starts once, and alone."""

import asyncio
import contextlib

from scrapy.utils.reactor import is_asyncio_reactor_installed, is_reactor_installed

from sitesieve.errors import InputError


def check_reactor() -> None:
    """`InputError` when there is something in the way of a crawl, before it writes anything."""
    with contextlib.suppress(RuntimeError):
        asyncio.get_running_loop()
        raise InputError("a crawl cannot run within asyncio: start it in a process of its own")
    if is_reactor_installed():
        from twisted.internet import reactor

        if getattr(reactor, "_startedBefore", False) or not is_asyncio_reactor_installed():
            raise InputError("only one crawl can run in a process: start another process for it")
