"""The pagelets of many sites."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from sitesieve.site.keyed_table import Keys
from sitesieve.site.minhash import Signatures
from sitesieve.site.model_file import SavedModel
from sitesieve.site.pagelet_templates import SIZE, LearnedPage, Templates, templates
from sitesieve.site.store import SAMPLE, PageObservation, SiteStore, dealt, packed, pieces


class SitePagelets:
    """The pages of one site as their pagelets."""

    in_order: ClassVar[bool] = False

    def __init__(self, least: float, min_pages: int, linked: bool) -> None:
        self.pages: list[LearnedPage] = []
        self._settings = (least, min_pages, linked)

    @property
    def held(self) -> int:
        """Pagelets in memory."""
        return sum(len(page.pagelets) for page in self.pages)

    def merge(self, other: "SitePagelets", shared: int = 0) -> None:
        """Take over the pages of another."""
        here = {page.digest for page in self.pages} if shared else ()
        self.pages += [page for page in other.pages if page.digest not in here]
        self.__dict__.pop("templates", None)

    @cached_property
    def templates(self) -> Templates:
        """The templates of the pages so far."""
        return templates(self.pages, *self._settings)

    def linked_with(self, address: int, links: Keys) -> npt.NDArray[np.bool_]:
        """For each template, whether a page is one of those that have it, or is linked with
        one, either way. A page of unknown address is not."""
        if not address:
            return np.zeros(len(self.templates.owners), np.bool_)
        near = np.array(
            [
                page.address != 0
                and (
                    page.address == address
                    or bool(np.isin(np.uint64(page.address), links))
                    or bool(np.isin(np.uint64(address), page.links))
                )
                for page in self.pages
            ],
            np.bool_,
        )
        return np.array([bool(near[having].any()) for having in self.templates.owners], np.bool_)

    def prune(self) -> None:
        """Forget the pagelets that are in no template: few pages are to come that share them."""
        least, _, _ = self._settings
        found = self.templates
        for i, page in enumerate(self.pages):
            group, _ = found.match(page.pagelets, least)
            self.pages[i] = page._replace(pagelets=page.pagelets[group >= 0])
        self.__dict__.pop("templates", None)


class PageletModels(SiteStore[SitePagelets]):
    """The pagelets of each site; two are one from the resemblance `least` on."""

    def __init__(self, least: float, min_pages: int, linked: bool, sample: int = SAMPLE) -> None:
        super().__init__(sample)
        self._settings = (least, min_pages, linked)

    def new_part(self) -> SitePagelets:
        return SitePagelets(*self._settings)

    def observed(self, site: str, page: LearnedPage) -> PageObservation:
        """What a page adds to its site."""
        part = self.new_part()
        part.pages.append(page)
        return packed(site, page.digest, part)

    def tables(self) -> dict[str, Any]:
        return {"sites": [{"site": site, "pages": len(self[site].pages)} for site in sorted(self)]}

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        pages = [
            page
            for site in sorted(self)
            for page in sorted(self[site].pages, key=lambda page: page.digest)
        ]
        nothing = (np.empty((0, SIZE), np.uint16), np.empty(0, np.uint64))
        return {
            "digest": np.array([page.digest for page in pages], np.uint64),
            "address": np.array([page.address for page in pages], np.uint64),
            "link_count": np.array([len(page.links) for page in pages], np.int64),
            "links": np.concatenate([nothing[1], *(page.links for page in pages)]),
            "pagelet_count": np.array([len(page.pagelets) for page in pages], np.int64),
            "pagelets": np.concatenate([nothing[0], *(page.pagelets for page in pages)]),
        }

    def restore(self, saved: SavedModel) -> None:
        for site, page in dealt(saved.tables["sites"], _pages(saved.arrays)):
            self.absorb(self.observed(site, page))


def _pages(columns: dict[str, npt.NDArray[Any]]) -> Iterator[LearnedPage]:
    signs: Signatures = columns["pagelets"].astype(np.uint16)
    if signs.shape[1:] != (SIZE,):
        raise ValueError("signatures of another size")
    rows = zip(
        columns["digest"].tolist(),
        columns["address"].tolist(),
        pieces(columns["links"].astype(np.uint64), columns["link_count"]),
        pieces(signs, columns["pagelet_count"]),
        strict=True,
    )
    return map(LearnedPage._make, rows)
