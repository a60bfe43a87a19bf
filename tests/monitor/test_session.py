"""The session beside others who change the same file, and with cases in other languages."""

from collections.abc import Callable, Iterator
from pathlib import Path

from sitesieve.monitor import Case, Field, RuleFile, condition, load_rules
from sitesieve.monitor.session import Session

SEA = Case("sea", text="A boat won a race.")
ROAD = Case("road", text="A bike won a race.")
SNOW = Case("snow", text="A sledge won a race.")


def run(
    path: Path, cases: list[Case], answers: list[str | Callable[[], str]]
) -> tuple[Session, list[str]]:
    """A session with somebody who answers so; an answer may do something first."""
    told: list[str] = []
    waiting: Iterator[str | Callable[[], str]] = iter(answers)

    def ask(question: str) -> str | None:
        told.append(question)
        answer = next(waiting, None)
        return answer() if callable(answer) else answer

    going = Session(RuleFile(path), ask, lambda line, _: told.append(line))
    going.run(cases)
    return going, told


def test_a_rule_agreed_to_is_looked_at_again_where_others_changed_what_it_would_do(
    tmp_path: Path,
) -> None:
    path = tmp_path / "my.rules"

    def yes_but_somebody_else_was_faster() -> str:
        with RuleFile(path).changing() as rules:
            rules.add(rules.propose([condition(Field.WORD, "bike")], ["cycling"], ROAD))
        return "y"

    going, told = run(
        path,
        [SEA],
        ["sailing", "race", yes_but_somebody_else_was_faster, "race boat", ""],
    )
    assert any("Look again" in line and "cycling → cycling, sailing" in line for line in told)
    assert going.added == 1
    assert load_rules(path).classify(ROAD).categories == ("cycling",)
    assert load_rules(path).classify(SEA).categories == ("sailing",)


def test_a_rule_whose_parent_was_undone_meanwhile_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "my.rules"
    run(path, [SEA], ["sailing", "won", ""])

    def undo_what_it_excepts_from() -> str:
        with RuleFile(path).changing() as rules:
            rules.undo()
        return ""

    _, told = run(path, [ROAD], ["cycling", "bike", undo_what_it_excepts_from, "bike", ""])
    assert any("there is no rule 1. Look again." in line for line in told)
    assert [rule.parent for rule in load_rules(path).rules.values()] == [None]


def test_several_categories_take_several_rules(tmp_path: Path) -> None:
    path = tmp_path / "my.rules"
    going, _ = run(path, [SEA, SNOW], ["sailing, sport", "boat", "", "race", "", ""])
    assert (going.added, len(going.judged)) == (2, 2)
    assert load_rules(path).classify(SEA).categories == ("sailing", "sport")
    assert load_rules(path).cases["snow"].categories == ("sport",)


def test_undoing_one_of_several_rules_asks_for_its_case_again(tmp_path: Path) -> None:
    path = tmp_path / "my.rules"
    steps: list[str | Callable[[], str]] = ["sailing, sport", "boat", "", "race", ""]
    _, told = run(path, [SEA, SNOW], [*steps, "u", "-", "boat", "", "", "q"])
    assert "undone: rule 2: race → sport" in told
    assert load_rules(path).classify(SEA).categories == ()
    assert [line for line in told if line in ("sea", "snow")] == ["sea", "snow", "sea", "snow"]


def test_chinese_is_taught_as_well(tmp_path: Path) -> None:
    path = tmp_path / "my.rules"
    boats = Case("1", title="帆船比赛", text="上海的帆船比赛昨天开始了。")
    more = Case("2", title="大帆船", text="帆船很快。")
    run(path, [boats], ["帆船运动", "", ""])
    assert str(load_rules(path).rules[1]) == "“帆船” → 帆船运动"
    assert load_rules(path).classify(more).categories == ("帆船运动",)
