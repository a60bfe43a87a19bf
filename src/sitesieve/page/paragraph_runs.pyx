# cython: boundscheck=False, wraparound=False
"""Paragraphs found in one pass over the nodes: see `paragraphs`."""

from libc.stdint cimport int32_t, uint8_t

import numpy


def blocks_around(
    const int32_t[::1] parent, const uint8_t[::1] tag, const uint8_t[::1] is_block
):
    """For each node the nearest block-level element above it; the root if there is none.
    `is_block` says it of each tag."""
    cdef Py_ssize_t node
    around = numpy.zeros(parent.shape[0], numpy.int32)
    cdef int32_t[::1] view = around
    with nogil:
        for node in range(1, parent.shape[0]):  # parents come before their children
            if is_block[tag[parent[node]]]:
                view[node] = parent[node]
            else:
                view[node] = view[parent[node]]
    return around


def paragraph_runs(
    const int32_t[::1] leaves,
    const int32_t[::1] around,
    const uint8_t[::1] tag,
    int line_break,
):
    """The paragraph of each leaf, and the first leaf of each. One begins where the block-level
    element changes, and after two line breaks."""
    cdef Py_ssize_t leaf, node, count = leaves.shape[0]
    cdef int32_t paragraph = -1
    cdef int breaks
    of_leaf = numpy.empty(count, numpy.int32)
    first_leaf = numpy.empty(count + 1, numpy.int32)
    cdef int32_t[::1] of = of_leaf, first = first_leaf
    with nogil:
        for leaf in range(count):
            breaks = 2
            if leaf and around[leaves[leaf]] == around[leaves[leaf - 1]]:
                breaks = 0
                for node in range(leaves[leaf - 1] + 1, leaves[leaf]):
                    breaks += tag[node] == line_break
            if breaks > 1:
                paragraph += 1
                first[paragraph] = <int32_t> leaf
            of[leaf] = paragraph
        first[paragraph + 1] = <int32_t> count
    return of_leaf, first_leaf[: paragraph + 2].copy()
