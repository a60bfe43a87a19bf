"""Addresses of hosts, of both kinds: all of them tried, none that is private."""

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest
from crawl_server import linking, reply, served
from crawling import FAST, crawl, index_of, pages_of
from twisted.internet.address import IPv4Address, IPv6Address

from sitesieve.crawl.resolving import PublicResolver

HOSTS = {
    "both.example": ("8.8.8.8", "2606:4700::1111"),
    "six.example": ("2606:4700::1111",),
    "inside.example": ("10.0.0.1", "fc00::1", "::ffff:127.0.0.1"),
    "half.example": ("fc00::1", "8.8.8.8"),
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names that were looked up, in a network of our own."""
    names: list[str] = []

    def look_up(name: str, port: int, **_: Any) -> list[tuple[Any, ...]]:
        names.append(name)
        if name not in HOSTS:
            raise socket.gaierror
        families = {True: socket.AF_INET6, False: socket.AF_INET}
        return [(families[":" in at], 1, 6, "", (at, port)) for at in HOSTS[name]]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(PublicResolver, "refused", {})
    return names


class Receiver:
    """Takes what a resolver finds."""

    def __init__(self) -> None:
        self.addresses: list[IPv4Address | IPv6Address] = []
        self.done = asyncio.Event()

    def resolutionBegan(self, resolution: object) -> None:  # noqa: N802
        assert resolution
        assert not self.addresses

    def addressResolved(self, address: IPv4Address | IPv6Address) -> None:  # noqa: N802
        self.addresses.append(address)

    def resolutionComplete(self) -> None:  # noqa: N802
        self.done.set()


def resolved(*names: str, allow_private: bool = False) -> list[IPv4Address | IPv6Address]:
    resolver = PublicResolver(None, allow_private)  # type: ignore[arg-type]

    async def look_up(name: str) -> list[IPv4Address | IPv6Address]:
        receiver = Receiver()
        resolver.resolveHostName(receiver, name, 8080)
        await asyncio.wait_for(receiver.done.wait(), 10)
        return receiver.addresses

    async def all_of_them() -> list[IPv4Address | IPv6Address]:
        return [address for name in names for address in await look_up(name)]

    return asyncio.run(all_of_them())


@pytest.mark.usefixtures("asked")
def test_a_host_with_addresses_of_the_sixth_version_only_is_found() -> None:
    assert resolved("six.example") == [IPv6Address("TCP", "2606:4700::1111", 8080)]
    four, six = resolved("both.example")
    assert four == IPv4Address("TCP", "8.8.8.8", 8080)
    assert six == IPv6Address("TCP", "2606:4700::1111", 8080)


@pytest.mark.usefixtures("asked")
def test_private_addresses_of_a_host_are_left_out_and_said() -> None:
    assert resolved("inside.example") == []
    assert "private address" in PublicResolver.refused["inside.example"]
    assert [address.host for address in resolved("half.example")] == ["8.8.8.8"]
    assert len(resolved("inside.example", allow_private=True)) == 3


def test_a_name_is_looked_up_once_unless_it_is_not_found(asked: list[str]) -> None:
    assert len(resolved("six.example", "six.example")) == 2
    assert asked == ["six.example"]
    assert resolved("nowhere.example", "nowhere.example") == []
    assert asked[1:] == ["nowhere.example"] * 2


def can_listen() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as sock:
            sock.bind(("::1", 0))
    except OSError:
        return False
    return True


@pytest.mark.skipif(not can_listen(), reason="this machine has no IPv6")
def test_an_address_of_the_sixth_version_is_crawled(tmp_path: Path) -> None:
    archive = tmp_path / "site.warc.gz"
    with served({"/": reply(linking("/a")), "/a": reply(linking("/"))}, host="::1") as web:
        assert web.address.startswith("http://[::1]:")
        done = crawl(f"{web.address}/", archive, *FAST)
        assert done.code == 0, done.err
        assert set(pages_of(archive)) == {"/", "/a"}
        assert index_of(archive)["/a"]["url"] == f"{web.address}/a"
