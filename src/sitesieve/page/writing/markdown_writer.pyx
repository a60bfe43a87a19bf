"""GitHub's Markdown, written from the same events as HTML.

Blocks are put together from the inside out: a list item or a quote is finished, with all that
is in it, before it is indented into what is around it. What is only a wrapper (a figure, a
list of terms) hands its parts to the block around; so does what is nested deeper than anybody
reads, which keeps the work linear.

Text is escaped where it would be read as markup, and only there. Marks of emphasis that
CommonMark would not read as such (`**a:**b`) are left out.
"""

from sitesieve.page.writing.markdown_escapes import (
    TELLING, at_line_starts, destination, escaped, escaped_in_link, formula_text, heading_text,
    indented, longer_fence, note_text,
)
from sitesieve.page.writing.markdown_table import table_lines
from sitesieve.page.writing.markup_writer cimport (
    BLOCKS, CODE, ITEM, ITEMS, LINES, ROWS, WORDS, Block, Holds, Inline, Writer,
)

cdef int DEEPEST = 20  # lists and quotes inside one another
cdef str BULLET = u"-"
# Marks of what is no list: the exclamation mark wants a blank line before it.
cdef str TERM = u"term!", MEANING = u"meaning!"

_DELIMITERS = {
    **{"b": "**", "strong": "**", "i": "*", "em": "*", "dfn": "*", "var": "*"},
    **{"s": "~~", "del": "~~", "q": '"'},
}
_EMPHASISED = {"figcaption": "em", "caption": "em", "summary": "strong", "dt": "strong"}
_WRAPPERS = frozenset(
    "dl dt dd figure figcaption details summary thead tbody tfoot caption".split()
)


cdef bint is_sign(Py_UCS4 character):
    return not (character.isalnum() or character.isspace())


cdef class MarkdownWriter(Writer):
    cdef int depth
    cdef Inline last_closed
    cdef Py_ssize_t code_at  # where in the run the last code is
    cdef dict codes  # by place in the run what code says, in pieces
    cdef str item_mark  # to be written before the next text of a cell
    cdef list notes  # that stand nowhere on the page, to be written at the end

    def __cinit__(self):
        self.block.parts = []
        self.block.marks = []
        self.notes = []
        self.item_mark = u""

    # Blocks

    cdef opens_block(self, Block block):
        cdef Block outer = self.block
        cdef str tag = block.tag
        if outer.home.tag == u"td" or outer.home.tag == u"th":
            block.home = outer.home  # in a cell all is lines
            if tag == u"li":
                self.item_mark = u"- "
            return
        self.end_run()
        self.breaks = 0
        outer.runs += 1
        if tag == u"dl" and outer.marks and outer.marks[-1] == TERM:
            outer.marks[-1] = MEANING  # the terms of a list inside are others
        if tag in _EMPHASISED:
            block.emphasis = Inline(_EMPHASISED[tag])
            self.start(block.emphasis)
        if block.holds == ITEMS or tag == u"blockquote" or tag == u"callout":
            self.depth += 1
        deep = self.depth > DEEPEST and tag in (u"ul", u"ol", u"li", u"blockquote", u"callout")
        if deep or tag in _WRAPPERS or tag == u"tr":
            block.through = tag != u"tr"
            block.parts, block.marks = outer.parts, outer.marks
            block.rows = [] if tag == u"tr" else outer.rows
        else:
            block.parts, block.marks, block.rows = [], [], []

    cdef closes_block(self, Block block):
        cdef Block outer = self.block
        cdef str tag = block.tag, text
        if block.home is not block:
            return
        if block.emphasis is not None:
            self.end(block.emphasis)
        if block.holds == ITEMS or tag == u"blockquote" or tag == u"callout":
            self.depth -= 1
        if block.through:
            return
        if tag == u"td" or tag == u"th":
            text = u"<br>".join(block.parts).replace(u"|", u"\\|")
            if outer.tag == u"tr":
                outer.rows.append((text, block.detail, tag == u"th"))
            else:
                outer.rows.append([(text, block.detail, tag == u"th")])
        elif tag == u"tr":
            outer.rows.append(block.rows)
        elif tag == u"table":
            self.add_table(outer, block)
        elif block.holds == ITEMS:
            self.add_list(outer, block)
        elif not block.parts:
            return
        elif tag == u"li":
            self.add_item(outer, block)
        elif tag == u"blockquote":
            self.add(outer, indented(u"\n\n".join(block.parts), u"> ", u"> "))
        elif tag == u"callout":
            self.add_callout(outer, block)
        elif tag == u"note":
            self.add_note_block(outer, block)
        elif tag == u"pre":
            self.add(outer, block.parts[0])
        else:  # a heading
            text = heading_text(u" ".join(block.parts))
            self.add(outer, u"#" * int(tag[1]) + u" " + text)

    cdef add(self, Block outer, str text, str mark=u""):
        outer.parts.append(text)
        outer.marks.append(mark)

    cdef add_item(self, Block outer, Block item):
        """An item: a list right after its text needs no blank line before it."""
        cdef str text = item.parts[0]
        cdef bint loose = False
        cdef Py_ssize_t i
        for i in range(1, len(item.parts)):
            mark = <str> item.marks[i]
            tight = mark and not mark.endswith("!") and not item.marks[i - 1]
            text += (u"\n" if tight else u"\n\n") + <str> item.parts[i]
            loose = loose or not tight
        outer.rows.append((text, loose))

    cdef add_list(self, Block outer, Block block):
        """The items of a list (`rows`) with their marks."""
        cdef str before = <str> outer.marks[-1] if outer.marks else u""
        cdef str mark, text
        if not block.rows:
            return
        ordered = block.tag == u"ol"
        # A number with a sign would be text, and code in its item would be, too.
        number = max(block.detail, 0) if ordered else 1
        # Two lists that follow each other have different marks, or they would be one.
        sign = (u")" if before.startswith(u".") else u".") if ordered else (
            u"*" if before.startswith(BULLET) else BULLET
        )
        joint = u"\n\n" if any(loose for _, loose in block.rows) else u"\n"
        items = []
        for text, _ in block.rows:
            mark = f"{number}{sign} " if ordered else sign + u" "
            items.append(indented(text, mark, u" " * len(mark)))
            number += 1
        text = joint.join(items)
        if outer.holds == ITEMS and not outer.through:  # a list right inside a list
            if outer.rows:
                above, loose = outer.rows.pop()
                joint = u"\n\n" if ordered and block.detail != 1 else u"\n"
                outer.rows.append((above + joint + text, loose))
            else:
                outer.rows.append((text, False))
            return
        # Only a list that starts with 1 can follow a text without a blank line.
        self.add(outer, text, sign + u"!" if ordered and block.detail != 1 else sign)

    cdef add_table(self, Block outer, Block table):
        cdef list lines = table_lines(table.rows)
        outer.parts += table.parts  # its caption
        outer.marks += table.marks
        if lines:
            self.add(outer, u"\n".join(lines))

    cdef add_callout(self, Block outer, Block block):
        """GitHub's mark of the kind, on a line of its own."""
        cdef str text = u"\n\n".join(block.parts)
        self.add(outer, indented(f"[!{block.detail.upper()}]\n{text}", u"> ", u"> "))

    cdef add_note_block(self, Block outer, Block note):
        """A note. Where notes are not read its first line is text: code must not begin in it."""
        cdef str text = u"\n\n".join(note.parts), mark = f"[^{note.detail}]:"
        if u"```" in <str> note.parts[0]:
            self.add(outer, indented(text, mark + u"\n\n    ", u"    "))
        else:
            self.add(outer, indented(note_text(text), mark + u" ", u"    "))

    cdef add_term(self, Block block, str text):
        """A term, or the first text of what is said of it: lines that follow each other."""
        cdef str before = <str> block.marks[-1] if block.marks else u""
        if block.tag == u"dt" and before == TERM:
            block.parts[-1] += u"\n" + text
        elif block.tag == u"dt":
            self.add(block, text, TERM)
        elif before == TERM or before == MEANING:
            block.parts[-1] += u"\n: " + text
            block.marks[-1] = MEANING
        else:  # of no term
            self.add(block, text)

    # Runs

    cdef starts_run(self, Block block):
        self.out = []
        self.last_closed = None
        self.code_at = -1
        self.codes = {}
        self.put_item_mark()

    cdef put_item_mark(self):
        """In a cell, where there are no lists, a dash before each item."""
        if self.item_mark:
            self.out.append(self.item_mark)
            self.item_mark = u""

    cdef put_codes(self):
        """Put code where it belongs, now that what follows it cannot be part of it."""
        cdef str text
        for at, pieces in self.codes.items():
            text = u"".join(pieces)
            fence = longer_fence(text, 1)
            pad = u" " if text[:1] == u"`" or text[-1:] == u"`" else u""
            self.out[at] = f"{fence}{pad}{text}{pad}{fence}"

    cdef ends_run(self, Block block):
        cdef str text
        self.put_codes()
        text = u"".join(self.out)
        if block.holds == CODE:
            text = text.rstrip()
            if not text:
                return
            fence = longer_fence(text, 3)
            self.add(block, f"{fence}{block.detail}\n{text}\n{fence}")
            return
        if block.tag == u"td" or block.tag == u"th":
            block.parts.append(text)
            return
        if block.holds != WORDS:
            text = at_line_starts(text)
        if block.box:
            text, block.box = block.box + text, u""
        if block.holds == ITEMS and not block.through:
            block.rows.append((text, False))
        elif block.tag == u"dt" or (block.tag == u"dd" and block.runs == 1):
            self.add_term(block, text)
        else:
            self.add(block, text)

    cdef puts_break(self, Block block):
        if self.code_is_open():
            self.out.append(u" ")
        elif block.tag == u"td" or block.tag == u"th":
            self.out.append(u"<br>")
            self.put_item_mark()
        else:
            self.out.append(u" " if block.holds == WORDS else u"  \n")

    cdef puts_code(self, Block block, str text):
        if u"\r" in text:  # to Markdown the end of a line: what follows has to be indented
            text = text.replace(u"\r\n", u"\n").replace(u"\r", u"\n")
        if not block.in_run:
            self.starts_run(block)
        elif self.breaks:
            if not (<str> self.out[-1]).endswith(u"\n"):
                self.out.append(u"\n" * self.breaks)
            elif self.breaks > 1:
                self.out.append(u"\n" * (self.breaks - 1))
        if text:
            self.out.append(text)

    # Inline elements

    cdef opens_inline(self, Inline inline, str piece):
        cdef Py_ssize_t at = self.last_piece(len(self.out))
        cdef str before = <str> self.out[at] if at >= 0 else u""
        inline.opened_at = len(self.out)
        inline.opens = inline.closes = u""
        if self.code_is_open(inline):
            return  # in code nothing else can be
        if inline.tag == u"a":
            while at > 0 and before in (u"", u"*", u"**", u"~~"):  # which may be left out yet
                at -= 1
                before = <str> self.out[at]
            if before.endswith(u"!"):  # it would make an image of the link
                self.out[at] = before[:-1] + u"\\!"
            inline.opens, inline.closes = u"[", f"]({destination(inline.address)})"
        elif inline.tag == u"code":
            inline.closes = u"`"
            if at >= 0 and at == self.code_at:  # goes on where the one before ended
                del self.out[at:]
                inline.opened_at = at
        elif inline.tag == u"rt":
            if before.endswith(u"]"):  # it would make a link of the mark of a note
                inline.opens, inline.closes = u"\\(", u")"
            elif not before.endswith(u"("):
                inline.opens, inline.closes = u"(", u")"
        elif inline.tag in _DELIMITERS:
            self.opens_emphasis(inline, before, piece)
        self.out.append(inline.opens)

    cdef bint code_is_open(self, Inline inner=None):
        cdef Inline inline
        for inline in self.opened:
            if inline.tag == u"code" and inline is not inner:
                return True
        return False

    cdef bint starts_line(self, Py_ssize_t at):
        """Whether a piece of the run is the first of a line."""
        at = self.last_piece(at)
        return at < 0 or (<str> self.out[at]).endswith(u"\n")

    cdef Py_ssize_t last_piece(self, Py_ssize_t end):
        """The last piece before a place in the run that is not empty; -1 for none."""
        while end > 0:
            end -= 1
            if self.out[end]:
                return end
        return -1

    cdef opens_emphasis(self, Inline inline, str before, str piece):
        cdef str mark = _DELIMITERS[inline.tag]
        cdef Inline other
        cdef Py_UCS4 last
        if mark == u"**" and self.block.home.holds == WORDS:
            return  # a heading is bold anyway
        for other in self.opened:
            if other is not inline and other.opens == mark:
                return
        if before and mark != u'"':
            last = before[len(before) - 1]
            if last.isalnum() and (is_sign(piece[0]) or inline is not self.inlines[-1]):
                return
            if before[len(before) - 1] == mark[0] and not before.endswith(u"\\" + mark[0]):
                other = self.last_closed
                if other is None or other.closes != mark or other.closed_at != len(self.out) - 1:
                    return
                self.out[other.closed_at] = u""  # goes on where the one before ended
                inline.opened_at, inline.opens, inline.closes = other.opened_at, u"", mark
                return
        inline.opens = inline.closes = mark

    cdef closes_inline(self, Inline inline):
        if inline.closes == u"`":
            self.codes.setdefault(inline.opened_at, []).extend(self.out[inline.opened_at:])
            del self.out[inline.opened_at:]
            self.code_at = inline.opened_at
            self.out.append(u"`")  # until the run ends
            return
        inline.closed_at = len(self.out)
        self.out.append(inline.closes)
        if inline.closes in (u"*", u"**", u"~~"):
            self.last_closed = inline

    cdef put(self, str piece):
        cdef Inline last = self.last_closed
        cdef Py_ssize_t at
        cdef str before
        if last is not None and not self.space and not self.breaks and self.block.home.in_run:
            if last.closed_at == len(self.out) - 1 and piece[0].isalnum():
                at = self.last_piece(last.closed_at)
                before = <str> self.out[at] if at >= 0 else u""
                if before and is_sign(before[len(before) - 1]):  # `**a:**b` is no emphasis
                    self.out[last.closed_at] = self.out[last.opened_at] = u""
        self.last_closed = last if last is not None and last.closed_at == len(self.out) - 1 else None
        if piece[0] in u"([:" and not self.space and not self.breaks and self.block.home.in_run:
            at = self.last_piece(len(self.out))
            before = <str> self.out[at] if at >= 0 else u""
            if before.endswith(u"]") and not before.endswith(u"\\]"):  # the mark of a note
                if piece[0] != u":" or self.starts_line(at):
                    piece = u"\\" + piece
        Writer.put(self, piece)

    cdef str literal(self, str text):
        cdef str literal
        if self.in_code or not TELLING.search(text):
            return text
        literal = escaped_in_link(text) if self.in_link() else escaped(text)
        if literal[:2] == u"\\_" and len(text) > 1 and text[1].isalnum() and self.inside_word():
            return literal[1:]
        return literal

    cdef bint inside_word(self):
        """Whether what comes next goes on with a word: `a_i` needs no escape."""
        cdef Inline inline
        cdef str before
        if self.space or self.breaks or not self.block.home.in_run:
            return False
        for inline in self.inlines:
            if not inline.is_open and (inline.tag in _DELIMITERS or inline.address):
                return False
        before = <str> self.out[len(self.out) - 1]
        return before != u"" and before[len(before) - 1].isalnum()

    cdef bint in_link(self):
        cdef Inline inline
        for inline in self.inlines:
            if inline.tag == u"a":
                return True
        return False

    cdef str image_piece(self, str address, str alt):
        return f"![{escaped_in_link(alt)}]({destination(address)})"

    cdef str link_piece(self, str address, str label):
        label = escaped_in_link(label)
        return label if self.in_link() else f"[{label}]({destination(address)})"

    cdef str formula_piece(self, str tex, bint display):
        tex = formula_text(tex, self.in_link())
        if self.block.home.tag == u"td" or self.block.home.tag == u"th":
            tex = tex.replace(u"\\|", u"\\Vert ").replace(u"|", u"\\vert ")
        return f"$${tex}$$" if display else f"${tex}$"

    cdef note_mark(self, str label):
        self.put(f"[^{label}]")

    cdef task_box(self, bint checked):
        if self.block.tag == u"li" and not self.block.in_run and not self.block.runs:
            self.block.box = u"[x] " if checked else u"[ ] "

    def rule(self):
        """A rule, once, and not where nothing stands before it in its block."""
        if self.block.parts and self.block.parts[-1] != u"---" and not self.block.through:
            self.add(self.block, u"---")

    def add_note(self, label, text):
        """A note that stands nowhere on the page, or in the middle of a line."""
        text = note_text(escaped(text))
        self.notes.append(f"[^{label}]: {text}")

    cdef str result(self):
        self.boundary()
        return u"\n\n".join([*self.block.parts, *self.notes])
