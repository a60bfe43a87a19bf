"""Ctrl-C ends a crawl or a visit between two pages, never in the midst of writing one."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def set_by_signals(second_interrupts: bool = False) -> Iterator[threading.Event]:
    """An event that SIGINT (Ctrl-C) and SIGTERM set; only the main thread of a program gets
    signals. `second_interrupts` lets a second Ctrl-C raise KeyboardInterrupt.

    It is set at the end anyway, so that no thread goes on waiting.
    """
    stopping = threading.Event()

    def stop(number: int, _: FrameType | None) -> None:
        if second_interrupts and stopping.is_set() and number == signal.SIGINT:
            raise KeyboardInterrupt
        stopping.set()

    in_main = threading.current_thread() is threading.main_thread()
    before = {number: signal.getsignal(number) for number in _SIGNALS if in_main}
    for number in before:
        signal.signal(number, stop)
    try:
        yield stopping
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        stopping.set()  # not before: a handler that runs in here would wait for itself
