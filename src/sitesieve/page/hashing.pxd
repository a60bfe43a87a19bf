from libc.stdint cimport uint64_t

cdef uint64_t xxh64(const unsigned char *data, size_t length) noexcept nogil


cdef inline uint64_t mixed(uint64_t a, uint64_t b) noexcept nogil:
    """One id of two: `site.placing.mix`."""
    cdef uint64_t golden = 0x9E3779B97F4A7C15ULL
    cdef uint64_t x = (a ^ (b + golden + (a << 6) + (a >> 2))) + golden
    x = (x ^ (x >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9ULL
    x = (x ^ (x >> 27)) * <uint64_t> 0x94D049BB133111EBULL
    return x ^ (x >> 31)
