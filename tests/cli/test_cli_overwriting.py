"""No command writes over what it reads."""

import os
from pathlib import Path

import pytest
from command_line import html, lines_file, sitesieve


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    records = [
        {"url": f"http://a.example/{n}", "html": html(f"page {n}"), "label": "x", "site": "a"}
        for n in range(3)
    ]
    return lines_file(tmp_path / "pages.jsonl", *records)


COMMANDS = {
    "clean": ("clean", "-o"),
    "clean --errors": ("clean", "--errors"),
    "learn": ("learn", "-o"),
    "weigh": ("weigh", "-o"),
    "weigh --errors": ("weigh", "--errors"),
    "weigh --save-model": ("weigh", "--save-model"),
    "experiment": ("experiment", "-o"),
    "experiment --report": ("experiment", "--report"),
    "compare": ("compare", "--report"),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("written", ["the same name", "another way", "a link"])
def test_an_output_that_is_an_input_is_refused(pages: Path, command: str, written: str) -> None:
    before = pages.read_bytes()
    output = {
        "the same name": pages,
        "another way": pages.parent / "." / ".." / pages.parent.name / pages.name,
        "a link": pages.with_name("link.jsonl"),
    }[written]
    if written == "a link":
        output.symlink_to(pages)
    name, option = COMMANDS[command]
    done = sitesieve(name, pages, option, output)
    assert done.code == 2
    assert "one of the inputs and would be overwritten" in " ".join(done.err.split())
    assert pages.read_bytes() == before
    assert not list(pages.parent.glob("*.part"))


@pytest.mark.parametrize("given", ["folder", "file", "list"])
def test_a_structure_is_not_written_over_a_page(tmp_path: Path, given: str) -> None:
    folder = tmp_path / "web"
    folder.mkdir()
    page = folder / "index.html"
    page.write_text(html("front"))
    listed = tmp_path / "list.txt"
    listed.write_text(f"{folder}\n")
    read = {"folder": (folder,), "file": (page,), "list": ("-i", listed)}[given]
    done = sitesieve("structure", *read, "-o", tmp_path / "ok.json", "-o", page)
    assert done.code == 2
    assert "one of the inputs" in " ".join(done.err.split())
    assert page.read_text() == html("front")
    assert not (tmp_path / "ok.json").exists()
    assert sitesieve("structure", folder, "-j", "1", "-o", folder / "links.json").code == 0


@pytest.mark.parametrize(
    ("command", "option"), [("clean", "--model"), ("weigh", "--model"), ("clean", "-i")]
)
def test_nor_is_what_else_a_command_reads(pages: Path, command: str, option: str) -> None:
    other = pages.with_name("other")
    made = "learn" if command == "clean" else "weigh"
    if option == "-i":
        other.write_text(f"{pages}\n")
    else:
        save = ("-o", other) if made == "learn" else ("--save-model", other)
        assert sitesieve(made, pages, "-j", "1", *save).code == 0
    before = other.read_bytes()
    form = ("--output-format", "jsonl")
    done = sitesieve(command, pages, option, other, "-o", other, *form)
    assert done.code == 2
    assert "name another output" in " ".join(done.err.split())
    assert other.read_bytes() == before


def test_a_model_may_go_on_in_its_own_file(pages: Path) -> None:
    model = pages.with_name("site.sieve")
    assert sitesieve("learn", pages, "-j", "1", "-o", model).code == 0
    assert sitesieve("learn", pages, "-j", "1", "--model", model, "-o", model).code == 0


@pytest.mark.parametrize("read", ["web", "web/a.example", "web/a.example/page.html"])
def test_cleaned_pages_are_not_written_over_pages(
    tmp_path: Path, read: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    os.makedirs("web/a.example")
    Path("web/a.example/page.html").write_text(html("page"))
    done = sitesieve("clean", read, "--output-dir", "web", "--output-format", "html", "-j", "1")
    assert done.code == 2
    assert "put" in done.err
    assert Path("web/a.example/page.html").read_text() == html("page")
    assert sitesieve("clean", read, "--output-dir", "text", "-j", "1").code == 0


def test_text_may_stand_beside_the_page_it_was_made_of(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(html("page"))
    done = sitesieve("clean", page, "--markdown", "--output-dir", tmp_path)
    assert done.code == 0, done.err
    assert (tmp_path / "page.md").exists()
    assert page.read_text() == html("page")


def test_a_site_card_is_no_input_and_no_other_output(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(html("front"))
    cards = ("--keep-once", "footer", "--site-cards")
    done = sitesieve("clean", page, "-o", tmp_path / "out.jsonl", *cards, page)
    assert done.code == 2
    assert "one of the inputs" in " ".join(done.err.split())
    assert page.read_text() == html("front")


def test_nor_is_one_with_the_usual_name(pages: Path) -> None:
    usual = pages.rename(pages.with_name("out.jsonl.sites.jsonl"))
    before = usual.read_bytes()
    done = sitesieve("clean", usual, "-o", pages.with_name("out.jsonl"), "--keep-once", "footer")
    assert (done.code, usual.read_bytes()) == (2, before)


@pytest.mark.parametrize("ending", [".words", ".classes"])
def test_files_beside_weights_take_no_place_of_an_input(pages: Path, ending: str) -> None:
    beside = pages.rename(pages.with_name(f"out.svmlight{ending}"))
    before = beside.read_bytes()
    options = ("--input-format", "jsonl", "--label", "label", "-o", pages.with_name("out.svmlight"))
    done = sitesieve("weigh", beside, *options)
    assert (done.code, beside.read_bytes()) == (2, before)


SAME = {
    "noise": ("noise", "-o", "{}.html", "--report", "{}.html"),
    "noise -o": ("noise", "-o", "{}.json", "-o", "{}.json"),
    "noise --errors": ("noise", "-o", "{}.json", "--errors", "{}.json"),
    "structure": ("structure", "-o", "{}.html", "--report", "{}.html"),
    "compare": ("compare", "--report", "{}.html", "--errors", "{}.html"),
    "experiment": ("experiment", "-o", "{}.json", "--report", "{}.json"),
    "weigh": ("weigh", "-o", "{}.jsonl", "--save-model", "{}.jsonl"),
    "weigh, beside": ("weigh", "-o", "{}.svmlight", "--errors", "{}.svmlight.words"),
    "learn": ("learn", "-o", "{}.sieve", "--errors", "{}.sieve"),
    "clean, folder beside": ("clean", "-o", "{}.jsonl", "--errors", "{}.jsonl.part"),
}


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (command, kind)
        for command in SAME
        for kind in ("name", "symbolic link", "hard link")
        if kind == "name" or "beside" not in command
    ],
)
def test_two_outputs_are_two_files(pages: Path, command: str, kind: str) -> None:
    name, *options = SAME[command]
    options = [part.format(pages.with_name("out")) for part in options]
    if kind != "name":
        there = Path(options[1])
        there.write_bytes(b"mine")
        other = there.with_name(f"other{there.suffix}")
        (other.symlink_to if kind == "symbolic link" else other.hardlink_to)(there)
        options[3] = str(other)
    done = sitesieve(name, pages, *options)
    assert done.code == 2, done.err
    assert "are the same file" in " ".join(done.err.split())
    assert {path.name for path in pages.parent.iterdir()} <= {
        pages.name,
        *(Path(one).name for one in options),
    }


def test_what_is_filed_is_not_written_over_rules_or_pages(pages: Path) -> None:
    rules = pages.with_name("rules.json")
    rules.write_text('{"format": "sitesieve rules", "version": 1, "changes": []}')
    before = rules.read_bytes(), pages.read_bytes()
    for output in (rules, pages):
        for option in ("-o", "--errors"):
            done = sitesieve("rules", "classify", pages, "-r", rules, option, output)
            assert (done.code, rules.read_bytes(), pages.read_bytes()) == (2, *before)
    done = sitesieve("rules", "export", "-r", rules, "-o", rules)
    assert (done.code, rules.read_bytes()) == (2, before[0])


def test_a_feed_is_not_written_over_the_state_or_its_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text('{"format": "sitesieve rules", "version": 1, "changes": []}')
    state = tmp_path / "watch.db"
    add = ("watch", "add", "https://a.example/", "--rules", rules)
    assert sitesieve(*add, "--state", state).code == 0
    for output in (state, tmp_path / "watch.db-wal", rules):
        done = sitesieve("watch", "feed", "--state", state, "-o", output)
        assert done.code == 2, done.err
    assert sitesieve("watch", "list", "--state", state).code == 0
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert sitesieve(*add).code == 0
    (usual,) = (path for path in (tmp_path / "data").rglob("*") if path.is_file())
    assert sitesieve("watch", "feed", "-o", usual).code == 2
    assert sitesieve("watch", "list").code == 0


def test_a_folder_that_only_has_the_name_is_not_emptied(pages: Path) -> None:
    folder = pages.with_name("out.jsonl.part")
    folder.mkdir()
    inside = pages.rename(folder / "pages.jsonl")
    done = sitesieve("clean", inside, "-o", folder.with_name("out.jsonl"))
    assert done.code == 2
    other = lines_file(folder.with_name("x.jsonl"), {"url": "http://a.example/", "html": html("x")})
    done = sitesieve("clean", other, "-o", folder.with_name("out.jsonl"))
    assert done.code == 1
    assert "move it away" in " ".join(done.err.split())
    assert inside.exists()


def test_a_model_may_be_replaced_by_a_newer_one_but_by_nothing_else(pages: Path) -> None:
    model = pages.with_name("model.sieve")
    assert sitesieve("learn", pages, "-o", model).code == 0
    assert sitesieve("learn", pages, "--model", model, "-o", model).code == 0
    done = sitesieve(
        "learn", pages, "--model", model, "-o", pages.with_name("x"), "--errors", model
    )
    assert done.code == 2
