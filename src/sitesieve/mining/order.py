"""Whether cleaning helps in the order that the thesis found, and why not where it does not."""

import math
from collections.abc import Callable, Iterator

import numpy as np

from sitesieve.mining.reported import INPUTS
from sitesieve.mining.results import GroupResult, InputResult

Measure = Callable[[InputResult], float | None]

# Configuration 1 is not among them: in the thesis, too, noise that both classes share does no
# harm there (table 5-5: N .948, T .882, S .892, W .947).
MEASURES: dict[str, Measure] = {
    "k-means F": lambda result: result.k_means_f,
    "SVM F, configuration 2": lambda result: result.svm_of(2).f,
    "SVM F, configuration 3": lambda result: result.svm_of(3).f,
}


def order_remarks(group: GroupResult) -> list[str]:
    """For each weighting and measure: N < T < S ≤ W holds, or where it does not."""
    said: list[str] = []
    for position in range(_weightings(group)):
        chosen = [r for r in group.results[position :: _weightings(group)] if r.input in INPUTS]
        chosen.sort(key=lambda result: list(INPUTS).index(result.input))
        if len(chosen) > 1:
            for name, measure in MEASURES.items():
                said += _compared(name, measure, chosen, group)
    return said


def _weightings(group: GroupResult) -> int:
    names = [result.input for result in group.results]
    return max(1, len(names) // max(1, len(set(names))))


def _compared(
    name: str, measure: Measure, chosen: list[InputResult], group: GroupResult
) -> Iterator[str]:
    values = [measure(result) for result in chosen]
    if None in values:
        return
    figures = [value for value in values if value is not None]
    shown = ", ".join(f"{r.input} {v:.3f}" for r, v in zip(chosen, figures, strict=True))
    broken = [i for i in range(1, len(chosen)) if not _in_order(chosen[i], figures, i)]
    if not broken:
        yield f"{name}: the order of the thesis holds ({shown})."
        return
    for i in broken:
        before, after = chosen[i - 1], chosen[i]
        reason = _why(name, before, after, group)
        yield f"{name}: {after.input} is not above {before.input} ({shown}). {reason}"


def _in_order(result: InputResult, figures: list[float], i: int) -> bool:
    if result.input == "structure-tree":  # at least as good as the style tree
        return figures[i] >= figures[i - 1]
    return figures[i] > figures[i - 1]


def _why(name: str, before: InputResult, after: InputResult, group: GroupResult) -> str:
    """What the figures themselves say: chance, a ceiling, or what is alike now."""
    error = _error(name, before, after)
    measure = MEASURES[name]
    low, high = sorted((measure(before) or 0.0, measure(after) or 0.0))
    if error is not None and high - low < 2 * error:
        return f"The difference, {high - low:.3f}, is within chance (standard error {error:.3f})."
    if low > 0.98:
        return "Both are near the ceiling."
    pulls = [r.likeness["same_class"] - r.likeness["same_site"] for r in (before, after)]
    parts = [
        f"With {r.input} the mean cosine of pages is {r.likeness['same_class']:.3f} in a class "
        f"across sites, {r.likeness['same_site']:.3f} in a site across classes"
        for r in (before, after)
    ]
    if pulls[1] > pulls[0]:
        end = (
            f"{after.input} does draw the classes together more, but it keeps "
            f"{after.words / max(1.0, before.words):.2f} times the words: some that tell classes "
            "apart went with the noise"
        )
    else:
        end = f"{after.input} leaves more of what the pages of a site share"
    if after.empty > before.empty:
        end += f", and {after.empty} of {group.pages} pages have no word left"
    return ". ".join([*parts, end]) + "."


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
