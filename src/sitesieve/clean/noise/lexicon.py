"""The words by which furniture is known, in several languages: data, not code.

A sense ("copyright", "related", "paging") has words and phrases in each language; all
languages are looked for on every page, since menus and notices are often in another
language than the text.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from sitesieve.page.words import tokenize

DATA = "lexicon.json"

_Entry = tuple[int, list[tuple[tuple[str, ...], int]]]  # bits of the word; phrases it begins


class Lexicon:
    """Senses and the words that have them."""

    def __init__(self, senses: dict[str, dict[str, str]]) -> None:
        self.senses = tuple(senses)
        self._entries: dict[str, _Entry] = {}
        for number, languages in enumerate(senses.values()):
            for language, phrases in languages.items():
                for phrase in phrases.split(";"):
                    self._add(tuple(tokenize(phrase, language == "ja")), number)

    def _add(self, words: tuple[str, ...], sense: int) -> None:
        if not words:
            raise ValueError(f"a phrase for {self.senses[sense]} has no words")
        bits, phrases = self._entries.get(words[0], (0, []))
        if len(words) == 1:
            bits |= 1 << sense
        elif (words, sense) not in phrases:
            phrases = [*phrases, (words, sense)]
        self._entries[words[0]] = bits, phrases

    def count(
        self, words: Sequence[str], paragraph: npt.NDArray[np.int64], paragraphs: int
    ) -> npt.NDArray[np.float32]:
        """For each paragraph and sense, how many words say it.

        `paragraph` is the number of the paragraph that each word stands in.
        """
        at: list[int] = []
        sense: list[int] = []
        many: list[int] = []
        find = self._entries.get
        for i, word in enumerate(words):
            entry = find(word)
            if entry is None:
                continue
            bits, phrases = entry
            while bits:
                low = bits & -bits
                at.append(i)
                sense.append(low.bit_length() - 1)
                many.append(1)
                bits ^= low
            for phrase, number in phrases:
                if tuple(words[i : i + len(phrase)]) == phrase:
                    at.append(i)
                    sense.append(number)
                    many.append(len(phrase))
        counts = np.zeros((paragraphs, len(self.senses)), np.float32)
        if at:
            np.add.at(counts, (paragraph[at], np.array(sense)), many)
        return counts


@cache
def lexicon() -> Lexicon:
    """The words that come with the package."""
    text = (resources.files("sitesieve.clean.noise") / DATA).read_text("utf-8")
    return Lexicon(json.loads(text))
