from libc.stdint cimport uint64_t

cdef uint64_t xxh64(const unsigned char *data, size_t length) noexcept nogil
