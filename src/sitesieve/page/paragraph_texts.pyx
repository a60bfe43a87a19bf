# cython: boundscheck=False, wraparound=False
"""What the texts of paragraphs show, counted over the page's UTF-8 without making strings."""

from libc.stdint cimport int32_t, uint8_t, uint64_t

import numpy

from sitesieve.page.hashing cimport xxh64
from sitesieve.page.unicode cimport character_at, is_space


cdef inline size_t before_space(const uint8_t *text, size_t begin, size_t end) noexcept nogil:
    """Where a text ends without the white space that follows it."""
    cdef size_t at
    cdef int length
    while end > begin:
        at = end - 1
        while at > begin and text[at] & 0xC0 == 0x80:
            at -= 1
        if not is_space(character_at(text, end, at, &length)):
            break
        end = at
    return end


def paragraph_texts(const uint8_t[::1] utf8, const int32_t[::1] start, const int32_t[::1] first):
    """For each paragraph, which is the texts from `first[i]` to `first[i + 1]`: commas; ends of
    sentences within a text (a full stop and a space, or an ideographic full stop); the character
    that the last text ends with, 0 for none; and an id of its text without white space around.
    """
    cdef Py_ssize_t paragraphs = first.shape[0] - 1, i, leaf
    commas = numpy.zeros(paragraphs, numpy.float64)
    points = numpy.zeros(paragraphs, numpy.float64)
    ends = numpy.zeros(paragraphs, numpy.uint32)
    ids = numpy.zeros(paragraphs, numpy.uint64)
    cdef double[::1] comma_view = commas, point_view = points
    cdef unsigned int[::1] end_view = ends
    cdef uint64_t[::1] id_view = ids
    cdef const uint8_t *text
    cdef size_t at, begin, end, last
    cdef int length
    if not utf8.shape[0] or not paragraphs:
        return commas, points, ends, ids
    text = &utf8[0]
    with nogil:
        for i in range(paragraphs):
            for leaf in range(first[i], first[i + 1]):
                end = start[leaf + 1]
                for at in range(<size_t> start[leaf], end):
                    if text[at] == c",":
                        comma_view[i] += 1
                    elif text[at] == c".":
                        if at + 1 < end and text[at + 1] == c" ":
                            point_view[i] += 1
                    elif text[at] == 0xE3 and at + 2 < end:  # U+3002
                        if text[at + 1] == 0x80 and text[at + 2] == 0x82:
                            point_view[i] += 1
            if first[i] == first[i + 1]:
                continue
            begin = start[first[i + 1] - 1]
            end = before_space(text, begin, start[first[i + 1]])
            if end > begin:
                last = end - 1
                while last > begin and text[last] & 0xC0 == 0x80:
                    last -= 1
                end_view[i] = character_at(text, end, last, &length)
            begin = start[first[i]]
            end = before_space(text, begin, start[first[i + 1]])
            while begin < end and is_space(character_at(text, end, begin, &length)):
                begin += length
            id_view[i] = xxh64(text + begin, end - begin)
    return commas, points, ends, ids
