"""Phrases: the text between two tags, in the form in which pages are compared."""

import itertools
import re

import numpy as np

from sitesieve.page.hashing import stable_id
from sitesieve.page.numbers import NUMBER, numbers_masked
from sitesieve.page.remembered import Remembered
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.site.keyed_table import Keys

# A phrase with fewer letters is a figure, "£24" or "350 g": its number is what it says.
_SOME_LETTERS = re.compile(r"(?:[^\W\d_].*?){3}", re.DOTALL)
_LONGEST = 120  # characters of a phrase that are kept; longer ones are known by a digest


def phrases(tree: PageTree, mask_numbers: bool) -> list[str]:
    """The phrases of a page, one for each leaf; long ones shortened to a digest.

    Preformatted text is one phrase however many tags colour it: the tokens of
    a program repeat, the program does not.
    """
    texts = _whole_texts(tree)
    canonical = {text: _canonical(text, mask_numbers) for text in set(texts)}
    return [canonical[text] for text in texts]


def phrase_ids(tree: PageTree) -> Keys:
    """For each text of a page, the id of its phrase, numbers masked."""
    masked, _ = both_ids(tree)
    return masked


def both_ids(tree: PageTree) -> tuple[Keys, Keys]:
    """For each text of a page, the id of its phrase with numbers masked, and with its numbers;
    where there are none to mask, the two are the same."""
    texts = _whole_texts(tree)
    # Each once: all the tokens of a program have the text of the whole program.
    ids = {t: _IDS_OF[t] if len(t) <= _LONGEST else _both_ids(t) for t in set(texts)}
    masked, exact = np.array([ids[t] for t in texts], np.uint64).reshape(-1, 2).T
    return masked, exact


def _whole_texts(tree: PageTree) -> list[str]:
    """The texts of a page, with the whole of a preformatted text for each of its parts."""
    if not (tree.tag == TAG_ID["pre"]).any():
        return tree.texts
    texts = list(tree.texts)
    in_code = np.flatnonzero(tree.below(TAG_ID["pre"])[tree.leaves])
    for _, members in itertools.groupby(in_code.tolist(), key=tree.line.tolist().__getitem__):
        leaves = list(members)
        whole = "".join(tree.texts[i] for i in leaves)
        for i in leaves:
            texts[i] = whole
    return texts


def _canonical(text: str, mask_numbers: bool) -> str:
    phrase = " ".join(text.split())
    if mask_numbers and _SOME_LETTERS.search(phrase[:_LONGEST]):
        phrase = numbers_masked(phrase)
    if len(phrase) > _LONGEST:
        phrase = f"{phrase[: _LONGEST - 20]}… {stable_id(phrase):016x}"
    return phrase


def _both_ids(text: str) -> tuple[int, int]:
    """The ids of a text with its numbers masked, and with its numbers."""
    masked = stable_id(_canonical(text, mask_numbers=True))
    if not NUMBER.search(text):
        return masked, masked
    return masked, stable_id(_canonical(text, mask_numbers=False))


_IDS_OF = Remembered(_both_ids, most=65_536)  # menus: the same on page after page
