from libc.stdint cimport int32_t, uint8_t

from sitesieve.page.buffers cimport Buffer


cdef struct Words:
    Buffer ids  # uint64: a hash of each word in lower case
    Buffer begin  # int32: where it starts in the text, in bytes
    Buffer end  # int32: where it ends
    Buffer lower  # room for one word


cdef int put_words(
    Words *words, const uint8_t *text, size_t start, size_t size, bint japanese
) except -1 nogil


cdef void release_words(Words *words) noexcept nogil


cdef bint has_kana(const uint8_t *text, size_t size) noexcept nogil
