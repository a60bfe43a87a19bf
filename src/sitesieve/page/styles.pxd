from libc.stdint cimport uint8_t

from sitesieve.page.buffers cimport Buffer


cdef struct Declared:
    int name  # its number in ATTRIBUTE_NAMES, of the presentation attributes only
    const uint8_t *value
    size_t size


cdef struct Scratch:
    Buffer pieces
    Buffer spans
    Buffer one
    Buffer other


cdef int write_presentation(
    Buffer *out, const uint8_t *tag, size_t size, Declared *attributes, int count, Scratch *scratch
) except -1 nogil


cdef void release_scratch(Scratch *scratch) noexcept nogil
