"""A base of multiple-classification ripple-down rules (Kang-Kim §III.A).

It grows one case at a time and is never edited: a wrong conclusion gets an exception. Every rule
keeps the case it was made for, its cornerstone; these and all other cases a person has judged are
stored. Before a rule is added, its proposal lists the stored cases that it would file differently.

    rules = RuleBase()
    proposal = rules.propose([condition(Field.WORD, "regatta")], ["sailing"], case)
    for effect in proposal.changes:
        print(effect)                       # case: before → after
    rules.add(proposal, confirm=lambda proposal: True)
    rules.classify(other).categories
    rules.undo()
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from types import MappingProxyType

from sitesieve.errors import RuleError
from sitesieve.rules.cases import Case
from sitesieve.rules.conditions import Condition, ordered
from sitesieve.rules.effects import Effect, Proposal, StoredCase
from sitesieve.rules.folders import folder_name, is_in, moved, with_parents
from sitesieve.rules.inference import Filing, Rule, RuleTree, categories_of


@dataclass(frozen=True, slots=True)
class Change:
    said: str  # a summary
    rules: tuple[Rule, ...] = ()  # added
    removed: tuple[int, ...] = ()  # before others are added
    cases: tuple[Case, ...] = ()  # stored
    filed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # agreed on, by case
    moved: tuple[str, str] | None = None  # a folder: its name before and after
    at: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))


Confirm = Callable[[Proposal], bool]


class RuleBase:
    """Rules, stored cases, and the steps that led to them."""

    def __init__(self, changes: Iterable[Change] = (), undone: Iterable[Change] = ()) -> None:
        self._changes = list(changes)
        self._undone = list(undone)  # the last is redone first
        self._rules: dict[int, Rule] = {}
        self._cases: dict[str, StoredCase] = {}
        self._build()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RuleBase):
            return NotImplemented
        return self._rules == other._rules and self._cases == other._cases

    __hash__ = None  # type: ignore[assignment]

    @property
    def rules(self) -> Mapping[int, Rule]:
        """All rules by number; parents come before children."""
        return MappingProxyType(self._rules)

    @property
    def cases(self) -> Mapping[str, StoredCase]:
        return MappingProxyType(self._cases)

    @property
    def history(self) -> tuple[Change, ...]:
        """All steps so far, oldest first."""
        return tuple(self._changes)

    @property
    def undone(self) -> tuple[Change, ...]:
        """Steps that were undone; the last is redone first."""
        return tuple(self._undone)

    @cached_property
    def categories(self) -> tuple[str, ...]:
        return categories_of(self._rules.values())

    @property
    def folders(self) -> tuple[str, ...]:
        """All categories and the folders that they are inside of."""
        return with_parents(self.categories)

    def rule(self, number: int) -> Rule:
        """A rule by its number; `RuleError` when there is none."""
        try:
            return self._rules[number]
        except KeyError:
            raise RuleError(f"there is no rule {number}") from None

    def classify(self, case: Case) -> Filing:
        """Which categories a case belongs to, and by which rules."""
        return self._tree.classify(case)

    def reaches(self, case: Case, parent: int | None) -> bool:
        """Whether a case satisfies a rule and all above it: then its children are tried."""
        if parent is None:
            return True
        return all(rule.holds(case) for rule in self._tree.path(self.rule(parent)))

    def propose(
        self,
        conditions: Iterable[Condition],
        categories: Iterable[str],
        case: Case | None = None,
        under: int | None = None,
    ) -> Proposal:
        """A rule that could be added as an exception of another (or as a root), and its effects.

        Without categories it cancels its parent's conclusion. Its own case must satisfy it.
        """
        if under is not None:
            self.rule(under)
        rule = Rule(
            max(self._rules, default=0) + 1, ordered(conditions), category_names(categories), under
        )
        if not rule.categories and under is None:
            raise RuleError("a stopping rule stands under a rule; name the one it stops")
        own = None
        if case is not None:
            for one in rule.conditions:
                if not one.holds(case):
                    raise RuleError(f"the case does not meet the condition: {one}")
            if not self.reaches(case, under):
                raise RuleError(f"the case does not satisfy rule {under} and its parents")
            own = self._effect(rule, case)
            rule = replace(rule, cornerstone=self.name_of(case))
        captured = (
            self._effect(rule, stored.case)
            for stored in self._cases.values()
            if stored.case.id != rule.cornerstone and rule.holds(stored.case)
            if self.reaches(stored.case, under)
        )
        return Proposal(rule, case, own, tuple(captured))

    def add(
        self,
        proposal: Proposal,
        confirm: Confirm | None = None,
        should: Iterable[str] | None = None,
    ) -> Rule:
        """Add a proposed rule. Where stored cases would be filed differently, `confirm` decides.

        `RuleError` when it returns false or is missing. If the rules have changed since the
        proposal, the proposal is made again first; `confirm` also decides where that changes the
        effect on the rule's own case. `should` are the right categories of that case where further
        rules are needed: until they are added the case is not `settled`.
        """
        made = proposal.rule
        now = self.propose(made.conditions, made.categories, proposal.case, made.parent)
        to_agree = now.changes or now.own != proposal.own
        if to_agree and (confirm is None or not confirm(now)):
            raise RuleError(f"not added: {now.objection}")
        filed = {effect.case.id: effect.after for effect in now.changes}
        stored: tuple[Case, ...] = ()
        if now.case is not None and now.own is not None:
            case = self._stored(now.case)
            filed[case.id] = now.own.after if should is None else category_names(should)
            stored = () if case.id in self._cases else (case,)
        summary = f"rule {now.rule.id}: {now.rule}"
        self._do(Change(summary, (now.rule,), cases=stored, filed=filed))
        return now.rule

    def accept(self, case: Case) -> bool:
        """Store a case as it is filed now; False if it is stored so already."""
        stored = self._stored(case)
        categories = self.classify(case).categories
        if self._cases.get(stored.id) == StoredCase(stored, categories):
            return False
        cases = () if stored.id in self._cases else (stored,)
        summary = f"{stored.id} belongs to {', '.join(categories) or 'nothing'}"
        self._do(Change(summary, cases=cases, filed={stored.id: categories}))
        return True

    def agreed(self, case: Case) -> tuple[str, ...] | None:
        """The categories agreed on for a case with this text; None if nobody has judged it."""
        stored = self._cases.get(self.name_of(case))
        return None if stored is None else stored.categories

    def settled(self, case: Case) -> bool:
        """Whether a case with the same text was judged and is filed as agreed."""
        return self.agreed(case) == self.classify(case).categories

    def replacing(self, other: "RuleBase") -> list[Effect]:
        """The stored cases that the rules of another base would file differently."""
        effects = []
        for stored in self._cases.values():
            before, after = (base.classify(stored.case).categories for base in (self, other))
            if before != after:
                effects.append(Effect(stored.case, before, after))
        return effects

    def replace_by(self, other: "RuleBase") -> None:
        """Take over the rules and cases of another base, as one step that can be undone.

        The cases stored here stay. A case of the other base with the id of one of them but another
        text gets another id.
        """
        names = {name: self.name_of(one.case) for name, one in other._cases.items()}
        cases = tuple(replace(one.case, id=names[name]) for name, one in other._cases.items())
        filed = {effect.case.id: effect.after for effect in self.replacing(other)}
        filed |= {names[name]: one.categories for name, one in other._cases.items()}
        rules = tuple(
            rule if rule.cornerstone is None else replace(rule, cornerstone=names[rule.cornerstone])
            for rule in other._rules.values()
        )
        summary = f"{len(rules):,} rules taken over"
        self._do(Change(summary, rules, tuple(self._rules), cases, filed))

    def move(self, folder: str, to: str) -> None:
        """Rename a folder or put it inside of another, with all that is inside of it, as one step.

        Where there is a folder of the new name already, both become one. Stored cases move along,
        so that none is filed otherwise than agreed.
        """
        old, new = self.check_move(folder, to)
        self._do(Change(f"{old} moved to {new}", moved=(old, new)))

    def check_move(self, folder: str, to: str) -> tuple[str, str]:
        """The names of a folder now and after a move; `RuleError` where it cannot be moved."""
        old, new = folder_name(folder), folder_name(to)
        if old not in self.folders and not self._stored_in(old):
            raise RuleError(f"there is no folder {old!r}")
        if is_in(new, old):
            raise RuleError(f"{old!r} cannot be moved to {new!r}: that is the folder itself")
        return old, new

    def _stored_in(self, folder: str) -> bool:
        """Whether a stored case is to be in a folder, though no rule may conclude it."""
        stored = (name for one in self._cases.values() for name in one.categories)
        return any(is_in(name, folder) for name in stored)

    def check(self) -> list[Effect]:
        """The stored cases that the rules do not file as agreed, which is `before`."""
        filed = ((one, self.classify(one.case).categories) for one in self._cases.values())
        return [
            Effect(stored.case, stored.categories, now)
            for stored, now in filed
            if now != stored.categories
        ]

    def undo(self) -> Change:
        """Undo the last step; `RuleError` when there is none."""
        if not self._changes:
            raise RuleError("there is nothing to undo")
        self._undone.append(self._changes.pop())
        self._build()
        return self._undone[-1]

    def redo(self) -> Change:
        """Redo the step that was undone last; `RuleError` when there is none."""
        if not self._undone:
            raise RuleError("there is nothing to redo")
        self._changes.append(self._undone.pop())
        self._take(self._changes[-1])
        return self._changes[-1]

    def _do(self, change: Change) -> None:
        self._undone.clear()
        self._changes.append(change)
        self._take(change)

    def _build(self) -> None:
        self._rules.clear()
        self._cases.clear()
        self._tree = RuleTree()
        for change in self._changes:
            self._take(change)

    def _take(self, change: Change) -> None:
        """Apply one step; `RuleError` when it contradicts the steps before."""
        for cached in ("categories", "_cornerstones"):
            vars(self).pop(cached, None)
        if change.moved is not None:
            self._move(*change.moved)
        for number in change.removed:
            if self._rules.pop(number, None) is None:
                raise RuleError(f"rule {number} is removed, but it did not exist")
        if change.removed:
            for rule in self._rules.values():
                self._check_parent(rule)
            self._tree = RuleTree(self._rules.values())
        for case in change.cases:
            self._cases[case.id] = StoredCase(case, ())
        for name, categories in change.filed.items():
            if name not in self._cases:
                raise RuleError(f"the case {name!r} is filed, but not stored")
            self._cases[name] = StoredCase(self._cases[name].case, categories)
        for rule in change.rules:
            self._check(rule)
            self._rules[rule.id] = rule
            self._tree.add(rule)

    def _move(self, old: str, new: str) -> None:
        for number, rule in self._rules.items():
            self._rules[number] = replace(rule, categories=moved(rule.categories, old, new))
        for name, stored in self._cases.items():
            self._cases[name] = StoredCase(stored.case, moved(stored.categories, old, new))
        self._tree = RuleTree(self._rules.values())

    def _check(self, rule: Rule) -> None:
        if rule.id in self._rules:
            raise RuleError(f"there are two rules {rule.id}")
        self._check_parent(rule)
        if rule.parent is None and not rule.categories:
            raise RuleError(f"rule {rule.id} has neither a category nor a parent")
        if rule.cornerstone is not None and rule.cornerstone not in self._cases:
            raise RuleError(f"the cornerstone of rule {rule.id} is not stored: {rule.cornerstone}")

    def _check_parent(self, rule: Rule) -> None:
        if rule.parent is not None and rule.parent not in self._rules:
            raise RuleError(f"the parent of rule {rule.id}, rule {rule.parent}, does not exist")

    def _effect(self, rule: Rule, case: Case) -> Effect:
        """The effect of a new rule on a case that satisfies it: it replaces its parent."""
        last = self._tree.last_satisfied(case)
        after = [one for one in last if one.id != rule.parent]
        corner = self._cornerstones.get(case.id, ())
        return Effect(case, categories_of(last), categories_of((*after, rule)), corner)

    @cached_property
    def _cornerstones(self) -> dict[str, tuple[int, ...]]:
        rules: dict[str, tuple[int, ...]] = {}
        for rule in self._rules.values():
            if rule.cornerstone is not None:
                rules[rule.cornerstone] = (*rules.get(rule.cornerstone, ()), rule.id)
        return rules

    def name_of(self, case: Case) -> str:
        """The id that a case is stored under: the same id with another text is another case."""
        stored = self._cases.get(case.id)
        return case.id if stored is None or stored.case == case else f"{case.id}#{case.content}"

    def _stored(self, case: Case) -> Case:
        name = self.name_of(case)
        return case if name == case.id else replace(case, id=name)


def category_names(names: Iterable[str]) -> tuple[str, ...]:
    """Names of categories with spaces normalised, each once, sorted."""
    return tuple(sorted(set(map(folder_name, names))))
