"""The measures that results are compared by. docs/benchmarks.md defines them in words.

| function | measures |
|---|---|
| `word_f1` | a page's text against its gold text, as bags of words |
| `values_kept` | what is left of the labelled values of an entity page |
| `mining_scores` | how well pages are classified and clustered by weights of their words |
| `r_precision` | a ranking of pages |
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from html import unescape
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow.parquet
from selectolax.lexbor import LexborHTMLParser

from sitesieve.links import evaluation

_WORD = re.compile(r"\w+")
_UNSEEN = "script, style, noscript, head"


def word_f1(text: str, gold: str) -> tuple[float, float, float]:
    """F, precision and recall of a text.

    >>> word_f1("the cat", "The cat sat!")
    (0.8, 1.0, 0.6666666666666666)
    >>> word_f1("", "..."), word_f1("", "cat")
    ((1.0, 1.0, 1.0), (0.0, 0.0, 0.0))
    """
    found, wanted = (Counter(_words(each)) for each in (text, gold))
    if not found or not wanted:
        both_empty = float(not found and not wanted)
        return both_empty, both_empty, both_empty
    shared = (found & wanted).total()
    precision, recall = shared / found.total(), shared / wanted.total()
    return (2 * precision * recall / (precision + recall) if shared else 0.0, precision, recall)


def values_kept(text: str, html: str, values: Iterable[str]) -> tuple[float, float] | None:
    """The share of values that a text has, of those that are visible in its page, and the share of
    words kept; None where no value is visible. Values are words in lower case, with spaces between.

    >>> page = "<body><p>Fuel: diesel</p><p>Seats: 4</p><script>8 gears</script></body>"
    >>> values_kept("Seats: 4", page, ["diesel", "4", "8 gears"])
    (0.5, 0.5)
    """
    tree = LexborHTMLParser(html)
    for unseen in tree.css(_UNSEEN):
        unseen.decompose()
    page = _words(unescape(tree.body.text(separator=" "))) if tree.body is not None else []
    kept = _words(unescape(text))
    visible = [value for value in values if _is_in(value, page)]
    if not visible:
        return None
    there = sum(_is_in(value, kept) for value in visible)
    return there / len(visible), min(1.0, len(kept) / max(1, len(page)))


def mining_scores(pages: Sequence[tuple[str, str]], weights: Any, runs: int) -> dict[str, float]:
    """Macro F of a linear SVM in the three configurations of the thesis (§5.5), and F of k-means by
    the best assignment (§5.4), given label and site of each row of weights."""
    from sklearn.preprocessing import normalize

    rows = normalize(weights).tocsr()
    labels, sites = (np.array(column) for column in zip(*pages, strict=True))
    scores = {name: float(np.mean(f)) for name, f in _svm_scores(rows, labels, sites).items()}
    return {**scores, "kmeans": _kmeans_score(rows, labels, runs)}


def r_precision(scores: npt.ArrayLike, relevant: Sequence[bool]) -> float:
    """The share of relevant pages among the first R, R being their number.

    >>> r_precision([0.5, 0.9, 0.1], [True, True, False])
    1.0
    """
    return evaluation.r_precision(np.asarray(scores, np.float64), np.asarray(relevant, np.bool_))


def read_rows(data: Path, name: str) -> list[dict[str, str]]:
    """The rows of one Parquet file of the data folder."""
    path = data / name
    if not path.exists():
        sys.exit(f"{path} is missing: name the folder that holds it")
    rows: list[dict[str, str]] = pyarrow.parquet.read_table(path).to_pylist()
    return rows


def high_water(process: str) -> int:
    """The most memory a process has had, in bytes. (ru_maxrss would count its parent's too.)"""
    status = Path("/proc", process, "status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _is_in(value: str, words: list[str]) -> bool:
    return f" {value} " in f" {' '.join(words)} "


def _svm_scores(rows: Any, labels: Any, sites: Any) -> dict[str, list[float]]:
    """A pair of classes is learned from one site of each. 1: of the same site, tested on the other
    sites; 2: of different sites, tested on the others; 3: the same, tested on all other pages."""
    from sklearn.metrics import f1_score
    from sklearn.svm import LinearSVC

    found: dict[str, list[float]] = {"F1": [], "F2": [], "F3": []}
    for one, other in combinations(sorted(set(labels)), 2):
        first, second = labels == one, labels == other
        for here, there in product(sorted(set(sites[first])), sorted(set(sites[second]))):
            learned = first & (sites == here) | second & (sites == there)
            others = (first | second) & ~np.isin(sites, (here, there))
            tests = (
                {"F1": others}
                if here == there
                else {"F2": others, "F3": (first | second) & ~learned}
            )
            if not any(test.any() for test in tests.values()):
                continue
            machine = LinearSVC(random_state=0).fit(rows[learned], first[learned])
            for name, test in tests.items():
                if test.any():
                    guessed = machine.predict(rows[test])
                    f = f1_score(first[test], guessed, average="macro", zero_division=0)
                    found[name].append(float(f))
    return found


def _kmeans_score(rows: Any, labels: Any, runs: int) -> float:
    from scipy.optimize import linear_sum_assignment
    from sklearn.cluster import KMeans

    classes = (labels == np.array(sorted(set(labels)))[:, None]).astype(np.int64)
    scores = []
    for run in range(runs):
        means = KMeans(len(classes), init="random", n_init=1, max_iter=30, random_state=run)
        clusters = (means.fit_predict(rows) == np.arange(len(classes))[:, None]).astype(np.int64)
        sizes = classes.sum(axis=1)[:, None] + clusters.sum(axis=1)
        f = 2 * (classes @ clusters.T) / np.maximum(1, sizes)
        scores.append(f[linear_sum_assignment(f, maximize=True)].mean())
    return float(np.mean(scores))
