"""Phrases: the text between two tags, in the form in which pages are compared."""

import re

from sitesieve.page.styles import stable_id
from sitesieve.page.tree import PageTree

_NUMBER = re.compile(r"\d+")
_LETTERS = 3  # a phrase with fewer is a figure, "£24" or "350 g": its number is what it says
_LONGEST = 120  # characters of a phrase that are kept; longer ones are known by a digest


def phrases(tree: PageTree, mask_numbers: bool) -> list[str]:
    """The phrases of a page, one for each leaf; long ones shortened to a digest."""
    found = []
    for text in tree.texts:
        phrase = " ".join(text.split())
        if mask_numbers and sum(map(str.isalpha, phrase[:_LONGEST])) >= _LETTERS:
            phrase = _NUMBER.sub("#", phrase)
        if len(phrase) > _LONGEST:
            phrase = f"{phrase[: _LONGEST - 20]}… {stable_id(phrase):016x}"
        found.append(phrase)
    return found
