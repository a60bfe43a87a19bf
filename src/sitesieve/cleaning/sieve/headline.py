"""The headline of a page: the heading, or else the line, that is its title."""

import numpy as np
import numpy.typing as npt

from sitesieve.page.metadata.facts import read_title
from sitesieve.page.metadata.titles import SharedTitles
from sitesieve.page.paragraphs import Paragraphs
from sitesieve.page.saying import first_saying
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import Ints, PageTree

_LEVEL = np.zeros(256, np.uint8)
_LEVEL[[TAG_ID[f"h{level}"] for level in range(1, 7)]] = range(1, 7)
_MOST_LINES = 200  # looked at where no heading is the title


def headline_of(
    tree: PageTree, paragraphs: Paragraphs, shared: SharedTitles | None = None
) -> npt.NDArray[np.bool_]:
    """Which paragraphs are the headline: all false where the page shows none. `shared` is what
    its site has taught of titles.

    Of the headings that say the title the first of the highest level; where none does, the
    first line outside links that does.
    """
    headline = np.zeros(len(paragraphs), np.bool_)
    title = read_title(tree, shared)
    hidden = np.zeros(len(tree.leaves) + 1, np.int32)  # how many of the texts before each
    np.cumsum(tree.hidden_leaves, out=hidden[1:])
    level = _LEVEL[tree.tag]
    headings = np.flatnonzero(level)
    headings = headings[np.argsort(level[headings], kind="stable")]
    first, last = tree.leaf_start[headings], tree.leaf_start[tree.end[headings]]
    shown = last - first > hidden[last] - hidden[first]
    first, last = first[shown], last[shown]
    here = _first_saying(title, tree, first, last)
    if here >= 0:
        headline[paragraphs.of_leaf[first[here] : last[here]]] = True
        return headline
    first, last = paragraphs.first_leaf[:-1][:_MOST_LINES], paragraphs.first_leaf[1:][:_MOST_LINES]
    aside = np.add.reduceat(tree.linked_leaves | tree.hidden_leaves, paragraphs.first_leaf[:-1])
    lines = np.flatnonzero(aside[:_MOST_LINES] == 0)
    here = _first_saying(title, tree, first[lines], last[lines])
    if here >= 0:
        headline[lines[here]] = True
    return headline


def _first_saying(title: str, tree: PageTree, first: Ints, last: Ints) -> int:
    """The first run of texts, from `first` to `last`, that says the title and nothing else."""
    return first_saying(title, tree.leaf_texts.utf8, tree.leaf_texts.start, first, last)
