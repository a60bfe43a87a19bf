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
