"""Without rights: what cannot be read or written is said, and nothing is lost.

As root the program is run without the capabilities that let root read and write everything, and
what it must not touch belongs to somebody else.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import BY_TAGS, Outcome, html, lines_file

SOMEBODY = 65534
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
WITHOUT_RIGHTS = ("setpriv", "--bounding-set=-all", "--inh-caps=-all") if IS_ROOT else ()

if IS_ROOT:
    tried = [*WITHOUT_RIGHTS, "true"]
    if shutil.which("setpriv") is None or subprocess.run(tried, check=False).returncode:
        pytest.skip("root cannot give up its rights here", allow_module_level=True)


def without_rights(folder: Path, *arguments: object) -> Outcome:
    """Run the command line as a user without rights, in a folder."""
    command = [*WITHOUT_RIGHTS, sys.executable, "-m", "sitesieve", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, cwd=folder, timeout=120, check=False)
    return Outcome(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))


def give_away(path: Path, mode: int) -> None:
    """Let a file or folder belong to somebody else, or take the rights away from ourselves."""
    path.chmod(mode if IS_ROOT else mode & 0o555 if mode & 0o044 else 0)
    if IS_ROOT:
        os.chown(path, SOMEBODY, SOMEBODY)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with pages."""
    lines_file(tmp_path / "in.jsonl", {"url": "https://a.example/", "html": html("page")})
    return tmp_path


def test_it_works_where_there_are_rights(place: Path) -> None:
    done = without_rights(place, "clean", "in.jsonl", "-o", "out.jsonl", *BY_TAGS, "-j", "1")
    assert done.code == 0, done.err


def test_an_input_that_cannot_be_read_is_named(place: Path) -> None:
    give_away(place / "in.jsonl", 0o600)
    done = without_rights(place, "clean", "in.jsonl", "-o", "out.jsonl", *BY_TAGS)
    assert done.code == 1
    assert "in.jsonl" in done.err
    assert "Permission denied" in done.err
    assert "Traceback" not in done.err


def test_a_folder_within_that_cannot_be_read_is_lost_input(place: Path) -> None:
    web = place / "web"
    for name in ("open", "closed"):
        (web / name).mkdir(parents=True)
        (web / name / "page.html").write_text(html(name))
        if name == "closed":
            give_away(web / name, 0o700)
    done = without_rights(place, "clean", "web", "-o", "out.jsonl", *BY_TAGS, "-j", "1")
    assert done.code == 4, done.err
    assert "not all input could be read" in done.err
    assert b"open" in (place / "out.jsonl").read_bytes()


@pytest.mark.parametrize(
    "command",
    [
        ("clean", "in.jsonl", "-o", "shut/out.jsonl", *BY_TAGS),
        ("clean", "in.jsonl", "--output-dir", "shut/out", "--output-format", "txt", *BY_TAGS),
        ("clean", "in.jsonl", "-o", "out.jsonl", "--errors", "shut/errors.jsonl", *BY_TAGS),
        ("learn", "in.jsonl", "-o", "shut/model.sieve"),
        ("weigh", "in.jsonl", "-o", "shut/weights.jsonl"),
        ("noise", "in.jsonl", "-o", "shut/noise.json"),
        ("watch", "add", "https://a.example/", "--state", "shut/state"),
        ("crawl", "http://127.0.0.1:9/", "--allow-private", "-o", "shut/site.warc.gz"),
    ],
)
def test_a_folder_that_cannot_be_written_is_named(place: Path, command: tuple[str, ...]) -> None:
    (place / "shut").mkdir()
    give_away(place / "shut", 0o755)
    done = without_rights(place, *command)
    assert done.code == 1, done.err
    assert "shut" in done.err
    assert "Traceback" not in done.err
    assert not list((place / "shut").iterdir())


def test_a_state_that_can_only_be_read_is_named(place: Path) -> None:
    add = ("watch", "add", "https://a.example/", "--state", "state")
    assert without_rights(place, *add).code == 0
    for path in (*place.glob("state*"), place):
        give_away(path, 0o755 if path.is_dir() else 0o444)
    done = without_rights(place, "watch", "add", "https://b.example/", "--state", "state")
    assert done.code == 1
    assert "state" in done.err
    assert "Traceback" not in done.err
