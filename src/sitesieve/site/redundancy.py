"""What the pages of a URL path repeat: words and phrases (Kang-Kim §III.C).

Pages are grouped by URL path, the directory part of the URL. Each page also
counts in the groups of the directories above it, so that a page alone in its
directory, and a page from a directory never seen, still has a group to turn
to: the nearest one above with at least two pages.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy.typing as npt

from sitesieve.errors import ModelError
from sitesieve.page.digests import digest_of
from sitesieve.page.urls import parent_path
from sitesieve.site.model_file import SavedModel
from sitesieve.site.store import PageObservation, SiteStore, packed

SAMPLE = 2_000  # pages of a site, which its paths share
PATIENCE = 50  # pages in a row that must change nothing before a word filter is called stable
MIN_PAGES = 2  # two pages make a filter (Kang-Kim §III.C.2)
MOST_ENTRIES = 1_000_000  # words or phrases in memory, over all sites


@dataclass(slots=True)
class PathGroup:
    """The pages of one path, as far as they have been seen."""

    pages: int = 0
    unchanged: int = 0  # pages in a row that brought nothing new
    counts: dict[str, int] = field(default_factory=dict)


class PathGroups(ABC):
    """The groups of one site, by path; what a group keeps is up to the subclass."""

    in_order: ClassVar[bool] = False

    def __init__(self) -> None:
        self.groups: dict[str, PathGroup] = {}

    @classmethod
    def of_page(cls, path: str, counts: Mapping[str, int]) -> Self:
        """The groups of one page, its own and those above."""
        part, shared = cls(), dict(counts)
        part.groups = {above: PathGroup(1, 0, shared) for above in _upwards(path)}
        return part

    @property
    def held(self) -> int:
        """Words or phrases in memory."""
        return sum(len(group.counts) for group in self.groups.values())

    def merge(self, other: "PathGroups", shared: int = 0) -> None:
        """Add the pages of other groups. Those that are shared are taken to be of every path, and
        to have every phrase that both know: nothing looks repeated that is not."""
        for path, theirs in other.groups.items():
            mine = self.groups.get(path)
            if mine is None:
                self.groups[path] = PathGroup(theirs.pages, theirs.unchanged, dict(theirs.counts))
            else:
                self._join(mine, theirs, shared)

    def prune(self) -> None:
        """Forget groups of a single page: the groups above them know as much."""
        self.groups = {
            path: group
            for path, group in self.groups.items()
            if group.pages >= MIN_PAGES or parent_path(path) is None
        }

    def speaking_for(self, path: str) -> list[tuple[str, PathGroup]]:
        """The groups that know something of a path: its own, then those above, nearest first."""
        groups = ((above, self.groups.get(above)) for above in _upwards(path))
        return [(above, group) for above, group in groups if group and group.pages >= MIN_PAGES]

    @abstractmethod
    def filter_of(self, group: PathGroup) -> dict[str, int]:
        """What the group's pages have in common."""

    @abstractmethod
    def _join(self, mine: PathGroup, theirs: PathGroup, shared: int) -> None:
        """Add the pages of another group of the path to a group; some it may have already."""


def _together(pages: int, others: int, shared: int) -> int:
    """How many pages these are, when as many as possible of the shared ones are among both."""
    return pages + others - min(shared, pages, others)


class WordGroups(PathGroups):
    """Redundant words: the multiset intersection of the pages' words (fig. 3).

    A filter that many pages in a row have not changed is stable, and takes no more pages: one
    odd page among hundreds, an error message perhaps, would empty it. So the order of pages
    matters, and it is that of their digests.
    """

    in_order = True

    def filter_of(self, group: PathGroup) -> dict[str, int]:
        return group.counts

    def _join(self, mine: PathGroup, theirs: PathGroup, shared: int) -> None:
        if mine.unchanged >= PATIENCE:
            return
        common = {w: min(n, theirs.counts[w]) for w, n in mine.counts.items() if w in theirs.counts}
        pages = _together(mine.pages, theirs.pages, shared)
        mine.unchanged += pages - mine.pages
        if common != mine.counts:
            mine.unchanged = 0
        mine.counts = common
        mine.pages = pages


class PhraseGroups(PathGroups):
    """Redundant phrases: those that stand on more than one page (fig. 4).

    The figure takes pages two by two and collects what each pair has in
    common, so a phrase is redundant as soon as two pages of the path have it.
    """

    def filter_of(self, group: PathGroup) -> dict[str, int]:
        return {phrase: n for phrase, n in group.counts.items() if n >= MIN_PAGES}

    def _join(self, mine: PathGroup, theirs: PathGroup, shared: int) -> None:
        for phrase, n in theirs.counts.items():
            mine.counts[phrase] = _together(mine.counts.get(phrase, 0), n, shared)
        mine.pages = _together(mine.pages, theirs.pages, shared)

    def prune(self) -> None:
        """Forget phrases of one page as well: most are content."""
        super().prune()
        for group in self.groups.values():
            if group.pages >= MIN_PAGES:
                group.counts = self.filter_of(group)


class RedundancyModels(SiteStore[PathGroups]):
    """The groups of many sites."""

    def __init__(self, kind: type[PathGroups], most_rows: int = MOST_ENTRIES) -> None:
        super().__init__(SAMPLE, most_rows)
        self._kind = kind
        self._complete = False  # whether these are saved filters, which cannot grow

    def new_part(self) -> PathGroups:
        return self._kind()

    def observed(self, site: str, path: str, counts: Mapping[str, int]) -> PageObservation:
        """What a page adds: its place, and how often each word or phrase stands there. Pages
        with the same counts are copies, and count at the smallest of their paths."""
        digest = digest_of("\n".join(f"{name}\t{n}" for name, n in sorted(counts.items())))
        return packed(site, digest, self._kind.of_page(path, counts), name=path)

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

    def speaking_for(self, site: str, path: str) -> list[tuple[str, PathGroup]]:
        """The groups of a site that know something of a path, nearest first."""
        return self[site].speaking_for(path) if site in self else []

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
        self._restore(saved.tables["paths"], "filter")

    def to_whole_rows(self) -> list[dict[str, Any]]:
        """All that is known, as rows to save: what is restored from them can go on learning."""
        rows = []
        for site in sorted(self):
            digests = self.pages_of(site)  # of the whole site, with its first path
            for path, group in sorted(self[site].groups.items()):
                row = {"site": site, "path": path, "pages": group.pages}
                row |= {"unchanged": group.unchanged, "counts": group.counts}
                rows.append(row | {"digests": sorted(digests)})
                digests = set()
        return rows

    def restore_whole(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Take over what was known."""
        self._restore(rows, "counts")

    def _restore(self, rows: Iterable[Mapping[str, Any]], column: str) -> None:
        sites: dict[str, tuple[PathGroups, dict[int, str]]] = {}
        for row in rows:
            if not isinstance(row["site"], str):
                raise TypeError(f"a site is a text, not {row['site']!r}")
            part, pages = sites.setdefault(row["site"], (self.new_part(), {}))
            counts = {str(name): int(n) for name, n in row[column].items()}
            group = PathGroup(int(row["pages"]), int(row.get("unchanged", 0)), counts)
            part.groups[str(row["path"])] = group
            pages |= dict.fromkeys(map(int, row.get("digests", ())), "")
        for site, (part, pages) in sites.items():
            self.put(site, part, pages)


def _upwards(path: str) -> Iterator[str]:
    current: str | None = path
    while current is not None:
        yield current
        current = parent_path(current)
