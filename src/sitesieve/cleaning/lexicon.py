"""The words by which furniture is known, in several languages: data, not code.

A sense ("copyright", "related", "paging") has words and phrases in each language; all
languages are looked for on every page, since menus and notices are often in another
language than the text. Chinese phrases are given cut into words, as `tokenize` would cut them:
loading its dictionary would take longer than cleaning a page.
"""

import itertools
import json
from collections.abc import Iterable
from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.sense_counts import sense_counts
from sitesieve.page.hashing import stable_ids
from sitesieve.page.id_table import IdTable
from sitesieve.page.segmentation import is_unspaced
from sitesieve.page.words import tokenize
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
        starts = np.array([phrase[:2] for phrase in phrases], np.uint64).reshape(-1, 2)
        beginning = mix(starts[:, 0], starts[:, 1]).tolist()
        begun: dict[int, list[tuple[tuple[int, ...], int]]] = {}
        for begin, phrase in zip(beginning, phrases, strict=True):
            begun.setdefault(begin, []).extend((phrase, sense) for sense in phrases[phrase])
        in_order = [phrase for begin in begun.values() for phrase in sorted(begin)]
        self._table = (
            IdTable(np.array(list(words), np.uint64)),
            _bounds(len(of_word) for of_word in words.values()),
            np.array([s for of_word in words.values() for s in sorted(of_word)], np.int32),
            IdTable(np.array(list(begun), np.uint64)),
            _bounds(len(begin) for begin in begun.values()),
            np.array([sense for _, sense in in_order], np.int32),
            _bounds(len(phrase) for phrase, _ in in_order),
            np.array([word for phrase, _ in in_order for word in phrase], np.uint64),
        )

    def count(
        self,
        word_ids: npt.NDArray[np.uint64],
        begin: npt.NDArray[np.int32],
        end: npt.NDArray[np.int32],
        longest: int,
    ) -> npt.NDArray[np.float32]:
        """For each paragraph, from word `begin` to `end`, and each sense, how many words say it;
        none for paragraphs of more words than `longest`."""
        return sense_counts(*self._table, word_ids, begin, end, longest, len(self.senses))


def _bounds(lengths: Iterable[int]) -> npt.NDArray[np.int32]:
    """Where lists of these lengths begin, one after the other, and where the last one ends."""
    return np.cumsum([0, *lengths], dtype=np.int32)


def _cut(phrase: str, language: str) -> list[str]:
    """The words of a phrase."""
    if language != "ja" and is_unspaced(phrase):
        return phrase.split()
    return tokenize(phrase, language == "ja")


@cache
def lexicon() -> Lexicon:
    """The words that come with the package."""
    text = (resources.files("sitesieve.cleaning") / DATA).read_text("utf-8")
    return Lexicon(json.loads(text))
