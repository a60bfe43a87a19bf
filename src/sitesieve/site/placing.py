"""Where each node of a page stands in the tree of its site.

Two nodes of two pages are the same *element node* of the site when their keys
are equal. A key follows from the page alone, so pages can be counted in any
order, on any machine, and added up later.

    exact   by the letter (thesis §4.2.1): same position below an equal
            presentation style, all the way up. One more advertisement, and
            everything below its parent is new.
    keyed   same tag and display attributes, and the same number among the
            siblings that share them, all the way up. What is inserted or left
            out leaves its neighbours where they are.
"""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import Ints, PageTree
from sitesieve.site.keyed_table import Keys, find, new_runs

Alignment = Literal["exact", "keyed"]

ROOT = np.uint64(1)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_LOOSE = np.array([0xD1B54A32D192ED03], np.uint64)


def _none() -> Keys:
    return np.empty(0, np.uint64)


@dataclass(frozen=True, slots=True)
class Merges:
    """Element nodes that are one though their keys differ (see `merging`)."""

    key: Keys = field(default_factory=_none)  # in order
    merged_into: Keys = field(default_factory=_none)
    loose: Keys = field(default_factory=_none)  # elements that take any look, in order

    def __call__(self, element: Keys) -> Keys:
        """The elements that these stand for."""
        if not len(self.key):
            return element
        row = find(self.key, element)
        return np.where(row >= 0, self.merged_into[np.maximum(row, 0)], element)


NO_MERGES = Merges()


@dataclass(frozen=True, slots=True)
class Placing:
    """For each node of a page, where it belongs.

    The key of an element follows from its parent's key and the step from there:
    what it is found `under` (the parent's whole style, or the node's own look)
    and its `rank` there.
    """

    parent: Ints  # as on the page
    element: Keys  # the element node of the site's tree
    kind: Keys  # looks from the root down, siblings not told apart: all items of a list are one
    under: Keys
    rank: Keys
    style: Keys  # the presentation style: tag and attributes of the children in order
    children: Ints
    height: Ints  # 0 for what has no children
    leaf: Ints  # the virtual leaf it belongs to, itself or above; -1 for nodes above those
    internal: npt.NDArray[np.bool_]  # above the virtual leaves


def place(
    tree: PageTree,
    alignment: Alignment = "keyed",
    leaf_height: int = 0,
    merges: Merges = NO_MERGES,
    known: Keys | None = None,
) -> Placing:
    """Find the place of every node. A virtual leaf is a node of at most that height.

    With the elements `known` to a site, one that is not known goes to the loose
    element of its tag, where the site has one.
    """
    parent, below = tree.parent, tree.parent[1:]
    children = np.bincount(below, minlength=len(tree)).astype(np.int32)
    depth, height = _depth_and_height(parent)
    position = _count_within(parent.astype(np.int64))
    style = np.zeros(len(tree), np.uint64)
    np.add.at(style, below, mix(tree.style[1:], position[1:]))
    if alignment == "exact":
        under, rank = style[np.maximum(parent, 0)], position
    else:
        under = tree.style
        rank = _count_within(mix(parent.astype(np.uint64), tree.style))

    element, kind = np.zeros(len(tree), np.uint64), np.zeros(len(tree), np.uint64)
    element[:1] = kind[:1] = ROOT
    step = mix(under, rank)
    for here in _by_depth(depth)[1:]:
        kind[here] = mix(kind[parent[here]], tree.style[here])
        above = element[parent[here]]
        found = merges(mix(above, step[here]))
        if known is not None and len(merges.loose):
            loose = loose_key(above, tree.tag[here].astype(np.uint64))
            new = (find(known, found) < 0) & (rank[here] == 0) & (find(merges.loose, loose) >= 0)
            found = np.where(new, loose, found)
        element[here] = found
    leaf, internal = _virtual_leaves(tree, height, leaf_height)
    return Placing(parent, element, kind, under, rank, style, children, height, leaf, internal)


@dataclass(frozen=True, slots=True)
class Layout:
    """How the pages of a site are laid over each other."""

    alignment: Alignment = "keyed"
    leaf_height: int = 0
    merges: Merges = NO_MERGES
    known: Keys | None = None

    def place(self, tree: PageTree) -> Placing:
        """Where the nodes of a page stand."""
        return place(tree, self.alignment, self.leaf_height, self.merges, self.known)


def loose_key(above: Keys, tag: Keys) -> Keys:
    """The key of the loose element of a tag below an element."""
    return mix(above, mix(tag, _LOOSE))


def mix(a: Keys, b: Keys) -> Keys:
    """A 64-bit hash of two, for whole arrays (the finaliser of splitmix64)."""
    x = (a ^ (b + _GOLDEN + (a << _6) + (a >> _2))) + _GOLDEN
    x = (x ^ (x >> _30)) * _FIRST
    x = (x ^ (x >> _27)) * _SECOND
    mixed: Keys = x ^ (x >> _31)
    return mixed


_2, _6, _27, _30, _31 = (np.uint64(n) for n in (2, 6, 27, 30, 31))
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def _count_within(group: npt.NDArray[np.int64] | Keys) -> Keys:
    """For each entry, how many of the same group stand before it."""
    order = np.argsort(group, kind="stable")
    grouped = group[order]
    number = np.arange(len(group))
    start = np.where(new_runs(grouped), number, 0)
    count = np.empty(len(group), np.uint64)
    count[order] = number - np.maximum.accumulate(start)
    return count


def _by_depth(depth: Ints) -> list[npt.NDArray[np.int64]]:
    """The nodes of each level, from the root down."""
    order = np.argsort(depth, kind="stable")
    return np.split(order, np.cumsum(np.bincount(depth))[:-1])


def _depth_and_height(parent: Ints) -> tuple[Ints, Ints]:
    parents = parent.tolist()
    depth, height = [0] * len(parents), [0] * len(parents)
    for node in range(1, len(parents)):
        depth[node] = depth[parents[node]] + 1
    for node in range(len(parents) - 1, 0, -1):
        above = parents[node]
        if height[above] <= height[node]:
            height[above] = height[node] + 1
    return np.array(depth, np.int32), np.array(height, np.int32)


def _virtual_leaves(
    tree: PageTree, height: Ints, leaf_height: int
) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """Virtual leaves (thesis §4.2.5): nodes of at most this height whose parent is higher.

    Preformatted text is a leaf whatever its height: the tokens of a program
    repeat, the program does not.
    """
    parent = tree.parent
    internal = height > leaf_height
    leaf = np.where(internal, -1, np.arange(len(parent))).astype(np.int32)
    for _ in range(leaf_height):  # climb to the highest node that is still low enough
        above = np.where(leaf >= 0, parent[np.maximum(leaf, 0)], -1)
        climbs = (above >= 0) & ~internal[np.maximum(above, 0)]
        leaf = np.where(climbs, above, leaf).astype(np.int32)
    if (tree.tag == TAG_ID["pre"]).any():
        inside = tree.below(TAG_ID["pre"])
        outermost = inside & ~np.where(parent >= 0, inside[np.maximum(parent, 0)], False)
        nearest = np.maximum.accumulate(np.where(outermost, np.arange(len(tree)), -1))
        alone = inside & (leaf != nearest) & ~_within_leaf(leaf, nearest)
        leaf = np.where(alone, nearest, leaf).astype(np.int32)
        internal = internal & ~inside
    return leaf, internal


def _within_leaf(leaf: Ints, nearest: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Whether a node's virtual leaf is around the preformatted text it stands in."""
    return (leaf >= 0) & (leaf < nearest)
