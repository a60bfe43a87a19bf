"""`sitesieve rules`: filing, adding, the session with a person, and the file itself."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from command_line import BY_TAGS, Outcome, command, html, lines_file, sitesieve

SEA = {"id": "sea", "url": "http://a.example/sea/1", "title": "Sails", "text": "A boat won a race."}
ROAD = {"id": "road", "title": "Wheels", "text": "A bike won a race."}
OVEN = {"id": "oven", "title": "Bread", "text": "A baker won a prize."}


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    return lines_file(tmp_path / "texts.jsonl", SEA, ROAD, OVEN)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "my.rules"


def rules(command: str, path: Path, *arguments: object, typed: str = "") -> Outcome:
    return sitesieve("rules", command, "-r", path, *arguments, stdin=typed.encode())


def session(path: Path, texts: Path, *typed: str) -> Outcome:
    return rules("session", path, texts, typed="".join(line + "\n" for line in typed))


def filed(path: Path, texts: Path) -> dict[str, list[str]]:
    done = rules("classify", path, texts)
    assert done.code == 0, done.err
    return {record["id"]: record["categories"] for record in done.records}


@pytest.fixture
def taught(path: Path, texts: Path) -> Path:
    for name, word, category in (("sea", "boat", "sailing"), ("oven", "baker", "baking")):
        asked = (texts, "--case", name, "--if", word, "--then", category)
        done = rules("add", path, *asked)
        assert done.code == 0, done.err
    return path


def test_texts_are_filed_as_they_are(taught: Path, texts: Path) -> None:
    done = rules("classify", taught, texts)
    assert done.records[0] == {
        "id": "sea",
        "url": "http://a.example/sea/1",
        "title": "Sails",
        "categories": ["sailing"],
        "folders": ["sailing"],
        "rules": [[1]],
    }
    assert [record["categories"] for record in done.records] == [["sailing"], [], ["baking"]]
    assert "3 pages: 1 sailing, 1 (no category), 1 baking" in done.err


def test_folders_are_filed_into_counted_and_moved(path: Path, texts: Path) -> None:
    for name, word, folder in (
        ("sea", "boat", "sport/water/sailing"),
        ("road", "bike", "sport"),
        ("oven", "baker", "home / baking"),
    ):
        added = rules("add", path, texts, "--case", name, "--if", word, "--then", folder)
        assert added.code == 0, added.err
    done = rules("classify", path, texts)
    assert [record["folders"] for record in done.records] == [
        ["sport", "sport/water", "sport/water/sailing"],
        ["sport"],
        ["home", "home/baking"],
    ]
    assert "3 pages: 2 sport, 1 sport/water, 1 sport/water/sailing, 1 home, 1 home/b" in done.err
    listed = rules("folders", path).out.decode().splitlines()
    assert listed == [
        "home  1 rule (0), 1 case (0)",
        "  baking  1 rule (1), 1 case (1)",
        "sport  2 rules (1), 2 cases (1)",
        "  water  1 rule (0), 1 case (0)",
        "    sailing  1 rule (1), 1 case (1)",
    ]
    moved = rules("move", path, "sport/water", "sea")
    assert (moved.code, "sport/water moved to sea" in moved.err) == (0, True)
    assert filed(path, texts)["sea"] == ["sea/sailing"]
    assert rules("check", path).code == 0
    refused = rules("move", path, "sea", "home", typed="n\n")
    assert (refused.code, "not moved" in refused.err) == (1, True)
    assert rules("move", path, "sea", "home", "--yes").code == 0
    names = {
        record["folder"]: record["rules"] for record in rules("folders", path, "--json").records
    }
    assert names["home"] == {"own": 0, "whole": 2}
    assert rules("undo", path, "-n", 2).code == 0
    assert filed(path, texts)["sea"] == ["sport/water/sailing"]
    for folder, to, complaint in (
        ("boats", "x", "no folder 'boats'"),
        ("boats", "home", "no folder 'boats'"),
        ("home", "home", "that is the folder itself"),
    ):
        refused = rules("move", path, folder, to, typed="y\n")
        assert (refused.code, "make one of both" in refused.err) == (1, False)
        assert complaint in refused.err


def test_pages_are_cleaned_first_unless_they_are_wanted_raw(path: Path, tmp_path: Path) -> None:
    menu = "<nav><ul>" + "".join(f"<li><a href=/{n}>Menu {n}</a>" for n in "abcdef") + "</ul></nav>"
    body = "<p>" + "The boat sailed along the coast and came back in the evening. " * 8
    page = {"url": "http://a.example/x", "html": f"{html('Boat')}{menu}<article>{body}</article>"}
    pages = lines_file(tmp_path / "pages.jsonl", page)
    for word in ("menu", "boat"):
        rules("add", path, "--if", word, "--then", word)
    cleaned = rules("classify", path, pages, "-j", "1", *BY_TAGS)
    raw = rules("classify", path, pages, "-j", "1", "--raw")
    assert [r["categories"] for r in (*cleaned.records, *raw.records)] == [
        ["boat"],
        ["boat", "menu"],
    ]
    assert rules("classify", path, pages, "--raw", "--method", "sieve").code == 2


@pytest.mark.parametrize("name", ["clean.jsonl", "clean.jsonl.gz", "clean.parquet"])
def test_what_clean_writes_is_filed(path: Path, tmp_path: Path, name: str) -> None:
    boat = {"url": "http://a.example/x", "html": html("Boat")}
    coffee = {"url": "http://a.example/y", "html": html("Café")}
    pages = lines_file(tmp_path / "pages.jsonl", boat, coffee)
    sitesieve("clean", pages, *BY_TAGS, "-j", "1", "-o", tmp_path / name)
    rules("add", path, "--title", "boat", "--then", "sailing")
    rules("add", path, "--if", "café", "--then", "drinks")
    assert filed(path, tmp_path / name) == {
        "http://a.example/x": ["sailing"],
        "http://a.example/y": ["drinks"],
    }


def test_output_goes_to_a_file_that_is_complete_or_not_there(
    taught: Path, texts: Path, tmp_path: Path
) -> None:
    output = tmp_path / "out.jsonl"
    assert rules("classify", taught, texts, "-o", output).out == b""
    assert len(output.read_bytes().splitlines()) == 3
    bad = lines_file(tmp_path / "bad.jsonl", "{", {"x": 1})
    done = rules("classify", taught, bad, "-o", tmp_path / "none.jsonl")
    assert done.code == 1
    assert "no page could be used" in done.err
    assert list(tmp_path.glob("none*")) == []


def test_failed_lines_are_counted(taught: Path, tmp_path: Path) -> None:
    mixed = lines_file(tmp_path / "mixed.jsonl", "{", SEA)
    assert "1 failed, first" in rules("classify", taught, mixed).err
    assert rules("classify", taught, mixed, "--strict").code == 3


def test_the_reasons_can_be_read(taught: Path, texts: Path) -> None:
    shown = rules("classify", taught, texts, "--explain").out.decode()
    assert "Sails\n→ sailing\n    [1] boat → sailing\n" in shown
    assert "Wheels\n→ no category: no rule fires\n" in shown


def test_a_rule_that_changes_stored_cases_is_added_only_when_agreed(taught: Path) -> None:
    asked = ("--if", "won", "--then", "news")
    for typed in ("", "n\n", "what\n"):
        done = rules("add", taught, *asked, typed=typed)
        assert done.code == 1
        assert "Sails: sailing → news, sailing  (cornerstone of rule 1)" in done.err
        assert "not added" in done.err
    assert rules("add", taught, *asked, typed="y\n").out == b"3\n"
    assert rules("add", taught, "--if", "prize", "--then", "prizes", "--yes").code == 0
    assert rules("check", taught).code == 0


def test_exceptions_refine_and_stop(taught: Path, texts: Path) -> None:
    rules("add", taught, "--address", "a.example/sea", "--then", "races", "--under", "1", "--yes")
    asked = ("--title", "bread", "--not", "boat", "--phrase", "won a prize")
    assert rules("add", taught, *asked, "--stop", "--under", "2", "--yes").code == 0
    assert filed(taught, texts) == {"sea": ["races"], "road": [], "oven": []}
    tree = rules("show", taught).out.decode().splitlines()
    assert tree == [
        "[1] boat → sailing",
        "└─ [3] on a.example, /sea/ in the address → races",
        "[2] baker → baking",
        "└─ [4] “won a prize”, “bread” in the title, no boat → nothing",
    ]


def test_a_stored_case_can_be_the_cornerstone(taught: Path) -> None:
    done = rules("add", taught, "--case", "sea", "--if", "race", "--then", "races", "--under", "1")
    assert done.code == 0, done.err
    assert "its own case: Sails: sailing → races" in done.err


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (("--if", "x"), 2, "--then, or --stop"),
        (("--if", "x", "--then", "y", "--stop"), 2, "--then, or --stop"),
        (("--then", "y"), 1, "needs a condition"),
        (("--if", "x", "--stop"), 1, "a stopping rule stands under a rule"),
        (("--if", "x", "--then", "y", "--under", "9"), 1, "there is no rule 9"),
        (("--if", "...", "--then", "y"), 1, "has nothing in it"),
        (("--if", "x", "--then", "y", "--case", "none"), 1, "no stored case 'none'"),
        (("--case", "sea", "--if", "oven", "--then", "y"), 1, "does not meet the condition: oven"),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(
    taught: Path, arguments: tuple[str, ...], code: int, complaint: str
) -> None:
    before = taught.read_bytes()
    done = rules("add", taught, *arguments)
    assert done.code == code
    assert complaint in " ".join(done.err.split())
    assert taught.read_bytes() == before


def test_of_several_pages_one_is_picked(path: Path, texts: Path) -> None:
    done = rules("add", path, texts, "--if", "won", "--then", "news")
    assert "there are 3 pages that can be used, and a rule has one; pick one" in done.err
    done = rules("add", path, texts, "--case", "none", "--if", "won", "--then", "news")
    assert "there are 0 pages 'none'" in done.err
    assert not path.exists()


def test_a_session_teaches_rules_and_keeps_them(path: Path, texts: Path) -> None:
    done = session(path, texts, "sailing", "boat", "", "cycling", "bike", "y", "")
    assert done.code == 0, done.err
    assert "added as rule 2" in done.err
    assert "3 pages judged, 2 rules added" in done.err
    assert filed(path, texts) == {"sea": ["sailing"], "road": ["cycling"], "oven": []}
    again = session(path, texts)
    assert "0 pages judged" in again.err
    assert "3 pages had been judged before" in again.err


def test_a_session_can_be_left_at_any_question_and_taken_up_again(path: Path, texts: Path) -> None:
    assert "0 pages judged" in session(path, texts, "sailing").err
    assert "0 pages judged" in session(path, texts, "sailing", "boat").err
    assert "1 page judged" in session(path, texts, "sailing", "boat", "", "q").err
    done = session(path, texts, "cycling", "bike", "", "s", "never read")
    assert "1 page judged" in done.err
    assert "1 page had been judged before" in done.err
    assert set(json.loads(rules("export", path).out)["cases"][0]) >= {"id", "categories"}


def test_the_session_shows_what_a_rule_would_change_and_takes_more_words(
    path: Path, texts: Path
) -> None:
    done = session(path, texts, "sailing", "boat", "", "cycling", "race", "n", "bike", "", "-", "q")
    assert "1 stored case would change:" in done.err
    assert "Sails: sailing → cycling, sailing  (cornerstone of rule 1)" in done.err
    assert rules("show", path).out.decode().splitlines()[1] == "[2] bike, race → cycling"


def test_a_wrong_conclusion_gets_an_exception(path: Path, texts: Path) -> None:
    done = session(path, texts, "sailing", "won", "", "cycling", "bike", "", "-", "baker", "", "q")
    assert "An exception of rule 1 (won → sailing): cycling instead" in done.err
    assert "An exception of rule 1 (won → sailing): not here" in done.err
    assert filed(path, texts) == {"sea": ["sailing"], "road": ["cycling"], "oven": []}
    assert "3 rules (1 ground-breaking, 1 refining, 1 stopping)" in rules("show", path).err


def test_what_was_undone_in_a_session_is_asked_for_again(path: Path, texts: Path) -> None:
    done = session(path, texts, "sailing", "boat", "", "u", "u", "r", "racing", "c", "q")
    assert done.err.count("Sails\n") >= 2
    assert "undone: rule 1: boat → sailing" in done.err
    assert "there is nothing to undo" in done.err
    assert "redone: rule 1: boat → sailing" in done.err
    assert filed(path, texts)["sea"] == ["sailing"]


def test_answers_that_make_no_sense_are_asked_again(path: Path, texts: Path) -> None:
    typed = ("?", "t", "sailing", "?", "99", "oven", '"', "", "what?", "", "sailling", "n", "c")
    done = session(path, texts, *typed, "sailling", "", "c", "q")
    for line in (
        "what it should be: one or several categories",
        "A boat won a race.",
        "there is no 99 in the list; word:99 is the word",
        "the case does not meet it: oven",
        "a quotation mark is missing",
        "sailling is new. Enter for sailing, n for a new category",
        "A rule for sailling",
        "the rule was not added",
    ):
        assert line in done.err
    assert "Traceback" not in done.err


def test_pages_cannot_command_the_terminal(taught: Path, tmp_path: Path) -> None:
    page = {"id": "x\x1b[2J", "title": "\x1b[31mRed\x9b", "text": "a \x1b[2J boat"}
    texts = lines_file(tmp_path / "bad.jsonl", page)
    shown = session(taught, texts, "t", "").err
    shown += rules("classify", taught, texts, "--explain").out.decode()
    shown += rules("show", taught, "--cases").out.decode() + rules("history", taught).out.decode()
    assert shown.count("Red") >= 2
    assert not {"\x1b", "\x9b"}.intersection(shown)


def test_answers_in_another_encoding_are_no_error(path: Path, texts: Path) -> None:
    typed = b"caf\xe9\nc\nq\n"
    done = subprocess.run(
        command("rules", "session", "-r", path, texts), input=typed, capture_output=True
    )
    assert done.returncode == 0
    assert b"A rule for caf" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("asked", [("classify",), ("show", "--cases")])
def test_nothing_is_said_when_the_reader_of_the_output_has_gone(
    taught: Path, tmp_path: Path, asked: tuple[str, ...]
) -> None:
    name, *more = asked
    pages = [lines_file(tmp_path / "a.jsonl", SEA, ROAD)] if name == "classify" else []
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as gone:
        done = subprocess.run(
            command("rules", name, "-r", taught, *more, *pages), stdout=gone, stderr=subprocess.PIPE
        )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_session_without_a_page_says_so(path: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty.html").touch()
    assert "there was no page to read" in rules("session", path, tmp_path / "empty").err
    done = rules("session", path, tmp_path / "empty.html")
    assert done.code == 1
    assert "no page could be used (1 empty)" in done.err
    assert not path.exists()


def test_a_file_that_could_not_be_saved_is_refused_before_the_session(
    texts: Path, tmp_path: Path
) -> None:
    done = session(tmp_path / "none" / "my.rules", texts, "sailing")
    assert done.code == 1
    assert "does not exist" in done.err
    assert "right?" not in done.err


def test_a_session_needs_its_standard_input_for_answers(path: Path) -> None:
    assert "name a file of pages" in rules("session", path, "-").err


def test_steps_are_listed_undone_and_redone(taught: Path, texts: Path) -> None:
    assert rules("undo", taught, "-n", "2").code == 0
    assert filed(taught, texts) == {"sea": [], "road": [], "oven": []}
    assert "nothing to undo" in rules("undo", taught).err
    assert rules("redo", taught).code == 0
    listed = rules("history", taught).out.decode()
    assert listed.count("undone") == 1
    assert "rule 1: boat → sailing" in listed
    assert rules("redo", taught, "-n", "2").code == 1
    assert "no such file of rules" in rules("undo", taught.with_name("none")).err


def test_what_is_exported_can_be_imported(taught: Path, texts: Path, tmp_path: Path) -> None:
    exported = tmp_path / "export.json"
    assert rules("export", taught, "-o", exported).code == 0
    assert exported.read_bytes() == rules("export", taught).out
    other = tmp_path / "other.rules"
    assert rules("import", other, exported).code == 0
    assert filed(other, texts) == filed(taught, texts)
    assert rules("export", other).out == exported.read_bytes()


def test_an_import_shows_what_it_changes_and_can_be_undone(
    taught: Path, texts: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.rules"
    rules("add", other, "--if", "won", "--then", "news")
    refused = rules("import", taught, other, typed="n\n")
    assert refused.code == 1
    assert "Sails: sailing → news" in refused.err
    assert rules("import", taught, other, "--yes").code == 0
    assert filed(taught, texts)["sea"] == ["news"]
    assert rules("check", taught).code == 0
    rules("undo", taught)
    assert filed(taught, texts)["sea"] == ["sailing"]


def test_checking_finds_cases_that_are_not_filed_as_agreed(taught: Path) -> None:
    taught.write_text(taught.read_text().replace('"word": "boat"', '"word": "ship"'))
    done = rules("check", taught)
    assert done.code == 1
    assert done.out.decode() == "sea: agreed sailing, now nothing\n"


@pytest.mark.parametrize("command", ["show", "check", "export", "history", "undo", "redo"])
def test_a_file_that_is_no_good_is_named(command: str, path: Path) -> None:
    path.write_text('{"format": "sitesieve rules", "version": 9}')
    done = rules(command, path)
    assert done.code == 1
    assert f"{path} was written by a newer version" in done.err.replace("\n", "")


def test_stored_cases_are_shown_when_asked_for(taught: Path) -> None:
    assert rules("show", taught, "--cases").out.decode().splitlines()[-1] == "oven  baking"


@pytest.fixture
def in_folders(path: Path, texts: Path) -> Path:
    for name, words, folder in (
        ("sea", ["boat", "race"], "sport/sailing"),
        ("road", ["bike"], "sport"),
        ("oven", ["baker"], "home"),
    ):
        conditions = [part for word in words for part in ("--if", word)]
        assert rules("add", path, texts, "--case", name, *conditions, "--then", folder).code == 0
    return path


def test_pages_are_counted_by_rules_folders_and_sites(in_folders: Path, texts: Path) -> None:
    more = lines_file(texts.parent / "more.jsonl", SEA, ROAD, ROAD | {"id": "x", "text": "a baker"})
    (counted,) = rules("tables", in_folders, more, "--json").records
    assert counted == {
        "conditions": [
            {"conditions": 1, "rules": 2, "pages": 2},
            {"conditions": 2, "rules": 1, "pages": 1},
        ],
        "levels": [
            {"level": 1, "folders": 2, "pages": 2},
            {"level": 2, "folders": 1, "pages": 1},
        ],
        "sites": [
            {"site": "", "pages": 2, "folders": 2},
            {"site": "a.example", "pages": 1, "folders": 1},
        ],
        "folders_a_page": [{"folders": 1, "pages": 3}],
    }
    shown = rules("tables", in_folders).out.decode()  # of the stored cases
    lines = [line.split() for line in shown.splitlines() if line.strip()]
    for line in (
        ["rules", "2", "1", "3"],
        ["pages", "2", "1", "3"],
        ["pages", "a", "rule", "1.00", "1.00", "1.00"],
        ["folders", "2", "1", "3"],
        ["a.example", "1", "1", "1.00"],
    ):
        assert line in lines
    nothing = rules("tables", in_folders, lines_file(texts.parent / "none.jsonl", {"id": "x"}))
    assert nothing.code == 1


def test_the_cost_of_wrong_filing_is_the_rules_that_would_mend_it(
    in_folders: Path, texts: Path
) -> None:
    before = in_folders.read_bytes()
    noisy = [
        SEA | {"text": "A boat won a race. Ask a baker."},
        ROAD,
        OVEN,
        {"id": "new", "text": "x"},
    ]
    pages = lines_file(texts.parent / "noisy.jsonl", *noisy)
    done = rules("cost", in_folders, pages)
    assert done.code == 0, done.err
    shown = done.out.decode().splitlines()
    assert shown[0] == "Sails: home, sport/sailing → sport/sailing"
    assert shown[1].endswith("→ nothing  (stopping, under rule 3)")
    assert shown[2:] == [
        "1 of 3 pages misfiled: 0 folders missing, 1 too many",
        "1 rule with 1 condition would mend it (1 stopping), beside the 3 there are",
    ]
    assert "of 1 page it is not known" in done.err
    (data,) = rules("cost", in_folders, pages, "--json", "--least", 2).records
    assert (data["pages"], data["misfiled"], data["surplus"], data["unknown"]) == (3, 1, 1, 1)
    assert (data["rules"], data["conditions"], data["kinds"]) == (1, 2, {"stopping": 1})
    (rule,) = data["mended"][0]["rules"]
    assert (rule["under"], rule["then"], len(rule["if"])) == (3, [], 2)
    truth = lines_file(texts.parent / "truth.jsonl", {"id": "new", "categories": ["home/diy"]})
    (data,) = rules("cost", in_folders, pages, "--truth", truth, "--json").records
    assert (data["pages"], data["missing"], data["kinds"]) == (1, 1, {"ground-breaking": 1})
    summary = rules("cost", in_folders, pages, "--truth", truth).out.decode()
    assert "1 of 1 page misfiled: 1 folder missing, 0 too many" in summary
    assert "0 of 3 pages misfiled" in rules("cost", in_folders).out.decode()  # the stored cases
    assert in_folders.read_bytes() == before  # nothing was changed
    for line, complaint in (("{}", "line 1: no page"), ("", "it is known where it belongs")):
        truth.write_text(line)
        refused = rules("cost", in_folders, pages, "--truth", truth)
        assert (refused.code, complaint in refused.err) == (1, True)


def test_the_cost_without_pages_and_stored_cases_is_an_error_that_asks_for_pages(
    path: Path,
) -> None:
    assert rules("add", path, "--if", "boat", "--then", "sailing").code == 0
    refused = rules("cost", path)
    assert (refused.code, "has no stored cases: name pages" in refused.err) == (1, True)
