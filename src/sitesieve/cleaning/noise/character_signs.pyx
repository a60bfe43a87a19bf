# cython: boundscheck=False, wraparound=False
"""Signs in the texts of paragraphs that single characters tell, without making strings."""

from libc.stdint cimport int32_t, uint8_t, uint16_t

import numpy

from sitesieve.page.unicode cimport character_at, is_space

cdef extern from "Python.h" nogil:
    bint is_lower "Py_UNICODE_ISLOWER"(Py_UCS4 character)
    bint is_upper "Py_UNICODE_ISUPPER"(Py_UCS4 character)
    bint is_title "Py_UNICODE_ISTITLE"(Py_UCS4 character)
    bint is_decimal "Py_UNICODE_ISDECIMAL"(Py_UCS4 character)

# In the order of `CHARACTER_SIGNS`.
cdef enum:
    ARROW = 1
    SEPARATOR = 2
    QUESTION = 4
    CALL = 8
    COPYRIGHT = 16
    DOTS = 32
    COLON = 64
    CAPITALS = 128
    NUMBER = 256
    AT = 512

CHARACTER_SIGNS = (
    *("an arrow", "a separator", "a question", "a call", "a copyright sign", "dots"),
    *("a colon at the end", "capitals", "a number", "an at sign"),
)


cdef inline int sign_of(Py_UCS4 character) noexcept nogil:
    if character in u"›»>→▸‹«←▲↑⌃":
        return ARROW
    if character in u"|/·•–":
        return SEPARATOR
    if character in u"?？":
        return QUESTION
    if character in u"!！":
        return CALL
    if character in u"©®":
        return COPYRIGHT
    if character == u"…":
        return DOTS
    if character == u"@":
        return AT
    return 0


cdef int signs_in(const uint8_t *text, size_t begin, size_t end, size_t longest) noexcept nogil:
    """The signs of one text; none where it is longer than so many characters."""
    cdef size_t at = begin, characters = 0
    cdef int length, signs = 0, capitals = 0
    cdef bint cased = False, all_upper = True, three_capitals = False
    cdef Py_UCS4 character, last = 0
    while at < end:
        character = character_at(text, end, at, &length)
        characters += 1
        if characters > longest:
            return 0
        capitals = capitals + 1 if u"A" <= character <= u"Z" else 0
        three_capitals = three_capitals or capitals == 3
        if character < 0x80 and (u"a" <= character <= u"z" or capitals):
            if capitals:
                cased = True
            else:
                all_upper = False
        else:
            signs |= sign_of(character)
            if is_decimal(character):
                signs |= NUMBER
            elif is_lower(character) or is_title(character):
                all_upper = False
            elif is_upper(character):
                cased = True
            if character == u"." and at + 2 < end and text[at + 1] == c"." and text[at + 2] == c".":
                signs |= DOTS
            if character == u"(" and at + 3 < end and text[at + 2] == c")" and text[at + 3] == c" ":
                if text[at + 1] == c"c" or text[at + 1] == c"C":
                    signs |= COPYRIGHT
        if not is_space(character):
            last = character
        at += length
    if last == u":" or last == u"：":
        signs |= COLON
    if cased and all_upper and three_capitals:
        signs |= CAPITALS
    return signs


def character_signs(
    const uint8_t[::1] utf8,
    const int32_t[::1] start,
    const int32_t[::1] first,
    size_t longest,
):
    """For each paragraph, which is the texts from `first[i]` to `first[i + 1]`: its signs, a bit
    for each of `CHARACTER_SIGNS`; none of one with more than `longest` characters."""
    cdef Py_ssize_t paragraphs = max(first.shape[0] - 1, 0), i
    signs = numpy.zeros(paragraphs, numpy.uint16)
    cdef uint16_t[::1] view = signs
    if not utf8.shape[0]:
        return signs
    with nogil:
        for i in range(paragraphs):
            view[i] = signs_in(&utf8[0], start[first[i]], start[first[i + 1]], longest)
    return signs
