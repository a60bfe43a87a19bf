"""A training job: pages of a source, a person's labels, and a tree at the end."""

from functools import partial
from typing import NamedTuple

from sitesieve.cleaning.items.decision_tree import check_scikit_learn
from sitesieve.cleaning.items.labels import Labels, PageMatch
from sitesieve.cleaning.methods import ItemClassifier
from sitesieve.run.job import Report, mapped, no_report
from sitesieve.sources.items import Failure
from sitesieve.sources.source import Source


class TrainingReport(NamedTuple):
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
    matches: list[PageMatch] = []
    failed = 0
    task = partial(method.label, labels=labels)
    with mapped(task, source, jobs, source.options.limits.seconds) as results:
        for result in results:
            if isinstance(result, Failure):
                failed += 1
            else:
                matches.append(result)
                report("labelling", len(matches), source.fraction)
    labelled = method.train(matches, labels)
    return TrainingReport(len(matches), failed, len(labelled), sum(x.noise for x in labelled))
