"""Rules in files: written and read back, refused when they are none, changed by several at once."""

import json
import multiprocessing
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from rule_material import rule_bases

from sitesieve.errors import ModelError, OutputError, RuleError
from sitesieve.rules import Case, Field, RuleBase, RuleFile, condition, load_rules
from sitesieve.rules.rule_file import (
    as_it_stands,
    export_rules,
    rule_base_from,
    to_text,
    with_history,
)

GOOD: dict[str, Any] = {
    "format": "sitesieve rules",
    "version": 1,
    "rules": [{"id": 1, "if": [{"word": "Boat"}], "then": ["sailing"]}],
}


def add_word(rules: RuleBase, word: str) -> None:
    rules.add(rules.propose([condition(Field.WORD, word)], [word], Case(word, text=word)))


@given(rule_bases)
def test_an_export_read_back_is_the_same(rules: RuleBase) -> None:
    data = json.loads(to_text(as_it_stands(rules)))
    assert rule_base_from(data, "x") == rules


@given(rule_bases)
def test_a_file_read_back_has_the_same_rules_and_history(rules: RuleBase) -> None:
    again = rule_base_from(json.loads(to_text(with_history(rules))), "x")
    assert (again, again.history, again.undone) == (rules, rules.history, rules.undone)


def test_rules_written_by_hand_are_tidied(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_text(json.dumps(GOOD))
    assert load_rules(path).classify(Case("x", text="The BOAT")).categories == ("sailing",)


def changed(**parts: Any) -> str:
    return json.dumps(GOOD | parts)


def orphaned() -> str:
    child = GOOD["rules"][0] | {"id": 2, "under": 1}
    both = {"at": "", "said": "", "rules": [GOOD["rules"][0], child]}
    return changed(changes=[both, {"at": "", "said": "", "removed": [1]}])


def with_rule(**parts: Any) -> str:
    return changed(rules=[GOOD["rules"][0], {"id": 2, "if": [{"word": "x"}], "then": []} | parts])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is not a file of rules"),
        ("[" * 100_000, "is not a file of rules"),
        ("[]", "is not a file of rules"),
        ("{}", "is not a file of rules"),
        ('{"format": "sitesieve model"}', "is not a file of rules"),
        (changed(version=3, written_by="sitesieve 9"), "written by sitesieve 9: format 3"),
        (changed(version="1"), "no version '1'"),
        (changed(version=True), "no version True"),
        (changed(rules=None), "a list was expected"),
        (changed(rules=[1]), "an object was expected"),
        (changed(cases=[{"text": "x"}]), "a text was expected"),
        (changed(cases=[{"id": "", "text": "x"}]), "a case has no id"),
        (changed(cases=[{"id": "\ud800"}]), "lone surrogate"),
        (changed(changes={}), "a list was expected"),
        (changed(changes=[{"at": "", "said": "", "filed": {"x": []}}]), "filed, but not stored"),
        (changed(changes=[{"at": "", "said": "", "removed": [3]}]), "did not exist"),
        (orphaned(), "parent of rule 2, rule 1, does not exist"),
        (with_rule(), "neither a category nor a parent"),
        (with_rule(under=3), "parent of rule 2, rule 3, does not exist"),
        (with_rule(under=2), "parent of rule 2, rule 2, does not exist"),
        (with_rule(id=1, under=1), "two rules 1"),
        (with_rule(id=True, under=1), "the number of a rule"),
        (with_rule(id=-1, under=1), "the number of a rule"),
        (with_rule(under=1, then="all"), "a list was expected"),
        (with_rule(under=1, **{"if": []}), "needs a condition"),
        (with_rule(under=1, **{"if": ["x"]}), "a condition is an object"),
        (with_rule(under=1, **{"if": [{"sound": "x"}]}), "there are word, phrase"),
        (with_rule(under=1, **{"if": [{"word": "x", "absent": 1}]}), "not a condition"),
        (with_rule(under=1, **{"if": [{"word": "?!"}]}), "nothing in it"),
        (with_rule(under=1, cornerstone="gone"), "cornerstone of rule 2 is not stored"),
    ],
)
def test_a_file_that_is_no_good_is_refused_by_name(
    tmp_path: Path, content: str, message: str
) -> None:
    path = tmp_path / "my.rules"
    path.write_text(content)
    with pytest.raises(ModelError, match=message) as error:
        load_rules(path)
    assert "my.rules" in str(error.value)
    with pytest.raises(ModelError, match=message):
        RuleFile(path).read()


def test_a_missing_file_is_an_error_to_load_and_an_empty_one_to_begin(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no such file of rules"):
        load_rules(tmp_path / "none.rules")
    with pytest.raises(ModelError, match="cannot read"):
        load_rules(tmp_path)
    assert RuleFile(tmp_path / "none.rules").read() == RuleBase()


def _add_and_fail(file: RuleFile) -> None:
    with file.changing() as rules:
        add_word(rules, "oven")
        rules.redo()


def test_what_goes_wrong_half_way_is_not_saved(tmp_path: Path) -> None:
    file = RuleFile(tmp_path / "my.rules")
    with file.changing() as rules:
        add_word(rules, "boat")
    before = file.path.read_bytes()
    with pytest.raises(RuleError):
        _add_and_fail(file)
    assert file.path.read_bytes() == before
    assert len(file.read().rules) == 1


def test_nothing_is_written_where_nothing_changed(tmp_path: Path) -> None:
    file = RuleFile(tmp_path / "my.rules")
    with file.changing() as rules:
        add_word(rules, "boat")
    before = file.path.stat()
    with file.changing():
        pass
    assert file.path.stat() == before
    assert [path.name for path in tmp_path.iterdir()] == ["my.rules"]


def test_what_another_has_written_is_seen(tmp_path: Path) -> None:
    mine, theirs = RuleFile(tmp_path / "my.rules"), RuleFile(tmp_path / "my.rules")
    for file, word in ((mine, "boat"), (theirs, "oven"), (mine, "star")):
        with file.changing() as rules:
            add_word(rules, word)
    assert mine.read().categories == theirs.read().categories == ("boat", "oven", "star")


def test_a_folder_that_is_not_there_cannot_hold_rules(tmp_path: Path) -> None:
    file = RuleFile(tmp_path / "no" / "my.rules")
    with pytest.raises(OutputError, match=r"my\.rules"), file.changing():
        pass


def _add_many(path: str, name: str) -> None:
    file = RuleFile(path)
    for number in range(15):
        with file.changing() as rules:
            add_word(rules, f"{name}{number}")


def test_processes_that_add_rules_at_once_lose_none(tmp_path: Path) -> None:
    path = str(tmp_path / "my.rules")
    context = multiprocessing.get_context("fork")
    helpers = [context.Process(target=_add_many, args=(path, name)) for name in "abc"]
    for helper in helpers:
        helper.start()
    for helper in helpers:
        helper.join(60)
    assert [helper.exitcode for helper in helpers] == [0, 0, 0]
    rules = load_rules(path)
    assert rules.categories == tuple(sorted(f"{name}{n}" for name in "abc" for n in range(15)))
    assert list(rules.rules) == list(range(1, 46))


def test_a_holder_of_the_lock_that_is_killed_stands_in_nobodys_way(tmp_path: Path) -> None:
    path = tmp_path / "my.rules"
    program = (
        "import sys, time; from sitesieve.rules import RuleFile\n"
        f"with RuleFile({str(path)!r}).changing():\n"
        "    print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        holder.kill()
    with RuleFile(path).changing() as rules:
        add_word(rules, "boat")
    assert load_rules(path).categories == ("boat",)


def test_an_export_can_be_used_as_a_file_of_rules(tmp_path: Path) -> None:
    rules = RuleBase()
    add_word(rules, "boat")
    export_rules(rules, tmp_path / "export.json")
    file = RuleFile(tmp_path / "export.json")
    with file.changing() as again:
        add_word(again, "oven")
    assert file.read().categories == ("boat", "oven")


@pytest.mark.parametrize("place", ["if", "filed"])
def test_a_lone_surrogate_is_refused_when_it_is_read_not_when_it_is_saved(
    tmp_path: Path, place: str
) -> None:
    path = tmp_path / "rules.json"
    rule = {"id": 1, "if": [{"path": "ships\ud800" if place == "if" else "ships"}], "then": ["sea"]}
    filed = {"a\ud800": ["sea"]} if place == "filed" else {}
    change = {"at": "", "said": "x", "rules": [rule], "filed": filed}
    header = {"format": "sitesieve rules", "version": 1}
    path.write_text(json.dumps({**header, "changes": [change]}))
    with pytest.raises(ModelError, match="damaged"):
        load_rules(path)
