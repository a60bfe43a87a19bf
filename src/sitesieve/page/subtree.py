"""A part of a page as a page of its own."""

from dataclasses import replace

import numpy as np

from sitesieve.page.columns import AttributeColumns, Strings
from sitesieve.page.tree import Ints, PageTree


def subtree(tree: PageTree, node: int) -> PageTree:
    """An element with what is in it, numbered from 0; addresses are those of the whole page."""
    last = int(tree.end[node])
    first_leaf, last_leaf = int(tree.leaf_start[node]), int(tree.leaf_start[last])
    first_word, last_word = int(tree.word_start[node]), int(tree.word_start[last])
    texts = _cut(tree.leaf_texts, first_leaf, last_leaf)
    before = tree.leaf_texts.start[first_leaf]
    parent = tree.parent[node:last] - node
    parent[0] = -1
    line = tree.line[first_leaf:last_leaf]
    return replace(
        tree,
        tag=tree.tag[node:last],
        look=tree.look[node:last],
        parent=parent,
        end=tree.end[node:last] - node,
        names={at - node: name for at, name in tree.names.items() if node <= at < last},
        hiding=_within(tree.hiding, node, last),
        attribute_columns=_attributes(tree.attribute_columns, node, last),
        leaves=tree.leaves[first_leaf:last_leaf] - node,
        line=line - (line[0] if len(line) else 0),
        text_ordinal=tree.text_ordinal[first_leaf:last_leaf],
        leaf_texts=texts,
        word_start=tree.word_start[node : last + 1] - first_word,
        word_ids=tree.word_ids[first_word:last_word],
        word_begin=tree.word_begin[first_word:last_word] - before,
        word_end=tree.word_end[first_word:last_word] - before,
    )


def _within(nodes: Ints, first: int, last: int) -> Ints:
    return nodes[(nodes >= first) & (nodes < last)] - np.int32(first)


def _cut(strings: Strings, first: int, last: int) -> Strings:
    start = strings.start[first : last + 1]
    return Strings(strings.utf8[start[0] : start[-1]], start - start[0])


def _attributes(columns: AttributeColumns, first: int, last: int) -> AttributeColumns:
    begin, end = np.searchsorted(columns.owner, (first, last)).tolist()
    return AttributeColumns(
        columns.owner[begin:end] - np.int32(first),
        columns.name[begin:end],
        _cut(columns.value, begin, end),
    )
