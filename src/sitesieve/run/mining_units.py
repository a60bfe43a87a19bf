"""The mining experiments in pieces: what one process does at a time."""

import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from sitesieve.mining.classification import bayes_scores, svm_scores
from sitesieve.mining.clustering import cluster_scores
from sitesieve.mining.corpus import groups_in, matrix
from sitesieve.mining.likeness import likeness
from sitesieve.mining.normal_bayes import set_scores
from sitesieve.mining.settings import MiningSettings
from sitesieve.mining.weighting import Weighting, weigh


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of work whose result can be written down."""

    task: str
    group: int
    input: int
    weighting: Weighting
    first: int = 0  # a run, a class, or a random set
    last: int = 0

    @property
    def key(self) -> str:
        """What tells the unit from all others of its experiment."""
        return json.dumps([str(value) for value in asdict(self).values()])


class Workbench:
    """The saved pages of an experiment, and the matrix that was used last."""

    def __init__(
        self, folder: Path, weighted: list[bool], seed: int, settings: MiningSettings
    ) -> None:
        self._folder = folder
        self._weighted = weighted  # which inputs are weights of a structure tree
        self._seed = seed
        self._settings = settings
        self._groups = groups_in(folder)
        self._last: tuple[Any, Any] = (None, None)

    def work(self, unit: Unit) -> Any:
        """The result of a unit, as plain data."""
        group, pair = self._groups[unit.group], (unit.first, unit.last)
        rows = self._rows(unit)
        if unit.task == "likeness":
            return likeness(rows, group.classes, group.sites)._asdict()
        if unit.task == "words":
            empty = int((np.diff(rows.indptr) == 0).sum())
            return {"words": float(rows.sum()), "empty": empty}
        if unit.task == "k-means":
            runs = range(*pair)
            return list(cluster_scores(rows, group.classes, runs, self._seed, self._settings))
        if unit.task == "naive-bayes":
            return [*pair, bayes_scores(rows, group.classes, pair, self._seed)]
        if unit.task == "gaussian-bayes":
            scores = set_scores(rows, group.classes, unit.first, self._seed, self._settings)
            return [unit.first, scores]
        svm = svm_scores(rows, group.classes, group.sites, pair, self._seed, self._settings)
        return [*pair, {str(number): scores for number, scores in svm.items()}]

    def _rows(self, unit: Unit) -> Any:
        """Counts as they are for words and naive Bayes; weighed rows for the rest, of length 1
        where the settings say so, and always for likeness, which is about cosines."""
        plain = unit.task in ("words", "naive-bayes", "gaussian-bayes")
        one = self._settings.unit or unit.task == "likeness"
        wanted = (unit.group, unit.input, unit.weighting, plain, one)
        if self._last[0] != wanted:
            rows = matrix(self._folder, unit.input)[self._groups[unit.group].rows]
            if not plain:
                rows = weigh(rows, unit.weighting, self._weighted[unit.input], one)
            self._last = (wanted, rows)
        return self._last[1]


def worked(
    units: Sequence[Unit],
    folder: Path,
    weighted: list[bool],
    seed: int,
    settings: MiningSettings,
    jobs: int,
) -> Iterator[tuple[Unit, Any]]:
    """Units with their results, as they are done: here with `jobs=0`, else in processes."""
    bench = (folder, weighted, seed, settings)
    if jobs == 0 or len(units) < 2:
        here = Workbench(*bench)
        with threadpool_limits(1):
            for unit in units:
                yield unit, here.work(unit)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _prepare, bench) as pool:
        waiting: dict[Future[Any], Unit] = {pool.submit(_work, unit): unit for unit in units}
        try:
            for future in as_completed(waiting):
                yield waiting[future], future.result()
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)  # what is not begun is not done
            raise


_bench: Workbench  # of a worker process


def _prepare(folder: Path, weighted: list[bool], seed: int, settings: MiningSettings) -> None:
    global _bench
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    threadpool_limits(1)  # a process for each core is enough
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _bench = Workbench(folder, weighted, seed, settings)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _work(unit: Unit) -> Any:
    return _bench.work(unit)
