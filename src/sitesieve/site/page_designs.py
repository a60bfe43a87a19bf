"""Which pages of a site are made alike: its templates, found by their structure."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitesieve.site.count_tables import SeenPage
from sitesieve.site.counts import SiteCounts
from sitesieve.site.page_record import SKETCH

ONE_TEMPLATE = 0.5  # similarity from which pages share a template
ONE_SITE = 0.1  # templates of one site share at least this much: header, menu, footer
_NEARLY_ALL = 0.9  # of the pages: the frame around every template
_MOST = 500  # pages compared with each other


@dataclass(frozen=True, slots=True)
class Template:
    """Pages that are made alike."""

    pages: int
    example: str  # the name of one


def templates(counts: SiteCounts) -> list[Template]:
    """The templates of a site, the one with most pages first."""
    pages = _pages(counts)
    found = []
    for group in _groups(_similar(counts, shared_by_all=False), ONE_TEMPLATE):
        alike = [pages[i] for i in group.tolist()]
        names = (page.name for page in alike if page.name)
        example = min(names, key=lambda name: (len(name), name), default="")
        found.append(Template(sum(page.times for page in alike), example))
    return sorted(found, key=lambda template: (-template.pages, template.example))


def strangers(counts: SiteCounts) -> list[int]:
    """The sizes of groups of pages that share next to no structure, largest first.

    More than one large group: these are pages of several sites.
    """
    pages = _pages(counts)
    groups = _groups(_similar(counts, shared_by_all=True), ONE_SITE)
    sizes = (sum(pages[i].times for i in group.tolist()) for group in groups)
    return sorted(sizes, reverse=True)


def _pages(counts: SiteCounts) -> list[SeenPage]:
    """The pages to compare, in a fixed order."""
    return [page for _, page in sorted(counts.seen.items())[:_MOST]]


def _similar(counts: SiteCounts, shared_by_all: bool) -> npt.NDArray[np.float64]:
    """How alike each two pages are: Jaccard similarity of what stands in what on them,
    with or without what nearly all pages, or one only, have."""
    digests = sorted(counts.seen)[:_MOST]
    rows = np.frombuffer(b"".join(map(counts.sketches.__getitem__, digests)), np.uint16)
    pages = len(digests)
    rows = rows.reshape(pages, SKETCH)
    values, place = np.unique(rows, return_inverse=True)
    has = np.zeros((pages, len(values)), np.float32)
    has[np.arange(pages)[:, None], place.reshape(rows.shape)] = 1
    has[:, values == 0] = 0
    if not shared_by_all and pages:
        shown = has.sum(axis=0)
        has = has[:, (shown > 1) & (shown < _NEARLY_ALL * pages)]
    both = has @ has.T
    size = has.sum(axis=1)
    either = size[:, None] + size[None, :] - both
    similar: npt.NDArray[np.float64] = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    return similar


def _groups(similar: npt.NDArray[np.float64], least: float) -> list[npt.NDArray[np.int64]]:
    """Pages that hang together by pairs at least so alike."""
    left = np.ones(len(similar), np.bool_)
    groups = []
    for page in range(len(similar)):
        if not left[page]:
            continue
        group = np.zeros(len(similar), np.bool_)
        new = np.zeros(len(similar), np.bool_)
        new[page] = True
        while new.any():
            group |= new
            new = (similar[new] >= least).any(axis=0) & ~group
        left &= ~group
        groups.append(np.flatnonzero(group))
    return groups
