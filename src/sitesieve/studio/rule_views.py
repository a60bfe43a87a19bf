"""Rules in the studio: a page as a case, what the rules say of it, and rules that mend it."""

from dataclasses import dataclass, field

from sitesieve.errors import RuleError
from sitesieve.rules.acquisition import Need, contrast, differences, needs
from sitesieve.rules.cases import Case
from sitesieve.rules.conditions import Condition, condition_data, condition_from
from sitesieve.rules.effects import change_lines, filing_lines
from sitesieve.rules.rule_base import RuleBase, category_names
from sitesieve.rules.rule_file import to_text, with_history
from sitesieve.rules.session import picked_conditions
from sitesieve.studio.desk import Desk

_OFFERED = 15  # differences
_CASES = 12  # changed cases
_START = 1500  # characters of a text


@dataclass(frozen=True, slots=True)
class CaseView:
    """A page as a case, and where the rules put it."""

    page: int
    title: str
    url: str | None
    text: str
    folders: list[str]
    why: list[str]
    agreed: list[str] | None  # what a person said before
    known: list[str]  # all folders
    rules: int
    cases: int
    last: str  # what undoing would undo


@dataclass(frozen=True, slots=True)
class WantedFiling:
    """Where a case should be, the conditions picked so far, and words that a person typed."""

    page: int
    folders: list[str]
    conditions: list[dict[str, str | bool]] = field(default_factory=list)
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Picked:
    """A condition, as data and in words."""

    data: dict[str, str | bool]
    words: str


@dataclass(frozen=True, slots=True)
class Offered:
    """A condition that tells the case from others, and how many stored cases meet it."""

    condition: Picked
    others: int
    friends: int


@dataclass(frozen=True, slots=True)
class StepView:
    """The rule that is being made: what for, what is offered, and what it would change."""

    done: bool  # no rule is missing
    heading: str
    others: int
    friends: int
    offered: list[Offered]
    chosen: list[Picked]
    rule: str | None
    after: list[str] | None  # where the case would be
    changes: list[str]  # stored cases that the rule would file differently


def case_view(desk: Desk, number: int) -> CaseView | None:
    """A page of the input as a case."""
    case = _case(desk, number)
    if case is None:
        return None
    rules = desk.rules.read()
    filing = rules.classify(case)
    said = rules.agreed(case)
    agreed = None if said is None else list(said)
    last = rules.history[-1].said if rules.history else ""
    return CaseView(
        *(number, case.title, case.url, case.text[:_START]),
        *(list(filing.categories), filing_lines(filing), agreed),
        list(rules.folders),
        len(rules.rules),
        len(rules.cases),
        last,
    )


def step(desk: Desk, wanted: WantedFiling) -> StepView:
    """The next rule that a case needs to be where it should, with what is picked so far."""
    rules, case = desk.rules.read(), _known_case(desk, wanted.page)
    should = category_names(wanted.folders)
    missing = needs(rules, case, should)
    if not missing:
        return StepView(True, "", 0, 0, [], [], None, None, [])
    need, chosen = missing[0], _conditions(case, wanted)
    stored = contrast(rules, case, need, chosen)
    offered = [
        Offered(_picked(one.condition), one.others, one.friends)
        for one in differences(rules, case, need, chosen, _OFFERED)
    ]
    rule, after, changes = None, None, list[str]()
    if chosen:
        proposal = rules.propose(chosen, need.categories, case, need.under)
        rule, changes = str(proposal.rule), change_lines(proposal.changes, _CASES)
        after = None if proposal.own is None else list(proposal.own.after)
    heading = _heading(rules, need)
    counts = (len(stored.others), len(stored.friends))
    picked = [_picked(one) for one in chosen]
    return StepView(False, heading, *counts, offered, picked, rule, after, changes)


def accept_rule(desk: Desk, wanted: WantedFiling) -> StepView:
    """Add the rule that is proposed; what is needed then."""
    case, should = _known_case(desk, wanted.page), category_names(wanted.folders)
    with desk.rules.changing() as rules:
        missing = needs(rules, case, should)
        if not missing:
            raise RuleError("no rule is missing")
        chosen = _conditions(case, wanted)
        proposal = rules.propose(chosen, missing[0].categories, case, missing[0].under)
        rules.add(proposal, proposal.does_as, should)
    return step(desk, WantedFiling(wanted.page, wanted.folders))


def agree(desk: Desk, number: int) -> None:
    """Keep a case as it is filed now."""
    case = _known_case(desk, number)
    with desk.rules.changing() as rules:
        rules.accept(case)


def undo(desk: Desk) -> str:
    """Take back the last step; what it was."""
    with desk.rules.changing() as rules:
        return rules.undo().said


def rule_file(desk: Desk) -> str:
    """The rules with their cases and steps, as they stand in a file."""
    return to_text(with_history(desk.rules.read()))


def _conditions(case: Case, wanted: WantedFiling) -> list[Condition]:
    chosen = [condition_from(data) for data in wanted.conditions]
    chosen += picked_conditions(wanted.typed) if wanted.typed.strip() else []
    for one in chosen:
        if not one.holds(case):
            raise RuleError(f"the case does not meet it: {one}")
    return list(dict.fromkeys(chosen))


def _picked(one: Condition) -> Picked:
    return Picked(condition_data(one), str(one))


def _heading(rules: RuleBase, need: Need) -> str:
    then = ", ".join(need.categories)
    if need.under is None:
        return f"A rule for {then}: which words make it so?"
    parent = rules.rule(need.under)
    what = f"{then} instead" if then else "not here"
    return f"An exception of rule {parent.id} ({parent}): {what}. Which words make it so?"


def _case(desk: Desk, number: int) -> Case | None:
    with desk.using():
        document = desk.document(number)
        return None if document is None else Case.of(document)


def _known_case(desk: Desk, number: int) -> Case:
    case = _case(desk, number)
    if case is None:
        raise ValueError(f"no page {number}")
    return case
