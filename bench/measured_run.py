"""A program run from start to finish: what it took, and the memory of its largest process."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """What a program and all processes it started and waited for took together."""

    seconds: float  # as a person waits
    cpu: float  # seconds
    peak: float  # MB of the largest process


def measured(command: Sequence[str | Path]) -> MeasuredRun:
    """Run a program; it must succeed.

    The memory is never less than that of this process, which the new one was for a moment: a
    bench that measures programs imports little and reads no data itself.
    """
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    program = subprocess.Popen(
        [str(part) for part in command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment,
    )
    assert program.stderr is not None
    with program.stderr as stream:
        said = stream.read()
    _, status, usage = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    if program.returncode:
        sys.exit(f"{command[0]} failed with {program.returncode}: {said.decode(errors='replace')}")
    cpu = usage.ru_utime + usage.ru_stime
    return MeasuredRun(time.perf_counter() - start, cpu, usage.ru_maxrss / 1000)


def sitesieve(*arguments: object) -> list[str]:
    """The command line of sitesieve, by this Python."""
    return [sys.executable, "-m", "sitesieve", *map(str, arguments)]
