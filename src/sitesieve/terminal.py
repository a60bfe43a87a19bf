"""Texts on terminals: nothing of a page moves the cursor, sets colours or titles, or turns the
order of what stands after it; numbers in words."""

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def harmless(text: str) -> str:
    """A text without control codes but for tabs and line ends.

    >>> harmless("Boats\\x1b[2J\\n")
    'Boats�[2J\\n'
    >>> harmless("stays\\u202eseog")
    'stays�seog'
    """
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def harmless_bytes(data: bytes) -> bytes:
    """The same for UTF-8."""
    return harmless(data.decode("utf-8", "replace")).encode()


def counted(number: int, what: str) -> str:
    """So many of something, in words.

    >>> counted(1, "page"), counted(1200, "page")
    ('1 page', '1,200 pages')
    """
    return f"{number:,} {what}" + ("" if number == 1 else "s")
