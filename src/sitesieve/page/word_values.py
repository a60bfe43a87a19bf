"""A function of words, cached by the ids of words: no string is made of a word seen before."""

from collections.abc import Callable
from typing import Generic, TypeVar

from sitesieve.page.tree import PageTree

V = TypeVar("V")

_MOST = 262_144


class WordValues(Generic[V]):
    """Remembers a function's values by the ids of words; starts over when it is full."""

    def __init__(self, function: Callable[[str], V], most: int = _MOST) -> None:
        self._function = function
        self._most = most
        self._values: dict[int, V] = {}

    def of(self, tree: PageTree) -> list[V]:
        """The value of each word of a page."""
        ids = tree.word_ids.tolist()
        new = set(ids) - self._values.keys()
        if new:
            if len(self._values) + len(new) > self._most:
                self._values.clear()
                new = set(ids)
            places = dict(zip(reversed(ids), range(len(ids) - 1, -1, -1), strict=True))
            for word in new:
                self._values[word] = self._function(tree.word(places[word]))
        values = self._values
        return [values[word] for word in ids]
