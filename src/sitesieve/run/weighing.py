"""Weighing a whole source: learn the trees of its sites, then weigh every page."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sitesieve.atomic import atomic_write
from sitesieve.errors import InputError
from sitesieve.mining.weights import WordWeights
from sitesieve.run.job import Report, mapped, no_report
from sitesieve.run.tasks import Weigh, Weighed
from sitesieve.sinks import FileSink, Record, Sink
from sitesieve.sources.items import Failure
from sitesieve.sources.source import Source


@dataclass(slots=True)
class WeighTally:
    """What was weighed."""

    pages: int = 0
    words: int = 0  # entries written
    empty: int = 0  # pages of which no word weighs anything
    failures: Counter[str] = field(default_factory=Counter)
    first_failure: str = ""
    unknown: Counter[str] = field(default_factory=Counter)  # pages of sites without a tree


class Svmlight:
    """Turns weights into lines of svmlight: a class, then `column:weight` by column.

    Columns are numbered from 1 as words come up, unless a vocabulary is given;
    then words that are not in it are left out.
    """

    def __init__(self, label: str | None = None, vocabulary: list[str] | None = None) -> None:
        self.label = label
        self.fixed = vocabulary is not None
        self.columns = {word: i for i, word in enumerate(vocabulary or [], 1)}
        self.classes: dict[str, int] = {}

    def __call__(self, page: Weighed) -> Record:
        if not self.fixed:
            for word in page.weights:
                self.columns.setdefault(word, len(self.columns) + 1)
        entries = sorted(
            (self.columns[word], weight)
            for word, weight in page.weights.items()
            if word in self.columns
        )
        line = [self._class(page), *(f"{column}:{weight:.6g}" for column, weight in entries)]
        return Record(page.url, page.name, text=" ".join(line))

    def _class(self, page: Weighed) -> str:
        if self.label is None:
            return "0"
        value = page.extra.get(self.label)
        if isinstance(value, int | float) and math.isfinite(value):
            return f"{value:.10g}"
        return str(self.classes.setdefault(str(value), len(self.classes)))

    def save(self, path: Path) -> list[Path]:
        """Write what the numbers of a file stand for beside it: words, and classes if named."""
        written = []
        for ending, names in ((".words", self.columns), (".classes", self.classes)):
            if names and not (ending == ".words" and self.fixed):
                beside = path.with_name(path.name + ending)
                with atomic_write(beside) as file:
                    file.writelines(f"{name}\n".encode("utf-8", "replace") for name in names)
                written.append(beside)
        return written


def as_data(page: Weighed) -> Record:
    """The weights of a page as a row of JSON Lines or Parquet, heaviest first."""
    heaviest = sorted(page.weights.items(), key=lambda entry: (-entry[1], entry[0]))
    data: dict[str, Any] = {"url": page.url, "source": page.name, "site": page.site}
    weights = {word: float(f"{weight:.6g}") for word, weight in heaviest}
    return Record(page.url, page.name, data=data | page.extra | {"weights": weights})


def weigh(
    weights: WordWeights,
    source: Source,
    sink: Sink,
    svmlight: Svmlight | None = None,
    jobs: int = 0,
    errors: FileSink | None = None,
    report: Report = no_report,
) -> WeighTally:
    """Weigh all pages of a source; what was written is published only when all is done."""
    tally = WeighTally()
    outputs: Iterable[Sink] = [sink] if errors is None else [sink, errors]
    try:
        for output in outputs:
            if output.workspace is not None:
                output.workspace.open(fresh=True)
        with mapped(Weigh(weights), source, jobs, source.options.limits.seconds) as results:
            for result in results:
                if isinstance(result, Failure):
                    tally.failures[result.reason] += 1
                    said = f"{result.name}: {result.detail}"
                    tally.first_failure = tally.first_failure or said
                    if errors is not None:
                        errors.write(Record(result.url, result.name, data=result.as_data()))
                    continue
                record = as_data(result) if svmlight is None else svmlight(result)
                sink.write(record)
                tally.pages += 1
                tally.words += len(result.weights)
                tally.empty += not result.weights
                tally.unknown[result.site] += not result.known
                if tally.pages % _SEAL_EVERY == 0:
                    sink.seal()
                report("weighing", tally.pages, source.fraction)
        if not tally.pages:
            sink.discard()
            reasons = ", ".join(f"{n} {reason}" for reason, n in tally.failures.items())
            raise InputError(
                f"no page could be used ({reasons}): {tally.first_failure}"
                if tally.failures
                else "there was no page to read"
            )
        sink.finish()
        if errors is not None:
            errors.finish()
    finally:
        for output in outputs:
            output.abandon()
    return tally


_SEAL_EVERY = 1000
