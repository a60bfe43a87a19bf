"""How long a daemon waits before it looks again."""

import time
from pathlib import Path

import pytest
from watched_site import HERE

from sitesieve.watch import SimulatedClock, Watcher
from sitesieve.watch.daemon import run_forever
from sitesieve.watch.pages import WatchedPages
from sitesieve.watch.state import Lease, State
from sitesieve.watch.watcher import RunReport


class Napping(SimulatedClock):
    """Notes the waits."""

    def __init__(self) -> None:
        super().__init__(1_000_000.0)
        self.naps: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        super().sleep(seconds)


@pytest.mark.parametrize(
    ("names", "busy", "nap"),
    [
        ((), {}, 1.0),  # "due" is
        (("later",), {}, 20.0),  # what else is due does not matter
        ((), {"due.example": "another run"}, 20.0),  # nor what another run is at
        (("due",), {"due.example": "another run"}, 60.0),
    ],
)
def test_a_daemon_waits_for_what_it_is_to_visit(
    tmp_path: Path, names: tuple[str, ...], busy: dict[str, str], nap: float
) -> None:
    clock = Napping()
    with Watcher(tmp_path / "state", HERE, SimulatedClock(1_000_020.0)) as watcher:
        watcher.add("https://later.example/", name="later")
    with Watcher(tmp_path / "state", HERE, clock) as watcher:
        watcher.add("https://due.example/", name="due")
        runs: list[RunReport] = []

        def run() -> RunReport:
            runs.append(RunReport(busy=busy))
            return runs[-1]

        run_forever(watcher, run, lambda: bool(runs), RunReport(busy=busy), names)
    assert clock.naps == [nap]


def test_a_clock_that_was_ahead_puts_no_watch_to_sleep(tmp_path: Path) -> None:
    now, year = 1_000_000.0, 365 * 86_400.0
    clock = Napping()
    with Watcher(tmp_path / "state", HERE, SimulatedClock(now + year)) as watcher:
        watcher.add("https://a.example/", name="a", every=3_600.0)
    with Watcher(tmp_path / "state", HERE, clock) as watcher:
        assert watcher.watch("a").due_at(now) == now
        runs: list[RunReport] = []

        def run() -> RunReport:
            runs.append(RunReport())
            return runs[-1]

        run_forever(watcher, run, lambda: bool(runs), RunReport())
    assert clock.naps == [1.0]


def test_nor_a_page_nor_a_site_that_another_run_visits(tmp_path: Path) -> None:
    now, year = time.time(), 365 * 86_400.0
    with Watcher(tmp_path / "state", HERE, SimulatedClock(now)) as watcher:
        watch = watcher.add("https://a.example/", name="a")
    state = State(tmp_path / "state")
    pages = WatchedPages(state, watch.id)
    pages.add(watch.url, "start", 0, 0, now)
    state.write("UPDATE page SET retry = ?", now + year)
    assert pages.next(1, now, companions=False) is not None
    state.write("UPDATE page SET retry = ?", now + 86_400)
    assert pages.next(1, now, companions=False) is None
    lease = ("a.example", "token", "another machine", 1)
    state.write("INSERT INTO lease VALUES (?, ?, ?, ?, ?)", *lease, now + year)
    assert Lease(state, "a.example").acquire() is None
    state.close()
