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
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from sitesieve.page.tree import Ints, PageTree
from sitesieve.site.keyed_table import Keys, find
from sitesieve.site.placed_nodes import node_keys, steps, virtual_leaves
from sitesieve.site.tree_options import USUAL_TREES, TreeOptions

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


class Nodes(Protocol):
    """Nodes with their parents: a page, or pages one after the other."""

    @property
    def parent(self) -> Ints:
        """The parent of each, -1 for a root."""

    @property
    def style(self) -> Keys:
        """How each looks."""

    @property
    def tag(self) -> npt.NDArray[np.uint8]:
        """The tag of each."""


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
    tree: Nodes,
    alignment: Alignment = "keyed",
    leaf_height: int = 0,
    merges: Merges = NO_MERGES,
    known: Keys | None = None,
    trees: TreeOptions = USUAL_TREES,
) -> Placing:
    """Find the place of every node.

    A virtual leaf is a node of at most that height whose parent is higher: 1 for the parents of
    texts (thesis §4.2.5), 2 for their grandparents (Yi and Liu §3.3; thesis §4.3.3).
    Preformatted text is a leaf whatever its height, unless `trees` say otherwise: the tokens of a
    program repeat, the program does not.

    With the elements `known` to a site, one that is not known goes to the loose
    element of its tag, where the site has one.
    """
    parent, look = tree.parent, tree.style
    position, rank, children, style, height = steps(parent, look)
    under = look
    if alignment == "exact":
        under, rank = style[np.maximum(parent, 0)], position
    if trees.virtual_root:  # the style of the root is BODY as it looks
        under = np.where(parent < 0, look, under)
    element, kind = node_keys(
        *(parent, look, tree.tag, under, rank),
        *(merges.key, merges.merged_into, merges.loose, int(_LOOSE[0]), known),
        virtual_root=trees.virtual_root,
    )
    tag = tree.tag if trees.whole_code else np.zeros_like(tree.tag)
    leaf, internal = virtual_leaves(parent, tag, height, leaf_height)
    return Placing(parent, element, kind, under, rank, style, children, height, leaf, internal)


@dataclass(frozen=True, slots=True)
class Layout:
    """How the pages of a site are laid over each other."""

    alignment: Alignment = "keyed"
    leaf_height: int = 0
    merges: Merges = NO_MERGES
    known: Keys | None = None
    trees: TreeOptions = USUAL_TREES

    def place(self, tree: PageTree) -> Placing:
        """Where the nodes of a page stand."""
        return place(tree, self.alignment, self.leaf_height, self.merges, self.known, self.trees)


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
