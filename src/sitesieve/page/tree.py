"""PageTree: a page as flat arrays.

Nodes are numbered in pre-order from BODY (0) down. Elements and texts are
nodes; the text of a page is its leaves in order. A node's subtree is the range
`node … end[node]`, and the words below it the range `word_start[node] …
word_start[end[node]]`, so nothing needs to be walked.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sitesieve.page.limits import Cut, Limits
from sitesieve.page.tags import OTHER, TAG_ID, TAG_NAMES, TEXT

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Link:
    """An `a` or `area` with a target: where it points and the words it shows."""

    node: int
    target: str  # as written on the page
    words: tuple[int, int]  # a range of the page's words


@dataclass(frozen=True, slots=True)
class Image:
    """An image: its node, its source as written, and what it says of itself."""

    node: int
    source: str
    alt: str
    width: str
    height: str
    late: str = ""  # the address that a script would load it from


@dataclass(eq=False)
class PageTree:
    """A parsed page. Made by `encode`; never changed."""

    source: str  # the text that was parsed
    limits: Limits
    cuts: tuple[Cut, ...]
    title: str
    lang: str | None  # what the page declares

    tag: npt.NDArray[np.uint8]
    style: npt.NDArray[np.uint64]  # presentation id: tag and display attributes
    parent: Ints  # -1 for the root
    end: Ints  # one past the last node of the subtree
    word_start: Ints  # n + 1 values: words before each node

    leaves: Ints  # the text nodes, in order
    texts: list[str]  # their texts; white space as on the page, also that which follows
    line: Ints  # the line each leaf stands on: block-level elements and <br> start new ones
    words: list[str]

    anchors: list[tuple[int, str]]  # elements with a target, and the target as written
    images: list[Image]
    frames: list[str]  # addresses of frames and iframes
    base: str  # what the page's addresses are relative to, as written; empty where it is the page

    hiding: Ints  # the elements that are not shown, with what is in them
    marks: dict[int, dict[str, str]]  # what elements say of lists, cells and code

    names: dict[int, str] = field(repr=False, default_factory=dict)  # of OTHER nodes
    text_ordinal: Ints = field(repr=False, default_factory=lambda: np.empty(0, np.int32))

    def __len__(self) -> int:
        return len(self.tag)

    def words_of(self, node: int) -> list[str]:
        """The words below a node."""
        return self.words[self.word_start[node] : self.word_start[self.end[node]]]

    def text_of(self, node: int) -> str:
        """The text below a node, white space collapsed."""
        first, last = self.leaf_start[node], self.leaf_start[self.end[node]]
        return " ".join(" ".join(self.texts[first:last]).split())

    def tag_name(self, node: int) -> str:
        """The element's name, or `#text`."""
        tag = int(self.tag[node])
        return self.names[node] if tag == OTHER else TAG_NAMES[tag]

    @cached_property
    def links(self) -> list[Link]:
        """The links of the page, in order, each with the range of its words."""
        start, end = self.word_start, self.end
        return [
            Link(node, target, (int(start[node]), int(start[end[node]])))
            for node, target in self.anchors
        ]

    @cached_property
    def leaf_start(self) -> Ints:
        """For each node, how many leaves stand before it; n + 1 values."""
        start = np.zeros(len(self) + 1, np.int32)
        np.cumsum(self.tag == TEXT, out=start[1:])
        return start

    @cached_property
    def leaf_words(self) -> Ints:
        """For each leaf, how many words it has."""
        return self.word_start[self.leaves + 1] - self.word_start[self.leaves]

    @cached_property
    def in_link(self) -> npt.NDArray[np.bool_]:
        """For each node, whether it is, or stands inside, a link."""
        return self._inside(np.array([node for node, _ in self.anchors], np.int64))

    @cached_property
    def whole_lines(self) -> npt.NDArray[np.bool_]:
        """For each node, whether its text is whole lines: it shares none with what is around."""
        first, last = self.leaf_start[:-1], self.leaf_start[self.end]
        starts = np.ones(len(self.leaves) + 1, np.bool_)  # whether a line starts at a leaf
        starts[1:-1] = self.line[1:] != self.line[:-1]
        whole: npt.NDArray[np.bool_] = (last > first) & starts[first] & starts[last]
        return whole

    def children(self, node: int) -> list[int]:
        """The children of a node, in order."""
        found = []
        child = node + 1
        while child < self.end[node]:
            found.append(child)
            child = int(self.end[child])
        return found

    def below(self, *tags: int) -> npt.NDArray[np.bool_]:
        """For each node, whether it is, or stands inside, an element of these tags."""
        return self._inside(np.flatnonzero(np.isin(self.tag, tags)))

    def _inside(self, nodes: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """For each node, whether it is, or stands inside, one of these."""
        edges = np.zeros(len(self) + 1, np.int32)
        np.add.at(edges, nodes, 1)
        np.add.at(edges, self.end[nodes], -1)
        inside: npt.NDArray[np.bool_] = np.cumsum(edges[:-1]) > 0
        return inside

    def xpath(self, node: int) -> str:
        """The address of a node in the document a browser builds from the page."""
        if self.tag[node] == TEXT:
            ordinal = self.text_ordinal[self.leaf_start[node]]
            return f"{self.xpath(int(self.parent[node]))}/text()[{ordinal}]"
        steps = []
        while self.parent[node] >= 0:
            name = self.tag_name(node)
            # Names that XPath cannot write are tested as strings.
            test = name if name.replace("-", "").isalnum() else f"*[name()={_quoted(name)}]"
            if not name.isascii() or name[0].isdigit() or name in ("svg", "math"):
                test = f"*[local-name()={_quoted(name)}]"
            steps.append(f"{test}[{self._ordinals[node]}]")
            node = int(self.parent[node])
        return "/".join(["/html", self.tag_name(node), *reversed(steps)])

    @cached_property
    def _ordinals(self) -> list[int]:
        """For each element, its number among the siblings of the same name."""
        seen: dict[tuple[int, str], int] = {}
        ordinals = []
        for node, up in enumerate(self.parent.tolist()):
            key = (up, self.tag_name(node))
            seen[key] = seen.get(key, 0) + 1
            ordinals.append(seen[key])
        return ordinals

    def fully_dropped(self, keep: npt.NDArray[np.bool_]) -> list[int]:
        """The largest subtrees that have text, none of it on the leaves to `keep`.

        What is left when these are cut has exactly the kept leaves. The root
        itself is never cut.
        """
        kept = np.zeros(len(self.leaves) + 1, np.int32)
        np.cumsum(keep, out=kept[1:])
        first, last = self.leaf_start[:-1], self.leaf_start[self.end]
        gone = (last > first) & (kept[last] == kept[first])
        gone[0] = False
        maximal = gone & ~gone[np.maximum(self.parent, 0)]
        return [int(n) for n in np.flatnonzero(maximal)]

    def innermost(self, nodes: Iterable[int]) -> list[int]:
        """For each leaf, the innermost of some nodes that it stands in; -1 for none."""
        inside = [-1] * len(self.leaves)
        at = np.array(sorted(nodes), np.int32)
        firsts, lasts = self.leaf_start[at].tolist(), self.leaf_start[self.end[at]].tolist()
        for node, first, last in zip(at.tolist(), firsts, lasts, strict=True):
            inside[first:last] = [node] * (last - first)
        return inside

    def items_with_text(self, keep: npt.NDArray[np.bool_]) -> list[int]:
        """The list items that have a leaf to `keep` of their own, not in an item inside."""
        items = self.innermost(np.flatnonzero(self.tag == TAG_ID["li"]).tolist())
        return sorted({item for item, kept in zip(items, keep, strict=True) if kept} - {-1})

    def outermost(self, nodes: Iterable[int]) -> list[int]:
        """Those of some nodes that stand inside no other of them, in order."""
        found: list[int] = []
        for node in sorted(set(nodes)):
            if not found or node >= self.end[found[-1]]:
                found.append(node)
        return found


def _quoted(name: str) -> str:
    if '"' not in name:
        return f'"{name}"'
    if "'" not in name:
        return f"'{name}'"
    pieces = ", '\"', ".join(f'"{piece}"' for piece in name.split('"'))
    return f"concat({pieces})"
