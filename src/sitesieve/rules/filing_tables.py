"""How pages spread over rules and folders (Kang-Kim, tables IV to VI)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from sitesieve.page.urls import host_of
from sitesieve.rules.cases import Case
from sitesieve.rules.folders import level
from sitesieve.rules.inference import Filing
from sitesieve.rules.rule_base import RuleBase

K = TypeVar("K", int, str)


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
    folders_a_page: Counter[int] = Counter()
    sites: list[tuple[str, Spread]] = []
    for case, filing in filings:
        fired.update(rule.id for rule in filing.fired if rule.categories)
        filed.update(filing.categories)
        folders_a_page[len(filing.categories)] += 1
        sites.append((host_of(case.url), Spread(1, len(filing.categories))))
    return FilingTables(
        _summed((len(rule.conditions), Spread(1, fired[rule.id])) for rule in rules.rules.values()),
        _summed((level(folder), Spread(1, filed[folder])) for folder in rules.categories),
        _summed(sites),
        dict(sorted(folders_a_page.items())),
    )


def _summed(spreads: Iterable[tuple[K, Spread]]) -> dict[K, Spread]:
    """What there is of each, sorted."""
    total: dict[K, Spread] = {}
    for key, one in spreads:
        total[key] = total.get(key, Spread()) + one
    return dict(sorted(total.items()))
