"""Entropies of features and blocks over the pages of a site (Kao §3.3, §4.3).

A page tells how often each of its features occurs, and which features its blocks
have. The entropy of a feature follows from sums over pages, F = Σf and
G = Σ f·ln f (see `counts`); the entropy of a block is the mean of its features',
and changes with every page. So the training pages themselves are kept, as numbers,
and all entropies are computed from them when they are needed.

Which pages these are is left to chance, as in the paper (see `store`).
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from sitesieve.page.features import NO_FEATURE, FeatureOptions, word_ids
from sitesieve.page.tree import Ints, PageTree
from sitesieve.site.counts import entropy
from sitesieve.site.keyed_table import KeyedSums, Keys, Numbers, Rows, find, group_rows, looked_up

MIN_PAGES = 2  # over one page every entropy is 0
_ROUNDING = 1e-9
_WORDS = FeatureOptions()


@dataclass(frozen=True, slots=True)
class PageBlocks:
    """What one page tells: its features, and which of them each of its blocks has."""

    digest: int
    features: Keys  # in order
    counts: Numbers  # how often each occurs on the page (f)
    block: Rows  # with `feature`, a row for each feature of each block:
    feature: Rows  # the block's element, and the place of the feature in `features`

    @property
    def held(self) -> int:
        """Rows in memory: what the page costs."""
        return len(self.features) + len(self.block)


def page_blocks(tree: PageTree, block: Ints, options: FeatureOptions = _WORDS) -> PageBlocks:
    """What a page tells, given the block of each node. Features are words (Kao §3.3)."""
    ids = word_ids(tree, options)
    at = np.repeat(block[tree.leaves], tree.leaf_words)
    telling = ids != NO_FEATURE
    ids = ids[telling]
    first, group = group_rows(ids)
    order = np.argsort(ids[first])
    number = np.empty(len(first), np.int64)  # of each group, in the order of their ids
    number[order] = np.arange(len(first))
    word = number[group]
    both = at[telling].astype(np.int64) * len(first) + word
    rows = np.sort(both[group_rows(both)[0]])
    return PageBlocks(
        tree.digest,
        ids[first[order]],
        np.bincount(word, minlength=len(first)).astype(np.float64),
        *np.divmod(rows, max(1, len(first))),
    )


class SiteEntropies:
    """The entropies over some pages of one site."""

    in_order: ClassVar[bool] = False

    def __init__(self, *sample: PageBlocks) -> None:
        self.sample = list(sample)

    @property
    def pages(self) -> int:
        """Training pages."""
        return len(self.sample)

    @property
    def held(self) -> int:
        """Rows in memory."""
        return sum(page.held for page in self.sample)

    def merge(self, other: "SiteEntropies", shared: int = 0) -> None:
        """Take over the pages of another sample."""
        here = {page.digest for page in self.sample} if shared else ()
        self.sample += [page for page in other.sample if page.digest not in here]
        for name in ("_features", "_lowest"):
            self.__dict__.pop(name, None)

    def prune(self) -> None:
        """Nothing can be forgotten: a feature of one page makes its blocks informative."""

    @cached_property
    def _features(self) -> tuple[Keys, Numbers]:
        sums = KeyedSums(1, 2)
        for page in self.sample:
            f = page.counts
            sums.add((page.features,), (f, f * np.log(f)))
        (features,), (total, weighted) = sums.table()
        return features, entropy(total, weighted, self.pages)

    def of_features(self, features: Keys) -> Numbers:
        """E(T) in base n = number of pages; 0 for a feature that none of them has."""
        known, entropies = self._features
        return looked_up(entropies, find(known, features), 0.0)

    def of_blocks(self, page: PageBlocks) -> tuple[Rows, Numbers, Rows]:
        """The blocks of a page that have features, H(CB) of each, and how many features.

        H(CB) is the mean of the entropies of its k features (Kao §3.3).
        """
        blocks, row = np.unique(page.block, return_inverse=True)
        sizes = np.bincount(row, minlength=len(blocks))
        sums = np.bincount(row, self.of_features(page.features)[page.feature], len(blocks))
        return blocks, sums / np.maximum(sizes, 1), sizes

    @cached_property
    def _lowest(self) -> Numbers:
        """For each feature, the lowest entropy of a block that has it."""
        known, _ = self._features
        lowest = np.full(len(known), np.inf)
        for page in self.sample:
            blocks, entropies, _ = self.of_blocks(page)
            at = entropies[np.searchsorted(blocks, page.block)]
            np.minimum.at(lowest, find(known, page.features)[page.feature], at)
        return lowest

    def threshold(self, step: float = 0.1, growth: float = 0.0) -> float:
        """The boundary between informative and redundant blocks, found greedily."""
        return greedy_threshold(self._lowest, step, growth)


def greedy_threshold(lowest: Numbers, step: float = 0.1, growth: float = 0.0) -> float:
    """The greedy heuristic of Kao §4.3, given the entropy at which each feature is included.

    From 0 to 1 the threshold is raised while the set of features included still grows;
    where a step adds none, the boundary is reached. Before there is any, nothing can
    stop growing: the first steps only look for the most informative block.

    With `growth` above 0, which goes past the paper, so many of all features count as none.

    >>> greedy_threshold(np.array([0.15, 0.25, 0.95]))
    0.3
    """
    none = growth * len(lowest)
    boundary, included = 1.0, 0
    for number in range(math.ceil(1 / step - _ROUNDING) + 1):
        t = min(1.0, round(number * step, 9))
        now = int((lowest <= t + _ROUNDING).sum())
        if included > none and now - included <= none:
            break
        if now > included:
            boundary, included = t, now
    return boundary
