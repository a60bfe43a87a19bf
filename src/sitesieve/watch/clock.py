"""The time, as something that can be handed over: days can be simulated."""

import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time in seconds since 1970, and waits."""

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
    """A time that passes only when somebody waits, or says so."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        """The time."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self._now += max(0.0, seconds)

    def set(self, to: float) -> None:
        """Go to a time that is not before the present one."""
        self._now = max(self._now, to)
