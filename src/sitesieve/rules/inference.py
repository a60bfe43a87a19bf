"""Inference with ripple-down rules (Kang-Kim §III.A, figure 1).

All children of a satisfied rule are tried. What a path concludes is the
conclusion of its last satisfied rule; that of a parent stands only where none
of its children is satisfied; several paths give several conclusions.

Not every rule is looked at: a rule waits under one thing it needs, its anchor,
and is tried only on cases that have it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sitesieve.page.segmentation import is_unspaced
from sitesieve.rules.cases import Case
from sitesieve.rules.conditions import Condition, Field

_Anchor = tuple[str, str]  # which set of a case, what must be in it


@dataclass(frozen=True, slots=True)
class Rule:
    """Conditions, and the categories of cases that meet them; without any it stops its parent."""

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
        """Whether a case meets all conditions of this rule, whatever its parents say."""
        return all(one.holds(case) for one in self.conditions)

    def __str__(self) -> str:
        then = ", ".join(self.categories) or "nothing"
        return f"{', '.join(map(str, self.conditions))} → {then}"


@dataclass(frozen=True, slots=True)
class Filing:
    """What the rules say about a case."""

    categories: tuple[str, ...]  # each once, in order of the alphabet
    paths: tuple[tuple[Rule, ...], ...]  # the satisfied rules, from the ground to the last

    @property
    def fired(self) -> tuple[Rule, ...]:
        """The last rule of each path: those that conclude something, or stop."""
        return tuple(path[-1] for path in self.paths)


def categories_of(rules: Iterable[Rule]) -> tuple[str, ...]:
    """What rules conclude together."""
    return tuple(sorted({name for rule in rules for name in rule.categories}))


class RuleTree:
    """Rules as they are tried."""

    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self._ground = _Siblings()
        self._nodes: dict[int, _Node] = {}
        for rule in rules:
            self.add(rule)

    def add(self, rule: Rule) -> None:
        """Add a rule; its parent must be here."""
        node = _Node(rule)
        above = self._ground if rule.parent is None else self._nodes[rule.parent].children
        above.add(node)
        self._nodes[rule.id] = node

    def last_satisfied(self, case: Case) -> list[Rule]:
        """The rule that each satisfied path ends with, in order of their numbers."""
        last = []
        waiting = self._ground.satisfied(case)
        while waiting:
            node = waiting.pop()
            below = node.children.satisfied(case)
            if below:
                waiting += below
            else:
                last.append(node.rule)
        return sorted(last, key=_number)

    def path(self, rule: Rule) -> tuple[Rule, ...]:
        """A rule and those above it, from the ground."""
        path = [rule]
        while path[-1].parent is not None:
            path.append(self._nodes[path[-1].parent].rule)
        return tuple(reversed(path))

    def classify(self, case: Case) -> Filing:
        """Which categories a case belongs to, and by which rules."""
        last = self.last_satisfied(case)
        return Filing(categories_of(last), tuple(map(self.path, last)))


def _number(rule: Rule) -> int:
    return rule.id


class _Node:
    """A rule with its conditions sorted by what they cost, and its children."""

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
    """The children of one rule, by anchors; those that need nothing are always tried."""

    __slots__ = ("_always", "_mentions", "_new", "_waiting")

    def __init__(self) -> None:
        self._new: list[_Node] = []  # not yet anchored: that is done when all are known
        self._always: list[_Node] = []
        self._waiting: dict[str, dict[str, list[_Node]]] = {}
        self._mentions: Counter[_Anchor] = Counter()

    def add(self, node: _Node) -> None:
        self._new.append(node)

    def satisfied(self, case: Case) -> list[_Node]:
        if self._new:
            self._anchor()
        found = [node for node in self._always if node.satisfied(case)]
        for where, nodes in self._waiting.items():
            there = nodes.keys() & getattr(case, where)
            found += [node for what in there for node in nodes[what] if node.satisfied(case)]
        return found

    def _anchor(self) -> None:
        new = [(node, list(_anchors(node.rule))) for node in self._new]
        self._new = []
        for _, possible in new:
            self._mentions.update(possible)
        for node, possible in new:
            if possible:
                where, what = min(possible, key=self._commonness)
                self._waiting.setdefault(where, {}).setdefault(what, []).append(node)
            else:
                self._always.append(node)

    def _commonness(self, anchor: _Anchor) -> tuple[int, int, str]:
        """Words that few rules mention are rare in cases, too; so are long ones."""
        return self._mentions[anchor], -len(anchor[1]), anchor[1]


def _anchors(rule: Rule) -> Iterator[_Anchor]:
    """What must be in some set of a case for a rule to hold."""
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
