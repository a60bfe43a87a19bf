"""Which IP addresses are public, by tables of our own.

`ipaddress` knows as much, but what it knows differs between versions of Python. The tables are
those of IANA's registries of special-purpose addresses (RFC 6890): what is not said there to be
reachable from everywhere, is not.
"""

import ipaddress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from sitesieve.errors import PageError, Reason

_PRIVATE_IPV4 = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this host
        "10.0.0.0/8",
        "100.64.0.0/10",  # shared by customers of a provider
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link-local; services of clouds
        "172.16.0.0/12",
        "192.0.0.0/24",  # protocols
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # relays of 6to4
        "192.168.0.0/16",
        "198.18.0.0/15",  # measurements
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved; broadcast
    )
)
_GLOBAL_IPV6 = IPv6Network("2000::/3")  # the only part that is given out
_PRIVATE_IPV6 = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocols: Teredo, which leads to an IPv4 address, measurements, ORCHID
        "2001:db8::/32",  # documentation
        "3fff::/20",  # documentation
    )
)
# Where an IPv6 address stands for an IPv4 address: by how many bits that is from the right.
_HOLDING_IPV4 = (
    (IPv6Network("::/96"), 0),  # IPv4-compatible
    (IPv6Network("::ffff:0:0/96"), 0),  # IPv4-mapped
    (IPv6Network("64:ff9b::/96"), 0),  # NAT64 (RFC 6052)
    (IPv6Network("2002::/16"), 80),  # 6to4
)
_ISATAP = (0x00005EFE, 0x02005EFE)  # before an IPv4 address in the last 64 bits (RFC 5214)


class PrivateAddress(PageError):
    """The server's address is private, loopback, link-local or the like."""


def check_public(address: str) -> None:
    """`PrivateAddress` for an IP address that is private, loopback, link-local or the like."""
    plain = ipaddress.ip_address(address.partition("%")[0])
    public = _is_public_ipv4(plain) if isinstance(plain, IPv4Address) else _is_public_ipv6(plain)
    if not public:
        detail = f"{plain} is a private address (see --allow-private, or allow_private in Python)"
        raise PrivateAddress(Reason.FETCH, detail)


def _is_public_ipv4(address: IPv4Address) -> bool:
    return not any(address in network for network in _PRIVATE_IPV4)


def _is_public_ipv6(address: IPv6Address) -> bool:
    number = int(address)
    for network, right in _HOLDING_IPV4:
        if address in network:
            return _is_public_ipv4(IPv4Address(number >> right & 0xFFFFFFFF))
    if number >> 32 & 0xFFFFFFFF in _ISATAP:
        return _is_public_ipv4(IPv4Address(number & 0xFFFFFFFF))
    return address in _GLOBAL_IPV6 and not any(address in network for network in _PRIVATE_IPV6)
