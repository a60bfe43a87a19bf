"""Knowledge acquisition: which rules a case calls for, and what tells it from others."""

import os
import pickle
import subprocess
import sys
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from rule_material import CATEGORIES, cases, rule_bases

from sitesieve.rules import Case, Condition, Field, RuleBase, condition
from sitesieve.rules.acquisition import Need, contrast, differences, needs

SEA = Case("sea", text="A boat won the race. The wind was strong, said the sailor of the boat.")
ROAD = Case("road", text="A cyclist won the race. The wind was strong, said the rider of the bike.")
OVEN = Case("oven", text="A baker won the prize. The oven was hot, said the baker of the bread.")
TANDEM = Case("tandem", text="Two cyclists won. The tandem is a bike for two, said the rider.")


def base(*rules: tuple[str, Sequence[str], Case | None, int | None]) -> RuleBase:
    made = RuleBase()
    for word, then, case, under in rules:
        proposal = made.propose([condition(Field.WORD, word)], then, case, under)
        made.add(proposal, lambda _: True)
    return made


def test_a_case_that_is_filed_right_needs_nothing() -> None:
    rules = base(("boat", ["sailing"], SEA, None))
    assert needs(rules, SEA, ["sailing"]) == []
    assert needs(rules, OVEN, []) == []


def test_what_is_missing_stands_on_the_ground() -> None:
    missing = needs(RuleBase(), SEA, ["sailing", "news"])
    assert missing == [Need(None, ("news",)), Need(None, ("sailing",))]


def test_what_is_wrong_is_replaced_by_what_is_missing() -> None:
    rules = base(("wind", ["sailing"], SEA, None))
    assert needs(rules, ROAD, ["cycling"]) == [Need(1, ("cycling",))]


def test_what_is_wrong_is_stopped_where_nothing_is_missing() -> None:
    rules = base(("wind", ["sailing"], SEA, None), ("race", ["sport"], SEA, None))
    assert needs(rules, ROAD, ["sport"]) == [Need(1, ())]


def test_what_is_right_of_a_rule_is_kept() -> None:
    rules = base(("wind", ["sailing", "sport"], SEA, None))
    missing = needs(rules, ROAD, ["sport", "cycling"])
    assert missing == [Need(1, ("sport",)), Need(None, ("cycling",))]


def test_a_rule_that_was_stopped_wrongly_gets_an_exception_of_the_stop() -> None:
    rules = base(("wind", ["sailing"], SEA, None), ("rider", [], ROAD, 1))
    both = Case("both", text="The wind and a rider and a boat")
    assert needs(rules, both, ["sailing"]) == [Need(2, ("sailing",))]


def offered(rules: RuleBase, case: Case, need: Need, *chosen: Condition) -> list[str]:
    return [str(one.condition) for one in differences(rules, case, need, chosen)]


def test_the_list_begins_with_what_only_this_case_has() -> None:
    rules = base(("boat", ["sailing"], SEA, None))
    offers = differences(rules, ROAD, Need(None, ("cycling",)))
    names = [str(one.condition) for one in offers]
    assert names[:3] == ["bike", "cyclist", "rider"]
    assert offers[0].others == 0
    assert names.index("rider") < names.index("race")
    assert "the" not in names


def test_what_cases_of_the_category_share_comes_before_what_one_of_them_has() -> None:
    rules = base(("boat", ["sailing"], SEA, None), ("cyclist", ["cycling"], ROAD, None))
    first = offered(rules, TANDEM, Need(None, ("cycling",)))[:2]
    assert first == ["bike", "rider"]


def test_an_exception_is_told_only_from_cases_that_come_to_it() -> None:
    rules = base(("wind", ["sailing"], SEA, None), ("baker", ["baking"], OVEN, None))
    need = Need(1, ("cycling",))
    assert contrast(rules, ROAD, need).others == [SEA]
    assert contrast(rules, ROAD, Need(None, ("cycling",))).others == [SEA, OVEN]


def test_an_exception_may_take_a_case_that_another_rule_files_the_same() -> None:
    rules = base(("wind", ["sailing"], SEA, None))
    assert contrast(rules, ROAD, Need(1, ())).others == [SEA]
    rules.add(rules.propose([condition(Field.WORD, "boat")], ["sailing"], SEA))
    assert contrast(rules, ROAD, Need(1, ())).friends == [SEA]


def test_a_rule_that_no_case_depends_on_can_be_revoked_by_its_own_word() -> None:
    rules = base(("wind", ["sailing"], SEA, None))
    assert "wind" not in offered(rules, ROAD, Need(1, ()))[:5]
    rules.add(rules.propose([condition(Field.WORD, "boat")], ["sailing"], SEA))
    assert "wind" in offered(rules, ROAD, Need(1, ()))[:5]


def test_of_an_address_its_folders_and_hosts_are_offered() -> None:
    case = Case("x", "http://www.a.example/News/2024/some-boat.html?id=3")
    assert set(offered(RuleBase(), case, Need(None, ("news",)))) == {
        "on a.example",
        "on www.a.example",
        "/news/ in the address",
    }


def test_the_list_is_the_same_in_every_process() -> None:
    rules = base(("boat", ["sailing"], SEA, None), ("baker", ["baking"], OVEN, None))
    program = (
        "import pickle, sys\n"
        "from sitesieve.rules.acquisition import differences\n"
        "offers = differences(*pickle.load(sys.stdin.buffer))\n"
        "print([str(one.condition) for one in offers])"
    )
    need = Need(None, ("cycling",))
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"  # not that of this process
    other = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps((rules, TANDEM, need)),
        env=os.environ | {"PYTHONHASHSEED": seed},
        capture_output=True,
        check=True,
    )
    assert other.stdout.decode().strip() == str(offered(rules, TANDEM, need))


def test_conditions_chosen_already_leave_fewer_to_tell_apart() -> None:
    rules = base(("boat", ["sailing"], SEA, None), ("baker", ["baking"], OVEN, None))
    need = Need(None, ("cycling",))
    race = condition(Field.WORD, "race")
    assert contrast(rules, ROAD, need, [race]).others == [SEA]
    assert "race" not in offered(rules, ROAD, need, race)


def test_absences_are_offered_where_a_case_has_nothing_of_its_own() -> None:
    rules = base(("boat", ["sailing"], SEA, None))
    less = Case("less", text="The wind was strong")
    assert offered(rules, less, Need(None, ("weather",)))[0].startswith("no ")


def test_a_phrase_is_offered_only_where_none_of_its_words_does_as_well() -> None:
    white = Case("white", text="white boat white boat and sea")
    other = Case("other", text="white sea and blue boat and white wall")
    rules = base(("blue", ["walls"], other, None))
    assert offered(rules, white, Need(None, ("sailing",)))[0] == "“white boat”"
    assert "“white boat”" not in offered(RuleBase(), white, Need(None, ("sailing",)))


@settings(max_examples=60)
@given(rule_bases, cases, st.lists(st.sampled_from(CATEGORIES), max_size=2))
def test_whatever_is_offered_holds_for_the_case_and_is_counted_right(
    rules: RuleBase, case: Case, should: list[str]
) -> None:
    for need in needs(rules, case, should):
        stored = contrast(rules, case, need)
        offers = differences(rules, case, need)
        assert len({one.condition for one in offers}) == len(offers)
        for one in offers:
            assert one.condition.holds(case)
            assert one.others == sum(one.condition.holds(other) for other in stored.others)
            assert one.friends == sum(one.condition.holds(other) for other in stored.friends)


@settings(max_examples=60)
@given(rule_bases, cases, st.lists(st.sampled_from(CATEGORIES), max_size=2))
def test_the_rules_that_are_needed_set_the_case_right(
    rules: RuleBase, case: Case, should: list[str]
) -> None:
    for _ in range(20):
        missing = needs(rules, case, should)
        if not missing or not case.words:
            break
        asked = [condition(Field.WORD, word) for word in sorted(case.words)]
        need = missing[0]
        rules.add(rules.propose(asked, need.categories, case, need.under), lambda _: True)
    if case.words:
        assert rules.classify(case).categories == tuple(sorted(set(should)))
