"""Visiting whatever is due, until a signal to stop."""

import math
import threading
from collections.abc import Callable, Sequence

from sitesieve.watch.clock import Clock
from sitesieve.watch.watcher import RunReport, Watcher

_LONGEST_WAIT = 60.0  # seconds: watches may be added meanwhile
_SHORTEST_WAIT = 1.0


class StoppableClock(Clock):
    """The time of this machine; waits end when an event is set."""

    def __init__(self, stopping: threading.Event) -> None:
        self._stopping = stopping

    def sleep(self, seconds: float) -> None:
        """Wait, at most until the event is set."""
        self._stopping.wait(seconds)


def run_forever(
    watcher: Watcher,
    run: Callable[[], RunReport],
    stopped: Callable[[], bool],
    last: RunReport,
    names: Sequence[str] = (),
) -> None:
    """After a first run, wait until the next watch (of those named, if any) is due, run, and so on.

    A site that another run was visiting does not count as due; it is tried again on the next run.
    """
    report = last
    while not stopped():
        now = watcher.clock.now()
        watches = [watcher.watch(name) for name in names] or watcher.watches()
        due = [watch.due_at(now) for watch in watches if watch.site not in report.busy]
        seconds = min(max(min(due, default=math.inf) - now, _SHORTEST_WAIT), _LONGEST_WAIT)
        watcher.clock.sleep(seconds)
        if not stopped():
            report = run()
