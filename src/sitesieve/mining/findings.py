"""Which findings of the thesis's chapter 5 hold: every sentence of it that claims an order or an
effect, as comparisons of figures.

A difference counts when it is at least twice its standard error: over runs of k-means, or over
pairs of classes, pair by pair. Pairs share classes and so are not independent: the errors are
rather too small. Where only means are known (k-means in the thesis's own tables), any difference
counts.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from sitesieve.mining.thesis_tables import CASES, RUNS, THESIS, Pair, ThesisTables

COMPARABLE = 0.01  # apart, and still "comparable" (§5.5; .0003 and .004 in the thesis)
NOT_MUCH = 0.05  # of a drop that is "not much" (§5.5; .012 to .028 in the thesis, T .065 and .2)


class ClaimVerdict(StrEnum):
    """What became of a claim."""

    HOLDS = "holds"
    CHANCE = "within chance"
    FAILS = "does not hold"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A mean, with what it is the mean of where that is known."""

    mean: float
    by_pair: Mapping[Pair, float] = field(default_factory=dict)
    by_run: Sequence[float] = ()

    @classmethod
    def of_pairs(cls, by_pair: Mapping[Pair, float]) -> "Quantity":
        return cls(float(np.mean(list(by_pair.values()))), by_pair)

    @classmethod
    def of_runs(cls, by_run: Sequence[float]) -> "Quantity":
        return cls(float(np.mean(by_run)), by_run=by_run)

    def minus(self, other: "Quantity") -> tuple[float, float | None]:
        """The difference and its standard error, where it has one."""
        shared = [pair for pair in self.by_pair if pair in other.by_pair]
        apart = [self.by_pair[pair] - other.by_pair[pair] for pair in shared]
        if len(apart) > 1:
            return float(np.mean(apart)), float(np.std(apart, ddof=1) / math.sqrt(len(apart)))
        if self.by_run and other.by_run:
            variances = (np.var(runs) / len(runs) for runs in (self.by_run, other.by_run))
            return self.mean - other.mean, math.sqrt(sum(variances))
        return self.mean - other.mean, None


Quantities = Mapping[tuple[str, str], Quantity]  # by case (N, T, S, W) and name


@dataclass(frozen=True, slots=True)
class More:
    """A quantity of one case is more than that of another case, or another quantity of it."""

    of: str
    high: str
    low: str
    than: str = ""  # the other quantity

    def judged(self, quantities: Quantities) -> tuple[ClaimVerdict, str] | None:
        names = ((self.high, self.of), (self.low, self.than or self.of))
        if not all(name in quantities for name in names):
            return None
        high, low = (quantities[name] for name in names)
        difference, error = high.minus(low)
        verdict = ClaimVerdict.HOLDS if difference > 0 else ClaimVerdict.FAILS
        if difference == 0 or (error is not None and abs(difference) < 2 * error):
            verdict = ClaimVerdict.CHANCE
        sign = "=" if difference == 0 else ">" if difference > 0 else "<"
        other = f"{self.than} " if self.than else ""
        return verdict, (
            f"{self.of} {self.high} {_figure(high.mean)} {sign} {other}{self.low} "
            f"{_figure(low.mean)}{_error(error)}"
        )


@dataclass(frozen=True, slots=True)
class About:
    """A quantity is about the same in two cases."""

    of: str
    one: str
    other: str

    def judged(self, quantities: Quantities) -> tuple[ClaimVerdict, str] | None:
        names = ((self.one, self.of), (self.other, self.of))
        if not all(name in quantities for name in names):
            return None
        one, other = (quantities[name] for name in names)
        difference, error = one.minus(other)
        verdict = ClaimVerdict.HOLDS if abs(difference) <= COMPARABLE else ClaimVerdict.FAILS
        if verdict is ClaimVerdict.FAILS and error is not None and abs(difference) < 2 * error:
            verdict = ClaimVerdict.CHANCE
        return verdict, (
            f"{self.of} {self.one} {_figure(one.mean)}, {self.other} {_figure(other.mean)}"
            f"{_error(error)}"
        )


@dataclass(frozen=True, slots=True)
class AtMost:
    """A quantity is no more than a bound."""

    of: str
    case: str
    bound: float

    def judged(self, quantities: Quantities) -> tuple[ClaimVerdict, str] | None:
        quantity = quantities.get((self.case, self.of))
        if quantity is None:
            return None
        constant = Quantity(self.bound, dict.fromkeys(quantity.by_pair, self.bound))
        over, error = quantity.minus(constant)
        verdict = ClaimVerdict.HOLDS if over <= 0 else ClaimVerdict.FAILS
        if verdict is ClaimVerdict.FAILS and error is not None and over < 2 * error:
            verdict = ClaimVerdict.CHANCE
        return verdict, f"{self.of} {self.case} {_figure(quantity.mean)}{_error(error)}"


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of the thesis, and what must be so if it is true."""

    section: str
    text: str
    comparisons: Sequence[More | About | AtMost]


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim, judged: it fails where any comparison does, and may be chance where any may."""

    section: str
    text: str
    verdict: ClaimVerdict
    figures: list[str]  # of all comparisons
    against: list[str]  # of those that do not hold, or may be chance
    in_thesis: dict[str, str]  # what its own tables say: verdict by set of pages

    def to_dict(self) -> dict[str, object]:
        return {
            "section": self.section,
            "claim": self.text,
            "verdict": str(self.verdict),
            "figures": self.figures,
            "against": self.against,
            "in_thesis": self.in_thesis,
        }


def _cleaned_more(of: str) -> list[More]:
    return [More(of, case, "N") for case in "TSW"]


def _each(names: Sequence[str], *orders: str) -> list[More]:
    """Orders like "W>S" in each of some quantities."""
    return [More(name, order[0], order[2]) for name in names for order in orders]


_F, _A = ("F1", "F2", "F3"), ("A1", "A2", "A3")
_DROPS = ("drop of F", "drop of A")
_GOOD = {"runs ≥ .7": 0.7, "runs ≥ .9": 0.9}

CLAIMS = (
    Claim(
        "§5.1.1",
        "Noise draws pages of one site together, whatever their topic",
        [More("same-site cosine", "N", case) for case in "TSW"],
    ),
    Claim(
        "§5.1.1",
        "Noise drives pages of one topic on different sites apart",
        _cleaned_more("same-class cosine"),
    ),
    Claim(
        "§5.4, figures 5-3, 5-4; conclusion 1",
        "Pages cluster significantly better when they are cleaned",
        _cleaned_more("k-means F"),
    ),
    Claim(
        "§5.4, figure 5-3",
        "S and W help clustering more than T",
        _each(["k-means F"], "S>T", "W>T"),
    ),
    Claim(
        "§5.4, conclusion 2",
        "For clustering W is best, then S, then T",
        _each(["k-means F"], "W>S", "S>T"),
    ),
    Claim(
        "§5.4, tables 5-3, 5-4",
        "Cleaning leaves fewer runs with a poor F (below .5; news .6)",
        [More("poor runs", "N", case) for case in "TSW"],
    ),
    Claim(
        "§5.4, table 5-3",
        "Runs with F from .7: fewest N, then T, then S, most W",
        _each(["runs ≥ .7"], "T>N", "S>T", "W>S"),
    ),
    Claim(
        "§5.4, table 5-4",
        "Runs with F from .9: few N and T, many S, most W",
        _each(["runs ≥ .9"], "S>N", "S>T", "W>S"),
    ),
    Claim(
        "§5.5, tables 5-5, 5-6 (products)",
        "In configuration 1, W is comparable to N",
        [About("F1", "W", "N"), About("A1", "W", "N")],
    ),
    Claim(
        "§5.5, tables 5-5, 5-6 (products)",
        "In configuration 1, T and S are not as good as N",
        _each(["F1", "A1"], "N>T", "N>S"),
    ),
    Claim(
        "§5.5, tables 5-11, 5-12 (news)",
        "In configuration 1, all cleaned pages are classified better than N",
        [*_cleaned_more("F1"), *_cleaned_more("A1")],
    ),
    Claim(
        "§5.5, tables 5-5, 5-7, 5-9",
        "Cleaned pages have a significantly better F than N, in all configurations",
        [each for name in _F for each in _cleaned_more(name)],
    ),
    Claim(
        "§5.5, figures 5-5, 5-7, point 1",
        "In configuration 3, any of the three ways to clean improves F significantly",
        _cleaned_more("F3"),
    ),
    Claim(
        "§5.5, point 2",
        "W is best of the three in every configuration",
        _each([*_F, *_A], "W>S", "W>T"),
    ),
    Claim(
        "§5.5, tables 5-5, 5-7, 5-9; point 2",
        "S is always better than T",
        _each(_F, "S>T"),
    ),
    Claim(
        "§5, opening; §6",
        "S and W outperform T, in clustering and in classification",
        _each(["k-means F", "F2", "F3"], "S>T", "W>T"),
    ),
    Claim(
        "§5, opening",
        "W does a little better than S, in clustering and in classification",
        _each(["k-means F", *_F], "W>S"),
    ),
    Claim(
        "§5.5, figures 5-5 to 5-8",
        "Without cleaning, results drop from configuration 1 to 2 to 3",
        [More(f"{x}{n}", "N", "N", f"{x}{n + 1}") for x in "FA" for n in (1, 2)],
    ),
    Claim(
        "§5.5, figures 5-5 to 5-8; §5.6",
        "Cleaned pages drop less: cleaning helps more where the noise of two classes differs",
        [More(name, "N", case) for name in _DROPS for case in "TSW"],
    ),
    Claim(
        "§5.5, point 3",
        f"S and W do not change much with the configuration (drop up to {NOT_MUCH:g})",
        [AtMost(name, case, NOT_MUCH) for name in _DROPS for case in "SW"],
    ),
    Claim(
        "§5.5, point 3",
        "T drops faster than S and W",
        _each(_DROPS, "T>S", "T>W"),
    ),
)


def findings(quantities: Quantities) -> list[Finding]:
    """The claims that the figures at hand can judge."""
    judged = []
    for claim in CLAIMS:
        parts = _judged(claim, quantities)
        if parts:
            own = {name: _judged(claim, known) for name, known in _OWN.items()}
            judged.append(
                Finding(
                    claim.section,
                    claim.text,
                    _worst(parts),
                    [figures for _, figures in parts],
                    [figures for verdict, figures in parts if verdict is not ClaimVerdict.HOLDS],
                    {name: str(_worst(theirs)) for name, theirs in own.items() if theirs},
                )
            )
    return judged


def _judged(claim: Claim, quantities: Quantities) -> list[tuple[ClaimVerdict, str]]:
    """The comparisons of a claim that can be made."""
    return [p for each in claim.comparisons if (p := each.judged(quantities)) is not None]


def _worst(parts: list[tuple[ClaimVerdict, str]]) -> ClaimVerdict:
    verdicts = {verdict for verdict, _ in parts}
    order = (ClaimVerdict.FAILS, ClaimVerdict.CHANCE, ClaimVerdict.HOLDS)
    return next(verdict for verdict in order if verdict in verdicts)


def svm_quantities(
    f: Mapping[int, Mapping[Pair, float]], accuracy: Mapping[int, Mapping[Pair, float]]
) -> Iterator[tuple[str, Quantity]]:
    """F1 … A3, and how much is lost from configuration 1 to 3, given figures by pair."""
    for letter, by_number in (("F", f), ("A", accuracy)):
        for number, by_pair in by_number.items():
            if by_pair:
                yield f"{letter}{number}", Quantity.of_pairs(by_pair)
        first, last = by_number.get(1, {}), by_number.get(3, {})
        drop = {pair: first[pair] - last[pair] for pair in first if pair in last}
        if drop:
            yield f"drop of {letter}", Quantity.of_pairs(drop)


def run_quantities(scores: Sequence[float], poor: float = 0.5) -> Iterator[tuple[str, Quantity]]:
    """What tables 5-3 and 5-4 tell of runs of k-means."""
    yield "k-means F", Quantity.of_runs(scores)
    yield "poor runs", Quantity.of_runs([float(f < poor) for f in scores])
    for name, bound in _GOOD.items():
        yield name, Quantity.of_runs([float(f >= bound) for f in scores])


def _own_quantities(tables: ThesisTables) -> dict[tuple[str, str], Quantity]:
    """What the thesis prints."""
    known: dict[tuple[str, str], Quantity] = {}
    for number, case in enumerate(CASES):
        runs = tables.k_means[case]
        known[case, "k-means F"] = Quantity(runs.mean)
        known[case, "poor runs"] = Quantity(runs.below[1] / RUNS)
        for name, bound in _GOOD.items():
            known[case, name] = Quantity(runs.at_least[bound] / RUNS)
        f, accuracy = (
            {n: {pair: row[number] for pair, row in rows.items()} for n, rows in table.items()}
            for table in (tables.f, tables.accuracy)
        )
        known |= {(case, name): q for name, q in svm_quantities(f, accuracy)}
    return known


def _figure(value: float) -> str:
    return f"{value:.3f}".replace("0.", ".", 1)


def _error(error: float | None) -> str:
    return "" if error is None else f" (± {_figure(error)})"


_OWN = {name: _own_quantities(tables) for name, tables in THESIS.items()}
