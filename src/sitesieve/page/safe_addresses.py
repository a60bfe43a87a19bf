"""Addresses on a page, made absolute and harmless."""

import re

from sitesieve.page.addresses import absolute

_LINKS = frozenset(("", "http", "https", "mailto", "tel", "ftp"))
_IMAGES = frozenset(("", "http", "https"))
_SCHEME = re.compile(r"\s*([a-zA-Z][a-zA-Z0-9+.-]*):")
_IGNORED = re.compile("[\x00-\x1f\x7f]")  # browsers read on as if these were not there
_UNWRITABLE = re.compile(r"""[ "<>`]""")  # in an address; browsers write them so
_LONGEST = 4000  # characters; what is longer carries data


def link_address(written: str, base: str) -> str:
    """Where a link leads; empty where it leads nowhere, or would run a script.

    >>> link_address("../b?x=1", "https://a.example/c/d"), link_address("java\\tscript:x", "")
    ('https://a.example/b?x=1', '')
    """
    return _harmless(written, base, _LINKS)


def image_address(written: str, base: str) -> str:
    """Where an image is; empty where it is no file on the web."""
    return _harmless(written, base, _IMAGES)


def _harmless(written: str, base: str, schemes: frozenset[str]) -> str:
    if len(written) > _LONGEST:
        return ""
    address = absolute(_IGNORED.sub("", written).strip(), base).strip()
    address = _UNWRITABLE.sub(lambda sign: f"%{ord(sign[0]):02X}", address)
    scheme = _SCHEME.match(address)
    return address if (scheme[1].lower() if scheme else "") in schemes else ""
