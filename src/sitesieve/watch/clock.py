"""Clocks: the time of this machine, or a simulated one for tests."""

import time


class Clock:
    """The time of this machine, in seconds since 1970."""

    def now(self) -> float:
        return time.time()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


class SimulatedClock(Clock):
    """A clock that moves only by `sleep` and `set`."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self._now += max(0.0, seconds)

    def set(self, to: float) -> None:
        """Move to a time, unless it is past."""
        self._now = max(self._now, to)
