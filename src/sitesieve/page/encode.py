"""Text to PageTree: the one function that walks a parsed page.

lexbor builds the tree a browser would build; `encode` walks it once into flat
arrays. Everything else in the project works on those, so a compiled walk can
replace this file without a change elsewhere.
"""

import itertools
import re
import time
from dataclasses import dataclass, field

import numpy as np
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from sitesieve.errors import PageError, Reason
from sitesieve.page.code_language import code_language
from sitesieve.page.guard import guard
from sitesieve.page.images import late_address
from sitesieve.page.limits import Cut, Limits
from sitesieve.page.noscript import noscript_text
from sitesieve.page.styles import PRESENTATION_ATTRIBUTES, look, presentation_id
from sitesieve.page.tags import BLOCK_LEVEL, OPAQUE, OTHER, TAG_ID, TEXT, UNSEEN
from sitesieve.page.tree import Image, PageTree
from sitesieve.page.words import has_kana, language_code, tokenize_all

_WITHOUT_EVENTS = int(LexborDocumentOptions.WO_EVENTS)
_CHECK_CLOCK_EVERY = 4096
# A page of which scripts build all has it again for browsers without them, and little else.
_SHORT = 4000  # characters of text; pages with more are read as they are
_MUCH_MORE = 4
_APOLOGY = 500  # characters; less only asks for scripts to be allowed
_FRAMESET = re.compile(rb"<frameset", re.IGNORECASE)


def encode(html: str, limits: Limits | None = None) -> PageTree:
    """Parse the text of a page into a `PageTree`.

    Never fails on what the page contains; raises `PageError` only when the
    page takes longer than `limits.seconds`.
    """
    limits = limits or Limits()
    return _tree(walk_page(html, limits), limits)


def walk_again(tree: PageTree) -> "Walk":
    """The walk that made a tree, with the parser's own nodes: for rewriting the page."""
    return walk_page(tree.source, tree.limits, collect=True)


@dataclass(slots=True)
class Walk:
    """The lists that one walk over a parsed page fills."""

    source: str
    parser: LexborHTMLParser
    root: LexborNode | None
    cuts: list[Cut]
    tag: list[int] = field(default_factory=list)
    style: list[int] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    leaves: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    text_ordinal: list[int] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    anchors: list[tuple[int, str]] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    hiding: list[int] = field(default_factory=list)
    marks: dict[int, dict[str, str]] = field(default_factory=dict)
    nodes: list[list[LexborNode]] = field(default_factory=list)  # with collect=True only


def parse(
    utf8: bytes, limits: Limits, scripting: bool = True
) -> tuple[LexborHTMLParser, list[Cut]]:
    """The document a browser with scripts would build, before any script has run.

    Without `scripting`, what stands in `noscript` is part of it.
    """
    guarded, cuts = guard(utf8, limits, scripting)
    return LexborHTMLParser(guarded, scripting=scripting, options=_WITHOUT_EVENTS), cuts


def walk_page(html: str, limits: Limits, collect: bool = False) -> Walk:
    """Parse a page and walk it in document order, within the limits."""
    deadline = time.monotonic() + limits.seconds
    source, utf8 = _writable(html)
    walk = _walked(source, utf8, limits, deadline, collect)
    length = sum(map(len, walk.texts))
    enough = max(_APOLOGY, _MUCH_MORE * length)
    if length < _SHORT and noscript_text(utf8) > enough:
        without = _walked(source, utf8, limits, deadline, collect, scripting=False)
        if sum(map(len, without.texts)) - length > enough:
            return without
    return walk


def _walked(
    source: str,
    utf8: bytes,
    limits: Limits,
    deadline: float,
    collect: bool,
    scripting: bool = True,
) -> Walk:
    parser, cuts = parse(utf8, limits, scripting)
    if time.monotonic() > deadline:
        raise PageError(Reason.TOO_SLOW, f"took more than {limits.seconds:g} s")
    frames = parser.css_first("html > frameset") if _FRAMESET.search(utf8) else None
    root = frames or parser.body or parser.root
    walk = Walk(source, parser, root, cuts)
    if root is not None:
        unseen = UNSEEN if scripting else UNSEEN - {"noscript"}
        _fill(walk, root, limits, deadline, collect, unseen)
    return walk


def _writable(html: str) -> tuple[str, bytes]:
    """The text, and as UTF-8, without NULs, which browsers drop, and lone surrogates."""
    try:
        utf8 = html.encode()
    except UnicodeEncodeError:
        utf8 = html.encode("utf-8", "replace")
        html = utf8.decode()
    if b"\0" in utf8:
        return html.replace("\0", ""), utf8.replace(b"\0", b"")
    return html, utf8


def _fill(
    walk: Walk,
    root: LexborNode,
    limits: Limits,
    deadline: float,
    collect: bool,
    unseen: frozenset[str],
) -> None:
    # The hottest loop of the project: one pass, no calls that can be avoided.
    tags, styles, parents, ends = walk.tag, walk.style, walk.parent, walk.end
    leaves, texts, names = walk.leaves, walk.texts, walk.names
    stack: list[tuple[LexborNode, int, int, int]] = []  # where to go on after a subtree
    up = -1  # our number of the element we are in
    block = -1  # our number of its nearest block-level ancestor, or itself
    nth_text = 0  # text nodes in it so far, as XPath counts them
    breaks = line = deepest = most_attributes = 0
    last_block, last_breaks = -1, -1
    next_check = min(_CHECK_CLOCK_EVERY, limits.nodes)
    node = root
    while True:
        tag = node.tag or "-"
        number = len(tags)
        if number >= next_check:
            if number >= limits.nodes:
                found = sum(1 for _ in root.traverse(include_text=True))
                walk.cuts.append(Cut("nodes", limits.nodes, found))
                break
            if time.monotonic() > deadline:
                raise PageError(Reason.TOO_SLOW, f"took more than {limits.seconds:g} s")
            next_check = min(next_check + _CHECK_CLOCK_EVERY, limits.nodes)

        if tag == "-text":
            text = node.text_content or ""
            nth_text += 1
            blank = not text or text.isspace()
            if texts and (blank or (leaves[-1] == number - 1 and parents[-1] == up)):
                # White space after a text, or text on the other side of a comment.
                texts[-1] += text
                if collect and leaves[-1] == number - 1 and parents[-1] == up:
                    walk.nodes[-1].append(node)
            elif not blank:
                if block != last_block or breaks != last_breaks:
                    line += 1
                    last_block, last_breaks = block, breaks
                leaves.append(number)
                texts.append(text)
                walk.line.append(line)
                walk.text_ordinal.append(nth_text)
                tags.append(TEXT)
                styles.append(_TEXT_STYLE)
                parents.append(up)
                ends.append(number + 1)
                if collect:
                    walk.nodes.append([node])
        elif tag in unseen or tag[0] in "-!":  # "-comment" and the like
            pass
        elif len(stack) >= limits.depth:
            # Flatten: what it holds belongs to the last element in reach.
            deepest = max(deepest, len(stack) + 1)
            if texts and not texts[-1][-1].isspace():
                texts[-1] += " "
            child = node.first_child
            if child is not None and tag not in OPAQUE:
                stack.append((node, up, block, nth_text))
                node = child
                continue
        else:
            attributes = node.attributes
            if len(attributes) > limits.attributes:
                most_attributes = max(most_attributes, len(attributes))
                attributes = dict(itertools.islice(attributes.items(), limits.attributes))
            if attributes:
                shown = [pair for pair in attributes.items() if pair[0] in PRESENTATION_ATTRIBUTES]
                style, hides = look(tag, *shown)
                styles.append(style)
                if hides:
                    walk.hiding.append(number)
            else:
                styles.append(presentation_id(tag))
            if tag in _NOTED:
                _note(walk, tag, number, node, attributes)
            known = TAG_ID.get(tag, OTHER)
            if known == OTHER:
                names[number] = tag
            tags.append(known)
            parents.append(up)
            ends.append(number + 1)
            if collect:
                walk.nodes.append([node])
            is_block = tag in BLOCK_LEVEL
            if is_block or tag == "br":
                breaks += 1
            child = node.first_child
            if child is not None and tag not in OPAQUE:
                stack.append((node, up, block, nth_text))
                up, nth_text = number, 0
                if is_block or block < 0:
                    block = number
                node = child
                continue

        following = node.next if stack else None
        while following is None:
            if len(stack) < 2:  # back at the root
                node = root
                break
            node, above, block, nth_text = stack.pop()
            if above != up:
                ends[up] = len(tags)
                up = above
            elif texts and not texts[-1][-1].isspace():
                texts[-1] += " "  # the end of a flattened element
            following = node.next
        if following is None:
            break
        node = following
    while up >= 0:  # what is still open ends here
        ends[up] = len(tags)
        up = parents[up]
    cut_before = {cut.cap for cut in walk.cuts}  # by the guard
    if deepest and "depth" not in cut_before:
        walk.cuts.append(Cut("depth", limits.depth, deepest))
    if most_attributes and "attributes" not in cut_before:
        walk.cuts.append(Cut("attributes", limits.attributes, most_attributes))


_NOTED = frozenset("a area img iframe frame td th ol pre table dialog".split())
_MARKS = {
    "td": ("colspan", "rowspan"),
    "th": ("colspan", "rowspan"),
    "ol": ("start",),
    "table": ("role",),
}
_TEXT_STYLE = presentation_id("#text")


def _note(
    walk: Walk, tag: str, number: int, node: LexborNode, attributes: dict[str, str | None]
) -> None:
    get = attributes.get
    if tag in _MARKS:
        if attributes and (found := {name: get(name) or "" for name in _MARKS[tag] if get(name)}):
            walk.marks[number] = found
    elif tag in ("a", "area"):
        if target := get("href"):
            walk.anchors.append((number, target.strip()))
    elif tag == "img":
        walk.images.append(
            Image(
                number,
                # Pages that load images late keep the address in data-src.
                get("src") or get("data-src") or "",
                get("alt") or "",
                get("width") or "",
                get("height") or "",
                late_address(attributes),
            )
        )
    elif tag == "pre":
        if language := code_language(node):
            walk.marks[number] = {"language": language}
    elif tag == "dialog":
        if "open" not in attributes and number not in walk.hiding[-1:]:
            walk.hiding.append(number)
    elif source := get("src"):
        walk.frames.append(source)


def _base(walk: Walk) -> str:
    node = walk.parser.head.first_child if walk.parser.head is not None else None
    while node is not None:
        if node.tag == "base" and (address := node.attributes.get("href")):
            return address.strip()
        node = node.next
    return ""


def _title(parser: LexborHTMLParser) -> str:
    for title in parser.css("title"):
        above = title.parent
        while above is not None and above.tag != "svg":  # a drawing has titles of its own
            above = above.parent
        if above is None:
            return " ".join(title.text().split())
    return ""


def _tree(walk: Walk, limits: Limits) -> PageTree:
    count = len(walk.tag)
    words, counts = tokenize_all(walk.texts, has_kana(walk.texts))
    leaves = np.array(walk.leaves, np.int32)
    word_start = np.zeros(count + 1, np.int32)
    word_start[leaves + 1] = counts
    np.cumsum(word_start, out=word_start)

    html = walk.parser.root
    return PageTree(
        source=walk.source,
        limits=limits,
        cuts=tuple(walk.cuts),
        title=_title(walk.parser),
        lang=language_code(html.attributes.get("lang") if html is not None else None),
        tag=np.array(walk.tag, np.uint8),
        style=np.array(walk.style, np.uint64),
        parent=np.array(walk.parent, np.int32),
        end=np.array(walk.end, np.int32),
        word_start=word_start,
        leaves=leaves,
        texts=walk.texts,
        line=np.array(walk.line, np.int32),
        words=words,
        anchors=walk.anchors,
        images=walk.images,
        frames=walk.frames,
        base=_base(walk),
        hiding=np.array(walk.hiding, np.int32),
        marks=walk.marks,
        names=walk.names,
        text_ordinal=np.array(walk.text_ordinal, np.int32),
    )
