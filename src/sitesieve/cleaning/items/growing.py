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

DEPTH = 6
SMALLEST_LEAF = 5
WORDS = 100  # single words that are tried as features
RAREST_WORD = 3  # items a word must stand in


@dataclass(frozen=True, slots=True)
class Labelled:
    """An item and what a person, or the truth, says of it."""

    item: PageItem
    noise: bool


def grow(
    labelled: Sequence[Labelled],
    features: Sequence[str],
    depth: int = DEPTH,
    smallest_leaf: int = SMALLEST_LEAF,
    words: int = WORDS,
) -> DecisionTree:
    """A tree for labelled items. Besides `features` the most telling single words are tried."""
    check_scikit_learn()
    from sklearn.tree import DecisionTreeClassifier

    if depth < 1 or smallest_leaf < 1 or words < 0:
        raise ValueError("depth and smallest_leaf are at least 1, words at least 0")
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
    return _pruned(_nodes(grown.tree_, names, noise, grown.apply(values)))


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
    """scikit-learn's arrays as nodes; counts are those of items, summed up from the leaves."""
    counts = np.zeros((tree.node_count, 2), np.int64)
    np.add.at(counts, (leaves, noise.astype(np.int64)), 1)
    for number in reversed(range(tree.node_count)):  # children come after their parents
        if tree.children_left[number] >= 0:
            below = counts[tree.children_left[number]] + counts[tree.children_right[number]]
            counts[number] = below
    made = []
    for number, (kept, noisy) in enumerate(counts.tolist()):
        left = int(tree.children_left[number])
        if left < 0:
            made.append(Node((kept, noisy)))
            continue
        made.append(
            Node(
                (kept, noisy),
                names[tree.feature[number]],
                min(round(float(tree.threshold[number]), 4), ANY),
                left,
                int(tree.children_right[number]),
                bool(tree.missing_go_to_left[number]),
            )
        )
    return made


def _pruned(nodes: list[Node]) -> DecisionTree:
    """The tree without questions that change no answer: shorter rules, equal verdicts."""
    answers: list[bool | None] = [None] * len(nodes)  # of all leaves below, where they agree
    for number in reversed(range(len(nodes))):
        node = nodes[number]
        if not node.feature:
            answers[number] = node.noise >= 0.5
        elif answers[node.left] == answers[node.right]:
            answers[number] = answers[node.left]
    kept: list[Node] = []

    def copy(number: int) -> int:
        node = nodes[number]
        at = len(kept)
        if not node.feature or answers[number] is not None:
            kept.append(Node(node.counts))
            return at
        kept.append(node)
        left, right = copy(node.left), copy(node.right)
        kept[at] = Node(node.counts, node.feature, node.threshold, left, right, node.unknown_left)
        return at

    copy(0)
    return DecisionTree(kept)
