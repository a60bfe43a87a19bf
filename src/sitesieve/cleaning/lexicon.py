"""The words by which furniture is known, in several languages: data, not code.

A sense ("copyright", "related", "paging") has words and phrases in each language; all
languages are looked for on every page, since menus and notices are often in another
language than the text.
"""

import json
from functools import cache
from importlib import resources
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sitesieve.page.words import tokenize

DATA = "lexicon.json"


class Lexicon:
    """Senses and the words that have them."""

    def __init__(self, senses: dict[str, dict[str, str]]) -> None:
        self.senses = tuple(senses)
        self._words: dict[str, list[int]] = {}  # and their senses
        # Phrases with their senses, by the two words that they begin with.
        self._phrases: dict[tuple[str, str], list[tuple[list[str], int]]] = {}
        for number, languages in enumerate(senses.values()):
            for language, phrases in languages.items():
                for phrase in phrases.split(";"):
                    self._add(tokenize(phrase, language == "ja"), number)
        self._number = {word: number for number, word in enumerate(self._words)}
        self._first = np.cumsum([0, *map(len, self._words.values())])
        self._senses = np.array([s for found in self._words.values() for s in found], np.int64)

    def _add(self, words: list[str], sense: int) -> None:
        if not words:
            raise ValueError(f"a phrase for {self.senses[sense]} has no words")
        if len(words) == 1:
            senses = self._words.setdefault(words[0], [])
            if sense not in senses:
                senses.append(sense)
            return
        phrases = self._phrases.setdefault((words[0], words[1]), [])
        if (words, sense) not in phrases:
            phrases.append((words, sense))

    def count(
        self, words: list[str], paragraph: npt.NDArray[np.int64], paragraphs: int
    ) -> npt.NDArray[np.float32]:
        """For each paragraph and sense, how many words say it.

        `paragraph` is the number of the paragraph that each word stands in.
        """
        find = self._number.get
        number = np.array([find(word, -1) for word in words], np.int64)
        known = np.flatnonzero(number >= 0)
        first = self._first[number[known]]
        many = self._first[number[known] + 1] - first
        # Each known word as often as it has senses, and the senses one after the other.
        at = np.repeat(known, many)
        place = np.arange(len(at)) + np.repeat(first - np.cumsum(many) + many, many)
        cells = [paragraph[at] * len(self.senses) + self._senses[place]]
        size = [np.ones(len(at))]
        look = self._phrases.get
        for i, phrases in enumerate(map(look, pairwise(words))):
            for phrase, sense in phrases or ():
                if words[i : i + len(phrase)] == phrase:
                    cells.append(paragraph[i : i + 1] * len(self.senses) + sense)
                    size.append(np.full(1, len(phrase)))
        total = paragraphs * len(self.senses)
        counts = np.bincount(np.concatenate(cells), np.concatenate(size), total)
        return counts.astype(np.float32).reshape(paragraphs, -1)


@cache
def lexicon() -> Lexicon:
    """The words that come with the package."""
    text = (resources.files("sitesieve.cleaning") / DATA).read_text("utf-8")
    return Lexicon(json.loads(text))
