"""What the papers report of their own experiments, to stand beside ours, and whether cleaning
helps in the same order here: if it does not, why.

N no cleaning, T template based, S site style tree, W structure-tree weights;
thesis, tables 5-3 to 5-16, on 5,460 product pages and 10,610 news pages.
"""

import math
from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np

from sitesieve.mining.results import GroupResult, InputResult

INPUTS = ("none", "pagelet-templates", "site-style-tree", "structure-tree")  # N, T, S, W

# Averages of two sets of pages: k-means F, then F and accuracy of each configuration.
THESIS: dict[str, tuple[tuple[float, ...], ...]] = {
    "products (thesis)": (
        (0.506, 0.631, 0.751, 0.794),
        (0.9477, 0.8822, 0.8924, 0.9474),
        (0.9788, 0.9384, 0.9506, 0.9748),
        (0.6965, 0.7483, 0.8890, 0.9231),
        (0.7998, 0.8490, 0.9374, 0.9568),
        (0.5577, 0.6799, 0.8804, 0.9196),
        (0.6413, 0.7597, 0.9261, 0.9479),
    ),
    "news (thesis)": (
        (0.593, 0.731, 0.747, 0.753),
        (0.9186, 0.9278, 0.9195, 0.9370),
        (0.9269, 0.9333, 0.9087, 0.9407),
        (0.7470, 0.8829, 0.8952, 0.9188),
        (0.7737, 0.8964, 0.8949, 0.9273),
        (0.6025, 0.8626, 0.8990, 0.9191),
        (0.6434, 0.8775, 0.9018, 0.9265),
    ),
}
# Das, table 2: naive Bayes before and after the featured DOM tree, mean of ten pairs.
BAYES_BEFORE = (0.696, 0.792)  # F, accuracy
BAYES_AFTER = (0.914, 0.940)

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
    first: dict[str, InputResult] = {}
    for result in group.results:
        first.setdefault(result.input, result)
    chosen = [first[name] for name in INPUTS if name in first]
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
        if high < low or (high == low and chosen[i].input not in equal)
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
    if after.input != "structure-tree" and after.words < before.words:
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
