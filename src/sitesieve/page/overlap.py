"""Minimum weight overlap: how alike two weighted sets of words are (Das §3, table 1)."""

from collections.abc import Mapping


def percentages(weights: Mapping[str, float]) -> dict[str, float]:
    """The weights as percentages of their total; empty when there is nothing to share out.

    >>> percentages({"ship": 3, "bread": 1})
    {'ship': 75.0, 'bread': 25.0}
    """
    total = sum(weights.values())
    return {word: 100 * weight / total for word, weight in weights.items()} if total else {}


def minimum_weight_overlap(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """MWO = Σ min(weight %, weight %) over the words that both sets have, from 0 to 100.

    Both are given in percentages that sum to 100.

    >>> minimum_weight_overlap({"a": 50, "b": 30, "d": 20}, {"b": 60, "c": 10, "d": 30})
    50
    """
    if len(other) < len(one):
        one, other = other, one
    shared = sum(min(weight, other[word]) for word, weight in one.items() if word in other)
    return min(100.0, shared)  # a sum of rounded shares can be a little more
