"""Two classes told apart: by a linear SVM across sites, by naive Bayes within folds."""

import itertools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import MultinomialNB
from sklearn.svm import LinearSVC

Ints = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

CONFIGURATIONS = (1, 2, 3)
FOLDS = REPEATS = 10  # Das §4: ten times ten folds


class TrialScores(NamedTuple):
    """Mean F (of both classes) and accuracy over some trials."""

    f: float
    accuracy: float
    trials: int


def _mean(scores: list[tuple[float, float]]) -> TrialScores | None:
    if not scores:
        return None
    f, accuracy = np.mean(scores, axis=0).tolist()
    return TrialScores(f, accuracy, len(scores))


def svm_scores(
    rows: Any, classes: Ints, sites: Ints, pair: tuple[int, int], seed: int = 0
) -> dict[int, TrialScores | None]:
    """Both classes of a pair, trained on one site each, in the configurations of thesis §5.5.

    1: both from one site, tested on the others. 2: from two sites, tested on the
    others. 3: from two sites, tested on all pages not trained on. Trials that
    would have only one class to test on are not made.
    """
    members = np.isin(classes, pair)
    rows, first, where = rows[members], classes[members] == pair[0], sites[members]
    scores: dict[int, list[tuple[float, float]]] = {number: [] for number in CONFIGURATIONS}
    places = [np.unique(where[first]), np.unique(where[~first])]
    for a, b in itertools.product(*(p.tolist() for p in places)):
        trained = (first & (where == a)) | (~first & (where == b))
        elsewhere = (where != a) & (where != b)
        tests = {1: elsewhere} if a == b else {2: elsewhere, 3: ~trained}
        tests = {n: test for n, test in tests.items() if len(np.unique(first[test])) == 2}
        if tests:
            guess = _separate(rows, first, trained, seed)
            for number, test in tests.items():
                scores[number].append(f_and_accuracy(first[test], guess[test]))
    return {number: _mean(trials) for number, trials in scores.items()}


def _separate(rows: Any, first: Mask, trained: Mask, seed: int) -> Mask:
    """What a linear SVM says of all rows. Words that no training page has weigh nothing."""
    sample = rows[trained]
    used = np.unique(sample.indices)
    if not len(used):  # nothing was left of the training pages: the larger class is the guess
        return np.full(rows.shape[0], first[trained].mean() >= 0.5)
    machine = LinearSVC(random_state=seed).fit(sample[:, used], first[trained])
    weights = np.zeros(rows.shape[1])
    weights[used] = machine.coef_[0]
    decided: Mask = rows @ weights + machine.intercept_[0] > 0
    return decided


def bayes_scores(
    counts: Any, classes: Ints, pair: tuple[int, int], seed: int = 0
) -> TrialScores | None:
    """Naive Bayes on the pages of two classes, ten times ten folds (Das §4).

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
    return _mean(scores)


def f_and_accuracy(truth: Mask, guess: Mask) -> tuple[float, float]:
    """The mean F of two classes, and the share of right guesses."""
    f = [
        2 * (members & guessed).sum() / max(1, members.sum() + guessed.sum())
        for members, guessed in ((truth, guess), (~truth, ~guess))
    ]
    return float(np.mean(f)), float((truth == guess).mean())
