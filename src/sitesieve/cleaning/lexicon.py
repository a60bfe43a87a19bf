"""The words by which furniture is known, in several languages: data, not code.

A sense ("copyright", "related", "paging") has words and phrases in each language; all
languages are looked for on every page, since menus and notices are often in another
language than the text. Chinese phrases are given cut into words, as `tokenize` would cut them:
loading its dictionary would take longer than cleaning a page.
"""

import itertools
import json
from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from sitesieve.page.hashing import stable_ids
from sitesieve.page.segmentation import is_unspaced
from sitesieve.page.words import tokenize
from sitesieve.site.keyed_table import find
from sitesieve.site.placing import mix

DATA = "lexicon.json"


class Lexicon:
    """Senses and the words that have them. Words are compared by their ids (`page.hashing`)."""

    def __init__(self, senses: dict[str, dict[str, str]]) -> None:
        self.senses = tuple(senses)
        listed = [
            (sense, _cut(phrase, language))
            for sense, languages in enumerate(senses.values())
            for language, phrases in languages.items()
            for phrase in phrases.split(";")
        ]
        empty = [self.senses[sense] for sense, cut in listed if not cut]
        if empty:
            raise ValueError(f"a phrase for {empty[0]} has no words")
        ids = iter(stable_ids([word for _, cut in listed for word in cut]).tolist())
        words: dict[int, set[int]] = {}  # their senses
        phrases: dict[tuple[int, ...], set[int]] = {}
        for sense, cut in listed:
            first, *more = itertools.islice(ids, len(cut))
            if more:
                phrases.setdefault((first, *more), set()).add(sense)
            else:
                words.setdefault(first, set()).add(sense)
        self._words = np.array(sorted(words), np.uint64)
        self._first = np.cumsum([0, *(len(words[word]) for word in sorted(words))])
        self._senses = np.array([s for word in sorted(words) for s in sorted(words[word])])
        starts = np.array([phrase[:2] for phrase in phrases], np.uint64).reshape(-1, 2)
        beginning = mix(starts[:, 0], starts[:, 1]).tolist()
        begun: dict[int, list[tuple[tuple[int, ...], int]]] = {}
        for begin, phrase in zip(beginning, phrases, strict=True):
            begun.setdefault(begin, []).extend((phrase, sense) for sense in phrases[phrase])
        self._beginnings = np.array(sorted(begun), np.uint64)
        self._phrases = [sorted(begun[begin]) for begin in sorted(begun)]

    def count(
        self,
        word_ids: npt.NDArray[np.uint64],
        paragraph: npt.NDArray[np.int64],
        paragraphs: int,
    ) -> npt.NDArray[np.float32]:
        """For each paragraph and sense, how many words say it.

        `paragraph` is the number of the paragraph that each word stands in.
        """
        row = find(self._words, word_ids)
        listed = np.flatnonzero(row >= 0)
        first = self._first[row[listed]]
        many = self._first[row[listed] + 1] - first
        # Each listed word as often as it has senses, and the senses one after the other.
        at = np.repeat(listed, many)
        place = np.arange(len(at)) + np.repeat(first - np.cumsum(many) + many, many)
        cells = [paragraph[at] * len(self.senses) + self._senses[place]]
        size = [np.ones(len(at))]
        begins = find(self._beginnings, _pairs(word_ids))
        for i in np.flatnonzero(begins >= 0).tolist():
            for phrase, sense in self._phrases[begins[i]]:
                if tuple(word_ids[i : i + len(phrase)].tolist()) == phrase:
                    cells.append(paragraph[i : i + 1] * len(self.senses) + sense)
                    size.append(np.full(1, len(phrase)))
        total = paragraphs * len(self.senses)
        counts = np.bincount(np.concatenate(cells), np.concatenate(size), total)
        return counts.astype(np.float32).reshape(paragraphs, -1)


def _cut(phrase: str, language: str) -> list[str]:
    """The words of a phrase."""
    if language != "ja" and is_unspaced(phrase):
        return phrase.split()
    return tokenize(phrase, language == "ja")


def _pairs(ids: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """One id for each two words that follow each other."""
    return mix(ids[:-1], ids[1:])


@cache
def lexicon() -> Lexicon:
    """The words that come with the package."""
    text = (resources.files("sitesieve.cleaning") / DATA).read_text("utf-8")
    return Lexicon(json.loads(text))
