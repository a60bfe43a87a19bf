"""From probabilities to what stays: the choice with the largest expected F, over the tree.

A threshold on probabilities is right for no page in particular. Given the probability p of
each paragraph and its words w, keeping the set K is expected to find Σ_K pw of the Σ_K w words
kept and of the E words of content there are. What belongs together is not torn apart for
little: every border of the page's outline between what stays and what goes has a price, in
words. So the choice is the K that maximises

    F(K) = ((1 + β²) · Σ_K pw − prices of the borders cut) / (Σ_K w + β² · E),    E = Σ pw.

For a value λ of F the question is linear: K(λ) maximises Σ_K w((1 + β²)p − λ) − prices, which
is exact on a tree (`labelling`), and λ ← F(K(λ)) grows to the largest F in a few rounds
(Dinkelbach 1967). β below 1 favours precision, above 1 recall. Without prices this is: what
is likelier than λ/(1 + β²) stays.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.dials import Favour
from sitesieve.cleaning.sieve.labelling import best_labels, cost_of_cuts
from sitesieve.cleaning.sieve.outline import Outline

BETA: dict[Favour, float] = {"precision": 0.6, "balanced": 1.0, "recall": 2.0}

# A border's price is this share of the words on its smaller side for every unit of log-odds;
# chosen over pages of other domains, where lists stay whole and F is what it is without.
_BORDER = 0.12
_SIDE = 0.10
_NEVER = 1e9  # the price of cutting between a part and the only part in it
LEAST = 0.01  # words that a paragraph counts for, at least: an image's, a symbol's
_ROUNDS = 20  # more than are ever needed

Column = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Prices:
    """The log-odds that a border of each kind does not separate content from noise."""

    border: Column  # of `outline.PARTS`
    side: Column  # of `outline.NEIGHBOURS`


class Cuts:
    """What it costs, in words, to cut along each border of a page."""

    def __init__(self, outline: Outline, prices: Prices) -> None:
        self.outline = outline
        words = np.maximum(outline.words, LEAST)
        border = np.maximum(prices.border, 0)[outline.border]
        side = np.maximum(prices.side, 0)[outline.side]
        self.border = np.where(outline.whole, _NEVER, _BORDER * border * words)
        self.side = _SIDE * side * np.minimum(words, words[outline.before])

    def cost(self, labels: npt.NDArray[np.uint8]) -> float:
        """The price of a labelling."""
        outline = self.outline
        return cost_of_cuts(labels, outline.parent, outline.before, self.border, self.side)


class Choice(NamedTuple):
    """Which paragraphs stay, and how likely one must be to stay if no border had a price."""

    keep: npt.NDArray[np.bool_]
    bar: float


def best_choice(probability: Column, words: Column, cuts: Cuts, beta: float = 1.0) -> Choice:
    """Which paragraphs to keep."""
    keep = np.zeros(len(probability), np.bool_)
    words = np.maximum(words, LEAST)
    expected = float((probability * words).sum())
    likely = (1 + beta**2) * probability * words
    place = cuts.outline.paragraph
    gain = np.zeros(len(cuts.outline.parent))
    value = 0.0
    for _ in range(_ROUNDS if expected > 0 else 0):
        gain[place] = likely - value * words
        labels = best_labels(cuts.outline.parent, gain, cuts.border, cuts.side)
        kept = labels[place].astype(np.bool_)
        found = float(likely[kept].sum()) - cuts.cost(labels)
        better = found / (float(words[kept].sum()) + beta**2 * expected)
        if better <= value:
            break
        keep, value = kept, better
    return Choice(keep, value / (1 + beta**2))


def shared_by_path(
    probability: Column, words: Column, path: npt.NDArray[np.int64], share: float = 0.25
) -> Column:
    """Probabilities drawn towards the mean of the paragraphs on the same path: what looks
    alike on a page mostly is."""
    weight = np.maximum(words, 1.0)
    mean = np.bincount(path, probability * weight) / np.bincount(path, weight)
    drawn: Column = (1 - share) * probability + share * mean[path]
    return drawn
