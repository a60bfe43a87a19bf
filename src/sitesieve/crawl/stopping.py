"""Ctrl-C ends a crawl between two pages, never in the midst of writing one."""

import contextlib
import signal
import threading
from collections.abc import Iterator

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def set_by_signals() -> Iterator[threading.Event]:
    """An event that signals to stop set; only the main thread of a program gets signals.

    It is set at the end anyway, so that no thread goes on waiting.
    """
    stopping = threading.Event()
    in_main = threading.current_thread() is threading.main_thread()
    before = {number: signal.getsignal(number) for number in _SIGNALS if in_main}
    for number in before:
        signal.signal(number, lambda *_: stopping.set())
    try:
        yield stopping
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        stopping.set()  # not before: a handler that runs in here would wait for itself
