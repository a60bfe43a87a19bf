"""Caches for functions that are called for every word, address or style of every page.

They are bounded in bytes, not only in entries: what somebody made long to fill them is not kept.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")
F = TypeVar("F", bound=Callable[..., object])

_MOST = 262_144
_LONGEST = 400  # characters of a text that is kept; ordinary words and addresses are shorter


class Remembered(dict[K, V], Generic[K, V]):
    """A dictionary that asks a function for what it lacks, and starts over when it is full.

    A hit costs what a look-up in a dictionary costs: a fraction of `lru_cache`, which keeps an
    order.
    """

    def __init__(self, function: Callable[[K], V], most: int = _MOST) -> None:
        super().__init__()
        self._function = function
        self._most = most

    def __missing__(self, key: K) -> V:
        value = self._function(key)
        if isinstance(key, str) and len(key) > _LONGEST:
            return value
        if len(self) >= self._most:
            self.clear()
        self[key] = value
        return value


def remembered(most: int) -> Callable[[F], F]:
    """`lru_cache` for a function of texts, which does not keep what it says of long ones."""

    def decorated(function: F) -> F:
        cached = lru_cache(maxsize=most)(function)

        @wraps(function)
        def short_ones_remembered(*texts: str | None) -> object:
            for text in texts:
                if text is not None and len(text) > _LONGEST:
                    return function(*texts)
            return cached(*texts)

        return short_ones_remembered  # type: ignore[return-value]

    return decorated
