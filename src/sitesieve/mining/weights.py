"""WordWeights: what the words of a page are worth, by the structure tree of its site.

Each site gets a compressed structure tree of its own (Yi and Liu §3). Words
that a site repeats at a place weigh little there, words that are new at an
important place weigh as often as they occur.
"""

import math
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy.typing as npt

from sitesieve.errors import ModelError
from sitesieve.page import FeatureOptions, Page, features
from sitesieve.site.model_file import DAMAGE, SavedModel, read_model, write_model
from sitesieve.site.models import SiteModels
from sitesieve.site.placing import Alignment
from sitesieve.site.sample_warnings import one_section
from sitesieve.site.store import SAMPLE, PageObservation
from sitesieve.site.structure_tree import (
    INFORMATIVE,
    MEANINGLESS,
    POWER,
    SampledTree,
    StructureTree,
)

_SAVED_AS = "word-weights"


@dataclass(frozen=True, slots=True)
class WeightOptions:
    """How pages are laid over each other and words weighed: `SiteVectorizer` explains each."""

    alignment: Alignment = "keyed"
    leaf_height: int = 1
    merge_elements: bool = True
    power: float | None = POWER
    seen_once: float = 0.0
    stems: bool = True
    numbers: bool = False
    sampled: bool = False
    u: float = INFORMATIVE
    m: float = MEANINGLESS
    sample: int = SAMPLE

    def __post_init__(self) -> None:
        if not 0 <= self.m <= self.u <= 1:
            raise ValueError(f"0 ≤ m ≤ u ≤ 1 must hold, not m = {self.m}, u = {self.u}")
        if self.power is not None and not 0 < self.power < math.inf:
            raise ValueError(f"the power must be more than 0, or None, not {self.power}")
        if not 0 <= self.seen_once <= 1:
            raise ValueError(f"seen_once must be from 0 to 1, not {self.seen_once}")

    @property
    def features(self) -> FeatureOptions:
        """The features that are weighed: words only."""
        return FeatureOptions(stems=self.stems, numbers=self.numbers, images=False, links=False)


@dataclass
class WordWeights:
    """Learns from pages, as `observe` and `absorb` of a learning method do, and weighs them."""

    options: WeightOptions = field(default_factory=WeightOptions)

    def __post_init__(self) -> None:
        o = self.options
        self.models = SiteModels(
            o.alignment, o.leaf_height, o.merge_elements, o.sample, o.features, use="weigh"
        )
        self.unusable: Counter[str] = Counter()
        self._trees: dict[str, StructureTree | SampledTree] = {}
        self._complete = False  # loaded in the sampled form, which cannot grow

    def observe(self, page: Page) -> PageObservation:
        """What a page adds to the model of its site."""
        return self.models.observe(page)

    def absorb(self, observation: PageObservation) -> None:
        """Add what a page told to what is known."""
        if self._complete:
            raise ModelError("a sampled structure tree cannot learn more: learn again")
        if self.models.absorb(observation):
            self._trees.pop(observation.site, None)

    def merge(self, other: "WordWeights") -> None:
        """Take over what was learned elsewhere, as if from its pages."""
        if self._complete or other._complete:
            raise ModelError("sampled structure trees cannot be merged: learn again")
        self.models.merge(other.models)
        self._trees.clear()

    def knows(self, site: str) -> bool:
        return site in self._trees or site in self.models

    def weigh(self, page: Page) -> dict[str, float]:
        """The weight of every word of a page; plain counts where its site is not known."""
        words = features(page.tree, self.options.features)
        tree = self._tree_of(page.site)
        if tree is None:
            counts = Counter(words.feature.tolist())
            return {words.names[i]: float(n) for i, n in counts.items()}
        return tree.weights(page.tree, words)

    def _tree_of(self, site: str) -> StructureTree | SampledTree | None:
        if site not in self._trees:
            model, o = self.models.get(site), self.options
            if model is None:
                return None
            whole = model.structure_tree(o.seen_once, o.power)
            self._trees[site] = whole.sampled(o.u, o.m) if o.sampled else whole
        return self._trees[site]

    def remarks(self) -> list[str]:
        """What a person should know about what was learned."""
        remarks = self.models.remarks()
        for site, model in self.models.items():
            section = one_section(model.counts)
            if section is not None:
                remarks.append(
                    f"{site}: all pages are from {section}; if they are of one kind, the words "
                    "of their kind count as the site's and weigh little"
                )
        return remarks

    def save(self, path: Path | str) -> None:
        """Save what was learned to one file, as data."""
        write_model(path, self.to_saved())

    def to_saved(self) -> SavedModel:
        """What was learned, as data."""
        settings = asdict(self.options)
        if not self.options.sampled:
            return SavedModel(_SAVED_AS, settings, self.models.tables(), self.models.arrays())
        arrays: dict[str, npt.NDArray[Any]] = {}
        sites = sorted({*self._trees, *self.models})
        for number, site in enumerate(sites):
            tree = self._tree_of(site)
            assert isinstance(tree, SampledTree)
            arrays |= {f"{number}.{name}": array for name, array in tree.to_arrays().items()}
        return SavedModel(_SAVED_AS, settings, {"sites": sites}, arrays)

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """What was learned and saved."""
        saved = read_model(path)
        if saved.method != _SAVED_AS:
            raise ModelError(f"{path} holds a model of {saved.method}, not weights of words")
        return cls.from_saved(saved, path)

    @classmethod
    def from_saved(cls, saved: SavedModel, path: Path | str) -> Self:
        """The weights that a model file describes."""
        try:
            weights = cls(WeightOptions(**saved.settings))
            if not weights.options.sampled:
                weights.models.restore(saved)
                return weights
            weights._complete = True
            columns = (*SampledTree.KEYS, "weight")
            for number, site in enumerate(saved.tables["sites"]):
                arrays = {name: saved.arrays[f"{number}.{name}"] for name in columns}
                weights._trees[site] = SampledTree.from_arrays(
                    arrays, weights.options.alignment, weights.options.leaf_height
                )
        except DAMAGE as error:
            raise ModelError(f"{path} is damaged: {error!r}") from error
        return weights
