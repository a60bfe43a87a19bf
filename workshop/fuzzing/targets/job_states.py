"""What an interrupted job left: a clear error, or the output of a job that was not disturbed."""

import contextlib
import functools
import io
import json
import random
import tempfile
from pathlib import Path
from unittest import mock

from fuzzing.mutator import mutated
from sample_web import generate
from sitesieve.cleaning import methods
from sitesieve.errors import SitesieveError
from sitesieve.run import job as job_module
from sitesieve.run.job import Job
from sitesieve.sinks import Formatter, open_sink
from sitesieve.sources import Source

NAME = "job-states"
_PAGES, _STOPPED = 6, 3


class _Stopped(Exception):
    pass


@functools.cache
def _input() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="fuzzing-"))
    pages = generate(size=0)[0].pages[:_PAGES]
    lines = [json.dumps({"url": page.url, "html": page.html[:3000]}) for page in pages]
    (folder / "pages.jsonl").write_text("\n".join(lines))
    return folder / "pages.jsonl"


def _job(output: Path, stop: int | None = None) -> Job:
    def report(phase: str, pages: int, _: float | None) -> None:
        if phase == "cleaning" and pages == stop:
            raise _Stopped

    sink = open_sink(output, "jsonl", False, ())
    source = Source([str(_input())])
    return Job(source, methods.named("tag-filter"), sink, Formatter(), jobs=0, report=report)


def _often() -> contextlib.ExitStack:
    """A journal after every page."""
    stack = contextlib.ExitStack()
    stack.enter_context(mock.patch.object(job_module, "_COMMIT_EVERY", -1.0))
    stack.enter_context(mock.patch.object(job_module, "_SEAL_EVERY", 1))
    return stack


@functools.cache
def _left() -> dict[str, bytes]:
    """The files of a job that was interrupted."""
    with tempfile.TemporaryDirectory() as folder, _often():
        with contextlib.suppress(_Stopped):
            _job(Path(folder, "out.jsonl"), _STOPPED).run()
        return {path.name: path.read_bytes() for path in Path(folder, "out.jsonl.part").iterdir()}


@functools.cache
def _undisturbed() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        _job(Path(folder, "out.jsonl")).run()
        return Path(folder, "out.jsonl").read_bytes()


def seeds() -> list[bytes]:
    """A journal."""
    return [_left()["journal.json"]]


def run(data: bytes, rng: random.Random) -> None:
    """Resume with a damaged journal or damaged output."""
    files = dict(_left())
    name = rng.choice(sorted(files))
    harmed = name == "data"
    files[name] = (
        data if name == "journal.json" else mutated(files[name], rng, list(files.values()))
    )
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "out.jsonl")
        workspace = output.with_name("out.jsonl.part")
        workspace.mkdir()
        for left, content in files.items():
            (workspace / left).write_bytes(content)
        try:
            with contextlib.redirect_stderr(io.StringIO()), _often():
                _job(output).run(resume=True)
        except SitesieveError:
            assert not output.exists()
            return
        written = output.read_bytes()
        # What was written before is not read again: if that is damaged, what follows is whole.
        assert written == _undisturbed() or (harmed and written[-50:] == _undisturbed()[-50:])
