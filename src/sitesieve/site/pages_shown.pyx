# cython: boundscheck=False, wraparound=False
"""On how many pages something occurs."""

from libc.stdint cimport int64_t, uint64_t

import numpy


def pages_shown(const int64_t[::1] group, const uint64_t[::1] page, Py_ssize_t groups):
    """For each group, how many pages have a row of it: given the group of each row and its page,
    where the rows of a page stand together."""
    cdef Py_ssize_t count = group.shape[0], row
    cdef int64_t run = 0
    if page.shape[0] != count:
        raise ValueError("columns of different lengths")
    for row in range(count):
        if not 0 <= group[row] < groups:
            raise ValueError("a row of no group")
    shown_ = numpy.zeros(groups, numpy.int64)
    cdef int64_t[::1] shown = shown_, counted = numpy.full(groups, -1, numpy.int64)
    with nogil:
        for row in range(count):
            run += row > 0 and page[row] != page[row - 1]
            if counted[group[row]] != run:
                counted[group[row]] = run
                shown[group[row]] += 1
    return shown_
