"""SiteModel: what one site taught, ready to judge a page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from sitesieve.page.features import FeatureOptions, features
from sitesieve.page.page import Page
from sitesieve.page.tree import PageTree
from sitesieve.site import style_tree, threshold
from sitesieve.site.counts import SiteCounts, phrase_ids
from sitesieve.site.modelfile import SavedModel
from sitesieve.site.placing import Alignment, Placing, place
from sitesieve.site.style_tree import StyleTree
from sitesieve.site.sums import KeyedSums, find

LADDER = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.92, 0.94, 0.96)


@dataclass(frozen=True, slots=True)
class Rung:
    """One threshold of the ladder a person chooses from."""

    threshold: float
    elements_removed: int
    words_kept: float  # share of the words seen in learning


class SiteModel:
    """Counts of a site's pages and what follows from them."""

    def __init__(self, alignment: Alignment = "keyed", leaf_height: int = 0) -> None:
        self.counts = SiteCounts(alignment, leaf_height)
        self._tree: StyleTree | None = None

    @property
    def pages(self) -> int:
        """Pages learned from."""
        return self.counts.pages

    @property
    def tree(self) -> StyleTree:
        """The style tree; built when it is first needed after a change."""
        if self._tree is None:
            self._tree = style_tree.build(self.counts)
        return self._tree

    def update(self, page: Page) -> None:
        """Learn from one more page."""
        self.counts.add(page.tree, features(page.tree, FeatureOptions(), page.url))
        self._tree = None

    def merge(self, other: "SiteModel") -> None:
        """Take over what another model has learned: the same as learning from its pages."""
        self.counts.merge(other.counts)
        self._tree = None

    def place(self, tree: PageTree) -> Placing:
        """Where the nodes of a page stand in the site's tree."""
        return place(tree, self.counts.alignment, self.counts.leaf_height)

    def pages_with_text(self, tree: PageTree) -> npt.NDArray[np.int64]:
        """For each text of a page, on how many pages of the site it stands, numbers masked."""
        (known,), (pages,) = self.counts.phrases.table()
        row = find(known, phrase_ids(tree))
        if not len(known):
            return np.zeros(len(row), np.int64)
        return np.where(row >= 0, pages[np.maximum(row, 0)], 0).astype(np.int64)

    def threshold(self) -> float:
        """The threshold that suits this site (see `threshold`)."""
        leaf, words = self._leaves()
        several = leaf[self.tree.pages[leaf] > 1]  # a leaf seen once has importance 1 by rule
        return threshold.choose(self.tree.importance[several], words[several])

    def thresholds(self) -> list[Rung]:
        """What each threshold of a ladder would remove: for a person to choose from."""
        leaf, words = self._leaves()
        rungs = []
        for t in LADDER:
            noisy = self.tree.highest <= t
            kept = words[leaf][~noisy[leaf]].sum() / max(1.0, words.sum())
            maximal = noisy & ~np.where(
                self.tree.parent >= 0, noisy[np.maximum(self.tree.parent, 0)], False
            )
            rungs.append(Rung(t, int(maximal.sum()), float(kept)))
        return rungs

    def fit_of(self, page: Page) -> float:
        """How much of a page the model recognises, in [0, 1]: the share of its elements
        whose place the site is known to have, on more than one page where it can be."""
        if not self.pages or not len(page.tree):
            return 0.0
        rows = self.tree.rows(self.place(page.tree))
        enough = min(2, self.pages)
        known = (rows >= 0) & (self.tree.pages[np.maximum(rows, 0)] >= enough)
        return float(known.mean())

    def _leaves(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """The rows of the leaves that have features, and the words at every row."""
        (of, _), (total, _, _) = self.counts.leaf_features.table()
        rows = find(self.tree.element, of)
        words = np.bincount(rows, total, len(self.tree.element)).astype(np.float64)
        return np.flatnonzero(words > 0).astype(np.int64), words

    def to_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The counts as arrays."""
        arrays: dict[str, npt.NDArray[Any]] = {}
        for name, table in self.counts.tables().items():
            keys, sums = table.table()
            arrays |= {f"{name}.key{i}": column for i, column in enumerate(keys)}
            arrays |= {f"{name}.sum{i}": column for i, column in enumerate(sums)}
        return arrays

    @classmethod
    def from_arrays(
        cls,
        arrays: Mapping[str, npt.NDArray[Any]],
        pages: int,
        alignment: Alignment,
        leaf_height: int,
    ) -> Self:
        """The model whose counts these are."""
        model = cls(alignment, leaf_height)
        model.counts.pages = pages
        for name, table in model.counts.tables().items():
            table.add(*_columns(arrays, name, table))
        return model

    @classmethod
    def all_from(cls, saved: SavedModel, alignment: Alignment, leaf_height: int) -> dict[str, Self]:
        """The models of all sites in a model file (see `to_saved`)."""
        models = {}
        for number, row in enumerate(saved.tables["sites"]):
            prefix = f"{number}."
            own = {
                name.removeprefix(prefix): array
                for name, array in saved.arrays.items()
                if name.startswith(prefix)
            }
            models[row["site"]] = cls.from_arrays(own, int(row["pages"]), alignment, leaf_height)
        return models


def to_saved(
    sites: Mapping[str, SiteModel],
) -> tuple[list[dict[str, Any]], dict[str, npt.NDArray[Any]]]:
    """The models of several sites as a table of them and their arrays, for one model file."""
    ordered = sorted(sites.items())
    table = [{"site": site, "pages": model.pages} for site, model in ordered]
    arrays = {
        f"{number}.{name}": array
        for number, (_, model) in enumerate(ordered)
        for name, array in model.to_arrays().items()
    }
    return table, arrays


def _columns(
    arrays: Mapping[str, npt.NDArray[Any]], name: str, table: KeyedSums
) -> tuple[list[npt.NDArray[np.uint64]], list[npt.NDArray[np.float64]]]:
    keys, sums = table.table()
    return (
        [arrays[f"{name}.key{i}"].astype(np.uint64) for i in range(len(keys))],
        [arrays[f"{name}.sum{i}"].astype(np.float64) for i in range(len(sums))],
    )
