"""Text to PageTree: the one function that walks a parsed page.

lexbor builds the tree a browser would build; `encode` walks it once into flat
arrays. Everything else in the project works on those, so a compiled walk can
replace this file without a change elsewhere.
"""

import time
from dataclasses import dataclass, field

import numpy as np
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from sitesieve.errors import PageError, Reason
from sitesieve.page.guard import guard
from sitesieve.page.limits import Cut, Limits
from sitesieve.page.styles import PRESENTATION_ATTRIBUTES, presentation_id
from sitesieve.page.tags import BLOCK_LEVEL, OPAQUE, OTHER, TAG_ID, TEXT, UNSEEN
from sitesieve.page.tree import Image, Link, PageTree
from sitesieve.page.words import has_kana, language_code, tokenize

_WITHOUT_EVENTS = int(LexborDocumentOptions.WO_EVENTS)
_CHECK_CLOCK_EVERY = 4096


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
    leaves: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    text_ordinal: list[int] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    anchors: list[tuple[int, str]] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    nodes: list[list[LexborNode]] = field(default_factory=list)  # with collect=True only


def parse(html: str) -> LexborHTMLParser:
    """The document a browser with scripts would build, before any script has run."""
    return LexborHTMLParser(html, scripting=True, options=_WITHOUT_EVENTS)


def walk_page(html: str, limits: Limits, collect: bool = False) -> Walk:
    """Parse a page and walk it in document order, within the limits."""
    deadline = time.monotonic() + limits.seconds
    source = _writable(html)
    guarded, cuts = guard(source, limits)
    parser = parse(guarded)
    root = parser.body or parser.css_first("frameset") or parser.root
    walk = Walk(source, parser, root, cuts)
    if root is not None:
        _fill(walk, root, limits, deadline, collect)
    return walk


def _writable(html: str) -> str:
    """The text without NULs, which browsers drop, and lone surrogates, which UTF-8 has not."""
    if "\0" in html:
        html = html.replace("\0", "")
    try:
        html.encode()
    except UnicodeEncodeError:
        return html.encode("utf-8", "replace").decode()
    return html


def _fill(walk: Walk, root: LexborNode, limits: Limits, deadline: float, collect: bool) -> None:
    tags, styles, parents = walk.tag, walk.style, walk.parent
    leaves, texts, names = walk.leaves, walk.texts, walk.names
    index_of: dict[int, int] = {}  # parser's node -> ours; nodes not in it are unseen
    depth: list[int] = []
    block: list[int] = []  # nearest block-level ancestor, or itself
    text_nodes: dict[int, int] = {}  # parent -> text nodes in it so far, as XPath counts them
    breaks = line = 0
    last_block, last_breaks = -1, -1
    too_deep = 0
    beyond: dict[int, int] = {}  # real depth of the nodes beyond the cap
    next_check = min(_CHECK_CLOCK_EVERY, limits.nodes)
    for node in root.traverse(include_text=True):
        tag = node.tag
        number = len(tags)
        if number >= next_check:
            if number >= limits.nodes:
                found = sum(1 for _ in root.traverse(include_text=True))
                walk.cuts.append(Cut("nodes", limits.nodes, found))
                break
            if time.monotonic() > deadline:
                raise PageError(Reason.TOO_SLOW, f"took more than {limits.seconds:g} s")
            next_check = min(next_check + _CHECK_CLOCK_EVERY, limits.nodes)
        above = node.parent
        up = index_of.get(above.mem_id, -1) if above is not None else -1
        if up < 0 and number:
            continue  # inside something unseen or opaque

        if tag == "-text":
            text = node.text_content or ""
            nth = text_nodes[up] = text_nodes.get(up, 0) + 1
            blank = not text.strip()
            joins = leaves and leaves[-1] == number - 1 and parents[-1] == up
            if joins or (blank and texts):
                if not blank:
                    texts[-1] += text  # text on both sides of a comment is one text
                elif not texts[-1][-1:].isspace():
                    texts[-1] += " "
                if joins and collect:
                    walk.nodes[-1].append(node)
                continue
            if blank:
                continue
            if block[up] != last_block or breaks != last_breaks:
                line += 1
                last_block, last_breaks = block[up], breaks
            leaves.append(number)
            texts.append(text)
            walk.line.append(line)
            walk.text_ordinal.append(nth)
            tags.append(TEXT)
            styles.append(_TEXT_STYLE)
            parents.append(up)
            depth.append(0)
            block.append(block[up])
            if collect:
                walk.nodes.append([node])
            continue

        if tag is None or tag in UNSEEN or tag[0] in "-!":  # comments and the like
            continue
        level = depth[up] + 1 if up >= 0 else 0
        if level >= limits.depth and above is not None:
            # Flatten: what it holds belongs to the last node in reach.
            index_of[node.mem_id] = up
            real = beyond[node.mem_id] = beyond.get(above.mem_id, level) + 1
            too_deep = max(too_deep, real)
            if texts and not texts[-1][-1:].isspace():
                texts[-1] += " "
            continue
        if tag not in OPAQUE:
            index_of[node.mem_id] = number
        attributes = node.attributes
        if attributes:
            shown = [pair for pair in attributes.items() if pair[0] in PRESENTATION_ATTRIBUTES]
            styles.append(presentation_id(tag, *shown))
            _note(walk, tag, number, attributes)
        else:
            styles.append(presentation_id(tag))
        known = TAG_ID.get(tag, OTHER)
        if known == OTHER:
            names[number] = tag
        tags.append(known)
        parents.append(up)
        depth.append(level)
        if tag in BLOCK_LEVEL:
            block.append(number)
            breaks += 1
        else:
            block.append(block[up] if up >= 0 else number)
            if tag == "br":
                breaks += 1
        if collect:
            walk.nodes.append([node])
    if too_deep and not any(cut.cap == "depth" for cut in walk.cuts):
        walk.cuts.append(Cut("depth", limits.depth, too_deep))


_TEXT_STYLE = presentation_id("#text")


def _note(walk: Walk, tag: str, number: int, attributes: dict[str, str | None]) -> None:
    if tag in ("a", "area"):
        if target := attributes.get("href"):
            walk.anchors.append((number, target.strip()))
    elif tag == "img":
        get = attributes.get
        # Pages that load images late keep the address in data-src.
        source = get("src") or get("data-src") or ""
        walk.images.append(
            Image(number, source, get("alt") or "", get("width") or "", get("height") or "")
        )
    elif tag in ("iframe", "frame") and (source := attributes.get("src") or ""):
        walk.frames.append(source)


def _tree(walk: Walk, limits: Limits) -> PageTree:
    count = len(walk.tag)
    end = list(range(1, count + 1))
    parent = walk.parent
    for node in range(count - 1, 0, -1):
        if end[parent[node]] < end[node]:
            end[parent[node]] = end[node]

    japanese = has_kana(walk.texts)
    words: list[str] = []
    words_at = np.zeros(count + 1, np.int32)
    for leaf, text in zip(walk.leaves, walk.texts, strict=True):
        before = len(words)
        words += tokenize(text, japanese)
        words_at[leaf + 1] = len(words) - before
    word_start = np.cumsum(words_at, dtype=np.int32)

    links = [
        Link(node, target, (int(word_start[node]), int(word_start[end[node]])))
        for node, target in walk.anchors
    ]
    html, title = walk.parser.root, walk.parser.css_first("title")
    return PageTree(
        source=walk.source,
        limits=limits,
        cuts=tuple(walk.cuts),
        title=" ".join(title.text().split()) if title is not None else "",
        lang=language_code(html.attributes.get("lang") if html is not None else None),
        tag=np.array(walk.tag, np.uint8),
        style=np.array(walk.style, np.uint64),
        parent=np.array(parent, np.int32),
        end=np.array(end, np.int32),
        word_start=word_start,
        leaves=np.array(walk.leaves, np.int32),
        texts=walk.texts,
        line=np.array(walk.line, np.int32),
        words=words,
        links=links,
        images=walk.images,
        frames=walk.frames,
        names=walk.names,
        text_ordinal=np.array(walk.text_ordinal, np.int32),
    )
