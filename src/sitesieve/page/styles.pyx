"""Presentation styles: which attributes count, and when two values are the same.

The papers compare nodes by tag and display attributes (thesis §4.2.1): width,
bgcolor, align. Today that information sits in class, id, style and role, and
much of it is generated: `post-12345`, `css-1x9k2`, `Header_root__3xK9a`. This
module is the one policy that decides what is presentation. It joins what a
person would call the same block on two pages and keeps apart what they would
call different blocks:

    joined                                   kept apart
    class="a b"        class="b a"           class="col-8"      class="col-4"
    class="post-12345" class="post-99"       class="nav"        class="navbar"
    class="x__3xK9a"   class="x__9Zb2Q"      class="ad-300x250" class="ad-728x90"
    id="comment-981"   id="comment-7"        class="bg-red-100" class="bg-red-900"
    style="top:3px"    style="top:41px"      style="top:0"      style="top:3px"

Attributes that carry content (href, src, alt, title, data-*, aria-label) never
count, nor does the size of an image, which follows from the image.

Values are UTF-8; only their ASCII letters, digits and white space mean anything here.
"""

from libc.stdint cimport uint8_t
from libc.stdlib cimport qsort
from libc.string cimport memcmp, memcpy

from sitesieve.page.buffers cimport Buffer, put_byte, put_bytes, release, reserve

from sitesieve.page.attributes import ATTRIBUTE_ID, PRESENTATION


cdef enum:
    LONGEST = 2000  # bytes of a value that count; what is longer is no presentation
    MOST_ATTRIBUTES = 32
    LONGEST_STEM = 16

cdef enum Sign:  # of ASCII characters
    LOWER = 1
    UPPER = 2
    DIGIT = 4
    SPACE = 8
    HEX = 16

cdef struct Span:
    const uint8_t *data
    size_t size

cdef uint8_t signs[256]
cdef const uint8_t *names[MOST_ATTRIBUTES]
cdef size_t name_sizes[MOST_ATTRIBUTES]
_NAMES = [name.encode() for name in PRESENTATION]  # kept: `names` points into them
# Names that are followed by the number of a thing.
_ENTITY_STEMS = frozenset(
    b"article author block cat category comment entry field id image img item menu-item msg "
    b"node page page-id parent post postid product slide story t tag term thread topic user "
    b"widget".split()
)
cdef int CLASS = ATTRIBUTE_ID["class"]
cdef int ID = ATTRIBUTE_ID["id"]
cdef int STYLE = ATTRIBUTE_ID["style"]
cdef int HIDDEN = ATTRIBUTE_ID["hidden"]
cdef int BACKGROUND = ATTRIBUTE_ID["background"]
cdef int WIDTH = ATTRIBUTE_ID["width"]
cdef int HEIGHT = ATTRIBUTE_ID["height"]

cdef Span[64] stems
cdef int stem_count = 0
_STEMS = sorted(_ENTITY_STEMS)


cdef void _set_up():
    cdef int i
    cdef bytes word
    global stem_count
    for i in range(256):
        signs[i] = 0
        if c"a" <= i <= c"z":
            signs[i] |= LOWER
        if c"A" <= i <= c"Z":
            signs[i] |= UPPER
        if c"0" <= i <= c"9":
            signs[i] |= DIGIT | HEX
        if c"a" <= i <= c"f":
            signs[i] |= HEX
        if 9 <= i <= 13 or 28 <= i <= 32:
            signs[i] |= SPACE
    for i, word in enumerate(_NAMES):
        names[i] = word
        name_sizes[i] = len(word)
    for word in _STEMS:
        stems[stem_count].data = word
        stems[stem_count].size = len(word)
        stem_count += 1


_set_up()


def presentation(str tag, attributes):
    """The tag and its display attributes in canonical form.

    >>> presentation("div", [("data-x", "1"), ("class", "post post-12345 post")])
    'div class=post,post-#'
    """
    cdef Declared[MOST_ATTRIBUTES] declared
    cdef Buffer out = Buffer(NULL, 0, 0)
    cdef Scratch scratch
    cdef int count = 0
    cdef bytes value, name = tag.encode()
    values = {
        ATTRIBUTE_ID[key]: (said or "").encode("utf-8", "replace")
        for key, said in attributes
        if key in PRESENTATION
    }
    for number, value in values.items():
        declared[count] = Declared(number, value, len(value))
        count += 1
    scratch = Scratch(Buffer(NULL, 0, 0), Buffer(NULL, 0, 0), Buffer(NULL, 0, 0), Buffer(NULL, 0, 0))
    try:
        write_presentation(&out, name, len(name), declared, count, &scratch)
        return out.data[:out.size].decode("utf-8", "replace")
    finally:
        release(&out)
        release_scratch(&scratch)


cdef void release_scratch(Scratch *scratch) noexcept nogil:
    release(&scratch.pieces)
    release(&scratch.spans)
    release(&scratch.one)
    release(&scratch.other)


cdef int write_presentation(
    Buffer *out, const uint8_t *tag, size_t size, Declared *attributes, int count, Scratch *scratch
) except -1 nogil:
    """Append the tag and its display attributes in canonical form, in the order of their names."""
    cdef bint image = size == 3 and memcmp(tag, b"img", 3) == 0
    cdef Buffer *pieces = &scratch.pieces
    cdef size_t[MOST_ATTRIBUTES] starts
    cdef Span[MOST_ATTRIBUTES] written
    cdef size_t start, before
    cdef int i, name, number = 0
    put_bytes(out, tag, size)
    pieces.size = 0
    for i in range(count):
        name = attributes[i].name
        if image and (name == WIDTH or name == HEIGHT):
            continue
        start = pieces.size
        put_bytes(pieces, names[name], name_sizes[name])
        put_byte(pieces, c"=")
        before = pieces.size
        _put_value(pieces, name, attributes[i].value, attributes[i].size, scratch)
        if pieces.size == before:
            pieces.size = start
        elif number < MOST_ATTRIBUTES:
            starts[number] = start
            written[number].size = pieces.size - start
            number += 1
    for i in range(number):  # the buffer moves no more
        written[i].data = pieces.data + starts[i]
    if number > 1:
        qsort(written, number, sizeof(Span), _compare)
    for i in range(number):
        put_byte(out, c" ")
        put_bytes(out, written[i].data, written[i].size)
    return 0


cdef int _compare(const void *one, const void *other) noexcept nogil:
    cdef Span *a = <Span *> one
    cdef Span *b = <Span *> other
    cdef int order = memcmp(a.data, b.data, min(a.size, b.size))
    return order if order else (a.size > b.size) - (a.size < b.size)


cdef int _put_value(
    Buffer *out, int name, const uint8_t *value, size_t size, Scratch *scratch
) except -1 nogil:
    """Append a value in canonical form; nothing where it says nothing."""
    cdef Buffer *one = &scratch.one
    if name == HIDDEN or name == BACKGROUND:  # that it is there is all it says
        return put_bytes(out, b"yes", 3)
    if size > LONGEST:
        size = LONGEST
        while size and value[size] & 0xC0 == 0x80:  # not in the middle of a character
            size -= 1
    one.size = 0
    if name == CLASS:
        _put_without_instances(one, value, size)
        _put_sorted(out, one, c" ", c",", scratch)
    elif name == ID:  # ids are unique on a page: any number in one counts instances
        _trim(&value, &size)
        _put_without_instances(one, value, size)
        _put_without_numbers(out, one.data, one.size)
    elif name == STYLE:
        _put_style(out, value, size, scratch)
    else:
        _put_lower(one, value, size)
        _put_collapsed(out, one.data, one.size)
    return 0


cdef void _trim(const uint8_t **value, size_t *size) noexcept nogil:
    while size[0] and signs[value[0][0]] & SPACE:
        value[0] += 1
        size[0] -= 1
    while size[0] and signs[value[0][size[0] - 1]] & SPACE:
        size[0] -= 1


cdef int _put_lower(Buffer *out, const uint8_t *value, size_t size) except -1 nogil:
    cdef size_t i
    reserve(out, size)
    for i in range(size):
        out.data[out.size + i] = value[i] | 32 if signs[value[i]] & UPPER else value[i]
    out.size += size
    return 0


cdef int _put_collapsed(Buffer *out, const uint8_t *value, size_t size) except -1 nogil:
    """Append the words of a value with one space between them."""
    cdef size_t i
    cdef bint some = False, gap = False
    reserve(out, size)
    for i in range(size):
        if signs[value[i]] & SPACE:
            gap = some
            continue
        if gap:
            put_byte(out, c" ")
            gap = False
        put_byte(out, value[i])
        some = True
    return 0


cdef int _put_without_numbers(Buffer *out, const uint8_t *value, size_t size) except -1 nogil:
    """Append a value with every number masked."""
    cdef size_t i
    for i in range(size):
        if not signs[value[i]] & DIGIT:
            put_byte(out, value[i])
        elif i == 0 or not signs[value[i - 1]] & DIGIT:
            put_byte(out, c"#")
    return 0


cdef int _put_sorted(
    Buffer *out, Buffer *parts, uint8_t between, uint8_t joint, Scratch *scratch
) except -1 nogil:
    """Append what stands apart in a buffer: in order, each once where white space parts it."""
    cdef Buffer *spans = &scratch.spans
    cdef bint spaces = between == c" "
    cdef size_t i, start = 0, count = 0
    cdef Span *found
    cdef Span span
    spans.size = 0
    for i in range(parts.size + 1):
        if i < parts.size and parts.data[i] != between:
            if not (spaces and signs[parts.data[i]] & SPACE):
                continue
        if i > start:
            span = Span(parts.data + start, i - start)
            put_bytes(spans, <const uint8_t *> &span, sizeof(Span))
            count += 1
        start = i + 1
    if not count:
        return 0
    found = <Span *> spans.data
    if count > 1:
        qsort(found, count, sizeof(Span), _compare)
    for i in range(count):
        if i:
            if spaces and _compare(&found[i], &found[i - 1]) == 0:
                continue
            put_byte(out, joint)
        put_bytes(out, found[i].data, found[i].size)
    return 0


# Class names and ids: what is generated in them is masked.

cdef int _put_without_instances(Buffer *out, const uint8_t *value, size_t size) except -1 nogil:
    """Append class names or an id with generated numbers and hashes masked:
    `post-12 col-12 css-1x9k2 ad-300x250` is `post-# col-12 css-# ad-300x250`."""
    cdef size_t start = 0, end
    cdef int kinds
    while start < size:
        end = start
        kinds = 0
        while end < size and signs[value[end]] & (LOWER | UPPER | DIGIT):
            kinds |= signs[value[end]]
            end += 1
        if end == start:
            put_byte(out, value[start])
            start += 1
            continue
        if not kinds & (UPPER | DIGIT):
            put_bytes(out, value + start, end - start)
        elif not kinds & (LOWER | UPPER):
            if _is_instance_number(value + start, end - start) or _follows_entity(value, start):
                put_byte(out, c"#")
            else:
                put_bytes(out, value + start, end - start)
        else:
            _put_mixed(out, value + start, end - start, kinds)
        start = end
    return 0


cdef bint _follows_entity(const uint8_t *value, size_t at) noexcept nogil:
    """Whether the name of a kind of things stands before a number."""
    cdef size_t start = at
    cdef size_t i
    cdef uint8_t[LONGEST_STEM] stem
    cdef Span span
    while start and value[start - 1] != c" ":
        start -= 1
    while at > start and value[at - 1] in b"-_:/.":
        at -= 1
    if at - start > LONGEST_STEM:
        return False
    for i in range(at - start):
        stem[i] = value[start + i] | 32 if signs[value[start + i]] & UPPER else value[start + i]
    span = Span(&stem[0], at - start)
    for i in range(stem_count):
        if _compare(&span, &stems[i]) == 0:
            return True
    return False


cdef int _put_mixed(Buffer *out, const uint8_t *part, size_t size, int kinds) except -1 nogil:
    """Append letters, or letters and digits."""
    cdef size_t start = 0, end
    if not kinds & DIGIT:
        if _is_random(part, size, kinds):
            return put_byte(out, c"#")
        return put_bytes(out, part, size)
    if _is_dimensions(part, size):
        return put_bytes(out, part, size)
    if _is_hash(part, size, kinds):
        return put_byte(out, c"#")
    while start < size:  # "item3" stays, "item12345" is an instance
        end = start
        while end < size and signs[part[end]] & DIGIT:
            end += 1
        if end == start:
            put_byte(out, part[start])
            start += 1
            continue
        if _is_instance_number(part + start, end - start):
            put_byte(out, c"#")
        else:
            put_bytes(out, part + start, end - start)
        start = end
    return 0


cdef bint _is_instance_number(const uint8_t *digits, size_t size) noexcept nogil:
    # One or two digits are a grid column or a spacing; 50, 100 … 950 are colour
    # shades and font weights. Longer numbers count things.
    cdef size_t i
    cdef int value = 0
    if size <= 2:
        return False
    for i in range(min(size, 5)):
        value = 10 * value + digits[i] - c"0"
    return value % 50 != 0 or value > 1000


cdef bint _is_dimensions(const uint8_t *part, size_t size) noexcept nogil:
    """Whether a part is two numbers with an x between them."""
    cdef size_t i, at = 0
    for i in range(size):
        if part[i] == c"x":
            if at or i == 0 or i == size - 1:
                return False
            at = i
        elif not signs[part[i]] & DIGIT:
            return False
    return at > 0


cdef bint _is_hash(const uint8_t *part, size_t size, int kinds) noexcept nogil:
    """Whether letters and digits are mixed as nobody would: only hexadecimal ones, several
    numbers, or a number of two digits or more inside."""
    cdef size_t i, numbers = 0, run = 0
    cdef bint hexadecimal = size >= 6
    for i in range(size):
        hexadecimal = hexadecimal and signs[part[i]] & HEX
    if hexadecimal and kinds & LOWER:
        return True
    if not 5 <= size <= 40:
        return False
    for i in range(size):
        if signs[part[i]] & DIGIT:
            numbers += run == 0
            run += 1
            continue
        if run >= 2 and i > run:
            return True
        run = 0
    return numbers >= 2


cdef bint _is_random(const uint8_t *part, size_t size, int kinds) noexcept nogil:
    # "bdVaJa" is a hash, "navBarItem" is not: humps of real words are longer.
    cdef size_t i = 0, humps = 0, end
    if not 5 <= size <= 12 or not kinds & LOWER:
        return False
    while i < size:
        humps += 1
        end = i
        while end < size and signs[part[end]] & UPPER:
            end += 1
        if end > i + 1 and end < size:
            i = end - 1  # the last capital belongs to the word it starts
            continue
        while end < size and signs[part[end]] & LOWER:
            end += 1
        i = end
    return humps >= 3 and 2 * size <= 5 * humps


# Inline styles.

cdef int _put_style(Buffer *out, const uint8_t *value, size_t size, Scratch *scratch) except -1 nogil:
    """Append declarations in order. Inline numbers are mostly computed per element; zero is
    different: it hides."""
    cdef Buffer *one = &scratch.one
    cdef Buffer *other = &scratch.other
    cdef size_t start = 0, end, colon
    one.size = other.size = 0
    _put_lower(one, value, size)
    while start < size:
        end = start
        colon = size
        while end < size and one.data[end] != c";":
            if one.data[end] == c":" and colon == size:
                colon = end
            end += 1
        if colon < end:
            _put_declaration(other, one.data + start, colon - start, one.data + colon + 1, end - colon - 1)
        start = end + 1
    return _put_sorted(out, other, c";", c";", scratch)


cdef int _put_declaration(
    Buffer *out, const uint8_t *name, size_t name_size, const uint8_t *setting, size_t size
) except -1 nogil:
    cdef size_t i = 0, end, start
    cdef bint some = False, gap = False
    _trim(&name, &name_size)
    if name_size >= 2 and name[0] == c"-" and name[1] == c"-":  # custom properties carry data
        return 0
    put_bytes(out, name, name_size)
    put_byte(out, c":")
    start = out.size
    while i < size:  # without "!important", white space collapsed
        if setting[i] == c"!" and size - i >= 10 and memcmp(setting + i, b"!important", 10) == 0:
            i += 10
            continue
        if signs[setting[i]] & SPACE:
            gap = some
        else:
            if gap:
                put_byte(out, c" ")
                gap = False
            put_byte(out, setting[i])
            some = True
        i += 1
    end = _without_addresses(out.data + start, out.size - start)
    end = _without_amounts(out.data + start, end)
    out.size = start + end
    return put_byte(out, c";")


cdef size_t _without_addresses(uint8_t *text, size_t size) noexcept nogil:
    """Replace `url(…)` by `url`, in place; the new size."""
    cdef size_t i = 0, to = 0, end
    while i < size:
        if size - i > 4 and memcmp(text + i, b"url(", 4) == 0:
            end = i + 4
            while end < size and text[end] != c")":
                end += 1
            if end < size:
                memcpy(text + to, b"url", 3)
                to += 3
                i = end + 1
                continue
        text[to] = text[i]
        to += 1
        i += 1
    return to


cdef size_t _without_amounts(uint8_t *text, size_t size) noexcept nogil:
    """Replace numbers that are not zero by `#`, in place; the new size."""
    cdef size_t i = 0, to = 0, end
    cdef uint8_t before = c" "  # as it was
    cdef bint some
    while i < size:
        if not (signs[before] & (LOWER | UPPER | DIGIT) or before in b"_#" or before >= 0x80):
            end = i + (text[i] == c"-")
            some = False
            while end < size and (signs[text[end]] & DIGIT or text[end] == c"."):
                some = some or c"1" <= text[end] <= c"9"
                end += 1
            if some:
                before = text[end - 1]
                text[to] = c"#"
                to += 1
                i = end
                continue
        before = text[i]
        text[to] = before
        to += 1
        i += 1
    return to
