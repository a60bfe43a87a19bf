"""A decision tree as plain data: nodes that ask, leaves that answer, paths that read as rules.

"Each leaf node in a decision tree has an associated rule which is the
conjunction of the decisions leading from the root node to that leaf" (thesis
§3.1). Trees are grown elsewhere (`growing`); using one takes no library.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from sitesieve.cleaning.items.item import PageItem, Wording, wording_of

Question = tuple[str, float, float, bool]  # feature, value, threshold, whether above it


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
    """A leaf, and the questions on the way to it."""

    leaf: Node
    number: int
    way: tuple[Question, ...]

    def rule(self, wordings: Mapping[str, Wording]) -> str:
        """The conjunction along the way, with what a later question made redundant left out."""
        ranges: dict[str, tuple[float, float]] = {}
        for feature, value, threshold, above in self.way:
            low, high = ranges.get(feature, (-math.inf, math.inf))
            if math.isnan(value):
                ranges[feature] = (value, value)
            elif above:
                ranges[feature] = (max(low, threshold), high)
            else:
                ranges[feature] = (low, min(high, threshold))
        conditions = (wording_of(name, wordings).within(*ranges[name]) for name in ranges)
        return " and ".join(conditions) or "always"


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
        rules = []
        ways: list[tuple[Question, ...]] = [()] * len(self.nodes)
        for number, node in enumerate(self.nodes):
            if not node.feature:
                rules.append((Decision(node, number, ways[number]).rule(wordings), node))
                continue
            for child, above in ((node.left, False), (node.right, True)):
                ways[child] = (*ways[number], (node.feature, 0.0, node.threshold, above))
        return rules

    def as_data(self) -> dict[str, Any]:
        """The tree as JSON can hold it."""
        return {"nodes": [_node_data(node) for node in self.nodes]}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "DecisionTree":
        """The tree that `as_data` wrote; `ValueError` when it is none."""
        return cls([_node_from(node) for node in data["nodes"]])


@cache
def shipped_tree(method: str) -> DecisionTree:
    """The tree that comes with the package for a method, written by `bench/train_items.py`."""
    file = resources.files("sitesieve.cleaning.items") / "trees" / f"{method}.json"
    return DecisionTree.from_data(json.loads(file.read_text("utf-8")))


def _node_data(node: Node) -> dict[str, Any]:
    question = {
        "feature": node.feature,
        "threshold": node.threshold,
        "left": node.left,
        "right": node.right,
        "unknown": "left" if node.unknown_left else "right",
    }
    counts = {"kept": node.counts[0], "noise": node.counts[1]}
    return question | counts if node.feature else counts


def _node_from(data: Mapping[str, Any]) -> Node:
    counts = (int(data["kept"]), int(data["noise"]))
    if "feature" not in data:
        return Node(counts)
    left, right, threshold = int(data["left"]), int(data["right"]), float(data["threshold"])
    return Node(counts, str(data["feature"]), threshold, left, right, data["unknown"] == "left")
