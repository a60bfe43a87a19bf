"""Names that designers give to elements, with what they were learned to say.

Each word of a class, an id or a role has a weight: the log-odds of content below elements
so named, over the domains of the training pages that use the word. A paragraph is judged by
the names of the elements above it.
"""

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.boosting import Rows
from sitesieve.cleaning.sieve.class_names import weigh_looks
from sitesieve.cleaning.sieve.evidence import Surroundings
from sitesieve.cleaning.sieve.page_evidence import name_columns
from sitesieve.page.hashing import stable_ids
from sitesieve.page.id_table import IdTable

REACH = 8  # elements above a paragraph whose names count
NAMES = (
    *("names at 0", "names at 1", "names at 2 and 3", "names at 4 to 7"),
    *("worst name", "best name"),
)


class NameWeights:
    """Words with their weights."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = dict(sorted(weights.items()))

    @cached_property
    def _table(self) -> tuple[IdTable, npt.NDArray[np.float32]]:
        ids = stable_ids(list(self.weights))
        return IdTable(ids), np.array(list(self.weights.values()), np.float32)

    def evidence(self, around: Surroundings) -> Rows:
        """What the names above each paragraph say: the columns of `NAMES`."""
        tree = around.tree
        weighed = weigh_looks(*self._table, tree.looks.utf8, tree.looks.start)
        return name_columns(around.up[:REACH], tree.look, weighed)

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
