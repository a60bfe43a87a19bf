"""One pass over the nodes that hold something to keep, told to a writer.

Which elements of the page mean something for the text, and where they can stand, is decided
here; how they are written is the writer's.
"""

from libc.stdint cimport int32_t, uint8_t

from sitesieve.page.writing.markup_writer cimport (
    BLOCKS, CODE, ITEM, ITEMS, LINES, ROWS, WORDS, Holds, Inline, Writer,
)

from sitesieve.page.writing.code_language import code_language
from sitesieve.page.writing.formulas import Formula
from sitesieve.page.writing.markup_things import (
    Aside, Callout, CalloutTitle, Code, Embed, Picture, LeftOut, Note, NoteList, TaskBox,
)
from sitesieve.page.tags import BLOCK_LEVEL, TAG_NAMES, TEXT

cdef enum Means:
    NOTHING
    INLINE
    LINK
    HEADING
    LIST
    ITEM_OF_LIST
    VERBATIM
    GROUP  # any other block-level element

cdef enum After:
    CLOSE
    BOUNDARY
    END
    END_AND_BOUNDARY

cdef int MOST_SPANNED = 100  # columns; a cell that claims more is a mistake or a trap
cdef int MOST_COUNTED = 1_000_000
cdef int MOST_INLINE = 10  # inside one another; each is opened anew in every paragraph inside
_INLINE = {
    **{tag: tag for tag in "b strong i em u s del ins sub sup q cite mark small abbr dfn".split()},
    **{tag: tag for tag in "var code ruby rt rp bdi".split()},
    **{"strike": "s", "acronym": "abbr", "kbd": "code", "samp": "code", "tt": "code"},
}
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_LISTS = {"ul": "ul", "menu": "ul", "dir": "ul", "ol": "ol"}


def _meaning(tag):
    if tag in _INLINE:
        return INLINE
    if tag == "a":
        return LINK
    if tag not in BLOCK_LEVEL:
        return NOTHING
    if tag in _HEADINGS:
        return HEADING
    if tag in _LISTS:
        return LIST
    if tag == "li":
        return ITEM_OF_LIST
    return VERBATIM if tag in ("pre", "xmp") else GROUP


cdef uint8_t[256] MEANS
cdef uint8_t[256] IS_BLOCK
cdef list NAMES = list(TAG_NAMES)
cdef int TEXT_TAG = TEXT, BREAK_TAG = TAG_NAMES.index("br")
cdef int RULE_TAG = TAG_NAMES.index("hr")
for _number, _tag in enumerate(TAG_NAMES):
    MEANS[_number] = _meaning(_tag)
    IS_BLOCK[_number] = _tag in BLOCK_LEVEL


cdef class _Walk:
    cdef object tree
    cdef const uint8_t[::1] tag
    cdef const int32_t[::1] parent, end, headings
    cdef Writer writer
    cdef set items
    cdef dict tables, at_node
    cdef object table, link
    cdef list ends, afters, inlines  # of the elements that are open

    cdef element(self, int node):
        """Start an element, and note what to do where it ends, if anything."""
        cdef Writer writer = self.writer
        cdef Holds holds = writer.block.holds
        cdef int means = MEANS[self.tag[node]]
        cdef str tag
        if holds == CODE:
            self.inside_code(node)
            return
        if means == NOTHING:
            return
        tag = <str> NAMES[self.tag[node]]
        if means == INLINE:
            self.start(node, Inline(_INLINE[tag]), END)
        elif means == LINK:
            address = self.link(node)
            if address:
                heads = self.headings[self.end[node]] > self.headings[node]
                self.start(node, Inline("a", address, heads), END)
        elif means == HEADING and (holds == BLOCKS or holds == ITEM):
            self.open(node, tag, None, WORDS)
        elif means == HEADING:
            writer.boundary()
            self.start(node, Inline("strong"), END_AND_BOUNDARY)
        elif means == LIST and self.nests(node, holds):
            self.open(node, _LISTS[tag], self.number(node, "start", 1, -MOST_COUNTED, MOST_COUNTED)
                      if tag == u"ol" else 1, ITEMS)
        elif means == ITEM_OF_LIST and holds == ITEMS and node in self.items:
            self.open(node, "li", None, ITEM)
        elif means == VERBATIM and (holds == BLOCKS or holds == ITEM):
            self.open(node, "pre", code_language(self.tree, node), CODE)
        else:
            self.grouping(node, tag, holds)

    cdef bint special(self, int node, object thing):
        """Write something that stands in the place of an element; whether with all that is in it."""
        cdef Writer writer = self.writer
        cdef Holds holds = writer.block.holds
        cdef bint flow = holds == BLOCKS or holds == ITEM
        if isinstance(thing, Picture):
            writer.image(thing.address, thing.alt)
        elif isinstance(thing, Embed):
            writer.embed(thing.address, thing.label)
        elif isinstance(thing, Formula):
            writer.formula(thing.tex, thing.display)
        elif isinstance(thing, Aside):
            writer.note_mark(thing.label)
            writer.add_note(thing.label, thing.text)
        elif isinstance(thing, Note) and flow:
            self.open(node, "note", thing.label, ITEM)
            return False
        elif isinstance(thing, Callout) and flow:
            self.open(node, "callout", thing.kind, BLOCKS)
            return False
        elif isinstance(thing, CalloutTitle):
            writer.boundary()
            self.start(node, Inline("strong"), END_AND_BOUNDARY)
            return False
        elif isinstance(thing, Code) and flow:
            self.open(node, "pre", code_language(self.tree, node), CODE)
            return False
        elif isinstance(thing, NoteList) and flow:
            writer.boundary()
            self.after(node, BOUNDARY, None)
            return False
        elif isinstance(thing, LeftOut):
            return True
        else:
            self.element(node)
            return False
        return True

    cdef grouping(self, int node, str tag, Holds holds):
        """Start an element that groups others: a quote, a table, a list of terms."""
        cdef bint flow = holds == BLOCKS or holds == ITEM
        if tag in ("blockquote", "figure", "details", "dl"):
            if flow:
                return self.open(node, tag, None, BLOCKS)
        elif tag in ("figcaption", "summary"):
            parent = self.name(self.parent[node])
            if holds == BLOCKS and parent == ("figure" if tag == "figcaption" else "details"):
                return self.open(node, tag, None, LINES)
        elif tag in ("dt", "dd"):
            if self.writer.block.tag == u"dl":  # there may be a `div` between them
                return self.open(node, tag, None, LINES if tag == "dt" else ITEM)
        elif tag == "table" and flow and node in self.tables:
            self.table = self.tables[node]
            return self.open(node, tag, None, ROWS)
        elif holds == ROWS:
            if tag in ("thead", "tbody", "tfoot", "tr"):
                return self.open(node, tag, None, ROWS)
            if tag == "caption":
                return self.open(node, tag, None, LINES)
            if tag in ("td", "th"):
                return self.open(node, tag, self.spans(node), LINES)
        self.writer.boundary()
        self.after(node, BOUNDARY, None)

    cdef inside_code(self, int node):
        if self.tag[node] == BREAK_TAG:
            self.writer.line_break()
        elif IS_BLOCK[self.tag[node]]:  # highlighters put every line into a block
            self.writer.boundary()
            self.after(node, BOUNDARY, None)

    cdef open(self, int node, str tag, object detail, Holds holds):
        self.writer.open(tag, detail, holds)
        self.after(node, CLOSE, None)

    cdef start(self, int node, Inline inline, After then):
        if len(self.writer.inlines) >= MOST_INLINE:
            inline = None
        else:
            self.writer.start(inline)
        self.after(node, then, inline)

    cdef after(self, int node, After then, Inline inline):
        self.ends.append(self.end[node])
        self.afters.append(then)
        self.inlines.append(inline)

    cdef finish(self):
        """End the innermost element that is open."""
        cdef int then = self.afters.pop()
        cdef Inline inline = self.inlines.pop()
        self.ends.pop()
        if then == CLOSE:
            self.writer.close()
            return
        if inline is not None:
            self.writer.end(inline)
        if then != END:
            self.writer.boundary()

    cdef bint nests(self, int node, Holds holds):
        """Whether a list can be one here: not as all that is left of an item."""
        if holds == ITEMS:
            return MEANS[self.tag[self.parent[node]]] == LIST
        return holds != WORDS and holds != ROWS

    cdef str name(self, int node):
        return <str> NAMES[self.tag[node]]

    cdef tuple spans(self, int node):
        columns = self.number(node, "colspan", 1, 1, min(self.table.columns, MOST_SPANNED))
        return columns, self.number(node, "rowspan", 1, 1, self.table.rows)

    cdef int number(self, int node, str name, int default, int least, int most):
        written = self.tree.attributes(name).get(node, "")[:12].strip()
        try:
            return max(least, min(int(written), most))
        except ValueError:
            return default


def write_kept(
    Writer writer, tree, const uint8_t[::1] keep, list texts, const uint8_t[::1] live,
    const int32_t[::1] leaf_start, const int32_t[::1] headings, dict at_node, dict at_leaf,
    set items, dict tables, link,
):
    """What is kept of a page, by a writer.

    `live` says which nodes have something below them that is written, `headings` how many
    headings stand before each, `items` which list items are some. What is written in the place
    of elements and texts is in `at_node` and `at_leaf` (`markup_things`). `link(node)` is where a
    link leads, empty for nowhere.
    """
    cdef _Walk walk = _Walk()
    cdef int node = 0, count = len(tree), leaf, tag
    walk.tree, walk.tag, walk.parent, walk.end = tree, tree.tag, tree.parent, tree.end
    walk.headings, walk.writer, walk.items, walk.tables = headings, writer, items, tables
    walk.at_node = at_node
    walk.link, walk.ends, walk.afters, walk.inlines = link, [], [], []
    if keep.shape[0] != len(texts) or live.shape[0] != count or headings.shape[0] != count + 1:
        raise ValueError("the arrays do not belong to the page")
    while True:
        while walk.ends and <int> walk.ends[len(walk.ends) - 1] <= node:
            walk.finish()
        if node >= count:
            break
        tag = walk.tag[node]
        if tag == TEXT_TAG:
            leaf = leaf_start[node]
            if keep[leaf]:
                if at_leaf and leaf in at_leaf:
                    put_special(writer, <str> texts[leaf], at_leaf[leaf])
                else:
                    writer.text(<str> texts[leaf])
            else:
                writer.space = True
        elif node in at_node:
            if walk.special(node, at_node[node]):
                node = walk.end[node]
                continue
        elif live[node] or is_empty_cell(walk, node):
            walk.element(node)
        else:
            if tag == BREAK_TAG:
                writer.line_break()
            elif tag == RULE_TAG and parts_kept(writer, keep, leaf_start[node]):
                writer.boundary()
                writer.rule()
            elif IS_BLOCK[tag]:
                writer.boundary()
            elif leaf_start[node] < leaf_start[walk.end[node]]:
                writer.space = True
            else:
                put_breaks(walk, node)
            node = walk.end[node]
            continue
        node += 1
    return writer.result()


cdef bint parts_kept(Writer writer, const uint8_t[::1] keep, int leaf):
    """Whether the texts before and after a place are both kept, and a rule can stand there."""
    if writer.block.home is not writer.block or writer.block.tag not in (u"", u"blockquote"):
        return False
    return 0 < leaf < keep.shape[0] and keep[leaf - 1] and keep[leaf]


cdef put_breaks(_Walk walk, int node):
    """Part what stands before and after an inline element without text that holds a `br`."""
    cdef int inner
    for inner in range(node + 1, walk.end[node]):
        if walk.tag[inner] == BREAK_TAG:
            walk.writer.line_break()
        elif IS_BLOCK[walk.tag[inner]]:
            walk.writer.boundary()


cdef put_special(Writer writer, str text, object thing):
    """Write something that stands in the place of a text, or before it."""
    if isinstance(thing, TaskBox):
        writer.task_box(thing.checked)
        writer.text(text)
        return
    if text[:1].isspace():
        writer.space = True
    if isinstance(thing, Formula):
        writer.formula(thing.tex, thing.display)
    else:
        writer.note_mark(thing.label)
    if text[-1:].isspace():
        writer.space = True


cdef bint is_empty_cell(_Walk walk, int node):
    """Whether a node is a cell of a row that is written: it keeps the others in place."""
    return walk.writer.block.holds == ROWS and walk.name(node) in ("td", "th")
