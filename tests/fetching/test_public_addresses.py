"""Which addresses are public."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.fetching import PrivateAddress
from sitesieve.fetching.public_addresses import check_public


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"),
        *("::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::"),
        *("::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "224.0.0.1", "ff02::1"),
        *("64:ff9b:1::1", "64:ff9b:1:fffe::808:808", "100::1", "5f00::1", "fec0::1", "3fff::1"),
        *("2001::1", "2001:0:7f00:1::", "2001:db8::1", "2001:2::1", "2001:10::1", "2001:20::1"),
        *("2002:a00:1::1", "2002:a9fe:a9fe::", "::ffff:0:127.0.0.1", "0:0:0:0:0:ffff:a00:1"),
        *("2606:4700::5efe:10.0.0.1", "2606:4700::200:5efe:127.0.0.1", "4000::1", "e000::1"),
        *("192.0.0.8", "192.88.99.1", "198.18.0.1", "240.0.0.1", "255.255.255.255", "172.31.0.1"),
    ],
)
def test_addresses_that_are_not_public_are_refused(address: str) -> None:
    with pytest.raises(PrivateAddress, match="private address"):
        check_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"),
        *("172.32.0.1", "100.128.0.1", "192.0.1.1", "223.255.255.255", "2001:4860:4860::8888"),
    ],
)
def test_public_addresses_are_not(address: str) -> None:
    check_public(address)


@given(st.integers(0, 2**128 - 1))
def test_what_python_knows_to_be_private_is_private_here(number: int) -> None:
    address = ipaddress.IPv6Address(number)
    if not address.is_global:
        held = address.sixtofour or address.ipv4_mapped
        if held is None or not held.is_global:
            with pytest.raises(PrivateAddress):
                check_public(str(address))


@given(st.integers(0, 2**32 - 1))
def test_and_what_it_knows_to_be_public_of_the_older_kind_is_public(number: int) -> None:
    address = ipaddress.IPv4Address(number)
    if address in ipaddress.IPv4Network("192.88.99.0/24"):
        return
    if address.is_global and not address.is_multicast and not address.is_reserved:
        check_public(str(address))
    elif address not in ipaddress.IPv4Network("192.0.0.0/24"):
        with pytest.raises(PrivateAddress):
            check_public(str(address))
