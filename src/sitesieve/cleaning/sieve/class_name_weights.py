"""Names that designers give to elements, with what they were learned to say.

Each word of a class, an id or a role has a weight: the log-odds of content below elements
so named, over the domains of the training pages that use the word. A paragraph is judged by
the names of the elements above it.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.sieve.evidence import Surroundings
from sitesieve.page.remembered import Remembered

REACH = 8  # elements above a paragraph whose names count

_HUMPS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_ATTRIBUTE = re.compile(r" (\w+)=([^=]*)(?= \w+=|$)")
_LONGEST = 400  # characters that are looked at
_SHORTEST = 3  # letters of a word that says something


def words_of_look(look: str) -> frozenset[str]:
    """The words that class, id and role are made of.

    >>> sorted(words_of_look("div class=entryContent,post-# role=main"))
    ['content', 'entry', 'post', 'role:main']
    """
    found: set[str] = set()
    for name, value in _ATTRIBUTE.findall(look[:_LONGEST]):
        if name == "role":
            found.add(f"role:{value.lower()}")
        elif name in ("class", "id"):
            for part in value.split(","):
                found |= _WORDS_OF_PART[part]
    return frozenset(found)


_WORDS_OF_PART: Remembered[str, frozenset[str]] = Remembered(
    lambda part: frozenset(h.lower() for h in _HUMPS.findall(part) if len(h) >= _SHORTEST)
)


class NameWeights:
    """Words with their weights."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = dict(sorted(weights.items()))
        self._of_look: Remembered[str, tuple[float, float, float]] = Remembered(self._weighed)

    def _weighed(self, look: str) -> tuple[float, float, float]:
        """The sum, the smallest and the largest weight of the words of a presentation."""
        words = sorted(words_of_look(look))
        known = [self.weights[word] for word in words if word in self.weights]
        return sum(known), min(0.0, *known, 0.0), max(0.0, *known, 0.0)

    def evidence(self, around: Surroundings) -> dict[str, npt.NDArray[np.float64]]:
        """What the names above each paragraph say."""
        tree, up = around.tree, around.up[:REACH]
        shown = np.zeros(len(tree), np.bool_)
        shown[up] = True
        shown[0] = False  # the body's names speak of the page
        nodes = np.flatnonzero(shown)
        of_node = np.zeros((3, len(tree)))
        if len(nodes):
            looks, at = np.unique(tree.look[nodes], return_inverse=True)
            weighed = [self._of_look[tree.presentations[look]] for look in looks.tolist()]
            of_node[:, nodes] = np.array(weighed).T[:, at]
        total, worst, best = of_node[0][up], of_node[1][up], of_node[2][up]
        return {
            "names at 0": total[0],
            "names at 1": total[1],
            "names at 2 and 3": total[2:4].sum(axis=0),
            "names at 4 to 7": total[4:].sum(axis=0),
            "worst name": worst.min(axis=0),
            "best name": best.max(axis=0),
        }

    def as_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The words and weights as arrays of plain numbers."""
        words = json.dumps(list(self.weights)).encode()
        return {
            "names": np.frombuffer(words, np.uint8),
            "name_weights": np.array(list(self.weights.values()), np.float32),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> "NameWeights":
        """What `as_arrays` wrote; `ValueError` or `KeyError` when it is none."""
        words = json.loads(arrays["names"].tobytes())
        return cls(dict(zip(words, arrays["name_weights"].tolist(), strict=True)))
