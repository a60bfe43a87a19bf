"""Naive Bayes with normal distributions, on random sets of pages (Das §4).

The paper ran Weka, whose naive Bayes takes a number for what stands in an interval around
it: values of a word are `p` apart on average (over the training pages), are rounded to
multiples of p, and x has the probability Φ((x − μ + p/2) / σ) − Φ((x − μ − p/2) / σ) in a
class, with the class's mean μ and deviation σ, which is p/6 or more. So a word that all
pages of a class lack has a distribution, too.
"""

from typing import Any, Self

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from scipy.special import ndtr
from sklearn.model_selection import StratifiedKFold

from sitesieve.mining.classification import FOLDS, REPEATS, TrialScores, mean_scores
from sitesieve.mining.settings import MiningSettings

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_PRECISION = 0.01  # of a word that is worth the same on all pages
_LEAST = 1e-75  # that a probability can be


class NormalBayes:
    """Rows of words to classes 0, 1, …; a normal distribution for each word in each class."""

    def fit(self, rows: Any, classes: Ints) -> Self:
        """Means, deviations and how often each class occurs."""
        pages = np.bincount(classes)
        self.precision = _precisions(rows)
        rounded = _rounded(rows.tocsr(), self.precision)
        member = csr_matrix((np.ones(len(classes)), (classes, np.arange(len(classes)))))
        self.means = (member @ rounded).toarray() / pages[:, None]
        squares = (member @ rounded.multiply(rounded)).toarray() / pages[:, None]
        deviations = np.sqrt(np.abs(squares - self.means**2))
        self.deviations = np.maximum(deviations, self.precision / 6)
        self.priors = np.log((pages + 1) / (len(classes) + len(pages)))
        zero = np.zeros_like(self.precision)
        each = [self._log_probability(zero, np.arange(len(zero)), c) for c in range(len(pages))]
        self.without = np.array(each)  # what it says for a class that a page lacks a word
        return self

    def predict(self, rows: Any) -> Ints:
        """The likeliest class of each row."""
        rounded = _rounded(rows.tocsr(), self.precision)
        page = np.repeat(np.arange(rows.shape[0]), np.diff(rounded.indptr))
        word, values = rounded.indices, rounded.data
        scores = np.empty((rows.shape[0], len(self.priors)))
        for c in range(len(self.priors)):
            with_word = self._log_probability(values, word, c) - self.without[c, word]
            sums = np.bincount(page, with_word, minlength=rows.shape[0])
            scores[:, c] = self.priors[c] + self.without[c].sum() + sums
        likeliest: Ints = scores.argmax(axis=1)
        return likeliest

    def _log_probability(self, values: Floats, words: npt.NDArray[Any], number: int) -> Floats:
        deviation = self.deviations[number, words]
        away, half = values - self.means[number, words], self.precision[words] / 2
        inside = ndtr((away + half) / deviation) - ndtr((away - half) / deviation)
        logarithms: Floats = np.log(np.maximum(_LEAST, inside))
        return logarithms


def _precisions(rows: Any) -> Floats:
    """For each word, how far its values on the pages are apart on average."""
    columns = rows.tocsc()
    columns.eliminate_zeros()
    word = np.repeat(np.arange(columns.shape[1]), np.diff(columns.indptr))
    order = np.lexsort((columns.data, word))
    word, values = word[order], columns.data[order]
    new = np.ones(len(values), bool)
    new[1:] = (word[1:] != word[:-1]) | (values[1:] != values[:-1])
    distinct = np.bincount(word[new], minlength=columns.shape[1])
    lacking = np.diff(columns.indptr) < rows.shape[0]
    most = columns.max(axis=0).toarray().ravel()
    least = columns.min(axis=0).toarray().ravel()
    gaps = distinct + lacking - 1
    precisions: Floats = np.where(gaps > 0, (most - least) / np.maximum(1, gaps), _PRECISION)
    return precisions


def _rounded(rows: Any, precision: Floats) -> Any:
    rounded = rows.copy()
    steps = precision[rows.indices]
    rounded.data = np.rint(rows.data / steps) * steps
    return rounded


def drawn_set(classes: Ints, number: int, seed: int, settings: MiningSettings) -> Ints:
    """The pages of a random set: a share of those of the largest classes (by name where
    equal), drawn without regard to class."""
    sizes = np.bincount(classes)
    chosen = np.argsort(-sizes, kind="stable")[: settings.set_classes]
    pages = np.flatnonzero(np.isin(classes, chosen))
    random = np.random.default_rng([seed, number])
    count = max(1, round(settings.set_share * len(pages)))
    return np.sort(random.choice(pages, count, replace=False))


def set_scores(
    rows: Any, classes: Ints, number: int, seed: int, settings: MiningSettings
) -> TrialScores | None:
    """F (mean of the classes) and accuracy on a random set of pages, ten times ten folds.

    A class of fewer than ten pages gets fewer folds; with one page, there are none.
    """
    chosen = drawn_set(classes, number, seed, settings)
    rows = rows[chosen]
    rows = rows[:, np.unique(rows.indices)]  # a word that no page has says nothing
    _, truth = np.unique(classes[chosen], return_inverse=True)
    folds = min(FOLDS, int(np.bincount(truth).min()))
    if folds < 2 or truth.max() < 1:
        return None
    scores = []
    for repeat in range(REPEATS):
        split = StratifiedKFold(folds, shuffle=True, random_state=seed + repeat)
        guess = np.empty_like(truth)
        for train, test in split.split(truth, truth):
            guess[test] = NormalBayes().fit(rows[train], truth[train]).predict(rows[test])
        scores.append(_f_and_accuracy(truth, guess))
    return mean_scores(scores)


def _f_and_accuracy(truth: Ints, guess: Ints) -> tuple[float, float]:
    counts = np.zeros((truth.max() + 1,) * 2)
    np.add.at(counts, (truth, guess), 1.0)
    f = 2 * counts.diagonal() / (counts.sum(axis=0) + counts.sum(axis=1))
    return float(f.mean()), float((truth == guess).mean())
