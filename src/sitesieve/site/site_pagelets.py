"""The pagelets of sites: what is kept while learning, within bounds, and in model files."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.site.keyed_table import Keys
from sitesieve.site.minhash import Signatures
from sitesieve.site.model_file import SavedModel
from sitesieve.site.pagelet_templates import SIZE, LearnedPage, Templates, templates

SAMPLE = 500  # pages that are enough for a site (thesis §4.2.5)
MOST_PAGELETS = 2_000_000  # in memory, over all sites: some 150 MB


class SitePagelets:
    """The pages of one site as their pagelets."""

    def __init__(self, least: float, min_pages: int, linked: bool) -> None:
        self.pages: list[LearnedPage] = []
        self.held = 0  # pagelets in memory
        self._settings = (least, min_pages, linked)
        self._seen: set[int] = set()

    def add(self, page: LearnedPage) -> bool:
        """Take a page; a copy of one that is known teaches nothing."""
        if page.digest in self._seen:
            return False
        self._seen.add(page.digest)
        self.pages.append(page)
        self.held += len(page.pagelets)
        self.__dict__.pop("templates", None)
        return True

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

    def forget_unshared(self) -> None:
        """Forget the pagelets that are in no template: no page is to come that shares them."""
        least, _, _ = self._settings
        found = self.templates
        for i, page in enumerate(self.pages):
            group, _ = found.match(page.pagelets, least)
            self.pages[i] = page._replace(pagelets=page.pagelets[group >= 0])
        self.held = sum(len(page.pagelets) for page in self.pages)


class ManySites:
    """The pagelets of many sites, within bounded memory."""

    def __init__(
        self, new_site: Callable[[], SitePagelets], sample: int, most: int = MOST_PAGELETS
    ) -> None:
        self.sites: dict[str, SitePagelets] = {}
        self.sample = sample
        self.most = most
        self.copies = 0  # pages that were seen before
        self.refused = 0  # pages that came when the memory was full
        self._new_site = new_site
        self._held = 0

    def add(self, site: str, page: LearnedPage) -> None:
        """Take a page, if its site is not known well enough and there is room for it."""
        model = self.sites.get(site)
        if model is not None and len(model.pages) >= self.sample:
            return
        if self._held + len(page.pagelets) > self.most:
            self.refused += 1
            return
        if model is None:
            model = self.sites[site] = self._new_site()
        before = model.held
        self.copies += not model.add(page)
        if len(model.pages) >= self.sample:
            model.forget_unshared()
        self._held += model.held - before

    def model_for(self, site: str) -> SitePagelets | None:
        """The pagelets of a site. A page without any address, and so without a site, is taken
        to be of the one site that is known, if it is one."""
        if not site and len(self.sites) == 1:
            return next(iter(self.sites.values()))
        return self.sites.get(site)

    def remarks(self) -> list[str]:
        """What a person should know about the pages learned from."""
        said = []
        if self.copies:
            said.append(f"{self.copies:,} pages were copies of others, and count once")
        if self.refused:
            said.append(f"{self.refused:,} pages came when the memory was full")
        return said

    def tables(self) -> dict[str, Any]:
        """What is to be saved as plain data."""
        table = [{"site": s, "pages": len(m.pages)} for s, m in sorted(self.sites.items())]
        return {"sites": table}

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What is to be saved as numbers: the pages of all sites, one after the other."""
        pages = [page for _, model in sorted(self.sites.items()) for page in model.pages]
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
        """Take over the pages of a model file."""
        columns = saved.arrays
        pages = _pages(columns)
        if sum(int(row["pages"]) for row in saved.tables["sites"]) != len(pages):
            raise ValueError("tables and arrays do not agree")
        self.sites, self._held, at = {}, 0, 0
        for row in saved.tables["sites"]:
            model = self.sites[str(row["site"])] = self._new_site()
            for page in pages[at : at + int(row["pages"])]:
                model.add(page)
            at += int(row["pages"])
            self._held += model.held


def _pages(columns: dict[str, npt.NDArray[Any]]) -> list[LearnedPage]:
    signs: Signatures = columns["pagelets"].astype(np.uint16)
    links: Keys = columns["links"].astype(np.uint64)
    link_end, sign_end = (columns[f"{n}_count"].cumsum() for n in ("link", "pagelet"))
    ends = (int(e[-1]) if len(e) else 0 for e in (link_end, sign_end))
    if signs.shape[1:] != (SIZE,) or tuple(ends) != (len(links), len(signs)):
        raise ValueError("columns of different lengths")
    return (
        [
            LearnedPage(int(digest), int(address), some_links, some_signs)
            for digest, address, some_links, some_signs in zip(
                columns["digest"],
                columns["address"],
                np.split(links, link_end[:-1]),
                np.split(signs, sign_end[:-1]),
                strict=True,
            )
        ]
        if len(link_end)
        else []
    )
