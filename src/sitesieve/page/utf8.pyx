"""Whether bytes are UTF-8: what most pages are, known without making a string of them."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from sitesieve.page.unicode cimport character_at


def is_utf8(bytes data not None):
    """Whether bytes are UTF-8, to the letter of the standard."""
    cdef const uint8_t *text = data
    cdef size_t size = len(data), at = 0
    cdef uint64_t eight
    cdef uint32_t character
    cdef int length
    with nogil:
        while at < size:
            if at + 8 <= size:
                memcpy(&eight, text + at, 8)
                if not eight & 0x8080808080808080u:  # eight of ASCII
                    at += 8
                    continue
            character = character_at(text, size, at, &length)
            if length == 1 and character >= 0x80 or 0xD800 <= character <= 0xDFFF:
                break
            at += length
    return at == size
