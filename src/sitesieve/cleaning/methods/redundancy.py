"""Redundant words and phrases (Kang-Kim §III.C.2-3): what pages of one URL path repeat is noise.

Both methods drop what stands under negative tags first. W_filter is the multiset intersection
of the word counts of all pages of a path; cleaning a page subtracts it from the page's own
counts. The paper needs only the bag of words that is left; for a text that can be read, words
are taken from the leaves that are most redundant first, so whole repeated phrases go before
single words of a paragraph.

A phrase is the text between two tags: one leaf of the page. Phrases that stand on more than
one page of the path are dropped.

Steps past the paper, each with a switch. Of both: pages of the directories above count as well
(`directories_above`), so that a directory of few pages learns from its site; and all pages are
learned from, in no order, not one after the other until the filter is stable (`stable_after`).
Of words: some pages of a path may lack a redundant word (`tolerance`), so that an odd page does
not empty the filter. Of phrases: numbers among words are masked (`mask_numbers`), so that a
counter or a date is the same phrase on every page; preformatted text is one phrase however it is
coloured (`whole_code`); and a phrase that was dropped from a line of which most words stay is put
back (`mend_lines`): a link or a common word inside a sentence belongs to it. `by_paper` sets all
to the letter of the paper.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
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
from sitesieve.site.path_filters import PathFilters, path_filters
from sitesieve.site.phrases import phrases
from sitesieve.site.redundancy import (
    MIN_PAGES,
    TOLERANCE,
    PathGroup,
    PathGroups,
    PhraseGroups,
    RedundancyModels,
    WordGroups,
)
from sitesieve.site.store import PageObservation

STABLE_AFTER = 5  # pages in a row that change nothing; the paper does not say how many


@dataclass(frozen=True, slots=True)
class Filtered:
    """How many phrases, or words, went by their tags and by redundancy, and stay."""

    tag: int = 0
    redundant: int = 0
    core: int = 0

    @property
    def total(self) -> int:
        return self.tag + self.redundant + self.core

    def __add__(self, other: "Filtered") -> "Filtered":
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Filtered(*(mine + theirs for mine, theirs in pairs))


class RedundancyFilter(StoringMethod):
    """Learns what the pages of each URL path repeat, outside negative tags. Pages that say the
    same count once, unless `copies` are to count each."""

    models: RedundancyModels

    def __init__(
        self,
        negative: Iterable[str],
        positive: Iterable[str],
        directories_above: bool,
        stable_after: int,
        copies: bool,
    ) -> None:
        self.tag_filter = TagFilter(negative, positive)
        self.copies = copies
        self.directories_above = directories_above
        self.stable_after = stable_after
        self.new_groups()  # complains where settings make no sense
        self.models = RedundancyModels(self.new_groups)

    @abstractmethod
    def new_groups(self) -> PathGroups:
        """The groups of a site of which nothing is known."""

    @abstractmethod
    def counts(self, page: Page) -> Mapping[str, int]:
        """How often each word or phrase stands on the page, after the tag filter."""

    @abstractmethod
    def verdicts(self, page: Page) -> list[Verdict]:
        """What becomes of each text of a page."""

    def clean_page(self, page: Page) -> Document:
        return Document(page, self.verdicts(page), self.name)

    def filtered(self, page: Page) -> tuple[Filtered, Filtered]:
        """What becomes of the phrases of a page, and of its words (table III)."""
        verdicts, words = self.verdicts(page), page.tree.leaf_words
        tag = np.fromiter((verdict is NEGATIVE for verdict in verdicts), np.bool_, len(words))
        keep = np.fromiter((verdict.keep for verdict in verdicts), np.bool_, len(words))
        kept_words = words * keep
        for leaf, verdict in enumerate(verdicts):
            if verdict.part is not None:
                kept_words[leaf] = len(verdict.part.words)
        by_tag, core = int(tag.sum()), int(keep.sum())
        words_by_tag, core_words = int(words[tag].sum()), int(kept_words.sum())
        return (
            Filtered(by_tag, len(words) - by_tag - core, core),
            Filtered(words_by_tag, int(words.sum()) - words_by_tag - core_words, core_words),
        )

    def observe(self, page: Page) -> PageObservation:
        counts = self.counts(page)
        name = (page.url or page.name or "") if self.copies else ""
        return self.models.observed(page.site, page.path, counts, self.directories_above, name)

    def speaking_for(self, page: Page) -> list[tuple[str, PathGroup]]:
        """The paths whose pages say what is redundant on a page, nearest first."""
        return self.models.speaking_for(page.site, page.path, self.directories_above)

    def describe(self, site: str | None = None) -> PathFilters:
        return path_filters(self.models.only(site)[1])

    def settings(self) -> dict[str, Any]:
        names = ("directories_above", "stable_after", "copies")
        return self.tag_filter.settings() | {name: getattr(self, name) for name in names}


class RedundantWords(RedundancyFilter):
    """Subtracts the words that the pages of the same URL path have in common.

    `tolerance` is the share of the pages of a path that may lack a redundant word; with 0, the
    filter is the intersection of all pages, or of so many as are read until `stable_after` pages
    in a row have not changed it.
    """

    name = "redundant-words"
    PAPER: ClassVar[Mapping[str, Any]] = {
        "tolerance": 0.0,
        "directories_above": False,
        "stable_after": STABLE_AFTER,
        "copies": True,
    }

    def __init__(
        self,
        negative: Iterable[str] = NEGATIVE_TAGS,
        positive: Iterable[str] = (),
        tolerance: float = TOLERANCE,
        directories_above: bool = True,
        stable_after: int = 0,
        copies: bool = False,
    ) -> None:
        self.tolerance = float(tolerance)
        super().__init__(negative, positive, directories_above, stable_after, copies)

    def new_groups(self) -> PathGroups:
        return WordGroups(self.tolerance, self.stable_after)

    def settings(self) -> dict[str, Any]:
        return super().settings() | {"tolerance": self.tolerance}

    def counts(self, page: Page) -> Counter[str]:
        tree = page.tree
        gone = self.tag_filter.negative_leaves(tree)
        words: Counter[str] = Counter()
        for leaf in tree.leaves[~gone].tolist():
            words.update(tree.words_of(leaf))
        return words

    def verdicts(self, page: Page) -> list[Verdict]:
        tree = page.tree
        # Those above say less: they intersect more pages.
        path, group = (self.speaking_for(page) or [("", PathGroup())])[0]
        groups = self.models[page.site] if group.pages else self.new_groups()
        redundant = groups.filter_of(group)
        negative = self.tag_filter.negative_leaves(tree)
        taken = _subtract(tree, redundant, negative | self.tag_filter.positive_leaves(tree))
        least = WordGroups(self.tolerance).least(group.pages)
        pages = f"{least} or more of {group.pages}" if least < group.pages else "all"
        japanese = has_kana(tree.texts)
        verdicts = []
        for i, text in enumerate(tree.texts):
            if negative[i]:
                verdicts.append(NEGATIVE)
            elif not (gone := taken.get(i)):
                verdicts.append(Verdict(True, "no redundant words"))
            else:
                words = tree.words_of(int(tree.leaves[i]))
                reason = f"{len(gone)} of {len(words)} words are on {pages} pages of {path}"
                evidence = {"redundant": len(gone), "words": len(words), "path": path}
                part = part_without(gone, text, words, japanese)
                verdicts.append(Verdict(bool(part.words), reason, evidence, part))
        return verdicts


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
    PAPER: ClassVar[Mapping[str, Any]] = {
        "mask_numbers": False,
        "directories_above": False,
        "mend_lines": False,
        "whole_code": False,
        "stable_after": STABLE_AFTER,
        "copies": True,
    }

    def __init__(
        self,
        negative: Iterable[str] = NEGATIVE_TAGS,
        positive: Iterable[str] = (),
        mask_numbers: bool = True,
        directories_above: bool = True,
        mend_lines: bool = True,
        whole_code: bool = True,
        stable_after: int = 0,
        copies: bool = False,
    ) -> None:
        super().__init__(negative, positive, directories_above, stable_after, copies)
        self.mask_numbers = mask_numbers
        self.mend_lines = mend_lines
        self.whole_code = whole_code

    def new_groups(self) -> PathGroups:
        return PhraseGroups(self.stable_after)

    def settings(self) -> dict[str, Any]:
        names = ("mask_numbers", "mend_lines", "whole_code")
        return super().settings() | {name: getattr(self, name) for name in names}

    def phrases(self, page: Page) -> list[str]:
        """The phrase of each text of a page."""
        return phrases(page.tree, self.mask_numbers, self.whole_code)

    def counts(self, page: Page) -> dict[str, int]:
        gone = self.tag_filter.negative_leaves(page.tree)
        return {phrase: 1 for phrase, g in zip(self.phrases(page), gone, strict=True) if not g}

    def repeated_leaves(self, page: Page) -> npt.NDArray[np.bool_]:
        """The leaves that other pages of the path repeat, whatever tags they stand under."""
        verdicts = self._verdicts(page, {})
        return np.fromiter((not verdict.keep for verdict in verdicts), np.bool_, len(verdicts))

    def verdicts(self, page: Page) -> list[Verdict]:
        positive = np.flatnonzero(self.tag_filter.positive_leaves(page.tree)).tolist()
        negative = np.flatnonzero(self.tag_filter.negative_leaves(page.tree)).tolist()
        by_tag = dict.fromkeys(positive, POSITIVE) | dict.fromkeys(negative, NEGATIVE)
        return self._verdicts(page, by_tag)

    def _verdicts(self, page: Page, by_tag: Mapping[int, Verdict]) -> list[Verdict]:
        groups = self.speaking_for(page)
        verdicts = [
            by_tag.get(leaf) or _verdict(phrase, groups)
            for leaf, phrase in enumerate(self.phrases(page))
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
