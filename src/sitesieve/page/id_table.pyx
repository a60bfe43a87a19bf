# cython: boundscheck=False, wraparound=False
"""A fixed set of 64-bit ids in which the words of a page are looked up."""

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free, malloc

import numpy

from sitesieve.page.hash_table cimport spread


cdef class IdTable:
    """Ids with their places in the list they are made from.

    What is taken goes to the next free place. The table is at least half empty.
    """

    def __cinit__(self, const uint64_t[::1] ids not None):
        cdef size_t size = 8, at
        cdef Py_ssize_t i
        while size < 2 * <size_t> ids.shape[0]:
            size *= 2
        self.mask = size - 1
        self._listed = numpy.array(ids)
        self.ids = <uint64_t *> malloc(size * sizeof(uint64_t))
        self.numbers = <int32_t *> malloc(size * sizeof(int32_t))
        if self.ids == NULL or self.numbers == NULL:
            raise MemoryError
        for at in range(size):
            self.numbers[at] = -1
        for i in range(ids.shape[0]):
            at = spread(ids[i]) & self.mask
            while self.numbers[at] >= 0 and self.ids[at] != ids[i]:
                at = (at + 1) & self.mask
            if self.numbers[at] < 0:  # of equal ids the first counts
                self.ids[at] = ids[i]
                self.numbers[at] = <int32_t> i

    def __reduce__(self):
        return IdTable, (self._listed,)

    def __dealloc__(self):
        free(self.ids)
        free(self.numbers)

    cdef int32_t number_of(self, uint64_t wanted) noexcept nogil:
        cdef size_t at = spread(wanted) & self.mask
        while self.numbers[at] >= 0 and self.ids[at] != wanted:
            at = (at + 1) & self.mask
        return self.numbers[at]

    def find(self, const uint64_t[::1] wanted not None):
        """The place of each id in the list, -1 where it is not in it."""
        cdef Py_ssize_t i
        places = numpy.empty(wanted.shape[0], numpy.int32)
        cdef int32_t[::1] view = places
        with nogil:
            for i in range(wanted.shape[0]):
                view[i] = self.number_of(wanted[i])
        return places
