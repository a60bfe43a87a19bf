"""SiteModels: the style trees of many sites."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy.typing as npt

from sitesieve.errors import ModelError
from sitesieve.page.features import FeatureOptions, late_features
from sitesieve.page.page import Page
from sitesieve.site import storing
from sitesieve.site.counts import Use
from sitesieve.site.model import SiteModel
from sitesieve.site.model_file import SavedModel
from sitesieve.site.page_record import PageRecord, record_of
from sitesieve.site.place_odds import SmallestDigests, TellsPlaces
from sitesieve.site.placing import Alignment
from sitesieve.site.store import MOST_ROWS, SAMPLE, PageObservation, SiteStore, listed

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
    ) -> None:
        if alignment not in ("exact", "keyed"):
            raise ValueError(f"the alignment must be exact or keyed, not {alignment!r}")
        if not 0 <= leaf_height <= _HIGHEST:
            raise ValueError(f"the height of leaves is from 0 to {_HIGHEST:,}, not {leaf_height}")
        super().__init__(sample, most_rows)
        self.alignment = alignment
        self.leaf_height = leaf_height
        self.merge_elements = merge_elements
        self.options = options or FeatureOptions()
        self.use: Use = use
        self._smallest = SmallestDigests(sample)

    def new_part(self) -> SiteModel:
        return SiteModel(self.alignment, self.leaf_height, self.merge_elements, self.use)

    def record_of(self, page: Page, odds: TellsPlaces | None = None) -> PageRecord:
        """What is kept of a page, with what it says of its places, if it is asked."""
        found = late_features(page.tree, self.options)
        return record_of(page.tree, found, page.url or page.name or "", odds)

    def observe(
        self, page: Page, judge: Callable[[Page], TellsPlaces | None] | None = None
    ) -> PageObservation:
        """What a page adds to the model of its site: nothing, if it cannot be in the sample.
        `judge` tells what the page by itself says of its places, if it is to be asked."""
        digest, name = page.tree.digest, page.url or page.name or ""
        if not self._smallest.takes(page.site, digest):
            return PageObservation(page.site, digest, name)
        record = self.record_of(page, None if judge is None else judge(page))
        return PageObservation(page.site, digest, name, record, record.nbytes)

    def add_pages(self, whole: SiteModel, pages: Iterable[PageObservation]) -> None:
        whole.add_pages(page.kept for page in pages)

    def settled(self, name: str) -> SiteModel:
        model = self[name]
        model.counts.count_all()
        return model

    def merge(self, other: SiteStore[SiteModel]) -> None:
        assert isinstance(other, SiteModels)
        settings = [(m.alignment, m.leaf_height, m.options, m.use) for m in (self, other)]
        if settings[0] != settings[1]:
            raise ModelError("these models were learned with different settings")
        super().merge(other)

    def remarks(self) -> list[str]:
        sites: dict[str, list[str]] = {}  # by what is odd about their pages
        for site, model in self.items():
            for warning in model.warnings():
                sites.setdefault(warning, []).append(site)
        odd = [f"{listed(names)}: {warning}" for warning, names in sites.items()]
        return odd + super().remarks()

    def tables(self) -> dict[str, Any]:
        copies = self.copies
        table = [
            {"site": site, "copies": copies[site], **storing.to_table(self[site].counts)}
            for site in sorted(self)
        ]
        return {"sites": table}

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        return {
            f"{number}.{name}": array
            for number, site in enumerate(sorted(self))
            for name, array in storing.to_arrays(self[site].counts, self[site].merges).items()
        }

    def restore(self, saved: SavedModel) -> None:
        columns: dict[str, dict[str, npt.NDArray[Any]]] = {}
        for name, array in saved.arrays.items():
            number, _, column = name.partition(".")
            columns.setdefault(number, {})[column] = array
        for position, row in enumerate(saved.tables["sites"]):
            counts, merges = storing.from_arrays(
                columns[str(position)], row, self.alignment, self.leaf_height, self.use
            )
            addresses = {d: p.name if "://" in p.name else "" for d, p in counts.seen.items()}
            model = SiteModel.restored(counts, merges, self.merge_elements)
            self.put(str(row["site"]), model, addresses, int(row["copies"]))
