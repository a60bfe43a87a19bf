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


def touching(
    const int32_t[::1] leaves,
    const int32_t[::1] line,
    const int32_t[::1] parent,
    const int32_t[::1] end,
    const uint8_t[::1] tag,
    const uint8_t[::1] is_box,
    const uint8_t[::1] starts_word,
    const uint8_t[::1] utf8,
    const int32_t[::1] start,
):
    """The leaves that touch the next one, with no white space between them, where the two stand
    on one line and each in an element of its own, of the tags in `is_box`; the second starts
    with a byte in `starts_word`."""
    cdef Py_ssize_t leaf, count = min(leaves.shape[0], line.shape[0], start.shape[0] - 1)
    cdef int32_t at, left, right
    cdef list pairs = []
    for leaf in range(count - 1):
        at = start[leaf + 1]
        if at <= start[leaf] or at >= start[leaf + 2] or line[leaf] != line[leaf + 1]:
            continue
        if utf8[at - 1] <= 32 or not starts_word[utf8[at]]:
            continue
        left, right = parent[leaves[leaf]], parent[leaves[leaf + 1]]
        if end[left] > leaves[leaf + 1] or right < leaves[leaf]:
            continue
        if is_box[tag[left]] and is_box[tag[right]]:
            pairs.append(leaf)
    return pairs
