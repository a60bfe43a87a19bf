"""Numbers for texts: XXH64, a 64-bit hash that is the same on every machine and in every run.

Written after the xxHash specification (Collet, "xxHash fast digest algorithm"), section "XXH64
algorithm description"; the steps below are its steps. The seed is always 0. The hash is quick and
spreads well. It is not meant to withstand people who look for collisions.
"""

from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.unicode cimport PyUnicode_AsEncodedString, PyUnicode_AsUTF8AndSize
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

import numpy

cdef extern from *:
    """
    #define SITESIEVE_PRIME_1 0x9E3779B185EBCA87ULL
    #define SITESIEVE_PRIME_2 0xC2B2AE3D27D4EB4FULL
    #define SITESIEVE_PRIME_3 0x165667B19E3779F9ULL
    #define SITESIEVE_PRIME_4 0x85EBCA77C2B2AE63ULL
    #define SITESIEVE_PRIME_5 0x27D4EB2F165667C5ULL

    /* The hash reads its data as little-endian numbers. MSVC knows no other order. */
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    #define SITESIEVE_LITTLE_32(number) __builtin_bswap32(number)
    #define SITESIEVE_LITTLE_64(number) __builtin_bswap64(number)
    #else
    #define SITESIEVE_LITTLE_32(number) (number)
    #define SITESIEVE_LITTLE_64(number) (number)
    #endif
    """
    # In C, so that the compiler sees constants: those of Cython are variables to it.
    const uint64_t PRIME_1 "SITESIEVE_PRIME_1"
    const uint64_t PRIME_2 "SITESIEVE_PRIME_2"
    const uint64_t PRIME_3 "SITESIEVE_PRIME_3"
    const uint64_t PRIME_4 "SITESIEVE_PRIME_4"
    const uint64_t PRIME_5 "SITESIEVE_PRIME_5"
    uint32_t little_32 "SITESIEVE_LITTLE_32"(uint32_t number) noexcept nogil
    uint64_t little_64 "SITESIEVE_LITTLE_64"(uint64_t number) noexcept nogil


cdef inline uint64_t read_32(const unsigned char *data) noexcept nogil:
    cdef uint32_t number
    memcpy(&number, data, 4)  # data may start anywhere; this becomes one instruction
    return little_32(number)


cdef inline uint64_t read_64(const unsigned char *data) noexcept nogil:
    cdef uint64_t number
    memcpy(&number, data, 8)
    return little_64(number)


cdef inline uint64_t turn_left(uint64_t number, int bits) noexcept nogil:
    return (number << bits) | (number >> (64 - bits))


cdef inline uint64_t mix_lane(uint64_t sum_, uint64_t lane) noexcept nogil:
    return turn_left(sum_ + lane * PRIME_2, 31) * PRIME_1


cdef inline uint64_t merge_sum(uint64_t whole, uint64_t sum_) noexcept nogil:
    return (whole ^ mix_lane(0, sum_)) * PRIME_1 + PRIME_4


cdef uint64_t xxh64(const unsigned char *data, size_t length) noexcept nogil:
    """XXH64 of `length` bytes, with seed 0."""
    cdef const unsigned char *at = data
    cdef size_t left = length
    cdef uint64_t one, two, three, four, whole

    # Step 1, the sums at the start; step 2, stripes of 32 bytes; step 3, the sums made one.
    if left >= 32:
        one = PRIME_1 + PRIME_2
        two = PRIME_2
        three = 0
        four = 0 - PRIME_1
        while left >= 32:
            one = mix_lane(one, read_64(at))
            two = mix_lane(two, read_64(at + 8))
            three = mix_lane(three, read_64(at + 16))
            four = mix_lane(four, read_64(at + 24))
            at += 32
            left -= 32
        whole = turn_left(one, 1) + turn_left(two, 7) + turn_left(three, 12) + turn_left(four, 18)
        whole = merge_sum(whole, one)
        whole = merge_sum(whole, two)
        whole = merge_sum(whole, three)
        whole = merge_sum(whole, four)
    else:
        whole = PRIME_5

    # Step 4, the length; step 5, what is left after the stripes.
    whole += <uint64_t>length
    while left >= 8:
        whole = turn_left(whole ^ mix_lane(0, read_64(at)), 27) * PRIME_1 + PRIME_4
        at += 8
        left -= 8
    if left >= 4:
        whole = turn_left(whole ^ (read_32(at) * PRIME_1), 23) * PRIME_2 + PRIME_3
        at += 4
        left -= 4
    while left > 0:
        whole = turn_left(whole ^ (at[0] * PRIME_5), 11) * PRIME_1
        at += 1
        left -= 1

    # Step 6, every bit of the data moves every bit of the result.
    whole = (whole ^ (whole >> 33)) * PRIME_2
    whole = (whole ^ (whole >> 29)) * PRIME_3
    return whole ^ (whole >> 32)


cdef uint64_t id_of(object text) except? 0:
    cdef Py_ssize_t length
    cdef const char *data
    cdef bytes encoded
    if not isinstance(text, str):
        raise TypeError(f"an id is of a str, not of a {type(text).__name__}")
    try:
        data = PyUnicode_AsUTF8AndSize(text, &length)  # no copy where the text is ASCII
    except UnicodeEncodeError:  # half of a surrogate pair: pages have them
        encoded = PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass")
        data = encoded
        length = len(encoded)
    return xxh64(<const unsigned char *>data, <size_t>length)


def stable_id(text) -> int:
    """A 64-bit id of a text that is the same on every machine and in every run.

    It is the XXH64, with seed 0, of the text in UTF-8 ('surrogatepass').
    """
    return id_of(text)


def stable_ids(list texts not None):
    """The `stable_id` of every text, as an array of uint64."""
    cdef Py_buffer view  # a typed memoryview would make the module four times as large
    cdef Py_ssize_t n
    ids = numpy.empty(len(texts), numpy.uint64)
    PyObject_GetBuffer(ids, &view, PyBUF_WRITABLE)
    try:
        for n in range(view.len // 8):
            (<uint64_t *>view.buf)[n] = id_of(texts[n])
    finally:
        PyBuffer_Release(&view)
    return ids
