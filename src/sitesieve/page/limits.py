"""Limits on what one page may cost, and the record of the limits that a page exceeded."""

import time
from dataclasses import dataclass, fields

from sitesieve.errors import PageError, Reason

MOST_BYTES = 1_000_000_000  # places in a page are numbers of 32 bits


@dataclass(frozen=True, slots=True)
class Limits:
    """What one page may cost. Beyond a cap the page is cut, and the result says so.

    `seconds` is different: a page that exceeds it is abandoned. Inside one
    process the clock is looked at while a page is read, and between the steps of
    judging it; each step takes time in proportion to the page, whatever that is. The
    parser cannot be stopped, so what would keep it busy is cut before (`guard`). Jobs of
    the command line also watch from outside and stop a worker that does not come back.

    >>> limits = Limits(bytes=5_000_000, seconds=10)

    Parameters
    ----------
    bytes : of HTML.
    nodes : elements and texts.
    depth : of elements in each other; browsers, too, stop nesting at the usual value.
    attributes : of one element.
    seconds : from bytes to the result.
    """

    bytes: int = 20_000_000
    nodes: int = 200_000
    depth: int = 512
    attributes: int = 256
    seconds: float = 30.0

    def __post_init__(self) -> None:
        for field in fields(self):
            if getattr(self, field.name) <= 0:
                raise ValueError(f"the limit on {field.name} must be more than 0")
        if self.bytes > MOST_BYTES:
            raise ValueError(f"the limit on bytes must be at most {MOST_BYTES:,}")


class PageClock:
    """The time that is left for a page, from now on."""

    __slots__ = ("_seconds", "deadline")

    def __init__(self, limits: Limits) -> None:
        self._seconds = limits.seconds
        self.deadline = time.monotonic() + limits.seconds

    def check(self) -> None:
        """`PageError` when there is none left."""
        if time.monotonic() > self.deadline:
            raise self.too_slow()

    def too_slow(self) -> PageError:
        """Why a page is abandoned."""
        return PageError(Reason.TOO_SLOW, f"took more than {self._seconds:g} s")


@dataclass(frozen=True, slots=True)
class Cut:
    """A limit that a page exceeded: which one, its value, and what the page had."""

    cap: str
    limit: int
    found: int

    def __str__(self) -> str:
        return f"{self.cap}: {self.found:,} cut to {self.limit:,}"
