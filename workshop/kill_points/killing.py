"""A process that kills itself at one of its writes."""

import io
import os
import signal
import sqlite3
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

_ON_FILES = frozenset(("write", "writelines", "flush", "truncate", "close"))
_ON_NAMES = frozenset(
    ("fsync", "replace", "rename", "unlink", "remove", "mkdir", "rmdir", "ftruncate", "setxattr")
)
_ON_DATABASES = frozenset(("execute", "executemany", "executescript", "commit", "__exit__"))
_FILES = (io.BufferedWriter, io.BufferedRandom, io.FileIO)
_DATABASES = (sqlite3.Connection, sqlite3.Cursor)
_LONGEST = 120.0  # seconds that an action may take


class _Points:
    """Counts the points of a process; ends it at one of them."""

    def __init__(self, last: int | None) -> None:
        self.passed = 0
        self._last = last

    def __call__(self, _: FrameType, event: str, function: Any) -> None:
        if event in ("c_call", "c_return") and _is_durable(function):
            self.passed += 1
            if self.passed == self._last:
                os.kill(os.getpid(), signal.SIGKILL)


def _is_durable(function: Any) -> bool:
    name = function.__name__
    if name in _ON_FILES:
        return isinstance(function.__self__, _FILES)
    if name in _ON_NAMES:
        return getattr(function.__self__, "__name__", "") == "posix"
    return name in _ON_DATABASES and isinstance(function.__self__, _DATABASES)


def points_of(action: Callable[[], None]) -> int:
    """How many points an action has, by running it in a process of its own."""
    ours, theirs = os.pipe()

    def counted() -> None:
        points = _Points(None)
        _watched(action, points)
        os.write(theirs, str(points.passed).encode())

    run_apart(counted)
    os.close(theirs)
    with open(ours, "rb") as answer:
        return int(answer.read())


def run_killed(action: Callable[[], None], point: int) -> bool:
    """Run an action in a process of its own that is killed at a point; whether it came to that."""
    return _ended(lambda: _watched(action, _Points(point))) == -signal.SIGKILL


def run_apart(action: Callable[[], None]) -> None:
    """Run an action in a process of its own."""
    code = _ended(action)
    if code:
        raise AssertionError(f"the process ended with {code}")


def _watched(action: Callable[[], None], points: _Points) -> None:
    sys.setprofile(points)
    try:
        action()
    finally:
        sys.setprofile(None)


def _ended(action: Callable[[], None]) -> int:
    """How a forked process ended that ran an action."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if not child:
        code = 1
        try:
            action()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    deadline = time.monotonic() + _LONGEST
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise AssertionError("the action did not end")
        time.sleep(0.001)


def left_in(folder: Path) -> list[str]:
    """The names of what is in a folder, for messages."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
