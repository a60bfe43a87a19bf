"""What is served as a page and is none: feeds, sitemaps, JSON, scripts, style sheets, text.

One look at how a document begins is enough for all that begin with a tag, as pages do. Whatever is
not clearly something else is a page: also XHTML, HTML behind an XML declaration, and HTML that has
text or the output of a program in front.
"""

import json
import re

from sitesieve.errors import PageError, Reason
from sitesieve.page.decode import magic_of
from sitesieve.page.tags import ALL_TAG_NAMES

_LOOKED_AT = 4096  # bytes
_FIRST_TAG = 65_536  # bytes in which a page has a tag, however much text is in front
_PROLOG = re.compile(
    rb"""(?:\s++|\xef\xbb\xbf|<\?[^>]*+>|<!--(?:-?>|(?:[^-]|-(?!-!?>))*+--!?>)
    |<!DOCTYPE[^>\[]*+(?:\[[^\]]*+\]\s*+)?>)*+""",
    re.IGNORECASE | re.VERBOSE,
)
_ROOT = re.compile(rb"<(?:[\w.-]+:)?(rss|feed|rdf|urlset|sitemapindex)(?=[\s/>])", re.IGNORECASE)
_RSS_IN_RDF = (b"purl.org/rss/", b"/rdf/simple/0.9")
_TAG = re.compile(
    rb"<(?:!doctype|/?(?:%s))(?=[\s/>])"
    % "|".join(["html", *(name for name in ALL_TAG_NAMES if name[0] != "#")]).encode(),
    re.IGNORECASE,
)
_JSON = re.compile(
    rb"""\{\s*+(?:\}|"(?:[^"\\\n]|\\.){0,500}+"\s*+:)  # an object: a name and a colon
    |\[\s*+(?:\]\s*+\Z|\[|\{\s*+"|"(?:[^"\\\n]|\\.){0,500}+"\s*+,|-?\d[\d.eE+-]*+\s*+,)""",
    re.VERBOSE,
)
_COMMENTS = re.compile(rb"(?:\s++|/\*(?:[^*]|\*(?!/))*+\*/|//[^\n]*+\n)*+")
_SCRIPT = re.compile(
    rb"""['"]use\ strict['"] | [;!+(\s]*+(?:async\s++)?function\b\s*+[\w$]*+\s*+\(
    | [;!(]*+[\w$,\s]*+\)?\s*+=>\s*+[{(]
    | (?:var|let|const)\s++[\w$]++\s*+[=,;] | import\s*+[^;'"<]{0,300}+['"][^'"\n]*+['"]\s*+[;\n]
    | (?:window|document|self|globalThis|jQuery|\$)\s*+(?:\.\s*+[\w$]|\(|\[)
    | define\s*+\( | [\w$.]++\s*+\(\s*+[\[{]\s*+["{\[]""",
    re.VERBOSE,
)
_STYLE_SHEET = re.compile(
    rb"""@(?:charset|import|media|font-face|namespace|keyframes|supports|layer|page)\b
    | [^<{};]{1,400}\{\s*(?:/\*[^*]*\*/\s*)?[-\w]+\s*:[^{};<]+[;}]""",
    re.VERBOSE,
)
_REFERENCE = re.compile(rb"&(?:#\d+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);")
_QUOTES = b"'\"`"


def refuse_others(utf8: bytes) -> None:
    """Raise `PageError`, with a reason of its own, for what is no page."""
    start = _PROLOG.match(utf8, 0, _LOOKED_AT)
    at = start.end() if start else 0
    if utf8[at : at + 1] == b"<":
        kind = _kind_of_root(utf8, at)
    else:  # behind a declaration or a comment, text is that of a page
        kind = None if b"<" in utf8[:at] else _kind_of_text(utf8, at)
    if kind is not None:
        raise PageError(*kind)


def begins_as_feed(data: bytes) -> bool:
    """Whether bytes, in whatever encoding, begin as RSS, Atom or RDF with RSS in it does."""
    head = data[: 2 * _LOOKED_AT].lstrip(b"\xff\xfe")
    ascii_bytes = head.replace(b"\0", b"")  # as UTF-16 has them
    start = _PROLOG.match(ascii_bytes)
    kind = _kind_of_root(ascii_bytes, start.end() if start else 0)
    return kind is not None and kind[0] is Reason.FEED


def _kind_of_root(utf8: bytes, at: int) -> tuple[Reason, str] | None:
    root = _ROOT.match(utf8, at)
    if root is None:
        return None
    name = root[1].lower()
    if name in (b"urlset", b"sitemapindex"):
        return Reason.SITEMAP, "a sitemap, which lists addresses"
    if name == b"rdf" and not any(rss in utf8[:_LOOKED_AT] for rss in _RSS_IN_RDF):
        return None
    form = {b"rss": "an RSS feed", b"feed": "an Atom feed", b"rdf": "an RSS feed"}[name]
    return Reason.FEED, f"{form}, not a page (`sitesieve clean --feeds` takes its items)"


def _kind_of_text(utf8: bytes, at: int) -> tuple[Reason, str] | None:
    """What a document is that begins with something else than a tag."""
    head = utf8[at : at + _LOOKED_AT]
    if (what := magic_of(head)) is not None:
        return Reason.BINARY, f"the bytes are {what}, not a page"
    if _JSON.match(head) and not _html_follows(head):
        return Reason.JSON, "JSON, not a page"
    comments = _COMMENTS.match(utf8, at)
    code = comments.end() if comments else at
    end = code + _LOOKED_AT
    tag = _TAG.search(utf8, code, code + _FIRST_TAG)
    # Scripts may write HTML: then the first tag stands in quotes.
    if (tag is None or utf8[tag.start() - 1] in _QUOTES) and _SCRIPT.match(utf8, code, end):
        return Reason.SCRIPT, "a script, not a page"
    if tag is None and _STYLE_SHEET.match(utf8, code, end):
        return Reason.STYLE_SHEET, "a style sheet, not a page"
    # One line may be a piece of a page, as may be what has a character by its name.
    text = utf8[at : at + _FIRST_TAG]
    tag = tag or _TAG.search(text)
    if tag is None and b"\n" in text.strip() and not _REFERENCE.search(text):
        return Reason.PLAIN_TEXT, "lines of text without a tag: it is plain text already"
    return None


def _html_follows(head: bytes) -> bool:
    """Whether a value of JSON ends soon and a tag comes next: a page with output in front."""
    text = head.decode("utf-8", "replace")
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return False
    return text[end:].lstrip().startswith("<")
