"""Pages of a source as cases for rules: cleaned, or taken as they are where they have been."""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass

from sitesieve.clean.method import LearningMethod, Method
from sitesieve.monitor.cases import Case, case_of_record, make_case
from sitesieve.page.page import Page
from sitesieve.run.job import Report, learn, mapped, no_report
from sitesieve.sources.columns import TEXT
from sitesieve.sources.items import Failure, Item
from sitesieve.sources.source import Source


@dataclass(frozen=True, slots=True)
class ReadCase:
    """A page as a case."""

    method: Method

    def __call__(self, page: Page) -> Case:
        if _is_text(page):
            name = page.extra["id"] or page.url or page.extra["source"] or page.name
            return case_of_record({**page.extra, "url": page.url, "id": name})
        document = self.method.clean_page(page)
        return make_case(page.url, document.title, document.text, page.url or page.name)


def cases_of(
    source: Source, method: Method, learned: bool, jobs: int = 0, report: Report = no_report
) -> Generator[Case | Failure, None, None]:
    """The cases of a source, opened with `texts`, in order; the method learns from it first."""
    if not any(isinstance(item, Page) and not _is_text(item) for item in source):
        jobs = 0  # nothing to parse
    elif isinstance(method, LearningMethod) and not learned:
        learn(method, source, jobs, report, _without_texts(source))
    with mapped(ReadCase(method), source, jobs, source.options.limits.seconds) as results:
        for number, result in enumerate(results, 1):
            yield result
            report("filing", number, source.fraction)


def _without_texts(items: Iterable[Item]) -> Iterator[Item]:
    return (item for item in items if isinstance(item, Failure) or not _is_text(item))


def _is_text(page: Page) -> bool:
    return isinstance(page.extra.get(TEXT), str) and not page.html
