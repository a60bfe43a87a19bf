"""Marks that are no text: the bars between links that went, the paragraph sign of a heading."""

import re

import numpy as np
import numpy.typing as npt

from sitesieve.page.columns import Strings
from sitesieve.page.tables import leaves_in_tables
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.page.writing.sign_texts import made_of

SEPARATORS = "|¦·•∙⋅‧／/\\»›«‹>→←▸►▶◂◄◀–—‐-,;:~*_+="
_SEPARATORS = np.array([ord(sign) for sign in SEPARATORS], np.uint32)
_PERMALINKS = np.array([ord(sign) for sign in "¶§#🔗⚓\u200b\ufeff\uf0c1\ue157\ue9cb"], np.uint32)
_HEADINGS = [TAG_ID[t] for t in ("h1", "h2", "h3", "h4", "h5", "h6", "dt", "caption", "figcaption")]
# Here a sign is what is said: an operator in a table, a key, a symbol.
_VERBATIM = [TAG_ID[t] for t in ("pre", "xmp", "textarea", "code", "kbd", "samp", "tt", "var")]
_EDIT = re.compile(rb"^span class=(?:[^ ]*,)?mw-editsection(?=[, ]|$)")  # beside headings of wikis
_CELLS = [TAG_ID["td"], TAG_ID["th"]]


def without_ornaments(
    tree: PageTree, keep: npt.NDArray[np.bool_], texts: Strings
) -> npt.NDArray[np.bool_]:
    """The leaves to keep, without links of headings to themselves or to edit them, and lines of
    bars only."""
    edits = tree.looking_like(_EDIT, words=(b"mw-editsection",)).tolist()
    if edits:
        keep = keep.copy()
    for node in edits:
        keep[tree.leaf_start[node] : tree.leaf_start[tree.end[node]]] = False
    wordless = np.flatnonzero(keep & (tree.leaf_words == 0)).astype(np.int32)
    bars = wordless[made_of(_SEPARATORS, texts.utf8, texts.start, wordless) >= 0]
    signs = wordless[made_of(_PERMALINKS, texts.utf8, texts.start, wordless) == 1]
    if not len(bars) and not len(signs):
        return keep
    keep = keep.copy()
    to_itself = tree.below(*_HEADINGS) & tree.in_link
    keep[signs[to_itself[tree.leaves[signs]]]] = False
    verbatim = tree.below(*_VERBATIM)[tree.leaves]
    verbatim |= tree.below(*_CELLS)[tree.leaves] & leaves_in_tables(tree)
    words = np.bincount(tree.line, tree.leaf_words * keep)  # that stay on each line
    keep[bars[~verbatim[bars] & (words[tree.line[bars]] == 0)]] = False
    return keep
