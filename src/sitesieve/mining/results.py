"""What the mining experiments found, as data."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sitesieve.mining.classification import CONFIGURATIONS, TrialScores
from sitesieve.mining.clustering import statistics
from sitesieve.mining.corpus import ExperimentGroup
from sitesieve.mining.findings import (
    Finding,
    Quantity,
    findings,
    run_quantities,
    svm_quantities,
)
from sitesieve.mining.inputs import THESIS_INPUTS
from sitesieve.mining.thesis_tables import CASES, Pair, as_data
from sitesieve.mining.weighting import effective

MOST_CLASSES = 50  # whose pairs are all tried: 1,225
_NAMED = 8  # classes or sites that a remark names


@dataclass
class Classified:
    """F and accuracy by pair of classes; None where a pair could not be tried."""

    pairs: dict[Pair, TrialScores | None] = field(default_factory=dict)

    @property
    def f(self) -> float | None:
        """The mean over the pairs that could be tried."""
        return self._mean(0)

    @property
    def accuracy(self) -> float | None:
        """The mean over the pairs that could be tried."""
        return self._mean(1)

    def add(self, pair: Pair, scores: Sequence[Any] | None) -> None:
        self.pairs[pair] = None if scores is None else TrialScores(*scores)

    def _mean(self, which: int) -> float | None:
        tried = list(self.by_pair(which).values())
        return float(np.mean(tried)) if tried else None

    def by_pair(self, which: int) -> dict[Pair, float]:
        """F (0) or accuracy (1) of the pairs that could be tried."""
        return {pair: scores[which] for pair, scores in self.pairs.items() if scores is not None}

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
    gaussian_bayes: list[TrialScores | None] = field(default_factory=list)  # by random set

    @property
    def base(self) -> str:
        """The name of the input without settings."""
        return self.input.partition(":")[0]

    @property
    def k_means_f(self) -> float | None:
        return float(np.mean(self.k_means)) if self.k_means else None

    @property
    def gaussian_means(self) -> tuple[float | None, float | None]:
        """F and accuracy of naive Bayes with normal distributions, over the random sets."""
        tried = [scores[:2] for scores in self.gaussian_bayes if scores is not None]
        if not tried:
            return None, None
        f, accuracy = np.mean(tried, axis=0).tolist()
        return f, accuracy

    def quantities(self) -> dict[str, Quantity]:
        """The figures that the findings of the thesis are about."""
        by_name = {
            f"{kind} cosine": Quantity(value)
            for kind, value in (
                ("same-site", self.likeness.get("same_site")),
                ("same-class", self.likeness.get("same_class")),
            )
            if value is not None
        }
        if self.k_means:
            by_name |= run_quantities(self.k_means)
        f, accuracy = ({n: c.by_pair(which) for n, c in self.svm.items()} for which in (0, 1))
        return by_name | dict(svm_quantities(f, accuracy))

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
        if self.gaussian_bayes:
            sets = [list(scores or (None, None, 0)) for scores in self.gaussian_bayes]
            f, accuracy = self.gaussian_means
            data["gaussian_bayes"] = {"f": f, "accuracy": accuracy, "sets": sets}
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

    def cases(self) -> dict[str, InputResult]:
        """N, T, S and W of the thesis, as far as they were tried; each by the first input of its
        name, with the first weighting."""
        first: dict[str, InputResult] = {}
        for result in self.results:
            first.setdefault(result.base, result)
        named = zip(CASES, THESIS_INPUTS, strict=True)
        return {case: first[name] for case, name in named if name in first}

    def findings(self) -> list[Finding]:
        """The findings of the thesis, judged by the figures of this experiment."""
        cases = self.cases().items()
        return findings({(c, n): q for c, r in cases for n, q in r.quantities().items()})

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
            "findings": [finding.to_dict() for finding in self.findings()],
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
        always = task in ("words", "naive-bayes", "gaussian-bayes")  # whatever the weighting
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
            "thesis": as_data(),
        }


def _put(result: InputResult, classes: list[str], task: str, value: Any) -> None:
    if task == "words":
        result.words, result.empty = value["words"], value["empty"]
    elif task == "likeness":
        result.likeness = value
    elif task == "k-means":
        result.k_means += value
    elif task == "gaussian-bayes":
        result.gaussian_bayes.append(None if value[1] is None else TrialScores(*value[1]))
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
