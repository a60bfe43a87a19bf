"""How pages spread over rules and folders, and what wrong filing costs."""

import pytest

from sitesieve.rules import Case, Field, Rule, RuleBase, condition
from sitesieve.rules.filing_tables import FilingTables, Spread, filing_tables
from sitesieve.rules.mending import mend, mending_cost
from sitesieve.rules.rule_base import Change


def rule(number: int, words: str, *folders: str, under: int | None = None) -> Rule:
    return Rule(number, tuple(condition(Field.WORD, w) for w in words.split()), folders, under)


def base(*rules: Rule) -> RuleBase:
    return RuleBase([Change("", rules)])


def case(name: str, text: str, site: str = "a.example") -> Case:
    return Case(name, f"http://{site}/{name}", text=text)


@pytest.fixture
def rules() -> RuleBase:
    return base(
        rule(1, "goal", "sport/football"),
        rule(2, "boat sail", "sport/water/sailing"),
        rule(3, "oven", "home"),
        rule(4, "toy", under=2),
        rule(5, "a b c d e", "home"),
    )


def tables_of(rules: RuleBase, *cases: Case) -> FilingTables:
    return filing_tables(rules, ((one, rules.classify(one)) for one in cases))


def test_pages_are_counted_by_conditions_of_rules_and_by_levels_of_folders(
    rules: RuleBase,
) -> None:
    result = tables_of(
        rules,
        case("1", "goal"),
        case("2", "goal oven"),
        case("3", "boat sail goal", "b.example"),
        case("4", "boat sail toy"),  # a stopping rule concludes nothing
        case("5", "a b c d e oven"),  # two rules, one folder
    )
    # By rule: goal 3, boat 1, oven 2, toy 0, a…e 1. By folder: football 3, sailing 1, home 2.
    assert result.conditions == {1: Spread(3, 5), 2: Spread(1, 1), 5: Spread(1, 1)}
    assert result.levels == {1: Spread(1, 2), 2: Spread(1, 3), 3: Spread(1, 1)}
    assert result.sites == {"a.example": Spread(4, 4), "b.example": Spread(1, 2)}
    assert result.folders_a_page == {0: 1, 1: 2, 2: 2}
    assert result.conditions[1].mean == pytest.approx(5 / 3)
    assert tables_of(RuleBase()) == FilingTables()


def test_rules_that_mend_are_made_with_conditions_and_counted() -> None:
    rules = base(rule(1, "boat", "sport"))
    clean, noisy = case("1", "oven bread"), case("1", "oven bread boat")
    mend(rules, clean, ["home"])
    steps = len(rules.history)
    assert rules.classify(clean).categories == ("home",)
    # The menu of the page says "boat": it is in sport, too, and one exception mends that.
    cost = mending_cost(rules, [(noisy, ["home"]), (clean, ["home"])])
    assert (cost.cases, cost.misfiled, cost.missing, cost.surplus) == (2, 1, 0, 1)
    (mended,) = cost.mended
    assert (mended.filed, mended.should, mended.mended) == (("home", "sport"), ("home",), True)
    (added,) = cost.rules
    assert (added.kind, added.parent, cost.conditions) == ("stopping", 1, 1)
    assert added.holds(noisy)
    assert len(rules.history) == steps  # a trial: the rules are as they were


def test_a_rule_for_one_page_may_mend_others() -> None:
    cases = [(case(str(n), f"oven w{n}"), ["home"]) for n in range(3)]
    cost = mending_cost(RuleBase(), cases)
    assert (cost.misfiled, cost.missing, cost.surplus) == (3, 3, 0)
    assert [len(one.rules) for one in cost.mended] == [1]
    assert cost.kinds == {"ground-breaking": 1}
    assert cost.given_up == 0


def test_rules_have_as_many_conditions_as_are_asked_for() -> None:
    cost = mending_cost(RuleBase(), [(case("1", "oven bread flour salt"), ["home"])], least=3)
    assert [len(one.conditions) for one in cost.rules] == [3]


def test_pages_that_words_do_not_tell_apart_are_given_up() -> None:
    same = [(Case("1", text="oven"), ["home"]), (Case("2", text="oven"), ["sport"])]
    cost = mending_cost(RuleBase(), same)
    assert (cost.misfiled, cost.given_up, len(cost.rules)) == (2, 1, 1)


def test_pages_that_are_right_cost_nothing() -> None:
    rules = base(rule(1, "boat", "sport"))
    cost = mending_cost(rules, [(case("1", "boat"), ["sport"]), (case("2", "x"), [])])
    assert (cost.cases, cost.misfiled, cost.mended) == (2, 0, [])
