"""What the papers report of their own experiments, to stand beside ours, and whether cleaning
helps in the same order here: if it does not, why.
"""

import math
from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np

from sitesieve.mining.classification import CONFIGURATIONS
from sitesieve.mining.results import GroupResult, InputResult
from sitesieve.mining.thesis_tables import CASES, ThesisTables

# Das, table 2, by pair of data sets: naive Bayes before and after the featured DOM tree.
DAS: tuple[tuple[float, float, float, float], ...] = (  # F1, F2, A1, A2
    (0.743, 0.931, 0.773, 0.954),
    (0.751, 0.980, 0.818, 0.943),
    (0.813, 0.925, 0.749, 0.915),
    (0.752, 0.987, 0.798, 0.958),
    (0.716, 0.946, 0.840, 0.945),
    (0.527, 0.827, 0.791, 0.937),
    (0.747, 0.919, 0.767, 0.919),
    (0.724, 0.914, 0.732, 0.921),
    (0.532, 0.852, 0.812, 0.960),
    (0.650, 0.860, 0.835, 0.945),
)
DAS_AVERAGE = (0.696, 0.914, 0.792, 0.940)


def averages(tables: ThesisTables) -> dict[str, list[float]]:
    """k-means F, then F and accuracy of each configuration, as averaged in the thesis: by case."""
    by_case = {}
    for number, case in enumerate(CASES):
        svm = [
            float(np.mean([row[number] for row in table[n].values()]))
            for n in CONFIGURATIONS
            for table in (tables.f, tables.accuracy)
        ]
        by_case[case] = [tables.k_means[case].mean, *svm]
    return by_case


Measure = Callable[[InputResult], float | None]

# Configuration 1 is not among them: in the thesis, too, noise that both classes share does no
# harm there (table 5-5: N .948, T .882, S .892, W .947).
MEASURES: dict[str, Measure] = {
    "k-means F": lambda result: result.k_means_f,
    "SVM F, configuration 2": lambda result: result.svm_of(2).f,
    "SVM F, configuration 3": lambda result: result.svm_of(3).f,
}


def order_remarks(group: GroupResult) -> list[str]:
    """For each measure: N < T < S ≤ W holds, or where it does not.

    Where inputs come with several weightings, each is taken with the first of them.
    """
    chosen = list(group.cases().values())
    if len(chosen) < 2:
        return []
    return [remark for name in MEASURES for remark in _compared(name, chosen, group)]


def _compared(name: str, chosen: list[InputResult], group: GroupResult) -> Iterator[str]:
    figures = [value for value in map(MEASURES[name], chosen) if value is not None]
    if len(figures) < len(chosen):
        return
    listed = ", ".join(f"{r.input} {v:.3f}" for r, v in zip(chosen, figures, strict=True))
    equal = {"structure-tree"}  # at least as good as the style tree
    broken = [
        i
        for i, (low, high) in enumerate(pairwise(figures), 1)
        if high < low or (high == low and chosen[i].base not in equal)
    ]
    if not broken:
        yield f"{name}: the order of the thesis holds ({listed})."
    for i in broken:
        before, after = chosen[i - 1], chosen[i]
        how = "equal to" if figures[i] == figures[i - 1] else "below"
        reason = _why(name, before, after, group)
        yield f"{name}: {after.input} is {how} {before.input} ({listed}). {reason}".rstrip()


def _why(name: str, before: InputResult, after: InputResult, group: GroupResult) -> str:
    """What the figures themselves say: chance, a ceiling, or what is alike now."""
    low, high = sorted((MEASURES[name](before) or 0.0, MEASURES[name](after) or 0.0))
    error = _error(name, before, after)
    if low > 0.98:
        return "Both are near the ceiling."
    if error is not None and 0 < high - low < 2 * error:
        return f"The difference, {high - low:.3f}, is within chance (standard error {error:.3f})."
    reasons = list(_changes(before, after))
    if after.empty > before.empty:
        reasons.append(f"{after.empty} of {group.pages} pages have no word left")
    return "Against it: " + "; ".join(reasons) + "." if reasons else ""


def _changes(before: InputResult, after: InputResult) -> Iterator[str]:
    """What draws pages together less, or more, than before."""
    kinds = {
        "same_class": ("pages of a class on different sites are less alike", -1),
        "same_site": ("pages of a site in different classes are more alike", 1),
    }
    for kind, (change, sign) in kinds.items():
        old, new = before.likeness.get(kind), after.likeness.get(kind)
        if old is not None and new is not None and sign * (new - old) > 0.005:
            yield f"{change} (mean cosine {old:.3f}, then {new:.3f})"
    if after.base != "structure-tree" and after.words < before.words:
        yield f"{1 - after.words / max(1.0, before.words):.0%} fewer words stay"


def _error(name: str, before: InputResult, after: InputResult) -> float | None:
    """The standard error of the difference: over runs, or over pairs of classes."""
    if name.startswith("k-means"):
        runs = min(len(before.k_means), len(after.k_means))
        variance = np.var(before.k_means) + np.var(after.k_means)
        return math.sqrt(variance / runs)
    number = int(name[-1])
    ours, theirs = before.svm_of(number).pairs, after.svm_of(number).pairs
    pairs = [(ours[pair], theirs.get(pair)) for pair in ours]
    apart = [a[0] - b[0] for a, b in pairs if a is not None and b is not None]
    return float(np.std(apart, ddof=1) / math.sqrt(len(apart))) if len(apart) > 1 else None
