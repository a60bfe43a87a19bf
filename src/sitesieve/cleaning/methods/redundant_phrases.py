"""Redundant phrases (Kang-Kim §III.C.3): what pages of one URL path repeat is noise.

A phrase is the text between two tags: one leaf of the page. After the tag
filter, phrases that stand on more than one page of the path are dropped.

Three steps past the paper, each with a switch: numbers among words are masked
(`mask_numbers`), so that a counter or a date is the same phrase on every page;
and a phrase is also dropped when pages of the directories above repeat it
(`directories_above`), so that a directory of few pages learns from its site.
A phrase that was dropped from a line of which most words stay is put back
(`mend_lines`): a link or a common word inside a sentence belongs to it. With
all three off this is the letter of the paper.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.methods.line_repair import mended
from sitesieve.cleaning.methods.redundancy_filter import RedundancyFilter
from sitesieve.cleaning.methods.tag_filter import NEGATIVE, NEGATIVE_TAGS
from sitesieve.cleaning.verdicts import Verdict
from sitesieve.page import Page
from sitesieve.site.phrases import phrases
from sitesieve.site.redundancy import MIN_PAGES, PathGroup, PhraseGroups


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
        return super().settings() | {
            "mask_numbers": self.mask_numbers,
            "directories_above": self.directories_above,
            "mend_lines": self.mend_lines,
        }

    def counts(self, page: Page) -> dict[str, int]:
        gone = self.tag_filter.negative_leaves(page.tree)
        here = phrases(page.tree, self.mask_numbers)
        return {phrase: 1 for phrase, g in zip(here, gone, strict=True) if not g}

    def repeated_leaves(self, page: Page) -> npt.NDArray[np.bool_]:
        """The leaves that other pages of the path repeat, whatever tags they stand under."""
        groups = self._groups_for(page)
        here = phrases(page.tree, self.mask_numbers)
        verdicts = [_verdict(phrase, groups) for phrase in here]
        if self.mend_lines:
            verdicts = mended(page.tree, verdicts)
        return np.fromiter((not verdict.keep for verdict in verdicts), np.bool_, len(verdicts))

    def _groups_for(self, page: Page) -> list[tuple[str, PathGroup]]:
        groups = self.models.speaking_for(page.site, page.path)
        return groups if self.directories_above else groups[:1]

    def clean_page(self, page: Page) -> Document:
        tree = page.tree
        groups = self._groups_for(page)
        negative = self.tag_filter.negative_leaves(tree)
        positive = self.tag_filter.positive_leaves(tree)
        here = phrases(tree, self.mask_numbers)
        verdicts = [
            NEGATIVE if gone else POSITIVE if stays else _verdict(phrase, groups)
            for phrase, gone, stays in zip(here, negative, positive, strict=True)
        ]
        if self.mend_lines:
            verdicts = mended(tree, verdicts)
        return Document(page, verdicts, self.name)


def _verdict(phrase: str, groups: list[tuple[str, PathGroup]]) -> Verdict:
    for path, group in groups:
        pages = group.counts.get(phrase, 0)
        if pages >= MIN_PAGES:
            reason = f"stands on {pages} of {group.pages} pages of {path}"
            return Verdict(False, reason, {"pages": pages, "of": group.pages, "path": path})
    return ONLY_HERE if groups else NOTHING_KNOWN


POSITIVE = Verdict(True, "under a positive tag")
ONLY_HERE = Verdict(True, "on no other page of its path")
NOTHING_KNOWN = Verdict(True, "no other page of its path is known")
