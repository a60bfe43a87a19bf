"""SiteStore: what the pages of many sites add up to, learned within bounded memory.

The sample of a site is its pages with the smallest digests, so it is random, but the same in
whatever order pages come and in however many stores they were learned: the sample of two
samples is that of all their pages. What a page alone adds to its site is kept by itself, some 15
bytes for each row, and added up when somebody asks for the site; so a page can still leave the
sample when one with a smaller digest comes.

Equal pages have one digest, and count once. Of the pages in a sample that share an address
only the one with the smallest digest counts: the others are earlier or later versions of it.

When all of this fills the memory, what pages add goes to a shelf on disk, where there is one; when
memory is full again, samples become smaller, and in the end all further pages are refused.
Where there is no shelf, the sites that take most are added up for good and, unless that makes
enough room, pruned; when that is not enough, pages of further sites are refused.

Pages that were added up for good, or come from a model file, are *settled*: they can no longer
be told apart, so they stay in the sample, and other pages compete for the rest of it.
"""

import itertools
from abc import abstractmethod
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np
import numpy.typing as npt

from sitesieve.site.added_up import BYTES_A_ROW, AddedUpSites
from sitesieve.site.model_file import SavedModel
from sitesieve.site.shelf import Shelf, Shelved, pack, unpack

SAMPLE = 500  # pages that are enough for a site (thesis §4.2.5)
MOST_ROWS = 2_000_000  # in memory, over all sites: some 200 MB
_SHELVED_ROWS = 4  # in memory, of a page that is on the shelf: its name and where it is
_LEAST_SAMPLE = 50  # pages; with fewer, what is particular to them tells too much
_MIXED = 3  # times that the pages of a site begin anew, in the mean, where sites are mixed
_NAMED = 3  # sites that a remark names


class SitePart(Protocol):
    """What some pages of a site, or one, add up to."""

    @property
    def in_order(self) -> bool:
        """Whether it matters in which order they are added up."""

    @property
    def held(self) -> int:
        """Rows in memory."""

    def merge(self, other: Self, shared: int = 0) -> None:
        """Add what other pages add up to, and leave that as it is; so many of the pages are
        the same as here, and count once."""

    def prune(self) -> None:
        """Forget what matters least."""


P = TypeVar("P", bound=SitePart)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PageObservation:
    """What one page adds to its site, cheap to send and to keep."""

    site: str
    digest: int
    name: str  # its address or, where it has none, what else it is called
    kept: Any = None  # what it adds, or `Shelved`; None for a page that cannot be in the sample
    size: int = 0  # of that, in bytes in memory

    @property
    def address(self) -> str:
        """The address by which versions of a page are known; "" where there is none."""
        return self.name if "://" in self.name else ""

    @property
    def part(self) -> Any:
        """What it adds, from the shelf if it is there."""
        return self.kept.take() if isinstance(self.kept, Shelved) else self.kept

    @property
    def rows(self) -> int:
        """What it costs, in rows that are not packed."""
        return _SHELVED_ROWS if isinstance(self.kept, Shelved) else self.unshelved_rows

    @property
    def unshelved_rows(self) -> int:
        """What it costs in memory."""
        return 1 + self.size // BYTES_A_ROW


def packed(site: str, digest: int, part: SitePart, name: str = "") -> PageObservation:
    """What one page adds to its site: a part of that page alone."""
    content = pack(part)
    return PageObservation(site, digest, name, content, len(content))


@dataclass(slots=True)
class _Site(Generic[P]):
    sample: dict[int, PageObservation] = field(default_factory=dict)  # by digest
    settled: P | None = None
    settled_pages: dict[int, str] = field(default_factory=dict)  # digest -> address
    addresses: frozenset[str] = frozenset()  # of settled pages
    copies: int = 0
    rows: int = 0

    @property
    def rows_added_up(self) -> int:
        """About how many rows its pages add up to, at most."""
        shelved = sum(page.unshelved_rows - page.rows for page in self.sample.values())
        return self.rows + shelved

    def counting(self) -> set[int]:
        """The pages of the sample that count: at each address that with the smallest digest."""
        owner: dict[str, int] = {}
        for digest in sorted(self.sample):
            address = self.sample[digest].address
            if address not in self.addresses:
                owner.setdefault(address or str(digest), digest)
        return set(owner.values())

    def settle(self, part: P, pages: Mapping[int, str]) -> None:
        """Take over what settled pages add up to; it replaces what was settled before."""
        self.settled = part
        self.settled_pages |= pages
        self.addresses = self.addresses.union(filter(None, pages.values()))
        self.sample = {d: page for d, page in self.sample.items() if d not in self.settled_pages}


class SiteStore(Mapping[str, P], Generic[P]):
    """What the pages of each site add up to, by its name."""

    def __init__(self, sample: int = SAMPLE, most_rows: int = MOST_ROWS) -> None:
        if sample < 1:
            raise ValueError(f"the sample must be 1 page or more, not {sample}")
        self.sample = sample
        self.most_rows = most_rows
        self.shelf: Shelf | None = None  # for what memory has no room for, while it is there
        self.refused = 0  # pages that came when the memory was full
        self.shared = 0  # pages that two models had added up for good before they were merged
        self.left_out = 0  # pages that are not in the sample of their site
        self._sites: dict[str, _Site[P]] = {}
        self._pruned: set[str] = set()  # sites pruned to stay within memory
        self._rows = 0
        self._shelving = False  # whether pages go to the shelf as they come
        self._prune_at = 0
        self._turns = 0  # how often a page was of another site than the page before
        self._last = ""  # the site of the page before
        self._added_up: AddedUpSites[P] = AddedUpSites(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {listed(self) or 'no sites'}>"

    @abstractmethod
    def new_part(self) -> P:
        """What no pages add up to."""

    def add_pages(self, whole: P, pages: Iterable[PageObservation]) -> None:
        """Add what pages were observed to add."""
        for page in pages:
            whole.merge(unpack(page.part))

    def rows_beside_pages(self, whole: P) -> int:
        """What a site that was added up costs, in rows, beside the pages of its sample."""
        return whole.held

    def saved_alone(self, name: str) -> SavedModel | None:
        """What the pages of a site add up to as a model file would have it; None where sites are
        not put away."""

    def restored_alone(self, name: str, saved: SavedModel) -> P:
        """What `saved_alone` gave, as it was."""
        raise NotImplementedError

    def settled(self, name: str) -> P:
        """What the pages of a site add up to, with nothing put off until it is needed."""
        return self[name]

    @abstractmethod
    def tables(self) -> dict[str, Any]:
        """What is to be saved as plain data."""

    @abstractmethod
    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What is to be saved as numbers."""

    @abstractmethod
    def restore(self, saved: SavedModel) -> None:
        """Take over what a model file holds; ValueError where it cannot be what was saved."""

    def absorb(self, page: PageObservation) -> bool:
        """Take a page into the sample of its site, if it belongs there; say whether it does."""
        self._turns += page.site != self._last
        self._last = page.site
        site = self._sites.get(page.site)
        if self._rows > self.most_rows and (site is None or self._shelving):
            self.refused += 1
            return False
        if site is None:
            site = self._sites[page.site] = _Site()
        changed = self._take(site, page)
        self._make_room()
        return changed

    def _take(self, site: _Site[P], page: PageObservation) -> bool:
        if page.digest in site.settled_pages or page.address in site.addresses:
            site.copies += 1
            return False
        if page.kept is None:
            self.left_out += 1
            return False
        known = site.sample.get(page.digest)
        if known is not None:
            site.copies += 1
            if page.name >= known.name:
                return False
            site.sample[page.digest] = page  # the smallest of its names, whichever came first
            self._add_rows(site, page.rows - known.rows)
        else:
            site.sample[page.digest] = page
            self._add_rows(site, page.rows)
            if self._left_out(site) == page.digest:
                return False
        self._added_up.change(page.site, wholly=known is not None)
        if self._shelving:
            self._put_on_shelf(site, [page])
        return True

    def _left_out(self, site: _Site[P]) -> int | None:
        """Leave out the page with the largest digest, if there is one too many."""
        if len(site.sample) <= max(0, self.sample - len(site.settled_pages)):
            return None
        largest = max(site.sample)
        self._add_rows(site, -site.sample.pop(largest).rows)
        self.left_out += 1
        return largest

    def _add_rows(self, site: _Site[P], rows: int) -> None:
        site.rows += rows
        self._rows += rows

    def merge(self, other: "SiteStore[P]") -> None:
        """Take over what was learned elsewhere; a page that both have counts once. Of settled
        pages that both have it is not known what they added, so see `SitePart.merge`."""
        for name, theirs in other._sites.items():
            site = self._sites.setdefault(name, _Site())
            if theirs.settled is not None:
                self._settle(name, self._together(site, theirs), theirs.settled_pages)
            for page in theirs.sample.values():
                self._take(site, page)
            site.copies += theirs.copies
        self.shared += other.shared
        self.left_out += other.left_out
        self.refused += other.refused
        self._pruned |= other._pruned
        self._make_room()

    def _together(self, mine: _Site[P], theirs: _Site[P]) -> P:
        """What the settled pages of both add up to."""
        shared = mine.settled_pages.keys() & theirs.settled_pages.keys()
        whole = self.new_part()
        if mine.settled is not None and not (shared and shared == mine.settled_pages.keys()):
            whole.merge(mine.settled)
            if shared and shared == theirs.settled_pages.keys():
                return whole
        else:
            shared = set()  # theirs has all of them
        if theirs.settled is not None:
            whole.merge(theirs.settled, len(shared))
        self.shared += len(shared)
        return whole

    def put(self, name: str, part: P, pages: Mapping[int, str], copies: int = 0) -> None:
        """Take over what the pages of a site, given with their addresses, add up to."""
        self._sites[name] = _Site(copies=copies)
        self._settle(name, part, pages)

    def _settle(self, name: str, part: P, pages: Mapping[int, str]) -> None:
        site = self._sites[name]
        site.settle(part, pages)
        rows = part.held + sum(page.rows for page in site.sample.values())
        self._add_rows(site, rows - site.rows)
        while self._left_out(site) is not None:
            pass
        self._added_up.forget(name)

    def __getitem__(self, name: str) -> P:
        site = self._sites[name]
        if site.settled is not None and not site.sample:
            return site.settled
        return self._added_up[name]

    def add_up(self, name: str, some: P | None, pages: Set[int]) -> tuple[P, Set[int]]:
        """What the pages of a site that count add up to, and which these are; `some`, which may be
        added to, is what some pages add up to."""
        site, nothing = self._sites[name], self.new_part()
        counting = site.counting()
        if some is None or nothing.in_order or not pages <= counting:
            some, pages = nothing, frozenset()
            if site.settled is not None:
                some.merge(site.settled)
        self.add_pages(some, (site.sample[digest] for digest in sorted(counting - pages)))
        return some, counting

    def rows_added_up(self, name: str, whole: P, from_pages: bool) -> int:
        """What a site costs that was added up, in rows, beside its pages in memory."""
        rows = self.rows_beside_pages(whole)
        if self._shelving and from_pages:  # it has taken its pages from the shelf
            site = self._sites[name]
            rows += site.rows_added_up - site.rows
        return rows

    @property
    def overflowed(self) -> bool:
        """Whether pages are on the shelf."""
        return self._shelving

    def added_up(self, name: str) -> SavedModel | None:
        """What the pages of a site add up to, to be put away here or in another process; it is
        not kept."""
        saved = self.saved_alone(name)
        self._added_up.leave(name)
        return saved

    def put_away(self, name: str, saved: SavedModel | None) -> None:
        """Keep what the pages of a site add up to, as `added_up` gives it, until they change."""
        self._added_up.put_away(name, saved, self._sites[name].counting())

    def to_put_away(self) -> list[str]:
        """The sites to put away before pages come again in the order in which they came: none
        where all can be kept added up together, or where the pages of a site come together."""
        if self._turns <= _MIXED * len(self) or len(self.fitting()) == len(self):
            return []
        sites = [name for name, site in self._sites.items() if site.sample]
        return [name for name in sites if self._added_up.rows_away(name) is None]

    def fitting(self) -> list[str]:
        """The sites that can be kept added up together, the largest first; one in any case."""
        sizes = {
            name: self._added_up.rows_away(name) or site.rows_added_up
            for name, site in self._sites.items()
        }
        largest_first = sorted(sizes, key=lambda name: -sizes[name])
        rows = list(itertools.accumulate(sizes[name] for name in largest_first))
        return largest_first[: max(1, bisect_right(rows, self._added_up.most_rows))]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sites)

    def __len__(self) -> int:
        return len(self._sites)

    def __contains__(self, name: object) -> bool:
        return name in self._sites

    def _make_room(self) -> None:
        if self._rows <= max(self.most_rows, self._prune_at):
            return
        if self.shelf is not None and not self._shelving:
            self._shelving = True
            for site in self._sites.values():
                self._put_on_shelf(site, [*site.sample.values()])
        if self._shelving:
            while self._rows > self.most_rows and self.sample > _LEAST_SAMPLE:
                self._sample_less()
            return
        for name, site in sorted(self._sites.items(), key=lambda item: -item[1].rows):
            if self._rows <= self.most_rows // 2:
                break
            if len(site.sample) == 1 and not site.settled_pages:
                continue  # a single page takes the least room packed
            whole = self.settled(name)
            added_up = whole.held
            if added_up > site.rows // 2:  # adding up alone does not make enough room
                whole.prune()
            if whole.held >= site.rows:
                self._added_up.leave(name)  # page by page it takes less
                continue
            if whole.held < added_up:
                self._pruned.add(name)
            self._settle_sample(name)
        self._prune_at = 2 * self._rows  # not again for every page

    def _sample_less(self) -> None:
        """Halve the samples."""
        self.sample = max(_LEAST_SAMPLE, self.sample // 2)
        for name, site in self._sites.items():
            while self._left_out(site) is not None:
                self._added_up.change(name, wholly=True)

    def _put_on_shelf(self, site: _Site[P], pages: Iterable[PageObservation]) -> None:
        """Let pages of a sample be on the shelf, as far as it has room."""
        for page in pages:
            if self.shelf is None or isinstance(page.kept, Shelved):
                continue
            try:
                shelved = replace(page, kept=self.shelf.put(pack(page.kept)))
            except OSError:  # there is no more room: what comes stays in memory
                self.shelf = None
                return
            site.sample[page.digest] = shelved
            self._add_rows(site, shelved.rows - page.rows)

    def forget(self, sites: Iterable[str]) -> None:
        """Forget what is known of some sites."""
        for name in [*sites]:
            self._rows -= self._sites.pop(name).rows
            self._added_up.forget(name)

    def prune(self) -> None:
        """Forget what matters least, at all sites."""
        for name in self:
            self[name].prune()
            self._settle_sample(name)

    def _settle_sample(self, name: str) -> None:
        """Let the pages of a site be only what they add up to."""
        site, whole = self._sites[name], self[name]
        pages = {digest: site.sample[digest].address for digest in site.counting()}
        site.copies += len(site.sample) - len(pages)
        site.sample = {}
        self._settle(name, whole, pages)

    def pages_of(self, name: str) -> set[int]:
        """The digests of the pages of a site that count."""
        site = self._sites[name]
        return {*site.settled_pages, *site.counting()}

    @property
    def pruned(self) -> int:
        """How many sites were pruned to stay within memory."""
        return len(self._pruned)

    @property
    def copies(self) -> Counter[str]:
        """How many pages of each site were copies of others, or other versions of them."""
        versions = {name: len(s.sample) - len(s.counting()) for name, s in self._sites.items()}
        return Counter({name: s.copies + versions[name] for name, s in self._sites.items()})

    def model_for(self, site: str) -> P | None:
        """What is known of a site. A page without any address, and so without a site, is taken
        to be of the one site that is known, if it is one."""
        if not site and len(self) == 1:
            return next(iter(self.values()))
        if site not in self:
            return None
        return self[site]  # `get` would take any KeyError for a site that is not known

    def only(self, site: str | None = None) -> tuple[str, P]:
        """A site and what is known of it, or of the one site there is."""
        if site is None:
            if not self:
                raise ValueError("nothing was learned")
            if len(self) != 1:
                raise ValueError(f"name one of {len(self):,} sites: {listed(self)}")
            site = next(iter(self))
        if site not in self:
            raise ValueError(f"no model of {site!r}; there are {listed(self)}")
        return site, self[site]

    def remarks(self) -> list[str]:
        """What a person should know about the pages learned from."""
        remarks = []
        copies = self.copies.total()
        if copies:
            remarks.append(
                f"{copies:,} pages were copies of others or had their addresses, and count once"
            )
        if self.shared:
            remarks.append(
                f"{self.shared:,} pages were in two of the models that were merged, and count "
                "once; what they show was counted no more often than is certain"
            )
        if self.left_out:
            remarks.append(
                f"{self.left_out:,} pages were left out: a random {self.sample:,} of a site are "
                "enough; a larger `sample` takes more"
            )
        if self.pruned:
            sites = "1 model was" if self.pruned == 1 else f"{self.pruned:,} models were"
            remarks.append(f"{sites} pruned while learning, to stay within memory")
        if self.refused:
            of_which = "" if self._shelving else " of further sites"
            remarks.append(
                f"{self.refused:,} pages{of_which} came when the memory was full, and were "
                "not learned from: learn from fewer sites at a time"
            )
        return remarks


def dealt(rows: Iterable[Mapping[str, Any]], pages: Iterable[T]) -> Iterator[tuple[str, T]]:
    """The pages of a model file with their sites, given how many each site has; ValueError
    where there are more or fewer."""
    sites = (str(row["site"]) for row in rows for _ in range(int(row["pages"])))
    return zip(sites, pages, strict=True)


def pieces(column: npt.NDArray[Any], sizes: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    """A column cut into pieces of these sizes; ValueError where it is longer or shorter."""
    if (sizes < 0).any() or sizes.sum() != len(column):
        raise ValueError("columns of different lengths")
    return np.split(column, np.cumsum(sizes.astype(np.int64)))[:-1]


def listed(sites: Iterable[str]) -> str:
    """The first of these sites, and how many more there are."""
    names = [site or "(no site)" for site in sites]
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
