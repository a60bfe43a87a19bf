"""Training pages of many sites, cut into blocks, within bounded memory."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.site.block_entropy import MIN_PAGES, PageBlocks, SiteEntropies
from sitesieve.site.model_file import SavedModel

MOST_ROWS = 10_000_000  # of features and blocks in memory, over all sites: some 200 MB
_NAMED = 3  # sites that a remark names


@dataclass(frozen=True, slots=True)
class Observation:
    """What one page adds to its site."""

    site: str
    page: PageBlocks


class BlockModels:
    """For each site its training pages: of those seen the `sample` with the smallest digests.

    Copies of a page have its digest, and count once.
    """

    def __init__(self, sample: int, most_rows: int = MOST_ROWS) -> None:
        if sample < 1:
            raise ValueError(f"the sample must be 1 page or more, not {sample}")
        self.sample = sample
        self.most_rows = most_rows
        self.refused: Counter[str] = Counter()  # pages of sites that came when memory was full
        self._sites: dict[str, dict[int, PageBlocks]] = {}
        self._rows = 0
        self._entropies: dict[str, SiteEntropies] = {}

    @property
    def sites(self) -> list[str]:
        """The sites there are training pages of."""
        return sorted(self._sites)

    def absorb(self, seen: Observation) -> None:
        """Take a page into the sample of its site, if it belongs there."""
        if seen.site not in self._sites and self._rows > self.most_rows:
            self.refused[seen.site] += 1
            return
        pages = self._sites.setdefault(seen.site, {})
        page = seen.page
        if page.digest in pages or (len(pages) >= self.sample and page.digest > max(pages)):
            return
        pages[page.digest] = page
        self._rows += page.held
        if len(pages) > self.sample:
            self._rows -= pages.pop(max(pages)).held
        self._entropies.pop(seen.site, None)

    def merge(self, other: "BlockModels") -> None:
        """Take over the pages of another sample."""
        for site, pages in other._sites.items():
            for page in pages.values():
                self.absorb(Observation(site, page))
        self.refused += other.refused

    def entropies_for(self, site: str) -> SiteEntropies | None:
        """The entropies of a site. A page without any address, and so without a site, is
        taken to be of the one site that is known, if it is one."""
        if not site and len(self._sites) == 1:
            (site,) = self._sites
        if site not in self._entropies and site in self._sites:
            self._entropies[site] = SiteEntropies(self._sites[site])
        return self._entropies.get(site)

    def remarks(self) -> list[str]:
        """What a person should know about the pages learned from."""
        said = []
        alone = [site for site in self.sites if len(self._sites[site]) < MIN_PAGES]
        if alone:
            said.append(
                f"{listed(alone)}: there is one training page, so every entropy is 0 and "
                "nothing will be removed"
            )
        if self.refused:
            said.append(
                f"{self.refused.total():,} pages of further sites came when the memory was full, "
                "and were not learned from: learn from fewer sites at a time"
            )
        return said

    def tables(self) -> dict[str, Any]:
        """What is to be saved as plain data: how many pages each site has."""
        return {"sites": [{"site": s, "pages": len(self._sites[s])} for s in self.sites]}

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What is to be saved as numbers: the columns of all pages, one after the other."""
        pages = [
            self._sites[site][digest] for site in self.sites for digest in sorted(self._sites[site])
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
        """Take over the samples of a model file; ValueError where they cannot be ones."""
        columns = {name: saved.arrays[name] for name in self.arrays()}
        for name, column in columns.items():
            if column.ndim != 1 or column.dtype.kind not in "ui":
                raise ValueError(f"{name} is no column of whole numbers")
        features, rows = (np.cumsum(columns[n].astype(np.int64))[:-1] for n in ("features", "rows"))
        if (features.tolist(), rows.tolist()) != (sorted(features), sorted(rows)):
            raise ValueError("a page has fewer than no rows")
        split = zip(
            columns["digest"].tolist(),
            np.split(columns["feature"].astype(np.uint64), features),
            np.split(columns["count"].astype(np.float64), features),
            np.split(columns["row.block"].astype(np.int64), rows),
            np.split(columns["row.feature"].astype(np.int64), rows),
            strict=True,
        )
        self._sites, self._entropies, self._rows = {}, {}, 0
        pages = (_checked(PageBlocks(*page)) for page in split)
        for row in saved.tables["sites"]:
            for _ in range(int(row["pages"])):
                page = next(pages, None)
                if page is None:
                    raise ValueError("there are fewer pages than its sites have")
                self.absorb(Observation(str(row["site"]), page))


def _checked(page: PageBlocks) -> PageBlocks:
    """The page, if its columns can be what was saved."""
    lengths = len(page.features) == len(page.counts) and len(page.block) == len(page.feature)
    ordered = bool((page.features[1:] > page.features[:-1]).all())
    placed = bool(((page.feature >= 0) & (page.feature < len(page.features))).all())
    if not (lengths and ordered and placed and bool((page.counts >= 1).all())):
        raise ValueError("the features of a page do not fit together")
    return page


def _joined(columns: list[npt.NDArray[Any]], kind: type[np.generic]) -> npt.NDArray[Any]:
    return np.concatenate([np.empty(0, kind), *(column.astype(kind) for column in columns)])


def listed(sites: list[str]) -> str:
    """The first of these sites, and how many more there are."""
    names = [site or "(no site)" for site in sites]
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
