"""What must be cut before a page meets the parser.

lexbor takes quadratic time on deeply nested blocks and on elements with very
many attributes: 30,000 nested list items cost it 4 s, 30,000 attributes 1.6 s
(measured). Formatting elements are opened again in every paragraph until they are
closed: a thousand open ones with attributes become half a million nodes (those without
the parser limits by itself), and a long attribute is copied into each. All of it is cut here, in linear time, without losing text:
tags beyond a cap are dropped but not what they hold, as browsers do.

Every page is looked through; nearly none is cut.
"""

from collections import Counter

from libc.stdint cimport uint8_t
from libc.string cimport memchr, memcmp

from sitesieve.page.limits import Cut

cdef enum:
    MANY_TAGS = 30_000  # fewer cannot nest deep enough to hurt
    MANY_FORMATTING = 900
    MOST_FORMATTING = 32  # open at a time
    MOST_COPIED = 200_000_000  # bytes of attributes, were a formatting element opened by every tag
    LONGEST_NAME = 12  # of an element that matters here

cdef enum TagKind:
    NESTING = 0
    SELF_LIMITING = 1  # the parser closes it by itself: it cannot build depth on its own
    FORMATTING = 2  # the parser opens it again, and limits how often
    RAW_TEXT = 3  # what looks like a tag inside is none
    FOREIGN = 4  # SVG and MathML, where nothing is raw text
    SPREAD = 5  # the parser collects the attributes of all of them in one element

cdef struct Scanner:
    const uint8_t *start
    const uint8_t *end
    const uint8_t *at
    bint scripting
    int svg, math  # elements open
    bint unclosed  # an element with raw text has no end: it holds the rest of the page

cdef struct Tag:
    const uint8_t *start
    const uint8_t *end
    const uint8_t *name
    size_t name_size
    int kind
    bint closes
    size_t attributes

_KINDS = {
    **dict.fromkeys(
        b"area base br col embed hr img input link meta param source track wbr frame "
        b"p li dt dd tr td th tbody thead tfoot caption colgroup option rt rp head a".split(),
        SELF_LIMITING,
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
_NAMES = sorted(_KINDS)
cdef struct Known:
    const char *name
    size_t size
    int kind
cdef Known[80] known
cdef int[27] known_start  # by first letter
_LETTERS = b"abcdefghijklmnopqrstuvwxyz"


cdef void _set_up():
    cdef int i = 0, letter
    for letter in range(26):
        known_start[letter] = i
        while i < len(_NAMES) and _NAMES[i][0] == _LETTERS[letter]:
            known[i] = Known(_NAMES[i], len(_NAMES[i]), _KINDS[_NAMES[i]])
            i += 1
    known_start[26] = i


_set_up()


cdef int _kind_of(const uint8_t *name, size_t size) noexcept nogil:
    cdef uint8_t[LONGEST_NAME] lower
    cdef size_t i
    cdef int letter, at
    if size > LONGEST_NAME:
        return NESTING
    for i in range(size):
        lower[i] = name[i] | 32 if c"A" <= name[i] <= c"Z" else name[i]
    letter = lower[0] - c"a"
    for at in range(known_start[letter], known_start[letter + 1]):
        if known[at].size == size and memcmp(known[at].name, lower, size) == 0:
            return known[at].kind
    return NESTING


cdef inline bint _is_space(uint8_t byte) noexcept nogil:
    return byte == 32 or byte == 9 or byte == 10 or byte == 12 or byte == 13


cdef inline bint _is_letter(uint8_t byte) noexcept nogil:
    return c"a" <= (byte | 32) <= c"z"


cdef const uint8_t *_behind(const uint8_t *at, const uint8_t *end, uint8_t byte) noexcept nogil:
    """One past the next such byte, or the end."""
    at = <const uint8_t *> memchr(at, byte, end - at)
    return end if at == NULL else at + 1


cdef const uint8_t *_behind_attribute(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """One past the attribute that starts here, as the standard tokenises it."""
    at += 1  # any character starts a name
    while at < end and not _is_space(at[0]) and at[0] != c"/" and at[0] != c">" and at[0] != c"=":
        at += 1
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
        elif scanner.svg + scanner.math and end - at >= 8 and memcmp(at, b"![CDATA[", 8) == 0:
            at = _behind_section(at + 8, end)
        elif at < end and (tag.closes or at[0] == c"!" or at[0] == c"?"):
            at = _behind(at, end, c">")
    tag.name = at
    while at < end and not _is_space(at[0]) and at[0] != c"/" and at[0] != c">":
        at += 1
    tag.name_size = at - tag.name
    tag.kind = _kind_of(tag.name, tag.name_size)
    tag.attributes = 0
    last = at
    at = _to_attribute(at, end)
    while at < end and at[0] != c">":
        tag.attributes += 1
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
    """Cut what would make the parser slow from a page in UTF-8; say what was cut.

    With `scripting=False` the parser is one that reads what stands in `noscript`.
    """
    cdef const uint8_t *start = utf8
    cdef Scanner scanner = Scanner(start, start + len(utf8), start, scripting, 0, 0, False)
    cdef Tag tag
    cdef size_t tags = 0, formatting = 0, spread = 0, most = 0, longest = 0
    with nogil:
        while _next_tag(&scanner, &tag):
            tags += 1
            if tag.kind == SPREAD and not tag.closes:
                spread += tag.attributes
            most = max(most, tag.attributes, spread)
            formatting += tag.kind == FORMATTING and tag.attributes > 0
            if _is_opened_again(&tag):
                longest = max(longest, <size_t> (tag.end - tag.start))
    cuts = []
    if longest * tags > MOST_COPIED:
        utf8 = _limit_copies(utf8, MOST_COPIED // tags, scripting)
        cuts.append(Cut("formatting", MOST_COPIED // tags, longest))
    if most > limits.attributes:
        utf8 = _limit_attributes(utf8, limits.attributes, scripting)
        cuts.append(Cut("attributes", limits.attributes, most))
    if formatting > MANY_FORMATTING:
        utf8 = _limit_formatting(utf8, scripting)
    if tags > MANY_TAGS:
        utf8, deepest = _limit_depth(utf8, limits.depth, scripting)
        if deepest > limits.depth:
            cuts.append(Cut("depth", limits.depth, deepest))
    return utf8, cuts


cdef bint _is_opened_again(Tag *tag) noexcept nogil:
    """Whether a tag opens an element that the parser may open again, with its attributes."""
    if tag.closes or not tag.attributes:
        return False
    return tag.kind == FORMATTING or (tag.name_size == 1 and tag.name[0] | 32 == c"a")


cdef bytes _limit_copies(bytes utf8, size_t limit, bint scripting):
    """Take the attributes from long tags that the parser may copy very often."""
    cdef const uint8_t *start = utf8
    cdef Scanner scanner = Scanner(start, start + len(utf8), start, scripting, 0, 0, False)
    cdef Tag tag
    cdef size_t written = 0
    pieces = []
    while _next_tag(&scanner, &tag):
        if _is_opened_again(&tag) and <size_t> (tag.end - tag.start) > limit:
            pieces += (utf8[written : tag.name + tag.name_size - start], b">")
            written = tag.end - start
    return b"".join(pieces) + utf8[written:]


cdef bytes _limit_attributes(bytes utf8, size_t limit, bint scripting):
    cdef const uint8_t *start = utf8
    cdef Scanner scanner = Scanner(start, start + len(utf8), start, scripting, 0, 0, False)
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


cdef bytes _limit_formatting(bytes utf8, bint scripting):
    cdef const uint8_t *start = utf8
    cdef Scanner scanner = Scanner(start, start + len(utf8), start, scripting, 0, 0, False)
    cdef Tag tag
    cdef size_t written = 0
    cdef int open_in_all = 0
    kept, dropped = Counter(), Counter()  # open now, by name
    pieces = []
    while _next_tag(&scanner, &tag):
        if tag.kind != FORMATTING:
            continue
        name = tag.name[:tag.name_size].lower()
        if not tag.closes:
            drop = open_in_all >= MOST_FORMATTING
            (dropped if drop else kept)[name] += 1
            open_in_all += not drop
        else:
            drop = dropped[name] > 0
            if drop:
                dropped[name] -= 1
            elif kept[name]:
                kept[name] -= 1
                open_in_all -= 1
        if drop:
            pieces.append(utf8[written : tag.start - start])
            written = tag.end - start
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
    cdef Scanner scanner = Scanner(start, start + len(utf8), start, scripting, 0, 0, False)
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
