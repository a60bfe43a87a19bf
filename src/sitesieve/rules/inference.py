"""Inference with ripple-down rules (Kang-Kim §III.A, figure 1).

All children of a satisfied rule are tried. What a path concludes is the conclusion of its last
satisfied rule; that of a parent counts only where none of its children is satisfied; several paths
give several conclusions.

Rules are indexed by one thing that each needs, its anchor, and a rule is tried only on cases that
have it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sitesieve.page.segmentation import is_unspaced
from sitesieve.rules.cases import Case
from sitesieve.rules.conditions import Condition, Field

_Anchor = tuple[str, str]  # a set of a case, and what must be in it


@dataclass(frozen=True, slots=True)
class Rule:
    """Conditions and categories; one without categories cancels its parent's conclusion."""

    id: int
    conditions: tuple[Condition, ...]
    categories: tuple[str, ...]
    parent: int | None = None
    cornerstone: str | None = None  # the stored case it was made for

    @property
    def kind(self) -> str:
        """Ground-breaking, refining or stopping."""
        if not self.categories:
            return "stopping"
        return "ground-breaking" if self.parent is None else "refining"

    def holds(self, case: Case) -> bool:
        """Whether a case meets all conditions of this rule; those of its parents are not tried."""
        return all(one.holds(case) for one in self.conditions)

    def __str__(self) -> str:
        then = ", ".join(self.categories) or "nothing"
        return f"{', '.join(map(str, self.conditions))} → {then}"


@dataclass(frozen=True, slots=True)
class Filing:
    categories: tuple[str, ...]  # each once, sorted
    paths: tuple[tuple[Rule, ...], ...]  # the satisfied rules, from the root to the last

    @property
    def fired(self) -> tuple[Rule, ...]:
        """The last rule of each path: those that conclude or stop."""
        return tuple(path[-1] for path in self.paths)


def categories_of(rules: Iterable[Rule]) -> tuple[str, ...]:
    """The conclusions of all rules, each once, sorted."""
    return tuple(sorted({name for rule in rules for name in rule.categories}))


class RuleTree:
    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self._roots = _Siblings()
        self._nodes: dict[int, _Node] = {}
        for rule in rules:
            self.add(rule)

    def add(self, rule: Rule) -> None:
        """Add a rule; its parent must have been added."""
        node = _Node(rule)
        siblings = self._roots if rule.parent is None else self._nodes[rule.parent].children
        siblings.add(node)
        self._nodes[rule.id] = node

    def last_satisfied(self, case: Case) -> list[Rule]:
        """The last rule of each satisfied path, by number."""
        last = []
        waiting = self._roots.satisfied(case)
        while waiting:
            node = waiting.pop()
            below = node.children.satisfied(case)
            if below:
                waiting += below
            else:
                last.append(node.rule)
        return sorted(last, key=lambda rule: rule.id)

    def path(self, rule: Rule) -> tuple[Rule, ...]:
        """A rule and its ancestors, from the root."""
        path = [rule]
        while path[-1].parent is not None:
            path.append(self._nodes[path[-1].parent].rule)
        return tuple(reversed(path))

    def classify(self, case: Case) -> Filing:
        """Which categories a case belongs to, and by which rules."""
        last = self.last_satisfied(case)
        return Filing(categories_of(last), tuple(map(self.path, last)))


class _Node:
    """A rule with its conditions on words apart, which are cheap, and its children."""

    __slots__ = ("children", "others", "rule", "without", "words")

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        words = [one for one in rule.conditions if one.field is Field.WORD]
        self.words = frozenset(one.value for one in words if not one.absent)
        self.without = frozenset(one.value for one in words if one.absent)
        self.others = [one for one in rule.conditions if one.field is not Field.WORD]
        self.children = _Siblings()

    def satisfied(self, case: Case) -> bool:
        words = case.words
        if not (self.words <= words and self.without.isdisjoint(words)):
            return False
        return not self.others or all(one.holds(case) for one in self.others)


class _Siblings:
    """The children of one rule, by anchor; those without one are always tried."""

    __slots__ = ("_always", "_by_anchor", "_mentions", "_new")

    def __init__(self) -> None:
        self._new: list[_Node] = []  # not yet indexed: that is done when all are added
        self._always: list[_Node] = []
        self._by_anchor: dict[str, dict[str, list[_Node]]] = {}
        self._mentions: Counter[_Anchor] = Counter()

    def add(self, node: _Node) -> None:
        self._new.append(node)

    def satisfied(self, case: Case) -> list[_Node]:
        if self._new:
            self._anchor()
        satisfied = [node for node in self._always if node.satisfied(case)]
        for where, nodes in self._by_anchor.items():
            anchors = nodes.keys() & getattr(case, where)
            satisfied += [node for what in anchors for node in nodes[what] if node.satisfied(case)]
        return satisfied

    def _anchor(self) -> None:
        new = [(node, list(_anchors(node.rule))) for node in self._new]
        self._new = []
        for _, possible in new:
            self._mentions.update(possible)
        for node, possible in new:
            if possible:
                where, what = min(possible, key=self._commonness)
                self._by_anchor.setdefault(where, {}).setdefault(what, []).append(node)
            else:
                self._always.append(node)

    def _commonness(self, anchor: _Anchor) -> tuple[int, int, str]:
        """Words that few rules mention, and long ones, tend to be rare in cases."""
        return self._mentions[anchor], -len(anchor[1]), anchor[1]


def _anchors(rule: Rule) -> Iterator[_Anchor]:
    """What must be in the sets of a case for a rule to hold."""
    for one in rule.conditions:
        if one.absent:
            continue
        if one.field is Field.HOST:
            yield "hosts", one.value
        elif one.field is Field.PATH:
            yield "path_parts", one.value
        else:
            for word in one.value.split(" "):
                yield ("characters" if is_unspaced(word) else "words"), word
