"""What the words of pages count for in mining: plain, dampened, or by rarity."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import numpy as np


class Weighting(StrEnum):
    """How the counts of a bag of words, or the weights of a structure tree, are used.

    PAPER is what the thesis did (§5.5): TFIDF for bags of words, the weights
    themselves for a structure tree.
    """

    PAPER = "paper"
    PLAIN = "plain"  # as they are
    IDF = "idf"  # value / largest on the page × ln(pages / pages with the word): thesis §2.1.1
    LOG = "log"  # ln(1 + value)
    LOG_IDF = "log-idf"

    def of(self, weighted: bool) -> "Weighting":
        """The weighting meant, for weights of a structure tree or for counts."""
        if self is Weighting.PAPER:
            return Weighting.PLAIN if weighted else Weighting.IDF
        return self


def effective(weightings: Iterable[Weighting], weighted: bool) -> list[Weighting]:
    """The weightings meant, each once."""
    return list(dict.fromkeys(weighting.of(weighted) for weighting in weightings))


def weigh(matrix: Any, weighting: Weighting, weighted: bool = False, unit: bool = True) -> Any:
    """A sparse matrix of values with the weighting applied, and rows of length 1 if so wanted."""
    from sklearn.preprocessing import normalize

    meant = weighting.of(weighted)
    result = matrix.tocsr().astype(np.float64)
    if meant in (Weighting.LOG, Weighting.LOG_IDF):
        result.data = np.log1p(result.data)
    if meant in (Weighting.IDF, Weighting.LOG_IDF):
        if not unit:  # which rows of length 1 would not show
            result = normalize(result, "max")
        pages = np.bincount(result.indices, minlength=matrix.shape[1])  # with each word
        result = result.multiply(np.log(matrix.shape[0] / np.maximum(1, pages))).tocsr()
        result.eliminate_zeros()
    return normalize(result) if unit else result
