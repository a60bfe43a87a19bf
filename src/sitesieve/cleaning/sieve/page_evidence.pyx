# cython: boundscheck=False, wraparound=False, cdivision=True
"""The evidence of a page, counted over its arrays: see `evidence`, which names the columns.

A paragraph is a run of leaves; `up` has its element and the elements above it, from near to far;
what is measured below an element is the difference of two running sums.
"""

from libc.math cimport log1p
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

import numpy

from sitesieve.page.hash_table cimport Table, release_table, slot_of
from sitesieve.page.id_table cimport IdTable

cdef enum:
    RICH = 10  # words outside links that make a paragraph rich
    FAR = 50  # paragraphs; what is further away, or nowhere, is this far


def columns_of(Py_ssize_t rows, Py_ssize_t columns):
    """Room for evidence."""
    return numpy.empty((rows, columns), numpy.float32, order="F")


def paragraph_words(
    const int32_t[::1] leaf_words,
    const uint8_t[::1] hidden,
    const uint8_t[::1] linked,
    const int32_t[::1] first,
):
    """For each paragraph its words, its linked words and its rich words; and running sums of
    these three and of paragraphs over the leaves. What readers do not see does not count."""
    cdef Py_ssize_t i, leaf, count = first.shape[0] - 1, leaves = leaf_words.shape[0]
    columns = numpy.zeros((3, count), numpy.float64)
    totals = numpy.zeros((4, leaves + 1), numpy.float64)
    cdef double[:, ::1] of = columns, sums = totals
    cdef double words, in_links, own, share
    with nogil:
        for i in range(count):
            words = in_links = 0
            for leaf in range(first[i], first[i + 1]):
                if not hidden[leaf]:
                    words += leaf_words[leaf]
                    if linked[leaf]:
                        in_links += leaf_words[leaf]
            own = words - in_links
            of[0, i] = words
            of[1, i] = in_links
            of[2, i] = own if own >= RICH and in_links < 0.4 * words else 0
            share = of[2, i] / max(words, 1)
            for leaf in range(first[i], first[i + 1]):
                words = 0 if hidden[leaf] else leaf_words[leaf]
                sums[0, leaf + 1] = sums[0, leaf] + words
                sums[1, leaf + 1] = sums[1, leaf] + (words if linked[leaf] else 0)
                sums[2, leaf + 1] = sums[2, leaf] + share * words
                sums[3, leaf + 1] = sums[3, leaf] + (leaf == first[i])
    return columns[0], columns[1], columns[2], totals


def elements_above(const int32_t[::1] parent, const int32_t[::1] element, Py_ssize_t reach):
    """The element of each paragraph and those above it, from near to far; then the root."""
    cdef Py_ssize_t i, height, count = element.shape[0]
    up = numpy.empty((reach, count), numpy.int32)
    cdef int32_t[:, ::1] view = up
    cdef int32_t node
    with nogil:
        for i in range(count):
            node = element[i]
            for height in range(reach):
                view[height, i] = node
                if node > 0:
                    node = parent[node]
    return up


def larger_elements(
    const int32_t[::1] parent,
    const int32_t[::1] widest,
    const int32_t[::1] element,
    Py_ssize_t heights,
):
    """Of the elements above each paragraph those that hold more than the one before."""
    cdef Py_ssize_t i, height, count = element.shape[0]
    larger = numpy.empty((heights, count), numpy.int32)
    cdef int32_t[:, ::1] view = larger
    cdef int32_t node
    with nogil:
        for i in range(count):
            node = widest[element[i]]
            for height in range(heights):
                view[height, i] = node
                if node > 0:
                    node = widest[parent[node]]
    return larger


def numbered_paths(const uint64_t[::1] style, const int32_t[:, ::1] up):
    """For each paragraph the number of its path of tags and classes, in the order in which they
    come, and how many paragraphs each path has."""
    cdef Py_ssize_t i, height, count = up.shape[1]
    cdef int32_t paths = 0
    cdef int32_t *slot
    cdef uint64_t path, spread = 0x9E3779B97F4A7C15ULL
    cdef Table table
    table.entries, table.size, table.used = NULL, 0, 0
    numbers = numpy.empty(count, numpy.int64)
    sizes = numpy.zeros(count, numpy.int64)
    cdef int64_t[::1] number = numbers, size = sizes
    try:
        with nogil:
            for i in range(count):
                path = 0
                for height in range(up.shape[0] - 1, -1, -1):
                    path = path * spread + style[up[height, i]]
                slot = slot_of(&table, path ^ (path >> 32))
                if slot[0] < 0:
                    slot[0] = paths
                    paths += 1
                number[i] = slot[0]
                size[slot[0]] += 1
    finally:
        release_table(&table)
    return numbers, sizes[:paths].copy()


def own_columns(
    const double[::1] words,
    const double[::1] linked,
    const double[::1] commas,
    const double[::1] sentences,
    const uint32_t[::1] last_letter,
    const uint32_t[::1] sentence_ends,
    const uint64_t[::1] text_ids,
    const uint64_t[::1] word_ids,
    const int32_t[::1] begin,
    const int32_t[::1] end,
    const uint64_t[::1] title,
):
    """What the text itself shows. `title` has each id of a word of it once."""
    cdef Py_ssize_t i, at, many = title.shape[0], count = words.shape[0]
    cdef IdTable in_title = IdTable(title)
    cdef int32_t number
    cdef double some, titled
    cdef Table table
    cdef int32_t *slot
    seen_in = numpy.full(many, -1, numpy.int64)
    cdef int64_t[::1] seen = seen_in
    rows = columns_of(count, 8)
    cdef float[::1, :] row = rows
    table.entries, table.size, table.used = NULL, 0, 0
    try:
        with nogil:
            for i in range(count):
                slot = slot_of(&table, text_ids[i])
                slot[0] = 1 if slot[0] < 0 else slot[0] + 1
            for i in range(count):
                some = max(words[i], 1)
                row[i, 0] = words[i]
                row[i, 1] = linked[i] / some
                row[i, 2] = commas[i] / some
                row[i, 3] = sentences[i]
                row[i, 4] = 0
                for at in range(sentence_ends.shape[0]):
                    if sentence_ends[at] == last_letter[i]:
                        row[i, 4] = 1
                titled = 0
                if words[i] <= 2 * many + 4:  # one that is much longer has none
                    for at in range(begin[i], end[i]):
                        number = in_title.number_of(word_ids[at])
                        if number >= 0 and seen[number] != i:
                            seen[number] = i
                            titled += 1
                row[i, 5] = titled / some
                row[i, 6] = titled / max(many, 1)
                row[i, 7] = slot_of(&table, text_ids[i])[0]
    finally:
        release_table(&table)
    return rows


def place_columns(
    const int32_t[:, ::1] up,
    const int32_t[::1] look,
    const uint8_t[::1] tag,
    const int64_t[::1] look_bits,
    const int64_t[::1] tag_bits,
    int roles,
    int columns,
):
    """For each bit of names and tags, how far above a paragraph the first element with it stands;
    the rows of `up` if nowhere. The bits of tags come after the `roles` bits of names."""
    cdef Py_ssize_t i, height, bit, count = up.shape[1]
    cdef int64_t bits, missing
    cdef int32_t node
    rows = columns_of(count, columns)
    cdef float[::1, :] row = rows
    with nogil:
        for bit in range(columns):
            for i in range(count):
                row[i, bit] = up.shape[0]
        for i in range(count):
            missing = ((<int64_t> 1) << columns) - 1
            for height in range(up.shape[0]):
                node = up[height, i]
                bits = tag_bits[tag[node]] << roles
                if node:  # the body's class speaks of the page
                    bits |= look_bits[look[node]]
                bits &= missing
                missing ^= bits
                for bit in range(columns):
                    if not bits >> bit:
                        break
                    if bits >> bit & 1:
                        row[i, bit] = height
                if not node:
                    break
    return rows


def name_columns(
    const int32_t[:, ::1] up, const int32_t[::1] look, const double[:, ::1] weighed
):
    """What the names above each paragraph say, given what each presentation says: the sums of
    the nearest elements, the worst and the best name of all."""
    cdef Py_ssize_t i, height, count = up.shape[1]
    cdef double sums[4]
    cdef double worst, best
    cdef int32_t node
    rows = columns_of(count, 6)
    cdef float[::1, :] row = rows
    with nogil:
        for i in range(count):
            sums[0] = sums[1] = sums[2] = sums[3] = worst = best = 0
            for height in range(up.shape[0]):
                node = up[height, i]
                if not node:  # the body's names speak of the page
                    break
                sums[2 if height == 3 else min(height, 3)] += weighed[0, look[node]]
                worst = min(worst, weighed[1, look[node]])
                best = max(best, weighed[2, look[node]])
            for height in range(4):
                row[i, height] = sums[height]
            row[i, 4] = worst
            row[i, 5] = best
    return rows


def height_columns(
    const int32_t[::1] parent,
    const int32_t[::1] end,
    const uint8_t[::1] tag,
    const int32_t[::1] leaf_start,
    const double[:, ::1] sums,
    const int32_t[:, ::1] up,
    const int32_t[:, ::1] larger,
    double rich_words,
    int image,
    int entry,
):
    """Where each paragraph stands relative to the page's rich text: what the larger elements
    around it hold, the way to the smallest element with most of the rich text, images and fields
    for input nearby."""
    cdef Py_ssize_t i, h, node, first, last, count = up.shape[1], nodes = parent.shape[0]
    cdef Py_ssize_t heights = larger.shape[0], then = 5 * larger.shape[0]
    cdef double total = max(rich_words, 1), words
    cdef int32_t centre = 0, at
    steps_down = numpy.zeros(nodes, numpy.int32)
    before = numpy.zeros((2, nodes + 1), numpy.int32)
    cdef int32_t[::1] down = steps_down
    cdef int32_t[:, ::1] things = before
    rows = columns_of(count, then + 6)
    cdef float[::1, :] row = rows
    with nogil:
        for node in range(nodes):
            things[0, node + 1] = things[0, node] + (tag[node] == image)
            things[1, node + 1] = things[1, node] + (tag[node] == entry)
        for node in range(nodes - 1, -1, -1):
            if sums[2, leaf_start[end[node]]] - sums[2, leaf_start[node]] > 0.5 * total:
                centre = <int32_t> node
                break
        at = centre
        h = 0
        while at >= 0:
            down[at] = <int32_t> h
            at = parent[at]
            h += 1
        for i in range(count):
            for h in range(heights):
                node = larger[h, i]
                first = leaf_start[node]
                last = leaf_start[end[node]]
                words = sums[0, last] - sums[0, first]
                row[i, 5 * h] = (sums[2, last] - sums[2, first]) / total
                row[i, 5 * h + 1] = (sums[2, last] - sums[2, first]) / max(words, 1)
                row[i, 5 * h + 2] = (sums[1, last] - sums[1, first]) / max(words, 1)
                row[i, 5 * h + 3] = log1p(words)
                row[i, 5 * h + 4] = log1p(sums[3, last] - sums[3, first])
            h = 0
            while h < up.shape[0] - 1 and not (up[h, i] <= centre < end[up[h, i]]):
                h += 1
            row[i, then] = h
            row[i, then + 1] = down[up[h, i]]
            for h in range(2):
                node = larger[h + 1, i]
                row[i, then + 2 + 2 * h] = things[0, end[node]] - things[0, node]
                row[i, then + 3 + 2 * h] = things[1, end[node]] - things[1, node]
    return rows


def order_columns(
    const uint8_t[::1] tag,
    const uint64_t[::1] style,
    const int32_t[:, ::1] up,
    const int64_t[::1] level_of_tag,
    const double[::1] words,
    const double[::1] linked,
    const double[::1] rich,
    const uint64_t[::1] word_ids,
    const int32_t[::1] begin,
    const int32_t[::1] end,
    const uint64_t[::1] title,
):
    """What comes before and after each paragraph: its neighbours, the rich text, the heading."""
    cdef Py_ssize_t i, side, step, at, last, titled, count = words.shape[0], section
    cdef double total = 0, so_far = 0, words_so_far = 0, words_at_heading = 0
    cdef double section_rich, section_linked, section_words
    levels = numpy.empty(count, numpy.int64)
    cdef int64_t[::1] level = levels
    cdef int64_t last_level
    rows = columns_of(count, 15)
    cdef float[::1, :] row = rows
    with nogil:
        for i in range(count):
            level[i] = max(
                level_of_tag[tag[up[0, i]]], level_of_tag[tag[up[1, i]]], level_of_tag[tag[up[2, i]]]
            )
            total += rich[i]
    titled = _heading_that_is_the_title(level, word_ids, begin, end, title)
    with nogil:
        total = max(total, 1)
        last = -1000
        last_level = 0
        for i in range(count):
            row[i, 0] = level[i]
            for step in range(2):
                side = i + 2 * step - 1
                at = 1 + 3 * step
                if 0 <= side < count:
                    row[i, at] = words[side]
                    row[i, at + 1] = linked[side] / max(words[side], 1)
                else:
                    row[i, at] = 0
                    row[i, at + 1] = 1
                    side = i
                row[i, at + 2] = (style[up[0, side]] == style[up[0, i]]) + (
                    up[1, side] == up[1, i]
                )
            row[i, 7] = so_far / total
            so_far += rich[i]
            if level[i] > 0:
                last = i
                last_level = level[i]
                words_at_heading = words_so_far
            row[i, 9] = min(i - last, FAR)
            row[i, 10] = last_level
            row[i, 11] = log1p(words_so_far - words_at_heading)
            words_so_far += words[i]
            row[i, 14] = -2 * FAR if titled < 0 else min(max(i - titled, -FAR), FAR)
        words_so_far = 0
        for i in range(count):
            words_so_far += rich[i]
            row[i, 8] = (so_far - words_so_far) / total
        i = 0
        while i < count:  # section by section: a heading and what follows it
            section = i
            section_rich = section_linked = section_words = 0
            while True:
                section_rich += rich[i]
                section_linked += linked[i]
                section_words += words[i]
                i += 1
                if i == count or level[i] > 0:
                    break
            for at in range(section, i):
                row[at, 12] = log1p(section_rich)
                row[at, 13] = section_linked / max(section_words, 1)
    return rows


cdef Py_ssize_t _heading_that_is_the_title(
    const int64_t[::1] level,
    const uint64_t[::1] word_ids,
    const int32_t[::1] begin,
    const int32_t[::1] end,
    const uint64_t[::1] title,
) except -2:
    """The heading that shares most words with the title; -1 if none shares any."""
    cdef Py_ssize_t i, at, best_at = -1, distinct, shared
    cdef double best = 0, score
    cdef IdTable in_title = IdTable(title)
    cdef int32_t *slot
    cdef Table table
    table.entries, table.size, table.used = NULL, 0, 0
    try:
        with nogil:
            for i in range(level.shape[0]):
                if level[i] == 0:
                    continue
                distinct = shared = 0
                for at in range(begin[i], end[i]):
                    slot = slot_of(&table, word_ids[at])
                    if slot[0] != i:  # new to this heading
                        slot[0] = <int32_t> i
                        distinct += 1
                        shared += in_title.number_of(word_ids[at]) >= 0
                score = shared / <double> max(1, distinct + title.shape[0] - shared)
                score += 0.1 * (level[i] == 1)
                if score > best:
                    best = score
                    best_at = i
    finally:
        release_table(&table)
    return best_at


def alike_columns(
    const int64_t[::1] path,
    const int64_t[::1] members,
    const double[::1] words,
    const double[::1] linked,
    const double[::1] rich,
):
    """The paragraphs that stand on the same path of tags and classes."""
    cdef Py_ssize_t i, p, count = path.shape[0]
    cdef double total = 0
    sums = numpy.zeros((3, members.shape[0]), numpy.float64)
    cdef double[:, ::1] of = sums
    rows = columns_of(count, 4)
    cdef float[::1, :] row = rows
    with nogil:
        for i in range(count):
            of[0, path[i]] += words[i]
            of[1, path[i]] += linked[i] / max(words[i], 1)
            of[2, path[i]] += rich[i]
            total += rich[i]
        total = max(total, 1)
        for i in range(count):
            p = path[i]
            row[i, 0] = log1p(members[p])
            row[i, 1] = log1p(of[0, p] / members[p])
            row[i, 2] = of[1, p] / members[p]
            row[i, 3] = of[2, p] / total
    return rows


def post_columns(
    const double[::1] post, const double[::1] rich, const int32_t[::1] above, Py_ssize_t nodes
):
    """Whether a paragraph is a post, and whether posts are what the page and the element `above`
    each paragraph are made of."""
    cdef Py_ssize_t i, count = post.shape[0]
    cdef double all_rich = 0, all_posts = 0
    sums = numpy.zeros((2, nodes), numpy.float64)
    cdef double[:, ::1] of = sums
    rows = columns_of(count, 3)
    cdef float[::1, :] row = rows
    with nogil:
        for i in range(count):
            of[0, above[i]] += rich[i] * post[i]
            of[1, above[i]] += rich[i]
            all_posts += rich[i] * post[i]
            all_rich += rich[i]
        for i in range(count):
            row[i, 0] = post[i]
            row[i, 1] = all_posts / max(all_rich, 1)
            row[i, 2] = of[0, above[i]] / max(of[1, above[i]], 1)
    return rows
