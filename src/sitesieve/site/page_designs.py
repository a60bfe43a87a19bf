"""Which pages of a site are made alike, found by their structure: its templates, and its designs.

Templates of one site share its frame: header, menu, footer. Pages of different designs, of a shop
and a blog under one name or from before and after a redesign, share next to nothing. A design is
what hangs together by pairs of pages that are a little alike (`ONE_SITE`): so it follows from the
set of pages alone, in whatever order they come, and more pages can only join designs, never part
them. What was learned of designs elsewhere can be added up.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitesieve.site.count_tables import SeenPage
from sitesieve.site.counts import SiteCounts
from sitesieve.site.page_record import SKETCH

ONE_TEMPLATE = 0.5  # similarity from which pages share a template
ONE_SITE = 0.1  # templates of one site share at least this much: header, menu, footer
_NEARLY_ALL = 0.9  # of the pages: the frame around every template
_MOST = 500  # pages compared with each other to find templates
_NUMBERS = 1 << 16  # that a sketch is made of

Sketches = npt.NDArray[np.uint16]  # a row a page, see `structure_sketches`


@dataclass(frozen=True, slots=True)
class Template:
    """Pages that are made alike."""

    pages: int
    example: str  # the name of one


def templates(counts: SiteCounts) -> list[Template]:
    """The templates of a site, the one with most pages first."""
    pages = _pages(counts)
    found = []
    for group in _groups(_similar(counts), ONE_TEMPLATE):
        alike = [pages[i] for i in group.tolist()]
        found.append(Template(sum(page.times for page in alike), example_of(alike)))
    return sorted(found, key=lambda template: (-template.pages, template.example))


def example_of(pages: Iterable[SeenPage]) -> str:
    """The name that stands for some pages: the shortest."""
    names = (page.name for page in pages if page.name)
    return min(names, key=lambda name: (len(name), name), default="")


def strangers(counts: SiteCounts) -> list[int]:
    """The sizes of groups of pages that share next to no structure, largest first.

    More than one large group: these are pages of several designs.
    """
    digests = sorted(counts.seen)
    label = designs_of(sketch_rows(counts, digests))
    times = [counts.seen[digest].times for digest in digests]
    sizes = np.bincount(label, times, int(label.max(initial=-1)) + 1)
    return sorted(sizes.astype(np.int64).tolist(), reverse=True)


def designs_of(sketches: Sketches) -> npt.NDArray[np.int64]:
    """For each of some pages the number of its design; the first page has the first design."""
    label = np.zeros(len(sketches), np.int64)
    left = np.arange(len(sketches))
    number = 0
    while len(left):
        reached = [int(left[0])]
        label[reached], left = number, left[1:]
        # Pages already reached need not be compared with each other: of a site with one design
        # the first few reach all.
        while reached and len(left):
            near = likeness(sketches[reached.pop()], sketches[left]) >= ONE_SITE
            label[left[near]] = number
            reached += left[near].tolist()
            left = left[~near]
        number += 1
    return label


def likeness(sketch: npt.NDArray[np.uint16], others: Sketches) -> npt.NDArray[np.float64]:
    """How alike a page is to others: Jaccard similarity of what stands in what on them.

    >>> likeness(np.uint16([3, 5, 7, 0]), np.uint16([[5, 7, 9, 0], [1, 0, 0, 0]]))
    array([0.5, 0. ])
    """
    has = np.zeros(_NUMBERS, np.bool_)
    has[sketch] = True
    has[0] = False
    both = has[others].sum(axis=1)
    either = has.sum() + np.count_nonzero(others, axis=1) - both
    return np.where(either > 0, both / np.maximum(either, 1), 1.0)


def sketch_rows(counts: SiteCounts, digests: list[int]) -> Sketches:
    """The sketches of pages, a row each, with each number once in it."""
    content = b"".join(map(counts.sketches.__getitem__, digests))
    return distinct(np.frombuffer(content, np.uint16).reshape(-1, SKETCH))


def distinct(sketches: Sketches) -> Sketches:
    """Sketches with each number once in them; 0 for the rest."""
    rows = np.sort(sketches, axis=1)
    rows[:, 1:][rows[:, 1:] == rows[:, :-1]] = 0
    return rows


def _pages(counts: SiteCounts) -> list[SeenPage]:
    """The pages to compare, in a fixed order."""
    return [page for _, page in sorted(counts.seen.items())[:_MOST]]


def _similar(counts: SiteCounts) -> npt.NDArray[np.float64]:
    """How alike each two pages are: Jaccard similarity of what stands in what on them, without
    what nearly all pages, or one only, have."""
    rows = sketch_rows(counts, sorted(counts.seen)[:_MOST])
    pages = len(rows)
    values, place = np.unique(rows, return_inverse=True)
    has = np.zeros((pages, len(values)), np.float32)
    has[np.arange(pages)[:, None], place.reshape(rows.shape)] = 1
    has[:, values == 0] = 0
    if pages:
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
