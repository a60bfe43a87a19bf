"""Addresses of hosts, of both kinds: all of them tried, none that is private."""

import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from sitesieve.errors import PageError
from sitesieve.fetching import Client, PrivateAddress, TooSlow
from sitesieve.page.limits import Limits

HOSTS = {
    "six.example": ("2606:4700::1111",),
    "inside.example": ("10.0.0.1", "fc00::1", "::ffff:127.0.0.1"),
    "half.example": ("fc00::1", "8.8.8.8"),
    "both.example": ("2606:4700::1111", "8.8.8.8"),
}


class Network:
    """A network of our own: no connection is made, those that would be are noted."""

    def __init__(self) -> None:
        self.looked_up: list[str] = []
        self.tried: list[str] = []

    def look_up(self, name: str, port: int, **_: Any) -> list[tuple[Any, ...]]:
        self.looked_up.append(name)
        if name not in HOSTS:
            raise socket.gaierror("no such name")
        families = {True: socket.AF_INET6, False: socket.AF_INET}
        return [(families[":" in at], 1, 6, "", (at, port)) for at in HOSTS[name]]

    def connect(self, _: socket.socket, place: tuple[Any, ...]) -> None:
        self.tried.append(place[0])
        raise ConnectionRefusedError("nobody listens")


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    network = Network()

    class Socket(socket.socket):
        def connect(self, place: Any) -> None:
            network.connect(self, place)

    monkeypatch.setattr(socket, "getaddrinfo", network.look_up)
    monkeypatch.setattr(socket, "socket", Socket)
    return network


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize(
    ("host", "tried"),
    [
        ("six.example", ["2606:4700::1111"]),
        ("half.example", ["8.8.8.8"]),
        ("both.example", ["2606:4700::1111", "8.8.8.8"]),
    ],
)
def test_every_public_address_of_a_host_is_tried(
    network: Network, scheme: str, host: str, tried: list[str]
) -> None:
    with pytest.raises(PageError, match="nobody listens"):
        Client().get(f"{scheme}://{host}/")
    assert network.tried == tried
    assert network.looked_up == [host]  # what was checked is what is connected to


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_nothing_is_sent_to_a_private_address_unless_it_is_allowed(
    network: Network, scheme: str
) -> None:
    with pytest.raises(PrivateAddress, match="private address"):
        Client().get(f"{scheme}://inside.example/")
    assert network.tried == []
    with pytest.raises(PageError, match="nobody listens"):
        Client(allow_private=True).get(f"{scheme}://inside.example/")
    assert network.tried == list(HOSTS["inside.example"])


@pytest.mark.usefixtures("network")
def test_a_name_that_is_not_found_is_named() -> None:
    with pytest.raises(PageError, match=r"nowhere\.example: no such name"):
        Client().get("http://nowhere.example/")


@pytest.fixture
def silent_port() -> Iterator[int]:
    """A port where connections are taken and nothing is ever said, but a byte now and then."""
    over = threading.Event()

    def drip(taken: socket.socket) -> None:
        with taken:
            while not over.wait(0.1):
                taken.sendall(b"\x16")

    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            taken, _ = listener.accept()
            drip(taken)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield int(listener.getsockname()[1])
        over.set()
        thread.join(10)


def test_a_handshake_without_end_is_given_up_at_the_limit_of_seconds(silent_port: int) -> None:
    started = time.monotonic()
    client = Client(Limits(seconds=0.5), allow_private=True)
    with pytest.raises((TooSlow, PageError)):
        client.get(f"https://127.0.0.1:{silent_port}/")
    assert time.monotonic() - started < 10
