"""Visiting whatever is due, until a signal to stop."""

import math
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from types import FrameType

from sitesieve.crawl.loop import on_signals
from sitesieve.watch.clock import Clock
from sitesieve.watch.watcher import RunReport, Watcher

_LONGEST_WAIT = 60.0  # seconds: watches may be added meanwhile
_SHORTEST_WAIT = 1.0


class Stopping(Clock):
    """Whether to stop: set by SIGINT (Ctrl-C) or SIGTERM; a second Ctrl-C interrupts at once.

    It is also a clock whose waits end with the signal.
    """

    def __init__(self) -> None:
        self._event = threading.Event()

    def __call__(self) -> bool:
        return self._event.is_set()

    def sleep(self, seconds: float) -> None:
        self._event.wait(seconds)

    def _stop(self, number: int, _: FrameType | None) -> None:
        if self._event.is_set() and number == signal.SIGINT:
            raise KeyboardInterrupt
        self._event.set()

    def listening(self) -> AbstractContextManager[None]:
        """Handle the signals."""
        return on_signals(self._stop)


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
        due = [watch.due for watch in watches if watch.site not in report.busy]
        seconds = min(max(min(due, default=math.inf) - now, _SHORTEST_WAIT), _LONGEST_WAIT)
        watcher.clock.sleep(seconds)
        if not stopped():
            report = run()
