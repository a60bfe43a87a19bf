"""A cleaned page as XML and as TEI, in the shape that trafilatura's users know."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator

from sitesieve._version import __version__
from sitesieve.cleaning.document import Document
from sitesieve.page.urls import host_of
from sitesieve.sinks.xml_body import fill, fill_paragraphs, xml_text

_NAMESPACE = "http://www.tei-c.org/ns/1.0"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_HOLD_TEXT = frozenset("p head ab hi ref del code item cell quote".split())
_DEEPEST = 20  # steps of indentation


def xml_document(document: Document) -> str:
    """A `doc` whose attributes are the metadata, with `main` and `comments`."""
    root = ET.Element("doc", dict(_attributes(document)))
    fill(ET.SubElement(root, "main"), document.html)
    fill_paragraphs(ET.SubElement(root, "comments"), document.comments)
    return _written(root)


def tei_document(document: Document) -> str:
    """A TEI document: metadata in its header, the page and its comments as divisions."""
    root = ET.Element("TEI", {"xmlns": _NAMESPACE})
    _header(ET.SubElement(root, "teiHeader"), document)
    language = {"xml:lang": xml_text(document.language)} if document.language else {}
    body = ET.SubElement(ET.SubElement(root, "text", language), "body")
    fill(ET.SubElement(body, "div", {"type": "entry"}), document.html, tei=True)
    if document.comments:
        fill_paragraphs(ET.SubElement(body, "div", {"type": "comments"}), document.comments)
    return _written(root)


def _attributes(document: Document) -> Iterator[tuple[str, str]]:
    """The metadata of a page by the names that trafilatura gives them, and ours for the rest."""
    values = {
        "sitename": document.site_name or document.site,
        "title": document.title,
        "author": document.author,
        "date": document.date,
        "modified": document.modified,
        "url": document.url,
        "hostname": host_of(document.url),
        "description": document.description,
        "language": document.language,
        "pagetype": str(document.page_type),
    }
    for name, value in values.items():
        if value:
            yield name, xml_text(value)


def _header(header: ET.Element, document: Document) -> None:
    file = ET.SubElement(header, "fileDesc")
    _title(file, document)
    ET.SubElement(ET.SubElement(file, "publicationStmt"), "p")
    source = ET.SubElement(file, "sourceDesc")
    publisher = document.site_name or document.site
    sigle = ", ".join(filter(None, (publisher, document.date)))
    _text(source, "bibl", ", ".join(filter(None, (document.title, sigle))))
    _text(source, "bibl", sigle, type="sigle")
    full = ET.SubElement(source, "biblFull")
    _title(full, document)
    published = ET.SubElement(full, "publicationStmt")
    _text(published, "publisher", publisher)
    if document.url:
        ET.SubElement(published, "ptr", {"type": "URL", "target": xml_text(document.url)})
    for kind, date in (("published", document.date), ("modified", document.modified)):
        if date:
            _text(published, "date", date, type=kind, when=date)
    profile = ET.SubElement(header, "profileDesc")
    if document.description:
        _text(ET.SubElement(profile, "abstract"), "p", document.description)
    if document.language:
        usage = ET.SubElement(profile, "langUsage")
        _text(usage, "language", document.language, ident=document.language)
    keywords = ET.SubElement(ET.SubElement(profile, "textClass"), "keywords")
    _text(keywords, "term", str(document.page_type), type="pagetype")
    described = ET.SubElement(ET.SubElement(header, "encodingDesc"), "appInfo")
    program = {"version": __version__, "ident": "sitesieve"}
    _text(ET.SubElement(described, "application", program), "label", "sitesieve")


def _title(parent: ET.Element, document: Document) -> None:
    statement = ET.SubElement(parent, "titleStmt")
    _text(statement, "title", document.title, type="main")
    for author in (document.author or "").split(", "):
        if author:
            _text(statement, "author", author)


def _text(parent: ET.Element, name: str, text: str, **values: str) -> None:
    element = ET.SubElement(parent, name, {k: xml_text(v) for k, v in values.items()})
    element.text = xml_text(text)


def _written(root: ET.Element) -> str:
    """A document as text: what holds other elements only has them on lines of their own."""
    pieces = [_DECLARATION]
    # Elements to write, with how deep they are, or None inside of text, where a line more would
    # be a space more; and texts to write as they stand.
    waiting: list[tuple[ET.Element, int | None] | str] = [(root, 0)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            pieces.append(item)
            continue
        element, depth = item
        values = "".join(f' {name}="{_attribute(value)}"' for name, value in element.items())
        text = _escaped(element.text or "")
        if not text and not len(element):
            pieces.append(f"<{element.tag}{values}/>")
            continue
        pieces.append(f"<{element.tag}{values}>{text}")
        below = None if depth is None or element.tag in _HOLD_TEXT else depth + 1
        after: list[tuple[ET.Element, int | None] | str] = []
        for child in element:
            after += [_line(below), (child, below), _escaped(child.tail or "")]
        if len(element) and below is not None:
            after.append(_line(depth))
        waiting += reversed([*after, f"</{element.tag}>"])
    return "".join(pieces)


def _line(depth: int | None) -> str:
    return "" if depth is None else "\n" + "  " * min(depth, _DEEPEST)


def _escaped(text: str) -> str:
    escapes = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
    return text.translate({ord(sign): escape for sign, escape in escapes.items()})


def _attribute(value: str) -> str:
    return _escaped(value).replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;")
