"""Rule bases: what a proposal tells, what is agreed to, history."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_material import Draft, add_draft, cases, drafts, filings, place, rule_bases

from sitesieve.errors import RuleError
from sitesieve.rules import Case, Condition, Field, RuleBase, condition
from sitesieve.rules.effects import Proposal

BOAT = Case("boat", "http://a.example/sea/1.html", "White sails", "A boat won the regatta.")
BREAD = Case("bread", "http://a.example/land/2.html", "Bread", "A baker won a prize.")
SHIP = Case("ship", "http://b.example/", "A ship", "A boat of bread won a prize.")


def words(*names: str) -> list[Condition]:
    return [condition(Field.WORD, name, name.startswith("-")) for name in names]


def yes(_: Proposal) -> bool:
    return True


def two_rules() -> RuleBase:
    rules = RuleBase()
    rules.add(rules.propose(words("boat"), ["sailing"], BOAT))
    rules.add(rules.propose(words("prize"), ["baking"], BREAD))
    return rules


def test_a_rule_files_the_case_it_was_made_for_and_those_like_it() -> None:
    rules = two_rules()
    assert rules.classify(BOAT).categories == ("sailing",)
    assert rules.classify(SHIP).categories == ("baking", "sailing")
    assert [stored.categories for stored in rules.cases.values()] == [("sailing",), ("baking",)]


def test_a_proposal_shows_the_cornerstones_it_would_take() -> None:
    rules = two_rules()
    proposal = rules.propose(words("won"), ["prizes"], SHIP)
    assert [str(effect) for effect in proposal.changes] == [
        "White sails: sailing → prizes, sailing",
        "Bread: baking → baking, prizes",
    ]
    assert [effect.cornerstone_of for effect in proposal.changes] == [(1,), (2,)]
    assert str(proposal.own) == "A ship: baking, sailing → baking, prizes, sailing"


def test_a_rule_that_files_stored_cases_otherwise_is_added_only_when_agreed() -> None:
    rules = two_rules()
    proposal = rules.propose(words("won"), ["prizes"], SHIP)
    for refusal in (None, lambda _: False):
        with pytest.raises(RuleError, match="would file 2 stored cases differently"):
            rules.add(proposal, refusal)
    assert len(rules.rules) == 2
    rules.add(proposal, yes)
    assert rules.cases["boat"].categories == ("prizes", "sailing")
    assert rules.check() == []


def test_an_old_proposal_is_judged_by_the_rules_of_now() -> None:
    rules = two_rules()
    proposal = rules.propose(words("bread"), ["food"])
    assert [effect.case.id for effect in proposal.changes] == ["bread"]
    rules.accept(SHIP)
    shown: list[str] = []

    def look(now: Proposal) -> bool:
        shown.extend(effect.case.id for effect in now.changes)
        return True

    rules.add(proposal, look)
    assert shown == ["bread", "ship"]


def test_an_exception_replaces_its_parents_conclusion() -> None:
    rules = two_rules()
    rules.add(rules.propose(words("bread"), ["toys"], SHIP, under=1))
    assert rules.classify(SHIP).categories == ("baking", "toys")
    rules.add(rules.propose(words("boat"), [], SHIP, under=2))
    assert rules.classify(SHIP).categories == ("toys",)
    assert rules.classify(BREAD).categories == ("baking",)


@pytest.mark.parametrize(
    ("asked", "then", "case", "under", "message"),
    [
        ([], ["x"], None, None, "needs a condition"),
        (words("boat", "-boat"), ["x"], None, None, "cannot be both required and excluded"),
        (words("boat"), [], None, None, "a stopping rule stands under a rule"),
        (words("boat"), ["x"], None, 9, "there is no rule 9"),
        (words("oven"), ["x"], BOAT, None, "does not meet the condition: oven"),
        (words("bread"), ["x"], BREAD, 1, "does not satisfy rule 1"),
        (words("boat"), [" "], None, None, "not a name for a category"),
    ],
)
def test_rules_that_make_no_sense_are_refused(
    asked: list[Condition], then: list[str], case: Case | None, under: int | None, message: str
) -> None:
    rules = two_rules()
    with pytest.raises(RuleError, match=message):
        rules.propose(asked, then, case, under)
    assert rules == two_rules()


def test_another_text_under_the_same_name_is_another_case() -> None:
    rules = two_rules()
    changed = Case("boat", BOAT.url, "Black sails", "No boat won.")
    rules.add(rules.propose(words("black"), ["news"], changed))
    assert len(rules.cases) == 3
    assert rules.cases["boat"].case == BOAT
    assert rules.settled(changed)
    assert not rules.settled(Case("boat", BOAT.url, "Blue sails", ""))


def test_a_case_that_takes_further_rules_is_not_settled_before_they_are_there() -> None:
    rules = two_rules()
    should = ("news", "prizes")
    rules.add(rules.propose(words("bread"), ["prizes"], SHIP), yes, should)
    assert not rules.settled(SHIP)
    assert rules.agreed(SHIP) == should
    assert [one.case for one in rules.check()] == [SHIP]
    assert rules.settled(BOAT)


def test_rules_taken_over_leave_a_case_of_the_same_name_and_another_text() -> None:
    rules, other = two_rules(), RuleBase()
    news = Case("boat", BOAT.url, "Black sails", "No boat won.")
    other.add(other.propose(words("black"), ["news"], news))
    rules.replace_by(other)
    assert rules.cases["boat"].case == BOAT
    corner = rules.rules[1].cornerstone
    assert corner is not None
    assert rules.cases[corner].case.text == news.text


def test_accepting_stores_a_case_once() -> None:
    rules = two_rules()
    assert rules.accept(SHIP)
    assert not rules.accept(SHIP)
    assert rules.cases["ship"].categories == ("baking", "sailing")


def test_there_is_an_end_to_undoing_and_redoing() -> None:
    rules = two_rules()
    with pytest.raises(RuleError, match="nothing to redo"):
        rules.redo()
    rules.undo()
    rules.undo()
    assert rules == RuleBase()
    with pytest.raises(RuleError, match="nothing to undo"):
        rules.undo()
    rules.redo()
    rules.redo()
    assert rules == two_rules()


def test_what_was_undone_is_gone_once_something_else_is_done() -> None:
    rules = two_rules()
    rules.undo()
    rules.accept(SHIP)
    assert rules.undone == ()


@given(rule_bases, drafts, st.none() | cases)
def test_no_stored_case_is_filed_otherwise_without_being_shown(
    rules: RuleBase, draft: Draft, case: Case | None
) -> None:
    before = {name: filing.categories for name, filing in filings(rules).items()}
    asked, then, where = draft
    try:
        proposal = rules.propose(asked, then, case, place(rules, where))
    except RuleError:
        return
    shown = {effect.case.id: (effect.before, effect.after) for effect in proposal.changes}
    if proposal.own is not None and proposal.rule.cornerstone is not None:
        shown[proposal.rule.cornerstone] = (proposal.own.before, proposal.own.after)
    rules.add(proposal, yes)
    for name, filing in filings(rules).items():
        if name in shown:
            was = before.get(name, shown[name][0])
            assert (was, filing.categories) == shown[name]
        else:
            assert filing.categories == before[name]


@given(rule_bases, drafts, st.none() | cases)
def test_without_consent_no_stored_case_is_filed_otherwise(
    rules: RuleBase, draft: Draft, case: Case | None
) -> None:
    before = filings(rules)
    asked, then, where = draft
    try:
        rules.add(rules.propose(asked, then, case, place(rules, where)))
    except RuleError:
        assert filings(rules) == before
        return
    own = list(rules.rules.values())[-1].cornerstone
    for name, filing in before.items():
        assert name == own or filings(rules)[name].categories == filing.categories


@given(rule_bases, drafts, st.none() | cases, drafts, st.none() | cases)
def test_what_others_add_after_a_proposal_does_not_make_it_do_more_than_was_shown(
    rules: RuleBase, draft: Draft, case: Case | None, other: Draft, others_case: Case | None
) -> None:
    asked, then, where = draft
    try:
        proposal = rules.propose(asked, then, case, place(rules, where))
    except RuleError:
        return
    add_draft(rules, *other, case=others_case)
    before = filings(rules)
    shown = {effect.case.id: effect.after for effect in proposal.changes}
    if proposal.own is not None and case is not None:
        shown[rules.name_of(case)] = proposal.own.after
    try:
        rules.add(proposal, proposal.does_as)
    except RuleError:
        assert filings(rules) == before
        return
    for name, filing in before.items():
        now = filings(rules)[name].categories
        assert now in (filing.categories, shown.get(name))


@given(rule_bases, st.lists(st.tuples(drafts, st.none() | cases), min_size=1, max_size=4))
def test_undo_restores_exactly_and_redo_does_it_again(
    rules: RuleBase, steps: list[tuple[Draft, Case | None]]
) -> None:
    states = [(dict(rules.rules), dict(rules.cases), filings(rules))]
    for draft, case in steps:
        if add_draft(rules, *draft, case=case):
            states.append((dict(rules.rules), dict(rules.cases), filings(rules)))
    for state in reversed(states[:-1]):
        rules.undo()
        assert (dict(rules.rules), dict(rules.cases), filings(rules)) == state
    for state in states[1:]:
        rules.redo()
        assert (dict(rules.rules), dict(rules.cases), filings(rules)) == state


@given(rule_bases)
def test_what_was_agreed_is_what_the_rules_say(rules: RuleBase) -> None:
    assert rules.check() == []


@settings(max_examples=60)
@given(rule_bases, rule_bases)
def test_rules_taken_over_show_what_they_change_and_can_be_given_back(
    rules: RuleBase, other: RuleBase
) -> None:
    before, stored = filings(rules), dict(rules.cases)
    shown = {effect.case: effect.after for effect in rules.replacing(other)}
    rules.replace_by(other)
    assert [str(rule) for rule in rules.rules.values()] == [
        str(rule) for rule in other.rules.values()
    ]
    assert rules.check() == []
    assert {one.case.content for one in other.cases.values()} <= {
        one.case.content for one in rules.cases.values()
    }
    for name, filing in before.items():
        assert rules.cases[name].case == stored[name].case
        now = rules.classify(stored[name].case).categories
        assert now == shown.get(stored[name].case, filing.categories)
    rules.undo()
    assert filings(rules) == before
