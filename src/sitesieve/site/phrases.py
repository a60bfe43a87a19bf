"""Phrases: the text between two tags, in the form in which pages are compared."""

import re

import numpy as np

from sitesieve.page.styles import stable_id
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree

_NUMBER = re.compile(r"\d+")
_LETTERS = 3  # a phrase with fewer is a figure, "£24" or "350 g": its number is what it says
_LONGEST = 120  # characters of a phrase that are kept; longer ones are known by a digest


def phrases(tree: PageTree, mask_numbers: bool) -> list[str]:
    """The phrases of a page, one for each leaf; long ones shortened to a digest.

    Preformatted text is one phrase however many tags colour it: the tokens of
    a program repeat, the program does not.
    """
    texts = list(tree.texts)
    in_code = np.flatnonzero(tree.below(TAG_ID["pre"])[tree.leaves])
    for line in np.unique(tree.line[in_code]):
        members = in_code[tree.line[in_code] == line]
        whole = "".join(tree.texts[i] for i in members)
        for i in members:
            texts[i] = whole
    return [_canonical(text, mask_numbers) for text in texts]


def _canonical(text: str, mask_numbers: bool) -> str:
    phrase = " ".join(text.split())
    if mask_numbers and sum(map(str.isalpha, phrase[:_LONGEST])) >= _LETTERS:
        phrase = _NUMBER.sub("#", phrase)
    if len(phrase) > _LONGEST:
        phrase = f"{phrase[: _LONGEST - 20]}… {stable_id(phrase):016x}"
    return phrase
