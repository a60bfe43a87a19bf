# cython: boundscheck=False, wraparound=False, cdivision=True
"""A table from ids to ids, for whole arrays at once."""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free

import numpy

from sitesieve.page.hash_table cimport spread


cdef struct Entry:
    uint64_t key
    uint64_t value
    bint full


cdef inline Entry *entry_of(Entry *entries, size_t size, uint64_t key) noexcept nogil:
    """Where a key is, or goes."""
    cdef size_t at = spread(key) & (size - 1)
    while entries[at].full and entries[at].key != key:
        at = (at + 1) & (size - 1)
    return &entries[at]


cdef class IdMap:
    """Ids by id."""

    cdef Entry *entries
    cdef size_t size, used

    def __cinit__(self):
        self.size, self.used = 1024, 0
        self.entries = <Entry *> calloc(self.size, sizeof(Entry))
        if self.entries == NULL:
            raise MemoryError("no memory for a table of ids")

    def __dealloc__(self):
        free(self.entries)

    def __len__(self):
        return self.used

    def values(self, const uint64_t[::1] keys):
        """The value of each key, 0 where there is none; and for each, whether there is one."""
        cdef Py_ssize_t i
        cdef Entry *entry
        values_, known_ = numpy.zeros(len(keys), numpy.uint64), numpy.zeros(len(keys), numpy.bool_)
        cdef uint64_t[::1] values = values_
        cdef uint8_t[::1] known = known_.view(numpy.uint8)
        with nogil:
            for i in range(keys.shape[0]):
                entry = entry_of(self.entries, self.size, keys[i])
                if entry.full:
                    values[i] = entry.value
                    known[i] = True
        return values_, known_

    def put(self, uint64_t key, uint64_t value):
        """Give a key its value."""
        cdef Entry *larger
        cdef Entry *entry
        cdef size_t i
        if 2 * self.used >= self.size:
            larger = <Entry *> calloc(2 * self.size, sizeof(Entry))
            if larger == NULL:
                raise MemoryError("no memory for a table of ids")
            for i in range(self.size):
                if self.entries[i].full:
                    entry_of(larger, 2 * self.size, self.entries[i].key)[0] = self.entries[i]
            free(self.entries)
            self.entries = larger
            self.size *= 2
        entry = entry_of(self.entries, self.size, key)
        if not entry.full:
            entry.key, entry.full = key, True
            self.used += 1
        entry.value = value
