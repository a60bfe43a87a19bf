"""A small element tree that renders to HTML and to truth in one walk.

Because one walk writes both, the page and its truth cannot disagree. A
`kind=` on an element holds for everything below it, until an element below
says otherwise.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape

from sitesieve.cleaning.kinds import Kind
from sitesieve.sample.model import TruthBlock

VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source"})
UNSEEN = frozenset({"script", "style", "template", "noscript", "svg", "title", "iframe"})
RAW = frozenset({"script", "style", "noscript", "iframe"})
INLINE = frozenset(
    {"a", "b", "em", "i", "strong", "span", "font", "small", "u", "time", "label", "button"}
    | {"abbr", "cite", "option", "sup", "img", "input", "title", "code", "q", "td", "th"}
)
CELLS = frozenset({"td", "th"})


@dataclass(slots=True)
class Element:
    """One tag. `close=False` leaves the end tag out, as old pages do."""

    tag: str
    attributes: dict[str, str]
    children: list["Node"]
    kind: Kind | None = None
    close: bool = True


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment: in the HTML, never in the truth."""

    text: str


Node = Element | Comment | str
Child = Node | None | Iterable["Child"]


def el(
    tag: str,
    *children: Child,
    kind: Kind | None = None,
    close: bool = True,
    **attributes: str | int | None,
) -> Element:
    """Build an element. `class_` and `for_` lose the underscore, `a_b` becomes `a-b`."""
    named = {
        name.rstrip("_").replace("_", "-"): str(value)
        for name, value in attributes.items()
        if value is not None
    }
    return Element(tag, named, list(flatten(children)), kind, close)


def flatten(children: Child) -> Iterator[Node]:
    """The nodes of nested lists of children, `None` left out."""
    if children is None:
        return
    if isinstance(children, Element | Comment | str):
        yield children
        return
    for child in children:
        yield from flatten(child)


def between(separator: str, nodes: Iterable[Node]) -> list[Node]:
    """The nodes with a separator text between each two, as in `Home | Shop`."""
    joined: list[Node] = []
    for node in nodes:
        if joined:
            joined.append(separator)
        joined.append(node)
    return joined


@dataclass(slots=True)
class Rendering:
    """The walk's state, and at its end the page and its truth."""

    html: list[str] = field(default_factory=list)
    blocks: list[tuple[int, Kind, list[str]]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    mark: tuple[int, Kind] | None = None

    def walk(self, node: Node, mark: tuple[int, Kind] | None, unseen: bool, raw: bool) -> None:
        """Write one node and all below it."""
        if isinstance(node, Comment):
            self.html.append(f"<!-- {node.text} -->")
            return
        if isinstance(node, str):
            self.html.append(node if raw else escape(node, quote=False))
            if not unseen:
                self.see(node, mark)
            return
        self.flush()
        if node.kind is not None:
            mark = (id(node), node.kind)
        inline = node.tag in INLINE
        self.edge(node.tag, inline)
        self.html.append(f"<{node.tag}{''.join(attribute(*a) for a in node.attributes.items())}>")
        if node.tag in VOID:
            return
        below = unseen or node.tag in UNSEEN or node.tag == "head"
        for child in node.children:
            self.walk(child, mark, below, node.tag in RAW)
        self.flush()
        if node.close:
            self.html.append(f"</{node.tag}>")
        if not inline:
            self.html.append("\n")
        self.edge(node.tag, inline)

    def see(self, text: str, mark: tuple[int, Kind] | None) -> None:
        """Hold visible text until its text node is known to be complete."""
        if mark is None:
            if text.strip():
                raise ValueError(f"visible text without a kind: {text!r}")
            return
        self.text.append(text)
        self.mark = mark

    def flush(self) -> None:
        """End the text node in hand, if any, and add its phrase to the truth."""
        whole = "".join(self.text)
        self.text.clear()
        if not whole or self.mark is None:
            return
        owner, kind = self.mark
        if kind is Kind.CONTENT:
            self.lines[-1:] = [(self.lines[-1] if self.lines else "") + whole]
        phrase = " ".join(whole.split())
        if not phrase:
            return
        if self.blocks and self.blocks[-1][0] == owner:
            self.blocks[-1][2].append(phrase)
        else:
            self.blocks.append((owner, kind, [phrase]))

    def edge(self, tag: str, inline: bool) -> None:
        """A line of main text ends where a block does; table cells share their row's line."""
        if tag in CELLS and self.lines:
            self.lines[-1] += " "
        elif not inline and (not self.lines or self.lines[-1].strip()):
            self.lines.append("")


def attribute(name: str, value: str) -> str:
    """One attribute as it stands in a start tag."""
    return f' {name}="{escape(value)}"'


def render(root: Element, doctype: str) -> tuple[str, tuple[TruthBlock, ...], str]:
    """The page's HTML, its truth blocks in document order, and its main text."""
    rendering = Rendering()
    rendering.walk(root, None, False, False)
    blocks = tuple(TruthBlock(kind, tuple(phrases)) for _, kind, phrases in rendering.blocks)
    lines = (" ".join(line.split()) for line in rendering.lines)
    return doctype + "".join(rendering.html), blocks, "\n".join(line for line in lines if line)
