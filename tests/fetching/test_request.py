"""What requests say, and what servers ask for in return."""

import email.utils
import socket
import threading
import time

import pytest

from sitesieve.errors import PageError
from sitesieve.fetching import Client
from sitesieve.fetching.request import conditions_of, seconds_to_wait


def test_a_page_is_asked_for_by_what_is_known_of_it() -> None:
    assert conditions_of(None, None) == {}
    assert conditions_of('"a"', None) == {"If-None-Match": '"a"'}
    assert list(conditions_of('"a"', "yesterday")) == ["If-None-Match", "If-Modified-Since"]


def test_a_server_can_ask_for_seconds_or_name_a_moment() -> None:
    assert seconds_to_wait(" 120 ") == 120
    moment = email.utils.formatdate(time.time() + 100, usegmt=True)
    assert 90 < (seconds_to_wait(moment) or 0) <= 100
    assert seconds_to_wait("Sat, 01 Jan 2000 00:00:00 GMT") == 0


@pytest.mark.parametrize("header", [None, "", "soon", "-5", "1e9", "Sat, 99 Jan 2000 00:00:00 GMT"])
def test_what_is_no_wish_is_none(header: str | None) -> None:
    assert seconds_to_wait(header) is None


def test_a_wish_beyond_all_bounds_is_still_a_number() -> None:
    assert seconds_to_wait("9" * 400) == 9_999_999_999


def test_a_chunk_of_impossible_length_is_an_error_that_is_documented() -> None:
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(
                b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nx"
            )

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    with listener, pytest.raises(PageError):
        Client(allow_private=True).get(f"http://127.0.0.1:{listener.getsockname()[1]}/")
    thread.join()
