"""Columns: many strings, or the attributes of many elements, as a few arrays.

A page has thousands of them and is asked for some, so they become Python's strings when they
are read.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sitesieve.page.attributes import ATTRIBUTE_ID, ATTRIBUTE_NAMES


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

    def all(self) -> list[str]:
        """All of them."""
        utf8, bounds = self.utf8, pairwise(self.start.tolist())
        if utf8.isascii():
            whole = utf8.decode()
            return [whole[first:last] for first, last in bounds]
        return [utf8[first:last].decode() for first, last in bounds]


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

    def owners(self, name: str) -> npt.NDArray[np.int32]:
        """The elements that have an attribute with something in it."""
        some = self.value.start[1:] > self.value.start[:-1]
        owners: npt.NDArray[np.int32] = self.owner[(self.name == ATTRIBUTE_ID[name]) & some]
        return owners

    def by_owner(self) -> defaultdict[int, dict[str, str]]:
        """The attributes of all elements."""
        attributes: defaultdict[int, dict[str, str]] = defaultdict(dict)
        rows = zip(self.owner.tolist(), self.name.tolist(), self.value.all(), strict=True)
        for owner, name, value in rows:
            attributes[owner][ATTRIBUTE_NAMES[name]] = value
        return attributes

    def of(self, owner: int) -> dict[str, str]:
        """The attributes of one element."""
        first, last = np.searchsorted(self.owner, (owner, owner + 1)).tolist()
        return {ATTRIBUTE_NAMES[self.name[at]]: self.value[at] for at in range(first, last)}


@dataclass(frozen=True, eq=False, slots=True)
class OutsideColumns:
    """Elements that say something of the page and are not part of its text."""

    # Of each: its number in ALL_TAG_NAMES, how many nodes stand before it, the one it stands in.
    places: npt.NDArray[np.int32]
    attributes: AttributeColumns
    texts: Strings  # of titles and scripts
