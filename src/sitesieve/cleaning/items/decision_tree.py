"""A decision tree as plain data: nodes that ask, leaves that answer, paths that read as rules.

"Each leaf node in a decision tree has an associated rule which is the
conjunction of the decisions leading from the root node to that leaf" (thesis
§3.1). Trees are grown elsewhere (`growing`); using one takes no library.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sitesieve.cleaning.items.item import PageItem, Wording, wording_of


@dataclass(frozen=True, slots=True)
class Node:
    """A question, or with `feature` empty a leaf. Counts are of training items: kept, noise."""

    counts: tuple[int, int]
    feature: str = ""
    threshold: float = 0.0
    left: int = 0  # where values up to the threshold go
    right: int = 0
    unknown_left: bool = False  # where unknown values go

    @property
    def noise(self) -> float:
        """The share of noise among the training items that came here, one of each kind added:
        a leaf of two items is not sure of anything."""
        kept, noise = self.counts
        return (noise + 1) / (kept + noise + 2)


@dataclass(frozen=True, slots=True)
class Decision:
    """A leaf, and the way to it: (feature, value, threshold, whether above) for each question."""

    leaf: Node
    number: int
    way: tuple[tuple[str, float, float, bool], ...]

    def rule(self, wordings: Mapping[str, Wording]) -> str:
        """The conjunction along the way, with what a later question made redundant left out."""
        if not self.way:
            return "always"
        return " and ".join(_conditions(self.way, wordings))


class DecisionTree:
    """A tree of `Node`s, the first of them the root."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        for number, node in enumerate(nodes):
            if min(node.counts) < 0:
                raise ValueError(f"node {number}: negative counts")
            if node.feature and not (
                number < node.left < len(nodes)
                and number < node.right < len(nodes)
                and math.isfinite(node.threshold)
            ):  # children come later, so there are no circles
                raise ValueError(f"node {number}: children or threshold out of range")
        if not nodes:
            raise ValueError("a tree needs a node")

    @property
    def features(self) -> tuple[str, ...]:
        """The features asked for, each once."""
        return tuple(dict.fromkeys(node.feature for node in self.nodes if node.feature))

    @property
    def depth(self) -> int:
        """How many questions are asked at most."""
        deep = [0] * len(self.nodes)
        for number, node in enumerate(self.nodes):
            if node.feature:
                deep[node.left] = deep[node.right] = deep[number] + 1
        return max(deep)

    def decide(self, item: PageItem) -> Decision:
        """The leaf an item comes to."""
        number, way = 0, []
        while (node := self.nodes[number]).feature:
            value = item.value(node.feature)
            above = not node.unknown_left if math.isnan(value) else value > node.threshold
            way.append((node.feature, value, node.threshold, above))
            number = node.right if above else node.left
        return Decision(node, number, tuple(way))

    def rules(self, wordings: Mapping[str, Wording]) -> list[tuple[str, Node]]:
        """Every leaf with its rule, for people to read."""
        found = []
        ways: list[tuple[tuple[str, float, float, bool], ...]] = [()] * len(self.nodes)
        for number, node in enumerate(self.nodes):
            if not node.feature:
                found.append((Decision(node, number, ways[number]).rule(wordings), node))
                continue
            for child, above in ((node.left, False), (node.right, True)):
                ways[child] = (*ways[number], (node.feature, 0.0, node.threshold, above))
        return found

    def as_data(self) -> dict[str, Any]:
        """The tree as JSON can hold it."""
        return {"nodes": [_node_data(node) for node in self.nodes]}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "DecisionTree":
        """The tree that `as_data` wrote; `ValueError` when it is none."""
        return cls([_node_from(node) for node in data["nodes"]])


def _node_data(node: Node) -> dict[str, Any]:
    counts = {"kept": node.counts[0], "noise": node.counts[1]}
    if not node.feature:
        return counts
    return {
        "feature": node.feature,
        "threshold": node.threshold,
        "left": node.left,
        "right": node.right,
        "unknown": "left" if node.unknown_left else "right",
        **counts,
    }


def _node_from(data: Mapping[str, Any]) -> Node:
    counts = (int(data["kept"]), int(data["noise"]))
    if "feature" not in data:
        return Node(counts)
    return Node(
        counts,
        feature=str(data["feature"]),
        threshold=float(data["threshold"]),
        left=int(data["left"]),
        right=int(data["right"]),
        unknown_left=data["unknown"] == "left",
    )


def _conditions(
    way: tuple[tuple[str, float, float, bool], ...], wordings: Mapping[str, Wording]
) -> list[str]:
    """A condition for each feature, in the order they were asked."""
    low: dict[str, float] = {}
    high: dict[str, float] = {}
    unknown = {feature for feature, value, _, _ in way if math.isnan(value)}
    for feature, _, threshold, above in way:
        if above:
            low[feature] = max(threshold, low.get(feature, -math.inf))
        else:
            high[feature] = min(threshold, high.get(feature, math.inf))
    said = []
    for feature in dict.fromkeys(feature for feature, *_ in way):
        words = wording_of(feature, wordings)
        if feature in unknown:
            said.append(words.unknown)
        elif feature in low and feature in high:
            said.append(words.between(low[feature], high[feature]))
        elif feature in low:
            said.append(words.above(low[feature]))
        else:
            said.append(words.at_most(high[feature]))
    return said
