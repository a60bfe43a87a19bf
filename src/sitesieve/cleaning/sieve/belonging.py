"""What stays with what it belongs to, whatever it looks like by itself.

The question that an answer is folded under, the head of a table's row, a term and the one who
said what is quoted are short, and by themselves look like buttons and labels. Without them what
stays cannot be understood.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from sitesieve.page.paragraphs import Paragraphs
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree

_SUMMARY, _DETAILS = TAG_ID["summary"], TAG_ID["details"]
_TERM, _MEANING = TAG_ID["dt"], TAG_ID["dd"]
_QUOTE = TAG_ID["blockquote"]
_SAID_BY = [TAG_ID["footer"], TAG_ID["cite"]]
_HEAD, _ROW = TAG_ID["th"], TAG_ID["tr"]
_MOST_TERMS = 5  # that share a meaning
_LONGEST = 40  # words

Kept = npt.NDArray[np.bool_]


def with_belongings(tree: PageTree, paragraphs: Paragraphs, keep: Kept) -> Kept:
    """The paragraphs to keep, and those that belong to them: where most of the words stay that a
    short one belongs to, so does it."""
    followers = list(_followers(tree))
    if not followers:
        return keep
    of_leaf = paragraphs.of_leaf
    words = np.zeros((2, len(of_leaf) + 1), np.int64)  # all, and those kept
    np.cumsum(tree.leaf_words, out=words[0, 1:])
    np.cumsum(tree.leaf_words * keep[of_leaf], out=words[1, 1:])
    keep = keep.copy()
    for follower, (first, last) in followers:
        own = slice(tree.leaf_start[follower], tree.leaf_start[tree.end[follower]])
        leaves = [tree.leaf_start[first], tree.leaf_start[last], own.start, own.stop]
        start, end, own_start, own_end = words[:, leaves].T
        inside = first <= follower < last  # what it belongs to is all around it
        total, kept = end - start - (own_end - own_start) * inside
        if 2 * kept > total and own_end[0] - own_start[0] <= _LONGEST:
            keep[of_leaf[own]] = True
    return keep


def _followers(tree: PageTree) -> Iterator[tuple[int, tuple[int, int]]]:
    """Elements that belong to something, and the nodes that this is, from the first to the last."""
    folded = [
        node for node in tree.tagged(_SUMMARY).tolist() if tree.tag[tree.parent[node]] == _DETAILS
    ]
    said = [_text(tree, node) for node in folded]
    times = Counter(said)
    for node, text in zip(folded, said, strict=True):
        if times[text] == 1:  # "Show more" again and again is a button
            yield node, _whole(tree, int(tree.parent[node]))
    if tree.tag_counts[_QUOTE]:
        for node in tree.tagged(*_SAID_BY).tolist():
            if tree.tag[tree.parent[node]] == _QUOTE:
                yield node, _whole(tree, int(tree.parent[node]))
    for node in tree.tagged(_TERM).tolist():
        if (meaning := _meaning(tree, node)) > 0:
            yield node, _whole(tree, meaning)
    tables = tree.data_tables if tree.tag_counts[_HEAD] else {}
    in_table = tree.innermost(tables) if tables else []
    for node in tree.tagged(_HEAD).tolist() if tables else ():
        row, leaf = int(tree.parent[node]), int(tree.leaf_start[node])
        of_data = leaf < len(in_table) and in_table[leaf] >= 0
        if of_data and tree.tag[row] == _ROW and tree.end[node] < tree.end[row]:
            yield node, _whole(tree, row)


def _text(tree: PageTree, node: int) -> bytes:
    start = tree.leaf_texts.start[tree.leaf_start[[node, tree.end[node]]]]
    return b" ".join(tree.leaf_texts.utf8[slice(*start)].split())


def _whole(tree: PageTree, node: int) -> tuple[int, int]:
    return node, int(tree.end[node])


def _meaning(tree: PageTree, term: int) -> int:
    """What is said of a term, right after it or after others like it; 0 for nothing."""
    after, end = int(tree.end[term]), int(tree.end[tree.parent[term]])
    for _ in range(_MOST_TERMS):
        if after < end and tree.tag[after] == _TERM:
            after = int(tree.end[after])
    return after if after < end and tree.tag[after] == _MEANING else 0
