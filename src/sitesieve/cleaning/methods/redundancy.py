"""Redundant words and phrases (Kang-Kim §III.C.2-3): what pages of one URL path repeat is noise.

Both methods drop what stands under negative tags first. W_filter is the multiset intersection
of the word counts of all pages of a path; cleaning a page subtracts it from the page's own
counts. The paper needs only the bag of words that is left; for a text that can be read, words
are taken from the leaves that are most redundant first, so whole repeated phrases go before
single words of a paragraph.

A phrase is the text between two tags: one leaf of the page. Phrases that stand on more than
one page of the path are dropped. Three steps past the paper, each with a switch: numbers among
words are masked (`mask_numbers`), so that a counter or a date is the same phrase on every page;
a phrase is also dropped when pages of the directories above repeat it (`directories_above`), so
that a directory of few pages learns from its site; and a phrase that was dropped from a line of
which most words stay is put back (`mend_lines`): a link or a common word inside a sentence
belongs to it. With all three off this is the letter of the paper.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.method import StoringMethod
from sitesieve.cleaning.methods.line_repair import mended, part_without
from sitesieve.cleaning.methods.tag_filter import NEGATIVE, NEGATIVE_TAGS, TagFilter
from sitesieve.cleaning.verdicts import Verdict
from sitesieve.page import Page, PageTree
from sitesieve.page.words import has_kana
from sitesieve.site.phrases import phrases
from sitesieve.site.redundancy import (
    MIN_PAGES,
    PathGroup,
    PathGroups,
    PhraseGroups,
    RedundancyModels,
    WordGroups,
)
from sitesieve.site.store import PageObservation


class RedundancyFilter(StoringMethod):
    """Learns what the pages of each URL path repeat, outside negative tags."""

    models: RedundancyModels
    group_type: ClassVar[type[PathGroups]]

    def __init__(
        self, negative: Iterable[str] = NEGATIVE_TAGS, positive: Iterable[str] = ()
    ) -> None:
        self.tag_filter = TagFilter(negative, positive)
        self.models = RedundancyModels(self.group_type)

    @abstractmethod
    def counts(self, page: Page) -> Mapping[str, int]:
        """How often each word or phrase stands on the page, after the tag filter."""

    def observe(self, page: Page) -> PageObservation:
        return self.models.observed(page.site, page.path, self.counts(page))

    def describe(self, site: str | None = None) -> str:
        _, model = self.models.only(site)
        filters = [model.filter_of(g) for g in model.groups.values() if g.pages >= MIN_PAGES]
        repeated = set().union(*filters)
        return f"{len(filters):,} paths, whose pages repeat {len(repeated):,} words or phrases"

    def settings(self) -> dict[str, Any]:
        return self.tag_filter.settings()


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
        negative = self.tag_filter.negative_leaves(tree)
        taken = _subtract(tree, group.counts, negative | self.tag_filter.positive_leaves(tree))
        japanese = has_kana(tree.texts)
        verdicts = []
        for i, text in enumerate(tree.texts):
            if negative[i]:
                verdicts.append(NEGATIVE)
            elif not (gone := taken.get(i)):
                verdicts.append(Verdict(True, "no redundant words"))
            else:
                words = tree.words_of(int(tree.leaves[i]))
                reason = f"{len(gone)} of {len(words)} words are on all pages of {path}"
                evidence = {"redundant": len(gone), "words": len(words), "path": path}
                part = part_without(gone, text, words, japanese)
                verdicts.append(Verdict(bool(part.words), reason, evidence, part))
        return Document(page, verdicts, self.name)


def _subtract(
    tree: PageTree, to_remove: Mapping[str, int], spared: npt.NDArray[np.bool_]
) -> dict[int, set[int]]:
    """For each leaf, the positions of the words that are subtracted there."""
    texts = ((i, tree.words_of(leaf)) for i, leaf in enumerate(tree.leaves.tolist()))
    open_leaves = [(i, words) for i, words in texts if words and not spared[i]]

    def redundancy(leaf: tuple[int, list[str]]) -> float:
        return sum(word in to_remove for word in leaf[1]) / len(leaf[1])

    left = Counter(to_remove)
    taken: dict[int, set[int]] = {}
    for i, words in sorted(open_leaves, key=redundancy, reverse=True):
        for k, word in enumerate(words):
            if left[word] > 0:
                left[word] -= 1
                taken.setdefault(i, set()).add(k)
    return taken


class RedundantPhrases(RedundancyFilter):
    """Drops the phrases that pages of the same URL path have in common."""

    name = "redundant-phrases"
    group_type = PhraseGroups

    def __init__(
        self,
        negative: Iterable[str] = NEGATIVE_TAGS,
        positive: Iterable[str] = (),
        mask_numbers: bool = True,
        directories_above: bool = True,
        mend_lines: bool = True,
    ) -> None:
        super().__init__(negative, positive)
        self.mask_numbers = mask_numbers
        self.directories_above = directories_above
        self.mend_lines = mend_lines

    def settings(self) -> dict[str, Any]:
        names = ("mask_numbers", "directories_above", "mend_lines")
        return super().settings() | {name: getattr(self, name) for name in names}

    def counts(self, page: Page) -> dict[str, int]:
        gone = self.tag_filter.negative_leaves(page.tree)
        here = phrases(page.tree, self.mask_numbers)
        return {phrase: 1 for phrase, g in zip(here, gone, strict=True) if not g}

    def repeated_leaves(self, page: Page) -> npt.NDArray[np.bool_]:
        """The leaves that other pages of the path repeat, whatever tags they stand under."""
        verdicts = self._verdicts(page, {})
        return np.fromiter((not verdict.keep for verdict in verdicts), np.bool_, len(verdicts))

    def clean_page(self, page: Page) -> Document:
        positive = np.flatnonzero(self.tag_filter.positive_leaves(page.tree)).tolist()
        negative = np.flatnonzero(self.tag_filter.negative_leaves(page.tree)).tolist()
        by_tag = dict.fromkeys(positive, POSITIVE) | dict.fromkeys(negative, NEGATIVE)
        return Document(page, self._verdicts(page, by_tag), self.name)

    def _verdicts(self, page: Page, by_tag: Mapping[int, Verdict]) -> list[Verdict]:
        groups = self.models.speaking_for(page.site, page.path)
        groups = groups if self.directories_above else groups[:1]
        verdicts = [
            by_tag.get(leaf) or _verdict(phrase, groups)
            for leaf, phrase in enumerate(phrases(page.tree, self.mask_numbers))
        ]
        return mended(page.tree, verdicts) if self.mend_lines else verdicts


def _verdict(phrase: str, groups: list[tuple[str, PathGroup]]) -> Verdict:
    for path, group in groups:
        pages = group.counts.get(phrase, 0)
        if pages >= MIN_PAGES:
            reason = f"stands on {pages} of {group.pages} pages of {path}"
            return Verdict(False, reason, {"pages": pages, "of": group.pages, "path": path})
    return ONLY_HERE if groups else NOTHING_KNOWN


POSITIVE = Verdict(True, "inside an element whose text always stays")
ONLY_HERE = Verdict(True, "on no other page of its path")
NOTHING_KNOWN = Verdict(True, "no other page of its path is known")
