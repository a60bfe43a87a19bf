"""What pages say is shown on terminals without letting them drive these."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import lines_file, sitesieve

from sitesieve.cli.watch_terminal import show_items
from sitesieve.watch import WatchItem

CODE = "\x1b]0;owned\x07\x1b[2J"
PAGE = (
    f"<title>{CODE}Boats</title><h1>{CODE}Boats</h1>"
    f"<p>{'The boats came in late that night, and nobody was there. ' * 5}{CODE}</p>"
    f'<ul><li><a href="/a">{CODE}Home</a><li><a href="/b">{CODE}News</a></ul>'
)


@pytest.mark.parametrize("command", [("explain",), ("structure", "--top", "1"), ("noise",)])
def test_no_control_codes_of_a_page_reach_the_terminal(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    addresses = ("https://s.example/", "https://s.example/a", "https://s.example/b")
    pages = lines_file(tmp_path / "in.jsonl", *({"url": u, "html": PAGE} for u in addresses))
    done = sitesieve(*command, pages)
    assert done.code == 0
    shown = done.out.decode() + done.err
    assert "\N{REPLACEMENT CHARACTER}" in shown
    assert "\x1b" not in shown
    assert "\x07" not in shown


def test_nor_those_of_what_a_watch_found(capsys: pytest.CaptureFixture[str]) -> None:
    address, title, text = f"https://s.example/{CODE}", f"Boats{CODE}", f"late{CODE}"
    show_items([WatchItem(1, "s", "new", address, title, 0.0, None, "", (CODE,), (text,), False)])
    shown = capsys.readouterr().out
    assert "owned" in shown
    assert "\x1b" not in shown


NAMED = "".join(
    f'<div class="{CODE}menu{i}" id="{CODE}"><x-{CODE}y>Shared words of the site {i}</x-{CODE}y>'
    f'<img src="/{CODE}{i}.png" alt="{CODE}boat" class="{CODE}"></div>'
    for i in range(3)
)


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--method", "site-style-tree"),
        ("--method", "site-style-tree", "--json"),
        ("--method", "ad-images"),
        ("--method", "nepotistic-links"),
    ],
)
def test_nor_do_names_of_elements_classes_and_images(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    pages = lines_file(
        tmp_path / "in.jsonl",
        *(
            {"url": f"https://s.example/{CODE}{i}", "html": f"{PAGE}{NAMED}<p>Of its own: {i}"}
            for i in range(4)
        ),
    )
    done = sitesieve("explain", pages, *options)
    assert done.code == 0
    assert b"\x1b" not in done.out
    assert "\x1b" not in done.err


@pytest.mark.parametrize("option", [(), ("--thresholds",)])
@pytest.mark.parametrize("method", ["sieve", "redundant-phrases", "pagelet-templates"])
def test_nor_does_what_a_model_knows(tmp_path: Path, method: str, option: tuple[str, ...]) -> None:
    pages = lines_file(
        tmp_path / "in.jsonl",
        *({"url": f"https://s.example/{i}", "html": f"{NAMED}{PAGE}{i}"} for i in range(4)),
    )
    model = tmp_path / "a.sieve"
    assert sitesieve("learn", pages, "--method", method, "-o", model).code == 0
    done = sitesieve("describe", model, *option)
    assert done.code == (1 if option and method != "sieve" else 0)
    assert b"\x1b" not in done.out
    assert "\x1b" not in done.err


@pytest.mark.parametrize("form", ["txt", "markdown", "html", "jsonl", "csv", "xml"])
def test_text_on_a_terminal_has_none_and_in_a_pipe_is_as_it_is(tmp_path: Path, form: str) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        f"<title>T</title><p>{'Boats came in late. ' * 20}{CODE}\x9b31m\x85</p>", "utf-8"
    )
    command = [sys.executable, "-m", "sitesieve", "clean", str(page), "--output-format", form, "-q"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=theirs, stderr=subprocess.PIPE) as program:
        os.close(theirs)
        shown = b""
        while chunk := _read(ours):
            shown += chunk
    os.close(ours)
    assert program.returncode == 0
    assert b"Boats" in shown
    assert b"\x1b" not in shown
    assert b"\xc2\x9b" not in shown
    piped = subprocess.run(command, capture_output=True, check=True).stdout
    assert piped == sitesieve("clean", page, "--output-format", form, "-q").out


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # so Linux says that the other side is closed
        return b""
