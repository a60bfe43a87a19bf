"""What stays of a page as elements of XML: the names that corpus tools know from trafilatura.

It is made from the HTML that is written of a page, so whatever that can express arrives here.
Two vocabularies share most names; where TEI is stricter, `tei` says so.
"""

import re
import xml.etree.ElementTree as ET
from enum import Enum, auto
from html.parser import HTMLParser
from typing import NamedTuple

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_HIGHLIGHTED = {
    **dict.fromkeys(("b", "strong"), "#b"),
    **dict.fromkeys(("i", "em"), "#i"),
    **{tag: f"#{tag}" for tag in ("u", "sub", "sup")},
}
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_PARAGRAPHS = frozenset("p figcaption summary".split())
_PARTS = frozenset("li dt dd tr td th caption".split())  # they end a part that was only implied
_BLOCKS = _HEADINGS | _PARAGRAPHS | _PARTS | {"ul", "ol", "dl", "blockquote", "pre", "table"}
_LANGUAGE = "language-"


class _Holds(Enum):
    """What may stand inside an element."""

    BLOCKS = auto()  # text only inside of paragraphs
    FLOW = auto()  # text and blocks
    INLINE = auto()
    TEXT = auto()
    ITEMS = auto()
    ROWS = auto()
    CELLS = auto()


class _Open(NamedTuple):
    """An element that is being written."""

    tag: str  # of HTML; empty where the element is only implied
    element: ET.Element
    holds: _Holds


def xml_text(text: str) -> str:
    """A text without characters that XML has no form for."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def fill(parent: ET.Element, html: str, tei: bool = False) -> None:
    """Append the body of a page of HTML to an element, in the form of TEI or without it."""
    body = _Body(parent, tei)
    body.feed(html.partition("<body>")[2].rpartition("</body>")[0])
    body.close()
    body.finish()


def fill_paragraphs(parent: ET.Element, text: str) -> None:
    """Append plain text to an element, a paragraph for each of its own."""
    for paragraph in filter(str.strip, text.split("\n\n")):
        ET.SubElement(parent, "p").text = xml_text(paragraph.strip())


class _Body(HTMLParser):
    """Tells elements of XML by those of HTML. Whatever the nesting, what comes of it is valid."""

    def __init__(self, parent: ET.Element, tei: bool) -> None:
        super().__init__(convert_charrefs=True)
        self._tei = tei
        self._stack = [_Open("", parent, _Holds.BLOCKS)]
        self._terms = 0  # of the list of terms, so far

    def finish(self) -> None:
        while len(self._stack) > 1:
            self._pop()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: xml_text(value or "") for name, value in attrs}
        if self._holds is _Holds.TEXT:
            self._inside_code(tag, values)
        elif tag in _BLOCKS:
            self._leave_inline()
            while tag in _PARTS and not self._stack[-1].tag and len(self._stack) > 1:
                self._pop()
            self._block(tag, values)
        else:
            self._inline(tag, values)

    def handle_endtag(self, tag: str) -> None:
        if any(one.tag == tag for one in self._stack):
            while self._pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        text = xml_text(data)
        if self._holds is not _Holds.TEXT:
            if not text.strip() and self._holds not in (_Holds.INLINE, _Holds.FLOW):
                return
            self._make_room()
        parent = self._stack[-1].element
        if len(parent):
            parent[-1].tail = (parent[-1].tail or "") + text
        else:
            parent.text = (parent.text or "") + text

    @property
    def _holds(self) -> _Holds:
        return self._stack[-1].holds

    def _block(self, tag: str, values: dict[str, str]) -> None:
        holds = self._holds
        if tag == "caption" and holds is _Holds.ROWS:
            self._push(tag, "head", _Holds.INLINE)
        elif tag == "tr" and holds is _Holds.ROWS:
            self._push(tag, "row", _Holds.CELLS)
        elif tag in ("td", "th") and holds is _Holds.CELLS:
            spans = {"cols": values.get("colspan"), "rows": values.get("rowspan")}
            role = {"role": "head"} if tag == "th" else {}
            self._push(tag, "cell", _Holds.FLOW, role | {k: v for k, v in spans.items() if v})
        elif tag == "li" and holds is _Holds.ITEMS:
            self._push(tag, "item", _Holds.FLOW)
        elif tag in ("dt", "dd") and holds is _Holds.ITEMS:
            self._terms += tag == "dt"
            self._push(tag, "item", _Holds.FLOW, {"rend": f"{tag}-{max(1, self._terms)}"})
        else:
            self._make_flow()
            self._flow_block(tag)

    def _flow_block(self, tag: str) -> None:
        if tag in _HEADINGS and self._tei:  # its `head` stands only where a division begins
            self._push(tag, "ab", _Holds.INLINE, {"rend": tag, "type": "header"})
        elif tag in _HEADINGS:
            self._push(tag, "head", _Holds.INLINE, {"rend": tag})
        elif tag in ("ul", "ol", "dl"):
            self._terms = 0
            self._push(tag, "list", _Holds.ITEMS, {"rend": tag})
        elif tag == "blockquote":
            self._push(tag, "quote", _Holds.FLOW)
        elif tag == "table":
            self._push(tag, "table", _Holds.ROWS)
        elif tag == "pre":
            if self._tei:
                self._push(tag, "p", _Holds.INLINE)
            self._push(tag, "code", _Holds.TEXT)
        else:
            self._push(tag, "p", _Holds.INLINE)

    def _inline(self, tag: str, values: dict[str, str]) -> None:
        if tag in _HIGHLIGHTED:
            self._start(tag, "hi", {"rend": _HIGHLIGHTED[tag]})
        elif tag in ("del", "s"):
            self._start(tag, "del", {"rend": "overstrike"})
        elif tag == "code":
            self._start(tag, "code", {}, _Holds.TEXT)
        elif tag == "a" and values.get("href"):
            self._start(tag, "ref", {"target": values["href"]})
        elif tag == "br" and self._holds in (_Holds.INLINE, _Holds.FLOW):
            ET.SubElement(self._stack[-1].element, "lb")
        elif tag == "img" and values.get("src"):
            self._image(values["src"], values.get("alt", ""))

    def _start(
        self, tag: str, name: str, values: dict[str, str], holds: _Holds = _Holds.INLINE
    ) -> None:
        self._make_room()
        self._push(tag, name, holds, values)

    def _image(self, source: str, alt: str) -> None:
        self._make_flow()
        parent = self._stack[-1].element
        if not self._tei:
            ET.SubElement(parent, "graphic", {"src": source} | ({"alt": alt} if alt else {}))
            return
        figure = ET.SubElement(parent, "figure")
        ET.SubElement(figure, "graphic", {"url": source})
        if alt:
            ET.SubElement(figure, "figDesc").text = alt

    def _inside_code(self, tag: str, values: dict[str, str]) -> None:
        if tag == "br":
            self.handle_data("\n")
        elif tag == "code" and values.get("class", "").startswith(_LANGUAGE):
            self._stack[-1].element.set("lang", values["class"].removeprefix(_LANGUAGE))

    def _make_flow(self) -> None:
        """See to it that blocks can stand here: imply an item, a row, a cell."""
        if self._holds is _Holds.ITEMS:
            self._push("", "item", _Holds.FLOW)
        if self._holds is _Holds.ROWS:
            self._push("", "row", _Holds.CELLS)
        if self._holds is _Holds.CELLS:
            self._push("", "cell", _Holds.FLOW)

    def _make_room(self) -> None:
        """See to it that text can stand here."""
        self._make_flow()
        if self._holds is _Holds.BLOCKS:
            self._push("", "p", _Holds.INLINE)

    def _leave_inline(self) -> None:
        while self._holds in (_Holds.INLINE, _Holds.TEXT):
            self._pop()

    def _push(
        self, tag: str, name: str, holds: _Holds, values: dict[str, str] | None = None
    ) -> None:
        element = ET.SubElement(self._stack[-1].element, name, values or {})
        self._stack.append(_Open(tag, element, holds))

    def _pop(self) -> _Open:
        """End an element; one with nothing in it is taken back, but a cell has its place."""
        ended = self._stack.pop()
        element = ended.element
        if not len(element) and not (element.text or "").strip() and element.tag != "cell":
            self._stack[-1].element.remove(element)
        return ended
