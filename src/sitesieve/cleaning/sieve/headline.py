"""The headline of a page: the heading, or else the line, that is its title."""

import re

import numpy as np
import numpy.typing as npt

from sitesieve.page.metadata.facts import read_title
from sitesieve.page.paragraphs import Paragraphs
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree

_HEADINGS = [TAG_ID[f"h{level}"] for level in range(1, 7)]
_MOST_LINES = 200  # looked at where no heading is the title
_WORD = re.compile(r"\w+")


def headline_of(tree: PageTree, paragraphs: Paragraphs) -> npt.NDArray[np.bool_]:
    """Which paragraphs are the headline: all false where the page shows none.

    Of the headings that say the title the first of the highest level; where none does, the
    first line outside links that does.
    """
    found = np.zeros(len(paragraphs), np.bool_)
    title = _words(read_title(tree))
    if not title:
        return found
    shown = ~tree.hidden_leaves
    headings = np.flatnonzero(np.isin(tree.tag, _HEADINGS))
    for node in headings[np.argsort(tree.tag[headings], kind="stable")].tolist():
        first, last = int(tree.leaf_start[node]), int(tree.leaf_start[tree.end[node]])
        if first < last and shown[first:last].any() and _says(tree, first, last, title):
            found[paragraphs.of_leaf[first:last]] = True
            return found
    first_leaf = paragraphs.first_leaf.tolist()
    for number in range(min(len(paragraphs), _MOST_LINES)):
        first, last = first_leaf[number], first_leaf[number + 1]
        outside = shown[first:last] & ~tree.in_link[tree.leaves[first:last]]
        if outside.all() and _says(tree, first, last, title):
            found[number] = True
            return found
    return found


def _says(tree: PageTree, first: int, last: int, title: list[str]) -> bool:
    """Whether some texts say the title and nothing else."""
    return _words(" ".join(tree.texts[first:last])) == title


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
