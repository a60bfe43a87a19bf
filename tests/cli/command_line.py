"""The command line, run inside the test process or as a program of its own."""

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from sitesieve.cli import main, options
from sitesieve.run import job
from sitesieve.run.pool import Task, WorkerPool, in_process
from sitesieve.sources.items import Item

BY_TAGS = ("--method", "tag-filter")
BY_TREE = ("--method", "site-style-tree")


@dataclass(frozen=True)
class Outcome:
    """How a run ended and what it said."""

    code: int
    out: bytes
    err: str

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.split(b"\n")[:-1]]


def html(text: str) -> str:
    return f"<!doctype html><title>{text}</title><body><h1>{text}</h1><p>About {text}.</p>"


def lines_file(path: Path, *records: dict[str, Any] | str) -> Path:
    lines = [r if isinstance(r, str) else json.dumps(r) for r in records]
    path.write_text("".join(line + "\n" for line in lines))
    return path


def records_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]


class _Here:
    """Stands in for one worker process, which costs more to start than most tests do."""

    def __init__(self, task: Task[Any], jobs: int, seconds: float) -> None:
        self._pool = WorkerPool(task, jobs, seconds) if jobs > 1 else None
        self._task = task

    def __enter__(self) -> "_Here | WorkerPool[Any]":
        return self if self._pool is None else self._pool.__enter__()

    def __exit__(self, *raised: object) -> None:
        if self._pool is not None:
            self._pool.__exit__(*raised)

    def map(self, items: Iterable[Item]) -> Iterator[Any]:
        return in_process(self._task, items)


def sitesieve(*arguments: object, stdin: bytes = b"", workers: bool = False) -> Outcome:
    """Run the command line in this process; pages too, unless `workers` or several jobs are
    asked for."""
    out, err = io.BytesIO(), io.BytesIO()
    streams: dict[str, Any] = {
        "argv": ["sitesieve", *map(str, arguments)],
        "stdin": io.TextIOWrapper(io.BytesIO(stdin)),
        "stdout": io.TextIOWrapper(out, write_through=True),
        "stderr": io.TextIOWrapper(err, write_through=True, errors="backslashreplace"),
    }
    with contextlib.ExitStack() as patched:
        patched.enter_context(mock.patch.multiple(sys, **streams))
        if not workers:
            patched.enter_context(mock.patch.object(job, "WorkerPool", _Here))
            patched.enter_context(mock.patch.object(options, "default_jobs", return_value=1))
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
    return Outcome(code, out.getvalue(), err.getvalue().decode())


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "sitesieve", *map(str, arguments)]


def program(*arguments: object, stdin: bytes = b"", **more: Any) -> Outcome:
    """Run the command line as a program."""
    done = subprocess.run(
        command(*arguments), input=stdin, capture_output=True, timeout=120, check=False, **more
    )
    return Outcome(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))


def plain_environment() -> dict[str, str]:
    """The environment without what would force colours."""
    return {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "TTY_COMPATIBLE")}
