"""What wrong filing costs: the rules that would mend it (Kang-Kim §VI).

"The cost can be measured by the amount of remedying rules that are needed in revising current rule
bases." A simulated expert, who knows where every case belongs, makes the rules: each gets from the
difference list the most telling condition, and further ones until no stored case would be filed
otherwise than agreed.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sitesieve.rules.acquisition import Need, contrast, differences, needs
from sitesieve.rules.cases import Case
from sitesieve.rules.conditions import Condition
from sitesieve.rules.inference import Rule
from sitesieve.rules.rule_base import RuleBase, category_names

MOST_CONDITIONS = 6


@dataclass(frozen=True, slots=True)
class Mended:
    """A case that was filed wrongly, and the rules that were made for it."""

    case: Case
    filed: tuple[str, ...]
    should: tuple[str, ...]
    rules: tuple[Rule, ...]
    mended: bool  # whether these rules file it correctly; words may not tell it from others


@dataclass(frozen=True, slots=True)
class MendingCost:
    """What it takes to file cases correctly."""

    cases: int = 0
    misfiled: int = 0  # by the rules as they were
    missing: int = 0  # folders that misfiled cases should be in and are not
    surplus: int = 0  # folders that they are in and should not be
    mended: list[Mended] = field(default_factory=list)

    @property
    def rules(self) -> list[Rule]:
        """The rules to be added."""
        return [rule for one in self.mended for rule in one.rules]

    @property
    def conditions(self) -> int:
        """The conditions of these rules."""
        return sum(len(rule.conditions) for rule in self.rules)

    @property
    def kinds(self) -> Counter[str]:
        """Rules by kind: ground-breaking, refining, stopping."""
        return Counter(rule.kind for rule in self.rules)

    @property
    def given_up(self) -> int:
        """Cases that words do not tell from others."""
        return sum(not one.mended for one in self.mended)


def mend(rules: RuleBase, case: Case, should: Iterable[str], least: int = 1) -> Mended:
    """Add the rules that are missing for a case, each with at least so many conditions, and store
    it as judged, unless they could not be made."""
    wanted = category_names(should)
    filed = rules.classify(case).categories
    added: list[Rule] = []
    while missing := needs(rules, case, wanted):
        rule = _make_rule(rules, case, missing[0], wanted, least)
        if rule is None:
            return Mended(case, filed, wanted, tuple(added), mended=False)
        added.append(rule)
    rules.accept(case)
    return Mended(case, filed, wanted, tuple(added), mended=True)


def mending_cost(
    rules: RuleBase, cases: Iterable[tuple[Case, Sequence[str]]], least: int = 1
) -> MendingCost:
    """The rules that would mend the filing of cases, given with their right categories.

    They are made one after the other, so a rule for one case may also mend others; `rules` are
    left as they are.
    """
    revised = RuleBase(rules.history)
    judged = misfiled = missing = surplus = 0
    mended = []
    for case, should in cases:
        filed, wanted = set(rules.classify(case).categories), set(category_names(should))
        judged += 1
        misfiled += filed != wanted
        missing += len(wanted - filed)
        surplus += len(filed - wanted)
        one = mend(revised, case, wanted, least)
        if one.rules or not one.mended:
            mended.append(one)
    return MendingCost(judged, misfiled, missing, surplus, mended)


def _make_rule(
    rules: RuleBase, case: Case, need: Need, should: Sequence[str], least: int
) -> Rule | None:
    """Add a needed rule; None where stored cases cannot be told from the case."""
    chosen: list[Condition] = []
    while len(chosen) < max(MOST_CONDITIONS, least):
        best = differences(rules, case, need, chosen, most=1)
        if not best:
            break
        chosen.append(best[0].condition)
        if len(chosen) >= least and not contrast(rules, case, need, chosen).others:
            break
    if not chosen:
        return None
    proposal = rules.propose(chosen, need.categories, case, need.under)
    return None if proposal.changes else rules.add(proposal, should=should)
