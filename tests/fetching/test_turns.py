"""Pauses between requests to a host."""

from email.message import Message

import pytest

from sitesieve.fetching import Response, Turns

URL = "http://a.example/page"


class Clock:
    def __init__(self) -> None:
        self.now = 100.0


def answer(latency: float, status: int = 200) -> Response:
    return Response(URL, {}, status, Message(), b"", "192.0.2.1", latency)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def turns(clock: Clock, delay: float) -> Turns:
    return Turns(delay, None, lambda: clock.now)


def test_requests_made_together_come_one_after_the_other(clock: Clock) -> None:
    of_hosts = turns(clock, 2.0)
    assert [of_hosts.take(URL) for _ in range(3)] == [0, 2, 4]
    assert of_hosts.take("http://b.example/") == 0
    clock.now += 5
    assert of_hosts.take(URL) == 1
    clock.now += 60
    assert of_hosts.take(URL) == 0


def test_a_slow_server_is_asked_less_often_and_a_quick_one_as_often_as_wished(
    clock: Clock,
) -> None:
    of_hosts = turns(clock, 1.0)
    of_hosts.answered(answer(5.0))
    assert [of_hosts.take(URL), of_hosts.take(URL)] == [0, 5]
    of_hosts.answered(answer(1.0, status=500))  # an error page may come quickly
    assert [of_hosts.take(URL), of_hosts.take(URL)] == [10, 15]
    of_hosts.answered(answer(1.0))
    assert [of_hosts.take(URL), of_hosts.take(URL)] == [20, 23]
    of_hosts.answered(answer(600.0))
    assert [of_hosts.take(URL), of_hosts.take(URL)] == [26, 86]


def test_a_wished_delay_is_never_shortened(clock: Clock) -> None:
    of_hosts = turns(clock, 300.0)
    of_hosts.answered(answer(0.1))
    assert [of_hosts.take(URL), of_hosts.take(URL)] == [0, 300]


def test_without_a_delay_there_are_no_pauses(clock: Clock) -> None:
    of_hosts = turns(clock, 0.0)
    of_hosts.answered(answer(5.0))
    assert [of_hosts.take(URL) for _ in range(3)] == [0, 0, 0]
