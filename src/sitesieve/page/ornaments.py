"""Marks that are no text: the bars between links that went, the paragraph sign of a heading."""

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sitesieve.page.columns import Strings
from sitesieve.page.tables import leaves_in_tables
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree

SEPARATORS = "|¦·•∙⋅‧／/\\»›«‹>→←▸►▶◂◄◀–—‐-,;:~*_+="
_SEPARATOR = re.compile(rf"[\s{re.escape(SEPARATORS)}]*")
_PERMALINK = frozenset("¶ § # 🔗 ⚓ \uf0c1 \ue157 \ue9cb".split())
_MARK = re.compile(rf"{_SEPARATOR.pattern}|{'|'.join(sorted(_PERMALINK))}")
_HEADINGS = [TAG_ID[t] for t in ("h1", "h2", "h3", "h4", "h5", "h6", "dt", "caption", "figcaption")]
# Here a sign is what is said: an operator in a table, a key, a symbol.
_VERBATIM = [TAG_ID[t] for t in ("pre", "xmp", "textarea", "code", "kbd", "samp", "tt", "var")]
_CELLS = [TAG_ID["td"], TAG_ID["th"]]


def without_ornaments(
    tree: PageTree, keep: npt.NDArray[np.bool_], texts: Sequence[str] | Strings
) -> npt.NDArray[np.bool_]:
    """The leaves to keep, without links of headings to themselves and lines of bars only."""
    wordless = np.flatnonzero(keep & (tree.leaf_words == 0)).tolist()
    marks = {i: mark for i in wordless if _MARK.fullmatch(mark := texts[i].strip())}
    if not marks:
        return keep
    keep = keep.copy()
    in_heading = tree.below(*_HEADINGS)[tree.leaves] & tree.in_link[tree.leaves]
    verbatim = tree.below(*_VERBATIM)[tree.leaves]
    verbatim |= tree.below(*_CELLS)[tree.leaves] & leaves_in_tables(tree)
    lines: dict[int, bool] = {}
    for i, mark in marks.items():
        if in_heading[i] and mark in _PERMALINK:
            keep[i] = False
        elif not verbatim[i] and _SEPARATOR.fullmatch(mark):
            line = int(tree.line[i])
            if line not in lines:
                first, last = np.searchsorted(tree.line, (line, line + 1))
                lines[line] = not tree.leaf_words[first:last][keep[first:last]].any()
            if lines[line]:
                keep[i] = False
    return keep
