"""DesignModels: what the pages of each design of a site add up to, beside what all of them do.

The thesis takes all pages of a site for one page cluster, made with one template or a few that
share a frame (§3.2, §4.2). Where a site has several designs (`page_designs`), pages of one of them
say nothing of what is shared on pages of another, and hide it: a menu on every page of the blog
stands on half of the pages. So each design with enough pages has a model of its own.

Pages are told apart when somebody asks for it. Designs follow from the set of pages alone; with
more pages, or with what was learned elsewhere, designs can only become one, so their sums can be
added up. Pages that are no longer kept one by one stay with those they were added up with.
"""

from collections.abc import Callable, Iterable
from copy import copy
from typing import Generic, Protocol, Self, TypeVar

import numpy as np

from sitesieve.page.tree import PageTree
from sitesieve.site.counts import SiteCounts
from sitesieve.site.link_graph import components
from sitesieve.site.page_designs import (
    ONE_SITE,
    Sketches,
    designs_of,
    distinct,
    likeness,
    sketch_rows,
)
from sitesieve.site.page_record import PageRecord, structure_sketch

ENOUGH = 5  # pages of a design from which it has a model of its own


class Model(Protocol):
    """What some pages add up to."""

    counts: SiteCounts

    @property
    def pages(self) -> int:
        """How many they are."""

    @property
    def held(self) -> int:
        """Rows in memory."""

    def add_pages(self, records: Iterable[PageRecord]) -> None:
        """Add pages."""

    def merge(self, other: Self, shared: int = 0) -> None:
        """Add what other pages add up to; so many of them are here too."""

    def prune(self) -> None:
        """Forget what matters least."""


M = TypeVar("M", bound=Model)


def nearest_design(tree: PageTree, designs: list[Sketches]) -> int | None:
    """The number of the design that a page is most like, given the sketches of the pages of each;
    None where it is like none of them."""
    if not designs:
        return None
    (sketch,) = distinct(structure_sketch(tree)[None])
    alike = [likeness(sketch, pages).max() for pages in designs]
    nearest = int(np.argmax(alike))
    return nearest if alike[nearest] >= ONE_SITE else None


class DesignModels(Generic[M]):
    """The designs of one site; `new` makes a model of no pages. Models of designs are replaced, not
    changed, so that several sites can hold one."""

    def __init__(self, new: Callable[[], M]) -> None:
        self._new = new
        self._waiting: list[PageRecord] = []  # pages whose designs have not been looked for
        self._undivided = False  # whether the pages so far are only in the sums of the site
        self._joined = True  # whether groups that share a design are one
        self._keep([])

    def _keep(self, groups: Iterable[M]) -> None:
        self._groups = list(groups)  # also of designs with few pages
        self._sketches: list[Sketches] = []  # of the pages of each; made when asked for

    def restore(self, designs: Iterable[M], pages: int) -> None:
        """Take over the models of designs of a site with so many pages."""
        self._keep(designs)
        self._undivided = pages > 0 and not self._groups

    def add(self, records: Iterable[PageRecord], whole: SiteCounts) -> None:
        """Take further pages, given the sums of the site without them."""
        self._divide(whole)
        self._waiting = [*self._waiting, *(record for record in records if record.nodes)]

    def merge(self, other: "DesignModels[M]", whole: SiteCounts, others: SiteCounts) -> None:
        """Take over what was learned elsewhere, given the sums of each site before."""
        self._divide(whole)
        undivided = [self._model_of(others)] if other._undivided else []
        self._keep([*self._groups, *other._groups, *undivided])
        self._waiting = [*self._waiting, *other._waiting]
        self._joined = False

    def _divide(self, whole: SiteCounts) -> None:
        """Make a group of the pages so far, before the sums of the site become those of more."""
        if self._undivided:
            self._keep([self._model_of(whole)])
            self._undivided = False

    def _model_of(self, counts: SiteCounts) -> M:
        model = self._new()
        model.counts.merge(counts)
        return model

    def models(self, whole: SiteCounts) -> list[M]:
        """The models of designs with enough pages, the largest first, given the sums of the site;
        none where not two of them have."""
        self._find(whole)
        enough = [group for group in self._groups if group.pages >= ENOUGH]
        return enough if len(enough) > 1 else []

    def sketches(self, whole: SiteCounts) -> list[Sketches]:
        """The sketches of the pages of each of these."""
        models = self.models(whole)
        if not self._sketches:
            self._sketches = [sketch_rows(whole, sorted(model.counts.seen)) for model in models]
        return self._sketches

    def _find(self, whole: SiteCounts) -> None:
        """Give each page that waits to its design, and make designs one that have become one."""
        if self._joined and not self._waiting:
            return
        units = [sorted(group.counts.seen) for group in self._groups]
        units += [[record.digest] for record in self._waiting]
        digests = [digest for unit in units for digest in unit]
        design = designs_of(sketch_rows(whole, digests))
        unit = np.repeat(np.arange(len(units)), [len(members) for members in units])
        # Pages that were added up together stay together.
        same = components(len(units) + len(digests), unit, len(units) + design)[: len(units)]
        found = [
            self._together(np.flatnonzero(same == first).tolist()) for first in np.unique(same)
        ]
        self._keep(sorted(found, key=lambda group: (-group.pages, min(group.counts.seen))))
        self._waiting, self._joined = [], True

    def _together(self, units: list[int]) -> M:
        """One model of these groups and pages that wait."""
        groups = [self._groups[unit] for unit in units if unit < len(self._groups)]
        if len(groups) == len(units) == 1:
            return groups[0]
        model = self._new()
        for group in groups:
            model.merge(group, len(model.counts.seen.keys() & group.counts.seen.keys()))
        model.add_pages(self._waiting[unit - len(self._groups)] for unit in units[len(groups) :])
        return model

    def settle(self, whole: SiteCounts) -> None:
        """Keep pages no longer one by one: only what those of each design add up to, if there are
        several. Those of designs with few pages are no longer told from the others."""
        self._keep(self.models(whole))
        for group in self._groups:
            group.counts.count_all()
        self._undivided = not self._groups and whole.pages > 0

    def prune(self, whole: SiteCounts) -> None:
        """Forget of each design what matters least."""
        self.settle(whole)
        self._keep(map(copy, self._groups))
        for group in self._groups:
            group.prune()

    @property
    def held(self) -> int:
        """Rows in memory; of a site of one design they are those of the site."""
        return sum(group.held for group in self._groups) if len(self._groups) > 1 else 0

    @property
    def counted(self) -> int:
        """The same, but for the pages that wait to be counted."""
        several = len(self._groups) > 1
        return sum(group.counts.counted for group in self._groups) if several else 0
