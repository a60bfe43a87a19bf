"""Two classes told apart: by an SVM across sites, by naive Bayes within folds."""

import itertools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import MultinomialNB
from sklearn.svm import SVC, LinearSVC

from sitesieve.mining.settings import MiningSettings

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

CONFIGURATIONS = (1, 2, 3)
FOLDS = REPEATS = 10  # Das §4.2: ten times ten folds
_MOST_PAGES = 4000  # whose products with each other are kept: 128 MB


class TrialScores(NamedTuple):
    """Mean F and accuracy over some trials."""

    f: float
    accuracy: float
    trials: int


def mean_scores(scores: list[tuple[float, float]]) -> TrialScores | None:
    if not scores:
        return None
    f, accuracy = np.mean(scores, axis=0).tolist()
    return TrialScores(f, accuracy, len(scores))


def svm_scores(
    rows: Any,
    classes: Ints,
    sites: Ints,
    pair: tuple[int, int],
    seed: int = 0,
    settings: MiningSettings | None = None,
) -> dict[int, TrialScores | None]:
    """Both classes of a pair, trained on one site each, in the configurations of thesis §5.5.

    1: both from one site, tested on the others. 2: from two sites, tested on the
    others. 3: from two sites, tested on all pages not trained on. Trials that
    would have only one class to test on are not made.
    """
    s = settings or MiningSettings()
    members = np.isin(classes, pair)
    rows, first, where = rows[members], classes[members] == pair[0], sites[members]
    scores: dict[int, list[tuple[float, float]]] = {number: [] for number in CONFIGURATIONS}
    machine = Machine(rows, s, seed)
    places = [np.unique(where[first]), np.unique(where[~first])]
    for a, b in itertools.product(*(p.tolist() for p in places)):
        trained = (first & (where == a)) | (~first & (where == b))
        elsewhere = (where != a) & (where != b)
        tests = {1: elsewhere} if a == b else {2: elsewhere, 3: ~trained}
        tests = {n: test for n, test in tests.items() if len(np.unique(first[test])) == 2}
        if tests:
            guess = machine.separate(first, trained)
            for number, test in tests.items():
                scores[number].append(f_and_accuracy(first[test], guess[test], s.f))
    return {number: mean_scores(trials) for number, trials in scores.items()}


class Machine:
    """An SVM over some pages, to be trained on parts of them."""

    def __init__(self, rows: Any, settings: MiningSettings, seed: int = 0) -> None:
        self.rows, self.settings, self.seed = rows, settings, seed
        self.squares: Floats = np.asarray(rows.multiply(rows).sum(axis=1), np.float64).ravel()
        self._products: Floats | None = None  # of all pages with each other, when first used

    def separate(self, first: Mask, trained: Mask) -> Mask:
        """What it says of all rows when trained on some: whether they are of the first class."""
        if not self.squares[trained].any():  # nothing was left of the training pages
            return np.full(len(first), first[trained].mean() >= 0.5)  # the larger class
        c = self.settings.c or usual_c(self.squares[trained], self.settings)
        by_loss = self._hinge if self.settings.loss == "hinge" else self._squared_hinge
        return by_loss(first, trained, c)

    def _squared_hinge(self, first: Mask, trained: Mask, c: float) -> Mask:
        sample = self.rows[trained]
        used = np.unique(sample.indices)  # words that no training page has weigh nothing
        machine = LinearSVC(C=c, random_state=self.seed).fit(sample[:, used], first[trained])
        weights = np.zeros(self.rows.shape[1])
        weights[used] = machine.coef_[0]
        decided: Mask = self.rows @ weights + machine.intercept_[0] > 0
        return decided

    def _hinge(self, first: Mask, trained: Mask, c: float) -> Mask:
        """min ½‖w‖² + c Σ max(0, 1 − y (⟨w, x⟩ + b)), b free: the machine of SVM-light."""
        left, right = self.squares[:, None], self.squares[None, trained]
        values = kernel(self._products_with(trained), left, right, self.settings)
        machine = SVC(C=c, kernel="precomputed").fit(values[trained], first[trained])
        decided: Mask = machine.decision_function(values) > 0
        return decided

    def _products_with(self, trained: Mask) -> Floats:
        """Products of all pages with those trained on."""
        if self.rows.shape[0] > _MOST_PAGES:
            products: Floats = (self.rows @ self.rows[trained].T).toarray()
            return products
        if self._products is None:
            self._products = (self.rows @ self.rows.T).toarray()
        return self._products[:, trained]


def kernel(products: Floats, left: Floats, right: Floats, settings: MiningSettings) -> Floats:
    """Kernels of SVM-light, by ⟨a, b⟩, ‖a‖² and ‖b‖²; its usual s = c = 1 in the polynomial."""
    if settings.kernel == "polynomial":
        return (products + 1) ** settings.degree
    if settings.kernel == "rbf":
        return np.exp(-settings.gamma * np.maximum(0.0, left + right - 2 * products))
    return products


def usual_c(squares: Floats, settings: MiningSettings) -> float:
    """SVM-light's cost where none is given: 1 / (mean distance of the sample from 0)², as the
    kernel sees it; given the squared lengths of the sample."""
    nothing = np.zeros_like(squares)
    own = kernel(squares, squares, squares, settings)
    with_nothing = kernel(nothing, squares, nothing, settings)
    of_nothing = kernel(nothing, nothing, nothing, settings)
    distances = np.sqrt(np.maximum(0.0, own - 2 * with_nothing + of_nothing))
    return float(1 / distances.mean() ** 2)


def bayes_scores(
    counts: Any, classes: Ints, pair: tuple[int, int], seed: int = 0
) -> TrialScores | None:
    """Multinomial naive Bayes on the pages of two classes, ten times ten folds.

    A class of fewer than ten pages gets fewer folds; one page alone cannot be tested.
    """
    members = np.isin(classes, pair)
    counts, first = counts[members], classes[members] == pair[0]
    folds = min(FOLDS, int(first.sum()), int((~first).sum()))
    if folds < 2:
        return None
    scores = []
    for repeat in range(REPEATS):
        split = StratifiedKFold(folds, shuffle=True, random_state=seed + repeat)
        guess = cross_val_predict(MultinomialNB(), counts, first, cv=split)
        scores.append(f_and_accuracy(first, guess))
    return mean_scores(scores)


def f_and_accuracy(truth: Mask, guess: Mask, f: str = "mean") -> tuple[float, float]:
    """The mean F of two classes, or the F of the first; and the share of right guesses."""
    sides = [(truth, guess), (~truth, ~guess)][: 1 if f == "first" else 2]
    each = [2 * (are & said).sum() / max(1, are.sum() + said.sum()) for are, said in sides]
    return float(np.mean(each)), float((truth == guess).mean())
