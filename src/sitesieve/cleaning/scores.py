"""How much of a page's gold text was kept, and how much else."""

import re
from collections import Counter
from typing import NamedTuple

_WORD = re.compile(r"\w+")


class Scores(NamedTuple):
    """Bag-of-words F, precision and recall."""

    f: float
    precision: float
    recall: float


def word_scores(text: str, gold: str) -> Scores:
    """Scores of a text against the text that should have been kept.

    >>> word_scores("a b c d", "a b")[1:]
    (0.5, 1.0)
    """
    found, wanted = (Counter(_WORD.findall(t.lower())) for t in (text, gold))
    if not found or not wanted:
        return Scores(1.0, 1.0, 1.0) if found == wanted else Scores(0.0, 0.0, 0.0)
    both = (found & wanted).total()
    precision, recall = both / found.total(), both / wanted.total()
    return Scores(2 * precision * recall / (precision + recall) if both else 0.0, precision, recall)
