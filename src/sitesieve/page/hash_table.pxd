"""A table from 64-bit hashes to small numbers, for what repeats on a page."""

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free, malloc


cdef extern from *:
    """
    #ifndef SITESIEVE_SPREAD
    #define SITESIEVE_SPREAD
    /* Where a hash goes in a table, which differs from run to run: whoever makes pages cannot choose
       words that all go to one place. The address of the variable is where the system put it. */
    static uint64_t sitesieve_salt;
    static inline uint64_t sitesieve_spread(uint64_t code) {
        code = (code ^ (uint64_t)(uintptr_t)&sitesieve_salt) * 0x9E3779B97F4A7C15ULL;
        return code ^ (code >> 32);
    }
    #endif
    """
    uint64_t spread "sitesieve_spread"(uint64_t code) noexcept nogil


cdef struct Entry:
    uint64_t hash
    int32_t number  # -1: free

cdef struct Table:
    Entry *entries
    size_t size  # a power of two
    size_t used


cdef inline int32_t *slot_of(Table *table, uint64_t code) except NULL nogil:
    """Where the number of a hash is, or goes: -1 where it is new."""
    cdef size_t at, i
    cdef Table larger
    if 2 * table.used >= table.size:
        larger.size = max(2 * table.size, 1024)
        larger.used = table.used
        larger.entries = <Entry *> malloc(larger.size * sizeof(Entry))
        if larger.entries == NULL:
            with gil:
                raise MemoryError("no memory for the styles of a page")
        for i in range(larger.size):
            larger.entries[i].number = -1
        for i in range(table.size):
            if table.entries[i].number >= 0:
                at = spread(table.entries[i].hash) & (larger.size - 1)
                while larger.entries[at].number >= 0:
                    at = (at + 1) & (larger.size - 1)
                larger.entries[at] = table.entries[i]
        free(table.entries)
        table[0] = larger
    at = spread(code) & (table.size - 1)
    while table.entries[at].number >= 0 and table.entries[at].hash != code:
        at = (at + 1) & (table.size - 1)
    if table.entries[at].number < 0:
        table.entries[at].hash = code
        table.used += 1
    return &table.entries[at].number


cdef inline void release_table(Table *table) noexcept nogil:
    free(table.entries)
    table.entries = NULL
    table.size = table.used = 0
