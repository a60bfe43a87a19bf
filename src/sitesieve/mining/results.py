"""What the mining experiments found, as data."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sitesieve.mining.classification import CONFIGURATIONS
from sitesieve.mining.clustering import statistics
from sitesieve.mining.corpus import Group
from sitesieve.mining.weighting import Weighting

Pair = tuple[str, str]
Found = tuple[float, float, int]  # F, accuracy, trials


@dataclass
class Classified:
    """F and accuracy by pair of classes; None where a pair could not be tried."""

    pairs: dict[Pair, Found | None] = field(default_factory=dict)

    @property
    def f(self) -> float | None:
        """The mean F over the pairs that could be tried."""
        return self._mean(0)

    @property
    def accuracy(self) -> float | None:
        """The mean accuracy over the pairs that could be tried."""
        return self._mean(1)

    def _mean(self, which: int) -> float | None:
        tried = [found[which] for found in self.pairs.values() if found is not None]
        return float(np.mean(tried)) if tried else None

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        rows = [[*pair, *(found or (None, None, 0))] for pair, found in self.pairs.items()]
        return {"f": self.f, "accuracy": self.accuracy, "pairs": rows}


@dataclass
class InputResult:
    """What one input, with one weighting, is worth."""

    input: str
    weighting: str
    words: float = 0.0
    empty: int = 0  # pages without words
    likeness: dict[str, float] = field(default_factory=dict)
    k_means: list[float] = field(default_factory=list)  # F of each run
    svm: dict[int, Classified] = field(default_factory=dict)
    naive_bayes: Classified = field(default_factory=Classified)

    @property
    def k_means_f(self) -> float | None:
        """The mean F of clustering."""
        return float(np.mean(self.k_means)) if self.k_means else None

    def svm_of(self, configuration: int) -> Classified:
        """The results of a configuration, empty where it was not tried."""
        return self.svm.setdefault(configuration, Classified())

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
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
            data["svm"] = {str(n): self.svm[n].to_dict() for n in CONFIGURATIONS}
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
        """As plain data."""
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
    inputs: list[str]
    weighted: list[bool]
    remarks: list[str]
    groups: list[GroupResult] = field(default_factory=list)

    def add_group(self, group: Group) -> None:
        """Make room for the results on a group, and say what is odd about its pages."""
        results = [
            InputResult(name, Weighting(weighting).of(weighted))
            for name, weighted in zip(self.inputs, self.weighted, strict=True)
            for weighting in self.settings["weightings"]
        ]
        remarks = oddities(group)
        self.groups.append(
            GroupResult(
                group.name, group.class_names, group.site_names, group.table(), results, remarks
            )
        )

    @staticmethod
    def usable(group: Group) -> bool:
        """Whether there is anything to tell apart."""
        return len(group.class_names) > 1

    def take(self, task: str, group: int, number: int, weighting: str, value: Any) -> None:
        """Put the result of a piece of work where it belongs."""
        into, weightings = self.groups[group], self.settings["weightings"]
        first = number * len(weightings)
        if task in ("words", "naive-bayes"):  # whatever the weighting
            for result in into.results[first : first + len(weightings)]:
                _put(result, into.classes, task, value)
        else:
            _put(into.results[first + weightings.index(weighting)], into.classes, task, value)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {
            "sitesieve": self.version,
            "settings": self.settings,
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
        pair = (classes[value[0]], classes[value[1]])
        if task == "naive-bayes":
            result.naive_bayes.pairs[pair] = _found(value[2])
        else:
            for number in CONFIGURATIONS:
                result.svm_of(number).pairs[pair] = _found(value[2][str(number)])


def _found(value: list[float] | None) -> Found | None:
    return None if value is None else (value[0], value[1], int(value[2]))


def oddities(group: Group) -> list[str]:
    """What in the pages makes some of the experiments impossible or misleading."""
    said = []
    counts = np.array(group.table()).reshape(len(group.class_names), len(group.site_names))
    if len(group.class_names) < 2:
        of = f"all pages are of the class {group.class_names[0]!r}" if group.pages else "no pages"
        return [f"{of}: there is nothing to tell apart"]
    if len(group.site_names) < 2:
        said.append(
            f"all pages are of the site {group.site_names[0]!r}: the SVM needs several sites "
            "and is left out"
        )
    for name, row in zip(group.class_names, counts, strict=True):
        where = [site for site, n in zip(group.site_names, row, strict=True) if n]
        if len(where) == 1 and len(group.site_names) > 1:
            said.append(
                f"the class {name!r} is on one site only ({where[0]}): where it is trained on, "
                "there is none of it elsewhere to test, so those trials are not made"
            )
        if row.sum() < 10:
            said.append(
                f"the class {name!r} has {row.sum()} pages: fewer folds for naive Bayes, and its "
                "figures vary much"
            )
    for site, column in zip(group.site_names, counts.T, strict=True):
        if (column > 0).sum() == 1 and len(group.site_names) > 1:
            name = group.class_names[int(column.argmax())]
            said.append(
                f"the site {site or '(none)'!r} has one class only ({name!r}): its words look like "
                "the site's there, and what learns from sites takes them for noise"
            )
    return said
