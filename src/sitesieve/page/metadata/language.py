"""The language of a page that declares none, by its function words."""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitesieve.page.hashing import stable_ids
from sitesieve.page.id_table import IdTable
from sitesieve.page.stopwords import STOP_WORDS

_FEWEST = 3  # function words
_LEAST_SHARE = 20  # one word in so many is a function word of the language


def language_by_ids(word_ids: npt.NDArray[np.uint64]) -> str | None:
    """What `page.words.guess_language` says of words, by their stable ids."""
    words = _function_words()
    numbers = words.table.find(word_ids)
    counts = np.bincount(numbers[numbers >= 0], minlength=int(words.number.max()) + 1)
    scores = np.bincount(words.language, weights=counts[words.number])
    best = int(scores.argmax())
    enough = scores[best] >= _FEWEST and scores[best] * _LEAST_SHARE >= len(word_ids)
    return list(STOP_WORDS)[best] if enough else None


class _FunctionWords(NamedTuple):
    """The function words of all languages."""

    table: IdTable
    number: npt.NDArray[np.int64]  # a word, by its place in the table,
    language: npt.NDArray[np.int64]  # and a language that it is a function word of


@cache
def _function_words() -> _FunctionWords:
    words = sorted(set().union(*STOP_WORDS.values()))
    place = {word: number for number, word in enumerate(words)}
    pairs = [
        (place[word], number) for number, there in enumerate(STOP_WORDS.values()) for word in there
    ]
    number, language = np.array(pairs, np.int64).T
    return _FunctionWords(IdTable(stable_ids(words)), number, language)
