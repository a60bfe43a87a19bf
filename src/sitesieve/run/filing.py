"""Pages of a source as cases for rules: cleaned, or taken as they are where they have been."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from functools import partial

from sitesieve.cleaning.method import LearningMethod, Method
from sitesieve.page.page import Page
from sitesieve.rules.cases import Case, case_of_record, make_case
from sitesieve.rules.inference import Filing
from sitesieve.rules.rule_base import RuleBase
from sitesieve.run.job import Report, learn, mapped, no_report
from sitesieve.run.tally import Failures
from sitesieve.sources.columns import TEXT
from sitesieve.sources.items import Failure
from sitesieve.sources.source import Source


def read_case(method: Method, page: Page) -> Case:
    """A page as a case."""
    if _is_text(page):
        name = page.extra["id"] or page.url or page.extra["source"] or page.name
        return case_of_record({**page.extra, "url": page.url, "id": name})
    document = method.clean_page(page)
    return make_case(page.url, document.title, document.text, page.url or page.name)


def cases_of(
    source: Source, method: Method, learned: bool, jobs: int = 0, report: Report = no_report
) -> Generator[Case | Failure, None, None]:
    """The cases of a source, opened with `texts`, in order; the method learns from it first."""
    if not any(isinstance(item, Page) and not _is_text(item) for item in source):
        jobs = 0  # nothing to parse
    elif isinstance(method, LearningMethod) and not learned:
        pages = (item for item in source if isinstance(item, Failure) or not _is_text(item))
        learn(method, source, jobs, report, pages)
    with mapped(partial(read_case, method), source, jobs, source.options.limits.seconds) as results:
        for number, result in enumerate(results, 1):
            yield result
            report("filing", number, source.fraction)


@dataclass(slots=True)
class FilingTally:
    """What became of the pages."""

    pages: int = 0
    failures: Failures = field(default_factory=Failures)
    filed: Counter[str] = field(default_factory=Counter)  # pages in each folder or inside of it

    def __str__(self) -> str:
        pages = f"{self.pages:,} page{'' if self.pages == 1 else 's'}"
        categories = ", ".join(f"{number:,} {name}" for name, number in self.filed.most_common())
        failed = f"; {self.failures.total():,} failed, first {self.failures.first}"
        return f"{pages}: {categories}{failed if self.failures else ''}"


def file_cases(
    rules: RuleBase,
    cases: Iterable[Case | Failure],
    write: Callable[[Case, Filing], None],
    failures: Failures | None = None,
) -> FilingTally:
    """File cases by rules and write each; those that could not be had are counted."""
    tally = FilingTally(failures=Failures() if failures is None else failures)
    for case in cases:
        if isinstance(case, Failure):
            tally.failures.note(case)
            continue
        filing = rules.classify(case)
        tally.pages += 1
        tally.filed.update(filing.folders or ("(no category)",))
        write(case, filing)
    return tally


def _is_text(page: Page) -> bool:
    return isinstance(page.extra.get(TEXT), str) and not page.html
