"""What the words of pages count for in mining: plain, dampened, or by rarity."""

from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt


class Weighting(StrEnum):
    """How the counts of a bag of words, or the weights of a structure tree, are used.

    PAPER is what the thesis did (§5.5): TFIDF for bags of words, the weights
    themselves for a structure tree.
    """

    PAPER = "paper"
    PLAIN = "plain"  # as they are
    IDF = "idf"  # × ln(pages / pages with the word)
    LOG = "log"  # ln(1 + value)
    LOG_IDF = "log-idf"

    def of(self, weighted: bool) -> "Weighting":
        """The weighting meant, for weights of a structure tree or for counts."""
        if self is Weighting.PAPER:
            return Weighting.PLAIN if weighted else Weighting.IDF
        return self


def weigh(matrix: Any, weighting: Weighting, weighted: bool = False) -> Any:
    """A sparse matrix of values with the weighting applied and rows of length 1."""
    meant = weighting.of(weighted)
    result = matrix.tocsr().astype(np.float64)
    if meant in (Weighting.LOG, Weighting.LOG_IDF):
        result.data = np.log1p(result.data)
    if meant in (Weighting.IDF, Weighting.LOG_IDF):
        result = result.multiply(rarity(matrix)).tocsr()
        result.eliminate_zeros()
    return unit_rows(result)


def rarity(matrix: Any) -> npt.NDArray[np.float64]:
    """ln(pages / pages with the word), for each column."""
    pages = max(1, matrix.shape[0])
    having = np.bincount(matrix.tocsr().indices, minlength=matrix.shape[1])
    rare: npt.NDArray[np.float64] = np.log(pages / np.maximum(1, having))
    return rare


def unit_rows(matrix: Any) -> Any:
    """Rows scaled to length 1; empty rows stay empty."""
    result = matrix.tocsr().copy()
    squares = np.asarray(result.multiply(result).sum(axis=1)).ravel()
    lengths = np.sqrt(np.where(squares > 0, squares, 1.0))
    result.data = result.data / np.repeat(lengths, np.diff(result.indptr))
    return result
