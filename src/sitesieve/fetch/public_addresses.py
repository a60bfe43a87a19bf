"""Which IP addresses are public: all others are refused unless the user allows them."""

import ipaddress

from sitesieve.errors import Reason
from sitesieve.fetch.errors import PrivateAddress


def check_public(address: str) -> None:
    """`PrivateAddress` for an IP address that is private, loopback, link-local or the like."""
    plain = ipaddress.ip_address(address.partition("%")[0])
    within = _ipv4_within(plain) if isinstance(plain, ipaddress.IPv6Address) else None
    if not (within or plain).is_global or (within or plain).is_multicast:
        raise PrivateAddress(Reason.FETCH, f"{plain} is a private address (see --allow-private)")


def _ipv4_within(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that is reached by an IPv6 address, where it stands for one."""
    number = int(address)
    if number >> 32 in (0, 0x64FF9B << 64):  # IPv4-compatible; NAT64 (RFC 6052)
        return ipaddress.IPv4Address(number & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour
