"""Characters of UTF-8 text, one after the other, and what they are."""

from libc.stdint cimport uint8_t, uint32_t

cdef extern from "Python.h" nogil:
    bint is_space "Py_UNICODE_ISSPACE"(Py_UCS4 character)
    bint is_alphanumeric "Py_UNICODE_ISALNUM"(Py_UCS4 character)
    Py_UCS4 lower_case "Py_UNICODE_TOLOWER"(Py_UCS4 character)


cdef inline Py_UCS4 character_at(const uint8_t *text, size_t size, size_t at, int *length) noexcept nogil:
    """The character that starts at a byte, and its length; a byte that starts none is itself."""
    cdef uint32_t first = text[at], least, value
    cdef int more, i
    length[0] = 1
    if first < 0x80:
        return first
    if first >= 0xF0:
        more, least, value = 3, 0x10000, first & 0x07
    elif first >= 0xE0:
        more, least, value = 2, 0x800, first & 0x0F
    else:
        more, least, value = 1, 0x80, first & 0x1F
    if first < 0xC2 or at + more >= size:
        return first
    for i in range(1, more + 1):
        if text[at + i] & 0xC0 != 0x80:
            return first
        value = value << 6 | (text[at + i] & 0x3F)
    if value < least or value > 0x10FFFF:
        return first
    length[0] = more + 1
    return value


cdef inline int write_character(uint8_t *out, uint32_t value) noexcept nogil:
    """Write a character as UTF-8, at most four bytes; how many."""
    if value < 0x80:
        out[0] = <uint8_t> value
        return 1
    if value < 0x800:
        out[0] = <uint8_t> (0xC0 | value >> 6)
        out[1] = <uint8_t> (0x80 | (value & 0x3F))
        return 2
    if value < 0x10000:
        out[0] = <uint8_t> (0xE0 | value >> 12)
        out[1] = <uint8_t> (0x80 | (value >> 6 & 0x3F))
        out[2] = <uint8_t> (0x80 | (value & 0x3F))
        return 3
    out[0] = <uint8_t> (0xF0 | value >> 18)
    out[1] = <uint8_t> (0x80 | (value >> 12 & 0x3F))
    out[2] = <uint8_t> (0x80 | (value >> 6 & 0x3F))
    out[3] = <uint8_t> (0x80 | (value & 0x3F))
    return 4
