"""The mining experiments on a source: clean in every way, then cluster and classify.

The work is cut into units (some k-means runs, a pair of classes) that are spread
over processes and written down as they are done: a job that was interrupted goes
on with the units that are missing.
"""

import contextlib
import copy
import itertools
import json
import math
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sitesieve._version import __version__
from sitesieve.atomic import atomic_write, output_errors
from sitesieve.errors import InputError, OutputError
from sitesieve.mining import corpus
from sitesieve.mining.corpus import ExperimentGroup, PageLabel, Rows
from sitesieve.mining.inputs import (
    ALL_TASKS,
    TASKS,
    Input,
    by_paper,
    make_inputs,
    usual_inputs,
    usual_tasks,
)
from sitesieve.mining.results import MOST_CLASSES, Results
from sitesieve.mining.settings import MiningSettings
from sitesieve.mining.weighting import Weighting, effective
from sitesieve.page.page import Page, Pages, as_pages
from sitesieve.run.job import Report, mapped, no_report
from sitesieve.run.mining_units import Unit, worked
from sitesieve.run.tally import listed
from sitesieve.run.tasks import Learner
from sitesieve.run.together import LearnTogether
from sitesieve.sources.items import Failure, Item

LARGEST_SEED = 2**31
NO_CLASS = "no class"
ELSEWHERE = "of another experiment"
_RUNS_AT_ONCE = 50  # k-means runs in a unit of work
_SMALL = 20_000  # pages times units that are done sooner than processes are started


@dataclass(frozen=True, slots=True)
class ExperimentSettings:
    """What is to be tried. The same settings on the same pages give the same figures."""

    weightings: tuple[Weighting, ...] = (Weighting.PAPER,)
    tasks: tuple[str, ...] = TASKS
    runs: int = 800
    seed: int = 0
    label: str = "label"
    group: str | None = None  # the column that tells experiments apart
    only: tuple[str, ...] = ()  # the experiments to be run; all where none is named
    mining: MiningSettings = field(default_factory=MiningSettings)

    def __post_init__(self) -> None:
        unknown = sorted(set(self.tasks) - set(ALL_TASKS))
        if unknown or not self.tasks:
            raise ValueError(f"tasks are some of {', '.join(ALL_TASKS)}, not {', '.join(unknown)}")
        if self.runs < 1:
            raise ValueError(f"runs must be 1 or more, not {self.runs}")
        if not 0 <= self.seed <= LARGEST_SEED:
            raise ValueError(f"the seed must be from 0 to {LARGEST_SEED}, not {self.seed}")


@dataclass
class Experiment:
    """Inputs, settings and a place to work in; `run` does it all."""

    inputs: Sequence[Input]
    learners: Sequence[Learner] = ()
    settings: ExperimentSettings = field(default_factory=ExperimentSettings)
    jobs: int = 0  # processes; 0 works in this one
    report: Report = no_report

    def run(
        self,
        source: Iterable[Item],
        folder: Path | None = None,
        resume: bool = False,
        data: Any = None,
        seconds: float = 60.0,
    ) -> Results:
        """Clean, cluster, classify. With a folder, what is done is kept there until removed.

        The source is gone through more than once. `data` says what tells these pages, and how
        they are read, from others.
        """
        with contextlib.ExitStack() as stack:
            if folder is None:
                folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sitesieve-")))
            notes = self._collect(source, folder, resume, data, seconds)
            groups = corpus.groups_in(folder)
            results = Results(
                version=__version__,
                settings=asdict(self.settings),
                data=data,
                inputs=[each.name for each in self.inputs],
                weighted=[each.weighted for each in self.inputs],
                remarks=remarks_on_reading(notes, sum(group.pages for group in groups)),
            )
            if not groups:
                raise InputError(f"no page to mine: {'; '.join(results.remarks) or 'none given'}")
            for group in groups:
                results.add_group(group)
            if not any(results.usable(group) for group in groups):
                raise InputError("; ".join(r for g in results.groups for r in g.remarks))
            self._mine(groups, results, folder)
            return results

    def _collect(
        self, source: Iterable[Item], folder: Path, resume: bool, data: Any, seconds: float
    ) -> dict[str, int]:
        """Clean all pages in every way, unless that was done before."""
        names = [each.name for each in self.inputs]
        marks = json.loads(json.dumps([__version__, asdict(self.settings), names, data]))
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
        with atomic_write(begun) as file:
            file.write(json.dumps({"marks": marks, "notes": notes}).encode())
        return notes

    def _learn(self, source: Iterable[Item], seconds: float) -> None:
        if not self.learners:
            return
        together = LearnTogether(self.learners)
        with mapped(together.observe, source, self.jobs, seconds * len(self.learners)) as results:
            for number, result in enumerate(results, 1):
                self.report("learning", number, getattr(source, "fraction", None))
                if not isinstance(result, Failure):  # it fails again when it is to be cleaned
                    together.absorb(result)

    def _clean(self, source: Iterable[Item], folder: Path, seconds: float) -> dict[str, int]:
        notes: Counter[str] = Counter()
        pages, rows = [], [Rows() for _ in self.inputs]
        task = Bags(self.inputs, self.settings)
        with mapped(task, source, self.jobs, seconds * len(self.inputs)) as results:
            for number, result in enumerate(results, 1):
                self.report("cleaning", number, getattr(source, "fraction", None))
                if isinstance(result, Failure | str):
                    notes[result if isinstance(result, str) else str(result.reason)] += 1
                    continue
                pages.append(result[0])
                for row, bag in zip(rows, result[1], strict=True):
                    row.add(bag)
        corpus.save(folder, pages, (row.matrix() for row in rows))
        return dict(notes)

    def _mine(self, groups: Sequence[ExperimentGroup], results: Results, folder: Path) -> None:
        units = [unit for n, group in enumerate(groups) for unit in self._units(n, group, results)]
        done = _read(folder / "done.jsonl")
        missing = [unit for unit in units if unit.key not in done]
        with output_errors(folder), (folder / "done.jsonl").open("a") as file:
            finished = len(units) - len(missing)
            small = sum(group.pages for group in groups) * len(missing) < _SMALL
            jobs = 0 if small else self.jobs
            s = self.settings
            for unit, value in worked(missing, folder, results.weighted, s.seed, s.mining, jobs):
                done[unit.key] = value
                file.write(json.dumps([unit.key, value]) + "\n")
                file.flush()
                finished += 1
                self.report("mining", finished, finished / len(units))
        for unit in units:
            results.take(unit.task, unit.group, unit.input, unit.weighting, done[unit.key])

    def _units(self, number: int, group: ExperimentGroup, results: Results) -> Iterator[Unit]:
        """All work on a group, so that each unit's result has its place in the order."""
        if not results.usable(group):
            return
        chosen, runs = self.settings.tasks, self.settings.runs
        classes = len(group.class_names)
        pairs = list(itertools.combinations(range(classes), 2)) if classes <= MOST_CLASSES else []
        for each, given in enumerate(self.inputs):
            yield Unit("words", number, each, Weighting.PLAIN)
            for weighting in effective(self.settings.weightings, given.weighted):
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
            if "gaussian-bayes" in chosen:
                for drawn in range(self.settings.mining.sets):
                    yield Unit("gaussian-bayes", number, each, Weighting.PLAIN, drawn)


def _read(path: Path) -> dict[str, Any]:
    """The results of finished units; a line cut off by a crash is as if never written."""
    done = {}
    if path.exists():
        for line in path.read_text().splitlines():
            with contextlib.suppress(ValueError):
                key, value = json.loads(line)
                done[key] = value
    return done


@dataclass(frozen=True, slots=True)
class Bags:
    """The words of a page, as each input leaves them; or why it is in no experiment."""

    inputs: Sequence[Input]
    settings: ExperimentSettings

    def __call__(self, page: Page) -> tuple[PageLabel, list[Mapping[str, float]]] | str:
        membership = labelled(page, self.settings.label, self.settings.group)
        if membership is None:
            return NO_CLASS
        if self.settings.only and membership.group not in self.settings.only:
            return ELSEWHERE
        return membership, [each.bag(page) for each in self.inputs]


def labelled(page: Page, label: str, group: str | None) -> PageLabel | None:
    """What a page's columns say of it; in folders, its place: …/SITE/CLASS/page.html."""
    if label not in page.extra and page.name and page.name.count("/") >= 2:
        *_, site, name, _ = page.name.split("/")
        return PageLabel(name, site, "")
    name = class_name(page.extra.get(label))
    belongs = class_name(page.extra.get(group)) if group else ""
    return PageLabel(name, page.site, belongs) if name else None


def class_name(value: Any) -> str:
    """A value as the name of a class; empty for what is none: nothing, not a number, a list.

    >>> class_name(0), class_name(" sea\\n side"), class_name(None), class_name(["a"])
    ('0', 'sea side', '', '')
    """
    if isinstance(value, float) and (math.isnan(value) or value.is_integer()):
        return "" if math.isnan(value) else str(int(value))
    return " ".join(str(value).split()) if isinstance(value, str | int | float) else ""


def remarks_on_reading(notes: Mapping[str, int], used: int) -> list[str]:
    """What became of the pages that are in no experiment."""
    remarks = []
    without = notes.get(NO_CLASS, 0)
    if without:
        remarks.append(
            f"{without:,} of {used + without:,} pages have no class: the sites were learned from "
            "them, too, but they are in no experiment"
        )
    elsewhere = notes.get(ELSEWHERE, 0)
    if elsewhere and not used:
        remarks.append(f"all {elsewhere:,} pages are of other experiments than those named")
    failed = {r: n for r, n in notes.items() if r not in (NO_CLASS, ELSEWHERE)}
    if failed:
        remarks.append(f"pages that could not be used: {listed(failed)}")
    return remarks


def experiment(
    pages: Pages,
    labels: Iterable[Any],
    inputs: Iterable[str] | None = None,
    weightings: Iterable[str] = (Weighting.PAPER,),
    tasks: Iterable[str] | None = None,
    runs: int = 800,
    seed: int = 0,
    jobs: int = 0,
    mining: MiningSettings | None = None,
    paper: bool = False,
) -> Results:
    """The experiments on pages at hand: what each way to clean is worth for mining.

    `labels` are the pages' classes, `inputs` names of methods ("none" and
    "structure-tree" among them) or of other extractors. With `jobs`, the work
    is spread over so many processes. `paper` makes all of it the letter of the
    papers: the thesis's, or Das's where the task is "gaussian-bayes" alone.
    """
    for name, value in (("inputs", inputs), ("weightings", weightings), ("tasks", tasks)):
        if isinstance(value, str):
            raise TypeError(f"{name} is a list of names, not one name: [{value!r}]")
    todo = tuple(tasks) if tasks is not None else usual_tasks(paper)
    names = list(inputs) if inputs is not None else usual_inputs(todo, paper)
    chosen, learners = make_inputs(map(by_paper, names) if paper else names)
    given, classes = list(as_pages(pages)), list(labels)
    if len(given) != len(classes):
        raise ValueError(f"{len(given)} pages, but {len(classes)} labels")
    source = [copy.copy(page) for page in given]  # whose columns are changed
    for page, label in zip(source, classes, strict=True):
        page.extra = {"label": label}
    settings = ExperimentSettings(
        tuple(map(Weighting, weightings)),
        todo,
        runs,
        seed,
        mining=mining or (MiningSettings.by_paper() if paper else MiningSettings()),
    )
    return Experiment(chosen, learners, settings, jobs).run(source)
