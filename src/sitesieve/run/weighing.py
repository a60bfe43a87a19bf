"""Weighing a whole source: learn the trees of its sites, then weigh every page."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from sitesieve.atomic import atomic_write, output_errors
from sitesieve.errors import Reason
from sitesieve.page.page import Page
from sitesieve.run.job import Report, mapped, no_report
from sitesieve.run.tally import Failures
from sitesieve.sinks import FileSink, Record, Sink
from sitesieve.sources.items import Failure
from sitesieve.sources.source import Source


@dataclass(frozen=True, slots=True)
class Weighed:
    """The words of a page with their weights."""

    url: str | None
    name: str | None
    site: str
    known: bool  # whether the site has a tree; else these are plain counts
    extra: dict[str, Any]
    weights: dict[str, float]


class Weigher(Protocol):
    """What weighs words: `WordWeights` by the tree of a site, `FieldWords` by fields of a page."""

    def weigh(self, page: Page) -> dict[str, float]: ...

    def knows(self, site: str) -> bool: ...

    def remarks(self) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class Weigh:
    """Weighing the words of a page."""

    weights: Weigher

    def __call__(self, page: Page) -> Weighed:
        weights = self.weights.weigh(page)
        known = self.weights.knows(page.site)
        return Weighed(page.url, page.name, page.site, known, page.extra, weights)


@dataclass(slots=True)
class WeighTally:
    """What was weighed."""

    pages: int = 0
    words: int = 0  # entries written
    empty: int = 0  # pages of which no word weighs anything
    failures: Failures = field(default_factory=Failures)
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
        self.numbers: bool | None = None  # whether classes are numbers

    def __call__(self, page: Weighed) -> tuple[Record, int] | Failure:
        """The line of a page and how many words it has; a failure where it has no class."""
        label = self._class(page)
        if label is None:
            value = page.extra.get(self.label or "")
            detail = f"{self.label} is {value!r}: no class, or not a number as the others are"
            return Failure(page.name or page.url or "", Reason.NO_LABEL, detail, page.url)
        if not self.fixed:
            for word in page.weights:
                self.columns.setdefault(word, len(self.columns) + 1)
        entries = sorted(
            (self.columns[word], weight)
            for word, weight in page.weights.items()
            if word in self.columns
        )
        line = " ".join([label, *(f"{column}:{weight:.6g}" for column, weight in entries)])
        return Record(page.url, page.name, text=line), len(entries)

    def _class(self, page: Weighed) -> str | None:
        """A number as it is, a name by its number; None for one among the others."""
        if self.label is None:
            return "0"
        value = page.extra.get(self.label)
        if value is None or value == "":
            return None
        number = isinstance(value, int | float) and math.isfinite(value)
        if self.numbers is None:  # the first page tells what classes are
            self.numbers = number
        if number != self.numbers:
            return None
        if number:
            return f"{value:.10g}"
        name = " ".join(str(value).split())  # a line each, in the file of their names
        return str(self.classes.setdefault(name, len(self.classes)))

    def beside(self, path: Path) -> list[Path]:
        """The files that say what the numbers of a file stand for."""
        return [path.with_name(path.name + ending) for ending in (".words", ".classes")]

    def save(self, path: Path) -> list[Path]:
        """Write the words, and the classes if they have names; return what was written."""
        written = []
        for file_name, names in zip(self.beside(path), (self.columns, self.classes), strict=True):
            if names:
                with atomic_write(file_name) as file:
                    file.writelines(f"{name}\n".encode("utf-8", "replace") for name in names)
                written.append(file_name)
            else:  # of an earlier run, with other numbers
                with output_errors(file_name):
                    file_name.unlink(missing_ok=True)
        return written


def as_data(page: Weighed) -> tuple[Record, int]:
    """The weights of a page as a row of JSON Lines or Parquet, heaviest first, and how many."""
    heaviest = sorted(page.weights.items(), key=lambda entry: (-entry[1], entry[0]))
    data: dict[str, Any] = {"url": page.url, "source": page.name, "site": page.site}
    weights = {word: float(f"{weight:.6g}") for word, weight in heaviest}
    record = Record(page.url, page.name, data=data | page.extra | {"weights": weights})
    return record, len(weights)


def weigh(
    weights: Weigher,
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
                written = result if isinstance(result, Failure) else (svmlight or as_data)(result)
                if isinstance(written, Failure):
                    tally.failures.note(written)
                    if errors is not None:
                        errors.write(Record(written.url, written.name, data=written.as_data()))
                    continue
                record, words = written
                sink.write(record)
                tally.pages += 1
                tally.words += words
                tally.empty += not words
                if isinstance(result, Weighed):
                    tally.unknown[result.site] += not result.known
                if tally.pages % _SEAL_EVERY == 0:
                    sink.seal()
                report("weighing", tally.pages, source.fraction)
        if errors is not None:
            errors.finish()
        if not tally.pages:
            sink.discard()
            raise tally.failures.error()
        sink.finish()
    except BaseException:
        for output in outputs:  # nothing can be resumed
            output.discard()
        raise
    finally:
        for output in outputs:
            output.abandon()
    return tally


_SEAL_EVERY = 1000
