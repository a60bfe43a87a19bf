"""Signals ask to stop; a second Ctrl-C interrupts where that is wanted."""

import signal
import threading

import pytest

from sitesieve.crawl.stopping import set_by_signals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_sets_the_event_and_handlers_are_as_before_afterwards(number: int) -> None:
    before = signal.getsignal(number)
    with set_by_signals() as stopping:
        assert not stopping.is_set()
        for _ in range(2):
            signal.raise_signal(number)
            assert stopping.is_set()
    assert signal.getsignal(number) is before


def test_a_second_ctrl_c_interrupts_where_asked_for() -> None:
    with set_by_signals(second_interrupts=True) as stopping:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
        assert stopping.is_set()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_another_thread_leaves_signals_alone_and_its_waits_end() -> None:
    before = signal.getsignal(signal.SIGINT)
    events: list[threading.Event] = []

    def listen() -> None:
        with set_by_signals() as stopping:
            assert signal.getsignal(signal.SIGINT) is before
            events.append(stopping)

    thread = threading.Thread(target=listen)
    thread.start()
    thread.join()
    assert [event.is_set() for event in events] == [True]
