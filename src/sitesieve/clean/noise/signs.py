"""Signs in short texts that no dictionary has: dates, prices, the © of a notice."""

import re

from sitesieve.page.remembered import Remembered

_SIGNS = {
    "a copyright sign": r"©|\(c\)\s|®",
    "a date": r"\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}:\d\d\b|\d年|\d月",
    "only a number": r"^\W*[\d.,:/ ]+\W*$",
    "a number": r"\d",
    "a price": r"[$€£¥₹]\s?\d|\d\s?(?:[€£¥₹]|EUR|USD|GBP|元|円|zł|kr)\b",
    "degrees or per cent": r"\d\s?(?:°|%|℃|km/h|mph)|[+-]\d+\.\d+",
    "an address of mail": r"[\w.+-]+@[\w-]+\.\w",
    "a telephone number": r"(?:\+|\(0|\b0)\d[\d ()/-]{6,}\d|\(\d{3}\)\s?\d{3}",
    "an arrow": r"[›»>→▸‹«←▲↑⌃]",
    "a separator": r"[|/·•–]",
    "a number in brackets": r"[(\[]\s?\d[\d.,]*\s?[)\]]",
    "a question": r"[?？]",
    "a call": r"[!！]",
    "dots": r"…|\.\.\.",
    "a colon at the end": r"[:：]\s*$",
    "capitals": r"^[^a-z]*[A-Z]{3}[^a-z]*$",
}
NAMES = tuple(_SIGNS)
_PATTERNS = tuple(re.compile(pattern) for pattern in _SIGNS.values())
_LONGEST = 160  # characters; in longer text signs say little


def _signs(text: str) -> int:
    if text.replace(" ", "").isalpha() and not text.isupper():
        return 0  # as most labels
    return sum(1 << i for i, pattern in enumerate(_PATTERNS) if pattern.search(text))


_OF_TEXT: Remembered[str, int] = Remembered(_signs)


def signs_of(text: str) -> int:
    """The signs that a text shows, as bits in the order of `NAMES`; none of a long one."""
    return _OF_TEXT[text] if len(text) <= _LONGEST else 0
