"""The session beside others who change the same file, and with cases in other languages."""

from collections.abc import Callable, Iterable
from pathlib import Path

from sitesieve.rules import Case, Field, RuleFile, condition, load_rules
from sitesieve.rules.session import Session

SEA = Case("sea", text="A boat won a race.")
ROAD = Case("road", text="A bike won a race.")
SNOW = Case("snow", text="A sledge won a race.")


Answer = str | Callable[[], str]


def run(path: Path, cases: list[Case], answers: Iterable[Answer]) -> tuple[Session, list[str]]:
    """A session with somebody who answers so; an answer may do something first."""
    lines: list[str] = []
    waiting = iter(answers)

    def ask(question: str) -> str | None:
        lines.append(question)
        answer = next(waiting, None)
        return answer() if callable(answer) else answer

    going = Session(RuleFile(path), ask, lambda line, _: lines.append(line))
    going.run(cases)
    return going, lines


def after_another_rule(path: Path, word: str, category: str, case: Case, answer: str) -> Answer:
    """An answer that is given just after somebody else has added a rule to the file."""

    def add_and_answer() -> str:
        with RuleFile(path).changing() as rules:
            rules.add(rules.propose([condition(Field.WORD, word)], [category], case))
        return answer

    return add_and_answer


def test_a_rule_agreed_to_is_looked_at_again_where_others_changed_what_it_would_do(
    tmp_path: Path,
) -> None:
    path = tmp_path / "my.rules"
    yes = after_another_rule(path, "bike", "cycling", ROAD, "y")
    going, lines = run(path, [SEA], ["sailing", "race", yes, "race boat", ""])
    assert any("Look again" in line and "cycling → cycling, sailing" in line for line in lines)
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

    _, lines = run(path, [ROAD], ["cycling", "bike", undo_what_it_excepts_from, "bike", ""])
    assert any("there is no rule 1. Look again." in line for line in lines)
    assert [rule.parent for rule in load_rules(path).rules.values()] == [None]


def test_several_categories_take_several_rules(tmp_path: Path) -> None:
    path = tmp_path / "my.rules"
    going, _ = run(path, [SEA, SNOW], ["sailing, sport", "boat", "", "race", "", ""])
    assert (going.added, len(going.judged)) == (2, 2)
    assert load_rules(path).classify(SEA).categories == ("sailing", "sport")
    assert load_rules(path).cases["snow"].categories == ("sport",)


def test_undoing_one_of_several_rules_asks_for_its_case_again(tmp_path: Path) -> None:
    path = tmp_path / "my.rules"
    steps = ["sailing, sport", "boat", "", "race", ""]
    _, lines = run(path, [SEA, SNOW], [*steps, "u", "-", "boat", "", "", "q"])
    assert "undone: rule 2: race → sport" in lines
    assert load_rules(path).classify(SEA).categories == ()
    assert [line for line in lines if line in ("sea", "snow")] == ["sea", "snow", "sea", "snow"]


def test_a_correction_left_after_the_first_of_two_rules_is_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "my.rules"
    run(path, [SEA], ["sailing, sport", "boat", "", "q"])
    going, lines = run(path, [SEA], ["sailing, sport", "race", ""])
    assert "  it was to be in sailing, sport" in lines
    assert (going.known, going.added) == (0, 1)
    assert load_rules(path).classify(SEA).categories == ("sailing", "sport")
    assert run(path, [SEA], [])[0].known == 1


def test_a_skipped_half_of_a_correction_comes_back_too(tmp_path: Path) -> None:
    path = tmp_path / "my.rules"
    run(path, [SEA], ["sailing, sport", "boat", "", "c", "s"])
    again, _ = run(path, [SEA], [""])  # right as it is, after all
    assert [case.id for case in again.judged] == ["sea"]
    assert run(path, [SEA], [])[0].known == 1


def test_nobody_agrees_to_what_others_made_of_a_case_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "my.rules"
    right = after_another_rule(path, "won", "news", ROAD, "")
    going, lines = run(path, [SEA], [right])
    assert "somebody else has changed the rules meanwhile. Look again." in lines
    assert lines[-2:] == ["    [1] won → news", "right? (Enter, a category, ? for help) "]
    assert going.judged == []
    assert "sea" not in load_rules(path).cases


def test_two_who_correct_the_same_case_at_once_see_what_the_other_made_of_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "my.rules"
    add = after_another_rule(path, "won", "news", SEA, "")
    _, lines = run(path, [SEA], ["sailing", "boat", add])
    assert any("now it would be sea: news → news, sailing. Look again." in line for line in lines)
    assert "An exception of rule 1 (won → news): sailing instead. Which words make it so?" in lines
    assert load_rules(path).cases["sea"].categories == ("news",)


def test_a_step_of_somebody_else_is_undone_only_after_it_was_named(tmp_path: Path) -> None:
    path = tmp_path / "my.rules"
    undo = after_another_rule(path, "bike", "cycling", ROAD, "u")
    _, lines = run(path, [SEA, SNOW], ["", undo])
    assert any("u now undoes rule 1: bike → cycling" in line for line in lines)
    assert len(load_rules(path).rules) == 1
    run(path, [SNOW], ["u"])
    assert len(load_rules(path).rules) == 0


def test_no_is_no_category_and_a_comma_is_none_either(tmp_path: Path) -> None:
    path = tmp_path / "my.rules"
    going, lines = run(path, [SEA], ["n", ",", "=", "=n", "boat", "", "q"])
    assert any("What should it be?" in line for line in lines)
    assert lines.count("no category was named; - is for none") == 2
    assert load_rules(path).categories == ("n",)
    assert going.added == 1


def test_every_question_can_be_left(tmp_path: Path) -> None:
    path = tmp_path / "my.rules"
    for typed in (["q"], ["sailing", "q"], ["sailing", "boat", "quit"]):
        going, lines = run(path, [SEA], [*typed, "never asked for"])
        assert (going.added, lines.count("sea")) == (0, 1)
    run(path, [SEA], ["sailing", "boat", ""])
    _, lines = run(path, [ROAD], ["sailling", "what?", "q", "never asked for"])
    assert sum("sailling is new" in line for line in lines) == 2
    assert "rule 1" not in " ".join(lines)


def test_a_case_without_words_is_said_to_have_none(tmp_path: Path) -> None:
    _, lines = run(tmp_path / "my.rules", [Case("empty")], ["sailing", "", "c", "-"])
    assert "it has no words that could tell it apart" in lines
    assert "no word was picked" in lines


def test_chinese_is_taught_as_well(tmp_path: Path) -> None:
    path = tmp_path / "my.rules"
    boats = Case("1", title="帆船比赛", text="上海的帆船比赛昨天开始了。")
    more = Case("2", title="大帆船", text="帆船很快。")
    run(path, [boats], ["帆船运动", "", ""])
    assert str(load_rules(path).rules[1]) == "“帆船” → 帆船运动"
    assert load_rules(path).classify(more).categories == ("帆船运动",)
