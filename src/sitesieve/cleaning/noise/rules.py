"""Rules that are certain, as data: a kind, a reason, and conditions on the evidence.

A condition is the name of a column of the evidence, `>=` or `<`, and a number. A rule may also
have a `text`: a regular expression that a part of the paragraph must match, whatever its case.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.boosting import Rows
from sitesieve.cleaning.kinds import Kind
from sitesieve.errors import ModelError

SHIPPED = "rules.json"


@dataclass(frozen=True, slots=True)
class NoiseRule:
    """One rule; all its conditions must hold."""

    kind: Kind
    why: str
    when: tuple[str, ...]
    at_least: tuple[tuple[int, float], ...]  # column, number
    below: tuple[tuple[int, float], ...]
    text: re.Pattern[str] | None = None


def held_by(
    rules: Sequence[NoiseRule], rows: Rows, text_of: Callable[[int], str]
) -> list[npt.NDArray[np.bool_]]:
    """For which rows each rule holds. What rules ask for is read once: rows are long.

    `text_of` is asked for the text of a paragraph only where all else holds.
    """
    asked = sorted({column for rule in rules for column, _ in (*rule.at_least, *rule.below)})
    read = dict(zip(asked, np.ascontiguousarray(rows[:, asked].T), strict=True))
    found = []
    for rule in rules:
        held = np.ones(len(rows), np.bool_)
        for column, number in rule.at_least:
            held &= read[column] >= number
        for column, number in rule.below:
            held &= read[column] < number
        if rule.text is not None:
            for row in np.flatnonzero(held).tolist():
                held[row] = rule.text.search(text_of(row)) is not None
        found.append(held)
    return found


def read_rules(text: str, features: Sequence[str]) -> list[NoiseRule]:
    """Rules from JSON; `ModelError` when one speaks of what is not there."""
    place = {name: i for i, name in enumerate(features)}
    rules = []
    try:
        for said in json.loads(text):
            parts: dict[str, list[tuple[int, float]]] = {">=": [], "<": []}
            for condition in said["when"]:
                name, sign, number = condition.rsplit(" ", 2)
                parts[sign].append((place[name], float(number)))
            kind, when = Kind(said["kind"]), tuple(said["when"])
            pattern = re.compile(said["text"], re.IGNORECASE) if "text" in said else None
            limits = (tuple(parts[">="]), tuple(parts["<"]))
            rules.append(NoiseRule(kind, said["why"], when, *limits, pattern))
    except (KeyError, ValueError, TypeError, re.error) as error:
        raise ModelError(f"a rule for kinds of noise cannot be used: {error}") from error
    return rules


@cache
def shipped_rules() -> list[NoiseRule]:
    """The rules that come with the package."""
    from sitesieve.cleaning.noise.evidence import noise_features

    text = (resources.files("sitesieve.cleaning.noise") / SHIPPED).read_text("utf-8")
    return read_rules(text, noise_features())
