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
from sitesieve.rules.folders import with_parents

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
    """Where rules put a case, and which of them did."""

    categories: tuple[str, ...]  # each once, sorted
    paths: tuple[tuple[Rule, ...], ...]  # the satisfied rules, from the root to the last

    @property
    def folders(self) -> tuple[str, ...]:
        """The categories and the folders that they are inside of."""
        return with_parents(self.categories)

    @property
    def fired(self) -> tuple[Rule, ...]:
        """The last rule of each path: those that conclude or stop."""
        return tuple(path[-1] for path in self.paths)


def categories_of(rules: Iterable[Rule]) -> tuple[str, ...]:
    """The conclusions of all rules, each once, sorted."""
    return tuple(sorted({name for rule in rules for name in rule.categories}))


_Entry = tuple[int, frozenset[str], Rule]  # its place among all, the words it needs, the rule


class RuleTree:
    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self._rules: dict[int, Rule] = {}  # parents before children
        self._new: list[tuple[int, Rule]] = []  # not yet indexed: that is done when all are added
        self._always: list[_Entry] = []  # without an anchor
        self._by_anchor: dict[str, dict[str, list[_Entry]]] = {}
        self._mentions: Counter[_Anchor] = Counter()
        for rule in rules:
            self.add(rule)

    def add(self, rule: Rule) -> None:
        """Add a rule; its parent must have been added."""
        self._new.append((len(self._rules), rule))
        self._rules[rule.id] = rule

    def last_satisfied(self, case: Case) -> list[Rule]:
        """The last rule of each satisfied path, by number."""
        if self._new:
            self._index()
        candidates, words = list(self._always), case.words
        for where, rules in self._by_anchor.items():
            for what in rules.keys() & getattr(case, where):
                candidates += [entry for entry in rules[what] if entry[1] <= words]
        satisfied: dict[int, Rule] = {}
        for _, _, rule in sorted(candidates):  # parents first
            if (rule.parent is None or rule.parent in satisfied) and rule.holds(case):
                satisfied[rule.id] = rule
        excepted = {rule.parent for rule in satisfied.values()}
        return [satisfied[number] for number in sorted(satisfied) if number not in excepted]

    def path(self, rule: Rule) -> tuple[Rule, ...]:
        """A rule and its ancestors, from the root."""
        path = [rule]
        while path[-1].parent is not None:
            path.append(self._rules[path[-1].parent])
        return tuple(reversed(path))

    def classify(self, case: Case) -> Filing:
        """Which categories a case belongs to, and by which rules."""
        last = self.last_satisfied(case)
        return Filing(categories_of(last), tuple(map(self.path, last)))

    def _index(self) -> None:
        new = [(place, rule, list(_anchors(rule))) for place, rule in self._new]
        self._new = []
        for _, _, possible in new:
            self._mentions.update(possible)
        for place, rule, possible in new:
            entries = self._always
            if possible:
                where, what = min(possible, key=self._commonness)
                entries = self._by_anchor.setdefault(where, {}).setdefault(what, [])
            words = (one for one in rule.conditions if one.field is Field.WORD and not one.absent)
            entries.append((place, frozenset(one.value for one in words), rule))

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
