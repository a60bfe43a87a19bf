"""Which pages of a site are made alike: its templates, found by their structure."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitesieve.site.counts import SiteCounts

ONE_TEMPLATE = 0.5  # similarity from which pages share a template
ONE_SITE = 0.1  # templates of one site share at least this much: header, menu, footer
_NEARLY_ALL = 0.9  # of the pages: the frame around every template
_MOST = 2000  # pages compared with each other


@dataclass(frozen=True, slots=True)
class Template:
    """Pages that are made alike."""

    pages: int
    example: str  # the name of one


def templates(counts: SiteCounts) -> list[Template]:
    """The templates of a site, the one with most pages first."""
    (digest, *_), (times,) = counts.sketches.table()
    found = []
    for group in _groups(_similar(counts, shared_by_all=False), ONE_TEMPLATE):
        names = [counts.names.get(int(digest[page]), "") for page in group.tolist()]
        example = min((name for name in names if name), key=lambda n: (len(n), n), default="")
        found.append(Template(int(times[group].sum()), example))
    return sorted(found, key=lambda template: (-template.pages, template.example))


def strangers(counts: SiteCounts) -> list[int]:
    """The sizes of groups of pages that share next to no structure, largest first.

    More than one large group: these are pages of several sites.
    """
    (_, *_), (times,) = counts.sketches.table()
    groups = _groups(_similar(counts, shared_by_all=True), ONE_SITE)
    return sorted((int(times[group].sum()) for group in groups), reverse=True)


def _similar(counts: SiteCounts, shared_by_all: bool) -> npt.NDArray[np.float64]:
    """How alike each two pages are: Jaccard similarity of what stands in what on them,
    with or without what nearly all pages have."""
    (_, *sketch), _ = counts.sketches.table()
    columns = np.stack(sketch)[:, :_MOST]
    values, place = np.unique(columns, return_inverse=True)
    has = np.zeros((columns.shape[1], len(values)), np.float32)
    has[np.arange(columns.shape[1])[None, :], place.reshape(columns.shape)] = 1
    has[:, values == 0] = 0
    if not shared_by_all:
        has = has[:, has.mean(axis=0) < _NEARLY_ALL]
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
