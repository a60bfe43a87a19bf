"""From probabilities to what stays: the choice with the largest expected F.

A threshold on probabilities is right for no page in particular. Given the probability
p of each paragraph and its words w, keeping the k likeliest is expected to find Σpw of
the Σw words kept and of the E words of content there are, so that

    F(k) = (1 + β²) · Σ_kept pw / (Σ_kept w + β² · E),    E = Σ pw,

and the k with the largest F is kept. β below 1 favours precision, above 1 recall. What
stays is what is likelier than the largest Σpw / (Σw + β²E), which falls as β grows: a
larger β keeps more, and never other, paragraphs.
"""

from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

Favour = Literal["precision", "balanced", "recall"]
BETA: dict[Favour, float] = {"precision": 0.6, "balanced": 1.0, "recall": 2.0}

Column = npt.NDArray[np.float64]


def check_favour(favour: str) -> None:
    """ValueError when nothing by that name can be favoured."""
    if favour not in get_args(Favour):
        raise ValueError(f"favour must be one of {', '.join(get_args(Favour))}, not {favour!r}")


def best_choice(probability: Column, words: Column, beta: float = 1.0) -> npt.NDArray[np.bool_]:
    """Which paragraphs to keep. Of equally likely ones all stay or all go."""
    keep = np.zeros(len(probability), np.bool_)
    likely = probability * words
    expected = float(likely.sum())
    if expected <= 0:
        return keep
    order = np.argsort(-probability, kind="stable")
    value = (1 + beta**2) * np.cumsum(likely[order])
    value /= np.cumsum(words[order]) + beta**2 * expected
    ordered = probability[order]
    last_of_equals = np.append(ordered[1:] < ordered[:-1], True)
    best = int(np.argmax(np.where(last_of_equals, value, -1.0)))
    keep[order[: best + 1]] = True
    return keep


def shared_by_path(
    probability: Column, words: Column, path: npt.NDArray[np.int64], share: float = 0.5
) -> Column:
    """Probabilities drawn towards the mean of the paragraphs on the same path: what looks
    alike on a page mostly is."""
    weight = np.maximum(words, 1.0)
    mean = np.bincount(path, probability * weight) / np.bincount(path, weight)
    drawn: Column = (1 - share) * probability + share * mean[path]
    return drawn
