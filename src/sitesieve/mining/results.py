"""What the mining experiments found, as data."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sitesieve.mining.classification import CONFIGURATIONS, TrialScores
from sitesieve.mining.clustering import statistics
from sitesieve.mining.corpus import ExperimentGroup
from sitesieve.mining.weighting import effective

MOST_CLASSES = 50  # whose pairs are all tried: 1,225
_NAMED = 8  # classes or sites that a remark names


@dataclass
class Classified:
    """F and accuracy by pair of classes; None where a pair could not be tried."""

    pairs: dict[tuple[str, str], TrialScores | None] = field(default_factory=dict)

    @property
    def f(self) -> float | None:
        """The mean over the pairs that could be tried."""
        return self._mean(0)

    @property
    def accuracy(self) -> float | None:
        """The mean over the pairs that could be tried."""
        return self._mean(1)

    def add(self, pair: tuple[str, str], scores: Sequence[Any] | None) -> None:
        self.pairs[pair] = None if scores is None else TrialScores(*scores)

    def _mean(self, which: int) -> float | None:
        tried = [scores[which] for scores in self.pairs.values() if scores is not None]
        return float(np.mean(tried)) if tried else None

    def to_dict(self) -> dict[str, Any]:
        rows = [[*pair, *(scores or (None, None, 0))] for pair, scores in self.pairs.items()]
        return {"f": self.f, "accuracy": self.accuracy, "pairs": rows}


@dataclass
class InputResult:
    """What one input, with one weighting, is worth."""

    input: str
    weighting: str
    words: float = 0.0  # or the sum of their weights
    empty: int = 0  # pages without words
    likeness: dict[str, float | None] = field(default_factory=dict)
    k_means: list[float] = field(default_factory=list)  # F of each run
    svm: dict[int, Classified] = field(default_factory=dict)
    naive_bayes: Classified = field(default_factory=Classified)

    @property
    def k_means_f(self) -> float | None:
        return float(np.mean(self.k_means)) if self.k_means else None

    def svm_of(self, configuration: int) -> Classified:
        """The results of a configuration, empty where it was not tried."""
        return self.svm.get(configuration, Classified())

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "input": self.input,
            "weighting": self.weighting,
            "words": self.words,
            "empty_pages": self.empty,
            "likeness": self.likeness,
        }
        if self.k_means:
            data["k_means"] = statistics(np.array(self.k_means))._asdict()
            data["k_means"]["scores"] = [round(score, 6) for score in self.k_means]
        if self.svm:
            data["svm"] = {str(n): pairs.to_dict() for n, pairs in self.svm.items()}
        if self.naive_bayes.pairs:
            data["naive_bayes"] = self.naive_bayes.to_dict()
        return data


@dataclass
class GroupResult:
    """One experiment: its pages, and what each input is worth on them."""

    name: str
    classes: list[str]
    sites: list[str]
    table: list[list[int]]  # pages of each class on each site
    results: list[InputResult]
    remarks: list[str]

    @property
    def pages(self) -> int:
        return sum(map(sum, self.table))

    def to_dict(self) -> dict[str, Any]:
        counts = {
            name: dict(zip(self.sites, row, strict=True))
            for name, row in zip(self.classes, self.table, strict=True)
        }
        return {
            "name": self.name,
            "pages": self.pages,
            "pages_by_class_and_site": counts,
            "remarks": self.remarks,
            "results": [result.to_dict() for result in self.results],
        }


@dataclass
class Results:
    """All experiments, with what is needed to make them again."""

    version: str
    settings: dict[str, Any]
    data: Any  # which pages, and how they were read
    inputs: list[str]
    weighted: list[bool]
    remarks: list[str]
    groups: list[GroupResult] = field(default_factory=list)

    def add_group(self, group: ExperimentGroup) -> None:
        """Make room for the results on a group, and say what is odd about its pages."""
        results = [
            InputResult(name, weighting)
            for name, weighted in zip(self.inputs, self.weighted, strict=True)
            for weighting in effective(self.settings["weightings"], weighted)
        ]
        names = (group.name, group.class_names, group.site_names)
        self.groups.append(GroupResult(*names, group.table(), results, oddities(group)))

    @staticmethod
    def usable(group: ExperimentGroup) -> bool:
        """Whether there is anything to tell apart."""
        return len(group.class_names) > 1

    def take(self, task: str, group: int, number: int, weighting: str, value: Any) -> None:
        """Put the result of a piece of work where it belongs."""
        always = task in ("words", "naive-bayes")  # whatever the weighting
        for result in self.groups[group].results:
            if result.input == self.inputs[number] and (always or result.weighting == weighting):
                _put(result, self.groups[group].classes, task, value)

    def to_dict(self) -> dict[str, Any]:
        return {
            "sitesieve": self.version,
            "settings": self.settings,
            "data": self.data,
            "inputs": self.inputs,
            "remarks": self.remarks,
            "experiments": [group.to_dict() for group in self.groups],
        }


def _put(result: InputResult, classes: list[str], task: str, value: Any) -> None:
    if task == "words":
        result.words, result.empty = value["words"], value["empty"]
    elif task == "likeness":
        result.likeness = value
    elif task == "k-means":
        result.k_means += value
    else:
        pair, scores = (classes[value[0]], classes[value[1]]), value[2]
        if task == "naive-bayes":
            result.naive_bayes.add(pair, scores)
        else:
            for number in CONFIGURATIONS:
                result.svm.setdefault(number, Classified()).add(pair, scores[str(number)])


def oddities(group: ExperimentGroup) -> list[str]:
    """What in the pages makes some of the experiments impossible or misleading."""
    sites, classes = group.site_names, group.class_names
    if len(classes) < 2:
        return [f"all pages are of the class {classes[0]!r}: there is nothing to tell apart"]
    remarks = []
    counts = np.array(group.table())
    if len(sites) < 2:
        where = f"of the site {sites[0]!r}" if sites[0] else "without a site (--site-by tells it)"
        remarks.append(f"all pages are {where}: the SVM needs several sites and is left out")
    if len(classes) > MOST_CLASSES:
        remarks.append(
            f"{len(classes):,} classes have too many pairs: the SVM and naive Bayes are left out "
            f"(at most {MOST_CLASSES} classes). Is the label the right column?"
        )
    single = [classes[i] for i in np.flatnonzero((counts > 0).sum(axis=1) == 1)]
    if single and len(sites) > 1:
        remarks.append(
            f"{_named('the class', 'the classes', single)} on one site only: an SVM trained on "
            "it has none of it left to test, so it is in no trial"
        )
    pages = counts.sum(axis=1)
    rare = [f"{classes[i]} ({pages[i]})" for i in np.flatnonzero(pages < 10)]
    if rare:
        remarks.append(
            f"fewer than ten pages: {_shortened(rare)}. Naive Bayes gets fewer folds there (none "
            "for one page), and the figures vary much"
        )
    alone = [sites[i] or "(none)" for i in np.flatnonzero((counts > 0).sum(axis=0) == 1)]
    if alone and len(sites) > 1:
        remarks.append(
            f"{_named('the site', 'the sites', alone)} of one class only: its words look like the "
            "site's there, and what learns from sites takes them for noise"
        )
    return remarks


def _named(one: str, several: str, names: list[str]) -> str:
    noun, verb = (one, "is") if len(names) == 1 else (several, "are")
    return f"{noun} {_shortened(names)} {verb}"


def _shortened(names: list[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if names[_NAMED:] else ""
    return ", ".join(names[:_NAMED]) + more
