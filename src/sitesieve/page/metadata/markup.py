"""What elements of the page say by their attributes: microdata, rel, class names, times."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

_MOST = 400  # elements looked at: beyond that a page is a list of other pages
_LONGEST_TEXT = 800  # characters read of an element
_MOST_NODES = 200  # nodes read of it
_LONGEST_NAMES = 500  # characters of class names looked at
_NOT_TEXT = ("style", "script", "noscript")
_ABOVE = 12  # ancestors looked at

_SELECTOR = ", ".join(
    (
        *("time", '[rel~="author" i]'),
        *(f'[itemprop~="{name}" i]' for name in ("author", "datePublished", "dateModified")),
        *('[itemprop~="dateCreated" i]', '[property~="schema:author" i]'),
        *(f'[property~="schema:{name}" i]' for name in ("datePublished", "dateModified")),
        *(f'[class*="{name}" i]' for name in ("author", "byline", "writer", "username")),
        *(f'[class*="{name}" i]' for name in ("date", "publish", "posted", "-meta", "timestamp")),
        *(f'[{name}*="author" i]' for name in ("id", "data-testid")),
        *(f'[{name}*="byline" i]' for name in ("id", "data-testid")),
    )
)
_ELSEWHERE = re.compile(
    r"(?:^|[\s_-])(?:comments?|comment-?list|respond|related|recent|popular|trending|sidebar|widget"
    r"|teasers?|cards?|carousel|recirc\w*|recommend\w*|more-\w+|read-?next|footer|nav|menu|promo"
    r"|newsletter|upsell|reviews?)(?:$|[\s_-])",
    re.IGNORECASE,
)
_BYLINE = re.compile(
    r"(?:^|[\s_-])(?:by-?line|(?:post|entry|article|story|blog)?[_-]*(?:author|writer)s?"
    r"(?:[_-]*(?:name|link|title))?|username|fn)(?:$|[\s_-]|__)",
    re.IGNORECASE,
)
_DATELINE = re.compile(
    r"(?:^|[\s_-])(?:\w*date(?:time|line)?|\w*publish\w*|posted(?:[_-]?on)?|\w*timestamp"
    r"|(?:entry|post|article)-?(?:meta|date|time))(?:$|[\s_-]|__)",
    re.IGNORECASE,
)
_UPDATE = re.compile(r"modif|updat|edit|review", re.IGNORECASE)


@dataclass(slots=True)
class Marked:
    """What the markup of a page says, each in document order."""

    authors: list[str] = field(default_factory=list)  # itemprop or rel: meant for machines
    bylines: list[str] = field(default_factory=list)  # by the name of a class or id
    published: list[str] = field(default_factory=list)  # itemprop
    modified: list[str] = field(default_factory=list)
    times: list[str] = field(default_factory=list)  # time elements
    datelines: list[str] = field(default_factory=list)  # by the name of a class


def read_markup(document: LexborHTMLParser) -> Marked:
    """Go once through the elements that can say something of the page."""
    marked = Marked()
    for node in itertools.islice(document.css(_SELECTOR), _MOST):
        place = _place(marked, node)
        if place is not None and not _stands_elsewhere(node):
            is_name = place is marked.authors or place is marked.bylines
            place.append(_name(node) if is_name else _value(node))
    return marked


def _place(marked: Marked, node: LexborNode) -> list[str] | None:
    """Where what an element says belongs."""
    attributes = node.attributes
    said = f"{attributes.get('itemprop') or ''} {attributes.get('property') or ''}".lower()
    given = ((attributes.get(name) or "") for name in ("class", "id", "data-testid"))
    names = " ".join(name[:_LONGEST_NAMES] for name in given)
    if "datepublished" in said or "datecreated" in said:
        return marked.published
    if "datemodified" in said:
        return marked.modified
    if "author" in said or "author" in (attributes.get("rel") or "").lower().split():
        return marked.authors
    if node.tag == "time":
        return marked.modified if _UPDATE.search(names) else marked.times
    if _BYLINE.search(names):
        return marked.bylines
    if _DATELINE.search(names):
        return marked.modified if _UPDATE.search(names) else marked.datelines
    return None


def _value(node: LexborNode) -> str:
    """What an element stands for: its machine-readable value, else its text."""
    attributes = node.attributes
    return attributes.get("content") or attributes.get("datetime") or _text(node)


def _name(node: LexborNode) -> str:
    """The name in an element that holds an author, which may be a card with more in it."""
    if value := node.attributes.get("content"):
        return value
    inside = itertools.islice(node.traverse(include_text=False), 1, _MOST_NODES)
    named = next(filter(_is_name, inside), None)
    return (named is not None and (named.attributes.get("content") or _text(named))) or _text(node)


def _is_name(node: LexborNode) -> bool:
    """Whether an element inside an author's is the bare name."""
    attributes = node.attributes
    return (
        "name" in (attributes.get("itemprop") or "").lower().split()
        or "fn" in (attributes.get("class") or "").split()
        or "author" in (attributes.get("rel") or "").lower().split()
    )


def _text(node: LexborNode) -> str:
    """The text of an element, as far as it can matter: it may hold the whole page."""
    pieces: list[str] = []
    length = 0
    for inner in itertools.islice(node.traverse(include_text=True), _MOST_NODES):
        above = inner.parent
        if inner.tag == "-text" and (above is None or above.tag not in _NOT_TEXT):
            pieces.append((inner.text_content or "")[:_LONGEST_TEXT])
            length += len(pieces[-1])
            if length >= _LONGEST_TEXT:
                break
    return " ".join(" ".join(pieces).split())


def _stands_elsewhere(node: LexborNode) -> bool:
    """Whether an element belongs to something beside the page's own text."""
    return any(
        above.tag in ("nav", "footer", "aside")
        or _ELSEWHERE.search((above.attributes.get("class") or "")[:_LONGEST_NAMES])
        for above in _ancestors(node)
    )


def _ancestors(node: LexborNode) -> Iterator[LexborNode]:
    above = node.parent
    for _ in range(_ABOVE):
        if above is None or above.tag in ("body", "html", "main", "-undef"):
            return
        yield above
        above = above.parent
