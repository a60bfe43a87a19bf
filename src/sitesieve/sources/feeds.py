"""Feeds as pages: each item of RSS, Atom or RDF, with its own address, title, date and author.

An item becomes a small page of HTML that says these of itself, so all that reads pages reads it.
A feed that is broken somewhere gives the items before that, and a failure.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape, unescape
from html.entities import html5

from sitesieve.errors import PageError, Reason
from sitesieve.page.addresses import absolute
from sitesieve.page.decode import decode
from sitesieve.page.not_pages import begins_as_feed
from sitesieve.page.page import Page
from sitesieve.page.urls import site_of
from sitesieve.sources.items import Failure, Item

_DECLARATION = re.compile(r"<\?xml[^>]*\?>")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31});")
_BARE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)")  # as in Q&A
_VERBATIM = re.compile(r"(<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z))", re.DOTALL)
_PROLOG = re.compile(
    r"(?:\s++|<\?(?:[^?]|\?(?!>))*+\?>|<!--(?:[^-]|-(?!->))*+-->"
    r"|<!DOCTYPE[^>\[]*+(?:\[(?:[^\]\"']|\"[^\"]*\"|'[^']*')*+\]?\s*+)?>?)*+",
    re.IGNORECASE,
)
_OF_XML = frozenset(("amp", "lt", "gt", "quot", "apos"))
_LONGEST_NAME = 500
_TAG = re.compile(r"<[^<>]*>")
_HAS_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_BASE = "{http://www.w3.org/XML/1998/namespace}base"
_BASE_VOCABULARIES = ("atom", "rss")  # others too have titles and contents: of pictures


@dataclass(slots=True)
class _Channel:
    """What a feed says of all its items."""

    name: str = ""
    language: str = ""
    author: str = ""
    base: str = ""  # what addresses start from
    home: str = ""  # the page that the feed belongs to


@dataclass(slots=True)
class _Entry:
    """An item as it is read."""

    title: str = ""
    links: dict[str, str] = field(default_factory=dict)  # by what they are
    date: str = ""
    modified: str = ""
    authors: list[str] = field(default_factory=list)
    content: str = ""
    summary: str = ""


def is_feed(page: Page) -> bool:
    """Whether a page is a feed, by how it begins."""
    html = page.html
    return begins_as_feed(
        html if isinstance(html, bytes) else html[:8192].encode("utf-8", "replace")
    )


def items_of(page: Page) -> Iterator[Item]:
    """The items of a feed as pages, in its order."""
    name = page.name or page.label
    try:
        text = _text_of(page)
    except PageError as error:
        yield Failure(name, error.reason, error.detail, page.url)
        return
    channel = _Channel()
    number = inside = 0  # items read; items that are open
    broken: ET.ParseError | None = None
    try:
        for event, element in _events(text):
            kind = _name(element)
            if event == "start":
                inside += kind in ("item", "entry")
                channel.language = channel.language or element.get(_LANGUAGE, "")
                channel.base = channel.base or element.get(_BASE, "")
            elif kind in ("item", "entry"):
                inside -= 1
                number += 1
                yield _page(_entry(element), channel, page, f"{name}#{number}")
                element.clear()
            elif not inside:
                _note(channel, kind, element)
    except ET.ParseError as error:
        broken = error
    if broken is not None:
        detail = f"a feed that is not well-formed XML after {number} items: {broken}"
        yield Failure(name, Reason.FEED, detail, page.url)
    elif not number:
        yield Failure(name, Reason.EMPTY, "a feed without items", page.url)


def _events(text: str) -> Iterator[tuple[str, ET.Element]]:
    """Elements as they start and end, until XML is broken."""
    parser: ET.XMLPullParser[ET.Element] = ET.XMLPullParser(("start", "end"))
    parser.feed(text)
    for event, element in parser.read_events():  # type: ignore[misc] # of other events too
        if isinstance(element, ET.Element):
            yield str(event), element
    parser.close()


def _text_of(page: Page) -> str:
    limit = page.limits.bytes
    html = page.html[:limit]
    text = decode(html, page.charset).text if isinstance(html, bytes) else html
    text = _NOT_XML.sub("", text).lstrip("\ufeff \t\r\n")
    if declaration := _DECLARATION.match(text):  # its encoding is no longer that of the text
        text = text[declaration.end() :]
    prolog = _PROLOG.match(text)
    if prolog and "<!ENTITY" in prolog[0]:  # a few of them can stand for gigabytes
        raise PageError(Reason.FEED, "a feed that declares entities is not read")
    pieces = _VERBATIM.split(text)  # what XML reads as it is, at odd places
    pieces[::2] = [_BARE.sub("&amp;", _ENTITY.sub(_character, piece)) for piece in pieces[::2]]
    return "".join(pieces)


def _character(entity: re.Match[str]) -> str:
    """An entity that HTML has and XML has not, as its character."""
    return entity[0] if entity[1] in _OF_XML else html5.get(f"{entity[1]};", entity[0])


def _name(element: ET.Element) -> str:
    """What an element is called, without its vocabulary."""
    return str(element.tag).rpartition("}")[2]


def _is_base(element: ET.Element) -> bool:
    """Whether an element is of RSS or Atom itself."""
    vocabulary = str(element.tag).rpartition("}")[0].lower()
    return not vocabulary or any(word in vocabulary for word in _BASE_VOCABULARIES)


def _text(element: ET.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _plain(text: str) -> str:
    """A title or a name, which may be HTML."""
    return " ".join(unescape(_TAG.sub("", text)).split())


def _note(channel: _Channel, kind: str, element: ET.Element) -> None:
    if kind == "title" and _is_base(element) and not channel.name:
        channel.name = _plain(_text(element))
    elif kind == "language" and not channel.language:
        channel.language = _text(element)
    elif kind == "author" and _is_base(element) and not channel.author:
        channel.author = _author(element)
    elif kind == "link" and element.get("rel", "alternate") == "alternate" and not channel.home:
        channel.home = _address(element)


def _entry(item: ET.Element) -> _Entry:
    entry = _Entry()
    for element in item:
        kind, base = _name(element), _is_base(element)
        if kind == "title" and base:
            entry.title = entry.title or _plain(_text(element))
        elif kind == "link":
            entry.links.setdefault(element.get("rel", "alternate"), _address(element))
        elif _is_address(kind, element):
            entry.links.setdefault("guid", _text(element))
        elif kind in ("pubDate", "published", "issued", "date"):
            entry.date = entry.date or _text(element)
        elif kind in ("updated", "modified"):
            entry.modified = entry.modified or _text(element)
        elif kind in ("author", "creator"):
            entry.authors.append(_author(element))
        elif kind == "encoded" or (kind == "content" and base and not element.get("url")):
            entry.content = entry.content or _html(element)
        elif kind in ("description", "summary") and base:
            entry.summary = entry.summary or _html(element)
    return entry


def _is_address(kind: str, element: ET.Element) -> bool:
    """Whether the name that tells an item from others is its address too."""
    if kind == "guid":
        return element.get("isPermaLink", "true").lower() != "false"
    return kind == "id" and _text(element).startswith(("http://", "https://"))


def _address(link: ET.Element) -> str:
    return (link.get("href") or _text(link)).strip()


def _author(element: ET.Element) -> str:
    """The name in an author, who may be given as "mail (name)"."""
    names = [_text(child) for child in element if _name(child) == "name"]
    text = (names[0] if names else _text(element))[:_LONGEST_NAME]
    mailed = re.fullmatch(r"\S+@\S+\s*\((.*)\)", text)
    return _plain(mailed[1] if mailed else "" if re.fullmatch(r"\S+@\S+", text) else text)


def _html(element: ET.Element) -> str:
    """The content of an element as HTML, whether it is elements, HTML as text, or text."""
    if len(element):
        for part in element.iter():
            part.tag = _name(part)
        try:
            inside = [ET.tostring(child, encoding="unicode", method="html") for child in element]
            return escape(element.text or "", quote=False) + "".join(inside)
        except RecursionError:  # nested a thousand deep: its words will do
            return f"<p>{escape(_text(element), quote=False)}</p>"
    text = (element.text or "").strip()
    if element.get("type") not in ("text", "text/plain") and _HAS_TAG.search(text):
        return text
    paragraphs = re.split(r"\n\s*\n", unescape(text))
    return "".join(f"<p>{escape(paragraph, quote=False)}</p>" for paragraph in paragraphs)


def _page(entry: _Entry, channel: _Channel, feed: Page, name: str) -> Page:
    written = entry.links.get("alternate") or entry.links.get("guid")
    base = absolute(channel.base or channel.home, feed.url or "")
    url = absolute(written, base or feed.url or "") if written else None
    if url is not None and "://" not in url:
        url = None
    author = ", ".join(filter(None, entry.authors)) or channel.author
    metas = {
        'name="author"': author,
        'property="article:published_time"': entry.date or entry.modified,
        'property="article:modified_time"': entry.modified,
        'property="og:site_name"': channel.name,
    }
    head = "".join(f'<meta {m} content="{escape(v)}">' for m, v in metas.items() if v)
    language = f' lang="{escape(channel.language)}"' if channel.language else ""
    heading = f"<h1>{escape(entry.title, quote=False)}</h1>" if entry.title else ""
    html = (
        f"<!DOCTYPE html><html{language}><head><title>{escape(entry.title, quote=False)}</title>"
        f"{head}</head><body><article>{heading}{entry.content or entry.summary}</article>"
    )
    site = None if url else feed.site or site_of(base)
    return Page(url, html, site=site, name=name, extra=dict(feed.extra), limits=feed.limits)
