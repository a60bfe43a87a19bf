# cython: boundscheck=False, wraparound=False, cdivision=True
"""The texts of pages, as they lie in memory: ids of their phrases, their beginnings, the smallest."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

import numpy

from sitesieve.page.hashing cimport xxh64
from sitesieve.page.unicode cimport character_at, is_alphanumeric, is_space

cdef extern from "Python.h" nogil:
    bint is_decimal "Py_UNICODE_ISDECIMAL"(Py_UCS4 character)

cdef enum:
    LONGEST = 120  # characters of a phrase; longer ones are known by a digest
    KEPT_OF_LONGER = 100
    SOME_LETTERS = 3  # with fewer a phrase is a figure, "£24" or "350 g": its number is what it says
    SHORTENED = 4 * KEPT_OF_LONGER + 20  # bytes: "… " and 16 digits come after


cdef struct Phrase:
    uint8_t *text
    size_t size
    size_t characters
    size_t letters  # among the first characters
    bint numbers  # whether there are any


cdef inline void write_phrase(
    Phrase *phrase, const uint8_t *text, size_t begin, size_t end
) noexcept nogil:
    """A text with one space for each run of white space within, and none around."""
    cdef size_t at = begin
    cdef int length
    cdef bint gap = False
    cdef Py_UCS4 character
    phrase.size = phrase.characters = phrase.letters = 0
    phrase.numbers = False
    while at < end:
        if text[at] < 0x80 and not is_space(text[at]):  # most are: no need to ask tables of Unicode
            if gap:
                phrase.text[phrase.size] = c" "
                phrase.size += 1
                phrase.characters += 1
                gap = False
            phrase.text[phrase.size] = text[at]
            phrase.size += 1
            if c"0" <= text[at] <= c"9":
                phrase.numbers = True
            elif phrase.characters < LONGEST and c"a" <= (text[at] | 0x20) <= c"z":
                phrase.letters += 1
            phrase.characters += 1
            at += 1
            continue
        character = character_at(text, end, at, &length)
        if is_space(character):
            gap = phrase.size > 0
        else:
            if gap:
                phrase.text[phrase.size] = c" "
                phrase.size += 1
                phrase.characters += 1
                gap = False
            memcpy(phrase.text + phrase.size, text + at, length)
            phrase.size += length
            if is_decimal(character):
                phrase.numbers = True
            elif phrase.characters < LONGEST and is_alphanumeric(character):
                phrase.letters += 1
            phrase.characters += 1
        at += length


cdef inline void mask_numbers(Phrase *phrase) noexcept nogil:
    """Write one sign for each run of digits."""
    cdef size_t at = 0, size = 0
    cdef int length, i
    cdef bint inside = False
    cdef Py_UCS4 character
    phrase.characters = 0
    while at < phrase.size:
        character = character_at(phrase.text, phrase.size, at, &length)
        if not is_decimal(character):
            inside = False
            for i in range(length):
                phrase.text[size + i] = phrase.text[at + i]
            size += length
            phrase.characters += 1
        elif not inside:
            inside = True
            phrase.text[size] = c"#"
            size += 1
            phrase.characters += 1
        at += length
    phrase.size = size


cdef inline uint64_t id_of(Phrase *phrase) noexcept nogil:
    """The id of a phrase; of a long one, that of its beginning with a digest of all of it."""
    cdef uint8_t shortened[SHORTENED]
    cdef uint64_t digest
    cdef size_t at = 0, i
    cdef int length
    if phrase.characters <= LONGEST:
        return xxh64(phrase.text, phrase.size)
    digest = xxh64(phrase.text, phrase.size)
    for i in range(KEPT_OF_LONGER):
        character_at(phrase.text, phrase.size, at, &length)
        at += length
    memcpy(shortened, phrase.text, at)
    memcpy(shortened + at, b"\xe2\x80\xa6 ", 4)
    at += 4
    for i in range(16):
        shortened[at + i] = b"0123456789abcdef"[digest >> (60 - 4 * i) & 15]
    return xxh64(shortened, at + 16)


def phrase_ids(const uint8_t[::1] utf8, const int32_t[::1] begin, const int32_t[::1] end):
    """For each text, which is the UTF-8 from `begin` to `end`, the id of its phrase with numbers
    masked, and with its numbers; where there are none to mask, the two are the same."""
    cdef Py_ssize_t count = begin.shape[0], i
    cdef int32_t longest = 0, size = <int32_t> utf8.shape[0]
    cdef Phrase phrase
    cdef const uint8_t *text
    masked_, exact_ = (numpy.empty(count, numpy.uint64) for _ in range(2))
    cdef uint64_t[::1] masked = masked_, exact = exact_
    if end.shape[0] != count:
        raise ValueError("columns of different lengths")
    for i in range(count):
        if not 0 <= begin[i] <= end[i] <= size:
            raise ValueError("a text that is not within the texts")
        longest = max(longest, end[i] - begin[i])
    text = &utf8[0] if size else <const uint8_t *> b""
    phrase.text = <uint8_t *> malloc(longest + 1)
    if phrase.text == NULL:
        raise MemoryError("no memory for a text")
    with nogil:
        for i in range(count):
            if i and begin[i] == begin[i - 1] and end[i] == end[i - 1]:  # tokens of one program
                masked[i] = masked[i - 1]
                exact[i] = exact[i - 1]
                continue
            write_phrase(&phrase, text, begin[i], end[i])
            masked[i] = exact[i] = id_of(&phrase)
            if phrase.numbers and phrase.letters >= SOME_LETTERS:
                mask_numbers(&phrase)
                masked[i] = id_of(&phrase)
        free(phrase.text)
    return masked_, exact_


def beginnings(const uint8_t[::1] utf8, const int32_t[::1] start, int most):
    """The first characters of each text, at most so many: as UTF-8, and where each starts in it."""
    cdef Py_ssize_t count = start.shape[0] - 1, i
    cdef size_t at, size = 0, begin
    cdef int length, characters
    cdef bytes out = PyBytes_FromStringAndSize(NULL, utf8.shape[0])
    cdef uint8_t *to = <uint8_t *> PyBytes_AS_STRING(out)
    starts_ = numpy.zeros(max(count, 0) + 1, numpy.int32)
    cdef int32_t[::1] starts = starts_
    for i in range(count):
        if not 0 <= start[i] <= start[i + 1] <= utf8.shape[0]:
            raise ValueError("a text that is not within the texts")
    with nogil:
        for i in range(count):
            begin = at = start[i]
            characters = 0
            while at < <size_t> start[i + 1] and characters < most:
                character_at(&utf8[0], start[i + 1], at, &length)
                at += length
                characters += 1
            if size + at - begin > <size_t> utf8.shape[0]:  # texts that overlap
                break
            if at > begin:
                memcpy(to + size, &utf8[begin], at - begin)
            size += at - begin
            starts[i + 1] = <int32_t> size
    return out[:size], starts_


def smallest(
    const uint8_t[::1] utf8, const int64_t[::1] start, const int64_t[::1] group, Py_ssize_t groups
):
    """The number of the smallest text of each group, given the group of each."""
    cdef Py_ssize_t count = group.shape[0], i, best
    cdef int64_t size, other
    cdef int order
    rows_ = numpy.full(groups, -1, numpy.int64)
    cdef int64_t[::1] rows = rows_
    if start.shape[0] != count + 1:
        raise ValueError("columns of different lengths")
    for i in range(count):
        if not 0 <= group[i] < groups or not 0 <= start[i] <= start[i + 1] <= utf8.shape[0]:
            raise ValueError("a text that is not within the texts")
    with nogil:
        for i in range(count):
            best = rows[group[i]]
            if best < 0:
                rows[group[i]] = i
                continue
            size, other = start[i + 1] - start[i], start[best + 1] - start[best]
            order = 0
            if size and other:
                order = memcmp(&utf8[start[i]], &utf8[start[best]], min(size, other))
            if order < 0 or (order == 0 and size < other):
                rows[group[i]] = i
    return rows_
