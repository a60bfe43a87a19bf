"""What pages of a site, each judged by itself, say of its kinds of places.

A page alone often leaves open whether a block is content. The same kind of place on twenty
pages of the site has been judged twenty times; their mean is far less often wrong than one
judgement. So a model keeps, for some pages of a site, the log-odds of content that each page
by itself gave to what stands at each kind of place.

The pages are those with the smallest digests: the same whatever order pages are learned in,
and whether they were learned here or in models merged later.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from sitesieve.page.hashing import stable_id
from sitesieve.site.keyed_table import KeyedSums, Keys, Numbers, find, find_pair, looked_up, sums_at

PAGES = 20  # of a site whose judgements are kept
MOST = 6.0  # log-odds either way that one judgement can have
_MOST_HELD = 1_000_000  # digests with their addresses, over all sites: some 20 MB
_SITE = 25  # as many of them take the memory that a site takes beside its own
_STEPS = 16  # to a unit of log-odds and of weight: sums of whole numbers are exact


class TellsPlaces(Protocol):
    """A page that says what it thinks of its places when it is asked."""

    def told(self) -> "PlaceOdds":
        """What it says."""


class PlaceOdds:
    """The log-odds of content at kinds of places, by page."""

    def __init__(self) -> None:
        self._sums = KeyedSums(2, 2)  # page, kind of place -> weight, weight · (MOST + log-odds)
        self._pages: set[int] = set()
        self._summed: tuple[Keys, list[Numbers]] | None = None  # over pages, by kind

    def add(self, page: int, kinds: Keys, odds: Numbers, weight: Numbers) -> None:
        """Add what a page, known by its digest, says of the places of these kinds."""
        weight = np.maximum(np.rint(weight * _STEPS), 1)
        shifted = np.rint((MOST + np.clip(odds, -MOST, MOST)) * _STEPS)
        self._sums.add((np.full(len(kinds), page, np.uint64), kinds), (weight, weight * shifted))
        self._see({page} if len(kinds) else set())

    def add_sums(
        self, pages: Keys, kinds: Keys, weight: npt.ArrayLike, weighted: npt.ArrayLike
    ) -> None:
        """Add rows as `table` gives them."""
        self._sums.add((pages, kinds), (np.asarray(weight), np.asarray(weighted)))
        self._see(set(np.unique(pages).tolist()))

    def _see(self, pages: set[int]) -> None:
        self._pages |= pages
        self._summed = None
        if len(self._pages) > 2 * PAGES:
            self._trim()

    def merge(self, other: "PlaceOdds") -> None:
        """Take over what other pages said."""
        if self._pages & other._pages:
            (pages, kinds), sums = other._sums.table()
            new = ~np.isin(pages, np.array(sorted(self._pages), np.uint64))
            self._sums.add((pages[new], kinds[new]), [column[new] for column in sums])
        else:
            self._sums.merge(other._sums)
        self._see(other._pages)

    def told(self) -> "PlaceOdds":
        """Itself: see `TellsPlaces`."""
        return self

    def take(self, telling: Iterable[tuple[int, "TellsPlaces"]]) -> None:
        """Take over what pages say, given with their digests; only those kept are asked."""
        pages = dict(telling)
        kept = sorted(self._pages | pages.keys())[:PAGES]
        for digest in kept:
            if digest in pages and digest not in self._pages:
                self.merge(pages[digest].told())

    def table(self) -> tuple[list[Keys], list[Numbers]]:
        """Page and kind of place; their weight, and weight times shifted log-odds."""
        self._trim()
        return self._sums.table()

    def keep(self, kinds: Keys) -> None:
        """Forget all kinds of places but these, given in order."""
        (_, at), _ = self._sums.table()
        self._sums.keep(find(kinds, at) >= 0)
        self._summed = None

    @property
    def held(self) -> int:
        """Rows in memory."""
        return self._sums.held

    def means(self, kinds: Keys, without: int) -> tuple[Numbers, Numbers]:
        """The mean log-odds at each kind of place and over how many pages; one page, that
        being judged, is left out."""
        if self._summed is None:
            (_, at), (weight, weighted) = self.table()
            known, row = np.unique(at, return_inverse=True)
            columns = (np.ones(len(at)), weight, weighted)
            self._summed = known, [sums_at(row, column, len(known)) for column in columns]
        known, sums = self._summed
        row = find(known, kinds)
        pages, weight, weighted = (looked_up(column, row, 0.0) for column in sums)
        (page, at), own = self._sums.table()
        mine = find_pair(page, at, np.full(len(kinds), without, np.uint64), kinds)
        pages -= mine >= 0
        weight -= looked_up(own[0], mine, 0.0)
        weighted -= looked_up(own[1], mine, 0.0)
        mean = weighted / np.maximum(weight, 1) / _STEPS - MOST
        return np.where(pages > 0, mean, 0.0), pages

    def _trim(self) -> None:
        """Keep the pages with the smallest digests."""
        if len(self._pages) <= PAGES:
            return
        self._pages = set(sorted(self._pages)[:PAGES])
        (pages, _), _ = self._sums.table()
        self._sums.keep(pages <= np.uint64(max(self._pages)))
        self._summed = None


class _Smallest(NamedTuple):
    """Pages of a site, in the order of their digests."""

    digests: "array[int]"
    addresses: "array[int]"  # ids of them, 0 where there is none

    def place(self, digest: int, address: int, most: int) -> int | None:
        """Where a page belongs among them; None if it cannot be one of so many."""
        place = bisect_left(self.digests, digest)
        if place >= most or (address and address in self.addresses[:place]):
            return None
        return place


class SmallestDigests:
    """Whether a page may be one of so many with the smallest digests, by what was seen so far.

    A page that is one of them in the end is so among the pages of any part of the site. So sites
    not heard of lately can be forgotten when they are too many: then more pages may be among them.
    (Of a page that has copies at other addresses, the address counts that came first.)
    """

    def __init__(self, most: int = PAGES, most_held: int = _MOST_HELD) -> None:
        self._most = most
        self._most_held = most_held
        self._held = 0
        self._sites: dict[str, _Smallest] = {}  # those heard of last come last

    def takes(self, site: str, digest: int, address: str = "") -> bool:
        """Whether fewer other pages of the site have smaller digests. Of pages with one address,
        if that is given, only that with the smallest counts."""
        known = self._sites.pop(site, None)
        if known is None:
            known = _Smallest(array("Q"), array("Q"))
            self._held += _SITE
        self._sites[site] = known
        of_address = _id_of(address)
        place = known.place(digest, of_address, self._most)
        if place is None:
            return False
        digests, addresses = known
        if not (place < len(digests) and digests[place] == digest):
            before = len(digests)
            if of_address and of_address in addresses[place:]:
                larger = addresses.index(of_address, place)
                del digests[larger], addresses[larger]
            digests.insert(place, digest)
            addresses.insert(place, of_address)
            del digests[self._most :], addresses[self._most :]
            self._held += len(digests) - before
            self._make_room()
        return True

    def holds(self, site: str, digest: int, address: str = "") -> bool:
        """Whether a page that was taken may still be one of them."""
        known = self._sites.get(site)
        return known is None or known.place(digest, _id_of(address), self._most) is not None

    def _make_room(self) -> None:
        if self._held > self._most_held:
            for site in [*self._sites][: len(self._sites) // 2 + 1]:
                self._held -= _SITE + len(self._sites.pop(site).digests)


def _id_of(address: str) -> int:
    return stable_id(address) if address else 0
