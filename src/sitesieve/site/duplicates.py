"""Near-duplicate pages: global noise, which the thesis sets beside the local (ch. 1).

Pages come one after the other, and each is told whether it copies one that
came before. Candidates are pages that share a band of their signatures; the
judge is the minimum weight overlap of their weightiest words (Das §3, table 1),
Σ min(weight %, weight %). Pages whose titles each have a word that the other
lacks are no copies: two models of a car, two versions of a program have pages
that differ in little else.

Where addresses are given, pages are also compared with those whose address says that they are a
form or another version of the same page, or that they ask to be known by (`address_variants`). Such
pages may differ more: a form to print lacks the menu, a newer version of a manual has other
paragraphs and another number in its title. `duplicate_groups` says which of a group is kept.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from sitesieve.page.page import Page
from sitesieve.site.address_variants import AddressCard
from sitesieve.site.keyed_table import Keys
from sitesieve.site.minhash import bands, resemblance
from sitesieve.site.page_sketch import (
    SIZE,
    TITLE_WORDS,
    WORDS,
    PageSketch,
    Weights,
    Words,
    sketch_of,
)

OVERLAP = 85.0  # percent of weight that a copy shares with its original
RESEMBLANCE = 0.6  # estimated, of the texts: below it two pages are not compared further
FORM_OVERLAP, FORM_RESEMBLANCE = 60.0, 0.2  # of a page and its form to print or for small screens
VERSION_OVERLAP, VERSION_RESEMBLANCE = 70.0, 0.5  # of two versions of a page
_ROWS = 4  # of a band: a copy of resemblance 0.7 is a candidate with 0.988, of 0.8 with 0.9998
_BANDS = SIZE // _ROWS
_LOOKED_AT = 16  # pages of a band, the latest: what thousands of pages share is their template
_FIRST_ROOM = 1024
NO_ADDRESS = AddressCard()


class Duplicates:
    """The pages seen so far that copy no other, about 1,000 bytes each.

    Parameters
    ----------
    threshold : percent of weight that a copy shares with its original.
    versions : whether versions of a page, as their addresses call them, are copies too.
    """

    def __init__(self, threshold: float = OVERLAP, versions: bool = True) -> None:
        self.threshold = threshold
        self.versions = versions
        self.pages = 0
        self._number = np.empty(0, np.int64)  # what the caller calls the first of its group
        self._signature = np.empty((0, SIZE), np.uint16)
        self._words = np.empty((0, WORDS), np.uint32)
        self._weights = np.empty((0, WORDS), np.uint16)
        self._title = np.empty((0, TITLE_WORDS), np.uint32)
        # For each band a hash table of chains: the latest page of a slot, and the one before
        # each page. Different bands in one slot do no harm, for candidates are judged.
        self._latest = np.empty((_BANDS, 0), np.int32)
        self._before = np.empty((0, _BANDS), np.int32)
        self._cards: list[AddressCard] = []
        self._by_base: dict[int, list[int]] = {}
        self._by_address: dict[int, int] = {}  # the latest page with this address
        self._by_canonical: dict[int, int] = {}  # the latest that asks to be known by it

    def original_of(
        self, sketch: PageSketch | None, number: int, card: AddressCard = NO_ADDRESS
    ) -> int | None:
        """The number of the first page that this one copies; if there is none, this one is
        remembered by its own number."""
        if sketch is None:
            return None
        keys = bands(sketch.signature[None], _ROWS)
        found = self._candidates(keys)
        alike = found[resemblance(self._signature[found], sketch.signature) >= RESEMBLANCE]
        for page in alike.tolist():
            if self._copies(sketch, page) and self._may_copy(card, self._cards[page]):
                return int(self._number[page])
        for page in self._variants(card):
            if self._is_variant(sketch, card, page):
                # The next version may be like this one and no longer like the first.
                original = int(self._number[page])
                self._remember(sketch, original, keys, card)
                return original
        self._remember(sketch, number, keys, card)
        return None

    def _copies(self, sketch: PageSketch, page: int) -> bool:
        return not _titles_differ(sketch.title, self._title[page]) and (
            self._overlap(sketch, page) >= self.threshold
        )

    def _overlap(self, sketch: PageSketch, page: int) -> float:
        return overlap(sketch.words, sketch.weights, self._words[page], self._weights[page])

    def _may_copy(self, card: AddressCard, other: AddressCard) -> bool:
        """Whether a copy is one also where versions are not."""
        return self.versions or card.base != other.base or card.version == other.version

    def _variants(self, card: AddressCard) -> list[int]:
        """Pages whose addresses say that they may be the same page, the latest first."""
        if not card.same:
            return []
        named = (
            self._by_address.get(card.same),
            self._by_address.get(card.canonical),
            self._by_canonical.get(card.same),
        )
        alike = self._by_base.get(card.base, [])[-_LOOKED_AT:]
        return list(dict.fromkeys([*(page for page in named if page is not None), *alike[::-1]]))

    def _is_variant(self, sketch: PageSketch, card: AddressCard, page: int) -> bool:
        """Whether a page is what its address says it may be of another one."""
        other = self._cards[page]
        alike = float(resemblance(self._signature[page], sketch.signature))
        if card.base == other.base and card.version != other.version:
            # Pages of different years are different pages, unless one is a copy of the other.
            if not self.versions or card.year or other.year or card.title != other.title:
                return False
            least, weight = VERSION_RESEMBLANCE, VERSION_OVERLAP
        elif _titles_differ(sketch.title, self._title[page]):
            return False
        elif card.same == other.same:  # a page read twice may have changed
            least, weight = RESEMBLANCE, self.threshold
        else:
            least, weight = FORM_RESEMBLANCE, FORM_OVERLAP
        return alike >= least and self._overlap(sketch, page) >= weight

    def _slots(self, keys: Keys) -> npt.NDArray[np.int64]:
        mask = np.uint64(self._latest.shape[1] - 1)
        slots: npt.NDArray[np.int64] = (keys & mask).astype(np.int64)
        return slots

    def _candidates(self, keys: Keys) -> npt.NDArray[np.int32]:
        if not self.pages:
            return np.empty(0, np.int32)
        at = self._latest[_EVERY, self._slots(keys)[0]]
        band, at = _EVERY[at >= 0], at[at >= 0]
        found = [at]
        for _ in range(_LOOKED_AT - 1):
            if not len(at):
                break
            at = self._before[at, band]
            band, at = band[at >= 0], at[at >= 0]
            found.append(at)
        return np.unique(np.concatenate(found))

    def _remember(self, sketch: PageSketch, number: int, keys: Keys, card: AddressCard) -> None:
        if self.pages == len(self._number):
            self._grow()
        page, self.pages = self.pages, self.pages + 1
        self._number[page] = number
        self._signature[page], self._words[page], self._weights[page], self._title[page] = sketch
        self._chain(page, self._slots(keys)[0])
        self._cards.append(card)
        if card.same:
            self._by_base.setdefault(card.base, []).append(page)
            self._by_address[card.same] = page
        if card.canonical:
            self._by_canonical[card.canonical] = page

    def _chain(self, page: int, slots: npt.NDArray[np.int64]) -> None:
        self._before[page] = self._latest[_EVERY, slots]
        self._latest[_EVERY, slots] = page

    def _grow(self) -> None:
        room = max(_FIRST_ROOM, 2 * self.pages)  # a power of two
        for name in ("_number", "_signature", "_words", "_weights", "_title"):
            old = getattr(self, name)
            new = np.zeros((room, *old.shape[1:]), old.dtype)
            new[: self.pages] = old
            setattr(self, name, new)
        self._latest = np.full((_BANDS, room), -1, np.int32)
        self._before = np.full((room, _BANDS), -1, np.int32)
        for page, slots in enumerate(self._slots(bands(self._signature[: self.pages], _ROWS))):
            self._chain(page, slots)


_EVERY = np.arange(_BANDS)


def overlap(words: Words, weights: Weights, other_words: Words, other_weights: Weights) -> float:
    """Minimum weight overlap of two sets of weighted words (Das §3, table 1), in percent.

    >>> x = np.arange(1, 5, dtype=np.uint32)
    >>> some, others = np.uint16([5000, 3000, 0, 2000]), np.uint16([0, 4000, 5000, 1000])
    >>> overlap(x, some, x, others)
    40.0
    """
    _, here, there = np.intersect1d(words, other_words, return_indices=True)
    return float(np.minimum(weights[here], other_weights[there]).sum()) / 100


def _titles_differ(title: Words, other: Words) -> bool:
    """Whether each has a word that the other lacks."""
    mine, theirs = set(title.tolist()) - {0}, set(other.tolist()) - {0}
    return bool(mine - theirs) and bool(theirs - mine)


def copies(pages: Iterable[Page], threshold: float = OVERLAP) -> dict[int, int]:
    """Of some pages, which copy which: the number of each copy and of the first of its kind."""
    known = Duplicates(threshold)
    found = {}
    for number, page in enumerate(pages):
        original = known.original_of(sketch_of(page), number)
        if original is not None:
            found[number] = original
    return found
