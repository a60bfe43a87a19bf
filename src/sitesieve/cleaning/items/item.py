"""PageItem: an image or a link, described in numbers and words."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

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
    one: str = ""  # the name of one, where it is a count: "at least 1 …"

    def at_most(self, limit: float) -> str:
        if limit >= ANY:
            return f"{self.name} known"
        if self.one:
            return f"at most {self._number(limit)}" if limit >= 1 else f"no {self.name}"
        return self.no or f"{self.name} ≤ {_short(limit)}"

    def above(self, limit: float) -> str:
        if self.one:
            return f"at least {self._number(limit + 1)}"
        return self.yes or f"{self.name} > {_short(limit)}"

    def between(self, low: float, high: float) -> str:
        if high >= ANY:
            return self.above(low)
        if not self.one:
            return f"{_short(low)} < {self.name} ≤ {_short(high)}"
        least, most = math.floor(low) + 1, math.floor(high)
        return self._number(most) if least == most else f"{least} to {most} {self.name}"

    def _number(self, count: float) -> str:
        whole = math.floor(count)
        return f"{whole} {self.one if whole == 1 else self.name}"

    @property
    def unknown(self) -> str:
        return f"{self.name} unknown"


def wording_of(feature: str, wordings: Mapping[str, Wording]) -> Wording:
    """How a feature is said, those of single words too."""
    place, colon, word = feature.partition(":")
    if not colon:
        return wordings.get(feature, Wording(feature))
    where = wordings.get(place, Wording(place)).name
    said = word.replace("+", " ")
    return Wording(where, f"{where} has “{said}”", f"{where} lacks “{said}”")


def _short(number: float) -> str:
    return f"{number:.4g}" if abs(number) < 10_000 else f"{number:.0f}"
