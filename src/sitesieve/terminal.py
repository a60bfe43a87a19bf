"""Texts of pages on terminals: nothing in them moves the cursor, sets colours or titles."""

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def harmless(text: str) -> str:
    """A text without control codes but for tabs and line ends.

    >>> harmless("Boats\\x1b[2J\\n")
    'Boats�[2J\\n'
    """
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def harmless_bytes(data: bytes) -> bytes:
    """The same for UTF-8."""
    return harmless(data.decode("utf-8", "replace")).encode()
