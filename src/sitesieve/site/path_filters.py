"""What redundancy filters hold, to be looked at."""

from dataclasses import dataclass

from sitesieve.site.redundancy import MIN_PAGES, PathGroups

_PATHS_SHOWN = 20
_ENTRIES_SHOWN = 10


@dataclass(frozen=True, slots=True)
class PathFilter:
    """What the pages of a path repeat."""

    path: str
    pages: int
    repeated: dict[str, int]  # phrases with their pages, words with how often they go


@dataclass(frozen=True, slots=True)
class PathFilters:
    """The filters of a site, those with most pages first."""

    paths: list[PathFilter]

    @property
    def repeated(self) -> set[str]:
        """The words or phrases that the pages of some path repeat."""
        return {text for path in self.paths for text in path.repeated}

    def __str__(self) -> str:
        paths = "1 path" if len(self.paths) == 1 else f"{len(self.paths):,} paths"
        lines = [f"{paths}, whose pages repeat {len(self.repeated):,} words or phrases"]
        for path in self.paths[:_PATHS_SHOWN]:
            lines.append(f"  {path.path}: {path.pages:,} pages, {len(path.repeated):,} repeated")
            entries = list(path.repeated.items())
            lines += [f"    {number:6,}  {text}" for text, number in entries[:_ENTRIES_SHOWN]]
            if len(entries) > _ENTRIES_SHOWN:
                lines.append(f"            and {len(entries) - _ENTRIES_SHOWN:,} more")
        if len(self.paths) > _PATHS_SHOWN:
            lines.append(f"  and {len(self.paths) - _PATHS_SHOWN:,} more paths")
        return "\n".join(lines)


def path_filters(groups: PathGroups) -> PathFilters:
    """The filters of the groups of a site."""
    filters = []
    for path, group in groups.groups.items():
        if group.pages >= MIN_PAGES:
            repeated = sorted(groups.filter_of(group).items(), key=lambda one: (-one[1], one[0]))
            filters.append(PathFilter(path, group.pages, dict(repeated)))
    return PathFilters(sorted(filters, key=lambda one: (-one.pages, one.path)))
