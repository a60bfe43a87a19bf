"""Which addresses are public."""

import pytest

from sitesieve.fetching import PrivateAddress
from sitesieve.fetching.connection import check_public


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"),
        *("::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::"),
        *("::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "224.0.0.1", "ff02::1"),
    ],
)
def test_addresses_that_are_not_public_are_refused(address: str) -> None:
    with pytest.raises(PrivateAddress, match="private address"):
        check_public(address)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_public_addresses_are_not(address: str) -> None:
    check_public(address)
