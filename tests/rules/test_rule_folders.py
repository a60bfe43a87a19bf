"""Folders: categories inside of others, concluded, counted, renamed and moved."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rule_material import rule_bases

from sitesieve.errors import ModelError, RuleError
from sitesieve.rules import (
    Case,
    Field,
    FolderCount,
    RuleBase,
    RuleFile,
    condition,
    load_rules,
    rolled_up,
)
from sitesieve.rules.folders import is_in, moved, parents, with_parents
from sitesieve.rules.rule_base import category_names
from sitesieve.rules.rule_file import rule_base_from, to_text, with_history
from sitesieve.rules.session import Session

folders = st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map("/".join)


def base(**conclusions: str) -> RuleBase:
    """A rule for each word, with its case."""
    rules = RuleBase()
    for word, folder in conclusions.items():
        case = Case(word, text=word)
        rules.add(rules.propose([condition(Field.WORD, word)], [folder], case))
    return rules


def test_the_name_of_a_category_is_the_path_of_a_folder() -> None:
    names = category_names([" sport / water  sport/ ", "sport", "/sport/"])
    assert names == ("sport", "sport/water sport")
    for bad in ("/", " / ", "", "a\nb/\x00"):
        with pytest.raises(RuleError, match="not a name"):
            category_names([bad])
    assert len(parents("/".join(category_names(["a/" * 30])))) == 29
    with pytest.raises(RuleError, match="more than 30 folders"):
        category_names(["a/" * 1_000_000])


def test_a_filing_names_the_folders_and_those_they_are_in() -> None:
    rules = base(goal="sport/football", match="sport", oven="home/kitchen/baking")
    filing = rules.classify(Case("x", text="the goal of an oven"))
    assert filing.categories == ("home/kitchen/baking", "sport/football")
    assert filing.folders == (
        *("home", "home/kitchen", "home/kitchen/baking"),
        *("sport", "sport/football"),
    )
    assert rules.folders == filing.folders


def test_a_folder_inside_of_the_right_one_is_another_conclusion() -> None:
    rules = base(goal="sport")
    case = Case("x", text="goal keeper")
    proposal = rules.propose([condition(Field.WORD, "keeper")], ["sport/football"], case, 1)
    rules.add(proposal)
    assert rules.classify(case).categories == ("sport/football",)
    assert rules.classify(Case("y", text="goal")).categories == ("sport",)


def test_counts_roll_up_and_a_thing_counts_once_in_each() -> None:
    counts = rolled_up([["a/b", "a/c"], ["a"], ["a/b"], ["d"], []])
    assert counts == {
        "a": FolderCount(own=1, whole=3),
        "a/b": FolderCount(own=2, whole=2),
        "a/c": FolderCount(own=1, whole=1),
        "d": FolderCount(own=1, whole=1),
    }
    assert list(counts) == ["a", "a/b", "a/c", "d"]


@given(st.lists(st.lists(folders, max_size=3), max_size=6))
def test_a_folder_holds_what_is_inside_of_it(filings: list[list[str]]) -> None:
    counts = rolled_up(filings)
    for folder, count in counts.items():
        assert count.whole == sum(any(is_in(one, folder) for one in filed) for filed in filings)
        assert count.own == sum(folder in filed for filed in filings)
        assert all(counts[above].whole >= count.whole for above in parents(folder))


def test_a_folder_is_moved_with_all_inside_and_moves_back() -> None:
    rules = base(goal="sport/football", match="sport", oven="sports")
    before = {name: one.categories for name, one in rules.cases.items()}
    rules.move("sport", "leisure/games")
    assert rules.categories == ("leisure/games", "leisure/games/football", "sports")
    assert rules.cases["goal"].categories == ("leisure/games/football",)
    assert rules.check() == []
    assert rules.history[-1].said == "sport moved to leisure/games"
    rules.undo()
    assert {name: one.categories for name, one in rules.cases.items()} == before
    assert rules.categories == ("sport", "sport/football", "sports")
    rules.redo()
    assert rules.folders[:2] == ("leisure", "leisure/games")


def test_two_folders_become_one() -> None:
    rules = base(goal="soccer", keeper="football")
    rules.move("soccer", "football")
    assert rules.classify(Case("x", text="goal keeper")).categories == ("football",)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("nothing", "x", "no folder 'nothing'"),
        ("spor", "x", "no folder 'spor'"),
        ("sport", "sport/inside", "the folder itself"),
        ("sport", "sport", "the folder itself"),
        ("sport", "/", "not a name"),
    ],
)
def test_moves_that_make_no_sense_are_refused(old: str, new: str, message: str) -> None:
    rules = base(goal="sport/football")
    with pytest.raises(RuleError, match=message):
        rules.move(old, new)
    assert len(rules.history) == 1


@given(rule_bases, st.sampled_from(["sailing", "baking", "stars"]), folders)
def test_after_a_move_all_is_filed_as_before_but_for_the_name(
    rules: RuleBase, old: str, new: str
) -> None:
    if old not in rules.folders:
        return
    cases = [stored.case for stored in rules.cases.values()]
    before = [rules.classify(case).categories for case in cases]
    wrong = {effect.case.id for effect in rules.check()}
    rules.move(old, new)
    assert [rules.classify(case).categories for case in cases] == [
        moved(names, old, new) for names in before
    ]
    assert {effect.case.id for effect in rules.check()} <= wrong
    again = rule_base_from(json.loads(to_text(with_history(rules))), "x")
    assert (again, again.history) == (rules, rules.history)


@given(st.lists(folders), folders, folders)
def test_moving_keeps_what_is_inside_inside(names: list[str], old: str, new: str) -> None:
    after = moved(names, old, new)
    assert sum(is_in(name, new) for name in after) >= bool([n for n in names if is_in(n, old)])
    assert {n for n in names if not is_in(n, old)} <= set(after)
    assert with_parents(after) == with_parents(with_parents(after))


def test_a_file_of_version_1_is_read_and_written_as_the_next(tmp_path: Path) -> None:
    path = tmp_path / "old.rules"
    rule = {"id": 1, "if": [{"word": "boat"}], "then": ["sport / sailing", "sea"]}
    step = {"at": "", "said": "rule 1", "rules": [rule]}
    data = {"format": "sitesieve rules", "version": 1, "changes": [step], "undone": []}
    path.write_text(json.dumps(data))
    assert load_rules(path).categories == ("sea", "sport/sailing")
    with RuleFile(path).changing() as rules:
        rules.move("sport", "games")
    written = json.loads(path.read_text())
    assert written["version"] == 2
    assert written["changes"][1]["moved"] == ["sport", "games"]
    assert load_rules(path).categories == ("games/sailing", "sea")


@pytest.mark.parametrize("names", [["a"], ["a", "b", "c"], ["a", 1], ["a", "/"], "ab"])
def test_a_move_that_cannot_be_read_is_damage(names: object) -> None:
    step = {"at": "", "said": "", "moved": names}
    data = {"format": "sitesieve rules", "version": 2, "changes": [step]}
    with pytest.raises(ModelError, match="x is damaged"):
        rule_base_from(data, "x")


@pytest.mark.parametrize(
    ("typed", "answers", "filed"),
    [
        ("football", [""], "sport/football"),  # there is one of that name inside of another
        ("football", ["n"], "football"),
        ("sport/footbal", [""], "sport/football"),  # a typing error
        ("sport/rugby", [], "sport/rugby"),  # new, and like nothing beside it
        ("sport", [], "sport"),  # not concluded by any rule, but there
    ],
)
def test_in_a_session_folders_are_found_by_what_they_are_called(
    tmp_path: Path, typed: str, answers: list[str], filed: str
) -> None:
    file = RuleFile(tmp_path / "my.rules")
    with file.changing() as rules:
        case = Case("a", text="goal")
        rules.add(rules.propose([condition(Field.WORD, "goal")], ["sport/football"], case))
    replies = iter([typed, *answers, "1", ""])
    Session(file, lambda _: next(replies, None), lambda *_: None).run([Case("b", text="scrum")])
    assert load_rules(file.path).cases["b"].categories == (filed,)
