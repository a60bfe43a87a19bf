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
    rb"admonitionblock|(?:[a-z]+-)?callout|markdown-alert|notecard|custom-block|alert|note|tip|warning|caution|"
    rb"important|danger|hint)(?=[, ]|$)"
)
_TAGS = [TAG_ID[name] for name in "div aside section blockquote p details".split()]
_TITLE = re.compile(r" class=(?:[^ ]*,)?[\w-]*(?:title|heading|label)(?:_\w+)?(?=[, ]|$)", re.I)
_BOLD = frozenset((TAG_ID["strong"], TAG_ID["b"]))
_PARAGRAPH, _ASIDE = TAG_ID["p"], TAG_ID["aside"]
# Names that are given to other things as well: they need a label.
_DOUBTFUL = frozenset(("callout", "tip", "important", "hint"))
_LABEL = re.compile(r"\W{0,3}[^\W\d_]+(?: [^\W\d_]+)?\s?:")
_REPEATING = {"info": "note", "information": "note", "hint": "tip"}
_LONGEST_LABEL = 4  # words
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
            title, label = _title(tree, box), _label(tree, box)
            here = title if title > 0 else label
            if here < 0:
                continue
            alone = words[int(tree.leaf_start[tree.end[here]])] - words[first] == kept
            letters = _letters(tree.text_of(here))
            if kind == _REPEATING.get(letters, letters) and not alone:
                things[here] = LeftOut()
            elif title > 0:
                things[title] = CalloutTitle()
    return things


def _kind(tree: PageTree, box: int) -> str:
    classes = _CLASSES.search(tree.presentation(box))
    names = classes[1].lower().split(",") if classes else []
    if not _is_one(tree, box, names):
        return ""
    for name in names:
        around, _, part = name.rpartition("-")
        if around in names and part in _KIND:  # `hint hint-info`
            return _KIND[part]
    for name in names:
        for part in (name, name.rpartition("-")[2]):
            if part in _KIND:
                return _KIND[part]
    if "alert" in names:
        return ""  # of no kind: a message of the program
    title = _title(tree, box)
    return _KIND.get(_letters(tree.text_of(title)), "note") if title > 0 else "note"


def _is_one(tree: PageTree, box: int, names: list[str]) -> bool:
    """Whether a box with these classes is a callout, if its name leaves that open."""
    telling = [name for name in names if name in _DOUBTFUL or name.rpartition("-")[2] in _KIND]
    telling += [name for name in names if re.search("admonition|alert|notecard|custom-block", name)]
    is_sure = any(name not in _DOUBTFUL for name in telling) and tree.tag[box] != _PARAGRAPH
    if is_sure or len(telling) > 1 or tree.tag[box] == _ASIDE:
        return True
    if _title(tree, box) > 0 or _label(tree, box) > 0:
        return True
    first = int(tree.leaf_start[box])
    return _LABEL.match(tree.leaf_texts[first]) is not None


def _label(tree: PageTree, box: int) -> int:
    """The element with the few bold words that a callout begins with; -1 for none."""
    first = int(tree.leaf_start[box])
    node = int(tree.parent[tree.leaves[first]])
    while node > box and tree.tag[node] not in _BOLD:
        node = int(tree.parent[node])
    if node <= box or tree.leaf_start[node] != first:
        return -1
    words = tree.word_start[tree.end[node]] - tree.word_start[node]
    ends = tree.leaf_start[tree.end[node]] < tree.leaf_start[tree.end[box]]
    return node if words <= _LONGEST_LABEL and ends else -1


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
