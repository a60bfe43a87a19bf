"""Two jobs with one output: the second is refused, and the first is not disturbed."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command_line import BY_TAGS, html, sitesieve

LINE = json.dumps({"url": "https://a.example/1", "html": html("first")}).encode() + b"\n"
WAITING = [sys.executable, "-m", "sitesieve", "clean", "-", *BY_TAGS, "--one-pass"]


@contextmanager
def running(output: Path, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A job that waits for the rest of its input."""
    arguments = [*WAITING, "--sample-pages", "1", "-o", str(output), *options]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as job:
        assert job.stdin is not None
        job.stdin.write(LINE * 2)
        job.stdin.flush()
        workspace = output.with_name(f"{output.name}.part")
        deadline = time.monotonic() + 30
        while not (workspace / "journal.json").exists():
            assert time.monotonic() < deadline, "the job did not begin"
            time.sleep(0.02)
        yield job


@pytest.fixture
def other(tmp_path: Path) -> Path:
    path = tmp_path / "other.jsonl"
    path.write_bytes(LINE.replace(b"first", b"second"))
    return path


@pytest.mark.parametrize("resume", [(), ("--resume",)])
def test_the_second_is_refused_and_the_first_is_whole(
    tmp_path: Path, other: Path, resume: tuple[str, ...]
) -> None:
    output = tmp_path / "out.jsonl"
    with running(output, "-j", "2") as first:
        second = sitesieve("clean", other, *BY_TAGS, "-o", output, *resume)
        assert second.code == 1
        assert f"cannot write {output}: another job is writing it" in second.err
        assert first.stdin is not None
        first.stdin.write(LINE)
        first.stdin.close()
        assert first.wait(30) == 0
    assert output.read_bytes().count(b"first\\n") == 3
    assert b"second" not in output.read_bytes()
    assert list(tmp_path.glob("*.part")) == []


def test_errors_of_two_jobs_do_not_go_to_one_file(tmp_path: Path, other: Path) -> None:
    errors = tmp_path / "errors.jsonl"
    with running(tmp_path / "one.jsonl", "--errors", str(errors)) as first:
        for command in (("clean", *BY_TAGS, "-o", tmp_path / "two.jsonl"), ("explain",)):
            second = sitesieve(command[0], other, *command[1:], "--errors", errors)
            assert (second.code, "another job is writing it" in second.err) == (1, True)
        assert first.stdin is not None
        first.stdin.close()
        assert first.wait(30) == 0


@pytest.mark.parametrize("fatal", [signal.SIGKILL, signal.SIGTERM])
def test_a_job_that_was_killed_blocks_nobody(
    tmp_path: Path, other: Path, fatal: signal.Signals
) -> None:
    output = tmp_path / "out.jsonl"
    with running(output, "-j", "2") as first:
        first.send_signal(fatal)
        first.wait(30)
    second = sitesieve("clean", other, *BY_TAGS, "-o", output)
    assert second.code == 0, second.err
    assert b"second" in output.read_bytes()


@pytest.mark.parametrize("command", ["weigh", "clean"])
def test_what_the_refused_job_cleans_up_is_not_the_folder_of_the_first(
    tmp_path: Path, other: Path, command: str
) -> None:
    output = tmp_path / "out.jsonl"
    with running(output) as first:
        assert sitesieve(command, other, "-o", output).code == 1
        assert output.with_name("out.jsonl.part").exists()
        assert first.stdin is not None
        first.stdin.close()
        assert first.wait(30) == 0
    assert b"first" in output.read_bytes()
