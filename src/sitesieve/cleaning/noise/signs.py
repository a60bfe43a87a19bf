"""Signs in short texts that no dictionary has: dates, prices, the © of a notice."""

import re

import numpy as np

from sitesieve.cleaning.noise.character_signs import CHARACTER_SIGNS, character_signs
from sitesieve.cleaning.noise.containers import Floats
from sitesieve.page.paragraphs import Paragraphs
from sitesieve.page.remembered import Remembered
from sitesieve.page.tree import PageTree

NAMES = (
    *("a copyright sign", "a date", "only a number", "a number", "a price"),
    *("degrees or per cent", "an address of mail", "a telephone number", "an arrow"),
    *("a separator", "a number in brackets", "a question", "a call", "dots"),
    *("a colon at the end", "capitals"),
)
_PLACE = {name: i for i, name in enumerate(NAMES)}
_WITH_NUMBERS = [
    (_PLACE[name], re.compile(pattern))
    for name, pattern in {
        "a date": r"\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}:\d\d\b|\d年|\d月",
        "only a number": r"^\W*+\d[\d.,:/ ]*+\W*+$",
        "a price": r"[$€£¥₹]\s?\d|\d\s?(?:[€£¥₹]|EUR|USD|GBP|元|円|zł|kr)\b",
        "degrees or per cent": r"\d\s?(?:°|%|℃|km/h|mph)|[+-]\d+\.\d+",
        "a telephone number": r"(?:\+|\(0|\b0)\d[\d ()/-]{6,}?\d|\(\d{3}\)\s?\d{3}",
        "a number in brackets": r"[(\[]\s?\d[\d.,]*\s?[)\]]",
    }.items()
]
_DIGIT = re.compile(r"\d")
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]++\.\w")
_LONGEST = 160  # characters; in longer text signs say little
_SINGLE = [name for name in CHARACTER_SIGNS if name in _PLACE]
_SINGLE_BITS = np.array([CHARACTER_SIGNS.index(name) for name in _SINGLE], np.uint16)
_SINGLE_PLACES = [_PLACE[name] for name in _SINGLE]
_NUMBER = 1 << CHARACTER_SIGNS.index("a number")
_AT = 1 << CHARACTER_SIGNS.index("an at sign")


def signs_shown(tree: PageTree, paragraphs: Paragraphs) -> Floats:
    """For each paragraph a row: 1 for each of `NAMES` that it shows; a long one shows nothing."""
    texts, first = tree.leaf_texts, paragraphs.first_leaf
    bits = character_signs(texts.utf8, texts.start, first, _LONGEST)
    shown = np.zeros((len(bits), len(NAMES)), np.float32)
    shown[:, _SINGLE_PLACES] = bits[:, None] >> _SINGLE_BITS & 1
    # Only where there is a number, or an @, texts need be read.
    telling = np.flatnonzero(bits & (_NUMBER | _AT))
    bounds = zip(first[telling].tolist(), first[telling + 1].tolist(), strict=True)
    rows: list[int] = []
    places: list[int] = []
    for number, (begin, end) in zip(telling.tolist(), bounds, strict=True):
        found = _READ["".join(tree.texts[begin:end])]
        rows += [number] * len(found)
        places += found
    shown[rows, places] = 1
    return shown


def _read(text: str) -> list[int]:
    """The signs that take more than a character to tell."""
    found = []
    if _DIGIT.search(text):
        found = [place for place, pattern in _WITH_NUMBERS if pattern.search(text)]
    if "@" in text and _MAIL.search(text):
        found.append(_PLACE["an address of mail"])
    return found


_READ: Remembered[str, list[int]] = Remembered(_read, most=16_384)
