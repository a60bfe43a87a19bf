"""Spaces that readers see and the markup does not have, and texts that are there twice.

`<span>Name</span><span>Value</span>` are two boxes on the screen as often as not. Style sheets
are not read, so it is told from what stands on both sides: a word that ends in a small letter
and one that begins with a capital, a colon, a number and a word.
"""

import re

import numpy as np
import numpy.typing as npt

from sitesieve.page.columns import Strings
from sitesieve.page.tags import OTHER, TAG_ID
from sitesieve.page.tree import PageTree

_VERBATIM = [TAG_ID[name] for name in "pre xmp textarea code kbd samp tt math".split()]
_BOXES = np.zeros(256, np.bool_)  # inline elements that may be shown as boxes
_BOXES[[TAG_ID[n] for n in "span a label time small data output strong b cite abbr em".split()]] = True
_BOXES[OTHER] = True
_SHOWN_AS_BOX = re.compile(
    r"[=;]display:(?:block|flex|grid|table|inline-|list)"
    r"|class=(?:[^ ]*,)?(?:(?:d-)?(?:block|inline-block|flex|grid|table-cell)|cell|col)(?=[, ]|$)"
)
_JOINT = re.compile(
    r"""[^\W\d_]{2}[)%!?”"»]?\|(?=[^\W_]{2})(?!\d)(?P<capital>\w)   # Name|Value, if a capital
      | [^\W\d]{3}\|\d | \d\|[^\W\d_]{4}                             # Likes|12, 12|comments
      | [^\W\d_]:\|\w | [^\W_][.,;]\|(?P<after_stop>[^\W\d_])        # Name:|value, end.|Next
    """,
    re.VERBOSE,
)
_MOST_LETTERS = 500  # of texts that are compared


def glued(tree: PageTree, texts: Strings) -> list[int]:
    """The leaves after which there is a space on the screen, and none in the markup."""
    if len(tree.leaves) < 2:
        return []
    left, right = tree.leaves[:-1], tree.leaves[1:]
    around_left, around_right = tree.parent[left], tree.parent[right]
    apart = (tree.end[around_left] <= right) & (around_right > left)
    apart &= tree.line[:-1] == tree.line[1:]
    apart &= _BOXES[tree.tag[around_left]] & _BOXES[tree.tag[around_right]]
    characters = np.frombuffer(texts.utf8, np.uint8)
    joint = texts.start[1:-1]
    empty = (np.diff(texts.start) == 0)
    apart &= ~empty[:-1] & ~empty[1:]
    candidates = np.flatnonzero(apart)
    if not len(candidates):
        return []
    at = joint[candidates]
    candidates = candidates[(characters[at - 1] > 32) & (characters[at] > 32)]
    if not len(candidates):
        return []
    verbatim = tree.below(*_VERBATIM)[tree.leaves]
    return [leaf for leaf in candidates[~verbatim[candidates]].tolist() if _parted(tree, texts, leaf)]


def _parted(tree: PageTree, texts: Strings, leaf: int) -> bool:
    before, after = texts[leaf][-6:], texts[leaf + 1][:6]
    if before[-1].isspace() or after[0].isspace():
        return False
    if after[0].isalnum() and any(
        _SHOWN_AS_BOX.search(tree.presentation(int(tree.parent[tree.leaves[side]])))
        for side in (leaf, leaf + 1)
    ):
        return True
    joint = _JOINT.search(f"{before}|{after}")
    if joint is None:
        return False
    if joint["capital"]:
        return joint["capital"].isupper() and before.rstrip(')%!?”"»')[-1].islower()
    return joint["after_stop"] is None or joint["after_stop"].isupper()


def without_copies(
    tree: PageTree, keep: npt.NDArray[np.bool_], texts: Strings
) -> npt.NDArray[np.bool_]:
    """The leaves to keep, without those hidden from screen readers that stand beside the same
    words: prices and numbers are often there once to look at and once to be read."""
    columns = tree.attribute_columns
    nodes = np.unique(columns.owner[columns.having("aria-hidden")])
    nodes = nodes[tree.leaf_start[nodes] < tree.leaf_start[tree.end[nodes]]]
    if not len(nodes):
        return keep
    said = tree.attributes("aria-hidden")
    for node in tree.outermost(node for node in nodes.tolist() if said[node] == "true"):
        first, last = int(tree.leaf_start[node]), int(tree.leaf_start[tree.end[node]])
        letters = _letters(texts, first, last)
        if letters and letters in _beside(tree, texts, node):
            keep = keep.copy()
            keep[first:last] = False
    return keep


def _beside(tree: PageTree, texts: Strings, node: int) -> list[str]:
    """The letters of the elements right before and after one."""
    around = int(tree.parent[node])
    after, beside = int(tree.end[node]), []
    if after < tree.end[around]:
        beside.append(_letters(texts, *tree.leaf_start[[after, tree.end[after]]].tolist()))
    leaf = int(tree.leaf_start[node]) - 1
    before = int(tree.leaves[leaf]) if leaf >= 0 else 0
    while before > around and tree.parent[before] != around:
        before = int(tree.parent[before])
    if before > around:
        beside.append(_letters(texts, int(tree.leaf_start[before]), leaf + 1))
    return beside


def _letters(texts: Strings, first: int, last: int) -> str:
    """The letters and digits of some leaves; empty where they are many."""
    text = texts.utf8[texts.start[first] : texts.start[last]]
    if len(text) > _MOST_LETTERS:
        return ""
    return "".join(filter(str.isalnum, text.decode().lower()))
