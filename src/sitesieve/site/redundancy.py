"""What the pages of a URL path repeat: words and phrases (Kang-Kim §III.C).

Pages are grouped by URL path, the directory part of the URL. Unless only the own path is to
count, each page also counts in the groups of the directories above it, so that a page alone in
its directory, and a page from a directory never seen, still has a group to turn to: the nearest
one above with at least two pages.

A group is a table of sums, so it does not depend on the order of pages. With `stable_after` it
is learned as in the paper instead, page after page "until the system obtains a stable" filter:
once so many pages in a row have not changed the filter, no more are taken. Then the order of
pages matters, and it is that of their digests.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import numpy.typing as npt

from sitesieve.errors import ModelError
from sitesieve.page.digests import digest_of
from sitesieve.page.urls import parent_path
from sitesieve.site.model_file import SavedModel
from sitesieve.site.store import PageObservation, SiteStore, packed

SAMPLE = 2_000  # pages of a site, which its paths share
MIN_PAGES = 2  # two pages make a filter (Kang-Kim §III.C.2)
MOST_ENTRIES = 1_000_000  # words or phrases in memory, over all sites
TOLERANCE = 0.05  # of the pages of a path may lack a redundant word
_CERTAIN = 3  # pages that have a redundant word in any case, where there are so many


@dataclass(slots=True)
class PathGroup:
    """The pages of one path, as far as they have been seen."""

    pages: int = 0
    unchanged: int = 0  # pages in a row that have not changed the filter
    counts: dict[str, int] = field(default_factory=dict)  # how many pages have each entry
    times: dict[str, int] = field(default_factory=dict)  # how often, on that with the fewest
    filter: dict[str, int] | None = None  # what follows from them, once it was asked for


class PathGroups(ABC):
    """The groups of one site, by path; what the entries of a group are is up to the subclass."""

    def __init__(self, stable_after: int = 0) -> None:
        if stable_after < 0:
            raise ValueError(f"stable_after must be 0 pages or more, not {stable_after}")
        self.stable_after = stable_after  # 0: all pages are learned from
        self.groups: dict[str, PathGroup] = {}

    @property
    def in_order(self) -> bool:
        """Whether it matters in which order pages are added up."""
        return self.stable_after > 0

    @classmethod
    def of_page(cls, path: str, counts: Mapping[str, int], above: bool = True) -> Self:
        """The groups of one page, its own and those above."""
        part, group = cls(), cls.group_of(1, counts)
        part.groups = dict.fromkeys(_upwards(path) if above else [path], group)
        return part

    @property
    def held(self) -> int:
        """Words or phrases in memory, words twice: with their pages and their times."""
        return sum(len(group.counts) + len(group.times) for group in self.groups.values())

    def merge(self, other: "PathGroups", shared: int = 0) -> None:
        """Add the pages of other groups. Those that are shared are taken to be of every path, and
        to have every phrase that both know: nothing looks repeated that is not."""
        for path, theirs in other.groups.items():
            mine = self.groups.get(path)
            if mine is None:
                own = dict(theirs.counts), dict(theirs.times)
                self.groups[path] = PathGroup(theirs.pages, theirs.unchanged, *own)
            elif not self.stable_after:
                self._join(mine, theirs, shared)
            elif mine.unchanged < self.stable_after:
                pages, changed = mine.pages, self._changes(mine, theirs)
                self._join(mine, theirs, shared)
                mine.unchanged = 0 if changed else mine.unchanged + mine.pages - pages

    def _join(self, mine: PathGroup, theirs: PathGroup, shared: int) -> None:
        """Add the pages of another group of the path to a group; some it may have already."""
        for entry, pages in theirs.counts.items():
            mine.counts[entry] = _together(mine.counts.get(entry, 0), pages, shared)
        mine.pages = _together(mine.pages, theirs.pages, shared)
        mine.filter = None

    def prune(self) -> None:
        """Forget what no filter needs, and groups of a single page: those above know as much."""
        self.groups = {
            path: group
            for path, group in self.groups.items()
            if group.pages >= MIN_PAGES or parent_path(path) is None
        }
        for group in self.groups.values():
            if group.pages >= MIN_PAGES:
                self._prune_group(group)

    def speaking_for(self, path: str, above: bool = True) -> list[tuple[str, PathGroup]]:
        """The groups that know something of a path: its own, then those above, nearest first."""
        paths = _upwards(path) if above else [path]
        groups = ((one, self.groups.get(one)) for one in paths)
        return [(one, group) for one, group in groups if group and group.pages >= MIN_PAGES]

    def filter_of(self, group: PathGroup) -> dict[str, int]:
        """What the group's pages have in common; empty for a single page."""
        if group.filter is None:
            group.filter = self._filter(group) if group.pages >= MIN_PAGES else {}
        return group.filter

    @staticmethod
    @abstractmethod
    def group_of(pages: int, filter: Mapping[str, int]) -> PathGroup:
        """The group of so many pages that all have what is in this filter, and nothing else."""

    @abstractmethod
    def _filter(self, group: PathGroup) -> dict[str, int]:
        """What the group's pages have in common."""

    @abstractmethod
    def _changes(self, mine: PathGroup, theirs: PathGroup) -> bool:
        """Whether the pages of another group would change the filter of a group."""

    @abstractmethod
    def _prune_group(self, group: PathGroup) -> None:
        """Forget what matters least to the filter of a group."""


def _together(pages: int, others: int, shared: int) -> int:
    """How many pages these are, when as many as possible of the shared ones are among both."""
    return pages + others - min(shared, pages, others)


class WordGroups(PathGroups):
    """Redundant words: the multiset intersection of the pages' words (fig. 3).

    A share of the pages of a path, `tolerance`, rounded up, may lack a redundant word, though
    three pages have it in any case where there are three: without, one odd page, an error message
    perhaps, empties the filter of its path. A word counts as often as it stands on that page with
    the fewest of it, among those that have it. (Were it as often as on nearly all pages, more of
    the words of every text would go: on news sites F .850 instead of .874.)
    """

    def __init__(self, tolerance: float = TOLERANCE, stable_after: int = 0) -> None:
        super().__init__(stable_after)
        if not 0 <= tolerance < 1:
            raise ValueError(f"the tolerance must be at least 0 and below 1, not {tolerance}")
        if tolerance and stable_after:
            raise ValueError(
                "stable_after goes with tolerance=0: a filter with a tolerance takes all pages, "
                "so set stable_after=0 too"
            )
        self.tolerance = tolerance

    def least(self, pages: int) -> int:
        """How many of so many pages must have a word."""
        odd = math.ceil(round(self.tolerance * pages, 9))  # 0.1 · 30 is a little more than 3
        return max(min(pages, _CERTAIN), pages - odd)

    @staticmethod
    def group_of(pages: int, filter: Mapping[str, int]) -> PathGroup:
        return PathGroup(pages, 0, dict.fromkeys(filter, pages), dict(filter))

    def _filter(self, group: PathGroup) -> dict[str, int]:
        least = self.least(group.pages)
        return {word: group.times[word] for word, n in group.counts.items() if n >= least}

    def _changes(self, mine: PathGroup, theirs: PathGroup) -> bool:
        """Asked without tolerance only, when pages can but take away."""
        return mine.pages < MIN_PAGES or any(
            theirs.counts.get(word, 0) < theirs.pages or theirs.times[word] < times
            for word, times in self.filter_of(mine).items()
        )

    def _join(self, mine: PathGroup, theirs: PathGroup, shared: int) -> None:
        super()._join(mine, theirs, shared)
        for word, times in theirs.times.items():
            mine.times[word] = min(times, mine.times.get(word, times))
        if not self.tolerance:  # a word that was missing once is of no more use
            self._keep(mine, self.filter_of(mine))

    def _prune_group(self, group: PathGroup) -> None:
        """Forget words that less than half of the pages have."""
        self._keep(group, {word for word, n in group.counts.items() if 2 * n >= group.pages})

    @staticmethod
    def _keep(group: PathGroup, words: Collection[str]) -> None:
        group.counts = {word: n for word, n in group.counts.items() if word in words}
        group.times = {word: n for word, n in group.times.items() if word in words}


class PhraseGroups(PathGroups):
    """Redundant phrases: those that stand on more than one page (fig. 4).

    The figure takes pages two by two and collects what each pair has in
    common, so a phrase is redundant as soon as two pages of the path have it.
    """

    @staticmethod
    def group_of(pages: int, filter: Mapping[str, int]) -> PathGroup:
        return PathGroup(pages, 0, dict(filter))

    def _filter(self, group: PathGroup) -> dict[str, int]:
        return {phrase: n for phrase, n in group.counts.items() if n >= MIN_PAGES}

    def _changes(self, mine: PathGroup, theirs: PathGroup) -> bool:
        return mine.pages < MIN_PAGES or any(
            mine.counts.get(phrase, 0) < MIN_PAGES <= mine.counts.get(phrase, 0) + n
            for phrase, n in theirs.counts.items()
        )

    def _prune_group(self, group: PathGroup) -> None:
        """Forget phrases of one page: most are content."""
        group.counts = self._filter(group)


class RedundancyModels(SiteStore[PathGroups]):
    """The groups of many sites."""

    def __init__(self, new_groups: Callable[[], PathGroups], most_rows: int = MOST_ENTRIES) -> None:
        super().__init__(SAMPLE, most_rows)
        self._new_groups = new_groups
        self._complete = False  # whether these are saved filters, which cannot grow

    def new_part(self) -> PathGroups:
        return self._new_groups()

    def observed(
        self,
        site: str,
        path: str,
        counts: Mapping[str, int],
        above: bool = True,
        name: str = "",
    ) -> PageObservation:
        """What a page adds to its path and those `above`: how often each word or phrase stands
        there. Pages with the same counts are copies, and count at the smallest of their paths,
        unless each is known by a `name` of its own."""
        said = "\n".join(f"{one}\t{n}" for one, n in sorted(counts.items()))
        digest = digest_of(f"{name}\n{said}" if name else said)
        return packed(site, digest, self.new_part().of_page(path, counts, above), name=path)

    def absorb(self, page: PageObservation) -> bool:
        self._check_growing()
        return super().absorb(page)

    def merge(self, other: SiteStore[PathGroups]) -> None:
        assert isinstance(other, RedundancyModels)
        self._check_growing()
        other._check_growing()
        super().merge(other)

    def _check_growing(self) -> None:
        if self._complete:
            raise ModelError(
                "a saved redundancy filter cannot learn more: learn again from all pages"
            )

    def speaking_for(self, site: str, path: str, above: bool = True) -> list[tuple[str, PathGroup]]:
        """The groups of a site that know something of a path, nearest first."""
        return self[site].speaking_for(path, above) if site in self else []

    def tables(self) -> dict[str, Any]:
        """The filters: only what more than one page has."""
        rows = [
            {"site": site, "path": path, "pages": group.pages, "filter": groups.filter_of(group)}
            for site, groups in sorted(self.items(), key=lambda item: item[0])
            for path, group in sorted(groups.groups.items())
            if group.pages >= MIN_PAGES
        ]
        return {"paths": rows}

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        return {}

    def restore(self, saved: SavedModel) -> None:
        self._complete = True
        kind = self.new_part()
        self._restore(
            saved.tables["paths"],
            lambda row: kind.group_of(int(row["pages"]), _numbers(row["filter"])),
        )

    def to_whole_rows(self) -> list[dict[str, Any]]:
        """All that is known, as rows to save: what is restored from them can go on learning."""
        rows = []
        for site in sorted(self):
            digests = self.pages_of(site)  # of the whole site, with its first path
            for path, group in sorted(self[site].groups.items()):
                row = {"site": site, "path": path, "pages": group.pages}
                row |= {"unchanged": group.unchanged, "counts": group.counts}
                row |= {"times": group.times} if group.times else {}
                rows.append(row | {"digests": sorted(digests)})
                digests = set()
        return rows

    def restore_whole(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Take over what was known."""
        self._restore(
            rows,
            lambda row: PathGroup(
                *(int(row["pages"]), int(row.get("unchanged", 0))),
                *(_numbers(row["counts"]), _numbers(row.get("times", {}))),
            ),
        )

    def _restore(
        self,
        rows: Iterable[Mapping[str, Any]],
        group_of_row: Callable[[Mapping[str, Any]], PathGroup],
    ) -> None:
        sites: dict[str, tuple[PathGroups, dict[int, str]]] = {}
        for row in rows:
            if not isinstance(row["site"], str):
                raise TypeError(f"a site is a text, not {row['site']!r}")
            part, pages = sites.setdefault(row["site"], (self.new_part(), {}))
            part.groups[str(row["path"])] = group_of_row(row)
            pages |= dict.fromkeys(map(int, row.get("digests", ())), "")
        for site, (part, pages) in sites.items():
            self.put(site, part, pages)


def _numbers(entries: Mapping[str, Any]) -> dict[str, int]:
    return {str(name): int(n) for name, n in entries.items()}


def _upwards(path: str) -> Iterator[str]:
    current: str | None = path
    while current is not None:
        yield current
        current = parent_path(current)
