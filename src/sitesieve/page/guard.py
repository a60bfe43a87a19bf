"""What must be cut before a page meets the parser.

lexbor takes quadratic time on deeply nested blocks and on elements with very
many attributes: 30,000 nested list items cost it 4 s, 30,000 attributes 1.6 s
(measured). Both are cut here, in linear time, without losing text: tags
beyond the depth cap are dropped but not what they hold, as browsers do.
"""

import re
from collections import Counter
from collections.abc import Iterator

from sitesieve.page.limits import Cut, Limits

_SUSPICIOUS_TAGS = 30_000  # fewer cannot nest deep enough to hurt
_SUSPICIOUS_EQUALS = 30_000  # more attributes than even heavy pages have
_LONG_TAG = 60_000  # bytes
_TAG_OPENS = re.compile(rb"<[a-zA-Z]")
# Formatting elements are opened again in every paragraph until they are closed:
# a thousand open ones become half a million nodes. Those without attributes the
# parser limits by itself.
_FORMATTING = "b big code em font i nobr s small strike strong tt u".split()
_FORMATTING_OPENS = re.compile(rf"<(?:{'|'.join(_FORMATTING)})\s".encode(), re.IGNORECASE)
_SUSPICIOUS_FORMATTING = 900
_MOST_FORMATTING = 32

# A tag as the standard tokenises it, or the start of a comment; possessive, so
# that hostile quoting cannot make it backtrack.
_TAG = re.compile(
    r"""<(?P<end>/?)(?P<name>[a-zA-Z][^\s/>]*+)"""
    r"""(?P<attributes>(?:[^>"'=]++|=\s*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z))?|["'])*+)>?"""
    r"""|<!--"""
)
_ATTRIBUTE = re.compile(
    r"""[\s/]*+(?:=?[^\s=>/]++(?:\s*+=\s*+(?:"[^"]*+"?|'[^']*+'?|[^\s>]*+))?|=)"""
)
_RAW_TEXT_ENDS = {
    name: re.compile(f"</{name}(?=[\\s/>])", re.IGNORECASE)
    for name in "script style textarea title xmp iframe noembed noframes noscript".split()
}

# Elements that the parser closes by itself, or re-opens and limits by itself:
# they cannot build depth on their own.
_SELF_LIMITING = frozenset(
    "area base br col embed hr img input link meta param source track wbr frame "
    "p li dt dd tr td th tbody thead tfoot option rt rp html head body "
    "a b big code em font i nobr s small strike strong tt u script style".split()
)


def guard(utf8: bytes, limits: Limits, scripting: bool = True) -> tuple[bytes, list[Cut]]:
    """Cut what would make the parser slow from a page in UTF-8; say what was cut.

    With `scripting=False` the parser is one that reads what stands in `noscript`.
    """
    tags = utf8.count(b"<")
    depth = tags > _SUSPICIOUS_TAGS
    attributes = _has_long_tag(utf8) or (
        len(utf8) > 4 * _SUSPICIOUS_EQUALS and utf8.count(b"=") > _SUSPICIOUS_EQUALS
    )
    formatting = (
        tags > 2 * _SUSPICIOUS_FORMATTING
        and sum(1 for _ in _FORMATTING_OPENS.finditer(utf8)) > _SUSPICIOUS_FORMATTING
    )
    if not attributes and not depth and not formatting:
        return utf8, []
    cuts: list[Cut] = []
    html = utf8.decode()
    if attributes:
        html, most = _limit_attributes(html, limits.attributes, scripting)
        if most > limits.attributes:
            cuts.append(Cut("attributes", limits.attributes, most))
    if formatting:
        html = _limit_formatting(html, scripting)
    if depth:
        html, deepest = _limit_depth(html, limits.depth, scripting)
        if deepest > limits.depth:
            cuts.append(Cut("depth", limits.depth, deepest))
    return html.encode(), cuts


def _has_long_tag(utf8: bytes) -> bool:
    """Whether a tag is very long; what looks like one inside a script does not count."""
    at = 0
    while at + _LONG_TAG < len(utf8):
        # The last ">" within reach: nearly all of the page is skipped this way.
        closed = utf8.rfind(b">", at, at + _LONG_TAG)
        if closed < 0:
            closed = utf8.find(b">", at + _LONG_TAG)
            closed = len(utf8) if closed < 0 else closed
            opens = _TAG_OPENS.search(utf8, at, closed - _LONG_TAG)
            if opens and utf8.rfind(b"<script", 0, at) <= utf8.rfind(b"</script", 0, at):
                return True
        at = closed + 1
    return False


def _tags(html: str, scripting: bool) -> Iterator[re.Match[str]]:
    """The tags of a page: not what looks like one inside a script or a comment."""
    at = 0
    while tag := _TAG.search(html, at):
        at = tag.end()
        if tag["name"] is None:
            closed = html.find("-->", at)
            at = len(html) if closed < 0 else closed + 3
            continue
        yield tag
        name = tag["name"].lower()
        ends = None if tag["end"] else _RAW_TEXT_ENDS.get(name)
        if name == "noscript" and not scripting:
            continue
        if ends is not None:
            closing = ends.search(html, at)
            at = closing.start() if closing else len(html)


def _limit_attributes(html: str, limit: int, scripting: bool) -> tuple[str, int]:
    pieces: list[str] = []
    written = most = 0
    spread = Counter({"html": 0, "body": 0})  # the parser collects what all of them have
    for tag in _tags(html, scripting):
        name = tag["name"].lower()
        # An attribute takes at least two characters.
        if len(tag["attributes"]) <= 2 * limit and (name not in spread or tag["end"]):
            continue
        found = kept_to = 0
        left = limit - spread.get(name, 0)
        for found, attribute in enumerate(_ATTRIBUTE.finditer(tag["attributes"]), 1):
            if found == left:
                kept_to = attribute.end()
        if name in spread:
            spread[name] += found
        if found > left:
            most = max(most, spread.get(name, found))
            pieces += (html[written : tag.start("attributes") + kept_to], ">")
            written = tag.end()
    return ("".join(pieces) + html[written:] if pieces else html), most


def _limit_formatting(html: str, scripting: bool) -> str:
    kept: Counter[str] = Counter()  # open now, by name
    dropped: Counter[str] = Counter()
    pieces: list[str] = []
    written = 0
    for tag in _tags(html, scripting):
        name = tag["name"].lower()
        if name not in _FORMATTING:
            continue
        open_now = kept if dropped[name] == 0 else dropped
        if not tag["end"]:
            open_now = kept if kept.total() < _MOST_FORMATTING else dropped
            open_now[name] += 1
        elif open_now[name]:
            open_now[name] -= 1
        if open_now is dropped:
            pieces.append(html[written : tag.start()])
            written = tag.end()
    return "".join(pieces) + html[written:]


def _limit_depth(html: str, limit: int, scripting: bool) -> tuple[str, int]:
    stack: list[tuple[str, bool]] = []  # name, and whether its tags stay in the page
    open_by_name: Counter[str] = Counter()
    pieces: list[str] = []
    written = deepest = 0
    for tag in _tags(html, scripting):
        name = tag["name"].lower()
        if name in _SELF_LIMITING:
            continue
        if not tag["end"]:
            stays = len(stack) < limit
            stack.append((name, stays))
            open_by_name[name] += 1
            deepest = max(deepest, len(stack))
        elif open_by_name[name]:
            closed = ""
            while closed != name:  # an end tag closes what was left open inside
                closed, stays = stack.pop()
                open_by_name[closed] -= 1
        else:
            continue
        if not stays:
            pieces += (html[written : tag.start()], " ")  # the texts beside it stay apart
            written = tag.end()
    if deepest <= limit:
        return html, deepest
    return "".join(pieces) + html[written:], deepest
