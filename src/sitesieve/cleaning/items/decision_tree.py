"""A decision tree as plain data: nodes that ask, leaves that answer, paths that read as rules.

"Each leaf node in a decision tree has an associated rule which is the
conjunction of the decisions leading from the root node to that leaf" (thesis
§3.1). Using a tree takes no library. Growing one from labelled items takes
scikit-learn, whose CART stands in for C4.5; it is limited in depth, so that its
paths read as rules, and pruned by leaves of a minimum size.
"""

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from sitesieve.cleaning.items.item import ANY, PageItem, Wording, wording_of
from sitesieve.errors import InputError, MissingExtra

RAREST_WORD = 3  # items a word must stand in to be asked for
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


@dataclass(frozen=True, slots=True)
class Labelled:
    """An item and what a person, or the truth, says of it."""

    item: PageItem
    noise: bool


def grow(
    labelled: Sequence[Labelled],
    features: Sequence[str],
    depth: int = 6,
    smallest_leaf: int = 5,
    words: int = 100,
) -> DecisionTree:
    """A tree for labelled items. Besides `features` the most telling single `words` are tried."""
    check_scikit_learn()
    from sklearn.tree import DecisionTreeClassifier

    noise = np.array([label.noise for label in labelled], np.bool_)
    if noise.all() or not noise.any():
        kinds = f"{noise.sum():,} are noise, {(~noise).sum():,} are not"
        raise InputError(f"labels of both kinds are needed: of {len(noise):,} items {kinds}")
    names = [*features, *telling_words(labelled, words)]
    values = np.array(
        [[label.item.value(name) for name in names] for label in labelled], np.float32
    )
    grown = DecisionTreeClassifier(
        max_depth=depth,
        min_samples_leaf=min(smallest_leaf, max(1, len(noise) // 4)),
        random_state=0,
    ).fit(values, noise)
    return DecisionTree(_nodes(grown.tree_, names, noise, grown.apply(values)))


def check_scikit_learn() -> None:
    """Say so when trees cannot be grown."""
    try:
        import sklearn.tree  # noqa: F401 - only whether it is there
    except ImportError:
        raise MissingExtra("training on labels", "mining") from None


def telling_words(labelled: Sequence[Labelled], most: int) -> list[str]:
    """The words whose share differs most between items that are noise and others."""
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    totals = Counter(label.noise for label in labelled)
    for label in labelled:
        for place, words in label.item.words.items():
            counts[label.noise].update(f"{place}:{word}" for word in words)
    kept, noise = counts

    def difference(word: str) -> float:
        return abs(noise[word] / max(1, totals[True]) - kept[word] / max(1, totals[False]))

    frequent = [word for word in kept | noise if kept[word] + noise[word] >= RAREST_WORD]
    return sorted(frequent, key=lambda word: (-difference(word), word))[:most]


def _nodes(tree: Any, names: list[str], noise: Any, leaves: Any) -> list[Node]:
    """scikit-learn's arrays as nodes that count items, without questions that change no answer:
    shorter rules, equal verdicts."""
    nodes: list[Node] = []

    def add(number: int) -> None:
        """Add a node and all below it."""
        at, left = len(nodes), int(tree.children_left[number])
        noisy = noise[leaves == number]
        nodes.append(Node((int((~noisy).sum()), int(noisy.sum()))))
        if left < 0:
            return
        add(left)
        right = len(nodes)
        add(int(tree.children_right[number]))
        kept, gone = (a + b for a, b in zip(nodes[at + 1].counts, nodes[right].counts, strict=True))
        answers = {node.noise >= 0.5 for node in nodes[at + 1 :] if not node.feature}
        if len(answers) == 1:
            nodes[at:] = [Node((kept, gone))]
            return
        threshold = min(round(float(tree.threshold[number]), 4), ANY)
        unknown_left = bool(tree.missing_go_to_left[number])
        feature = names[tree.feature[number]]
        nodes[at] = Node((kept, gone), feature, threshold, at + 1, right, unknown_left)

    add(0)
    return nodes
