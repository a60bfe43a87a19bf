"""HTML written piece by piece, always well-formed: what a writer of kept text needs to know.

Text comes in runs: what stands between two block-level boundaries. A run becomes a
paragraph where paragraphs can be, and a line elsewhere. Inline elements are opened when
there is text for them, closed at every boundary, and opened again in the next run, so that
a paragraph inside a link, or a list inside a `b`, comes out as HTML that nests.
"""

import re
from dataclasses import dataclass, field
from enum import Enum
from html import escape


class Holds(Enum):
    """What an element holds, and so what becomes of a run of text in it."""

    BLOCKS = "each run a paragraph"
    ITEM = "the first run as it is, others as paragraphs"
    LINES = "runs as lines"
    WORDS = "runs as one line"
    ITEMS = "each run a list item"
    ROWS = "no text"
    CODE = "text as it is"


@dataclass(slots=True)
class _Block:
    holds: Holds
    closes: str
    runs: int = 0
    run_closes: str = ""
    in_run: bool = False  # whether the run that is open has something in it


@dataclass(slots=True, eq=False)
class Inline:
    """An inline element around the text to come."""

    opens: str
    closes: str
    once: bool = False  # a link: not written again in the next run
    only_headings: bool = False  # a link around a heading is the heading's
    written: bool = False


# Markdown lets HTML through: in text, what looks like a tag or an entity must not be one, and
# what looks like a link or an image must not lead anywhere.
_LOOKS_LIKE_MARKUP = re.compile(r"<(?=[a-zA-Z/!?])|&(?=#?\w+;)")
_LOOKS_LIKE_LINK = re.compile(r"\](?=[(\[:])")


@dataclass(slots=True)
class MarkupWriter:
    """Collects the pieces; `markdown` says that they are for a Markdown converter."""

    markdown: bool = False
    out: list[str] = field(default_factory=list)
    _blocks: list[_Block] = field(default_factory=lambda: [_Block(Holds.BLOCKS, "")])
    _inlines: list[Inline] = field(default_factory=list)
    _opened: list[Inline] = field(default_factory=list)
    _space: bool = False
    _breaks: int = 0
    _heading: bool = False

    @property
    def holds(self) -> Holds:
        """What the innermost open block holds."""
        return self._blocks[-1].holds

    def open(self, opens: str, holds: Holds, closes: str, heading: bool = False) -> None:
        """Start a block."""
        self.boundary()
        if self.holds is Holds.ITEMS and holds is Holds.ITEMS and self.out[-1] == "</li>":
            self.out.pop()  # a list right inside a list belongs to the item before it
            closes += "</li>"
        self._blocks[-1].runs += 1
        self._blocks.append(_Block(holds, closes))
        self.out.append(opens)
        self._heading = heading

    def close(self) -> None:
        """End the innermost block."""
        self._end_run()
        self._breaks = 0
        self.out.append(self._blocks.pop().closes)
        self._space = self._heading = False

    def boundary(self) -> None:
        """A block-level element starts or ends here."""
        block = self._blocks[-1]
        if block.holds in (Holds.LINES, Holds.WORDS, Holds.CODE):
            self._breaks = max(self._breaks, 1) if block.in_run else 0
            self._close_inlines()
        else:
            self._end_run()
            self._breaks = 0
        self._space = False

    def line_break(self) -> None:
        """A `br`."""
        if self.holds is Holds.CODE or self._blocks[-1].in_run:
            self._breaks += 1

    def space(self) -> None:
        """What comes next is a word of its own."""
        self._space = True

    def start(self, inline: Inline) -> None:
        """Start an inline element."""
        self._inlines.append(inline)

    def end(self, inline: Inline) -> None:
        """End it, and with it what is left open inside."""
        self._inlines.remove(inline)
        if inline in self._opened:
            at = self._opened.index(inline)
            for piece in reversed(self._opened[at:]):
                self.out.append(piece.closes)
            del self._opened[at:]

    def text(self, text: str) -> None:
        """Write a text: white space collapsed, or as it is in code."""
        if self.holds is Holds.CODE:
            self._code(text)
            return
        words = text.split()
        if not words:
            self.space()
            return
        if text[0].isspace():
            self.space()
        line = " ".join(words)
        in_code = any(inline.closes == "</code>" for inline in self._inlines)
        self._inline(escape(line if in_code else self.literal(line), quote=False))
        self._space = text[-1].isspace()

    def image(self, address: str, alt: str) -> None:
        """Write an image among the text."""
        if self.holds is not Holds.CODE:
            self._inline(f'<img src="{escape(address)}" alt="{escape(self.literal(alt))}">')

    def literal(self, text: str) -> str:
        """The text such that in the end it is no markup."""
        if not self.markdown:
            return text
        text = _LOOKS_LIKE_MARKUP.sub(lambda sign: escape(sign[0]), text)
        return _LOOKS_LIKE_LINK.sub("&#93;", text)

    def _inline(self, piece: str) -> None:
        block = self._blocks[-1]
        if block.holds is Holds.BLOCKS and self._breaks > 1:
            self._end_run()  # two breaks part paragraphs
        if not block.in_run:
            self._start_run(block)
        elif self._breaks:
            self.out.append(" " if block.holds is Holds.WORDS else "<br>")
        elif self._space:
            self.out.append(" ")
        self._breaks = 0
        self._space = False
        for inline in self._inlines:
            if inline in self._opened:
                continue
            if (inline.written and inline.once) or (inline.only_headings and not self._heading):
                continue
            inline.written = True
            self._opened.append(inline)
            self.out.append(inline.opens)
        self.out.append(piece)
        block.in_run = True

    def _code(self, text: str) -> None:
        block = self._blocks[-1]
        if not block.in_run:
            text = text.lstrip("\r\n")  # of which HTML drops the first one anyway
        elif self._breaks and not self.out[-1].endswith("\n"):
            self.out.append("\n" * self._breaks)
        elif self._breaks > 1:
            self.out.append("\n" * (self._breaks - 1))
        self._breaks = 0
        if text:
            self.out.append(escape(text, quote=False))
            block.in_run = True

    def _start_run(self, block: _Block) -> None:
        block.runs += 1
        if block.holds is Holds.BLOCKS or (block.holds is Holds.ITEM and block.runs > 1):
            self.out.append("<p>")
            block.run_closes = "</p>"
        elif block.holds is Holds.ITEMS:
            self.out.append("<li>")
            block.run_closes = "</li>"
        else:
            block.run_closes = ""

    def _close_inlines(self) -> None:
        for inline in reversed(self._opened):
            self.out.append(inline.closes)
        self._opened.clear()

    def _end_run(self) -> None:
        self._close_inlines()
        block = self._blocks[-1]
        if block.in_run:
            if block.holds is Holds.CODE and self.out:
                self.out[-1] = self.out[-1].rstrip()
            if block.run_closes:
                self.out.append(block.run_closes)
            block.in_run = False
