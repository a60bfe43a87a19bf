"""A cache for functions that are called for every word of every page."""

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

_MOST = 262_144


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
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._function(key)
        return value
