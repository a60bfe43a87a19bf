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
from sitesieve.page.writing.sign_texts import touching

_VERBATIM = [TAG_ID[name] for name in "pre xmp textarea code kbd samp tt math".split()]
_BOXES = np.zeros(256, np.uint8)  # inline elements that may be shown as boxes
_BOXES[[TAG_ID[n] for n in "span a label time small data output strong b cite abbr em".split()]] = 1
_BOXES[OTHER] = 1
_SHOWN_AS_BOX = re.compile(
    rb"[=;]display:(?:block|flex|grid|table|inline-|list)"
    rb"| class=(?:[^ ]*,)?(?:(?:d-)?(?:block|inline-block|flex|grid|table-cell)|cell|col"
    rb"|label|value|key|name)(?=[, ]|$)"
    rb"| role=(?:cell|gridcell|columnheader|rowheader)(?= |$)"
)
_JOINT = re.compile(
    r"""[^\W\d_]{2}[)%!?”"»]?\|(?=[^\W_]{2})(?!\d)(?P<capital>\w)   # Name|Value, if a capital
      | [^\W\d]{3}\|\d | \d\|[^\W\d_]{4}                             # Likes|12, 12|comments
      | [^\W\d_]:\|\w | [^\W_][.,;]\|(?P<after_stop>[^\W\d_])        # Name:|value, end.|Next
    """,
    re.VERBOSE,
)
_STARTS_WORD = np.zeros(256, np.uint8)  # by the first byte
_STARTS_WORD[
    [*b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", *range(128, 256)]
] = True
_MOST_LETTERS = 500  # of texts that are compared


def glued(tree: PageTree, keep: npt.NDArray[np.bool_], texts: Strings) -> list[int]:
    """The leaves after which there is a space on the screen, and none in the markup, where they
    and the next are to be kept."""
    page = (tree.leaves, tree.line, tree.parent, tree.end, tree.tag)
    both = touching(*page, _BOXES, _STARTS_WORD, texts.utf8, texts.start)
    pairs = [leaf for leaf in both if keep[leaf] and keep[leaf + 1]]
    if not pairs:
        return []
    verbatim = tree.below(*_VERBATIM)
    parents = tree.parent[tree.leaves]
    around = np.union1d(parents[pairs], parents[np.array(pairs) + 1])
    boxes = set(tree.looking_like(_SHOWN_AS_BOX, around).tolist())
    return [
        leaf
        for leaf in pairs
        if not verbatim[parents[leaf]]
        and (int(parents[leaf]) in boxes or int(parents[leaf + 1]) in boxes or _parted(texts, leaf))
    ]


def _parted(texts: Strings, leaf: int) -> bool:
    """Whether two texts that touch each other are two words."""
    before, after = texts[leaf][-6:], texts[leaf + 1][:6]
    if not before or not after:
        return False
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
    nodes = columns.owner[columns.having("aria-hidden")]
    if not len(nodes):
        return keep
    kept = np.concatenate([[0], np.cumsum(keep & (tree.leaf_words > 0))])
    nodes = nodes[kept[tree.leaf_start[nodes]] < kept[tree.leaf_start[tree.end[nodes]]]]
    for node in tree.outermost(nodes.tolist()):
        if tree.attributes_of(node)["aria-hidden"] != "true":
            continue
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
