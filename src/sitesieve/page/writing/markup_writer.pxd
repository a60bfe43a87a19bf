"""What writers of kept text share: blocks, runs of text in them, inline elements in runs."""


cdef enum Holds:
    """What an element holds, and so what becomes of a run of text in it."""
    BLOCKS  # each run a paragraph
    ITEM  # the first run as it is, others as paragraphs
    LINES  # runs as lines
    WORDS  # runs as one line
    ITEMS  # each run a list item
    ROWS  # no text
    CODE  # text as it is


cdef class Block:
    """An open block."""
    cdef str tag
    cdef object detail  # of a list its first number, of code its language, and so on
    cdef Holds holds
    cdef Block home  # the block whose runs the text belongs to: itself, or the cell it is in
    cdef int runs
    cdef bint in_run  # whether the run that is open has something in it
    cdef str closes  # HTML: how it ends
    cdef str run_closes
    cdef list parts, marks  # Markdown: what is finished, and the marks of the lists among it
    cdef list rows  # of a table; of a row its cells
    cdef str box  # Markdown: the box of a task, before its first run
    cdef bint through  # Markdown: what is in it belongs to the block around
    cdef Inline emphasis


cdef class Inline:
    """An inline element around the text to come."""
    cdef str tag, address
    cdef bint once  # a link: not written again in the next run
    cdef bint only_headings  # a link around a heading is the heading's
    cdef bint written, is_open
    cdef str opens, closes
    cdef Py_ssize_t opened_at, closed_at  # Markdown: where in the run


cdef class Writer:
    cdef list out, blocks, inlines, opened
    cdef Block block  # the innermost
    cdef bint space, heading
    cdef int breaks, in_code

    cdef open(self, str tag, object detail, Holds holds)
    cdef close(self)
    cdef boundary(self)
    cdef line_break(self)
    cdef start(self, Inline inline)
    cdef end(self, Inline inline)
    cdef text(self, str text)
    cdef image(self, str address, str alt)
    cdef embed(self, str address, str label)
    cdef formula(self, str tex, bint display)
    cdef note_mark(self, str label)
    cdef task_box(self, bint checked)
    cdef str result(self)

    cdef put(self, str piece)
    cdef end_run(self)
    cdef close_inlines(self)

    cdef opens_block(self, Block block)
    cdef closes_block(self, Block block)
    cdef starts_run(self, Block block)
    cdef ends_run(self, Block block)
    cdef opens_inline(self, Inline inline, str piece)
    cdef closes_inline(self, Inline inline)
    cdef puts_break(self, Block block)
    cdef puts_code(self, Block block, str text)
    cdef str literal(self, str text)
    cdef str image_piece(self, str address, str alt)
    cdef str link_piece(self, str address, str label)
    cdef str formula_piece(self, str tex, bint display)
