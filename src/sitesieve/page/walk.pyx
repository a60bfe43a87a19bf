"""The one walk over a parsed page: lexbor's nodes to the arrays of a `PageTree`.

Elements and texts below BODY become nodes. What stands outside of the text (title, meta,
link, JSON-LD, in the head or not) is collected on the way.
"""

import time

import numpy as np
from selectolax import lexbor as selectolax_lexbor

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, uint8_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset, strlen

from sitesieve.page.buffers cimport (
    Buffer,
    ints,
    number_of_ints,
    put_byte,
    put_bytes,
    put_id,
    put_int,
    release,
    reserve,
    taken,
)
from sitesieve.page.hashing cimport xxh64
from sitesieve.page.lexbor cimport (
    ELEMENT,
    MOST_KNOWN,
    TEXT,
    Attribute,
    Characters,
    Element,
    Node,
    Str,
    name_bytes,
    name_length,
)
from sitesieve.page.styles cimport Declared, Scratch, release_scratch, write_presentation
from sitesieve.page.tokens cimport Words, has_kana, put_words, release_words
from sitesieve.page.unicode cimport character_at, is_space

from sitesieve.page.attributes import ATTRIBUTE_ID, ATTRIBUTE_NAMES, PRESENTATION
from sitesieve.page.head import Head, MetaElement
from sitesieve.page.hidden import hides
from sitesieve.page.limits import Cut
from sitesieve.page.tags import BLOCK_LEVEL, OPAQUE, TAG_ID, TAG_NAMES, UNSEEN
from sitesieve.page.tree import PageTree
from sitesieve.page.words import language_code

cdef enum:
    CHECK_CLOCK_EVERY = 4096  # nodes
    SLOTS = 512  # of the tables of names; a power of two, well above the number of names
    MOST_OUTSIDE = 5000  # elements of the head that are read; real pages have dozens
    NO_ATTRIBUTE = 255
    OTHER_TAG = 0
    UNKNOWN_NAME = 1  # the walk met a name that has to be asked for

cdef enum TagSign:
    IS_BLOCK = 1
    IS_UNSEEN = 2
    IS_OPAQUE = 4

# Elements that are not seen and have no number in TAG_NAMES get one here.
_NAMES = (*TAG_NAMES, *sorted(UNSEEN - set(TAG_NAMES)))
cdef int TAGS = len(TAG_NAMES)
cdef int TEXT_TAG = TAG_ID["#text"]
cdef int BREAK = TAG_ID["br"]
cdef int DIALOG = TAG_ID["dialog"]
cdef int BODY = TAG_ID["body"]
cdef int FRAMESET = TAG_ID["frameset"]
cdef int BASE = TAG_ID["base"]
cdef int HEAD = _NAMES.index("head")
cdef int TITLE = _NAMES.index("title")
cdef int META = _NAMES.index("meta")
cdef int LINK = _NAMES.index("link")
cdef int SCRIPT = _NAMES.index("script")
cdef int NOSCRIPT = _NAMES.index("noscript")
cdef const uint8_t *JSON_LD = b"application/ld+json"
cdef size_t JSON_LD_SIZE = len(b"application/ld+json")
cdef int PRESENTATION_ATTRIBUTES = len(PRESENTATION)
cdef int STYLE = ATTRIBUTE_ID["style"]
cdef int HIDDEN = ATTRIBUTE_ID["hidden"]
cdef int LABELLED = ATTRIBUTE_ID["aria-labelledby"]
cdef int TYPE = ATTRIBUTE_ID["type"]
cdef int LANG = ATTRIBUTE_ID["lang"]
cdef int OPEN = ATTRIBUTE_ID["open"]

cdef struct NameSlot:
    uint64_t hash
    uint8_t number
    bint used

cdef uint8_t[256] tag_signs
cdef uint8_t[MOST_KNOWN] tag_of_known  # by lexbor's number
cdef uint8_t[MOST_KNOWN] attribute_of_known
cdef NameSlot[SLOTS] tag_slots
cdef NameSlot[SLOTS] attribute_slots
_encoded_names = [name.encode() for name in _NAMES]
cdef const uint8_t *tag_bytes[256]
cdef size_t[256] tag_sizes
# Names of elements that lexbor knows by a number and this module does not: asked for when one
# is first met on a page, and the same ever after.
cdef const uint8_t *known_names[MOST_KNOWN]
_kept_names = []  # which `known_names` points into


# What is known of lexbor is asked of selectolax, when this module is imported.

cdef void _enter(NameSlot *slots, bytes name, int number):
    cdef uint64_t code = xxh64(name, len(name))
    cdef size_t at = code % SLOTS
    while slots[at].used:
        at = (at + 1) % SLOTS
    slots[at] = NameSlot(code, <uint8_t> number, True)


cdef inline int _looked_up(NameSlot *slots, uintptr_t name, int otherwise) noexcept nogil:
    cdef uint64_t code = xxh64(name_bytes(name), name_length(name))
    cdef size_t at = code % SLOTS
    while slots[at].used:
        if slots[at].hash == code:
            return slots[at].number
        at = (at + 1) % SLOTS
    return otherwise


cdef Node *_address(object node):
    return <Node *> <uintptr_t> node.mem_id


def _refuse(what):
    raise ImportError(
        f"the parser has {what} elsewhere than expected: sitesieve needs selectolax 1.0 with "
        f"lexbor 3, not selectolax with lexbor {selectolax_lexbor.LEXBOR_VERSION_MAJOR}."
        f"{selectolax_lexbor.LEXBOR_VERSION_MINOR}"
    )


def _check_layout():
    """Compare what `lexbor.pxd` says of memory with what selectolax says of a document.

    In an order such that an address is followed only where its neighbours are as expected.
    """
    cdef Node *node
    cdef Element *element
    cdef Attribute *attribute
    parser = selectolax_lexbor.LexborHTMLParser(
        "<p hidden data-long-name-of-an-attribute='1 é' id=x>some text<b></b><x-a></x-a>"
        "<a-long-name-of-an-element></a-long-name-of-an-element></p><p></p>"
    )
    paragraph = parser.body.first_child
    inner = paragraph.first_child.next
    node = _address(inner)
    if (
        <uintptr_t> node.parent != paragraph.mem_id
        or <uintptr_t> node.prev != inner.prev.mem_id
        or <uintptr_t> node.next != inner.next.mem_id
        or node.first_child != NULL
    ):
        _refuse("nodes")
    node = _address(paragraph)
    if (
        <uintptr_t> node.first_child != paragraph.first_child.mem_id
        or <uintptr_t> node.last_child != paragraph.last_child.mem_id
        or node.type != ELEMENT
        or node.first_child.type != TEXT
        or (<Characters *> node.first_child).data.length != len("some text")
        or memcmp((<Characters *> node.first_child).data.data, b"some text", 9) != 0
    ):
        _refuse("texts")
    element = <Element *> node
    attribute = element.first_attr
    if attribute == NULL or attribute.owner != element or attribute.value != NULL and attribute.value.length:
        _refuse("attributes")
    attribute = attribute.next
    if attribute == NULL or attribute.owner != element or attribute.value == NULL:
        _refuse("attributes")
    if attribute.value.length != len("1 é".encode()):
        _refuse("values of attributes")
    if attribute.node.local_name < MOST_KNOWN:
        _refuse("numbers of attributes")
    if _text(name_bytes(attribute.node.local_name), name_length(attribute.node.local_name)) != (
        "data-long-name-of-an-attribute"
    ):
        _refuse("names of attributes")
    for child, name in ((inner.next, "x-a"), (inner.next.next, "a-long-name-of-an-element")):
        node = _address(child)
        if node.local_name < MOST_KNOWN or name_length(node.local_name) != len(name):
            _refuse("names")
        if _text(name_bytes(node.local_name), name_length(node.local_name)) != name:
            _refuse("names")


def _read_numbers():
    """The numbers by which lexbor knows elements and attributes."""
    cdef int i
    cdef uintptr_t number
    parser = selectolax_lexbor.LexborHTMLParser("")
    for i in range(MOST_KNOWN):
        tag_of_known[i] = OTHER_TAG
        known_names[i] = NULL
        attribute_of_known[i] = NO_ATTRIBUTE
    for i in range(SLOTS):
        tag_slots[i].used = attribute_slots[i].used = False
    for i, name in enumerate(_NAMES):
        tag_bytes[i] = <const uint8_t *> <bytes> _encoded_names[i]
        tag_sizes[i] = len(_encoded_names[i])
        tag_signs[i] = (
            (IS_BLOCK if name in BLOCK_LEVEL else 0)
            | (IS_UNSEEN if name in UNSEEN else 0)
            | (IS_OPAQUE if name in OPAQUE else 0)
        )
        if name.startswith("#"):
            continue
        number = _address(parser.create_node(name)).local_name
        if number < MOST_KNOWN:
            tag_of_known[number] = i
        else:
            _enter(tag_slots, _encoded_names[i], i)
    for i, name in enumerate(ATTRIBUTE_NAMES):
        node = parser.create_node("p")
        node.attrs[name] = "1"
        number = (<Element *> _address(node)).first_attr.node.local_name
        if number < MOST_KNOWN:
            attribute_of_known[number] = i
        else:
            _enter(attribute_slots, name.encode(), i)


_check_layout()
_read_numbers()


cdef inline int _tag_of(Node *node) noexcept nogil:
    if node.local_name < MOST_KNOWN:
        return tag_of_known[node.local_name]
    return _looked_up(tag_slots, node.local_name, OTHER_TAG)


cdef inline int _attribute_of(Attribute *attribute) noexcept nogil:
    if attribute.node.prefix:  # xlink:href in a drawing or a formula is not its href
        return NO_ATTRIBUTE
    if attribute.node.local_name < MOST_KNOWN:
        return attribute_of_known[attribute.node.local_name]
    return _looked_up(attribute_slots, attribute.node.local_name, NO_ATTRIBUTE)


cdef str _text(const uint8_t *data, size_t size):
    return PyUnicode_DecodeUTF8(<const char *> data, size, "replace") if size else ""


cdef str _value(Attribute *attribute):
    if attribute.value == NULL:
        return ""
    return _text(attribute.value.data, attribute.value.length)


# A table from 64-bit hashes to numbers, for what repeats on a page.

cdef struct Entry:
    uint64_t hash
    int32_t number  # -1: free

cdef struct Table:
    Entry *entries
    size_t size  # a power of two
    size_t used


cdef int32_t *_slot(Table *table, uint64_t code) except NULL nogil:
    """Where the number of a hash is, or goes: -1 where it is new."""
    cdef size_t at, i
    cdef Table larger
    if 2 * table.used >= table.size:
        larger.size = max(2 * table.size, 1024)
        larger.used = table.used
        larger.entries = <Entry *> calloc(larger.size, sizeof(Entry))
        if larger.entries == NULL:
            with gil:
                raise MemoryError("no memory for the styles of a page")
        for i in range(larger.size):
            larger.entries[i].number = -1
        for i in range(table.size):
            if table.entries[i].number >= 0:
                at = table.entries[i].hash & (larger.size - 1)
                while larger.entries[at].number >= 0:
                    at = (at + 1) & (larger.size - 1)
                larger.entries[at] = table.entries[i]
        free(table.entries)
        table[0] = larger
    at = code & (table.size - 1)
    while table.entries[at].number >= 0 and table.entries[at].hash != code:
        at = (at + 1) & (table.size - 1)
    if table.entries[at].number < 0:
        table.entries[at].hash = code
        table.used += 1
    return &table.entries[at].number


cdef struct Open:  # an element that we are inside of
    Node *node
    int32_t up
    int32_t block
    int32_t texts

cdef struct Outside:  # an element that is not part of the text
    Node *node
    int32_t tag
    int32_t nodes  # before it
    int32_t up

cdef struct Walk:
    Buffer tag, raw, parent, end, leaves, line, ordinal
    Buffer texts, text_start
    Buffer attribute_node, attribute_name, attribute_start, values
    Buffer look, looks, look_start, look_ids, look_of_raw
    Buffer suspects  # int32 pairs: a raw look that may hide, and the first node that has it
    Buffer other_node, other_names, other_start  # elements whose names have no number
    Buffer outside, stack
    Buffer key
    Scratch scratch
    Words words
    Buffer word_start
    Table raws, ids
    size_t deepest, most_attributes, noscript
    size_t nodes_in_all  # counted where there are too many, else 0


cdef void _release_walk(Walk *walk) noexcept nogil:
    release(&walk.tag)
    release(&walk.raw)
    release(&walk.parent)
    release(&walk.end)
    release(&walk.leaves)
    release(&walk.line)
    release(&walk.ordinal)
    release(&walk.texts)
    release(&walk.text_start)
    release(&walk.attribute_node)
    release(&walk.attribute_name)
    release(&walk.attribute_start)
    release(&walk.values)
    release(&walk.look)
    release(&walk.looks)
    release(&walk.look_start)
    release(&walk.look_ids)
    release(&walk.look_of_raw)
    release(&walk.suspects)
    release(&walk.other_node)
    release(&walk.other_names)
    release(&walk.other_start)
    release(&walk.outside)
    release(&walk.stack)
    release(&walk.key)
    release(&walk.word_start)
    release_scratch(&walk.scratch)
    release_words(&walk.words)
    free(walk.raws.entries)
    free(walk.ids.entries)


cdef bint _is_blank(Str *text) noexcept nogil:
    cdef size_t at = 0
    cdef int length
    while at < text.length:
        if not is_space(character_at(text.data, text.length, at, &length)):
            return False
        at += length
    return True


cdef bint _ends_in_space(Buffer *texts) noexcept nogil:
    cdef size_t at = texts.size
    cdef int length
    while at > 0:
        at -= 1
        if texts.data[at] & 0xC0 != 0x80:
            break
    return is_space(character_at(texts.data, texts.size, at, &length))


cdef inline int _part_texts(Walk *walk) except -1 nogil:
    """What comes next is a word of its own though no element says so."""
    if walk.texts.size and not _ends_in_space(&walk.texts):
        put_byte(&walk.texts, c" ")
    return 0


cdef size_t _noscript_text(Node *node) noexcept nogil:
    """About how many bytes of text stand in a `noscript` element, which holds its source."""
    cdef Str *source
    cdef size_t i, count = 0, last = 0
    cdef bint in_tag = False
    if node.first_child == NULL or node.first_child.type != TEXT:
        return 0
    source = &(<Characters *> node.first_child).data
    for i in range(source.length):
        if source.data[i] == c"<":
            in_tag = True
        elif in_tag:
            in_tag = source.data[i] != c">"
        elif count or source.data[i] > 32:  # white space at both ends does not count
            count += 1
            if source.data[i] > 32:
                last = count
    return last


cdef bint _is_json_ld(Node *script) noexcept nogil:
    cdef Attribute *attribute = _find(script, TYPE)
    cdef size_t i
    if attribute == NULL or attribute.value == NULL or attribute.value.length != JSON_LD_SIZE:
        return False
    for i in range(JSON_LD_SIZE):
        if attribute.value.data[i] | 32 != JSON_LD[i] | 32:
            return False
    return True


cdef Attribute *_find(Node *node, int name) noexcept nogil:
    """An attribute of an element, by its number."""
    cdef Attribute *attribute = (<Element *> node).first_attr
    while attribute != NULL and _attribute_of(attribute) != name:
        attribute = attribute.next
    return attribute


cdef int _note_outside(Walk *walk, Node *node, int tag, int32_t up) except -1 nogil:
    """Remember an element that says something of the page, or has text for others."""
    cdef Outside entry
    if tag == NOSCRIPT:
        walk.noscript += _noscript_text(node)
    elif walk.outside.size >= MOST_OUTSIDE * sizeof(Outside):
        return 0
    elif tag == TITLE or tag == META or tag == LINK or tag == BASE or (
        tag == SCRIPT and _is_json_ld(node)
    ):
        entry = Outside(node, tag, <int32_t> walk.tag.size, up)
        put_bytes(&walk.outside, <const uint8_t *> &entry, sizeof(Outside))
    return 0


cdef int _put_look(Walk *walk, Node *node, int tag, int32_t number, size_t limit) except -1 nogil:
    """The attributes of an element, and how it looks."""
    cdef Attribute *attribute = (<Element *> node).first_attr
    cdef Declared[32] declared
    cdef int count = 0, name
    cdef size_t attributes = 0, size, i
    cdef bint may_hide = False
    cdef uint8_t labelled = 0
    cdef const uint8_t *value
    cdef int32_t *raw
    cdef int32_t *look
    cdef uint64_t code
    cdef const uint8_t *tag_name
    cdef size_t tag_size
    while attribute != NULL:
        attributes += 1
        if attributes <= limit:
            name = _attribute_of(attribute)
            if name != NO_ATTRIBUTE:
                value = attribute.value.data if attribute.value != NULL else NULL
                size = attribute.value.length if value != NULL else 0
                put_int(&walk.attribute_node, number)
                put_byte(&walk.attribute_name, <uint8_t> name)
                put_bytes(&walk.values, value, size)
                put_int(&walk.attribute_start, <int32_t> walk.values.size)
                if name < PRESENTATION_ATTRIBUTES and count < 32:
                    declared[count] = Declared(name, value, size)
                    count += 1
                    may_hide = may_hide or name == STYLE or name == HIDDEN
                elif name == LABELLED and size:
                    labelled = 1
        attribute = attribute.next
    if attributes > limit and attributes > walk.most_attributes:
        walk.most_attributes = attributes
    if tag != OTHER_TAG:
        tag_name = tag_bytes[tag]
        tag_size = tag_sizes[tag]
    elif node.local_name < MOST_KNOWN:
        tag_name = known_names[node.local_name]
        if tag_name == NULL:
            return UNKNOWN_NAME
        tag_size = strlen(<const char *> tag_name)
    else:
        tag_name = name_bytes(node.local_name)
        tag_size = name_length(node.local_name)
    if tag == OTHER_TAG or tag >= TAGS:
        put_int(&walk.other_node, number)
        put_bytes(&walk.other_names, tag_name, tag_size)
        put_int(&walk.other_start, <int32_t> walk.other_names.size)
    # As written first: most elements look like one before them to the letter.
    walk.key.size = 0
    put_bytes(&walk.key, tag_name, tag_size)
    for i in range(count):
        put_byte(&walk.key, 0)
        put_byte(&walk.key, <uint8_t> declared[i].name)
        put_bytes(&walk.key, declared[i].value, declared[i].size)
    if may_hide:
        put_byte(&walk.key, 0)
        put_byte(&walk.key, 128 + labelled)
    raw = _slot(&walk.raws, xxh64(walk.key.data, walk.key.size))
    if raw[0] < 0:
        raw[0] = <int32_t> (number_of_ints(&walk.look_of_raw))
        i = walk.looks.size
        write_presentation(&walk.looks, tag_name, tag_size, declared, count, &walk.scratch)
        code = xxh64(walk.looks.data + i, walk.looks.size - i)
        look = _slot(&walk.ids, code)
        if look[0] < 0:
            look[0] = <int32_t> (walk.look_ids.size // sizeof(uint64_t))
            put_id(&walk.look_ids, code)
            put_int(&walk.look_start, <int32_t> walk.looks.size)
        else:
            walk.looks.size = i  # other classes in another order
        put_int(&walk.look_of_raw, look[0])
        if may_hide:
            put_int(&walk.suspects, raw[0])
            put_int(&walk.suspects, number)
    put_int(&walk.raw, raw[0])
    return 0


cdef int _fill(
    Walk *walk,
    Node *root,
    size_t most_nodes,
    size_t most_depth,
    size_t most_attributes,
    double deadline,
    bint scripting,
) except -1 nogil:
    """Walk a page from its root (BODY) in document order. Returns 0, or `UNKNOWN_NAME`."""
    cdef Node *node = root
    cdef Node *following
    cdef Open opened
    cdef Str *text
    cdef int tag
    cdef bint is_block
    cdef int32_t number, up = -1  # our number of the element we are in
    cdef int32_t block = -1  # our number of its nearest block-level ancestor, or itself
    cdef int32_t texts = 0  # text nodes in it so far, as XPath counts them
    cdef int32_t breaks = 0, line = 0, last_block = -1, last_breaks = -1
    cdef size_t depth = 0, next_check = min(<size_t> CHECK_CLOCK_EVERY, most_nodes)
    while True:
        number = <int32_t> walk.tag.size
        if <size_t> number >= next_check:
            if <size_t> number >= most_nodes:
                walk.nodes_in_all = _count(root)
                break
            with gil:
                _check_clock(deadline)
            next_check = min(next_check + CHECK_CLOCK_EVERY, most_nodes)
        following = NULL
        if node.type == TEXT:
            text = &(<Characters *> node).data
            texts += 1
            if _is_blank(text):
                if walk.leaves.size:  # white space after a text belongs to it
                    put_bytes(&walk.texts, text.data, text.length)
            elif (
                walk.leaves.size
                and ints(&walk.leaves)[number_of_ints(&walk.leaves) - 1] == number - 1
                and ints(&walk.parent)[number - 1] == up
            ):
                put_bytes(&walk.texts, text.data, text.length)  # on the other side of a comment
            else:
                if block != last_block or breaks != last_breaks:
                    line += 1
                    last_block = block
                    last_breaks = breaks
                put_int(&walk.text_start, <int32_t> walk.texts.size)
                put_int(&walk.leaves, number)
                put_bytes(&walk.texts, text.data, text.length)
                put_int(&walk.line, line)
                put_int(&walk.ordinal, texts)
                put_byte(&walk.tag, <uint8_t> TEXT_TAG)
                put_int(&walk.raw, -1)
                put_int(&walk.parent, up)
                put_int(&walk.end, number + 1)
        elif node.type == ELEMENT:
            tag = _tag_of(node)
            if tag_signs[tag] & IS_UNSEEN and (scripting or tag != NOSCRIPT):
                _note_outside(walk, node, tag, up)
            elif depth >= most_depth:
                # Flatten: what it holds belongs to the last element in reach.
                walk.deepest = max(walk.deepest, depth + 1)
                _part_texts(walk)
                if not tag_signs[tag] & IS_OPAQUE:
                    following = node.first_child
                if following != NULL:
                    opened = Open(node, up, block, texts)
                    put_bytes(&walk.stack, <const uint8_t *> &opened, sizeof(Open))
                    depth += 1
            else:
                if _put_look(walk, node, tag, number, most_attributes):
                    return UNKNOWN_NAME
                put_byte(&walk.tag, <uint8_t> (tag if tag < TAGS else OTHER_TAG))
                put_int(&walk.parent, up)
                put_int(&walk.end, number + 1)
                is_block = tag_signs[tag] & IS_BLOCK
                if is_block or tag == BREAK:
                    breaks += 1
                if not tag_signs[tag] & IS_OPAQUE:
                    following = node.first_child
                if following != NULL:
                    opened = Open(node, up, block, texts)
                    put_bytes(&walk.stack, <const uint8_t *> &opened, sizeof(Open))
                    depth += 1
                    up = number
                    texts = 0
                    if is_block or block < 0:
                        block = number
        if following == NULL and depth:
            following = node.next
            while following == NULL and depth > 1:
                depth -= 1
                walk.stack.size -= sizeof(Open)
                opened = (<Open *> (walk.stack.data + walk.stack.size))[0]
                node = opened.node
                if opened.up != up:
                    ints(&walk.end)[up] = <int32_t> walk.tag.size
                    up = opened.up
                else:
                    _part_texts(walk)  # the end of a flattened element
                block = opened.block
                texts = opened.texts
                following = node.next
        if following == NULL:
            break
        node = following
    while up >= 0:  # what is still open ends here
        ints(&walk.end)[up] = <int32_t> walk.tag.size
        up = ints(&walk.parent)[up]
    return 0


cdef size_t _count(Node *root) noexcept nogil:
    """How many elements and texts there are below a node, and itself."""
    cdef Node *node = root
    cdef size_t count = 0
    while node != NULL:
        count += node.type == ELEMENT or node.type == TEXT
        if node.first_child != NULL:
            node = node.first_child
            continue
        while node != root and node.next == NULL:
            node = node.parent
        node = NULL if node == root else node.next
    return count


cdef int _put_all_words(Walk *walk) except -1 nogil:
    """The words of all texts, and how many stand before each node."""
    cdef bint japanese = has_kana(walk.texts.data, walk.texts.size)
    cdef int32_t *start = ints(&walk.text_start)
    cdef size_t node, leaf = 0
    reserve(&walk.word_start, (walk.tag.size + 1) * sizeof(int32_t))
    for node in range(walk.tag.size):
        put_int(&walk.word_start, <int32_t> number_of_ints(&walk.words.begin))
        if walk.tag.data[node] == TEXT_TAG:
            put_words(
                &walk.words, walk.texts.data, start[leaf], start[leaf + 1] - start[leaf], japanese
            )
            leaf += 1
    put_int(&walk.word_start, <int32_t> number_of_ints(&walk.words.begin))
    return 0


cdef int _finish_looks(Walk *walk) except -1 nogil:
    """For each node its look; texts look like texts, the last of the looks."""
    cdef int32_t *look_of_raw = ints(&walk.look_of_raw)
    cdef int32_t *raw = ints(&walk.raw)
    cdef size_t node
    cdef int32_t of_text = <int32_t> (walk.look_ids.size // sizeof(uint64_t))
    put_bytes(&walk.looks, b"#text", 5)
    put_int(&walk.look_start, <int32_t> walk.looks.size)
    put_id(&walk.look_ids, xxh64(b"#text", 5))
    reserve(&walk.look, walk.raw.size)
    for node in range(walk.tag.size):
        put_int(&walk.look, look_of_raw[raw[node]] if raw[node] >= 0 else of_text)
    return 0


def read_tree(parser, limits, double deadline, url, cuts, bint scripting):
    """A parsed page as arrays; `TimeoutError` when that lasts beyond the deadline.

    `cuts` are what was cut before it was parsed. Without `scripting` the parser was told to
    read what stands in `noscript`, and that is part of the text.
    """
    cdef Walk walk
    cdef Node *html
    cdef Node *root
    cdef Node *child
    cdef size_t nodes = limits.nodes, depth = limits.depth, attributes = limits.attributes
    cdef int status = UNKNOWN_NAME
    memset(&walk, 0, sizeof(Walk))
    top = parser.root
    html = _address(top) if top is not None else NULL
    try:
        while status == UNKNOWN_NAME:
            with nogil:
                root = _start(&walk, html)
                status = 0
                if root != NULL:
                    status = _fill(&walk, root, nodes, depth, attributes, deadline, scripting)
                put_int(&walk.text_start, <int32_t> walk.texts.size)
            if status == UNKNOWN_NAME:
                _learn_names(top)
                _release_walk(&walk)
                memset(&walk, 0, sizeof(Walk))
        with nogil:
            _finish_looks(&walk)
            _put_all_words(&walk)
        return _tree(&walk, html, limits, url, cuts)
    finally:
        _release_walk(&walk)


cdef Node *_start(Walk *walk, Node *html) except? NULL nogil:
    """What the head says; BODY, or what stands in its place."""
    cdef Node *child = html.first_child if html != NULL else NULL
    cdef Node *inner
    cdef Node *body = NULL
    cdef int tag
    put_int(&walk.attribute_start, 0)
    put_int(&walk.look_start, 0)
    put_int(&walk.other_start, 0)
    while child != NULL:
        tag = _tag_of(child) if child.type == ELEMENT else OTHER_TAG
        if tag == HEAD:
            inner = child.first_child
            while inner != NULL:
                if inner.type == ELEMENT:
                    tag = _tag_of(inner)
                    if tag_signs[tag] & IS_UNSEEN:
                        _note_outside(walk, inner, tag, -1)
                inner = inner.next
        elif body == NULL and (tag == BODY or tag == FRAMESET):
            body = child
        child = child.next
    return body if body != NULL else html


def _learn_names(top):
    """Ask for the names of the elements of a page that lexbor knows by a number.

    In lower case: a number is the same for `clipPath` in a drawing and `clippath` in a page, and
    of the two only the latter becomes a node.
    """
    cdef Node *node
    for element in top.traverse(include_text=False):
        node = _address(element)
        if node.local_name < MOST_KNOWN and known_names[node.local_name] == NULL:
            _kept_names.append((element.tag or "-").lower().encode())
            known_names[node.local_name] = <const uint8_t *> <bytes> _kept_names[-1]


cdef object _ints(Buffer *buffer):
    return np.frombuffer(taken(buffer), np.int32)


cdef list _strings(Buffer *text, Buffer *start):
    """The texts between the marks of `start`."""
    cdef int32_t *at = ints(start)
    cdef size_t i
    return [_text(text.data + at[i], at[i + 1] - at[i]) for i in range(number_of_ints(start) - 1)]


cdef object _tree(Walk *walk, Node *html, object limits, object url, object cuts):
    cdef Attribute *attribute
    tag = np.frombuffer(taken(&walk.tag), np.uint8)
    if walk.nodes_in_all:
        cuts = [*cuts, Cut("nodes", limits.nodes, walk.nodes_in_all)]
    cut_before = {cut.cap for cut in cuts}
    if walk.deepest and "depth" not in cut_before:
        cuts = [*cuts, Cut("depth", limits.depth, walk.deepest)]
    if walk.most_attributes and "attributes" not in cut_before:
        cuts = [*cuts, Cut("attributes", limits.attributes, walk.most_attributes)]
    attribute = _find(html, LANG) if html != NULL else NULL
    names = zip(_ints(&walk.other_node).tolist(), _strings(&walk.other_names, &walk.other_start))
    return PageTree(
        url=url,
        cuts=tuple(cuts),
        lang=language_code(_value(attribute) if attribute != NULL else None),
        head=_head(walk),
        noscript=walk.noscript,
        tag=tag,
        look=_ints(&walk.look),
        presentations=tuple(_strings(&walk.looks, &walk.look_start)),
        presentation_ids=np.frombuffer(taken(&walk.look_ids), np.uint64),
        parent=_ints(&walk.parent),
        end=_ints(&walk.end),
        names=dict(names),
        hiding=_hiding(walk, tag),
        leaves=_ints(&walk.leaves),
        line=_ints(&walk.line),
        text_ordinal=_ints(&walk.ordinal),
        text_utf8=taken(&walk.texts),
        text_start=_ints(&walk.text_start),
        word_start=_ints(&walk.word_start),
        word_ids=np.frombuffer(taken(&walk.words.ids), np.uint64),
        word_begin=_ints(&walk.words.begin),
        word_end=_ints(&walk.words.end),
        attribute_node=_ints(&walk.attribute_node),
        attribute_name=np.frombuffer(taken(&walk.attribute_name), np.uint8),
        attribute_start=_ints(&walk.attribute_start),
        attribute_utf8=taken(&walk.values),
    )


cdef object _hiding(Walk *walk, object tag):
    """The elements that are not shown: `hides` is asked once for each way they are written."""
    cdef int32_t *suspects = ints(&walk.suspects)
    cdef int32_t *nodes = ints(&walk.attribute_node)
    cdef int32_t *start = ints(&walk.attribute_start)
    cdef size_t i, at = 0, attributes = number_of_ints(&walk.attribute_node)
    hidden = np.zeros(number_of_ints(&walk.look_of_raw) + 1, np.bool_)
    for i in range(number_of_ints(&walk.suspects) // 2):
        while nodes[at] < suspects[2 * i + 1]:  # first nodes come in order
            at += 1
        said = []
        while at < attributes and nodes[at] == suspects[2 * i + 1]:
            value = _text(walk.values.data + start[at], start[at + 1] - start[at])
            said.append((ATTRIBUTE_NAMES[walk.attribute_name.data[at]], value))
            at += 1
        hidden[suspects[2 * i]] = hides(dict(said))
    if not hidden.any() and not (tag == DIALOG).any():
        return np.empty(0, np.int32)
    found = hidden[_ints(&walk.raw)]  # texts have the last, which does not hide
    dialogs = np.flatnonzero(tag == DIALOG)
    if len(dialogs):
        opened = np.frombuffer(taken(&walk.attribute_name), np.uint8) == OPEN
        found[dialogs] |= ~np.isin(dialogs, _ints(&walk.attribute_node)[opened])
    return np.flatnonzero(found).astype(np.int32)


cdef object _head(Walk *walk):
    cdef Outside *entry
    cdef Attribute *attribute
    cdef size_t i
    title, base = None, ""
    metas, links, scripts = [], [], []
    for i in range(walk.outside.size // sizeof(Outside)):
        entry = <Outside *> walk.outside.data + i
        if entry.tag == TITLE:
            title = _inner_text(entry.node) if title is None else title
            continue
        if entry.tag == SCRIPT:
            scripts.append(_inner_text(entry.node))
            continue
        attributes = {}
        attribute = (<Element *> entry.node).first_attr
        while attribute != NULL:
            name = _attribute_of(attribute)
            if name != NO_ATTRIBUTE:
                attributes[ATTRIBUTE_NAMES[name]] = _value(attribute)
            attribute = attribute.next
        if entry.tag == META:
            metas.append(MetaElement(attributes, entry.nodes, entry.up))
        elif entry.tag == LINK:
            links.append((attributes.get("rel", ""), attributes.get("href", "")))
        elif not base:
            base = attributes.get("href", "").strip()
    return Head(" ".join((title or "").split()), base, tuple(metas), tuple(links), tuple(scripts))


cdef str _inner_text(Node *node):
    cdef Node *child = node.first_child
    pieces = []
    while child != NULL:
        if child.type == TEXT:
            pieces.append(
                _text((<Characters *> child).data.data, (<Characters *> child).data.length)
            )
        child = child.next
    return "".join(pieces)


def _check_clock(deadline):
    if time.monotonic() > deadline:
        raise TimeoutError
