"""What is new? Watches of pages, sections and sites: visits, versions of pages, new items.

with Watcher("watch.sqlite") as watcher:
    watcher.add("https://a.example/news/", kind="section", every=6 * 3600)
    for item in watcher.run().items:
        print(item.kind, item.title, item.url, item.text)
"""

from sitesieve.watch.clock import Clock, SimulatedClock
from sitesieve.watch.differences import BlockChange
from sitesieve.watch.fetching import FetchOptions
from sitesieve.watch.items import FolderStatus, WatchItem, items_as_cases
from sitesieve.watch.pages import PageVersion
from sitesieve.watch.visit import VisitReport
from sitesieve.watch.watcher import RunReport, Watcher, WatchStatus
from sitesieve.watch.watches import Watch, WatchSettings

__all__ = [
    "BlockChange",
    "Clock",
    "FetchOptions",
    "FolderStatus",
    "PageVersion",
    "RunReport",
    "SimulatedClock",
    "VisitReport",
    "Watch",
    "WatchItem",
    "WatchSettings",
    "WatchStatus",
    "Watcher",
    "items_as_cases",
]
