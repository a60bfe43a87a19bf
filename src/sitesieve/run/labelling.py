"""A training job: pages of a source, a person's labels, and a tree at the end."""

from dataclasses import dataclass

from sitesieve.cleaning.items.growing import Labelled, check_scikit_learn
from sitesieve.cleaning.items.labels import Labels
from sitesieve.cleaning.methods import ItemClassifier
from sitesieve.page import Page
from sitesieve.run.job import Report, mapped, no_report
from sitesieve.sources.items import Failure
from sitesieve.sources.source import Source


@dataclass(frozen=True, slots=True)
class Label:
    """What a worker does: find the labelled items of a page."""

    method: ItemClassifier
    labels: Labels

    def __call__(self, page: Page) -> tuple[list[Labelled], list[int], list[int]]:
        return self.method.label(page, self.labels)


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """What a tree was grown from."""

    pages: int
    failed: int
    items: int
    noise: int


def train(
    method: ItemClassifier, labels: Labels, source: Source, jobs: int, report: Report = no_report
) -> TrainingReport:
    """Train a method on the labelled items of all pages of a source."""
    check_scikit_learn()  # before pages are read
    labelled: list[Labelled] = []
    used: list[int] = []
    seen: list[int] = []
    pages = failed = 0
    with mapped(Label(method, labels), source, jobs, source.options.limits.seconds) as results:
        for result in results:
            if isinstance(result, Failure):
                failed += 1
                continue
            pages += 1
            labelled += result[0]
            used += result[1]
            seen += result[2]
            report("labelling", pages, source.fraction)
    labels.blame_unused(used, seen)
    method.train(labelled)
    return TrainingReport(pages, failed, len(labelled), sum(item.noise for item in labelled))
