"""WordWeights: what the words of a page are worth, by the structure tree of its site.

Each site gets a compressed structure tree of its own (Yi and Liu §3). Words
that a site repeats at a place weigh little there, words that are new at an
important place weigh as often as they occur.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

import numpy.typing as npt

from sitesieve.errors import ModelError
from sitesieve.page import FeatureOptions, Page, features
from sitesieve.site.design_models import nearest_design
from sitesieve.site.model_file import DAMAGE, SavedModel, read_model, write_model
from sitesieve.site.models import SiteModels
from sitesieve.site.page_designs import Sketches
from sitesieve.site.page_record import SKETCH
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
from sitesieve.site.tree_options import USUAL_TREES, Display, Merging, TreeOptions

_SAVED_AS = "word-weights"

Paper = Literal["thesis", "2003"]
_LETTER: dict[str, Any] = {
    "alignment": "exact",  # §3.2; thesis §4.3.1
    "leaf_height": 2,  # §3.3; thesis §4.3.3: the grandparents of actual leaves
    "merging": "any",  # §3.2, step 3
    "power": None,  # eq. 5; thesis eq. 5-10
    "leaf_once": 1.0,  # eq. 2 and 3; thesis eq. 5-7 and 5-8
    "virtual_root": True,  # §3.1; thesis §4.1.2
    "display": "css",  # §3.1
    "whole_code": False,
    "sample": 1_000_000,  # thesis §5.3: all pages
    "designs": False,
    "copies": True,
}
PAPERS: dict[Paper, dict[str, Any]] = {
    "thesis": _LETTER | {"seen_once": 0.0},  # eq. 5-6
    "2003": _LETTER | {"seen_once": 1.0},  # eq. 1
}


@dataclass(frozen=True, slots=True)
class WeightOptions:
    """How pages are laid over each other and words weighed: `SiteVectorizer` explains each."""

    PAPER: ClassVar[Mapping[str, Any]] = PAPERS["thesis"]
    """The settings that are the letter of the thesis, where they are not the usual ones."""

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
    designs: bool = True
    leaf_once: float = 0.0
    frequent: float = USUAL_TREES.frequent
    alike: float = USUAL_TREES.alike
    merging: Merging = USUAL_TREES.merging
    whole_code: bool = USUAL_TREES.whole_code
    virtual_root: bool = USUAL_TREES.virtual_root
    display: Display = USUAL_TREES.display
    copies: bool = USUAL_TREES.copies

    @classmethod
    def by_paper(cls, paper: Paper = "thesis", **changes: Any) -> Self:
        """The settings to the letter of the thesis or of the paper of 2003, but for changes."""
        if paper not in PAPERS:
            raise ValueError(f"paper must be {' or '.join(PAPERS)}, not {paper!r}")
        return cls(**{**PAPERS[paper], **changes})

    def __post_init__(self) -> None:
        if not 0 <= self.m <= self.u <= 1:
            raise ValueError(f"0 ≤ m ≤ u ≤ 1 must hold, not m = {self.m}, u = {self.u}")
        if self.power is not None and not 0 < self.power < math.inf:
            raise ValueError(f"the power must be more than 0, or None, not {self.power}")
        for name in ("seen_once", "leaf_once"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must be from 0 to 1, not {getattr(self, name)}")
        self.trees.check_alignment(self.alignment)

    @property
    def trees(self) -> TreeOptions:
        """Constants and readings of the papers."""
        return TreeOptions(
            frequent=self.frequent,
            alike=self.alike,
            merging=self.merging,
            whole_code=self.whole_code,
            virtual_root=self.virtual_root,
            display=self.display,
            copies=self.copies,
        )

    @property
    def features(self) -> FeatureOptions:
        """The features that are weighed: words only."""
        return FeatureOptions(stems=self.stems, numbers=self.numbers, images=False, links=False)


@dataclass
class WordWeights:
    """Learns from pages, as `observe` and `absorb` of a learning method do, and weighs them."""

    options: WeightOptions = field(default_factory=WeightOptions)

    @classmethod
    def by_paper(cls, paper: Paper = "thesis", **changes: Any) -> Self:
        """Weights to the letter of the thesis or of the paper of 2003, but for changes."""
        return cls(WeightOptions.by_paper(paper, **changes))

    def __post_init__(self) -> None:
        o = self.options
        self.models = SiteModels(
            *(o.alignment, o.leaf_height, o.merge_elements, o.sample, o.features),
            use="weigh",
            trees=o.trees,
        )
        self.unusable: Counter[str] = Counter()
        self._trees: dict[str, dict[int | None, StructureTree | SampledTree]] = {}
        self._sketches: dict[str, list[Sketches]] = {}  # of the pages of each design
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
            self._sketches.pop(observation.site, None)

    def merge(self, other: "WordWeights") -> None:
        """Take over what was learned elsewhere, as if from its pages."""
        if self._complete or other._complete:
            raise ModelError("sampled structure trees cannot be merged: learn again")
        self.models.merge(other.models)
        self._trees.clear()
        self._sketches.clear()

    def knows(self, site: str) -> bool:
        return site in self._trees or site in self.models

    def weigh(self, page: Page) -> dict[str, float]:
        """The weight of every word of a page; plain counts where its site is not known."""
        words = features(page.tree, self.options.features)
        if not self.knows(page.site):
            counts = Counter(words.feature.tolist())
            return {words.names[i]: float(n) for i, n in counts.items()}
        laid_out = self.options.trees.tree_of(page)
        design = nearest_design(laid_out, self._designs_of(page.site))
        return self._tree_of(page.site, design).weights(laid_out, words)

    def _designs_of(self, site: str) -> list[Sketches]:
        """The sketches of the pages of each design; none where the site has only one."""
        if site not in self._sketches:
            self._sketches[site] = self.models[site].design_sketches if self.options.designs else []
        return self._sketches[site]

    def _tree_of(self, site: str, design: int | None = None) -> StructureTree | SampledTree:
        """The tree of a site, or of one of its designs."""
        trees = self._trees.setdefault(site, {})
        if design not in trees:
            model, o = self.models[site], self.options
            whole = (model if design is None else model.designs[design]).structure_tree(
                o.seen_once, o.power, o.leaf_once
            )
            trees[design] = whole.sampled(o.u, o.m) if o.sampled else whole
        return trees[design]

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
            for start, tree in self._saved_trees(site):
                arrays |= {f"{number}.{start}{n}": array for n, array in tree.to_arrays().items()}
            for design, sketches in enumerate(self._designs_of(site)):
                arrays[f"{number}.design {design}.sketches"] = sketches
        return SavedModel(_SAVED_AS, settings, {"sites": sites}, arrays)

    def _saved_trees(self, site: str) -> Iterator[tuple[str, SampledTree]]:
        """The trees of a site, and how the names of their arrays start."""
        for design in (None, *range(len(self._designs_of(site)))):
            tree = self._tree_of(site, design)
            assert isinstance(tree, SampledTree)
            yield "" if design is None else f"design {design}.", tree

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
            for number, site in enumerate(saved.tables["sites"]):
                weights._restore_sampled(site, f"{number}.", saved.arrays)
        except DAMAGE as error:
            raise ModelError(f"{path} is damaged: {error!r}") from error
        return weights

    def _restore_sampled(
        self, site: str, start: str, arrays: Mapping[str, npt.NDArray[Any]]
    ) -> None:
        """Take over the sampled trees of a site."""
        designs = list(
            takewhile(lambda n: f"{start}design {n}.sketches" in arrays, range(len(arrays)))
        )
        for design in (None, *designs):
            names = start if design is None else f"{start}design {design}."
            columns = {name: arrays[names + name] for name in (*SampledTree.KEYS, "weight")}
            self._trees.setdefault(site, {})[design] = SampledTree.from_arrays(
                columns,
                self.options.alignment,
                self.options.leaf_height,
                self.options.trees,
            )
        self._sketches[site] = [
            arrays[f"{start}design {design}.sketches"].reshape(-1, SKETCH) for design in designs
        ]
