"""PageItem: an image or a link, described in numbers and words."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sitesieve.page import PageTree

UNKNOWN = math.nan  # the value of a feature that a page does not tell
ANY = 1e9  # a threshold that asks only whether a value is known


@dataclass(frozen=True, slots=True)
class PageItem:
    """What a tree is asked about. A flag is 0 or 1; `UNKNOWN` where the page does not say."""

    node: int
    address: str  # where it points or comes from, made absolute where that can be done
    written: str  # the same as it is written on the page
    values: Mapping[str, float]
    words: Mapping[str, frozenset[str]] = field(default_factory=dict)  # by where they stand

    def value(self, feature: str) -> float:
        """The value of a feature; `alt:free` asks whether a word stands in the alt text."""
        place, colon, word = feature.partition(":")
        if colon:
            return float(word in self.words.get(place, ()))
        return self.values.get(feature, UNKNOWN)


@dataclass(frozen=True, slots=True)
class Wording:
    """How a feature is said: a quantity or a count by its name, a flag by two sentences."""

    name: str
    yes: str = ""
    no: str = ""
    count: bool = False  # whether it is a number of things: "at least 1 word …"

    def within(self, low: float, high: float) -> str:
        """That a value is above `low` and at most `high`; that it is unknown, where `low` is."""
        if math.isnan(low):
            return f"{self.name} unknown"
        if low == -math.inf and high >= ANY:
            return f"{self.name} known"
        if low == -math.inf:
            if self.count:
                return f"at most {self._number(high)}" if high >= 1 else f"no {self.name}"
            return self.no or f"{self.name} ≤ {_short(high)}"
        if high >= ANY:
            if self.count:
                return f"at least {self._number(low + 1)}"
            return self.yes or f"{self.name} > {_short(low)}"
        if not self.count:
            return f"{_short(low)} < {self.name} ≤ {_short(high)}"
        least, most = math.floor(low) + 1, math.floor(high)
        return self._number(most) if least == most else f"{least} to {most} {self.name}"

    def _number(self, count: float) -> str:
        whole = math.floor(count)
        one = re.sub(r"(word|link|segment)s\b", r"\1", self.name, count=1)
        return f"{whole} {one if whole == 1 else self.name}"


def wording_of(feature: str, wordings: Mapping[str, Wording]) -> Wording:
    """How a feature is said, those of single words too."""
    place, colon, word = feature.partition(":")
    if not colon:
        return wordings.get(feature, Wording(feature))
    where = wordings.get(place, Wording(place)).name
    quoted = f"“{word.replace('+', ' ')}”"
    return Wording(where, f"{where} has {quoted}", f"{where} lacks {quoted}")


def _short(number: float) -> str:
    return f"{number:.4g}" if abs(number) < 10_000 else f"{number:.0f}"


def sums_below(tree: PageTree, values: npt.ArrayLike) -> list[int]:
    """For each node, the sum of the values of all nodes from it to the end of its subtree."""
    before = np.concatenate([[0], np.cumsum(values)])
    sums: list[int] = (before[tree.end] - before[:-1]).tolist()
    return sums
