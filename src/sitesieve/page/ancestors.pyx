# cython: boundscheck=False, wraparound=False
"""Ancestors of all nodes at once: parents come before their children, so one pass is enough."""

from libc.stdint cimport int32_t, uint8_t

import numpy


def inside(const int32_t[::1] end, const int32_t[::1] nodes):
    """For each node, whether it is, or stands inside, one of some nodes, which are in order."""
    cdef Py_ssize_t i, node, last = 0
    within = numpy.zeros(end.shape[0], numpy.bool_)
    cdef uint8_t[::1] view = within.view(numpy.uint8)
    with nogil:
        for i in range(nodes.shape[0]):
            for node in range(max(<Py_ssize_t> nodes[i], last), end[nodes[i]]):
                view[node] = True
            last = max(last, <Py_ssize_t> end[nodes[i]])
    return within


def widest(const int32_t[::1] parent, const int32_t[::1] first, const int32_t[::1] last):
    """For each node the highest element that holds the same leaves, from `first` to `last`."""
    cdef Py_ssize_t node, above, count = parent.shape[0]
    found = numpy.empty(count, numpy.int32)
    cdef int32_t[::1] view = found
    with nogil:
        for node in range(count):
            above = parent[node]
            if node and first[above] == first[node] and last[above] == last[node]:
                view[node] = view[above]
            else:
                view[node] = <int32_t> node
    return found
