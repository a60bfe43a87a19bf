"""Runs that are killed, and runs that meet: nothing is lost, nothing is reported twice."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from watched_site import HERE, Site, a_clock, paragraph, served_section, text_of

from sitesieve.watch import Watcher
from sitesieve.watch.state import Lease, State

OLD = [f"/news/old-{n}.html" for n in range(6)]
NEW = [f"/news/new-{n}.html" for n in range(4)]


class Killed(BaseException):
    """What stands for the end of a process."""


def change(site: Site) -> None:
    site.publish(*NEW)
    site.article(OLD[0], paragraph("added"), *text_of(OLD[0]))


@contextmanager
def changed_section(path: Path) -> Iterator[tuple[Site, Watcher]]:
    """A section that was visited once and has changed since, and its watcher."""
    with served_section(*OLD) as site, Watcher(path, HERE, a_clock()) as watcher:
        watcher.add(site.section, kind="section")
        watcher.run()
        change(site)
        yield site, watcher


def expected(site: Site) -> Counter[tuple[str, str]]:
    changed = ("changed", site.address + OLD[0])
    return Counter([changed, *(("new", site.address + path) for path in NEW)])


def reported(watcher: Watcher) -> Counter[tuple[str, str]]:
    return Counter((item.kind, item.url) for item in watcher.new())


def test_a_run_that_ends_at_any_write_is_completed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, left = State.write, [10**9]

    def dying(state: State, query: str, *values: object) -> sqlite3.Cursor:
        left[0] -= 1
        if left[0] < 0:
            raise Killed
        return write(state, query, *values)

    monkeypatch.setattr(State, "write", dying)
    path = tmp_path / "state"
    with changed_section(path) as (site, watcher):
        points, ends = random.Random(5), 0
        for _ in range(12):
            left[0] = points.randrange(3, 40)
            with Watcher(path, HERE, watcher.clock) as other:
                try:
                    other.run(everything=True)
                except Killed:
                    ends += 1
            left[0] = 10**9
            with closing(State(path)) as state:
                state.write("DELETE FROM lease")  # as that of a dead process
        assert ends >= 8
        watcher.run(everything=True)
        assert reported(watcher) == expected(site)
        watcher.run(everything=True)
        assert reported(watcher) == expected(site)


# Forks a process for each run: starting an interpreter for each would take most of the time.
RUNS = """
import os, sys
from sitesieve.watch import FetchOptions, Watcher
for _ in sys.stdin:
    pid = os.fork()
    if pid == 0:
        with Watcher(sys.argv[1], FetchOptions(allow_private=True, delay=0)) as watcher:
            watcher.run(everything=True)
        os._exit(0)
    print(pid, flush=True)
    os.waitpid(pid, 0)
"""


def test_a_process_that_is_killed_at_random_points(tmp_path: Path) -> None:
    path, points = tmp_path / "state", random.Random(3)
    command = [sys.executable, "-c", RUNS, str(path)]
    with (
        changed_section(path) as (site, watcher),
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as runs,
    ):
        assert runs.stdin is not None
        assert runs.stdout is not None
        for requests, later in ((2, 0.0), (4, 0.0), (4, points.random() * 0.3)):
            reached = threading.Event()
            end = len(site.asked) + requests
            site.on_request = lambda n, e=end, r=reached: r.set() if n >= e else None  # type: ignore[misc]
            runs.stdin.write(b"\n")
            runs.stdin.flush()
            pid = int(runs.stdout.readline())
            assert reached.wait(120)
            time.sleep(later)
            with suppress(ProcessLookupError):  # the last may have ended by itself
                os.kill(pid, signal.SIGKILL)
        site.on_request = lambda _: None
        runs.stdin.close()
        runs.wait(30)
        report = watcher.run(everything=True)
        assert report.busy == {}  # the leases of dead processes are void
        assert reported(watcher) == expected(site)


def test_two_runs_that_meet_do_not_visit_a_site_twice(tmp_path: Path) -> None:
    path = tmp_path / "state"
    with (
        served_section(*OLD) as one,
        served_section(*OLD) as other,
        Watcher(path, HERE, a_clock()) as watcher,
        closing(State(path)) as state,
    ):
        first = watcher.add(one.section, kind="section")
        second = watcher.add(other.section, kind="section")
        lease = Lease(state, first.site)
        assert lease.acquire() is None
        report = watcher.run()
        assert list(report.busy) == [first.site]
        assert str(os.getpid()) in report.busy[first.site]
        assert [visit.watch for visit in report.visits] == [second.name]
        assert one.asked == []
        lease.release()
        assert [visit.watch for visit in watcher.run().visits] == [first.name]


def test_the_lease_of_a_dead_process_is_void(tmp_path: Path) -> None:
    with closing(State(tmp_path / "state")) as state:
        assert Lease(state, "a.example").acquire() is None
        assert Lease(state, "a.example").acquire() is not None
        ended = subprocess.Popen([sys.executable, "-c", ""])
        ended.wait()
        state.write("UPDATE lease SET pid = ?", ended.pid)
        assert Lease(state, "a.example").acquire() is None
        state.write("UPDATE lease SET token = 'of a process before that had our number'")
        assert Lease(state, "a.example").acquire() is None


def test_a_run_that_lost_its_lease_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "state"
    with changed_section(path) as (site, watcher), closing(State(path)) as other:

        def steal(_: int) -> None:
            other.write("UPDATE lease SET token = 'of another'")

        site.on_request = steal
        report = watcher.run(everything=True)
        assert (report.items, list(report.busy.values())) == ([], ["another run"])
        assert watcher.new() == []
        other.write("DELETE FROM lease")
        site.on_request = lambda _: None
        watcher.run(everything=True)
        assert reported(watcher) == expected(site)


def test_a_run_that_is_asked_to_stop_goes_on_next_time(tmp_path: Path) -> None:
    with changed_section(tmp_path / "state") as (site, watcher):
        start = len(site.asked)
        report = watcher.run(everything=True, stopped=lambda: len(site.asked) >= start + 4)
        assert report.stopped
        assert report.items == []
        watcher.run()
        assert reported(watcher) == expected(site)
        asked = Counter(path for path in site.asked[start:] if path != "/robots.txt")
        assert set(asked.values()) == {1}  # nothing was fetched twice
