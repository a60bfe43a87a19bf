"""Which pages of a source copy earlier ones, and the source without them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitesieve.atomic import read_sealed, write_sealed
from sitesieve.cleaning.method import LearningMethod
from sitesieve.errors import Reason
from sitesieve.page.page import Page
from sitesieve.run.job import Report, mapped, no_report
from sitesieve.run.tasks import Learner
from sitesieve.site.duplicates import Duplicates
from sitesieve.site.page_sketch import PageSketch, sketch_of
from sitesieve.sources.items import Failure, Item
from sitesieve.sources.source import Source

Copies = Mapping[int, int]  # number of the copy -> number of its original, among the items


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A page's sketch, by which its copies are found, and what there is to learn from it."""

    sketch: PageSketch | None
    observation: Any


@dataclass(frozen=True, slots=True)
class Survey:
    """Sketching a page, and observing it for a learner where there is one."""

    learner: Learner | None

    def __call__(self, page: Page) -> Surveyed:
        observation = self.learner.observe(page) if self.learner is not None else None
        return Surveyed(sketch_of(page), observation)


def survey(
    learner: LearningMethod | None, source: Source, jobs: int = 0, report: Report = no_report
) -> Copies:
    """Which items of a source copy earlier ones; the learner learns from the others."""
    sketches = Duplicates()
    originals: dict[int, int] = {}
    task = Survey(learner)
    with mapped(task, source, jobs, source.options.limits.seconds) as results:
        for number, result in enumerate(results):
            if isinstance(result, Failure):
                if learner is not None:
                    learner.unusable[result.reason] += 1
            elif (original := sketches.original_of(result.sketch, number)) is not None:
                originals[number] = original
            elif learner is not None:
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
    write_sealed(path, list(copies.items()))


def load(path: Path) -> Copies:
    """The copies that an interrupted job had found."""
    return {int(copy): int(original) for copy, original in read_sealed(path)}
