"""Slow work in threads, and waiting for it."""

import signal
import threading
import time

import pytest

from sitesieve.crawl.threads import in_thread, result_of


def test_what_comes_of_the_work_is_what_is_waited_for() -> None:
    assert result_of(in_thread(divmod, 7, 2)) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        result_of(in_thread(divmod, 7, 0))


def test_ctrl_c_is_noticed_when_another_thread_gets_the_signal() -> None:
    over = threading.Event()

    def interrupted() -> None:
        time.sleep(0.1)  # until somebody waits
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        over.wait(30)

    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        result_of(in_thread(interrupted))
    over.set()
    assert time.monotonic() - started < 10
