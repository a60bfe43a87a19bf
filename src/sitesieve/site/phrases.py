"""Phrases: the text between two tags, in the form in which pages are compared."""

import itertools
import re

import numpy as np

from sitesieve.page.hashing import stable_id
from sitesieve.page.numbers import numbers_masked
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.site import text_columns
from sitesieve.site.keyed_table import Keys

# A phrase with fewer letters is a figure, "£24" or "350 g": its number is what it says.
_SOME_LETTERS = re.compile(r"(?:[^\W\d_].*?){3}", re.DOTALL)
_LONGEST = 120  # characters of a phrase that are kept; longer ones are known by a digest


def phrases(tree: PageTree, mask_numbers: bool, whole_code: bool = True) -> list[str]:
    """The phrases of a page, one for each leaf; long ones shortened to a digest.

    With `whole_code` preformatted text is one phrase however many tags colour it: the
    tokens of a program repeat, the program does not.
    """
    texts = _whole_texts(tree) if whole_code else tree.texts
    canonical = {text: _canonical(text, mask_numbers) for text in set(texts)}
    return [canonical[text] for text in texts]


def phrase_ids(tree: PageTree) -> Keys:
    """For each text of a page, the id of its phrase, numbers masked."""
    masked, _ = both_ids(tree)
    return masked


def both_ids(tree: PageTree) -> tuple[Keys, Keys]:
    """For each text of a page, the id of its phrase with numbers masked, and with its numbers;
    where there are none to mask, the two are the same."""
    begin, end = tree.leaf_texts.start[:-1], tree.leaf_texts.start[1:]
    if (
        len(begin) and (tree.tag == TAG_ID["pre"]).any()
    ):  # each of its parts has the text of the whole
        in_code = tree.below(TAG_ID["pre"])[tree.leaves]
        follows = in_code[1:] & in_code[:-1] & (tree.line[1:] == tree.line[:-1])
        first = np.concatenate([[True], ~follows])
        last = np.concatenate([~follows, [True]])
        run = np.cumsum(first) - 1
        begin, end = begin[first][run], end[last][run]
    return text_columns.phrase_ids(tree.leaf_texts.utf8, begin, end)


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
