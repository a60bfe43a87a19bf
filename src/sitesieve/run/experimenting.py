"""The mining experiments on a source: clean in every way, then cluster and classify.

The work is cut into units (some k-means runs, a pair of classes) that are spread
over processes and written down as they are done: a job that was interrupted goes
on with the units that are missing.
"""

import contextlib
import json
import multiprocessing
import signal
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

from threadpoolctl import threadpool_limits

from sitesieve._version import __version__
from sitesieve.atomic import output_errors
from sitesieve.errors import InputError, OutputError
from sitesieve.mining import classification
from sitesieve.mining.bags import Input
from sitesieve.mining.corpus import Corpus, Group, Labelled, Rows
from sitesieve.mining.inputs import USUAL, make_inputs
from sitesieve.mining.results import Results
from sitesieve.mining.weighting import Weighting
from sitesieve.page.page import Page, as_pages
from sitesieve.page.page import Pages as PagesGiven
from sitesieve.run.job import Report, mapped, no_report
from sitesieve.run.mining_units import Unit, Workbench
from sitesieve.run.tasks import Learner
from sitesieve.sources.items import Failure, Item

TASKS = ("k-means", "svm", "naive-bayes")
_RUNS_AT_ONCE = 50  # k-means runs in a unit of work


class Pages(Protocol):
    """A source, or anything that can be gone through more than once."""

    def __iter__(self) -> Iterator[Item]: ...

    @property
    def fraction(self) -> float | None:
        """How much of it has been read."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is to be tried. The same settings on the same pages give the same figures."""

    weightings: tuple[Weighting, ...] = (Weighting.PAPER,)
    tasks: tuple[str, ...] = TASKS
    runs: int = 800
    seed: int = 0
    label: str = "label"
    group: str | None = None  # the column that tells experiments apart
    only: tuple[str, ...] = ()  # the experiments to be run; all where none is named


@dataclass(frozen=True, slots=True)
class ObserveEach:
    """What a page tells to each of those that learn."""

    learners: Sequence[Learner]

    def __call__(self, page: Page) -> list[Any]:
        return [learner.observe(page) for learner in self.learners]


@dataclass(frozen=True, slots=True)
class Bags:
    """The words of a page, as each input leaves them."""

    inputs: Sequence[Input]
    label: str
    group: str | None
    only: tuple[str, ...] = ()

    def __call__(self, page: Page) -> tuple[Labelled, list[Mapping[str, float]]] | str:
        known = labelled(page, self.label, self.group)
        if known is None:
            return _NO_LABEL
        if self.only and known.group not in self.only:
            return _ELSEWHERE
        return known, [each.bag(page) for each in self.inputs]


def labelled(page: Page, label: str, group: str | None) -> Labelled | None:
    """What a page's columns say of it; in folders, its place: SITE/CLASS/page.html."""
    if label not in page.extra and page.name and page.name.count("/") >= 2:
        site, name, *_ = page.name.split("/")
        return Labelled(name, site, "")
    name = " ".join(str(page.extra.get(label) or "").split())
    belongs = str(page.extra.get(group) or "") if group else ""
    return Labelled(name, page.site, belongs) if name else None


@dataclass
class Experiment:
    """Inputs, settings and a place to work in; `run` does it all."""

    inputs: Sequence[Input]
    learners: Sequence[Learner] = ()
    settings: Settings = field(default_factory=Settings)
    jobs: int = 0  # processes; 0 works in this one
    report: Report = no_report

    def run(
        self,
        source: Pages,
        folder: Path | None = None,
        resume: bool = False,
        fingerprint: Any = None,
        seconds: float = 60.0,
    ) -> Results:
        """Clean, cluster, classify. With a folder, what is done is kept there until removed."""
        with contextlib.ExitStack() as stack:
            if folder is None:
                folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sitesieve-")))
            notes = self._collect(source, folder, resume, fingerprint, seconds)
            corpus = Corpus.load(folder)
            results = Results(
                version=__version__,
                settings=asdict(self.settings),
                inputs=[each.name for each in self.inputs],
                weighted=[each.weighted for each in self.inputs],
                remarks=_remarks_on_reading(notes, len(corpus.pages)),
            )
            groups = corpus.groups()
            if not corpus.pages:
                raise InputError(f"no page to mine: {'; '.join(results.remarks)}")
            for group in groups:
                results.add_group(group)
            if not any(results.usable(group) for group in groups):
                raise InputError("; ".join(results.groups[0].remarks))
            self._mine(groups, results, folder)
            return results

    def _collect(
        self, source: Pages, folder: Path, resume: bool, fingerprint: Any, seconds: float
    ) -> dict[str, int]:
        """Clean all pages in every way, unless that was done before."""
        marks = json.loads(json.dumps([asdict(self.settings), self._names(), fingerprint]))
        begun = folder / "begun.json"
        if resume and begun.exists():
            try:
                before = json.loads(begun.read_bytes())
            except (OSError, ValueError) as error:
                raise OutputError(f"cannot resume: {begun} is unreadable: {error}") from error
            if before["marks"] != marks:
                raise OutputError(
                    f"cannot resume: {folder} is of an experiment with other inputs or settings; "
                    "run without --resume to start over"
                )
            notes: dict[str, int] = before["notes"]
            return notes
        with output_errors(folder):
            for old in folder.glob("*.json*"):
                old.unlink()
        self._learn(source, seconds)
        notes = self._clean(source, folder, seconds)
        with output_errors(begun):
            begun.write_text(json.dumps({"marks": marks, "notes": notes}))
        return notes

    def _names(self) -> list[str]:
        return [each.name for each in self.inputs]

    def _learn(self, source: Pages, seconds: float) -> None:
        if not self.learners:
            return
        task = ObserveEach(self.learners)
        with mapped(task, source, self.jobs, seconds * len(self.learners)) as results:
            for number, result in enumerate(results, 1):
                self.report("learning", number, source.fraction)
                if not isinstance(result, Failure):  # it fails again when it is to be cleaned
                    for learner, observation in zip(self.learners, result, strict=True):
                        learner.absorb(observation)

    def _clean(self, source: Pages, folder: Path, seconds: float) -> dict[str, int]:
        notes: Counter[str] = Counter()
        pages, rows = [], [Rows() for _ in self.inputs]
        s = self.settings
        task = Bags(self.inputs, s.label, s.group, s.only)
        with mapped(task, source, self.jobs, seconds * len(self.inputs)) as results:
            for number, result in enumerate(results, 1):
                self.report("cleaning", number, source.fraction)
                if isinstance(result, Failure):
                    notes[str(result.reason)] += 1
                elif isinstance(result, str):
                    notes[result] += 1
                else:
                    pages.append(result[0])
                    for row, bag in zip(rows, result[1], strict=True):
                        row.add(bag)
        Corpus(pages, [row.matrix() for row in rows]).save(folder)
        return dict(notes)

    def _mine(self, groups: Sequence[Group], results: Results, folder: Path) -> None:
        units = [unit for n, group in enumerate(groups) for unit in self._units(n, group, results)]
        done = _read(folder / "done.jsonl")
        missing = [unit for unit in units if unit.key not in done]
        with output_errors(folder), (folder / "done.jsonl").open("a") as file:
            finished = len(units) - len(missing)
            for unit, value in self._worked(missing, folder):
                done[unit.key] = value
                file.write(json.dumps([unit.key, value]) + "\n")
                file.flush()
                finished += 1
                self.report("mining", finished, finished / len(units))
        for unit in units:
            results.take(unit.task, unit.group, unit.input, unit.weighting, done[unit.key])

    def _units(self, number: int, group: Group, results: Results) -> Iterator[Unit]:
        """All work on a group, so that each unit's result has its place in the order."""
        if not results.usable(group):
            return
        chosen, runs = self.settings.tasks, self.settings.runs
        pairs = list(classification.pairs_of(len(group.class_names)))
        for each in range(len(self.inputs)):
            yield Unit("words", number, each, Weighting.PLAIN)
            for weighting in self.settings.weightings:
                yield Unit("likeness", number, each, weighting)
                if "k-means" in chosen:
                    for first in range(0, runs, _RUNS_AT_ONCE):
                        last = min(runs, first + _RUNS_AT_ONCE)
                        yield Unit("k-means", number, each, weighting, first, last)
                if "svm" in chosen and len(group.site_names) > 1:
                    for pair in pairs:
                        yield Unit("svm", number, each, weighting, *pair)
            if "naive-bayes" in chosen:  # counts are its own weighting
                for pair in pairs:
                    yield Unit("naive-bayes", number, each, Weighting.PLAIN, *pair)

    def _worked(self, units: Sequence[Unit], folder: Path) -> Iterator[tuple[Unit, Any]]:
        weighted = [each.weighted for each in self.inputs]
        if self.jobs == 0 or len(units) < 2:
            bench = Workbench(folder, weighted, self.settings.seed)
            with threadpool_limits(1):
                for unit in units:
                    yield unit, bench.work(unit)
            return
        context = multiprocessing.get_context("spawn")
        prepare = (folder, weighted, self.settings.seed)
        with ProcessPoolExecutor(self.jobs, context, _prepare, prepare) as pool:
            waiting: dict[Future[Any], Unit] = {pool.submit(_work, unit): unit for unit in units}
            try:
                for future in as_completed(waiting):
                    yield waiting[future], future.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


_NO_LABEL = "without a class"
_ELSEWHERE = "of another experiment"
_bench: Workbench  # of a worker process


def _prepare(folder: Path, weighted: list[bool], seed: int) -> None:
    global _bench
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    threadpool_limits(1)  # a process for each core is enough
    _bench = Workbench(folder, weighted, seed)


def _work(unit: Unit) -> Any:
    return _bench.work(unit)


def _read(path: Path) -> dict[str, Any]:
    """The results of finished units; a line cut off by a crash is as if never written."""
    done = {}
    if path.exists():
        for line in path.read_text().splitlines():
            with contextlib.suppress(ValueError):
                key, value = json.loads(line)
                done[key] = value
    return done


def _remarks_on_reading(notes: Mapping[str, int], used: int) -> list[str]:
    remarks = []
    without = notes.get(_NO_LABEL, 0)
    if without:
        remarks.append(
            f"{without:,} of {used + without:,} pages have no class: the sites were learned from "
            "them, too, but they are in no experiment"
        )
    elsewhere = notes.get(_ELSEWHERE, 0)
    if elsewhere and not used:
        remarks.append(f"all {elsewhere:,} pages are of other experiments than those named")
    failed = {r: n for r, n in notes.items() if r not in (_NO_LABEL, _ELSEWHERE)}
    if failed:
        listed = ", ".join(f"{n:,} {reason}" for reason, n in sorted(failed.items()))
        remarks.append(f"pages that could not be used: {listed}")
    return remarks


class _InMemory:
    """Pages at hand, as a source."""

    fraction: float | None = None

    def __init__(self, pages: Iterable[Page]) -> None:
        self._pages = list(pages)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._pages)


def experiment(
    pages: PagesGiven,
    labels: Iterable[str],
    inputs: Iterable[str] = USUAL,
    runs: int = 800,
    jobs: int = 0,
    **settings: Any,
) -> Results:
    """The experiments on pages at hand: what each way to clean is worth for mining.

    `labels` are the pages' classes, `inputs` names of methods ("none" and
    "structure-tree" among them) or of other extractors; other settings are
    those of `Settings`.
    """
    chosen, learners = make_inputs(inputs)
    known = []
    for page, label in zip(as_pages(pages), labels, strict=True):
        kept = {"charset": page.charset, "name": page.name, "site": page.site}
        known.append(Page(page.url, page.html, **kept, extra={"label": label}, limits=page.limits))
    job = Experiment(chosen, learners, Settings(runs=runs, **settings), jobs)
    return job.run(_InMemory(known))
