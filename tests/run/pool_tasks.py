"""Tasks for worker processes: they must be importable there, so they live in a module."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from sitesieve.errors import MissingExtra, PageError, Reason
from sitesieve.page.page import Page


def number_of(page: Page) -> int:
    return int((page.name or "0").removeprefix("page "))


def shout(page: Page) -> str:
    """What is asked for: the page's text in capitals."""
    return str(page.html).upper()


def process_id(page: Page) -> int:  # noqa: ARG001
    return os.getpid()


@dataclass(frozen=True)
class Lengthy:
    """Much of the number of a page; that of the first only when there is a file."""

    until: Path

    def __call__(self, page: Page) -> str:
        while number_of(page) == 1 and not self.until.exists():
            time.sleep(0.01)
        return f"{number_of(page):10000}"


@dataclass(frozen=True)
class Misbehave:
    """Shouts, but not on every page."""

    how: str
    on: tuple[int, ...]
    times: int = 1

    def __call__(self, page: Page) -> str:
        if number_of(page) in self.on:
            self._misbehave()
        return shout(page) * self.times

    def _misbehave(self) -> None:
        if self.how == "spin":
            while True:
                pass
        if self.how == "sleep":
            time.sleep(1000)
        if self.how == "exit":
            os._exit(7)
        if self.how == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.how == "page error":
            raise PageError(Reason.BINARY, "not a page")
        if self.how == "missing extra":
            raise MissingExtra("this", "all")
        if self.how == "system exit":
            raise SystemExit(3)
        raise ZeroDivisionError("a bug")
