# cython: boundscheck=False, wraparound=False
"""Pieces of UTF-8 put together."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy

import numpy


def gathered(const uint8_t[::1] utf8, const int32_t[::1] begin, const int32_t[::1] end, bytes between=b""):
    """The pieces from `begin` to `end`, one after the other with something between them; and where
    each starts in that."""
    cdef Py_ssize_t count = begin.shape[0], i, size = 0, gap = len(between)
    cdef uint8_t *to
    cdef const char *filling = PyBytes_AS_STRING(between)
    if end.shape[0] != count:
        raise ValueError("columns of different lengths")
    for i in range(count):
        if not 0 <= begin[i] <= end[i] <= utf8.shape[0]:
            raise ValueError("a piece that is not within the text")
        size += end[i] - begin[i] + gap
    if size >= 2 ** 31:
        raise ValueError("more text than a page can have")
    cdef bytes out = PyBytes_FromStringAndSize(NULL, max(size - gap, 0))
    to = <uint8_t *> PyBytes_AS_STRING(out)
    starts_ = numpy.zeros(count + 1, numpy.int32)
    cdef int32_t[::1] starts = starts_
    size = 0
    for i in range(count):
        if i and gap:
            memcpy(to + size, filling, gap)
            size += gap
        starts[i] = <int32_t> size
        if end[i] > begin[i]:
            memcpy(to + size, &utf8[begin[i]], end[i] - begin[i])
            size += end[i] - begin[i]
    starts[count] = <int32_t> size
    return out, starts_
