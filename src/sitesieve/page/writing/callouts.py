"""Callouts: boxes that warn or advise, by the names that generators of documents give them."""

import re

import numpy as np
import numpy.typing as npt

from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.page.writing.markup_things import Callout, CalloutTitle, LeftOut

_KIND = {  # GitHub has five; others mean one of them
    **dict.fromkeys(
        "note info information seealso abstract summary example question".split(), "note"
    ),
    **dict.fromkeys("tip hint success check done pro-tip".split(), "tip"),
    **dict.fromkeys("important todo".split(), "important"),
    **dict.fromkeys("warning warn attention deprecated".split(), "warning"),
    **dict.fromkeys("caution danger error bug failure critical".split(), "caution"),
}
_BOX = re.compile(
    rb"^(?:div|aside|section|blockquote|p|details) class=(?:[^ ]*,)?(?:(?:[a-z]+-)?admonition|"
    rb"admonitionblock|callout|markdown-alert|notecard|custom-block|alert|note|tip|warning|caution|"
    rb"important|danger|hint)(?=[, ]|$)"
)
_TAGS = [TAG_ID[name] for name in "div aside section blockquote p details".split()]
_TITLE = re.compile(r" class=(?:[^ ]*,)?[\w-]*(?:title|heading|label)(?=[, ]|$)")
_CLASSES = re.compile(r" class=([^ ]*)")
Thing = Callout | CalloutTitle | LeftOut
_MOST = 0.5  # of what is kept: what holds more is the page


def callouts_of(tree: PageTree, keep: npt.NDArray[np.bool_]) -> dict[int, Thing]:
    """The callouts of which something is kept, by element, and their titles; those that say no
    more than the kind are left out."""
    words = np.concatenate([[0], np.cumsum(tree.leaf_words * keep)])
    blocks = tree.tagged(*_TAGS)
    blocks = blocks[words[tree.leaf_start[blocks]] < words[tree.leaf_start[tree.end[blocks]]]]
    boxes = tree.outermost(tree.looking_like(_BOX, blocks).tolist())
    things: dict[int, Thing] = {}
    for box in boxes:
        first, last = int(tree.leaf_start[box]), int(tree.leaf_start[tree.end[box]])
        kept = int(words[last] - words[first])
        kind = _kind(tree, box)
        if kind and 0 < kept <= _MOST * words[-1]:
            things[box] = Callout(kind)
            title = _title(tree, box)
            if title < 0:
                continue
            alone = words[int(tree.leaf_start[tree.end[title]])] - words[first] == kept
            repeats = _letters(tree.text_of(title)) == kind and not alone
            things[title] = LeftOut() if repeats else CalloutTitle()
    return things


def _kind(tree: PageTree, box: int) -> str:
    classes = _CLASSES.search(tree.presentation(box))
    names = classes[1].lower().split(",") if classes else []
    for name in names:
        for part in (name, name.rpartition("-")[2]):
            if part in _KIND:
                return _KIND[part]
    if "alert" in names:
        return ""  # of no kind: a message of the program
    title = _title(tree, box)
    return _KIND.get(_letters(tree.text_of(title)), "note") if title > 0 else "note"


def _title(tree: PageTree, box: int) -> int:
    """The element that is the title of a callout, at its start; -1 for none."""
    node, first = box + 1, tree.leaf_start[box]
    while node < tree.end[box] and tree.leaf_start[node] == first:
        if tree.leaf_start[tree.end[node]] > first and _TITLE.search(tree.presentation(node)):
            return node
        node += 1
    return -1


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text[:40].lower()))
