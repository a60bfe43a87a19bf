"""Columns: many strings, or the attributes of many elements, as a few arrays.

A page has thousands of them and is asked for some, so they become Python's strings when they
are read.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sitesieve.page.attributes import ATTRIBUTE_ID, ATTRIBUTE_NAMES
from sitesieve.page.text_bytes import gathered


@dataclass(frozen=True, eq=False, slots=True)
class Strings:
    """Strings one after the other, as UTF-8."""

    utf8: bytes
    start: npt.NDArray[np.int32]  # of each, and one more: the end of the last

    @classmethod
    def of(cls, texts: Sequence[str]) -> "Strings":
        """Some strings."""
        encoded = [text.encode() for text in texts]
        return cls(b"".join(encoded), np.cumsum([0, *map(len, encoded)], dtype=np.int32))

    def __len__(self) -> int:
        return len(self.start) - 1

    def __getitem__(self, number: int) -> str:
        return self.utf8[self.start[number] : self.start[number + 1]].decode()

    def joined(self, between: bytes) -> bytes:
        """All of them as one, as UTF-8."""
        return gathered(self.utf8, self.start[:-1], self.start[1:], between)[0]

    def replaced(self, others: Mapping[int, str]) -> "Strings":
        """The same with some of them replaced."""
        if not others:
            return self
        numbers = sorted(others)
        encoded = [others[number].encode() for number in numbers]
        pieces: list[bytes] = []
        at = 0
        for number, text in zip(numbers, encoded, strict=True):
            pieces += (self.utf8[at : self.start[number]], text)
            at = int(self.start[number + 1])
        length = np.diff(self.start)
        length[numbers] = [len(text) for text in encoded]
        start = np.concatenate([[0], np.cumsum(length)]).astype(np.int32)
        return Strings(b"".join([*pieces, self.utf8[at:]]), start)

    def all(self) -> list[str]:
        """All of them."""
        utf8, bounds = self.utf8, pairwise(self.start.tolist())
        if utf8.isascii():
            whole = utf8.decode()
            return [whole[first:last] for first, last in bounds]
        return [utf8[first:last].decode() for first, last in bounds]


NO_STRINGS = Strings(b"", np.zeros(1, np.int32))


@dataclass(frozen=True, eq=False, slots=True)
class AttributeColumns:
    """The attributes of elements, in the order of these."""

    owner: npt.NDArray[np.int32]  # the number of the element
    name: npt.NDArray[np.uint8]  # in ATTRIBUTE_NAMES
    value: Strings

    def named(self, name: str) -> dict[int, str]:
        """The values of one attribute, by element."""
        at = np.flatnonzero(self.name == ATTRIBUTE_ID[name])
        utf8, start, end = self.value.utf8, self.value.start[at], self.value.start[at + 1]
        bounds = zip(self.owner[at].tolist(), start.tolist(), end.tolist(), strict=True)
        return {owner: utf8[first:last].decode() for owner, first, last in bounds}

    def having(self, name: str) -> npt.NDArray[np.int64]:
        """The rows of an attribute, where it is not empty."""
        at = np.flatnonzero(self.name == ATTRIBUTE_ID[name])
        return at[self.value.start[at + 1] > self.value.start[at]]

    def by_owner(self) -> defaultdict[int, dict[str, str]]:
        """The attributes of all elements."""
        attributes: defaultdict[int, dict[str, str]] = defaultdict(dict)
        rows = zip(self.owner.tolist(), self.name.tolist(), self.value.all(), strict=True)
        for owner, name, value in rows:
            attributes[owner][ATTRIBUTE_NAMES[name]] = value
        return attributes

    def of(self, owner: int) -> dict[str, str]:
        """The attributes of one element."""
        owners, names = self.owner.data, self.name.data  # single entries of arrays are slow to read
        first = bisect_left(owners, owner)
        last = bisect_right(owners, owner, first)
        return {ATTRIBUTE_NAMES[names[at]]: self.value[at] for at in range(first, last)}


@dataclass(frozen=True, eq=False, slots=True)
class OutsideColumns:
    """Elements that say something of the page and are not part of its text."""

    # Of each: its number in ALL_TAG_NAMES, how many nodes stand before it, the one it stands in.
    places: npt.NDArray[np.int32]
    attributes: AttributeColumns
    texts: Strings  # of titles, scripts and annotations of formulas
