# cython: boundscheck=False, wraparound=False
"""The kept part of a page written as plain text: see `plain`, which says how it reads."""

from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memmove

from sitesieve.page.buffers cimport Buffer, put_byte, put_bytes, release, taken
from sitesieve.page.unicode cimport character_at, is_space

cdef enum:
    DEEPEST = 20  # items and quotes are not moved in further
    # What an element is for text; a tag may be several.
    BLOCK = 1
    BREAK = 2
    LIST = 4
    ITEM = 8
    QUOTE = 16
    ROW = 32
    CELL = 64
    VERBATIM = 128


cdef struct Place:
    # What a node stands in, itself included; -1 for nothing.
    int32_t code  # the innermost text that keeps its white space
    int32_t list  # the outermost list
    int32_t any_item  # the innermost item
    int32_t item  # the innermost item with text of its own
    int32_t depth  # items with text of their own
    int32_t quotes
    int32_t table  # the innermost table of data
    int32_t row
    int32_t cell
    int32_t blocks  # block-level elements up to here
    int32_t breaks


cdef struct Page:
    const int32_t *parent
    const int32_t *end
    const uint8_t *tag
    const uint8_t *means  # of each tag: BLOCK and so on
    const int32_t *leaves
    Place *place  # of each node


cdef struct Line:
    Py_ssize_t first  # leaf
    Py_ssize_t last
    bint gaps  # whether something on the line was dropped


def write_plain(
    const int32_t[::1] parent,
    const int32_t[::1] end,
    const uint8_t[::1] tag,
    const uint8_t[::1] means,
    const uint8_t[::1] holds_data,
    const int32_t[::1] leaves,
    const int32_t[::1] line,
    const uint8_t[::1] keep,
    const uint8_t[::1] utf8,
    const int32_t[::1] start,
):
    """The leaves to keep as UTF-8. The text of leaf `i` is `utf8[start[i] : start[i + 1]]`;
    `means` says of each tag what it is, `holds_data` of each node whether it is a table of data."""
    cdef Page page
    cdef Buffer out, text
    cdef Py_ssize_t i, count = leaves.shape[0]
    cdef Line here, before
    cdef bint some = False
    out.data = text.data = NULL
    out.size = out.capacity = text.size = text.capacity = 0
    if not count or not utf8.shape[0]:
        return b""
    page.parent, page.end, page.tag, page.means = &parent[0], &end[0], &tag[0], &means[0]
    page.leaves = &leaves[0]
    page.place = <Place *> calloc(parent.shape[0], sizeof(Place))
    if page.place == NULL:
        raise MemoryError
    try:
        with nogil:
            find_places(&page, parent.shape[0], &holds_data[0], &keep[0], count)
            i = 0
            while i < count:
                if not keep[i]:
                    i += 1
                    continue
                here.first, here.last = i, i
                here.gaps = i > 0 and line[i - 1] == line[i]
                text.size = 0
                while i < count and line[i] == line[here.first]:
                    if keep[i]:
                        put_bytes(&text, &utf8[0] + start[i], start[i + 1] - start[i])
                        here.last = i
                    else:
                        put_byte(&text, c" ")  # what stood on both sides stays apart
                        here.gaps = True
                    i += 1
                tidy(&page, &here, &text)
                if text.size:
                    put_line(&page, &out, &text, &here, &before if some else NULL)
                    before = here
                    some = True
        return taken(&out)
    finally:
        free(page.place)
        release(&out)
        release(&text)


cdef void find_places(
    Page *page, Py_ssize_t nodes, const uint8_t *holds_data, const uint8_t *keep, Py_ssize_t leaves
) noexcept nogil:
    cdef Py_ssize_t node, i
    cdef Place *here
    cdef Place *above
    cdef Place nothing
    cdef int means
    nothing.code = nothing.list = nothing.any_item = nothing.item = -1
    nothing.table = nothing.row = nothing.cell = -1
    nothing.depth = nothing.quotes = nothing.blocks = nothing.breaks = 0
    for node in range(nodes):
        here = &page.place[node]
        here[0] = page.place[page.parent[node]] if node else nothing
        means = page.means[page.tag[node]]
        if node:
            here.blocks, here.breaks = page.place[node - 1].blocks, page.place[node - 1].breaks
        if holds_data[node]:
            here.table = <int32_t> node
        if not means:
            continue
        here.blocks += means & BLOCK != 0
        here.breaks += means & BREAK != 0
        here.quotes += means & QUOTE != 0
        if means & VERBATIM:
            here.code = <int32_t> node
        if means & LIST and here.list < 0:
            here.list = <int32_t> node
        if means & ITEM:
            here.any_item = <int32_t> node
        if means & ROW:
            here.row = <int32_t> node
        if means & CELL:
            here.cell = <int32_t> node
    for i in range(leaves):
        if keep[i] and page.place[page.leaves[i]].any_item >= 0:
            page.place[page.place[page.leaves[i]].any_item].item = 0  # it has text of its own
    for node in range(nodes):  # parents before their children
        here = &page.place[node]
        above = &page.place[page.parent[node]] if node else &nothing
        if here.item == 0 and here.any_item == node:
            here.item = <int32_t> node
            here.depth = above.depth + 1
        else:
            here.item, here.depth = above.item, above.depth


cdef int tidy(Page *page, const Line *line, Buffer *text) except -1 nogil:
    """The text of a line without needless white space."""
    cdef size_t at = 0, size = text.size, written = 0
    cdef int length
    cdef bint space = False  # white space to be written before the next character
    if page.place[page.leaves[line.first]].code >= 0:
        tidy_code(text)
        return 0
    while at < size:  # what is written is never longer than what was read
        if is_space(character_at(text.data, size, at, &length)):
            space = written > 0
        else:
            if space:
                text.data[written] = c" "
                written += 1
                space = False
            memmove(text.data + written, text.data + at, length)
            written += length
        at += length
    text.size = written
    if line.gaps:
        tidy_bars(text)
    return 0


cdef void tidy_code(Buffer *text) noexcept nogil:
    """Code without empty lines at its ends, and without white space at its end."""
    cdef size_t first = 0, last = text.size, at
    cdef int length
    while last > 0 and (text.data[last - 1] == c"\r" or text.data[last - 1] == c"\n"):
        last -= 1
    while first < last and (text.data[first] == c"\r" or text.data[first] == c"\n"):
        first += 1
    while last > first:
        at = last_character(text, first, last)
        if not is_space(character_at(text.data, last, at, &length)):
            break
        last = at
    memmove(text.data, text.data + first, last - first)
    text.size = last - first


cdef inline size_t last_character(const Buffer *text, size_t first, size_t last) noexcept nogil:
    """Where the last character between two places begins."""
    cdef size_t at = last - 1
    while at > first and text.data[at] & 0xC0 == 0x80:
        at -= 1
    return at


cdef inline bint is_bar(Py_UCS4 letter) noexcept nogil:
    """One of |¦·•»›"""
    return letter in (0x7C, 0xA6, 0xB7, 0x2022, 0xBB, 0x203A)


cdef inline bint is_at_ends(Py_UCS4 letter) noexcept nogil:
    return letter == c" " or letter == c"/" or is_bar(letter)


cdef void tidy_bars(Buffer *text) noexcept nogil:
    """A line of which something was dropped, without the bars that it leaves: of several in a
    row the first stays, and none stays at the ends."""
    cdef size_t at = 0, written = 0, size = text.size, first = 0, last
    cdef int length, next_length
    cdef bint bar
    while at < size:
        bar = is_bar(character_at(text.data, size, at, &length))
        memmove(text.data + written, text.data + at, length)
        written += length
        at += length
        while (
            bar
            and at + 1 < size
            and text.data[at] == c" "
            and is_bar(character_at(text.data, size, at + 1, &next_length))
        ):
            at += 1 + next_length
    last = written
    while first < last and is_at_ends(character_at(text.data, last, first, &length)):
        first += length
    while last > first:
        at = last_character(text, first, last)
        if not is_at_ends(character_at(text.data, last, at, &length)):
            break
        last = at
    memmove(text.data, text.data + first, last - first)
    text.size = last - first


cdef int put_line(
    Page *page, Buffer *out, const Buffer *text, const Line *line, const Line *before
) except -1 nogil:
    """Write a line, after what parts it from the line before."""
    cdef Place *a
    cdef Place *b = &page.place[page.leaves[line.first]]
    if before != NULL:
        a = &page.place[page.leaves[before.last]]
        if a.table >= 0 and a.table == b.table:
            if a.row == b.row:
                if a.cell != b.cell:
                    put_bytes(out, <const uint8_t *> b" | ", 3)
                    if a.cell >= 0:
                        put_empty_cells(page, out, page.end[a.cell], b.cell)
                    return put_bytes(out, text.data, text.size)
                put_byte(out, c" ")
                if b.code < 0:
                    return put_bytes(out, text.data, text.size)
            else:
                put_byte(out, c"\n")
        elif (
            (a.list >= 0 and a.list == b.list)
            or (a.code >= 0 and a.code == b.code)
            or is_single_break(page, before.last, line.first)
        ):
            put_byte(out, c"\n")
        else:
            put_bytes(out, <const uint8_t *> b"\n\n", 2)
    if b.table >= 0 and b.row > b.table and b.item < 0 and not b.quotes:
        if before == NULL or a.row != b.row:
            put_empty_cells(page, out, b.row + 1, b.cell)
    return put_moved_in(page, out, text, line, before)


cdef int put_empty_cells(Page *page, Buffer *out, int32_t node, int32_t cell) except -1 nogil:
    """Write the bars of the cells of a row between a node and a cell: none of them has a text,
    and those after them stay in their columns."""
    while node < cell and page.end[node] <= cell:
        if page.means[page.tag[node]] & CELL:
            put_bytes(out, <const uint8_t *> b"| ", 2)
        node = page.end[node]
    return 0


cdef bint is_single_break(Page *page, Py_ssize_t a, Py_ssize_t b) noexcept nogil:
    """Whether only a `br` parts two leaves, and not two, nor a block-level element."""
    cdef Place *one = &page.place[page.leaves[a]]
    cdef Place *other = &page.place[page.leaves[b]]
    cdef int32_t up = page.parent[page.leaves[a]]
    if other.blocks > one.blocks or other.breaks - one.breaks > 1:
        return False
    while up > 0 and not page.means[page.tag[up]] & BLOCK:
        up = page.parent[up]
    return page.end[up] > page.leaves[b]


cdef int put_moved_in(
    Page *page, Buffer *out, const Buffer *text, const Line *line, const Line *before
) except -1 nogil:
    """Write a text with the mark of its item, as deep as it is nested."""
    cdef Place *here = &page.place[page.leaves[line.first]]
    cdef int32_t item = here.item, leaf
    cdef bint mark = item >= 0 and here.code < 0
    cdef size_t at
    if item < 0 and not here.quotes:
        return put_bytes(out, text.data, text.size)
    if mark and before != NULL:
        leaf = page.leaves[before.last]
        mark = not (item < leaf < page.end[item])
    put_start(out, here, mark)
    for at in range(text.size):
        put_byte(out, text.data[at])
        if text.data[at] == c"\n":
            put_start(out, here, False)
    return 0


cdef int put_start(Buffer *out, const Place *here, bint mark) except -1 nogil:
    cdef int i, depth = min(here.depth, DEEPEST)
    for i in range(min(here.quotes, DEEPEST)):
        put_bytes(out, <const uint8_t *> b"> ", 2)
    for i in range(depth):
        put_bytes(out, <const uint8_t *> (b"- " if mark and i == depth - 1 else b"  "), 2)
    return 0
