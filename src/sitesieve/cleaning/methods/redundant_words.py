"""Redundant words (Kang-Kim §III.C.2): the words all pages of one URL path share.

W_filter is the multiset intersection of the pages' word counts, after the tag
filter. Cleaning a page subtracts it from the page's own counts. The paper
needs only the bag of words that is left; for a text that can be read, the
words are taken from the leaves that are most redundant first, so whole
repeated phrases go before single words of a paragraph.
"""

from collections import Counter
from typing import Any

import numpy as np

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.methods.line_repair import without_words
from sitesieve.cleaning.methods.redundancy_filter import RedundancyFilter
from sitesieve.cleaning.methods.tag_filter import NEGATIVE
from sitesieve.cleaning.verdicts import Part, Verdict
from sitesieve.page import Page, PageTree
from sitesieve.page.words import has_kana
from sitesieve.site.redundancy import PathGroup, WordGroups


class RedundantWords(RedundancyFilter):
    """Subtracts the words that all pages of the same URL path have in common."""

    name = "redundant-words"
    group_type = WordGroups

    def counts(self, page: Page) -> Counter[str]:
        tree = page.tree
        gone = self.tag_filter.negative_leaves(tree)
        words: Counter[str] = Counter()
        for leaf in tree.leaves[~gone].tolist():
            words.update(tree.words_of(leaf))
        return words

    def clean_page(self, page: Page) -> Document:
        tree = page.tree
        # The nearest group's filter contains those above it: they intersect more pages.
        path, group = (self.models.speaking_for(page.site, page.path) or [("", PathGroup())])[0]
        to_remove = Counter(group.counts)
        negative = self.tag_filter.negative_leaves(tree)
        spared = negative | self.tag_filter.positive_leaves(tree)
        taken = _subtract(tree, to_remove, spared)

        japanese = has_kana(tree.texts)
        verdicts = []
        for i, text in enumerate(tree.texts):
            words = tree.words_of(int(tree.leaves[i]))
            gone = taken.get(i, frozenset())
            if negative[i]:
                verdicts.append(NEGATIVE)
            elif not gone:
                verdicts.append(Verdict(True, "no redundant words"))
            else:
                reason = f"{len(gone)} of {len(words)} words are on all pages of {path}"
                evidence = {"redundant": len(gone), "words": len(words), "path": path}
                left = [word for k, word in enumerate(words) if k not in gone]
                part = Part(without_words(text, gone, japanese), left)
                verdicts.append(Verdict(bool(left), reason, evidence, part))
        return Document(page, verdicts, self.name)


def _subtract(
    tree: PageTree, to_remove: Counter[str], spared: np.ndarray[Any, Any]
) -> dict[int, frozenset[int]]:
    """For each leaf, the positions of the words that are subtracted there."""
    open_leaves = [
        (i, words)
        for i, leaf in enumerate(tree.leaves.tolist())
        if not spared[i] and (words := tree.words_of(leaf))
    ]

    def redundancy(entry: tuple[int, list[str]]) -> float:
        words = entry[1]
        return sum(word in to_remove for word in words) / len(words)

    left = Counter(to_remove)
    taken = {}
    for i, words in sorted(open_leaves, key=redundancy, reverse=True):
        positions = set()
        for k, word in enumerate(words):
            if left[word] > 0:
                left[word] -= 1
                positions.add(k)
        if positions:
            taken[i] = frozenset(positions)
    return taken
