"""AddedUpSites: what the pages of sites add up to, kept while there is room for it.

To add up 500 pages takes as long as to clean fifty, but not all sites can be kept added up. So of
those not asked for lately one that was asked for again and again is *put away*: as a model file
would have it, which is a tenth of what its pages are, and taken back in the time of a few pages.
The others are forgotten, and added up once more when somebody asks.
"""

import contextlib
from collections.abc import Set
from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sitesieve.site.model_file import SavedModel
from sitesieve.site.shelf import Shelved, pack, unpack

if TYPE_CHECKING:
    from sitesieve.site.store import SitePart, SiteStore

BYTES_A_ROW = 100  # in memory, when it is not packed

P = TypeVar("P", bound="SitePart")


@dataclass(frozen=True, slots=True)
class _PutAway:
    """A site that was added up, as a model file would have it, packed."""

    content: bytes | Shelved
    rows: int  # that it takes when it is taken back

    def take(self) -> SavedModel:
        content = self.content
        saved: SavedModel = content.take() if isinstance(content, Shelved) else unpack(content)
        return saved


@dataclass(slots=True)
class _AddedUp(Generic[P]):
    whole: P | None = None  # what `pages` add up to
    pages: Set[int] = frozenset()
    complete: bool = False  # whether the site has no others
    away: _PutAway | None = None  # the same, put away
    again: bool = False  # whether it was added up, forgotten, and asked for again


class AddedUpSites(Generic[P]):
    """The sites of a store that were added up. Several threads may ask for them."""

    def __init__(self, store: "SiteStore[P]") -> None:
        self._store = store
        self._sites: dict[str, _AddedUp[P]] = {}
        self._latest: dict[str, None] = {}  # those that are in memory, the latest last
        self._asking = RLock()  # sites are added up, put away and taken back one at a time

    def __getstate__(self) -> dict[str, Any]:
        with self._asking:  # copies: meanwhile another thread may ask
            copies = {"_sites": dict(self._sites), "_latest": dict(self._latest)}
            return {n: value for n, value in vars(self).items() if n != "_asking"} | copies

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _asking=RLock())

    def __getitem__(self, name: str) -> P:
        """What the pages of a site add up to now."""
        with self._asking:
            site = self._sites.setdefault(name, _AddedUp())
            self._latest.pop(name, None)
            self._latest[name] = None
            if site.whole is not None and site.complete:
                return site.whole
            some, site.whole = site.whole, None  # of no use any more if adding fails half-way
            if site.away is not None:
                whole = self._store.restored_alone(name, site.away.take())
            else:
                whole, site.pages = self._store.add_up(name, some, site.pages)
            site.whole, site.complete = whole, True
            self._make_room()
            return whole

    def _make_room(self) -> None:
        """Put away or forget those not asked for lately, when all together take too much."""
        rows = {name: self._rows(name) for name in self._latest}
        taken = sum(rows.values())
        for oldest in [*rows][:-1]:
            if taken <= self.most_rows:
                return
            taken -= rows[oldest]
            site = self._sites[oldest]
            if site.again and site.complete and site.away is None:
                self.put_away(oldest, self._store.saved_alone(oldest), site.pages)
            self._latest.pop(oldest, None)
            site.whole, site.again = None, True

    def _rows(self, name: str) -> int:
        site = self._sites[name]
        if site.whole is None:
            return 0
        return self._store.rows_added_up(name, site.whole, from_pages=site.away is None)

    @property
    def most_rows(self) -> int:
        """That sites take which are kept added up: what follows from them takes as much again."""
        return self._store.most_rows // 4

    def change(self, name: str, wholly: bool = False) -> None:
        """A site has more pages than were added up or, wholly, others."""
        site = self._sites.get(name)
        if site is not None:
            if wholly or site.away is not None:
                site.whole = site.away = None
            site.complete = False

    def forget(self, name: str) -> None:
        """There is no such site any more, or its pages were added up for good."""
        self.change(name, wholly=True)  # what stays may be `shared`
        self._latest.pop(name, None)

    def put_away(self, name: str, saved: SavedModel | None, pages: Set[int]) -> None:
        """Keep what these pages of a site add up to, as `saved_alone` gave it here or in another
        process, in the place of what is known of it, until there are other pages."""
        if saved is None:
            return
        rows = 1 + sum(array.nbytes for array in saved.arrays.values()) // BYTES_A_ROW
        packed = pack(saved)
        content: bytes | Shelved = packed
        if self._store.shelf is not None:
            with contextlib.suppress(OSError):
                content = self._store.shelf.put(packed)
        site = self._sites.setdefault(name, _AddedUp())
        site.whole, site.pages, site.complete = None, pages, True
        site.away = _PutAway(content, rows)
        self._latest.pop(name, None)

    def leave(self, name: str) -> None:
        """Keep a site no longer in memory."""
        if name in self._sites:
            self._sites[name].whole = None
        self._latest.pop(name, None)

    def rows_away(self, name: str) -> int | None:
        """The rows that a site takes when it is taken back; None where it was not put away."""
        site = self._sites.get(name)
        return None if site is None or site.away is None else site.away.rows

    def shared(self, name: str, store: "SiteStore[P]") -> "AddedUpSites[P]":
        """One site, for another store that has it, too."""
        one = AddedUpSites(store)
        one._asking = self._asking
        one._sites[name] = self._sites.setdefault(name, _AddedUp())
        return one
