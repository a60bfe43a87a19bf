"""PageTree: a page as flat arrays, with everything that is asked of a page.

Nodes are numbered in pre-order from BODY (0) down. Elements and texts are
nodes; the text of a page is its leaves in order. A node's subtree is the range
`node … end[node]`, and the words below it the range `word_start[node] …
word_start[end[node]]`, so nothing needs to be walked.

Nothing of it refers to the parser or to this process: a tree can be sent to another one.
Texts, words and values of attributes are kept as UTF-8 with their bounds, and become
strings when somebody reads them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.page.addresses import absolute, short_base, target
from sitesieve.page.ancestors import inside
from sitesieve.page.columns import AttributeColumns, OutsideColumns, Strings
from sitesieve.page.digests import digest_of
from sitesieve.page.head import Head, read_head
from sitesieve.page.hidden import hidden_leaves, hidden_nodes
from sitesieve.page.images import late_address
from sitesieve.page.key_rows import group_rows
from sitesieve.page.limits import Cut
from sitesieve.page.tables import TableSize, data_tables
from sitesieve.page.tags import ALL_TAG_NAMES, OTHER, TAG_ID, TAG_NAMES, TEXT
from sitesieve.page.text_bytes import gathered

Ints = npt.NDArray[np.int32]
_WITH_TARGETS = [TAG_ID["a"], TAG_ID["area"]]
_BASE = ALL_TAG_NAMES.index("base")
_FRAMES = [TAG_ID["frame"], TAG_ID["iframe"]]


@dataclass(frozen=True, slots=True)
class Link:
    """An `a` or `area` with a target: where it points and the words it shows."""

    node: int
    target: str  # as written on the page
    address: str  # where that leads
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

    url: str | None
    cuts: tuple[Cut, ...]
    lang: str | None  # what the page declares
    noscript: int  # about how many bytes of text it has for browsers without scripts
    outside: OutsideColumns = field(repr=False)  # what `head` is read from

    tag: npt.NDArray[np.uint8]
    look: Ints  # how each node looks: an index into the presentations
    looks: Strings = field(repr=False)  # the presentations
    presentation_ids: npt.NDArray[np.uint64]  # their stable ids
    parent: Ints  # -1 for the root
    end: Ints  # one past the last node of the subtree
    names: dict[int, str] = field(repr=False)  # of OTHER nodes
    hiding: Ints  # the elements that are not shown, with what is in them
    attribute_columns: AttributeColumns = field(repr=False)

    leaves: Ints  # the text nodes, in order
    line: Ints  # the line each leaf stands on: block-level elements and <br> start new ones
    text_ordinal: Ints = field(repr=False)  # its number among the texts of its parent
    leaf_texts: Strings = field(repr=False)  # white space as on the page

    word_start: Ints  # n + 1 values: words before each node
    word_ids: npt.NDArray[np.uint64]  # a stable id of each word, in lower case
    word_begin: Ints = field(repr=False)  # in the UTF-8 of the texts
    word_end: Ints = field(repr=False)

    def __getstate__(self) -> dict[str, Any]:
        # What was computed from the arrays can be computed again; one number may come along.
        state = {f.name: getattr(self, f.name) for f in fields(self)}
        return state | {name: vars(self)[name] for name in ("digest",) if name in vars(self)}

    def __len__(self) -> int:
        return len(self.tag)

    @cached_property
    def head(self) -> Head:
        """What the page says of itself: title, meta, links, JSON-LD."""
        return read_head(self.outside)

    @property
    def title(self) -> str:
        """The title that the page gives itself."""
        return self.head.title

    @cached_property
    def digest(self) -> int:
        """The same for pages with the same texts in the same order."""
        return digest_of(self.leaf_texts.joined(b"\n"))

    @cached_property
    def hidden_nodes(self) -> list[int]:
        """The elements that are hidden from readers, with what is in them."""
        return hidden_nodes(self)

    @cached_property
    def hidden_leaves(self) -> npt.NDArray[np.bool_]:
        """For each leaf, whether it is hidden from readers; not to be written to."""
        return hidden_leaves(self)

    @cached_property
    def base(self) -> str:
        """What the addresses on the page are relative to; empty where nobody knows."""
        if not (self.outside.places[:, :1] == _BASE).any():  # no need to read the rest of the head
            return short_base(self.url or "")
        return short_base(absolute(self.head.base, self.url) if self.head.base else self.url or "")

    @property
    def canonical(self) -> str | None:
        """The address by which the page asks to be known."""
        return absolute(self.head.canonical, self.base) if self.head.canonical else None

    @cached_property
    def style(self) -> npt.NDArray[np.uint64]:
        """For each node, the stable id of its presentation."""
        return self.presentation_ids[self.look]

    @cached_property
    def presentations(self) -> list[str]:
        """Tags and display attributes in canonical form: how nodes look, each once."""
        return self.looks.all()

    def presentation(self, node: int) -> str:
        """The tag and the display attributes of a node, in canonical form."""
        return self.looks[int(self.look[node])]

    @cached_property
    def texts(self) -> list[str]:
        """The texts of the leaves; white space as on the page, also that which follows."""
        return self.leaf_texts.all()

    @cached_property
    def words(self) -> list[str]:
        """The words of the page, in lower case."""
        utf8 = self.leaf_texts.utf8
        bounds = zip(self.word_begin.tolist(), self.word_end.tolist(), strict=True)
        if utf8.isascii():
            whole = utf8.decode().lower()
            return [whole[first:last] for first, last in bounds]
        return [utf8[first:last].decode().lower() for first, last in bounds]

    def word(self, number: int) -> str:
        """One word of the page."""
        utf8 = self.leaf_texts.utf8[self.word_begin[number] : self.word_end[number]]
        return utf8.decode().lower()

    def looking_like(
        self, pattern: re.Pattern[bytes], nodes: Ints | None = None, words: Sequence[bytes] = ()
    ) -> Ints:
        """Those of some elements, or all, whose presentation a pattern is found in, in order. With
        `words`, every match has one of them: most pages have none, and are not searched."""
        if words and not any(word in self.looks.utf8 for word in words):
            return np.empty(0, np.int32)
        if nodes is not None and not len(nodes):
            return nodes
        nodes = np.arange(len(self), dtype=np.int32) if nodes is None else nodes
        utf8, start = self.looks.utf8, self.looks.start
        alike = np.zeros(len(start) - 1, np.bool_)
        for look in np.flatnonzero(np.bincount(self.look[nodes])).tolist():
            alike[look] = pattern.search(utf8[start[look] : start[look + 1]]) is not None
        return nodes[alike[self.look[nodes]]]

    def tagged(self, *tags: int) -> Ints:
        """The elements of some tags, in order."""
        some = [tag for tag in tags if self.tag_counts[tag]]
        if not some:
            return np.empty(0, np.int32)
        named = self.tag == some[0]
        for tag in some[1:]:
            named |= self.tag == tag
        return np.flatnonzero(named).astype(np.int32)

    @cached_property
    def tag_counts(self) -> list[int]:
        """How many nodes there are of each tag."""
        counts: list[int] = np.bincount(self.tag, minlength=256).tolist()
        return counts

    def attributes(self, name: str) -> Mapping[int, str]:
        """The values of an attribute, by node, in order."""
        if name not in self._attributes:
            self._attributes[name] = self.attribute_columns.named(name)
        return self._attributes[name]

    def attributes_of(self, node: int) -> dict[str, str]:
        """The attributes of a node."""
        return self.attribute_columns.of(node)

    @cached_property
    def _attributes(self) -> dict[str, dict[int, str]]:
        return {}

    @property
    def link_nodes(self) -> Ints:
        """The elements with a target, in order."""
        return self.targets[0]

    @cached_property
    def anchors(self) -> list[tuple[int, str]]:
        """The elements with a target, and the target as written."""
        nodes, written = self.targets
        return list(zip(nodes.tolist(), map(str.strip, written.all()), strict=True))

    @cached_property
    def images(self) -> list[Image]:
        """The images of the page, in order."""
        return [self.image(n) for n in np.flatnonzero(self.tag == TAG_ID["img"]).tolist()]

    def image(self, node: int) -> Image:
        """What the page says of the image that a node is."""
        attributes = self.attributes_of(node)
        get = attributes.get
        # Pages that load images late keep the address in data-src.
        source = get("src") or get("data-src") or ""
        size = (get("width", ""), get("height", ""))
        return Image(node, source, get("alt", ""), *size, late_address(attributes))

    @cached_property
    def frames(self) -> list[str]:
        """The addresses of frames and iframes, as written."""
        sources = self.attributes("src")
        nodes = np.flatnonzero(np.isin(self.tag, _FRAMES)).tolist()
        return [source for node in nodes if (source := sources.get(node))]

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
        nodes = self.link_nodes
        first, last = self.word_start[nodes].tolist(), self.word_start[self.end[nodes]].tolist()
        return [
            Link(node, written, target(written, self.base), (start, end))
            for (node, written), start, end in zip(self.anchors, first, last, strict=True)
        ]

    @cached_property
    def data_tables(self) -> dict[int, TableSize]:
        """The tables that hold data, by node; not to be written to."""
        return data_tables(self)

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
        return inside(self.end, self.link_nodes)

    @cached_property
    def linked_leaves(self) -> npt.NDArray[np.uint8]:
        """For each leaf, whether it stands inside a link: 0 or 1."""
        return self.in_link[self.leaves].view(np.uint8)

    @cached_property
    def targets(self) -> tuple[Ints, Strings]:
        """The elements with a target, and the targets as they stand in the markup."""
        return self.values("href", *_WITH_TARGETS)

    def values(self, name: str, *tags: int) -> tuple[Ints, Strings]:
        """The elements of these tags that have an attribute, and its values, none empty."""
        columns = self.attribute_columns
        rows = columns.having(name)
        owner = columns.owner[rows]
        named = self.tag[owner] == tags[0]
        for tag in tags[1:]:
            named |= self.tag[owner] == tag
        start, rows = columns.value.start, rows[named]
        texts = gathered(columns.value.utf8, start[rows], start[rows + 1])
        return owner[named], Strings(*texts)

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
        children = []
        child = node + 1
        while child < self.end[node]:
            children.append(child)
            child = int(self.end[child])
        return children

    def below(self, *tags: int) -> npt.NDArray[np.bool_]:
        """For each node, whether it is, or stands inside, an element of these tags."""
        return inside(self.end, self.tagged(*tags))

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
    def _ordinals(self) -> npt.NDArray[np.int64]:
        """For each element, its number among the siblings of the same name, from 1."""
        names = self.tag.astype(np.int64)
        others = {name: len(TAG_NAMES) + i for i, name in enumerate(set(self.names.values()))}
        for node, name in self.names.items():
            names[node] = others[name]
        first, group = group_rows(self.parent.astype(np.int64) + 1, names)
        order = np.argsort(group, kind="stable")
        before = np.cumsum(np.bincount(group, minlength=len(first))) - np.bincount(group)
        ordinals = np.empty(len(self), np.int64)
        ordinals[order] = np.arange(1, len(self) + 1) - before[group[order]]
        return ordinals

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
        outer: list[int] = []
        for node in sorted(set(nodes)):
            if not outer or node >= self.end[outer[-1]]:
                outer.append(node)
        return outer


def _quoted(name: str) -> str:
    if '"' not in name:
        return f'"{name}"'
    if "'" not in name:
        return f"'{name}'"
    pieces = ", '\"', ".join(f'"{piece}"' for piece in name.split('"'))
    return f"concat({pieces})"
