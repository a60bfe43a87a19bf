"""Full disks and interruptions, with real signals and real limits."""

import contextlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import BY_TAGS, command, html, lines_file, sitesieve

from sample_web import generate


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Many sample pages, each with its own address."""
    pages = [page for site in generate(size=0)[:2] for page in site.pages][:40]
    path = tmp_path_factory.mktemp("many") / "many.jsonl"
    with path.open("w") as file:
        for i in range(600):
            page = pages[i % len(pages)]
            file.write(json.dumps({"url": f"{page.url}?copy={i}", "html": page.html}) + "\n")
    return path


@pytest.fixture(scope="module")
def undisturbed(many: Path) -> bytes:
    out = many.with_name("undisturbed.jsonl")
    assert sitesieve("clean", many, "-o", out, *BY_TAGS, "-j", 2).code == 0
    return out.read_bytes()


def wait_for_half(part: Path, enough: int) -> None:
    """Until the job is in the middle: some of the output is written."""
    for _ in range(3000):
        if part.exists() and part.stat().st_size > enough:
            return
        time.sleep(0.02)
    raise AssertionError("the job did not get going")


def wait_for_workers(process: int) -> None:
    """Until a job has started its worker."""
    children = Path(f"/proc/{process}/task/{process}/children")
    for _ in range(3000):
        if children.read_text().split():
            return
        time.sleep(0.02)
    raise AssertionError("the job did not get going")


def start(*arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def test_an_interrupted_and_then_killed_job_is_completed_by_resume(
    many: Path, undisturbed: bytes, tmp_path: Path
) -> None:
    out, part = tmp_path / "out.jsonl", tmp_path / "out.jsonl.part" / "data"
    out.write_bytes(b"old")
    arguments = ("clean", many, "-o", out, *BY_TAGS, "-j", 2)

    running = start(*arguments)
    wait_for_half(part, len(undisturbed) // 10)
    os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"--resume" in err
    assert b"Traceback" not in err
    assert out.read_bytes() == b"old"

    running = start(*arguments, "--resume")
    wait_for_half(part, len(undisturbed) // 3)
    os.killpg(running.pid, signal.SIGKILL)
    running.communicate(timeout=60)
    assert running.returncode == -signal.SIGKILL
    assert out.read_bytes() == b"old"

    resumed = sitesieve(*arguments, "--resume")
    assert resumed.code == 0
    assert "600 cleaned" in resumed.err
    assert out.read_bytes() == undisturbed
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


@pytest.mark.parametrize("delay", [0.0, 0.3])
def test_ctrl_c_at_the_start_is_no_traceback(many: Path, tmp_path: Path, delay: float) -> None:
    (tmp_path / "begun").mkdir()
    out = tmp_path / "begun" / "out.jsonl"
    running = start("clean", many, "-o", out, "-j", 2)
    part = tmp_path / "begun" / "out.jsonl.part"
    while not part.exists() and running.poll() is None:
        time.sleep(0.01)  # before that Python itself is still starting
    time.sleep(delay)
    os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"Traceback" not in err
    assert not out.exists()


def test_ctrl_c_while_learning_is_exit_code_130(many: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.sieve"
    running = start("learn", *[many] * 16, "-o", model, "-j", 1)
    wait_for_workers(running.pid)
    os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"Traceback" not in err
    assert list(tmp_path.iterdir()) == []


@contextlib.contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file of this process may grow beyond a size meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("name", ["o.jsonl", "o.jsonl.gz", "o.txt.zst", "o.parquet", "folder"])
def test_a_full_disk_is_an_error_and_resume_completes_the_job(tmp_path: Path, name: str) -> None:
    noise = random.Random(5)  # what does not pack into nothing
    pages = [
        {"url": f"https://a.example/{i}/{'long' * 20}", "html": html(noise.randbytes(150).hex())}
        for i in range(120)
    ]
    path = lines_file(tmp_path / "in.jsonl", *pages)
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    option = "--output-dir" if name == "folder" else "-o"
    form = ("--output-format", "txt") if name == "folder" else ()
    arguments = ("clean", path, *BY_TAGS, "-j", 1, *form, option)
    assert sitesieve(*arguments, tmp_path / "a" / name).code == 0
    out = tmp_path / "b" / name
    with full_disk(6_144):
        done = sitesieve(*arguments, out)
    assert done.code == 1, done.err
    assert str(out) in done.err.replace("\n", "")
    assert not out.is_file()
    assert sitesieve(*arguments, out, "--resume").code == 0
    results = [
        {p.relative_to(top): p.read_bytes() for p in top.rglob("*") if p.is_file()}
        for top in (tmp_path / "a", tmp_path / "b")
    ]
    assert results[0] == results[1]


def test_a_full_disk_behind_standard_output_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(html("x"))
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command("clean", tmp_path / "a.html"), stdout=full, stderr=subprocess.PIPE, timeout=60
        )
    assert done.returncode == 1
    assert b"cannot write standard output: No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_full_disk_while_a_model_is_saved_leaves_the_old_model(tmp_path: Path) -> None:
    for i in range(3):
        (tmp_path / f"{i}.html").write_text("".join(f"<p>line {j}</p>" for j in range(9 + i)))
    model = tmp_path / "m.sieve"
    model.write_bytes(b"old")
    with full_disk(100):
        done = sitesieve("learn", tmp_path, "-o", model)
    assert done.code == 1
    assert f"cannot write {model}" in done.err.replace("\n", "")
    assert model.read_bytes() == b"old"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return lines_file(tmp_path / "in.jsonl", *({"html": html(f"page {i}")} for i in range(3)))


def test_resume_with_a_complete_output_says_so_and_touches_nothing(pages: Path) -> None:
    out = pages.with_name("out.jsonl")
    assert sitesieve("clean", pages, "-o", out, *BY_TAGS).code == 0
    before = out.stat().st_mtime_ns
    done = sitesieve("clean", pages, "-o", out, *BY_TAGS, "--resume")
    assert done.code == 0
    assert "is complete: nothing to resume" in done.err.replace("\n", " ")
    assert out.stat().st_mtime_ns == before


@pytest.mark.parametrize("option", ["-o", "--output-dir"])
def test_resume_with_nothing_there_says_so_and_starts_at_the_beginning(
    pages: Path, option: str
) -> None:
    out = pages.with_name("out.jsonl")
    done = sitesieve("clean", pages, option, out, *BY_TAGS, "--resume")
    assert done.code == 0
    assert "starting from the beginning" in done.err.replace("\n", " ")
    assert out.exists()


def test_resume_is_refused_where_something_else_made_the_output(pages: Path) -> None:
    out = pages.with_name("out.jsonl")
    out.write_text("hello\n")
    done = sitesieve("clean", pages, "-o", out, *BY_TAGS, "--resume")
    assert done.code != 0
    assert "does not say what made it" in done.err.replace("\n", " ")
    assert out.read_text() == "hello\n"


def test_resume_into_an_empty_folder_starts_at_the_beginning(pages: Path) -> None:
    out = pages.with_name("out")
    out.mkdir()
    assert sitesieve("clean", pages, "--output-dir", out, *BY_TAGS, "--resume").code == 0
    assert len([path for path in out.rglob("*") if path.is_file()]) == 3


def test_resume_of_another_job_is_refused(pages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = pages.with_name("out.jsonl")
    monkeypatch.setattr("sitesieve.sinks.FileSink.finish", _interrupt)
    assert sitesieve("clean", pages, "-o", out, *BY_TAGS).code == 130
    monkeypatch.undo()
    refused = sitesieve("clean", pages, "-o", out, "--method", "redundant-words", "--resume")
    assert refused.code == 1
    assert "other inputs or settings" in refused.err.replace("\n", " ")
    assert not out.exists()
    assert sitesieve("clean", pages, "-o", out, *BY_TAGS, "--resume").code == 0
    assert len(out.read_bytes().splitlines()) == 3


def _interrupt(_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("ended_by", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("moment", ["while it is read", "while pages are cleaned"])
def test_the_copy_of_standard_input_is_not_left_behind(
    many: Path, tmp_path: Path, ended_by: signal.Signals, moment: str
) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    arguments = command("clean", "-", "-o", tmp_path / "out.jsonl", "-j", "1", *BY_TAGS)
    environment = {**os.environ, "TMPDIR": str(folder)}
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as job:
        assert job.stdin is not None
        assert job.stderr is not None
        with contextlib.suppress(BrokenPipeError):
            job.stdin.write(many.read_bytes())
            if moment == "while pages are cleaned":
                job.stdin.close()
                wait_for_half(tmp_path / "out.jsonl.part" / "data", 1)
            else:
                wait_for_half(next(iter(wait_for_any(folder))) / "0", 1)
        job.send_signal(ended_by)
        assert job.wait(30) == 128 + ended_by
        assert b"Traceback" not in job.stderr.read()
    assert list(folder.iterdir()) == []


def wait_for_any(folder: Path) -> list[Path]:
    for _ in range(3000):
        if any(folder.iterdir()):
            return list(folder.iterdir())
        time.sleep(0.02)
    raise AssertionError("the job did not get going")


def test_ctrl_c_while_the_program_is_loaded_is_no_traceback() -> None:
    code = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'click': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from sitesieve.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"")


@pytest.mark.parametrize("ended_by", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_an_end_that_python_ignores_comes_a_moment_later(ended_by: signal.Signals) -> None:
    code = (
        "import signal, time\n"
        "from sitesieve.cli.ending import clean_up_when_ended\n"
        "class Finalized:\n"
        f"    def __del__(self): signal.raise_signal({int(ended_by)})\n"
        "clean_up_when_ended()\n"
        "Finalized()\n"
        "time.sleep(30)\n"
        "print('not ended')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert abs(done.returncode) in (ended_by, 128 + ended_by)
    assert (done.stdout, b"ignored" in done.stderr) == (b"", False)


def test_the_program_that_is_installed_begins_there() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["scripts"]["sitesieve"] == "sitesieve.__main__:main"
