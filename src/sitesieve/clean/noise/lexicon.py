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
_LONGEST = 8  # words of a phrase

_Entry = tuple[tuple[int, ...], tuple[tuple[tuple[str, ...], int], ...]]


class Lexicon:
    """Senses and the words that have them."""

    def __init__(self, senses: dict[str, dict[str, str]]) -> None:
        self.senses = tuple(senses)
        # For each word its senses, and the phrases that begin with it, each with its sense.
        self._entries: dict[str, _Entry] = {}
        for number, languages in enumerate(senses.values()):
            for language, phrases in languages.items():
                for phrase in phrases.split(";"):
                    self._add(tuple(tokenize(phrase, language == "ja")), number)

    def _add(self, words: tuple[str, ...], sense: int) -> None:
        if not words:
            raise ValueError(f"a phrase for {self.senses[sense]} has no words")
        if len(words) > _LONGEST:
            raise ValueError(f"a phrase for {self.senses[sense]} is too long: {' '.join(words)}")
        alone, phrases = self._entries.get(words[0], ((), ()))
        if len(words) == 1 and sense not in alone:
            alone = (*alone, sense)
        elif len(words) > 1 and (words, sense) not in phrases:
            phrases = (*phrases, (words, sense))
        self._entries[words[0]] = alone, phrases

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
        for i, entry in enumerate(map(find, words)):
            if entry is None:
                continue
            alone, phrases = entry
            for number in alone:
                at.append(i)
                sense.append(number)
                many.append(1)
            if phrases:
                following = tuple(words[i : i + _LONGEST])
                for phrase, number in phrases:
                    if following[: len(phrase)] == phrase:
                        at.append(i)
                        sense.append(number)
                        many.append(len(phrase))
        cells = paragraph[at] * len(self.senses) + sense if at else np.zeros(0, np.int64)
        size = paragraphs * len(self.senses)
        counts = np.bincount(cells, many, size) if at else np.zeros(size)
        return counts.astype(np.float32).reshape(paragraphs, -1)


@cache
def lexicon() -> Lexicon:
    """The words that come with the package."""
    text = (resources.files("sitesieve.clean.noise") / DATA).read_text("utf-8")
    return Lexicon(json.loads(text))
