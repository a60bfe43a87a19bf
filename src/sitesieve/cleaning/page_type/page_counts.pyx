# cython: boundscheck=False, wraparound=False, cdivision=True
"""What a page is made of, counted over its arrays: lines, tags, like siblings."""

from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

import numpy

from sitesieve.page.hash_table cimport Table, release_table, slot_of
from sitesieve.page.hashing cimport mixed
from sitesieve.page.id_table cimport IdTable

cdef enum:
    LONG = 20  # words of a long line
    MEMBERS = 3  # a group has at least
    WORDS = 3  # a member has at least


def tag_counts(const uint8_t[::1] tag, const int32_t[::1] end, const int32_t[::1] word_start):
    """For each tag how many elements have it, and how many words stand in such elements."""
    cdef Py_ssize_t node
    cdef int32_t last[256]
    elements = numpy.zeros(256, numpy.int64)
    words = numpy.zeros(256, numpy.int64)
    cdef int64_t[::1] number = elements, below = words
    for node in range(256):
        last[node] = 0
    with nogil:
        for node in range(tag.shape[0]):
            number[tag[node]] += 1
            if node >= last[tag[node]]:  # in no other element of this tag
                last[tag[node]] = end[node]
                below[tag[node]] += word_start[end[node]] - word_start[node]
    return elements, words


def line_counts(
    const int32_t[::1] parent,
    const int32_t[::1] leaves,
    const int32_t[::1] leaf_words,
    const uint8_t[::1] linked,
    const int32_t[::1] line,
):
    """Of a page with texts: words in links; words in long lines that are hardly links, and how
    many of these there are; words of the longest line; the most words of long lines that are
    children and grandchildren of one element; the most words of lines in a row that are hardly
    links; and all words outside links."""
    cdef Py_ssize_t i, above, count = leaves.shape[0], lines = line[count - 1] + 1
    cdef double in_links = 0, in_long = 0, most = 0, richest = 0, stretch = 0, longest_stretch = 0
    cdef double outside = 0
    cdef int64_t long_lines = 0
    by_line = numpy.zeros((2, lines), numpy.float64)
    by_element = numpy.zeros(parent.shape[0], numpy.float64)
    cdef double[:, ::1] words = by_line
    cdef double[::1] held = by_element
    with nogil:
        for i in range(count):
            words[0, line[i]] += leaf_words[i]
            if linked[i]:
                in_links += leaf_words[i]
            else:
                words[1, line[i]] += leaf_words[i]
        for i in range(lines):
            most = max(most, words[0, i])
            outside += words[1, i]
            if words[1, i] < 0.6 * words[0, i]:
                stretch = 0
                words[0, i] = 0  # from here on: the words of long lines
                continue
            stretch += words[1, i]
            longest_stretch = max(longest_stretch, stretch)
            if words[0, i] < LONG:
                words[0, i] = 0
            else:
                long_lines += 1
                in_long += words[0, i]
        for i in range(count):
            if words[0, line[i]] > 0:
                above = max(parent[max(parent[leaves[i]], 0)], 0)
                held[above] += leaf_words[i]
                richest = max(richest, held[above])
    return in_links, in_long, long_lines, most, richest, longest_stretch, outside


def largest_group(
    const uint8_t[::1] tag,
    const int32_t[::1] parent,
    const int32_t[::1] end,
    const uint64_t[::1] style,
    const int32_t[::1] word_start,
    int text,
):
    """The siblings of one look that hold most words (the sum of their roots), at least three."""
    cdef Py_ssize_t node, words, count = tag.shape[0], groups = 0, best = -1, i
    cdef int32_t *slot
    cdef uint64_t key
    cdef Table table
    group_of = numpy.full(count, -1, numpy.int32)
    totals = numpy.zeros(count, numpy.float64)
    firsts = numpy.zeros((2, count), numpy.int32)  # the first member of each group; how many
    cdef int32_t[::1] group = group_of
    cdef double[::1] total = totals
    cdef int32_t[:, ::1] first = firsts
    table.entries, table.size, table.used = NULL, 0, 0
    try:
        with nogil:
            for node in range(1, count):
                words = word_start[end[node]] - word_start[node]
                if tag[node] == text or words < WORDS:
                    continue
                key = style[node] + <uint64_t> parent[node] * <uint64_t> 0x9E3779B97F4A7C15ULL
                slot = slot_of(&table, key ^ (key >> 32))
                if slot[0] < 0:
                    slot[0] = <int32_t> groups
                    first[0, groups] = <int32_t> node
                    groups += 1
                group[node] = slot[0]
                total[slot[0]] += sqrt(words)
                first[1, slot[0]] += 1
            for i in range(groups):
                if first[1, i] < MEMBERS or total[i] <= 0:
                    continue
                if best < 0 or total[i] > total[best]:
                    best = i
                elif total[i] == total[best] and (
                    parent[first[0, i]] < parent[first[0, best]]
                    or (
                        parent[first[0, i]] == parent[first[0, best]]
                        and style[first[0, i]] < style[first[0, best]]
                    )
                ):
                    best = i  # whatever the order in which they come
    finally:
        release_table(&table)
    if best < 0:
        return numpy.zeros(0, numpy.int64)
    return numpy.flatnonzero(group_of == best)


def prices(const uint8_t[::1] utf8, const int32_t[::1] begin, const int32_t[::1] end):
    """How often a sign of money ($€£¥₹) stands in some parts of a text."""
    cdef Py_ssize_t i, at, count = 0
    with nogil:
        for i in range(begin.shape[0]):
            for at in range(begin[i], end[i]):
                if utf8[at] == c"$":
                    count += 1
                elif utf8[at] == 0xC2 and at + 1 < end[i]:
                    count += utf8[at + 1] == 0xA3 or utf8[at + 1] == 0xA5
                elif utf8[at] == 0xE2 and at + 2 < end[i] and utf8[at + 1] == 0x82:
                    count += utf8[at + 2] == 0xAC or utf8[at + 2] == 0xB9
    return count


def phrase_counts(
    IdTable phrases not None,
    const int32_t[::1] group not None,
    Py_ssize_t groups,
    const uint64_t[::1] word_ids not None,
):
    """For each group of phrases, how often one of them stands on the page. A phrase is a word,
    or two, which are known by their ids mixed."""
    cdef Py_ssize_t i
    cdef int32_t number
    counts = numpy.zeros(groups, numpy.int64)
    cdef int64_t[::1] view = counts
    with nogil:
        for i in range(word_ids.shape[0]):
            number = phrases.number_of(word_ids[i])
            if number >= 0:
                view[group[number]] += 1
            if i:
                number = phrases.number_of(mixed(word_ids[i - 1], word_ids[i]))
                if number >= 0:
                    view[group[number]] += 1
    return counts
