# cython: boundscheck=False, wraparound=False, cdivision=True
"""Rows by 64-bit key: which rows are equal, and where keys stand in an ordered column.

Keys are mostly hashes, spread evenly over all numbers, so a search starts where a key would stand
if they were so exactly, and widens from there: a step or two instead of a bisection, and never
much more than one.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

import numpy

from sitesieve.page.hash_table cimport spread


def group_rows(*columns):
    """Which rows agree in all columns (of uint64): the first row of each group, and the group of
    each row. Groups are numbered in the order of their first rows."""
    cdef const uint64_t *keys[3]
    cdef const uint64_t[::1] view
    cdef Py_ssize_t count, row, other, width = len(columns), i
    cdef uint64_t code
    cdef size_t size = 16, at
    cdef int32_t *slots
    cdef int32_t groups = 0
    if not 1 <= width <= 3:
        raise ValueError(f"rows have one to three keys, not {width}")
    count = len(columns[0])
    columns = [numpy.ascontiguousarray(column, numpy.uint64) for column in columns]
    for i in range(width):
        view = columns[i]
        if view.shape[0] != count:
            raise ValueError("columns of different lengths")
        keys[i] = &view[0] if count else NULL
    if count >= 2 ** 30:
        raise ValueError(f"{count:,} rows are too many for one table")
    firsts = numpy.empty(count, numpy.int64)
    group = numpy.empty(count, numpy.int64)
    cdef int64_t[::1] first_view = firsts, group_view = group
    while size < <size_t> (2 * count):
        size *= 2
    slots = <int32_t *> malloc(size * sizeof(int32_t))
    if slots == NULL:
        raise MemoryError("no memory for a table of keys")
    with nogil:
        memset(slots, 0xFF, size * sizeof(int32_t))
        for row in range(count):
            code = 0
            for i in range(width):
                code = spread(code ^ keys[i][row])
            at = code & (size - 1)
            while slots[at] >= 0:
                other = first_view[slots[at]]
                if keys[0][other] == keys[0][row]:
                    for i in range(1, width):
                        if keys[i][other] != keys[i][row]:
                            break
                    else:
                        break
                at = (at + 1) & (size - 1)
            if slots[at] < 0:
                slots[at] = groups
                first_view[groups] = row
                groups += 1
            group_view[row] = slots[at]
        free(slots)
    return firsts[:groups].copy(), group


cdef inline Py_ssize_t stands_at(const uint64_t *ordered, Py_ssize_t count, uint64_t key) noexcept nogil:
    """How many of the ordered keys are smaller."""
    cdef Py_ssize_t low = 0, high = count, step = 8, middle
    cdef Py_ssize_t at = <Py_ssize_t> (<double> key * 5.421010862427522e-20 * <double> count)
    if at >= count:
        at = count - 1
    if at < 0:
        return 0
    if ordered[at] < key:
        low = at + 1
        while low + step < count and ordered[low + step] < key:
            low += step + 1
            step *= 2
        if low + step < count:
            high = low + step
    else:
        high = at
        while high - step >= 0 and ordered[high - step] >= key:
            high -= step
            step *= 2
        if high - step >= 0:
            low = high - step + 1
    while low < high:
        middle = low + (high - low) // 2
        if ordered[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


cdef const uint64_t[::1] as_keys(column):
    return numpy.ascontiguousarray(column, numpy.uint64)


def find(ordered_keys, wanted_keys):
    """The row of each wanted key in an ordered column, -1 where there is none."""
    cdef const uint64_t[::1] ordered = as_keys(ordered_keys), wanted = as_keys(wanted_keys)
    cdef Py_ssize_t count = ordered.shape[0], i, at
    rows = numpy.full(wanted.shape[0], -1, numpy.int64)
    cdef int64_t[::1] row = rows
    if count:
        with nogil:
            for i in range(wanted.shape[0]):
                at = stands_at(&ordered[0], count, wanted[i])
                if at < count and ordered[at] == wanted[i]:
                    row[i] = at
    return rows


cdef inline bint is_before(
    const uint64_t[::1] first, const uint64_t[::1] second, Py_ssize_t row, uint64_t a, uint64_t b
) noexcept nogil:
    return first[row] < a or (first[row] == a and second[row] < b)


def find_pair(first_keys, second_keys, wanted_first, wanted_second):
    """The row of each pair in a table ordered by two columns, -1 where there is none."""
    cdef const uint64_t[::1] first = as_keys(first_keys), second = as_keys(second_keys)
    cdef const uint64_t[::1] a = as_keys(wanted_first), b = as_keys(wanted_second)
    cdef Py_ssize_t count = first.shape[0], i, low, high, middle, step
    if second.shape[0] != count or a.shape[0] != b.shape[0]:
        raise ValueError("columns of different lengths")
    rows = numpy.full(a.shape[0], -1, numpy.int64)
    cdef int64_t[::1] row = rows
    if count:
        with nogil:
            for i in range(a.shape[0]):
                low = stands_at(&first[0], count, a[i])
                step = 1
                while low + step < count and is_before(first, second, low + step, a[i], b[i]):
                    low += step
                    step *= 2
                high = min(low + step, count)
                while low < high:
                    middle = low + (high - low) // 2
                    if is_before(first, second, middle, a[i], b[i]):
                        low = middle + 1
                    else:
                        high = middle
                if low < count and first[low] == a[i] and second[low] == b[i]:
                    row[i] = low
    return rows
