"""BlockModels: the training pages of many sites, cut into blocks."""

from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.site.block_entropy import MIN_PAGES, PageBlocks, SiteEntropies
from sitesieve.site.model_file import SavedModel
from sitesieve.site.store import PageObservation, SiteStore, dealt, listed, packed, pieces


def observed(site: str, page: PageBlocks) -> PageObservation:
    """What a page adds to the sample of its site."""
    return packed(site, page.digest, SiteEntropies(page))


class BlockModels(SiteStore[SiteEntropies]):
    """For each site the entropies over its training pages."""

    def new_part(self) -> SiteEntropies:
        return SiteEntropies()

    def remarks(self) -> list[str]:
        alone = [site for site in sorted(self) if self[site].pages < MIN_PAGES]
        if not alone:
            return super().remarks()
        return [
            f"{listed(alone)}: there is one training page, so every entropy is 0 and "
            "nothing will be removed",
            *super().remarks(),
        ]

    def tables(self) -> dict[str, Any]:
        return {"sites": [{"site": site, "pages": self[site].pages} for site in sorted(self)]}

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        pages = [
            page
            for site in sorted(self)
            for page in sorted(self[site].sample, key=lambda page: page.digest)
        ]
        return {
            "digest": np.array([page.digest for page in pages], np.uint64),
            "features": np.array([len(page.features) for page in pages], np.int64),
            "rows": np.array([len(page.block) for page in pages], np.int64),
            "feature": _joined([page.features for page in pages], np.uint64),
            "count": _joined([page.counts for page in pages], np.int32),
            "row.block": _joined([page.block for page in pages], np.int32),
            "row.feature": _joined([page.feature for page in pages], np.int32),
        }

    def restore(self, saved: SavedModel) -> None:
        columns = {name: saved.arrays[name] for name in self.arrays()}
        for name, column in columns.items():
            if column.ndim != 1 or column.dtype.kind not in "ui":
                raise ValueError(f"{name} is no column of whole numbers")
        features, rows = columns["features"].astype(np.int64), columns["rows"].astype(np.int64)
        split = zip(
            columns["digest"].tolist(),
            pieces(columns["feature"].astype(np.uint64), features),
            pieces(columns["count"].astype(np.float64), features),
            pieces(columns["row.block"].astype(np.int64), rows),
            pieces(columns["row.feature"].astype(np.int64), rows),
            strict=True,
        )
        pages = (_checked(PageBlocks(*page)) for page in split)
        for site, page in dealt(saved.tables["sites"], pages):
            self.absorb(observed(site, page))


def _checked(page: PageBlocks) -> PageBlocks:
    """The page, if its columns can be what was saved."""
    ordered = bool((page.features[1:] > page.features[:-1]).all())
    placed = bool(((page.feature >= 0) & (page.feature < len(page.features))).all())
    if not (ordered and placed and bool((page.counts >= 1).all())):
        raise ValueError("the features of a page do not fit together")
    return page


def _joined(columns: list[npt.NDArray[Any]], kind: type[np.generic]) -> npt.NDArray[Any]:
    return np.concatenate([np.empty(0, kind), *(column.astype(kind) for column in columns)])
