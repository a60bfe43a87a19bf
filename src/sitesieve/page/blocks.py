"""Content blocks: a page cut along its containers (Kao §3.2; thesis §3.2).

In 2002 pages were laid out with tables: every TABLE is a block, a nested one is
a block of its own, and what stands in none is one special block. Pages of today
are cut along their sectioning containers in the same way, but these nest far
deeper than tables ever did. So a container is a block only when enough words are
left to it after the blocks inside it are taken out; otherwise its words belong to
the block around it.
"""

from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import Ints, PageTree

Partition = Literal["auto", "tables", "containers"]

_TABLE = TAG_ID["table"]
_CONTAINERS = [
    TAG_ID[name]
    for name in (
        "article aside details dialog div dl fieldset footer form header main menu nav ol search "
        "section table ul"
    ).split()
]
_IS_CONTAINER = np.zeros(256, np.bool_)  # by tag
_IS_CONTAINER[_CONTAINERS] = True
_LAYOUT = 0.5  # of a page's words; with more in tables, tables are its layout


def blocks_of(tree: PageTree, partition: Partition = "auto", block_words: int = 10) -> Ints:
    """For each node, the element whose block it belongs to; the special block is BODY's, 0.

    With "tables" every TABLE is a block, with "containers" every container that is left
    `block_words` words; "auto" takes tables when half of the words stand in some.
    """
    check_partition(partition, block_words)
    if partition == "tables" or (partition == "auto" and _is_laid_out_in_tables(tree)):
        heads = tree.tag == _TABLE
    else:
        heads = _large_containers(tree, block_words)
    block = np.zeros(len(tree), np.int32)
    nodes = np.flatnonzero(heads)
    for node, end in zip(nodes.tolist(), tree.end[nodes].tolist(), strict=True):
        block[node:end] = node  # inner ones come later
    return block


def check_partition(partition: str, block_words: int) -> None:
    """ValueError when there is no such way to cut a page."""
    if partition not in get_args(Partition):
        names = ", ".join(get_args(Partition))
        raise ValueError(f"the partition must be one of {names}, not {partition!r}")
    if block_words < 1:
        raise ValueError(f"a block must have 1 word or more, not {block_words}")


def _is_laid_out_in_tables(tree: PageTree) -> bool:
    in_table = tree.below(_TABLE)[tree.leaves]
    return int(tree.leaf_words[in_table].sum()) >= max(1, _LAYOUT * len(tree.word_ids))


def _large_containers(tree: PageTree, block_words: int) -> npt.NDArray[np.bool_]:
    """The containers that are left enough words, from the innermost out."""
    heads = _IS_CONTAINER[tree.tag]
    nodes = np.flatnonzero(heads)
    ends = tree.end[nodes].tolist()
    words = (tree.word_start[tree.end[nodes]] - tree.word_start[nodes]).tolist()
    taken = [0] * len(nodes)  # words of the blocks inside each
    around: list[int] = []  # for each container, that around it, or -1
    open_: list[int] = []
    for number, node in enumerate(nodes.tolist()):
        while open_ and ends[open_[-1]] <= node:
            open_.pop()
        around.append(open_[-1] if open_ else -1)
        open_.append(number)
    small = []
    for number in range(len(nodes) - 1, -1, -1):
        if words[number] - taken[number] < block_words:
            small.append(number)
        else:
            taken[number] = words[number]
        if around[number] >= 0:
            taken[around[number]] += taken[number]
    heads[nodes[small]] = False
    return heads
