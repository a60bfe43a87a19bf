"""What stays with what it belongs to, whatever it looks like by itself.

The question that an answer is folded under, the head of a table's row, a term, the one who said
what is quoted and the footnote that a raised number leads to are short, and by themselves look
like buttons and labels. Without them what stays cannot be understood.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from sitesieve.page.paragraphs import Paragraphs
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.page.writing.footnotes import notes_of

_SUMMARY, _DETAILS = TAG_ID["summary"], TAG_ID["details"]
_TERM, _MEANING = TAG_ID["dt"], TAG_ID["dd"]
_QUOTE = TAG_ID["blockquote"]
_SAID_BY = [TAG_ID["footer"], TAG_ID["cite"]]
_HEAD, _ROW = TAG_ID["th"], TAG_ID["tr"]
_FOLLOWERS = [_SUMMARY, _TERM, _QUOTE, _HEAD]
_MOST_TERMS = 5  # that share a meaning
_LONGEST = 40  # words
_LONGEST_NOTE = 150

Kept = npt.NDArray[np.bool_]


def with_belongings(tree: PageTree, paragraphs: Paragraphs, keep: Kept) -> Kept:
    """The paragraphs to keep, and those that belong to them: where most of the words stay that a
    short one belongs to, so does it."""
    of_leaf = paragraphs.of_leaf
    kept_leaves = keep[of_leaf]
    notes = notes_of(tree, kept_leaves)
    if not notes and not any(tree.tag_counts[tag] for tag in _FOLLOWERS):
        return keep
    gone = np.zeros(len(of_leaf) + 1, np.int32)  # before each leaf
    np.cumsum(~kept_leaves, out=gone[1:])
    before = gone[tree.leaf_start]
    followers = list(_followers(tree, before[tree.end] > before[:-1]))
    if not followers and not notes:
        return keep
    words = np.zeros((2, len(of_leaf) + 1), np.int64)  # all, and those kept
    np.cumsum(tree.leaf_words, out=words[0, 1:])
    np.cumsum(tree.leaf_words * kept_leaves, out=words[1, 1:])
    keep = keep.copy()
    for note in notes:
        own = slice(tree.leaf_start[note], tree.leaf_start[tree.end[note]])
        if words[0, own.stop] - words[0, own.start] <= _LONGEST_NOTE:
            keep[of_leaf[own]] = True
    for follower, principal in followers:
        own = slice(tree.leaf_start[follower], tree.leaf_start[tree.end[follower]])
        end = tree.leaf_start[tree.end[principal]]
        total, kept = words[:, end] - words[:, tree.leaf_start[principal]]
        length, length_kept = words[:, own.stop] - words[:, own.start]
        if principal <= follower < tree.end[principal]:  # it is part of what it belongs to
            total, kept = total - length, kept - length_kept
        if 2 * kept > total and length <= _LONGEST:
            keep[of_leaf[own]] = True
    return keep


def _followers(tree: PageTree, loses: Kept) -> Iterator[tuple[int, int]]:
    """Elements that belong to another, and that, of those which lose something."""
    folded = [node for node in tree.tagged(_SUMMARY).tolist() if loses[node]]
    times = Counter(_text(tree, node) for node in tree.tagged(_SUMMARY).tolist()) if folded else {}
    for node in folded:
        # "Show more" again and again is a button.
        if tree.tag[tree.parent[node]] == _DETAILS and times[_text(tree, node)] == 1:
            yield node, int(tree.parent[node])
    for node in tree.tagged(*_SAID_BY).tolist() if tree.tag_counts[_QUOTE] else ():
        if loses[node] and tree.tag[tree.parent[node]] == _QUOTE:
            yield node, int(tree.parent[node])
    for node in tree.tagged(_TERM).tolist():
        if loses[node] and (meaning := _meaning(tree, node)) > 0:
            yield node, meaning
    heads = tree.tagged(_HEAD)
    heads = heads[loses[heads] & (tree.end[heads] < tree.end[tree.parent[heads]])]
    for table in tree.data_tables if len(heads) else ():
        for node in heads[slice(*np.searchsorted(heads, (table, tree.end[table])))].tolist():
            if tree.tag[tree.parent[node]] == _ROW:
                yield node, int(tree.parent[node])


def _text(tree: PageTree, node: int) -> bytes:
    start = tree.leaf_texts.start[tree.leaf_start[[node, tree.end[node]]]]
    return b" ".join(tree.leaf_texts.utf8[slice(*start)].split())


def _meaning(tree: PageTree, term: int) -> int:
    """What is said of a term, right after it or after others like it; 0 for nothing."""
    after, end = int(tree.end[term]), int(tree.end[tree.parent[term]])
    for _ in range(_MOST_TERMS):
        if after < end and tree.tag[after] == _TERM:
            after = int(tree.end[after])
    return after if after < end and tree.tag[after] == _MEANING else 0
