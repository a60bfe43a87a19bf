# cython: boundscheck=False, wraparound=False, cdivision=True
"""Features that stand in runs, one for each leaf or kind of place, in order within each."""

from libc.stdint cimport int64_t, uint64_t

import numpy


def find_in_runs(
    const int64_t[::1] start,
    const uint64_t[::1] ordered,
    const int64_t[::1] run,
    const uint64_t[::1] wanted,
):
    """The row of each wanted key in its run, -1 where there is none. Run n is from `start[n]` to
    `start[n + 1]`; what is in no run has -1 for its number."""
    cdef Py_ssize_t runs = start.shape[0] - 1, i
    cdef int64_t low, high, middle, end
    if run.shape[0] != wanted.shape[0]:
        raise ValueError("columns of different lengths")
    rows = numpy.full(wanted.shape[0], -1, numpy.int64)
    cdef int64_t[::1] row = rows
    for i in range(wanted.shape[0]):
        if run[i] < 0:
            continue
        if run[i] >= runs:
            raise ValueError("there is no such run")
        low, end = start[run[i]], start[run[i] + 1]
        if not 0 <= low <= end <= ordered.shape[0]:
            raise ValueError("a run that is not within the column")
        high = end
        while low < high:
            middle = low + (high - low) // 2
            if ordered[middle] < wanted[i]:
                low = middle + 1
            else:
                high = middle
        if low < end and ordered[low] == wanted[i]:
            row[i] = low
    return rows
