"""How long a daemon waits before it looks again."""

from pathlib import Path

import pytest
from watched_site import HERE

from sitesieve.watch import SimulatedClock, Watcher
from sitesieve.watch.daemon import run_forever
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
