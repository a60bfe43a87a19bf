"""The texts that are kept as they are written: what readers see in their place.

A formula is drawn with dozens of small texts and read as one; line numbers stand beside code and
are no part of it; two boxes beside each other have no space between them in the markup. What is
written of a page, as text or with markup, is written of what comes from here.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitesieve.page.columns import Strings
from sitesieve.page.tags import BLOCK_LEVEL, TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.page.writing.code_lines import ends_of_lines, line_numbers
from sitesieve.page.writing.footnotes import Footnotes, footnotes_of
from sitesieve.page.writing.formulas import Formula, Formulas, formulas_of
from sitesieve.page.writing.gaps import glued, without_copies
from sitesieve.page.writing.ornaments import without_ornaments
from sitesieve.page.writing.raised import raised_texts

_IS_BLOCK = np.zeros(256, np.bool_)
_IS_BLOCK[[TAG_ID[name] for name in BLOCK_LEVEL]] = True
Leaves = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ShownTexts:
    """What is written of the leaves of a page."""

    keep: Leaves
    before: Strings  # the texts of the leaves
    changes: dict[int, str]  # and what is written of some of them
    formulas: dict[int, Formula]  # that stand in the place of leaves
    all_formulas: Formulas
    footnotes: Footnotes

    def text(self, leaf: int) -> str:
        """What is written of a leaf."""
        return self.changes[leaf] if leaf in self.changes else self.before[leaf]


def shown_texts(
    tree: PageTree, keep: Leaves, texts: Strings, *, as_signs: bool = True
) -> ShownTexts:
    """The leaves to keep, and what is written of each. Without `as_signs`, superscripts and
    footnotes are left to the elements that they are."""
    keep = without_ornaments(tree, keep, texts)
    keep = without_copies(tree, keep, texts)
    changes = line_numbers(tree, keep, texts)
    changes |= {
        leaf: texts[leaf] + "\n" for leaf in ends_of_lines(tree, keep, texts) if leaf not in changes
    }
    changes |= {leaf: texts[leaf] + " " for leaf in glued(tree, keep, texts) if leaf not in changes}
    footnotes = footnotes_of(tree, keep, texts) if as_signs else Footnotes()
    if as_signs:
        changes |= raised_texts(tree, texts)
        changes |= footnotes.starts | dict.fromkeys(footnotes.unwritten, "")
    for leaf, label in footnotes.marks.items():
        changes[leaf] = f"[{label}]" + (" " if texts[leaf][-1:].isspace() else "")
    formulas = formulas_of(tree)
    written: dict[int, Formula] = {}
    for (first, last), formula in formulas.drawn.items():
        if keep[first:last].any():
            here = first + int(np.argmax(keep[first:last]))
            after = texts[last - 1]
            for leaf in range(first, last):
                changes[leaf] = ""
            changes[here] = str(formula) + (" " if after[-1:].isspace() else "")
            written[here] = formula
    return ShownTexts(keep, texts, changes, written, formulas, footnotes)


def beside(tree: PageTree, node: int) -> int:
    """The leaf on the same line as an element without text, the one before if there are two;
    -1 where there is none."""
    at = int(tree.leaf_start[node])
    block = _block(tree, node)
    for leaf in (at - 1, at):
        if 0 <= leaf < len(tree.leaves) and _block(tree, int(tree.leaves[leaf])) == block:
            return leaf
    return -1


def _block(tree: PageTree, node: int) -> int:
    node = int(tree.parent[node])
    while node > 0 and not _IS_BLOCK[tree.tag[node]]:
        node = int(tree.parent[node])
    return node
