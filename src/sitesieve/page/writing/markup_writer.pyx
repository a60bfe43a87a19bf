"""Markup written piece by piece, always well-formed.

Text comes in runs: what stands between two block-level boundaries. A run becomes a
paragraph where paragraphs can be, and a line elsewhere. Inline elements are opened when
there is text for them, closed at every boundary, and opened again in the next run, so that
a paragraph inside a link, or a list inside a `b`, comes out as markup that nests.

`Writer` knows blocks, runs and inline elements; how they are written, its subclasses know.
"""

from html import escape


cdef class Block:
    def __cinit__(self, str tag, object detail, Holds holds):
        self.tag = tag
        self.detail = detail
        self.holds = holds
        self.home = self


cdef class Inline:
    def __cinit__(self, str tag, str address="", bint only_headings=False):
        self.tag = tag
        self.address = address
        self.once = bool(address)
        self.only_headings = only_headings


cdef class Writer:
    def __cinit__(self):
        self.out = []
        self.block = Block("", None, BLOCKS)
        self.blocks = [self.block]
        self.inlines = []
        self.opened = []

    cdef open(self, str tag, object detail, Holds holds):
        """Start a block."""
        cdef Block block = Block(tag, detail, holds)
        self.boundary()
        self.opens_block(block)
        self.blocks.append(block)
        self.block = block
        self.heading = len(tag) == 2 and tag[0] == u"h"

    cdef close(self):
        """End the innermost block."""
        cdef Block block = self.block
        if block.home is block:
            self.end_run()
            self.breaks = 0
        else:
            self.boundary()
        self.blocks.pop()
        self.block = <Block> self.blocks[len(self.blocks) - 1]
        self.closes_block(block)
        self.space = self.heading = False

    cdef boundary(self):
        """A block-level element starts or ends here."""
        cdef Block home = self.block.home
        if home.holds == LINES or home.holds == WORDS or home.holds == CODE:
            self.breaks = max(self.breaks, 1) if home.in_run else 0
            self.close_inlines()
        else:
            self.end_run()
            self.breaks = 0
        self.space = False

    cdef line_break(self):
        """A `br`."""
        cdef Block home = self.block.home
        if home.holds == CODE or home.in_run:
            self.breaks += 1

    cdef start(self, Inline inline):
        """Start an inline element."""
        self.inlines.append(inline)
        self.in_code += inline.tag == u"code"

    cdef end(self, Inline inline):
        """End it, and with it what is left open inside."""
        cdef Inline inner
        self.inlines.remove(inline)
        self.in_code -= inline.tag == u"code"
        while inline.is_open:
            inner = <Inline> self.opened.pop()
            inner.is_open = False
            self.closes_inline(inner)

    cdef text(self, str text):
        """Write a text: white space collapsed, or as it is in code."""
        cdef list words
        if self.block.home.holds == CODE:
            if not self.block.home.in_run:
                text = text.lstrip("\r\n")  # of which HTML drops the first one anyway
            self.puts_code(self.block.home, text)
            self.breaks = 0
            if text:
                self.block.home.in_run = True
            return
        words = text.split()
        if not words:
            self.space = self.space or text != u""
            return
        if text[0].isspace():
            self.space = True
        self.put(self.literal(u" ".join(words)))
        self.space = text[len(text) - 1].isspace()

    cdef image(self, str address, str alt):
        """Write an image among the text."""
        if self.block.home.holds != CODE:
            self.put(self.image_piece(address, alt))

    cdef embed(self, str address, str label):
        """Write a link to what is played or shown in a frame."""
        cdef Holds holds = self.block.home.holds
        if holds == CODE:
            return
        if holds == BLOCKS or holds == ITEM:
            self.boundary()
            self.put(self.link_piece(address, label))
            self.boundary()
        else:
            self.space = True
            self.put(self.link_piece(address, label))
            self.space = True

    cdef formula(self, str tex, bint display):
        """Write a formula: in the line, or as a paragraph where there can be one."""
        cdef Holds holds = self.block.home.holds
        if display and (holds == BLOCKS or holds == ITEM):
            self.boundary()
            self.put(self.formula_piece(tex, True))
            self.boundary()
        else:
            self.put(self.formula_piece(tex, display))

    cdef note_mark(self, str label):
        """Write where a note belongs."""
        self.put(self.literal(f"[{label}]"))

    cdef task_box(self, bint checked):
        """Write the box of a task."""
        self.put(u"\u2611" if checked else u"\u2610")
        self.space = True

    def rule(self):
        """Write a line between two parts of the text; no run is open."""
        raise NotImplementedError

    cdef str result(self):
        """What was written, when all is."""
        raise NotImplementedError

    cdef put(self, str piece):
        """Write a piece of the run, with what has to come before it."""
        cdef Block home = self.block.home
        cdef Inline inline
        if home.holds == BLOCKS and self.breaks > 1:
            self.end_run()  # two breaks part paragraphs
        if not home.in_run:
            home.runs += 1
            self.starts_run(home)
        elif self.breaks:
            self.puts_break(home)
        elif self.space:
            self.out.append(u" ")
        self.breaks = 0
        self.space = False
        for inline in self.inlines:
            if inline.is_open:
                continue
            if (inline.written and inline.once) or (inline.only_headings and not self.heading):
                continue
            inline.written = inline.is_open = True
            self.opened.append(inline)
            self.opens_inline(inline, piece)
        self.out.append(piece)
        home.in_run = True

    cdef end_run(self):
        cdef Block home = self.block.home
        self.close_inlines()
        if home.in_run:
            self.ends_run(home)
            home.in_run = False

    cdef close_inlines(self):
        cdef Inline inline
        while self.opened:
            inline = <Inline> self.opened.pop()
            inline.is_open = False
            self.closes_inline(inline)

    cdef opens_block(self, Block block):
        raise NotImplementedError

    cdef closes_block(self, Block block):
        raise NotImplementedError

    cdef starts_run(self, Block block):
        raise NotImplementedError

    cdef ends_run(self, Block block):
        raise NotImplementedError

    cdef opens_inline(self, Inline inline, str piece):
        raise NotImplementedError

    cdef closes_inline(self, Inline inline):
        raise NotImplementedError

    cdef puts_break(self, Block block):
        raise NotImplementedError

    cdef puts_code(self, Block block, str text):
        raise NotImplementedError

    cdef str literal(self, str text):
        raise NotImplementedError

    cdef str image_piece(self, str address, str alt):
        raise NotImplementedError

    cdef str link_piece(self, str address, str label):
        raise NotImplementedError

    cdef str formula_piece(self, str tex, bint display):
        raise NotImplementedError


cdef class HtmlWriter(Writer):
    """HTML of the elements that mean something for the text."""

    cdef opens_block(self, Block block):
        cdef str tag = block.tag
        if tag == u"callout":
            block.closes = u"</blockquote>"
            self.block.runs += 1
            self.out.append(f"<blockquote><p><strong>{block.detail.capitalize()}</strong></p>")
            return
        block.closes = f"</{tag}>"
        if self.block.holds == ITEMS and block.holds == ITEMS and self.out[-1] == u"</li>":
            self.out.pop()  # a list right inside a list belongs to the item before it
            block.closes += u"</li>"
        self.block.runs += 1
        if tag == u"pre":
            named = f' class="language-{escape(block.detail)}"' if block.detail else ""
            self.out.append(f"<pre><code{named}>")
            block.closes = u"</code></pre>"
        elif tag == u"ol" and block.detail != 1:
            self.out.append(f'<ol start="{block.detail}">')
        elif tag == u"td" or tag == u"th":
            columns, rows = block.detail
            wide = f' colspan="{columns}"' if columns > 1 else ""
            high = f' rowspan="{rows}"' if rows > 1 else ""
            self.out.append(f"<{tag}{wide}{high}>")
        else:
            self.out.append(f"<{tag}>")

    cdef closes_block(self, Block block):
        self.out.append(block.closes)

    cdef starts_run(self, Block block):
        if block.holds == BLOCKS or (block.holds == ITEM and block.runs > 1):
            self.out.append(u"<p>")
            block.run_closes = u"</p>"
        elif block.holds == ITEMS:
            self.out.append(u"<li>")
            block.run_closes = u"</li>"
        else:
            block.run_closes = u""

    cdef ends_run(self, Block block):
        if block.holds == CODE and self.out:
            self.out[-1] = (<str> self.out[-1]).rstrip()
        if block.run_closes:
            self.out.append(block.run_closes)

    cdef opens_inline(self, Inline inline, str piece):
        if inline.tag == u"a":
            self.out.append(f'<a href="{escape(inline.address)}">')
        else:
            self.out.append(f"<{inline.tag}>")

    cdef closes_inline(self, Inline inline):
        self.out.append(f"</{inline.tag}>")

    cdef puts_break(self, Block block):
        self.out.append(u" " if block.holds == WORDS else u"<br>")

    cdef puts_code(self, Block block, str text):
        if block.in_run and self.breaks:
            if not (<str> self.out[-1]).endswith(u"\n"):
                self.out.append(u"\n" * self.breaks)
            elif self.breaks > 1:
                self.out.append(u"\n" * (self.breaks - 1))
        if text:
            self.out.append(escape(text, quote=False))

    def rule(self):
        if self.out and self.out[-1] != u"<hr>":
            self.block.runs += 1
            self.out.append(u"<hr>")

    cdef str literal(self, str text):
        return escape(text, quote=False)

    cdef str image_piece(self, str address, str alt):
        return f'<img src="{escape(address)}" alt="{escape(alt)}">'

    cdef str link_piece(self, str address, str label):
        return f'<a href="{escape(address)}">{escape(label, quote=False)}</a>'

    cdef str formula_piece(self, str tex, bint display):
        return escape(f"$${tex}$$" if display else f"${tex}$", quote=False)

    cdef str result(self):
        self.boundary()
        return u"".join(self.out)
