"""SiteModels: the style trees of many sites."""

from typing import Any

import numpy.typing as npt

from sitesieve.errors import ModelError
from sitesieve.page.features import FeatureOptions, features
from sitesieve.page.page import Page
from sitesieve.site import storing
from sitesieve.site.counts import Use
from sitesieve.site.model import SiteModel
from sitesieve.site.model_file import SavedModel
from sitesieve.site.placing import Alignment
from sitesieve.site.store import MOST_ROWS, SAMPLE, PageObservation, SiteStore, listed, packed


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
        if leaf_height < 0:
            raise ValueError(f"the height of leaves must be 0 or more, not {leaf_height}")
        super().__init__(sample, most_rows)
        self.alignment = alignment
        self.leaf_height = leaf_height
        self.merge_elements = merge_elements
        self.options = options or FeatureOptions()
        self.use: Use = use

    def new_part(self) -> SiteModel:
        return SiteModel(self.alignment, self.leaf_height, self.merge_elements, self.use)

    def model_of(self, page: Page) -> SiteModel:
        """The model that one page makes."""
        model = self.new_part()
        model.update(page, features(page.tree, self.options))
        return model

    @staticmethod
    def observation(page: Page, model: SiteModel) -> PageObservation:
        """What a page adds to its site, given the model that it makes."""
        return packed(page.site, page.tree.digest, model, page.url or page.name or "")

    def observe(self, page: Page) -> PageObservation:
        """What a page adds to the model of its site."""
        return self.observation(page, self.model_of(page))

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
