"""Which pages belong to a watch."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from sitesieve.crawl.frontier import Lead
from sitesieve.crawl.scope import Scope
from sitesieve.watch.watches import Watch

_MOST_QUERIES = 200  # addresses of one path that differ only in their query


@dataclass(frozen=True, slots=True)
class WatchBounds:
    """The bounds of a watch, in the form that `crawl.scope` takes."""

    url: str
    max_depth: int
    path_depths: tuple[tuple[str, int], ...] = ()
    max_queries: int = _MOST_QUERIES
    site_by: str = "domain"


def max_depth(watch: Watch) -> int:
    """Links from the start to the farthest page."""
    return {"page": 0, "section": 1, "site": watch.settings.depth}[watch.kind]


def scope_of(watch: Watch, answered: str | None, depth: int) -> Scope:
    """The scope of a watch; its start may have been answered from another address."""
    scope = Scope(WatchBounds(watch.url, depth))
    if answered is not None:
        scope.admit(answered)
    return scope


def folder_of(url: str) -> str:
    """The folder whose pages are a section.

    >>> folder_of("https://a.example/news/index.html"), folder_of("https://a.example/news")
    ('/news/', '/news/')
    """
    before, _, last = urlsplit(url).path.rpartition("/")
    return f"{before}/" if "." in last or not last else f"{before}/{last}/"


def of_section(leads: Iterable[Lead], url: str) -> list[Lead]:
    """The addresses below the folder of a section; all, where none is there."""
    every, folder = list(leads), folder_of(url)
    below = [lead for lead in every if urlsplit(lead.url).path.startswith(folder)]
    return below or every
