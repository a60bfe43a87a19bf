"""Visiting whatever is due, until somebody says stop."""

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType

from sitesieve.monitor.clock import Clock, SystemClock
from sitesieve.monitor.watcher import RunReport, Watcher

_LONGEST_NAP = 60.0  # seconds after which to look whether watches were added
_SHORTEST_NAP = 1.0


class Stopping:
    """Whether somebody said stop; Ctrl-C and a polite kill say it, a second Ctrl-C means now."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def __call__(self) -> bool:
        return self._event.is_set()

    def wait(self, seconds: float) -> None:
        """Wait, but not when somebody says stop."""
        self._event.wait(seconds)

    @property
    def clock(self) -> Clock:
        """The time, with waits that end when somebody says stop."""
        return _StoppableClock(self)

    def _stop(self, number: int, _: FrameType | None) -> None:
        if self._event.is_set() and number == signal.SIGINT:
            raise KeyboardInterrupt
        self._event.set()

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        """Take signals to stop; only the main thread of a program gets some."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        for number in before:
            signal.signal(number, self._stop)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class _StoppableClock(SystemClock):
    def __init__(self, stopping: Stopping) -> None:
        self._stopping = stopping

    def sleep(self, seconds: float) -> None:
        """Wait, but not when somebody says stop."""
        self._stopping.wait(seconds)


def run_forever(
    watcher: Watcher,
    run: Callable[[], RunReport],
    stopped: Callable[[], bool],
) -> None:
    """Run, wait until the next watch is due, and run again."""
    while not stopped():
        run()
        now = watcher.clock.now()
        due = min((watch.due for watch in watcher.watches()), default=now + _LONGEST_NAP)
        seconds = min(max(due - now, _SHORTEST_NAP), _LONGEST_NAP)
        if not stopped():
            watcher.clock.sleep(seconds)
