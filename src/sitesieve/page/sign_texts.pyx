# cython: boundscheck=False, wraparound=False
"""Which texts of a page consist of some signs and white space alone."""

from libc.stdint cimport int32_t, uint8_t, uint32_t

import numpy

from sitesieve.page.unicode cimport character_at, is_space


def made_of(
    const uint32_t[::1] signs, const uint8_t[::1] utf8, const int32_t[::1] start, const int32_t[::1] texts
):
    """For each of some `texts`, from `start[t]` to `start[t + 1]`, how many of its characters are
    no white space, if all of these are among `signs`; else -1."""
    cdef Py_ssize_t i, sign
    cdef size_t at, end
    cdef int length
    cdef Py_UCS4 character
    counts = numpy.zeros(texts.shape[0], numpy.int32)
    cdef int32_t[::1] count = counts
    if not utf8.shape[0]:
        return counts
    with nogil:
        for i in range(texts.shape[0]):
            at, end = start[texts[i]], start[texts[i] + 1]
            while at < end and count[i] >= 0:
                character = character_at(&utf8[0], end, at, &length)
                at += length
                if is_space(character):
                    continue
                count[i] += 1
                for sign in range(signs.shape[0]):
                    if signs[sign] == character:
                        break
                else:
                    count[i] = -1
    return counts
