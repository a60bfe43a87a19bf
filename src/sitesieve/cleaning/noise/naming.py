"""Names for the paragraphs of a page: certain rules first, the trained model for the rest.

The model looks twice: once at each paragraph alone, then at what it said of the paragraphs
around it, since noise comes in blocks. A kind says what a paragraph is, not whether it stays:
that is the method's decision.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.boosting import Rows
from sitesieve.cleaning.columns import Columns
from sitesieve.cleaning.kinds import KINDS, Kind
from sitesieve.cleaning.noise.containers import LEVELS, Containers
from sitesieve.cleaning.noise.evidence import Known, evidence_of, noise_features
from sitesieve.cleaning.noise.rules import NoiseRule, held_by, shipped_rules
from sitesieve.cleaning.noise.softmax import Scores, Softmax
from sitesieve.cleaning.noise.trained import TrainedNoise, shipped
from sitesieve.cleaning.noise.weighted_sums import weighted_sums
from sitesieve.cleaning.sieve.evidence import smallest_page
from sitesieve.errors import ModelError

CERTAIN = 0.99  # the confidence of a rule
_TELLING = 5  # features that an explanation names


@dataclass(frozen=True, eq=False)
class Named:
    """The kind of each paragraph of a page, with a confidence and what decided."""

    kind: npt.NDArray[np.int8]  # places in KINDS
    confidence: Scores
    likely: Scores  # of each kind that the model tells
    rows: Rows
    rule: npt.NDArray[np.int8]  # that decided; -1 for none
    rules: list[NoiseRule]
    model: Softmax

    def kind_of(self, number: int) -> Kind:
        """The kind of a paragraph."""
        return KINDS[int(self.kind[number])]

    def evidence(self, number: int) -> dict[str, Any]:
        """Why a paragraph has its kind: the rule, or what counted most against the runner-up."""
        kind = int(self.kind[number])
        told: dict[str, Any] = {"confidence": round(float(self.confidence[number]), 3)}
        if self.rule[number] >= 0:
            rule = self.rules[int(self.rule[number])]
            when = [*rule.when, f"text ~ {rule.text.pattern}"] if rule.text else list(rule.when)
            return told | {"rule": rule.why, "when": when}
        outcome = self.model.outcomes.index(KINDS[kind])
        order = np.argsort(-self.likely[number], kind="stable").tolist()
        rival = next(other for other in order if other != outcome)
        told["rather than"] = self.model.outcomes[rival]
        adds = self.model.contributions(self.rows[number], outcome, rival)
        told["for it"] = {n: round(gain, 2) for n, gain in adds.items() if gain > 0}
        told["for it"] = dict(list(told["for it"].items())[:_TELLING])
        return told


class Naming:
    """Names paragraphs by rules and trained models."""

    def __init__(
        self, trained: TrainedNoise | None = None, rules: list[NoiseRule] | None = None
    ) -> None:
        self.trained = trained or shipped()
        if self.trained.alone.features != noise_features():
            raise ModelError("the models that name noise were trained on other evidence")
        self.rules = shipped_rules() if rules is None else rules
        # A kind that is younger than the models is told by rules alone.
        self._kinds = np.array(
            [KINDS.index(Kind(k)) for k in self.trained.together.outcomes], np.int8
        )
        weights = (self.trained.alone.weights, self.trained.footer.weights)
        self._first = np.concatenate(weights, axis=1)

    def name(self, known: Known) -> Named:
        """The kinds of the paragraphs of a page."""
        containers = Containers(known.around)
        rows = evidence_of(known, containers)
        likely = self.likelihoods(containers, rows)
        kind = self._kinds[likely.argmax(axis=1)]
        confidence = likely.max(axis=1, initial=0)
        by_rule = np.full(len(rows), -1, np.int8)
        held_by_rule = held_by(self.rules, rows, known.text_of)
        for number in reversed(range(len(self.rules))):  # the first that holds decides
            held = held_by_rule[number]
            by_rule[held] = number
            kind[held] = KINDS.index(self.rules[number].kind)
            confidence[held] = CERTAIN
        return Named(kind, confidence, likely, rows, by_rule, self.rules, self.trained.alone)

    def likelihoods(self, containers: Containers, rows: Rows) -> Scores:
        """How likely each paragraph is of each kind."""
        if not len(rows):
            return np.zeros((0, len(self._kinds)), np.float32)
        first, footer = self.trained.alone, self.trained.footer
        scores = weighted_sums(rows, self._first)  # rows are long: both models in one go
        alone = first.normalised(scores[:, : len(first.outcomes)])
        in_footer = footer.normalised(scores[:, len(first.outcomes) :])[:, :1]
        return self.trained.together.probabilities(
            second_look(containers, alone, in_footer, first.outcomes)
        )


def second_look(
    containers: Containers, alone: Scores, footer: Scores, kinds: Sequence[str] = KINDS
) -> Rows:
    """What the second look sees: what the first said of a paragraph and of its surroundings;
    `kinds` are those that the first knows."""
    return _second_look(containers, alone, footer, kinds).rows()


@cache
def second_look_features() -> tuple[str, ...]:
    """The names of the columns of `second_look`."""
    alone, footer = np.zeros((1, len(KINDS)), np.float32), np.zeros((1, 1), np.float32)
    return _second_look(Containers(smallest_page()), alone, footer, KINDS).names


def _second_look(
    containers: Containers, alone: Scores, footer: Scores, kinds: Sequence[str]
) -> Columns:
    path, members = containers.path, containers.members
    order = np.argsort(path, kind="stable")
    starts = np.cumsum(members) - members
    alike = np.add.reduceat(alone[order], starts, axis=0) / members[:, None]
    none = np.zeros((1, alone.shape[1]), np.float32)
    both, parts = np.concatenate([alone, footer], axis=1), (*kinds, "footer")
    columns = Columns()
    columns.add("log of {}", np.log(alone + 1e-3) / 7, kinds)
    columns.add("alone {}", both, parts)
    for level, mean in zip(LEVELS, containers.means(both), strict=True):
        columns.add(f"container {level} {{}}", mean, parts)
    columns.add("alike {}", alike[path], kinds)
    columns.add("before {}", np.concatenate([none, alone[:-1]]), kinds)
    columns.add("after {}", np.concatenate([alone[1:], none]), kinds)
    return columns
