"""The kept part of a page as plain text that reads well.

A blank line parts paragraphs and headings; items have a dash and stand in as deep as they
are nested, rows of a table are one line with bars between the cells, empty ones too, code keeps its
indentation, quotes have `>`. None of these marks is a word: the words of the text are
those of the leaves, no more and no less, but for formulas, which are TeX, and the numbers of
footnotes. (That is why items of numbered lists have dashes, too: their numbers are nowhere in
the page.)
"""

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sitesieve.page.columns import Strings
from sitesieve.page.tags import BLOCK_LEVEL, TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.page.writing.plain_text import write_plain
from sitesieve.page.writing.shown_texts import ShownTexts, beside, shown_texts
from sitesieve.page.writing.task_boxes import task_boxes

_MEANING = (  # a bit for each, in the order that `plain_text.pyx` knows
    tuple(BLOCK_LEVEL),
    ("br",),
    ("ul", "ol", "menu", "dir", "dl", "select"),
    ("li",),
    ("blockquote",),
    ("tr",),
    ("td", "th"),
    ("pre", "xmp", "textarea"),
)
_EMOJI = re.compile(rb"^img class=(?:[^ ]*,)?(?:\w*emoji\w*|wp-smiley|smil[ei]y?)(?=[, ]|$)")
_EMOJI_NAMED_SO = (b"emoji", b"smil")
_LONGEST_EMOJI = 16  # characters: families are several signs
_MEANS = np.zeros(256, np.uint8)
for _bit, _names in enumerate(_MEANING):
    _MEANS[[TAG_ID[name] for name in _names]] |= 1 << _bit


def plain_text(
    tree: PageTree, keep: npt.NDArray[np.bool_] | None = None, texts: Sequence[str] | None = None
) -> str:
    """The leaves to `keep`, or all, as text; `texts` replaces the leaves' own."""
    keep = np.ones(len(tree.leaves), np.bool_) if keep is None else keep
    keep, written = plain_leaves(
        tree, keep, tree.leaf_texts if texts is None else Strings.of(texts)
    )
    holds_data = np.zeros(len(tree), np.uint8)
    holds_data[list(tree.data_tables)] = 1
    page = (tree.parent, tree.end, tree.tag, _MEANS, holds_data, tree.leaves, tree.line)
    return write_plain(*page, keep.view(np.uint8), written.utf8, written.start).decode()


def plain_leaves(
    tree: PageTree, keep: npt.NDArray[np.bool_], texts: Strings
) -> tuple[npt.NDArray[np.bool_], Strings]:
    """The leaves that are written, and what is written of each."""
    shown = shown_texts(tree, keep, texts)
    return shown.keep, texts.replaced(shown.changes | _signs(tree, shown))


def _signs(tree: PageTree, shown: ShownTexts) -> dict[int, str]:
    """The texts with signs that only plain text needs: numbers of notes, boxes of tasks, formulas
    and emoji that are pictures."""
    changes: dict[int, str] = {}
    notes = shown.footnotes
    for leaf, sign in notes.alone.items():
        before = shown.text(leaf - 1)[-1:] if leaf else ""
        if before and not before.isspace() and before not in "[(":
            text = shown.text(leaf)
            changes[leaf] = text.replace(text.strip(), f"[{sign}]")
    for node, label in notes.notes.items():
        leaves = range(int(tree.leaf_start[node]), int(tree.leaf_start[tree.end[node]]))
        here = next(leaf for leaf in leaves if leaf in notes.starts)
        changes[here] = f"[{label}] {shown.text(here).lstrip()}"
    for node in notes.asides:
        first, last = int(tree.leaf_start[node]), int(tree.leaf_start[tree.end[node]])
        changes[first] = " (" + shown.text(first).lstrip()
        end = changes.get(last - 1, shown.text(last - 1))
        changes[last - 1] = end.rstrip() + ")" + (" " if end[-1:].isspace() else "")
    for leaf, box in task_boxes(tree, shown.keep).items():
        changes[leaf] = f"[{'x' if box.checked else ' '}] {shown.text(leaf).lstrip()}"
    for node, formula in shown.all_formulas.pictures.items():
        leaf = beside(tree, node)
        if leaf >= 0:
            text = changes.get(leaf, shown.text(leaf))
            before = tree.leaves[leaf] < node
            changes[leaf] = f"{text} {formula} " if before else f" {formula} {text}"
    for node in tree.looking_like(_EMOJI, words=_EMOJI_NAMED_SO).tolist():
        sign = tree.attributes("alt").get(node, "")[:_LONGEST_EMOJI].strip()
        leaf = beside(tree, node)
        # Only after a text, so that several keep their order.
        if leaf >= 0 and tree.leaves[leaf] < node and sign and not sign.isascii():
            changes[leaf] = changes.get(leaf, shown.text(leaf)) + sign
    return changes
