"""What must hold of the HTML and the Markdown that are written of any page."""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from html import unescape
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from selectolax.lexbor import LexborHTMLParser

ELEMENTS = frozenset(
    "html head meta title body p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre figure "
    "figcaption details summary table caption thead tbody tfoot tr td th a img b strong i em u s "
    "del ins sub sup q cite mark small abbr dfn var code ruby rt rp bdi article header time".split()
)
ATTRIBUTES = frozenset(
    "html.lang meta.charset a.href a.rel img.src img.alt ol.start td.colspan td.rowspan "
    "th.colspan th.rowspan code.class time.datetime".split()
)
HARMLESS = re.compile(r"(?:https?|mailto|tel|ftp):|[^:]*(?:[/?#]|$)", re.IGNORECASE)

# As lenient as a reader can be: it lets elements through, and any address as it is written.
READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
READER.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005
READER.normalizeLink = lambda url: url  # type: ignore[method-assign]
_COUNTED = {
    "fence": "pre",
    "hr": "hr",
    "blockquote_open": "blockquote",
    "table_open": "table",
    "heading_open": "heading",
}


def unsafe_in_html(html: str) -> list[str]:
    """Elements, attributes and addresses that have no place in HTML that is safe to show, as a
    browser reads it."""
    faults = []
    for scripting in (True, False):
        root = LexborHTMLParser(html, scripting=scripting).root
        for node in root.traverse(include_text=False) if root is not None else ():
            if node.tag not in ELEMENTS:
                faults.append(f"<{node.tag}>")
            for name, value in node.attributes.items():
                if f"{node.tag}.{name}" not in ATTRIBUTES:
                    faults.append(f"<{node.tag} {name}>")
                if name in ("href", "src") and not HARMLESS.match(value or ""):
                    faults.append(f"{name} {value!r}")
    return faults


def markup_of_text(markdown: str, fragment: str, named: Collection[str] = ()) -> list[str]:
    """What of Markdown is read as an element, a link, an image or a block and is none in the HTML
    of the same page: text that has become markup. The links and images that the page has,
    `named`, are no text: those of a note inside code are in its Markdown alone."""
    page = LexborHTMLParser("<body>" + fragment)
    there = Counter(f"a {_address(link.attributes.get('href'))}" for link in page.css("a"))
    there.update(f"img {_address(image.attributes.get('src'))}" for image in page.css("img"))
    there.update(str(node.tag) for node in page.css("pre, hr, blockquote, table"))
    there["heading"] = len(page.css("h1, h2, h3, h4, h5, h6"))
    read: Counter[str] = Counter()
    has_notes = "[^" in markdown  # which are indented, and hold blocks that items of a list cannot
    for token in _tokens(READER.parse(markdown)):
        if token.type in ("html_block", "html_inline") and token.content != "<br>":
            read[f"element {token.content}"] += 1
        elif (
            token.type == "code_block" and "[^" not in markdown
        ):  # paragraphs of notes are indented
            read["code by indentation"] += 1
        elif token.type == "link_open":
            read[f"a {_address(token.attrGet('href'))}"] += 1
        elif token.type == "image":
            read[f"img {_address(token.attrGet('src'))}"] += 1
        elif token.type in _COUNTED and not has_notes:
            read[_COUNTED[token.type]] += 1
    # A sanitizer drops addresses without a host that could be one.
    lost = len(page.css("a:not([href]), img:not([src])"))
    more = read - there
    harmless = [name for name in more if re.match(r"(?:a|img) https?://", name)][:lost]
    harmless += [f"{tag} {_address(address)}" for tag, address in (n.split(" ", 1) for n in named)]
    return [name for name in more if name not in harmless]


def _address(written: object) -> str:
    return unquote(unescape(str(written or ""))).strip()


def _tokens(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _tokens(token.children or [])
