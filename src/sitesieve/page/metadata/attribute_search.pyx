# cython: boundscheck=False, wraparound=False
"""Elements in whose attributes some words stand, found in the page's UTF-8."""

from libc.stdint cimport int32_t, uint8_t

import numpy

from sitesieve.page.attributes import ATTRIBUTE_ID

cdef enum:
    MOST_NAMES = 256  # an attribute's number is one byte


cdef inline uint8_t lower(uint8_t byte) noexcept nogil:
    return byte + 32 if c"A" <= byte <= c"Z" else byte


cdef bint holds(
    const uint8_t *value, Py_ssize_t size, const uint8_t *words, const int32_t *bounds,
    Py_ssize_t first, Py_ssize_t last, const uint8_t *begins,
) noexcept nogil:
    """Whether one of the words from `first` to `last` stands in a value."""
    cdef Py_ssize_t at, word, length, i
    for at in range(size):
        if not begins[lower(value[at])]:
            continue
        for word in range(first, last):
            length = bounds[word + 1] - bounds[word]
            if length > size - at:
                continue
            i = 0
            while i < length and lower(value[at + i]) == words[bounds[word] + i]:
                i += 1
            if i == length:
                return True
    return False


class AttributeSearch:
    """Words that are looked for in attributes, by the attribute's name; ASCII in lower case."""

    def __init__(self, wanted):
        self.words = b"".join(word.encode() for words in wanted.values() for word in words)
        lengths = [0, *(len(word) for words in wanted.values() for word in words)]
        self.bounds = numpy.cumsum(lengths).astype(numpy.int32)
        # Of each attribute: its first word and one past its last, and how its words begin.
        self.ranges = numpy.zeros((MOST_NAMES, 2), numpy.int32)
        self.begins = numpy.zeros((MOST_NAMES, 256), numpy.uint8)
        number = 0
        for name, words in wanted.items():
            attribute = ATTRIBUTE_ID[name]
            self.ranges[attribute] = number, number + len(words)
            number += len(words)
            for word in words:
                self.begins[attribute, word.encode()[0]] = 1

    def owners(self, columns):
        """The elements that have such an attribute, in order, each once."""
        cdef const uint8_t[::1] utf8 = columns.value.utf8
        cdef const int32_t[::1] start = columns.value.start
        cdef const uint8_t[::1] name = columns.name
        cdef const uint8_t[::1] words = self.words
        cdef const int32_t[::1] bounds = self.bounds
        cdef const int32_t[:, ::1] ranges = self.ranges
        cdef const uint8_t[:, ::1] begins = self.begins
        cdef Py_ssize_t i, first, last, count = name.shape[0]
        found = numpy.zeros(count, numpy.uint8)
        cdef uint8_t[::1] view = found
        if utf8.shape[0] and words.shape[0]:
            with nogil:
                for i in range(count):
                    first, last = ranges[name[i], 0], ranges[name[i], 1]
                    if first < last and start[i] < start[i + 1]:
                        view[i] = holds(
                            &utf8[start[i]], start[i + 1] - start[i], &words[0], &bounds[0],
                            first, last, &begins[name[i], 0],
                        )
        owners = columns.owner[found.view(bool)]
        return owners[numpy.diff(owners, prepend=-1) > 0]  # they are in order
