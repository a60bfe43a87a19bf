"""The other commands: learn, sample, demo; help and version."""

import os
import re
import signal
import subprocess
import urllib.request
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from command_line import command, html, plain_environment, program, records_of, sitesieve

from sample_web import generate, write
from sitesieve import __version__
from sitesieve.sample import sample_sites


def test_the_version_is_shown() -> None:
    done = program("--version")
    assert (done.code, done.out.decode().strip()) == (0, f"sitesieve, version {__version__}")


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_lists_the_commands(flag: str) -> None:
    done = sitesieve(flag)
    assert done.code == 0
    for name in ("clean", "learn", "sample", "demo"):
        assert re.search(rf"^  {name} ", done.out.decode(), re.MULTILINE)


@pytest.mark.parametrize("name", ["clean", "learn", "sample", "demo"])
def test_every_command_has_help(name: str) -> None:
    done = sitesieve(name, "--help")
    assert done.code == 0
    assert done.out.decode().startswith(f"Usage: sitesieve {name}")


def test_an_unknown_command_is_exit_code_2() -> None:
    done = sitesieve("scrub")
    assert done.code == 2
    assert "scrub" in done.err


def test_a_saved_model_cleans_as_learning_and_cleaning_at_once_does(tmp_path: Path) -> None:
    site = generate(size=0)[0]
    write(tmp_path / "all", [replace(site, pages=site.pages[:15])])
    files = sorted((tmp_path / "all").rglob("*.html"))
    model = tmp_path / "site.sieve"
    done = sitesieve("learn", tmp_path / "all", "-o", model)
    assert done.code == 0
    assert f"learned from {len(files)} pages" in done.err
    out = tmp_path / "out.jsonl"
    assert sitesieve("clean", tmp_path / "all", "--model", model, "-o", out, "-j", 1).code == 0
    directly = tmp_path / "directly.jsonl"
    assert sitesieve("clean", tmp_path / "all", "-o", directly, "-j", 1).code == 0
    assert out.read_bytes() == directly.read_bytes()


def test_the_same_pages_give_the_same_model_for_any_number_of_processes(tmp_path: Path) -> None:
    write(tmp_path / "in", generate(size=0)[:1])
    models = []
    for jobs in (1, 3):  # one job stays in this process
        model = tmp_path / f"{jobs}.sieve"
        assert sitesieve("learn", tmp_path / "in", "-o", model, "-j", jobs, "-q").code == 0
        models.append(model.read_bytes())
    assert models[0] == models[1]


def test_learning_counts_failures_and_is_quiet_on_request(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.html").write_text(html("a"))
    (tmp_path / "in" / "b.html").write_bytes(b"")
    done = sitesieve("learn", tmp_path / "in", "-o", tmp_path / "m.sieve")
    assert "learned from 1 pages, 1 failed" in done.err
    quiet = sitesieve("learn", tmp_path / "in", "-o", tmp_path / "m.sieve", "--quiet")
    assert (quiet.code, quiet.err) == (0, "")


def test_a_method_that_does_not_learn_cannot_be_taught(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(html("a"))
    model = tmp_path / "m.sieve"
    done = sitesieve("learn", tmp_path / "a.html", "-o", model, "--method", "tag-filter")
    assert done.code == 2
    assert "nothing to learn" in done.err
    assert not model.exists()


def test_nothing_is_learned_from_no_page(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b"")
    done = sitesieve("learn", tmp_path / "a.html", "-o", tmp_path / "m.sieve")
    assert done.code == 1
    assert "no page could be used" in done.err
    assert not (tmp_path / "m.sieve").exists()


def test_a_model_is_not_saved_where_there_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(html("a"))
    done = sitesieve("learn", tmp_path / "a.html", "-o", tmp_path / "no" / "m.sieve")
    assert done.code == 1
    assert "cannot write" in done.err


def test_the_sample_web_is_written_with_its_truth(tmp_path: Path) -> None:
    done = sitesieve("sample", tmp_path / "web")
    assert done.code == 0
    files = sorted((tmp_path / "web").rglob("*.html"))
    assert f"wrote {len(files):,} pages" in done.err
    truth = records_of(tmp_path / "web" / "truth.jsonl")
    assert {entry["file"] for entry in truth} == {
        path.relative_to(tmp_path / "web").as_posix() for path in files
    }


def test_the_sample_web_needs_a_folder_or_to_be_served(tmp_path: Path) -> None:
    assert sitesieve("sample").code == 2
    (tmp_path / "file").write_text("x")
    assert sitesieve("sample", tmp_path / "file").code == 2
    assert sitesieve("sample", tmp_path / "file" / "web").code == 1


def test_the_sample_web_is_served_until_ctrl_c() -> None:
    running = subprocess.Popen(
        command("sample", "--serve"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None
    address, name = running.stdout.readline().decode().split()
    assert name == "harbourpost.example"
    with urllib.request.urlopen(address, timeout=20) as answer:
        assert b"<html" in answer.read()
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert b"Traceback" not in err


def test_the_demo_shows_what_happened_in_plain_text_when_piped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = [replace(site, pages=site.pages[20:30]) for site in sample_sites()]
    monkeypatch.setattr("sitesieve.sample.sample_sites", lambda: few)
    monkeypatch.setattr(import_module("sitesieve.cli.demo"), "default_jobs", lambda: 1)
    for name in os.environ.keys() - plain_environment().keys():
        monkeypatch.delenv(name)
    program = tmp_path / "bin" / "sitesieve"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr("sys.argv", [str(program)])
    monkeypatch.setenv("PATH", str(program.parent))
    folder = tmp_path / "demo"
    done = sitesieve("demo", "-o", folder)
    assert done.code == 0, done.err
    report = done.out.decode()
    assert "\x1b" not in report + done.err
    assert report.startswith("50 pages of 5 sites")
    for site in few:
        assert re.search(rf"^ *{site.name} +10 ", report, re.MULTILINE)
    assert "[-] " in report  # what was removed of the page that is shown
    assert re.search(r"^Try +sitesieve clean ", report, re.MULTILINE)  # as the shell finds it
    assert len(list((folder / "pages").rglob("*.html"))) == 50
    assert len(records_of(folder / "cleaned.jsonl")) == 50


def test_the_sample_web_in_one_file_is_called_what_it_is(tmp_path: Path) -> None:
    done = sitesieve("sample", "-o", tmp_path / "web.warc.gz")
    assert (done.code, list(tmp_path.iterdir())) == (2, [])
    assert "would hold JSON Lines: call it NAME.jsonl" in done.err


def test_the_demo_writes_nothing_when_its_folder_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    done = sitesieve("demo", "-o", tmp_path / "file" / "demo")
    assert done.code == 1
    assert "cannot write" in done.err
