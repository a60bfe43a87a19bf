# cython: boundscheck=False, wraparound=False
"""Rows of a tree by their depth; parents may stand anywhere."""

from libc.stdint cimport int32_t, int64_t

import numpy


def by_level(const int64_t[::1] parent):
    """The rows of a tree, the top first, and where each level begins among them. A row at the top
    has the parent -1; ValueError where parents go round in a circle."""
    cdef Py_ssize_t count = parent.shape[0], row, at, steps
    cdef int32_t deepest = -1, level
    depth_ = numpy.full(count, -1, numpy.int32)
    cdef int32_t[::1] depth = depth_
    for row in range(count):
        if not -1 <= parent[row] < count:
            raise ValueError("a parent that is no row")
    for row in range(count):
        at, steps = row, 0
        while at >= 0 and depth[at] < 0:
            at = parent[at]
            steps += 1
            if steps > count:
                raise ValueError("parents go round in a circle")
        level = <int32_t> ((depth[at] if at >= 0 else -1) + steps)
        deepest = max(deepest, level)
        at = row
        while steps > 0:
            depth[at] = level
            level -= 1
            steps -= 1
            at = parent[at]
    starts = numpy.concatenate([[0], numpy.cumsum(numpy.bincount(depth_, minlength=deepest + 1))])
    order_, next_ = numpy.empty(count, numpy.int64), starts.astype(numpy.int64)
    cdef int64_t[::1] order = order_, free_ = next_
    for row in range(count):
        order[free_[depth[row]]] = row
        free_[depth[row]] += 1
    return order_, starts


def sums_below(columns, const int64_t[::1] parent):
    """For each row of a tree, the sum of a column over it and all rows below it; for each of some
    columns. Rows are added from the deepest level up, in their order, so that rounding is the
    same wherever it is done."""
    order_, starts_ = by_level(parent)
    cdef const int64_t[::1] order = order_, starts = starts_.astype(numpy.int64)
    cdef Py_ssize_t level, at
    cdef double[::1] total
    totals = [numpy.array(column, numpy.float64) for column in columns]
    for column in totals:
        total = column
        if total.shape[0] != parent.shape[0]:
            raise ValueError("columns of different lengths")
        for level in range(starts.shape[0] - 2, 0, -1):
            for at in range(starts[level], starts[level + 1]):
                total[parent[order[at]]] += total[order[at]]
    return totals
