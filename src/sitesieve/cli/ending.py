"""The end of a program that is told to end: it removes its temporary files first."""

import contextlib
import signal
import sys
from types import FrameType
from typing import NoReturn

_SIGNALS = ("SIGTERM", "SIGHUP")
_AGAIN = 0.05  # seconds


def clean_up_when_ended() -> None:
    """Let SIGTERM and SIGHUP end the program by an exception, so that it removes its temporary
    files; by themselves they would end it at once."""
    numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    unused = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    with contextlib.suppress(ValueError):  # not in the main thread
        for number in unused:
            signal.signal(number, _end)
        if unused:
            _end_also_if_ignored()


def _end(number: int, _: FrameType | None) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)  # one is enough
    sys.exit(128 + number)


def _end_also_if_ignored() -> None:
    """Python ignores exceptions where nobody could catch them: in finalizers, and in what runs
    around a fork. An end that was ignored there is tried once more, a moment later."""
    if not hasattr(signal, "setitimer"):
        return
    usual = sys.unraisablehook

    def end_later(ignored: "sys.UnraisableHookArgs") -> None:
        ended = ignored.exc_value
        if not isinstance(ended, SystemExit | KeyboardInterrupt):
            usual(ignored)
            return

        def end(*_: object) -> NoReturn:
            raise ended

        signal.signal(signal.SIGALRM, end)
        signal.setitimer(signal.ITIMER_REAL, _AGAIN)

    sys.unraisablehook = end_later
