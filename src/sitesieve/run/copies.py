"""Which pages of a source copy earlier ones, and the source without them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitesieve.atomic import atomic_write
from sitesieve.cleaning.method import LearningMethod
from sitesieve.errors import OutputError, Reason
from sitesieve.page.page import Page
from sitesieve.run.job import Report, mapped, no_report
from sitesieve.run.tasks import EVERY_PAGE, Learner, PageFilter
from sitesieve.site.duplicates import Duplicates
from sitesieve.site.page_sketch import PageSketch, sketch_of
from sitesieve.sources.items import Failure, Item
from sitesieve.sources.source import Source

Copies = Mapping[int, int]  # number of the copy -> number of its original, among the items


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A page's sketch, by which its copies are found, and what there is to learn from it."""

    sketch: PageSketch | None
    observation: Any = None
    learned_from: bool = False


@dataclass(frozen=True, slots=True)
class Survey:
    """Sketching a page, and observing it for a learner where there is one."""

    learner: Learner | None
    admits: PageFilter = EVERY_PAGE  # what it learns from

    def __call__(self, page: Page) -> Surveyed:
        if self.learner is None or self.admits.other_role(page) is not None:
            return Surveyed(sketch_of(page))
        return Surveyed(sketch_of(page), self.learner.observe(page), learned_from=True)


def survey(
    learner: LearningMethod | None,
    source: Source,
    jobs: int = 0,
    report: Report = no_report,
    admits: PageFilter = EVERY_PAGE,
) -> Copies:
    """Which items of a source copy earlier ones; the learner learns from the others, as far as
    they have the roles wanted."""
    sketches = Duplicates()
    originals: dict[int, int] = {}
    task = Survey(learner, admits)
    with mapped(task, source, jobs, source.options.limits.seconds) as results:
        for number, result in enumerate(results):
            if isinstance(result, Failure):
                if learner is not None:
                    learner.unusable[result.reason] += 1
            elif (original := sketches.original_of(result.sketch, number)) is not None:
                originals[number] = original
            elif learner is not None and result.learned_from:
                learner.absorb(result.observation)
            report("surveying", number + 1, source.fraction)
    return originals


def without(copies: Copies, items: Iterable[Item]) -> Iterator[Item]:
    """The items, with a failure that names the original in place of each copy."""
    originals = set(copies.values())
    labels: dict[int, str] = {}  # of originals; they come before their copies
    for number, item in enumerate(items):
        if isinstance(item, Page):
            if number in originals:
                labels[number] = item.label
            if number in copies:
                detail = f"copies {labels[copies[number]]}"
                yield Failure(item.name or item.label, Reason.DUPLICATE, detail, item.url)
                continue
        yield item


def save(copies: Copies, path: Path) -> None:
    """Save the copies, for a job that is resumed."""
    with atomic_write(path) as file:
        file.write(json.dumps(list(copies.items())).encode())


def load(path: Path) -> Copies:
    """The copies that an interrupted job had found."""
    try:
        return {int(copy): int(original) for copy, original in json.loads(path.read_bytes())}
    except (OSError, ValueError, TypeError) as error:
        raise OutputError(f"cannot resume: {path} is unreadable: {error}") from error
