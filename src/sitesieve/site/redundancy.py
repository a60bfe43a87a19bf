"""What the pages of a URL path repeat: words and phrases (Kang-Kim §III.C).

Pages are grouped by URL path, the directory part of the URL. Each page also
counts in the groups of the directories above it, so that a page alone in its
directory, and a page from a directory never seen, still has a group to turn
to: the nearest one above with at least two pages.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from sitesieve.errors import ModelError
from sitesieve.page.digests import digest_of
from sitesieve.page.urls import parent_path

SAMPLE = 500  # pages that are enough for a group (thesis §4.2.4)
PATIENCE = 50  # pages in a row that must change nothing before a group is called stable
MIN_PAGES = 2  # two pages make a filter (Kang-Kim §III.C.2)
BUDGET = 1_000_000  # words or phrases kept while learning, over all groups

Key = tuple[str, str]  # site and path


@dataclass(frozen=True, slots=True)
class Observation:
    """What one page tells: its place, and how often each word or phrase stands there."""

    site: str
    path: str
    counts: Mapping[str, int]

    @property
    def digest(self) -> int:
        """The same for pages with the same counts: a copy teaches nothing."""
        return digest_of("\n".join(f"{name}\t{n}" for name, n in sorted(self.counts.items())))


@dataclass(slots=True)
class Group:
    """The pages of one path, as far as they have been seen."""

    pages: int = 0
    unchanged: int = 0  # pages in a row that brought nothing new
    counts: dict[str, int] = field(default_factory=dict)
    digests: set[int] = field(default_factory=set)

    @property
    def stable(self) -> bool:
        """Whether more pages are not worth looking at."""
        return self.pages >= SAMPLE or self.unchanged >= PATIENCE


class PathGroups:
    """Groups of pages by site and path; what a group keeps is up to the subclass."""

    def __init__(self, budget: int = BUDGET) -> None:
        self.groups: dict[Key, Group] = {}
        self.budget = budget
        self.forgotten = 0  # entries dropped to stay within the budget
        self.refused = 0  # pages that came when the budget was spent
        self.complete = False  # whether these are saved filters, which cannot grow
        self._entries = 0
        self._forget_at = 0

    def absorb(self, seen: Observation) -> None:
        """Count a page in the group of its path and in those above it."""
        if self.complete:
            raise ModelError(
                "a saved redundancy filter cannot learn more: learn again from all pages"
            )
        digest = seen.digest
        full = self._entries > self.budget
        for path in _upwards(seen.path):
            group = self.groups.get((seen.site, path))
            if group is None:
                if full:
                    self.refused += path == seen.path
                    continue
                group = self.groups[seen.site, path] = Group()
            if group.stable or digest in group.digests:
                continue
            before = len(group.counts)
            changed = self._refine(group, seen.counts)
            group.pages += 1
            group.unchanged = 0 if changed else group.unchanged + 1
            group.digests.add(digest)
            self._entries += len(group.counts) - before
        if self._entries > max(self.budget, self._forget_at):
            self._forget()
            self._forget_at = 2 * self._entries  # when little could go, do not try again at once

    def speaking_for(self, site: str, path: str) -> list[tuple[str, Group]]:
        """The groups that know something of a path: its own, then those above, nearest first."""
        found = ((above, self.groups.get((site, above))) for above in _upwards(path))
        return [(p, group) for p, group in found if group is not None and group.pages >= MIN_PAGES]

    def filter_of(self, group: Group) -> dict[str, int]:
        """What the group's pages have in common."""
        raise NotImplementedError

    def _refine(self, group: Group, counts: Mapping[str, int]) -> bool:
        """Take a page into a group; say whether its filter changed."""
        raise NotImplementedError

    def _forget(self) -> None:
        # Groups of a single page go first: the groups above them know as much.
        for key in [k for k, g in self.groups.items() if g.pages < 2 and parent_path(k[1])]:
            self.forgotten += len(self.groups.pop(key).counts)
        self._entries = sum(len(group.counts) for group in self.groups.values())

    def to_rows(self) -> list[dict[str, Any]]:
        """The filters as rows to save: only what more than one page has."""
        return [
            {"site": site, "path": path, "pages": group.pages, "filter": self.filter_of(group)}
            for (site, path), group in sorted(self.groups.items())
            if group.pages >= MIN_PAGES
        ]

    @classmethod
    def from_rows(cls, rows: Iterable[Mapping[str, Any]]) -> Self:
        """The groups as saved."""
        groups = cls()
        groups.complete = True
        for row in rows:
            counts = {str(name): int(n) for name, n in row["filter"].items()}
            groups.groups[row["site"], row["path"]] = Group(int(row["pages"]), counts=counts)
        return groups

    def to_whole_rows(self) -> list[dict[str, Any]]:
        """All that is known, as rows to save: what is restored from them can go on learning."""
        return [
            {
                "site": site,
                "path": path,
                "pages": group.pages,
                "unchanged": group.unchanged,
                "counts": group.counts,
                "digests": sorted(group.digests),
            }
            for (site, path), group in sorted(self.groups.items())
        ]

    def restore_whole(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Take over what was known."""
        for row in rows:
            counts = {str(name): int(n) for name, n in row["counts"].items()}
            digests = {int(digest) for digest in row["digests"]}
            group = Group(int(row["pages"]), int(row["unchanged"]), counts, digests)
            self.groups[str(row["site"]), str(row["path"])] = group
            self._entries += len(counts)


class WordGroups(PathGroups):
    """Redundant words: the multiset intersection of the pages' words (fig. 3)."""

    def filter_of(self, group: Group) -> dict[str, int]:
        return group.counts

    def _refine(self, group: Group, counts: Mapping[str, int]) -> bool:
        if not group.pages:
            group.counts = dict(counts)
            return True
        common = {w: min(n, counts[w]) for w, n in group.counts.items() if w in counts}
        changed = common != group.counts
        group.counts = common
        return changed


class PhraseGroups(PathGroups):
    """Redundant phrases: those that stand on more than one page (fig. 4).

    The figure takes pages two by two and collects what each pair has in
    common, so a phrase is redundant as soon as two pages of the path have it.
    """

    def filter_of(self, group: Group) -> dict[str, int]:
        return {phrase: n for phrase, n in group.counts.items() if n >= MIN_PAGES}

    def _refine(self, group: Group, counts: Mapping[str, int]) -> bool:
        changed = False
        for phrase in counts:
            pages = group.counts.get(phrase, 0) + 1
            group.counts[phrase] = pages
            changed = changed or pages == MIN_PAGES
        return changed

    def _forget(self) -> None:
        super()._forget()
        if self._entries > self.budget // 2:  # phrases of one page: most are content
            for group in self.groups.values():
                kept = self.filter_of(group)
                self.forgotten += len(group.counts) - len(kept)
                group.counts = kept
            self._entries = sum(len(group.counts) for group in self.groups.values())


def redundant_words(first: Counter[str], *others: Counter[str]) -> Counter[str]:
    """W_filter of some pages' word counts (Kang-Kim §III.C.2).

    >>> sorted(redundant_words(Counter(a=5, b=2, c=4, d=3), Counter(a=3, b=1, e=2, f=5)).items())
    [('a', 3), ('b', 1)]
    """
    groups = WordGroups()
    for counts in (first, *others):
        groups.absorb(Observation("", "/", counts))
    return Counter(groups.groups["", "/"].counts)


def _upwards(path: str) -> Iterator[str]:
    current: str | None = path
    while current is not None:
        yield current
        current = parent_path(current)
