"""What must be cut before a page meets the parser.

lexbor takes quadratic time on deeply nested blocks and on elements with very
many attributes: 30,000 nested list items cost it 4 s, 30,000 attributes 1.6 s
(measured). Formatting elements are opened again in every paragraph until they are
closed: a thousand open ones become half a million nodes, and a long attribute is copied into
each. All of it is cut here, in linear time, without losing text:
tags beyond a cap are dropped but not what they hold, as browsers do. Only a page with several
times as many tags or attributes as the limit on nodes ends there, before the parser makes nodes
of them that nobody will read: some 100 to 250 bytes each.

Every page is looked through; nearly none is cut.
"""

from libc.stdint cimport SIZE_MAX, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memchr, memcmp, memset

from sitesieve.page.hashing cimport xxh64

from sitesieve.page.attributes import ATTRIBUTE_NAMES
from sitesieve.page.limits import Cut
from sitesieve.page.tags import ALL_TAG_NAMES

cdef enum:
    MANY_TAGS = 3_000  # fewer cannot nest deep enough to hurt
    MOST_FORMATTING = 32  # open at a time, where they are limited
    MOST_TAGS = 3  # times the limit on nodes, comments among them
    MOST_ATTRIBUTES = 4  # the same, of the whole page
    MOST_COPIES = 2  # the same, of formatting elements
    MOST_SCOPES = 2_000  # cells and objects inside one another
    FORMATTING_NAMES = 16  # there are fewer
    MOST_NAMES = 4_000  # of elements and attributes; the parser is slow to find one among more
    NAME_BYTES = 8_192
    MOST_BARE = 3  # alike and without attributes, open at a time: the parser closes others
    MOST_COPIED = 200_000_000  # bytes of attributes, were a formatting element opened by every tag
    LONGEST_NAME = 12  # of an element that matters here

cdef enum TagKind:
    NESTING = 0
    SELF_LIMITING = 1  # the parser closes it by itself: it cannot build depth on its own
    FORMATTING = 2  # the parser opens it again, and limits how often
    RAW_TEXT = 3  # what looks like a tag inside is none
    FOREIGN = 4  # SVG and MathML, where nothing is raw text
    SPREAD = 5  # the parser collects the attributes of all of them in one element
    VOID = 6  # holds nothing, and ends nothing

cdef struct Scanner:
    const uint8_t *start
    const uint8_t *end
    const uint8_t *at
    bint scripting
    int svg, math  # elements open
    bint unclosed  # an element with raw text has no end: it holds the rest of the page
    size_t seen  # tags and comments
    size_t most_seen
    const uint8_t *enough  # where there were as many of these as are read; NULL before
    size_t most_attributes  # of a tag whose names count
    size_t names  # that differ, about
    uint8_t[NAME_BYTES] named  # a bit for each, by its hash

cdef struct Tag:
    const uint8_t *start
    const uint8_t *end
    const uint8_t *name
    size_t name_size
    int kind
    int number  # of a formatting element, by name; -1 for all others
    bint closes
    bint foreign  # stands in a drawing or a formula
    size_t attributes

_KINDS = {
    **dict.fromkeys(
        b"p li dt dd tr td th tbody thead tfoot caption colgroup option rt rp head a hr".split(),
        SELF_LIMITING,
    ),
    **dict.fromkeys(
        b"area base br col embed img input link meta param source track wbr frame".split(), VOID
    ),
    **dict.fromkeys(b"b big code em font i nobr s small strike strong tt u".split(), FORMATTING),
    **dict.fromkeys(
        b"script style textarea title xmp iframe noembed noframes noscript".split(), RAW_TEXT
    ),
    **dict.fromkeys((b"svg", b"math"), FOREIGN),
    **dict.fromkeys((b"html", b"body"), SPREAD),
}
# End tags of these close whatever was left open inside, up to one of the scopes; others do not
# reach beyond one of these.
_SCOPES = frozenset(b"applet marquee object table template".split())
_SPECIAL = _SCOPES | frozenset(
    b"address article aside blockquote button center details dialog dir div dl fieldset figcaption "
    b"figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup iframe listing main menu nav "
    b"noembed noframes noscript ol plaintext pre search section select summary textarea title ul "
    b"xmp".split()
)
_READ_NAMES = {*(name.encode() for name in (*ALL_TAG_NAMES, *ATTRIBUTE_NAMES)), *_KINDS, *_SPECIAL}
_NAMES = sorted(_KINDS)
_FORMATTING = [name for name in _NAMES if _KINDS[name] == FORMATTING] + [b"a"]
cdef struct Known:
    const char *name
    size_t size
    int kind
    int number
cdef Known[80] known
cdef int[27] known_start  # by first letter
_LETTERS = b"abcdefghijklmnopqrstuvwxyz"


cdef void _set_up():
    cdef int i = 0, letter
    for letter in range(26):
        known_start[letter] = i
        while i < len(_NAMES) and _NAMES[i][0] == _LETTERS[letter]:
            name = _NAMES[i]
            number = _FORMATTING.index(name) if name in _FORMATTING else -1
            known[i] = Known(name, len(name), _KINDS[name], number)
            i += 1
    known_start[26] = i


_set_up()


cdef void _read_kind(Tag *tag) noexcept nogil:
    cdef uint8_t[LONGEST_NAME] lower
    cdef size_t i
    cdef int letter, at
    tag.kind, tag.number = NESTING, -1
    if tag.name_size > LONGEST_NAME:
        return
    for i in range(tag.name_size):
        lower[i] = tag.name[i] | 32 if c"A" <= tag.name[i] <= c"Z" else tag.name[i]
    letter = lower[0] - c"a"
    for at in range(known_start[letter], known_start[letter + 1]):
        if known[at].size == tag.name_size and memcmp(known[at].name, lower, tag.name_size) == 0:
            tag.kind, tag.number = known[at].kind, known[at].number
            return


cdef inline bint _is_space(uint8_t byte) noexcept nogil:
    return byte == 32 or byte == 9 or byte == 10 or byte == 12 or byte == 13


cdef inline bint _is_letter(uint8_t byte) noexcept nogil:
    return c"a" <= (byte | 32) <= c"z"


cdef const uint8_t *_behind(const uint8_t *at, const uint8_t *end, uint8_t byte) noexcept nogil:
    """One past the next such byte, or the end."""
    at = <const uint8_t *> memchr(at, byte, end - at)
    return end if at == NULL else at + 1


cdef const uint8_t *_behind_name(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """One past the name of the attribute that starts here: any character starts one."""
    at += 1
    while at < end and not _is_space(at[0]) and at[0] != c"/" and at[0] != c">" and at[0] != c"=":
        at += 1
    return at


cdef const uint8_t *_behind_attribute(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """One past the attribute that starts here, as the standard tokenises it."""
    at = _behind_name(at, end)
    while at < end and _is_space(at[0]):
        at += 1
    if at == end or at[0] != c"=":
        return at
    at += 1
    while at < end and _is_space(at[0]):
        at += 1
    if at < end and (at[0] == c'"' or at[0] == c"'"):
        return _behind(at + 1, end, at[0])
    while at < end and not _is_space(at[0]) and at[0] != c">":
        at += 1
    return at


cdef const uint8_t *_to_attribute(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Where the next attribute starts, or the `>` or the end of the page."""
    while at < end and (_is_space(at[0]) or at[0] == c"/"):
        at += 1
    return at


cdef const uint8_t *_behind_comment(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """One past the comment whose `<!--` ends here."""
    if at < end and at[0] == c">":
        return at + 1
    if end - at >= 2 and at[0] == c"-" and at[1] == c">":
        return at + 2
    while at < end:
        at = _behind(at, end, c"-")
        if end - at >= 2 and at[0] == c"-" and at[1] == c">":
            return at + 2
        if end - at >= 3 and at[0] == c"-" and at[1] == c"!" and at[2] == c">":
            return at + 3
    return end


cdef const uint8_t *_behind_section(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """One past the section whose `<![CDATA[` ends here."""
    cdef const uint8_t *start = at
    while at < end:
        at = _behind(at, end, c">")
        if at - start >= 3 and memcmp(at - 3, b"]]>", 3) == 0:
            return at
    return end


cdef bint _has_comment_end(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Whether there is a `-->`."""
    cdef const uint8_t *start = at
    while True:
        at = <const uint8_t *> memchr(at, c">", end - at)
        if at == NULL:
            return False
        if at - start >= 2 and at[-1] == c"-" and at[-2] == c"-":
            return True
        at += 1


cdef inline bint _has_name(Tag *tag, const uint8_t *at) noexcept nogil:
    """Whether the name of a tag stands here, and ends; there is room for it."""
    cdef size_t i = 0
    while i < tag.name_size and at[i] | 32 == tag.name[i] | 32:
        i += 1
    return i == tag.name_size and (_is_space(at[i]) or at[i] == c"/" or at[i] == c">")


cdef const uint8_t *_behind_raw_text(Tag *tag, const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Where the end tag of an element with raw text starts; NULL if there is none.

    A script inside a comment inside a script is part of it, with its end tag.
    """
    cdef const uint8_t *found = at
    cdef const uint8_t *comment = NULL  # where its end is looked for; none is open
    cdef bint is_script = tag.name_size == 6 and tag.name[1] | 32 == c"c", script_inside = False
    while True:
        found = _behind(found, end, c"<")
        if <size_t> (end - found) < tag.name_size + 2:
            return NULL
        if comment != NULL:
            comment = NULL if _has_comment_end(comment, found) else found
            script_inside = script_inside and comment != NULL
        if found[0] == c"/" and _has_name(tag, found + 1):
            if not script_inside:
                return found - 1
            script_inside = False
        elif not is_script:
            continue
        elif comment == NULL:
            if memcmp(found, b"!--", 3) == 0:
                comment = found + 1  # its dashes can be those of its end
        elif _has_name(tag, found):
            script_inside = True


cdef inline void _count(Scanner *scanner, const uint8_t *at) noexcept nogil:
    scanner.seen += 1
    if scanner.seen > scanner.most_seen and scanner.enough == NULL:
        scanner.enough = at


cdef inline void _note_name(Scanner *scanner, const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Count a name if it was not there before."""
    cdef uint64_t code = xxh64(at, end - at) % (8 * NAME_BYTES)
    cdef uint8_t bit = 1 << (code & 7)
    if not scanner.named[code >> 3] & bit:
        scanner.named[code >> 3] |= bit
        scanner.names += 1


cdef bint _next_tag(Scanner *scanner, Tag *tag) noexcept nogil:
    """The next tag of a page: not what looks like one inside a script or a comment."""
    cdef const uint8_t *at = scanner.at
    cdef const uint8_t *end = scanner.end
    cdef const uint8_t *last  # one past the name, or the last attribute
    cdef const uint8_t *raw_end
    cdef int *foreign
    while True:
        at = _behind(at, end, c"<")
        if at == end:
            scanner.at = end
            return False
        tag.start = at - 1
        tag.closes = at[0] == c"/"
        if tag.closes:
            at += 1
        if at < end and _is_letter(at[0]):
            break
        if end - at >= 3 and memcmp(at, b"!--", 3) == 0:
            at = _behind_comment(at + 3, end)
            _count(scanner, tag.start)
        elif scanner.svg + scanner.math and end - at >= 8 and memcmp(at, b"![CDATA[", 8) == 0:
            at = _behind_section(at + 8, end)
        elif at < end and (tag.closes or at[0] == c"!" or at[0] == c"?"):
            at = _behind(at, end, c">")
            _count(scanner, tag.start)
    _count(scanner, tag.start)
    tag.foreign = scanner.svg + scanner.math > 0
    tag.name = at
    while at < end and not _is_space(at[0]) and at[0] != c"/" and at[0] != c">":
        at += 1
    tag.name_size = at - tag.name
    _read_kind(tag)
    if tag.kind == NESTING and not tag.closes:
        _note_name(scanner, tag.name, at)
    tag.attributes = 0
    last = at
    at = _to_attribute(at, end)
    while at < end and at[0] != c">":
        tag.attributes += 1
        if tag.attributes <= scanner.most_attributes:
            _note_name(scanner, at, _behind_name(at, end))
        last = _behind_attribute(at, end)
        at = _to_attribute(last, end)
    at += at < end
    tag.end = at
    if tag.kind == FOREIGN:
        foreign = &scanner.svg if tag.name_size == 3 else &scanner.math
        if not tag.closes:  # `<svg a=/>` is open: the slash is a value
            foreign[0] += not (at - last >= 2 and at[-2] == c"/")
        elif foreign[0]:
            foreign[0] -= 1
    elif (
        tag.kind == RAW_TEXT
        and not tag.closes
        and not scanner.svg + scanner.math
        and not scanner.unclosed
        and (scanner.scripting or tag.name_size != 8 or tag.name[2] | 32 != c"s")  # noscript
    ):
        raw_end = _behind_raw_text(tag, at, end)
        scanner.unclosed = raw_end == NULL
        at = at if raw_end == NULL else raw_end
    scanner.at = at
    return True


def guard(bytes utf8 not None, limits, bint scripting=True):
    """Cut what would make the parser slow or large from a page in UTF-8; say what was cut.

    With `scripting=False` the parser is one that reads what stands in `noscript`.
    """
    cdef const uint8_t *start = utf8
    cdef Scanner scanner = _scanner(utf8, scripting)
    cdef Tag tag
    cdef size_t nodes = limits.nodes, tags = 0, attributes = 0, formatting = 0, copies = 0
    cdef size_t spread = 0, most = 0, longest = 0, limit = limits.attributes
    cdef size_t most_attributes = MOST_ATTRIBUTES * nodes + MANY_TAGS
    scanner.most_seen, scanner.most_attributes = MOST_TAGS * nodes + MANY_TAGS, limit
    with nogil:
        while _next_tag(&scanner, &tag):
            tags += 1
            if tag.kind == SPREAD and not tag.closes:
                spread += tag.attributes
            most = max(most, tag.attributes, spread)
            attributes += min(tag.attributes, limit)
            formatting += tag.number >= 0 and not tag.closes
            if tag.number >= 0 and not tag.closes and tag.attributes:
                longest = max(longest, <size_t> (tag.end - tag.start))
            if attributes > most_attributes and scanner.enough == NULL:
                scanner.enough = tag.start
    cuts = []
    if scanner.enough != NULL:  # nobody will read what comes behind
        utf8 = utf8[:scanner.enough - start]
        if scanner.seen > scanner.most_seen:
            cuts.append(Cut("nodes", nodes, scanner.seen))
        else:
            cuts.append(Cut("attributes", most_attributes, attributes))
    if longest * tags > MOST_COPIED:
        utf8 = _limit_copies(utf8, MOST_COPIED // tags, scripting)
        cuts.append(Cut("formatting", MOST_COPIED // tags, longest))
    if most > limit and not any(cut.cap == "attributes" for cut in cuts):
        cuts.append(Cut("attributes", limit, most))
    if most > limit:
        utf8 = _limit_attributes(utf8, limit, scripting)
    if scanner.names > MOST_NAMES:
        utf8 = _limit_names(utf8, scripting)
        cuts.append(Cut("names", MOST_NAMES, scanner.names))
    if tags > MANY_TAGS:
        utf8, deepest = _limit_depth(utf8, limits.depth, scripting)
        if deepest > limits.depth:
            cuts.append(Cut("depth", limits.depth, deepest))
    if formatting * tags > MOST_COPIES * nodes:
        copies = _copies(utf8, scripting)
        if copies > MOST_COPIES * nodes:
            utf8 = _limit_formatting(utf8, MOST_COPIES * nodes // tags, scripting)
            cuts.append(Cut("formatting", MOST_COPIES * nodes, copies))
    return utf8, cuts


cdef Scanner _scanner(bytes utf8, bint scripting):
    cdef const uint8_t *start = utf8
    cdef Scanner scanner
    memset(&scanner, 0, sizeof(Scanner))
    scanner.start = scanner.at = start
    scanner.end = start + len(utf8)
    scanner.scripting, scanner.most_seen = scripting, SIZE_MAX
    return scanner


cdef bint _is_opened_again(Tag *tag) noexcept nogil:
    """Whether a tag opens an element that the parser may open again, with its attributes."""
    return tag.number >= 0 and not tag.closes and tag.attributes > 0


cdef bytes _limit_copies(bytes utf8, size_t limit, bint scripting):
    """Take the attributes from long tags that the parser may copy very often."""
    cdef const uint8_t *start = utf8
    cdef Scanner scanner = _scanner(utf8, scripting)
    cdef Tag tag
    cdef size_t written = 0
    pieces = []
    while _next_tag(&scanner, &tag):
        if _is_opened_again(&tag) and <size_t> (tag.end - tag.start) > limit:
            pieces += (utf8[written : tag.name + tag.name_size - start], b">")
            written = tag.end - start
    return b"".join(pieces) + utf8[written:]


cdef bytes _limit_names(bytes utf8, bint scripting):
    """Drop elements and attributes whose names come behind as many others as a page can have, but
    for those that are read."""
    cdef const uint8_t *start = utf8
    cdef Scanner scanner = _scanner(utf8, scripting)
    cdef Tag tag
    cdef const uint8_t *at
    cdef const uint8_t *behind
    cdef size_t written = 0, left = MOST_NAMES
    names = set(_READ_NAMES)
    pieces = []
    while _next_tag(&scanner, &tag):
        name = tag.name[:tag.name_size].lower()
        if name not in names and not left:
            pieces += (utf8[written : tag.start - start], b" ")
            written = tag.end - start
            continue
        left -= name not in names
        names.add(name)
        at = _to_attribute(tag.name + tag.name_size, tag.end)
        while at < tag.end and at[0] != c">":
            name = at[:_behind_name(at, tag.end) - at].lower()
            behind = _behind_attribute(at, tag.end)
            if name not in names and not left:
                pieces.append(utf8[written : at - start])
                written = behind - start
            else:
                left -= name not in names
                names.add(name)
            at = _to_attribute(behind, tag.end)
    return b"".join(pieces) + utf8[written:]


cdef bytes _limit_attributes(bytes utf8, size_t limit, bint scripting):
    cdef const uint8_t *start = utf8
    cdef Scanner scanner = _scanner(utf8, scripting)
    cdef Tag tag
    cdef const uint8_t *at
    cdef size_t left, spread = 0, written = 0
    pieces = []
    while _next_tag(&scanner, &tag):
        left = limit
        if tag.kind == SPREAD and not tag.closes:
            left = limit - spread if spread < limit else 0
            spread += tag.attributes
        if tag.attributes > left:
            at = _to_attribute(tag.name + tag.name_size, tag.end)
            for _ in range(left):
                at = _to_attribute(_behind_attribute(at, tag.end), tag.end)
            pieces += (utf8[written : at - start], b">")
            written = tag.end - start
    return b"".join(pieces) + utf8[written:]


# Formatting elements that are open, as the parser keeps a list of them: what a cell or an object
# opens ends with it, and end tags in it do not reach beyond.

cdef enum ScopeKind:
    TABLE  # no scope itself, but cells can be in it
    CELL
    OBJECT
    TEMPLATE

cdef struct Scope:
    int kind
    uint8_t first  # letter of its name
    int[FORMATTING_NAMES] open  # around it, by number
    int[FORMATTING_NAMES] bare  # of these without attributes
    int[FORMATTING_NAMES] in_reach  # of these that an end tag can close

cdef struct Formatting:
    Scope[MOST_SCOPES] scopes
    int count
    int[FORMATTING_NAMES] open
    int[FORMATTING_NAMES] bare
    int[FORMATTING_NAMES] in_reach
    int in_all
    int selects
    bint lost  # there were too many scopes to follow


cdef void _open_scope(Formatting *list, int kind, uint8_t first) noexcept nogil:
    cdef Scope *scope
    cdef int i
    if list.count == MOST_SCOPES:
        list.lost = True
        return
    scope = &list.scopes[list.count]
    list.count += 1
    scope.kind, scope.first = kind, first
    scope.open, scope.bare, scope.in_reach = list.open, list.bare, list.in_reach
    for i in range(FORMATTING_NAMES):
        list.in_reach[i] = 0
        if kind != TABLE:
            list.open[i] = list.bare[i] = 0
    if kind != TABLE:
        list.in_all = 0


cdef void _close_scope(Formatting *list) noexcept nogil:
    cdef Scope *scope
    cdef int i
    list.count -= 1
    scope = &list.scopes[list.count]
    if scope.kind == TABLE:  # what was opened in it, but in none of its cells, is still open
        for i in range(FORMATTING_NAMES):
            list.in_reach[i] += scope.in_reach[i]
        return
    list.open, list.bare, list.in_reach = scope.open, scope.bare, scope.in_reach
    list.in_all = 0
    for i in range(FORMATTING_NAMES):
        list.in_all += list.open[i]


cdef bint _is_named(Tag *tag, const char *name, size_t size) noexcept nogil:
    cdef size_t i = 0
    if tag.name_size != size:
        return False
    while i < size and tag.name[i] | 32 == name[i]:
        i += 1
    return i == size


cdef void _follow_scopes(Formatting *list, Tag *tag) noexcept nogil:
    """Note the start or the end of a cell, a table, an object."""
    cdef int top = list.scopes[list.count - 1].kind if list.count else -1
    cdef bint cell = _is_named(tag, b"td", 2) or _is_named(tag, b"th", 2)
    cdef bint table = _is_named(tag, b"table", 5)
    cell = cell or _is_named(tag, b"caption", 7)
    if _is_named(tag, b"select", 6):
        list.selects = 0 if tag.closes else list.selects + 1
    elif cell or table or _is_named(tag, b"tr", 2) or _is_named(tag, b"tbody", 5):
        if top == CELL and (cell or tag.closes or not table):
            _close_scope(list)
            top = list.scopes[list.count - 1].kind if list.count else -1
        if table and not tag.closes:
            _open_scope(list, TABLE, c"t")
        elif table and top == TABLE:
            _close_scope(list)
        elif cell and not tag.closes and top == TABLE:
            _open_scope(list, CELL, c"t")
    elif _is_named(tag, b"template", 8):
        if not tag.closes:
            _open_scope(list, TEMPLATE, c"t")
        elif top == TEMPLATE:
            _close_scope(list)
    elif (
        _is_named(tag, b"object", 6) or _is_named(tag, b"applet", 6) or _is_named(tag, b"marquee", 7)
    ):
        if not tag.closes:
            _open_scope(list, OBJECT, tag.name[0] | 32)
        elif top == OBJECT and list.scopes[list.count - 1].first == tag.name[0] | 32:
            _close_scope(list)


cdef int _follow(Formatting *list, Tag *tag) noexcept nogil:
    """Note a tag; how many elements the parser may open again behind it."""
    cdef int number = tag.number
    if number < 0:
        if tag.kind != VOID:
            _follow_scopes(list, tag)
        return 0 if tag.kind == VOID else list.in_all
    if not tag.closes:
        if tag.kind != FORMATTING:  # a link ends the one before it
            list.in_all -= list.open[number]
            list.open[number] = list.in_reach[number] = 0
        elif not tag.attributes:
            if list.bare[number] == MOST_BARE:
                return 0
            list.bare[number] += 1
        list.open[number] += 1
        list.in_reach[number] += 1
        list.in_all += 1
    elif list.in_reach[number] and not list.selects and not tag.foreign:
        list.in_reach[number] -= 1
        list.open[number] -= 1
        list.bare[number] = min(list.bare[number], list.open[number])
        list.in_all -= 1
    return 0


cdef size_t _copies(bytes utf8, bint scripting):
    """How many formatting elements the parser opens again, at most."""
    cdef Scanner scanner = _scanner(utf8, scripting)
    cdef Tag tag
    cdef size_t copies = 0
    cdef Formatting *list = <Formatting *> calloc(1, sizeof(Formatting))
    if list == NULL:
        raise MemoryError
    with nogil:
        while _next_tag(&scanner, &tag):
            copies += _follow(list, &tag)
        if list.lost:
            copies = SIZE_MAX
    free(list)
    return copies


cdef bytes _limit_formatting(bytes utf8, size_t limit, bint scripting):
    """Drop formatting elements where as many are open as the page can have of them."""
    cdef const uint8_t *start = utf8
    cdef Scanner scanner = _scanner(utf8, scripting)
    cdef Tag tag
    cdef size_t written = 0
    cdef int most = min(limit, <size_t> MOST_FORMATTING)
    cdef int[FORMATTING_NAMES] dropped
    cdef Formatting *list = <Formatting *> calloc(1, sizeof(Formatting))
    if list == NULL:
        raise MemoryError
    memset(dropped, 0, sizeof(dropped))
    pieces = []
    while _next_tag(&scanner, &tag):
        drop = False
        if tag.kind == FORMATTING and not tag.closes:
            drop = list.in_all >= most or list.lost
            dropped[tag.number] += drop
        elif tag.kind == FORMATTING and dropped[tag.number]:
            drop = True
            dropped[tag.number] -= 1
        if drop:
            pieces.append(utf8[written : tag.start - start])
            written = tag.end - start
        else:
            _follow(list, &tag)
    free(list)
    return b"".join(pieces) + utf8[written:]


class _Opened:
    """The elements that are open at some place of a page, as far as tags alone tell."""

    def __init__(self):
        self.stack = []  # name, whether its tags stay in the page
        self._places = {}  # in the stack, by name
        self._special, self._scopes, self._templates = [-1], [-1], [-1]  # their places

    def _lists(self, name):
        yield self._places.setdefault(name, [])
        if name in _SPECIAL:
            yield self._special
        if name in _SCOPES:
            yield self._scopes
        if name == b"template":
            yield self._templates

    def open(self, name, stays):
        for places in self._lists(name):
            places.append(len(self.stack))
        self.stack.append((name, stays))

    def can_close(self, name):
        """Whether an end tag closes the last element of its name, or the parser ignores it."""
        places = self._places.get(name)
        if not places:
            return False
        if name == b"form":  # it ends, what is open inside stays open
            return places[-1] == len(self.stack) - 1
        if name == b"table" or name == b"template":
            return self._templates[-1] <= places[-1]
        return (self._scopes if name in _SPECIAL else self._special)[-1] <= places[-1]

    def close(self, name):
        """An end tag closes what was left open inside, too. Whether it stays in the page."""
        closed = b""
        while closed != name:
            closed, stays = self.stack.pop()
            for places in self._lists(closed):
                places.pop()
        return stays


cdef tuple _limit_depth(bytes utf8, size_t limit, bint scripting):
    cdef const uint8_t *start = utf8
    cdef Scanner scanner = _scanner(utf8, scripting)
    cdef Tag tag
    cdef size_t written = 0, deepest = 0
    opened = _Opened()
    pieces = []
    while _next_tag(&scanner, &tag):
        if tag.kind not in (NESTING, RAW_TEXT, FOREIGN):
            continue
        name = tag.name[:tag.name_size].lower()
        if name == b"script" or name == b"style":
            continue
        if not tag.closes:
            stays = <size_t> len(opened.stack) < limit
            opened.open(name, stays)
            deepest = max(deepest, <size_t> len(opened.stack))
        elif opened.can_close(name):
            stays = opened.close(name)
        else:
            continue
        if not stays:
            pieces += (utf8[written : tag.start - start], b" ")  # the texts beside it stay apart
            written = tag.end - start
    if deepest <= limit:
        return utf8, deepest
    return b"".join(pieces) + utf8[written:], deepest
