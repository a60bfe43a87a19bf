"""Something slow, done in a thread that the program does not wait for when it ends."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

T = TypeVar("T")

_LOOK = 0.2  # seconds between two looks whether there was a signal


def in_thread(work: Callable[..., T], *arguments: object) -> "Future[T]":
    """Begin something; a wait for its result can be interrupted, as one for a server cannot."""
    promised: Future[T] = Future()
    promised.set_running_or_notify_cancel()  # whoever gives up waiting does not stop the work

    def do() -> None:
        try:
            promised.set_result(work(*arguments))
        except BaseException as error:
            promised.set_exception(error)

    threading.Thread(target=do, daemon=True).start()
    return promised


def result_of(promised: "Future[T]") -> T:
    """Wait for what was begun, or for Ctrl-C: a signal need not wake the thread that waits."""
    while not wait([promised], timeout=_LOOK).done:
        pass
    return promised.result()
