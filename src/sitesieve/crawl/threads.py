"""Something slow, done in a thread that the program does not wait for when it ends."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
    """Begin something. Threads of an executor would keep the program from ending."""
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()  # whoever gives up waiting does not stop the work

    def do() -> None:
        try:
            future.set_result(work(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=do, daemon=True).start()
    return future
