"""The one walk over a parsed page: lexbor's nodes to arrays.

Elements and texts below BODY become nodes. What stands outside of the text (title, meta,
link, JSON-LD, in the head or not) is collected on the way. `tree_arrays` makes a `PageTree` of it.
"""

import time

from libc.stdint cimport int32_t, uint8_t, uint64_t

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
)
from sitesieve.page.hash_table cimport release_table, slot_of
from sitesieve.page.hashing cimport xxh64
from sitesieve.page.lexbor cimport (
    ELEMENT,
    NO_ATTRIBUTE,
    OTHER_TAG,
    TEXT,
    Attribute,
    Characters,
    Element,
    Node,
    Str,
    attribute_of,
    find_attribute,
    name_of,
    tag_of,
)
from sitesieve.page.styles cimport Declared, release_scratch, write_presentation
from sitesieve.page.tokens cimport has_kana, put_words, release_words
from sitesieve.page.unicode cimport character_at, is_space

from sitesieve.page.attributes import ATTRIBUTE_ID, PRESENTATION
from sitesieve.page.tags import ALL_TAG_NAMES, BLOCK_LEVEL, OPAQUE, TAG_ID, TAG_NAMES, UNSEEN

cdef enum:
    CHECK_CLOCK_EVERY = 4096  # nodes
    MOST_OUTSIDE = 5000  # elements of the head that are read; real pages have dozens
    MOST_DECLARED = 32  # attributes that count for how an element looks; there are fewer

cdef enum TagSign:
    IS_BLOCK = 1
    IS_UNSEEN = 2
    IS_OPAQUE = 4

cdef int TAGS = len(TAG_NAMES)
cdef int TEXT_TAG = TAG_ID["#text"]
cdef int BREAK = TAG_ID["br"]
cdef int BODY = TAG_ID["body"]
cdef int FRAMESET = TAG_ID["frameset"]
cdef int BASE = TAG_ID["base"]
cdef int HEAD = ALL_TAG_NAMES.index("head")
cdef int TITLE = ALL_TAG_NAMES.index("title")
cdef int META = ALL_TAG_NAMES.index("meta")
cdef int LINK = ALL_TAG_NAMES.index("link")
cdef int SCRIPT = ALL_TAG_NAMES.index("script")
cdef int NOSCRIPT = ALL_TAG_NAMES.index("noscript")
cdef int ANNOTATION = ALL_TAG_NAMES.index("annotation")
cdef int SOURCE = TAG_ID["source"]
cdef int VIDEO = TAG_ID["video"]
cdef int AUDIO = TAG_ID["audio"]
cdef const uint8_t *JSON_LD = b"application/ld+json"
cdef size_t JSON_LD_SIZE = len(b"application/ld+json")
cdef const uint8_t *TEX = b"tex"
cdef const uint8_t *MATH_TEX = b"math/tex"
cdef int PRESENTATION_ATTRIBUTES = len(PRESENTATION)
cdef int STYLE = ATTRIBUTE_ID["style"]
cdef int HIDDEN = ATTRIBUTE_ID["hidden"]
cdef int TYPE = ATTRIBUTE_ID["type"]
cdef int ENCODING = ATTRIBUTE_ID["encoding"]
cdef int SRC = ATTRIBUTE_ID["src"]
cdef uint8_t[256] tag_signs


cdef int _set_up() except -1:
    cdef int i
    for i in range(256):
        tag_signs[i] = 0
    for i, name in enumerate(ALL_TAG_NAMES):
        tag_signs[i] |= IS_BLOCK if name in BLOCK_LEVEL else 0
        tag_signs[i] |= IS_UNSEEN if name in UNSEEN else 0
        tag_signs[i] |= IS_OPAQUE if name in OPAQUE else 0
    return 0


_set_up()


cdef void release_attributes(Attributes *columns) noexcept nogil:
    release(&columns.owner)
    release(&columns.name)
    release(&columns.start)
    release(&columns.values)


cdef void release_walk(Walk *walk) noexcept nogil:
    release(&walk.tag)
    release(&walk.raw)
    release(&walk.parent)
    release(&walk.end)
    release(&walk.leaves)
    release(&walk.line)
    release(&walk.ordinal)
    release(&walk.texts)
    release(&walk.text_start)
    release_attributes(&walk.attributes)
    release_attributes(&walk.outside_attributes)
    release(&walk.outside_texts)
    release(&walk.outside_start)
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
    release_table(&walk.raws)
    release_table(&walk.ids)


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


cdef bint _stands_at(Str *value, size_t at, const uint8_t *name, size_t size) noexcept nogil:
    """Whether a name, in lower case, stands at a place of a value, in any."""
    cdef size_t i
    if at + size > value.length:
        return False
    for i in range(size):
        if value.data[at + i] | 32 != name[i] | 32:
            return False
    return True


cdef bint _is_json_ld(Node *script) noexcept nogil:
    cdef Attribute *attribute = find_attribute(script, TYPE)
    if attribute == NULL or attribute.value == NULL or attribute.value.length != JSON_LD_SIZE:
        return False
    return _stands_at(attribute.value, 0, JSON_LD, JSON_LD_SIZE)


cdef bint _is_formula(Node *script) noexcept nogil:
    """Whether a script is TeX that another script would draw: part of the text."""
    cdef Attribute *attribute = find_attribute(script, TYPE)
    if attribute == NULL or attribute.value == NULL:
        return False
    return _stands_at(attribute.value, 0, MATH_TEX, 8)


cdef bint _is_tex(Node *annotation) noexcept nogil:
    """Whether an annotation of a formula is the same in TeX."""
    cdef Attribute *attribute = find_attribute(annotation, ENCODING)
    cdef size_t at
    if attribute == NULL or attribute.value == NULL:
        return False
    for at in range(attribute.value.length):
        if _stands_at(attribute.value, at, TEX, 3):
            return True
    return False


cdef int _note_outside(Walk *walk, Node *node, int tag, int32_t up, size_t limit) except -1 nogil:
    """Remember an element that says something of the page, or has text for others."""
    cdef Outside entry
    cdef Node *child = node.first_child
    cdef Str *text
    if tag == NOSCRIPT:
        walk.noscript += _noscript_text(node)
    elif walk.outside.size < MOST_OUTSIDE * sizeof(Outside) and (
        tag == TITLE or tag == META or tag == LINK or tag == BASE
        or (tag == SCRIPT and _is_json_ld(node))
        or (tag == ANNOTATION and _is_tex(node))
    ):
        _put_attributes(
            &walk.outside_attributes,
            node,
            <int32_t> (walk.outside.size // sizeof(Outside)),
            limit,
            NULL,
        )
        entry = Outside(tag, <int32_t> walk.tag.size, up)
        put_bytes(&walk.outside, <const uint8_t *> &entry, sizeof(Outside))
        while child != NULL and (tag == TITLE or tag == SCRIPT or tag == ANNOTATION):
            if child.type == TEXT:
                text = &(<Characters *> child).data
                put_bytes(&walk.outside_texts, text.data, text.length)
            child = child.next
        put_int(&walk.outside_start, <int32_t> walk.outside_texts.size)
    return 0


cdef struct Shown:  # the attributes of an element that count for how it looks
    Declared[MOST_DECLARED] declared
    int count
    bint may_hide


cdef size_t _put_attributes(
    Attributes *columns, Node *node, int32_t owner, size_t limit, Shown *shown
) except? 0 nogil:
    """Keep the attributes of an element, at most `limit`; how many it has."""
    cdef Attribute *attribute = (<Element *> node).first_attr
    cdef size_t count = 0, size
    cdef const uint8_t *value
    cdef int name
    while attribute != NULL:
        count += 1
        name = attribute_of(attribute) if count <= limit else NO_ATTRIBUTE
        if name != NO_ATTRIBUTE:
            value = attribute.value.data if attribute.value != NULL else NULL
            size = attribute.value.length if value != NULL else 0
            put_int(&columns.owner, owner)
            put_byte(&columns.name, <uint8_t> name)
            put_bytes(&columns.values, value, size)
            put_int(&columns.start, <int32_t> columns.values.size)
            if shown != NULL and name < PRESENTATION_ATTRIBUTES and shown.count < MOST_DECLARED:
                shown.declared[shown.count] = Declared(name, value, size)
                shown.count += 1
                shown.may_hide = shown.may_hide or name == STYLE or name == HIDDEN
        attribute = attribute.next
    return count


cdef int _put_source(Attributes *columns, Node *media, int32_t owner) except -1 nogil:
    """The address of what is played, where the first `source` inside says it."""
    cdef Node *child = media.first_child
    cdef Attribute *address
    if find_attribute(media, SRC) != NULL:
        return 0
    while child != NULL:
        if child.type == ELEMENT and tag_of(child) == SOURCE:
            address = find_attribute(child, SRC)
            if address != NULL and address.value != NULL:
                put_int(&columns.owner, owner)
                put_byte(&columns.name, <uint8_t> SRC)
                put_bytes(&columns.values, address.value.data, address.value.length)
                return put_int(&columns.start, <int32_t> columns.values.size)
        child = child.next
    return 0


cdef int _put_element(Walk *walk, Node *node, int tag, int32_t number, size_t limit) except -1 nogil:
    """The name of an element, its attributes, and how it looks. Returns 0, or `UNKNOWN_NAME`."""
    cdef Shown shown
    cdef size_t size = 0, count, i
    cdef const uint8_t *name = name_of(node, tag, &size)
    cdef int32_t *raw
    if name == NULL:
        return UNKNOWN_NAME
    if tag == OTHER_TAG or tag >= TAGS:
        put_int(&walk.other_node, number)
        put_bytes(&walk.other_names, name, size)
        put_int(&walk.other_start, <int32_t> walk.other_names.size)
    shown.count = shown.may_hide = 0
    count = _put_attributes(&walk.attributes, node, number, limit, &shown)
    if tag == VIDEO or tag == AUDIO:
        _put_source(&walk.attributes, node, number)
    if count > limit:
        walk.most_attributes = max(walk.most_attributes, count)
    # As written first: most elements look like one before them to the letter.
    walk.key.size = 0
    put_bytes(&walk.key, name, size)
    for i in range(<size_t> shown.count):
        put_byte(&walk.key, 0)
        put_byte(&walk.key, <uint8_t> shown.declared[i].name)
        put_bytes(&walk.key, shown.declared[i].value, shown.declared[i].size)
    raw = slot_of(&walk.raws, xxh64(walk.key.data, walk.key.size))
    if raw[0] < 0:
        raw[0] = <int32_t> number_of_ints(&walk.look_of_raw)
        _put_look(walk, name, size, &shown)
        if shown.may_hide:
            put_int(&walk.suspects, raw[0])
            put_int(&walk.suspects, number)
    return put_int(&walk.raw, raw[0])


cdef int _put_look(Walk *walk, const uint8_t *name, size_t size, Shown *shown) except -1 nogil:
    """How an element looks that is written as none before it."""
    cdef size_t start = walk.looks.size
    cdef uint64_t code
    cdef int32_t *look
    write_presentation(&walk.looks, name, size, shown.declared, shown.count, &walk.scratch)
    code = xxh64(walk.looks.data + start, walk.looks.size - start)
    look = slot_of(&walk.ids, code)
    if look[0] < 0:
        look[0] = <int32_t> (walk.look_ids.size // sizeof(uint64_t))
        put_id(&walk.look_ids, code)
        put_int(&walk.look_start, <int32_t> walk.looks.size)
    else:
        walk.looks.size = start  # the same classes in another order
    return put_int(&walk.look_of_raw, look[0])


cdef int walk_page(Walk *walk, Node *html, Caps *caps, bint scripting) except -1 nogil:
    """Walk a page, which starts at its `html` element, within the limits.

    Returns 0, or `UNKNOWN_NAME` where `learn_names` has to be asked and the walk begun anew.
    """
    cdef Node *root = _start(walk, html, caps.attributes)
    if root != NULL and _fill(walk, root, caps, scripting):
        return UNKNOWN_NAME
    put_int(&walk.text_start, <int32_t> walk.texts.size)
    _finish_looks(walk)
    return _put_all_words(walk)


cdef Node *_start(Walk *walk, Node *html, size_t most_attributes) except? NULL nogil:
    """What the head says; BODY, or what stands in its place."""
    cdef Node *child = html.first_child if html != NULL else NULL
    cdef Node *inner
    cdef Node *body = NULL
    cdef int tag
    put_int(&walk.attributes.start, 0)
    put_int(&walk.outside_attributes.start, 0)
    put_int(&walk.outside_start, 0)
    put_int(&walk.look_start, 0)
    put_int(&walk.other_start, 0)
    while child != NULL:
        tag = tag_of(child) if child.type == ELEMENT else OTHER_TAG
        if tag == HEAD:
            inner = child.first_child
            while inner != NULL:
                if inner.type == ELEMENT:
                    tag = tag_of(inner)
                    if tag_signs[tag] & IS_UNSEEN:
                        _note_outside(walk, inner, tag, -1, most_attributes)
                inner = inner.next
        elif body == NULL and (tag == BODY or tag == FRAMESET):
            body = child
        child = child.next
    return body if body != NULL else html


cdef int _go_inside(Walk *walk, Open element) except -1 nogil:
    """Remember where to go on after an element; 1, for it is one deeper."""
    put_bytes(&walk.stack, <const uint8_t *> &element, sizeof(Open))
    return 1


cdef int _fill(Walk *walk, Node *root, Caps *caps, bint scripting) except -1 nogil:
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
    cdef size_t in_all, depth = 0, next_check = min(<size_t> CHECK_CLOCK_EVERY, caps.nodes)
    while True:
        number = <int32_t> walk.tag.size
        if <size_t> number >= next_check:
            if <size_t> number >= caps.nodes:
                in_all = _count(root)
                walk.nodes_in_all = in_all if in_all > caps.nodes else 0
                break
            with gil:
                _check_clock(caps.deadline)
            next_check = min(next_check + CHECK_CLOCK_EVERY, caps.nodes)
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
            tag = tag_of(node)
            if (
                tag_signs[tag] & IS_UNSEEN
                and (scripting or tag != NOSCRIPT)
                and not (tag == SCRIPT and _is_formula(node))
            ):
                _note_outside(walk, node, tag, up, caps.attributes)
            elif depth >= caps.depth:
                # Flatten: what it holds belongs to the last element in reach.
                walk.deepest = max(walk.deepest, depth + 1)
                _part_texts(walk)
                if not tag_signs[tag] & IS_OPAQUE:
                    following = node.first_child
                if following != NULL:
                    depth += _go_inside(walk, Open(node, up, block, texts))
            else:
                if _put_element(walk, node, tag, number, caps.attributes):
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
                    depth += _go_inside(walk, Open(node, up, block, texts))
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


def _check_clock(deadline):
    if time.monotonic() > deadline:
        raise TimeoutError
