"""Which pages of an input a method learns from."""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sitesieve.cleaning.method import LearningMethod
from sitesieve.page.hashing import stable_id
from sitesieve.page.page import Page
from sitesieve.run.tasks import PageFilter
from sitesieve.sources.items import Item
from sitesieve.sources.source import Source

_MOST_SITES = 1_000_000  # whose pages are counted


@dataclass(frozen=True, slots=True)
class Admitted:
    """The items without pages of roles that are not wanted and, with `sites_only`, of no site."""

    items: Iterable[Item]
    admits: PageFilter
    sites_only: bool

    def __iter__(self) -> Iterator[Item]:
        for item in self.items:
            if not isinstance(item, Page) or self._is_admitted(item):
                yield item

    def _is_admitted(self, page: Page) -> bool:
        return self.admits.other_role(page) is None and bool(page.site or not self.sites_only)


def teaching(method: LearningMethod, source: Source, items: Iterable[Item]) -> Iterable[Item]:
    """The items that a method can learn from: to most, one page of a site tells nothing."""
    if method.least_pages == 1:
        return items
    return () if source.is_one_page else several_of_a_site(items)


def several_of_a_site(items: Iterable[Item]) -> Iterator[Item]:
    """The items without pages that are the only ones of their sites, from which nothing can be
    learned. The first page of a site comes after all others, when they are read once more.

    Pages that have no address are left as they are, and so are those of further sites when there
    are very many.
    """
    first: dict[int, int] = {}  # the number of each site's first page, while there is no other
    late: set[int] = set()
    seen: set[int] = set()
    for number, item in enumerate(items):
        if isinstance(item, Page) and item.site and len(first) + len(seen) < _MOST_SITES:
            site = stable_id(item.site)
            if site not in seen:
                if site not in first:
                    first[site] = number
                    continue
                late.add(first.pop(site))
                seen.add(site)
        yield item
    if late:
        again = enumerate(itertools.islice(items, max(late) + 1))
        yield from (item for number, item in again if number in late)
