"""The words by which furniture is known, in several languages: data, not code.

A sense ("copyright", "related", "paging") has words and phrases in each language; all
languages are looked for on every page, since menus and notices are often in another
language than the text.
"""

import json
from collections.abc import Iterable
from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.sense_counts import sense_counts
from sitesieve.page.hashing import stable_ids
from sitesieve.page.id_table import IdTable
from sitesieve.page.words import tokenize
from sitesieve.site.placing import mix

DATA = "lexicon.json"


class Lexicon:
    """Senses and the words that have them. Words are compared by their ids (`page.hashing`)."""

    def __init__(self, senses: dict[str, dict[str, str]]) -> None:
        self.senses = tuple(senses)
        words: dict[int, set[int]] = {}  # their senses
        phrases: dict[int, set[tuple[tuple[int, ...], int]]] = {}  # by how they begin
        for sense, languages in enumerate(senses.values()):
            for language, listed in languages.items():
                for phrase in listed.split(";"):
                    ids = stable_ids(tokenize(phrase, language == "ja"))
                    if not len(ids):
                        raise ValueError(f"a phrase for {self.senses[sense]} has no words")
                    if len(ids) == 1:
                        words.setdefault(int(ids[0]), set()).add(sense)
                    else:
                        begin = int(_pairs(ids)[0])
                        phrases.setdefault(begin, set()).add((tuple(ids.tolist()), sense))
        in_order = [phrase for begin in phrases.values() for phrase in sorted(begin)]
        self._table = (
            IdTable(np.array(list(words), np.uint64)),
            _bounds(len(of_word) for of_word in words.values()),
            np.array([s for of_word in words.values() for s in sorted(of_word)], np.int32),
            IdTable(np.array(list(phrases), np.uint64)),
            _bounds(len(begin) for begin in phrases.values()),
            np.array([sense for _, sense in in_order], np.int32),
            _bounds(len(ids) for ids, _ in in_order),
            np.array([word for ids, _ in in_order for word in ids], np.uint64),
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


def _pairs(ids: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """One id for each two words that follow each other."""
    return mix(ids[:-1], ids[1:])


@cache
def lexicon() -> Lexicon:
    """The words that come with the package."""
    text = (resources.files("sitesieve.cleaning") / DATA).read_text("utf-8")
    return Lexicon(json.loads(text))
