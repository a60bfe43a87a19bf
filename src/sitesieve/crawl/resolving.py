"""Host names to addresses, IPv4 and IPv6; a name is refused by the very address connected to."""

import asyncio
import socket
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol

from scrapy.resolver import HostResolution
from twisted.internet.address import IPv4Address, IPv6Address

from sitesieve.crawl.threads import in_thread
from sitesieve.errors import PageError
from sitesieve.sources.web import check_public

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler
    from twisted.internet.base import ReactorBase

ALLOW_PRIVATE = "SITESIEVE_ALLOW_PRIVATE"  # a setting
_FAMILIES = (socket.AF_INET, socket.AF_INET6)


class Receiver(Protocol):
    """Who is told the addresses of a host, one after the other (IResolutionReceiver)."""

    def resolutionBegan(self, resolution: HostResolution) -> None: ...  # noqa: N802
    def addressResolved(self, address: IPv4Address | IPv6Address) -> None: ...  # noqa: N802
    def resolutionComplete(self) -> None: ...  # noqa: N802


class PublicResolver:
    """Resolves host names, to public addresses only unless others are allowed.

    An IHostnameResolver of Twisted's. Each name is looked up once, in a thread that an
    interrupted crawl does not wait for.
    """

    # Host names, and why: Twisted does not hand the reason on.
    refused: ClassVar[dict[str, str]] = {}

    def __init__(self, reactor: "ReactorBase", allow_private: bool) -> None:
        self._reactor = reactor
        self._allow_private = allow_private
        self._known: dict[str, list[str]] = {}

    @classmethod
    def from_crawler(cls, crawler: "Crawler", reactor: "ReactorBase") -> "Self":
        """As Scrapy makes it."""
        return cls(reactor, crawler.settings.getbool(ALLOW_PRIVATE))

    def install_on_reactor(self) -> None:
        """As Scrapy wants it used."""
        self._reactor.installNameResolver(self)  # type: ignore[arg-type]

    def resolveHostName(  # noqa: N802
        self,
        resolutionReceiver: "Receiver",  # noqa: N803
        hostName: str,  # noqa: N803
        portNumber: int = 0,  # noqa: N803
        addressTypes: object = None,  # noqa: ARG002, N803
        transportSemantics: Literal["TCP", "UDP"] = "TCP",  # noqa: N803
    ) -> HostResolution:
        """Tell a receiver the addresses of a host."""
        resolution = HostResolution(hostName)
        resolutionReceiver.resolutionBegan(resolution)

        def tell(found: "asyncio.Future[list[str]]") -> None:
            for address in self._allowed(hostName, found.result()):
                kind = IPv6Address if ":" in address else IPv4Address
                resolutionReceiver.addressResolved(kind(transportSemantics, address, portNumber))
            resolutionReceiver.resolutionComplete()

        asyncio.wrap_future(in_thread(self._look_up, hostName)).add_done_callback(tell)
        return resolution

    def _look_up(self, name: str) -> list[str]:
        if name not in self._known:
            try:
                found = socket.getaddrinfo(name, 0, type=socket.SOCK_STREAM)
            except (OSError, UnicodeError):
                return []
            usable = [str(at[0]) for family, *_, at in found if family in _FAMILIES]
            self._known[name] = usable
        return self._known[name]

    def _allowed(self, name: str, addresses: list[str]) -> list[str]:
        if self._allow_private:
            return addresses
        public = []
        for address in addresses:
            try:
                check_public(address)
            except PageError as error:
                self.refused[name] = error.detail
            else:
                public.append(address)
        return public
