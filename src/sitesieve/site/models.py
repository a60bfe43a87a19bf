"""SiteModels: the style trees of many sites."""

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import replace
from typing import Any, Self

import numpy.typing as npt

from sitesieve.errors import ModelError
from sitesieve.page.features import FeatureOptions, late_features
from sitesieve.page.page import Page
from sitesieve.site import storing
from sitesieve.site.added_up import AddedUpSites
from sitesieve.site.counts import Use
from sitesieve.site.model import SiteModel
from sitesieve.site.model_file import SavedModel
from sitesieve.site.page_record import PageRecord, record_of
from sitesieve.site.place_odds import SmallestDigests, TellsPlaces
from sitesieve.site.placing import Alignment
from sitesieve.site.store import MOST_ROWS, SAMPLE, PageObservation, SiteStore, listed
from sitesieve.site.tree_options import USUAL_TREES, TreeOptions

_HIGHEST = 1_000_000  # no page is so deep


class SiteModels(SiteStore[SiteModel]):
    """A model for each site."""

    def __init__(
        self,
        alignment: Alignment = "keyed",
        leaf_height: int = 0,
        merge_elements: bool = True,
        sample: int = SAMPLE,
        options: FeatureOptions | None = None,
        use: Use = "clean",
        most_rows: int = MOST_ROWS,
        trees: TreeOptions = USUAL_TREES,
    ) -> None:
        if alignment not in ("exact", "keyed"):
            raise ValueError(f"the alignment must be exact or keyed, not {alignment!r}")
        if not 0 <= leaf_height <= _HIGHEST:
            raise ValueError(
                f"the height of leaves must be from 0 to {_HIGHEST:,}, not {leaf_height}"
            )
        trees.check_alignment(alignment)
        super().__init__(sample, most_rows)
        self.trees = trees
        self.chosen: dict[str, float] = {}  # thresholds that a person chose, by site
        self.alignment = alignment
        self.leaf_height = leaf_height
        self.merge_elements = merge_elements
        self.options = options or FeatureOptions()
        self.use: Use = use
        self._smallest = SmallestDigests(sample)

    def new_part(self) -> SiteModel:
        how = (self.alignment, self.leaf_height, self.merge_elements, self.use, self.trees)
        return SiteModel(*how)

    def __getitem__(self, name: str) -> SiteModel:
        model = super().__getitem__(name)
        model.chosen_threshold = self.chosen.get(name)
        return model

    def choose(self, site: str, threshold: float | None) -> None:
        """Set the threshold of a site, or with None leave it to be found."""
        self.only(site)  # ValueError for a site that is not known
        if threshold is None:
            self.chosen.pop(site, None)
        elif not 0 <= threshold <= 1:
            raise ValueError(f"a threshold must be from 0 to 1, not {threshold}")
        else:
            self.chosen[site] = float(threshold)

    def record_of(self, page: Page, odds: TellsPlaces | None = None) -> PageRecord:
        """What is kept of a page, with what it says of its places, if it is asked."""
        found = late_features(page.tree, self.options)
        record = record_of(self.trees.tree_of(page), found, page.url or page.name or "", odds)
        return replace(record, digest=self.trees.digest_of(page))

    def observe(
        self, page: Page, judge: Callable[[Page], TellsPlaces | None] | None = None
    ) -> PageObservation:
        """What a page adds to the model of its site: nothing, if it cannot be in the sample.
        `judge` tells what the page by itself says of its places, if it is to be asked."""
        digest, name = self.trees.digest_of(page), page.url or page.name or ""
        if not self._smallest.takes(page.site, digest):
            return PageObservation(page.site, digest, name)
        record = self.record_of(page, None if judge is None else judge(page))
        return PageObservation(page.site, digest, name, record, record.nbytes)

    def add_pages(self, whole: SiteModel, pages: Iterable[PageObservation]) -> None:
        whole.add_pages(page.part for page in pages)

    def rows_beside_pages(self, whole: SiteModel) -> int:
        return whole.counted

    def saved_alone(self, name: str) -> SavedModel:
        one = self.of_site(name)
        return SavedModel("", {}, one.tables(), one.arrays())

    def restored_alone(self, name: str, saved: SavedModel) -> SiteModel:
        one = self._without_sites()
        one.restore(saved)
        return one[name]

    def settled(self, name: str) -> SiteModel:
        model = self[name]
        model.settle()
        return model

    def merge(self, other: SiteStore[SiteModel]) -> None:
        assert isinstance(other, SiteModels)
        settings = [(m.alignment, m.leaf_height, m.options, m.use, m.trees) for m in (self, other)]
        if settings[0] != settings[1]:
            raise ModelError("these models were learned with different settings")
        super().merge(other)
        self.chosen = other.chosen | self.chosen

    def of_site(self, site: str) -> Self:
        """The model of one site, by itself."""
        self.only(site)  # ValueError for a site that is not known
        part = self._without_sites()
        part._sites[site] = self._sites[site]
        part._added_up = self._added_up.shared(site, part)
        part._rows = self._sites[site].rows
        part.chosen = {name: chosen for name, chosen in self.chosen.items() if name == site}
        return part

    def _without_sites(self) -> Self:
        """A store that was made as this one, of no sites."""
        part = copy(self)
        part._sites, part._rows, part.chosen = {}, 0, {}
        part._added_up = AddedUpSites(part)
        return part

    def remarks(self) -> list[str]:
        sites: dict[str, list[str]] = {}  # by what is odd about their pages
        for site, model in self.items():
            for warning in model.warnings():
                sites.setdefault(warning, []).append(site)
        odd = [f"{listed(names)}: {warning}" for warning, names in sites.items()]
        return odd + super().remarks()

    def tables(self) -> dict[str, Any]:
        copies = self.copies
        table = []
        for site in sorted(self):
            model = self[site]
            designs = [storing.to_table(design.counts) for design in model.designs]
            row = {"site": site, "copies": copies[site], **storing.to_table(model.counts)}
            if designs:
                row["designs"] = designs
            if site in self.chosen:
                row["threshold"] = self.chosen[site]
            table.append(row)
        return {"sites": table}

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        return {
            f"{number}.{part}{name}": array
            for number, site in enumerate(sorted(self))
            for part, model in _parts(self[site])
            for name, array in storing.to_arrays(model.counts, model.merges).items()
        }

    def restore(self, saved: SavedModel) -> None:
        columns: dict[str, dict[str, npt.NDArray[Any]]] = {}
        for name, array in saved.arrays.items():
            number, _, column = name.partition(".")
            columns.setdefault(number, {})[column] = array
        for position, row in enumerate(saved.tables["sites"]):
            here = columns[str(position)]
            designs = [
                self._restored(_below(here, _DESIGN.format(number)), table, None)
                for number, table in enumerate(row.get("designs", []))
            ]
            of_site = {name: array for name, array in here.items() if not name.startswith(_DESIGNS)}
            model = self._restored(of_site, row, designs)
            seen = model.counts.seen
            addresses = {d: p.name if "://" in p.name else "" for d, p in seen.items()}
            self.put(str(row["site"]), model, addresses, int(row["copies"]))
            if "threshold" in row:
                self.choose(str(row["site"]), float(row["threshold"]))

    def _restored(
        self,
        columns: dict[str, npt.NDArray[Any]],
        table: dict[str, Any],
        designs: list[SiteModel] | None,
    ) -> SiteModel:
        counts, merges = storing.from_arrays(
            *(columns, table, self.alignment, self.leaf_height), *(self.use, self.trees)
        )
        return SiteModel.restored(counts, merges, self.merge_elements, designs)


_DESIGNS = "design "  # starts the names of columns of designs
_DESIGN = _DESIGNS + "{}."


def _parts(model: SiteModel) -> Iterable[tuple[str, SiteModel]]:
    """A model and those of its designs, and how the names of their columns start."""
    yield "", model
    for number, design in enumerate(model.designs):
        yield _DESIGN.format(number), design


def _below(columns: dict[str, npt.NDArray[Any]], start: str) -> dict[str, npt.NDArray[Any]]:
    return {
        name.removeprefix(start): array for name, array in columns.items() if name.startswith(start)
    }
