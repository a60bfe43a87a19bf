"""How much of the pages of sites redundancy filters take away (Kang-Kim, table III)."""

from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from sitesieve.cleaning.methods.redundancy import Filtered, RedundancyFilter
from sitesieve.page.page import Page
from sitesieve.run.job import Report, mapped, no_report
from sitesieve.run.tally import Failures
from sitesieve.sources.items import Failure
from sitesieve.sources.source import Source


@dataclass(slots=True)
class SiteFiltering:
    """What became of the pages of a site."""

    pages: int = 0
    filter: int = 0  # different words or phrases that its filters hold
    phrases: Filtered = field(default_factory=Filtered)
    words: Filtered = field(default_factory=Filtered)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        totals = {"phrases": self.phrases.total, "words": self.words.total}
        data = asdict(self)
        for name, total in totals.items():
            data[name] = {"total": total, **data[name]}
        return data


@dataclass(slots=True)
class Filtering:
    """What became of the pages of all sites."""

    sites: dict[str, SiteFiltering] = field(default_factory=dict)
    failures: Failures = field(default_factory=Failures)


def filtering_of(
    method: RedundancyFilter,
    source: Source,
    jobs: int = 0,
    report: Report = no_report,
    failures: Failures | None = None,
) -> Filtering:
    """Filter the pages of a source by what was learned, and count what goes."""
    filtering = Filtering(failures=Failures() if failures is None else failures)
    seconds = source.options.limits.seconds
    with mapped(partial(_filtered, method), source, jobs, seconds) as results:
        for number, result in enumerate(results, 1):
            report("filtering", number, source.fraction)
            if isinstance(result, Failure):
                filtering.failures.note(result)
                continue
            name, phrases, words = result
            site = filtering.sites.setdefault(name, SiteFiltering())
            site.pages += 1
            site.phrases += phrases
            site.words += words
    for name, site in filtering.sites.items():
        site.filter = len(method.describe(name).repeated) if name in method.models else 0
    return filtering


def _filtered(method: RedundancyFilter, page: Page) -> tuple[str, Filtered, Filtered]:
    return (page.site, *method.filtered(page))
