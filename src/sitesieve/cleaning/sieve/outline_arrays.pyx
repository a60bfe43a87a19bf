# cython: boundscheck=False, wraparound=False
"""The outline of a page put together from its arrays: see `outline`."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

import numpy


def outline_arrays(
    const int32_t[::1] parent,
    const int32_t[::1] end,
    const uint8_t[::1] tag,
    const uint64_t[::1] style,
    const int32_t[::1] element,
    const int32_t[::1] text,
    const double[::1] words,
    const int64_t[::1] kind,
    int of_text,
    int heading,
    int value_tag,
):
    """The parts are the paragraphs, each at its first `text`, with their `element`s and all above
    them, in the order of the page. `kind` is the kind of part of every node but texts."""
    cdef Py_ssize_t i, node, part, left, nodes = parent.shape[0], paragraphs = element.shape[0]
    cdef Py_ssize_t parts = 1
    place_of = numpy.full(nodes, -1, numpy.int32)  # of each node in the outline
    before_node = numpy.zeros(nodes + 1, numpy.int32)  # how many paragraphs begin before it
    cdef int32_t[::1] place = place_of, begun = before_node
    with nogil:
        place[0] = 0
        for i in range(paragraphs):
            begun[text[i] + 1] = 1
            node = element[i]
            while place[node] < 0:
                place[node] = 0
                parts += 1
                node = parent[node]
        parts += paragraphs
    parents = numpy.empty(parts, numpy.int32)
    neighbours = numpy.full(parts, -1, numpy.int64)
    of_paragraph = numpy.empty(paragraphs, numpy.int64)
    sums = numpy.empty(parts, numpy.float64)
    wholes = numpy.empty(parts, numpy.bool_)
    borders = numpy.empty(parts, numpy.int64)
    sides = numpy.empty(parts, numpy.int64)
    running = numpy.zeros(paragraphs + 1, numpy.float64)
    node_of = numpy.empty(parts, numpy.int32)
    last_child = numpy.full(parts, -1, numpy.int32)
    cdef int32_t[::1] above = parents, at = node_of, child = last_child
    cdef int64_t[::1] before = neighbours, paragraph = of_paragraph, border = borders, side = sides
    cdef double[::1] total = sums, so_far = running
    cdef uint8_t[::1] whole = wholes.view(numpy.uint8)
    cdef bint is_text
    with nogil:
        for i in range(paragraphs):
            so_far[i + 1] = so_far[i] + words[i]
        for node in range(nodes):
            begun[node + 1] += begun[node]
        part = 0
        for node in range(nodes):
            is_text = begun[node + 1] > begun[node]
            if place[node] < 0 and not is_text:
                continue
            at[part] = <int32_t> node
            if is_text:
                i = begun[node]
                paragraph[i] = part
                above[part] = place[element[i]]
                total[part] = words[i]
                border[part] = of_text
            else:
                place[node] = <int32_t> part
                above[part] = place[parent[node]] if node else -1
                total[part] = so_far[begun[end[node]]] - so_far[begun[node]]
                border[part] = kind[node]
            side[part] = 0
            whole[part] = True
            if part:
                whole[part] = total[above[part]] <= total[part]
                left = child[above[part]]
                child[above[part]] = <int32_t> part
                before[part] = left
                if left >= 0:
                    if border[left] == heading:
                        side[part] = 1
                    elif tag[node] == value_tag:
                        side[part] = 2
                    elif not is_text and style[node] == style[at[left]]:
                        side[part] = 3
                    else:
                        side[part] = 4
            part += 1
    return parents, neighbours, of_paragraph, sums, wholes, borders, sides
