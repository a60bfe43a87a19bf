"""A block of memory that grows as things are put into it."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy


cdef struct Buffer:
    uint8_t *data
    size_t size  # bytes in use
    size_t capacity


cdef inline int reserve(Buffer *buffer, size_t more) except -1 nogil:
    """See to it that there is room for `more` bytes."""
    cdef size_t capacity
    cdef uint8_t *data
    if buffer.size + more > buffer.capacity:
        capacity = 2 * buffer.capacity + more + 256
        data = <uint8_t *> realloc(buffer.data, capacity)
        if data == NULL:
            with gil:
                raise MemoryError("no memory for the arrays of a page")
        buffer.data = data
        buffer.capacity = capacity
    return 0


cdef inline int put_bytes(Buffer *buffer, const uint8_t *data, size_t size) except -1 nogil:
    reserve(buffer, size)
    if size:  # nothing may be at no address
        memcpy(buffer.data + buffer.size, data, size)
    buffer.size += size
    return 0


cdef inline int put_byte(Buffer *buffer, uint8_t value) except -1 nogil:
    reserve(buffer, 1)
    buffer.data[buffer.size] = value
    buffer.size += 1
    return 0


cdef inline int put_int(Buffer *buffer, int32_t value) except -1 nogil:
    """Append to a buffer that holds nothing but these."""
    reserve(buffer, sizeof(int32_t))
    (<int32_t *> (buffer.data + buffer.size))[0] = value
    buffer.size += sizeof(int32_t)
    return 0


cdef inline int put_id(Buffer *buffer, uint64_t value) except -1 nogil:
    """Append to a buffer that holds nothing but these."""
    reserve(buffer, sizeof(uint64_t))
    (<uint64_t *> (buffer.data + buffer.size))[0] = value
    buffer.size += sizeof(uint64_t)
    return 0


cdef inline int32_t *ints(Buffer *buffer) noexcept nogil:
    return <int32_t *> buffer.data


cdef inline size_t number_of_ints(Buffer *buffer) noexcept nogil:
    return buffer.size // sizeof(int32_t)


cdef inline bytes taken(Buffer *buffer):
    """What is in a buffer, as bytes."""
    return PyBytes_FromStringAndSize(<char *> buffer.data, buffer.size)


cdef inline void release(Buffer *buffer) noexcept nogil:
    free(buffer.data)
    buffer.data = NULL
    buffer.size = buffer.capacity = 0
