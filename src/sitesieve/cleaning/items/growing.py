"""Growing a tree from labelled items, with scikit-learn's CART in place of C4.5 (thesis §3.1).

The tree is limited in depth, so that its paths read as rules, and pruned by
leaves of a minimum size. scikit-learn is needed here and nowhere else.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sitesieve.cleaning.items.decision_tree import DecisionTree, Node
from sitesieve.cleaning.items.item import ANY, PageItem
from sitesieve.errors import InputError, MissingExtra

RAREST_WORD = 3  # items a word must stand in


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
