"""How pages spread over rules and folders (Kang-Kim, tables IV to VI)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from sitesieve.page.urls import host_of
from sitesieve.rules.cases import Case
from sitesieve.rules.folders import level
from sitesieve.rules.inference import Filing
from sitesieve.rules.rule_base import RuleBase


@dataclass(frozen=True, slots=True)
class Spread:
    """Rules or folders of a kind, and the pages that they conclude for."""

    number: int = 0
    pages: int = 0

    @property
    def mean(self) -> float:
        """Pages for each of them."""
        return self.pages / self.number if self.number else 0.0

    def __add__(self, other: "Spread") -> "Spread":
        return Spread(self.number + other.number, self.pages + other.pages)


@dataclass(frozen=True, slots=True)
class FilingTables:
    """Pages by rules, by folders, and by sites. A page counts once for each conclusion."""

    conditions: dict[int, Spread] = field(default_factory=dict)  # rules with so many (table IV)
    levels: dict[int, Spread] = field(default_factory=dict)  # folders at this level (table V)
    sites: dict[str, Spread] = field(default_factory=dict)  # its pages, their folders (table VI)
    folders_a_page: dict[int, int] = field(default_factory=dict)  # pages in so many folders


def filing_tables(rules: RuleBase, filings: Iterable[tuple[Case, Filing]]) -> FilingTables:
    """The tables of cases that were filed by rules. Folders are those that rules conclude."""
    fired: Counter[int] = Counter()
    filed: Counter[str] = Counter()
    tables = FilingTables()
    counts: Counter[int] = Counter()
    sites: dict[str, Spread] = {}
    for case, filing in filings:
        fired.update(rule.id for rule in filing.fired if rule.categories)
        filed.update(filing.categories)
        counts[len(filing.categories)] += 1
        site = host_of(case.url)
        sites[site] = sites.get(site, Spread()) + Spread(1, len(filing.categories))
    for rule in rules.rules.values():
        _add(tables.conditions, len(rule.conditions), Spread(1, fired[rule.id]))
    for folder in rules.categories:
        _add(tables.levels, level(folder), Spread(1, filed[folder]))
    for spreads in (tables.conditions, tables.levels):
        ordered = sorted(spreads.items())
        spreads.clear()
        spreads.update(ordered)
    tables.sites.update(sorted(sites.items()))
    tables.folders_a_page.update(sorted(counts.items()))
    return tables


def _add(spreads: dict[int, Spread], key: int, one: Spread) -> None:
    spreads[key] = spreads.get(key, Spread()) + one
