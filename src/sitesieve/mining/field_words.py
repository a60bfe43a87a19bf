"""FieldWords: what the words of a page are worth by the fields they stand in (Das §3, §4.1).

A row of the paper's term-document weight matrix: the words of one page at or above the
dynamic threshold, each with its share W_x / W_r of the weight of all. Nothing is learned.
"""

from dataclasses import dataclass, field
from typing import Self

import numpy as np

from sitesieve.cleaning.method_spec import MethodSpec
from sitesieve.cleaning.methods.featured_tree import FeaturedTree, select
from sitesieve.page import Page
from sitesieve.page.fields import weigh


@dataclass(frozen=True)
class FieldWords:
    """Weighs pages as `WordWeights` does.

    method : whose field weights, thresholds and rules are used.
    pruned : whether the words are those of the page that the method leaves (the paper's
        second matrix), or of the whole page (its first).
    """

    method: FeaturedTree = field(default_factory=FeaturedTree)
    pruned: bool = False

    @classmethod
    def of(cls, spec: MethodSpec) -> Self:
        """With the settings of the method, and `pruned`; `ValueError` for what there is not."""
        usual = {"pruned": False} | FeaturedTree().settings()
        settings = spec.settings(usual, FeaturedTree.PAPER)
        pruned = settings.pop("pruned", False)
        return cls(FeaturedTree(**settings), pruned)

    def weigh(self, page: Page) -> dict[str, float]:
        """The features of a page (F_Set) with their weights, as shares of the weight of all."""
        kept = None
        if self.pruned:
            kept = np.array([verdict.keep for verdict in self.method.verdicts(page)], np.bool_)
        weights = weigh(page, self.method.weights, kept)
        total = sum(weights.values())
        return {word: weights[word] / total for word in select(weights, self.method.share)}

    def knows(self, site: str) -> bool:  # noqa: ARG002 - a page is enough
        return True

    def remarks(self) -> list[str]:
        return []
