"""Signs in short texts that no dictionary has: dates, prices, the © of a notice."""

import re

from sitesieve.page.remembered import Remembered

_WITH_NUMBERS = {
    "a date": r"\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}:\d\d\b|\d年|\d月",
    "only a number": r"^\W*[\d.,:/ ]+\W*$",
    "a number": r"\d",
    "a price": r"[$€£¥₹]\s?\d|\d\s?(?:[€£¥₹]|EUR|USD|GBP|元|円|zł|kr)\b",
    "degrees or per cent": r"\d\s?(?:°|%|℃|km/h|mph)|[+-]\d+\.\d+",
    "a telephone number": r"(?:\+|\(0|\b0)\d[\d ()/-]{6,}\d|\(\d{3}\)\s?\d{3}",
    "a number in brackets": r"[(\[]\s?\d[\d.,]*\s?[)\]]",
}
_CHARACTERS = {
    "an arrow": "›»>→▸‹«←▲↑⌃",
    "a separator": "|/·•–",
    "a question": "?？",
    "a call": "!！",
}
NAMES = (
    *("a copyright sign", "a date", "only a number", "a number", "a price"),
    *("degrees or per cent", "an address of mail", "a telephone number", "an arrow"),
    *("a separator", "a number in brackets", "a question", "a call", "dots"),
    *("a colon at the end", "capitals"),
)
_BIT = {name: 1 << i for i, name in enumerate(NAMES)}
_PATTERNS = [(_BIT[name], re.compile(pattern)) for name, pattern in _WITH_NUMBERS.items()]
_SETS = [(_BIT[name], frozenset(signs)) for name, signs in _CHARACTERS.items()]
_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.\w")
_CAPITALS = re.compile(r"[A-Z]{3}")
_LONGEST = 160  # characters; in longer text signs say little


def _signs(text: str) -> int:
    if text.replace(" ", "").isalpha():  # as most labels
        return _BIT["capitals"] if text.isupper() and _CAPITALS.search(text) else 0
    there = set(text)
    bits = sum(bit for bit, signs in _SETS if not signs.isdisjoint(there))
    if any(map(str.isdecimal, there)):
        bits |= sum(bit for bit, pattern in _PATTERNS if pattern.search(text))
    if "©" in there or "®" in there or "(c) " in text.lower():
        bits |= _BIT["a copyright sign"]
    if "@" in there and _MAIL.search(text):
        bits |= _BIT["an address of mail"]
    if "…" in there or "..." in text:
        bits |= _BIT["dots"]
    if text.rstrip().endswith((":", "：")):
        bits |= _BIT["a colon at the end"]
    if text.isupper() and _CAPITALS.search(text):
        bits |= _BIT["capitals"]
    return bits


_OF_TEXT: Remembered[str, int] = Remembered(_signs)


def signs_of(text: str) -> int:
    """The signs that a text shows, as bits in the order of `NAMES`; none of a long one."""
    return _OF_TEXT[text] if len(text) <= _LONGEST else 0
