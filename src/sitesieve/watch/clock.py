"""Clocks: the time of this machine, or a simulated one for tests."""

import time
from typing import Protocol


class Clock(Protocol):
    """Gives the time in seconds since 1970, and waits."""

    def now(self) -> float:
        """The time."""

    def sleep(self, seconds: float) -> None:
        """Wait."""


class SystemClock:
    """The time of this machine."""

    def now(self) -> float:
        """The time."""
        return time.time()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)


class SimulatedClock:
    """A clock that moves only by `sleep` and `set`."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        """The time."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Move forward."""
        self._now += max(0.0, seconds)

    def set(self, to: float) -> None:
        """Move to a time, unless it is past."""
        self._now = max(self._now, to)
