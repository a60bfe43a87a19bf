"""Inference: the cases of the paper's figure; anchors against trying every rule."""

from hypothesis import given
from hypothesis import strategies as st
from rule_material import cases, conclusions, rule_bases

from sitesieve.rules import Case, Field, Rule, RuleBase, condition
from sitesieve.rules.inference import RuleTree


def tree(*rules: tuple[int, int | None, str, str]) -> RuleTree:
    return RuleTree(
        Rule(number, (condition(Field.WORD, word),), (then,) if then else (), parent)
        for number, parent, word, then in rules
    )


FIGURE = tree(
    (1, None, "a", "one"),
    (2, None, "b", "two"),
    (3, None, "c", "three"),
    (4, 1, "d", "four"),
    (5, 1, "e", "five"),
    (6, 2, "f", ""),
    (7, 4, "g", "seven"),
)


def filed(text: str) -> tuple[str, ...]:
    return FIGURE.classify(Case("x", text=text)).categories


def test_a_case_that_satisfies_no_rule_has_no_conclusion() -> None:
    assert filed("x y z") == ()
    assert filed("") == ()


def test_several_paths_give_several_conclusions() -> None:
    assert filed("a b c") == ("one", "three", "two")


def test_the_last_satisfied_rule_of_a_path_concludes_and_its_parents_do_not() -> None:
    assert filed("a d") == ("four",)
    assert filed("a d g") == ("seven",)


def test_all_children_of_a_satisfied_rule_are_tried() -> None:
    assert filed("a d e") == ("five", "four")


def test_a_child_is_not_tried_where_its_parent_is_not_satisfied() -> None:
    assert filed("d e f g") == ()
    assert filed("a g") == ("one",)


def test_a_stopping_rule_takes_its_parents_conclusion_away_and_no_other() -> None:
    assert filed("b f") == ()
    assert filed("a b f") == ("one",)


def test_a_filing_tells_the_path_of_each_conclusion() -> None:
    filing = FIGURE.classify(Case("x", text="a d g b f"))
    assert [[rule.id for rule in path] for path in filing.paths] == [[2, 6], [1, 4, 7]]
    assert [rule.kind for rule in filing.paths[1]] == ["ground-breaking", "refining", "refining"]
    assert filing.fired[0].kind == "stopping"


@given(rule_bases, st.lists(cases, min_size=1, max_size=5))
def test_rules_found_by_anchors_are_those_found_by_trying_all(
    rules: RuleBase, some: list[Case]
) -> None:
    for case in some:
        fired = {rule.id for rule in rules.classify(case).fired}
        assert fired == conclusions(rules.rules.values(), case)


def test_ten_thousand_exceptions_of_exceptions_are_no_trouble() -> None:
    deep = RuleTree(
        Rule(n, (condition(Field.WORD, "a"),), (f"c{n}",), n - 1 if n > 1 else None)
        for n in range(1, 10_001)
    )
    filing = deep.classify(Case("x", text="a"))
    assert filing.categories == ("c10000",)
    assert len(filing.paths[0]) == 10_000
