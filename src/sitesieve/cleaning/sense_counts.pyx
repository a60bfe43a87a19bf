# cython: boundscheck=False, wraparound=False
"""How many words of each paragraph have each sense of the lexicon."""

from libc.stdint cimport int32_t, int64_t, uint64_t

import numpy

from sitesieve.page.hashing cimport mixed
from sitesieve.page.id_table cimport IdTable


def sense_counts(
    IdTable words not None,
    const int32_t[::1] first_sense not None,
    const int32_t[::1] senses not None,
    IdTable beginnings not None,
    const int32_t[::1] first_phrase not None,
    const int32_t[::1] phrase_senses not None,
    const int32_t[::1] phrase_start not None,
    const uint64_t[::1] phrase_words not None,
    const uint64_t[::1] word_ids not None,
    const int64_t[::1] paragraph not None,
    Py_ssize_t paragraphs,
    Py_ssize_t all_senses,
):
    """For each paragraph and sense, how many words say it.

    The senses of word `w` are `senses[first_sense[w] : first_sense[w + 1]]`. Phrases are found by
    the ids of their first two words, mixed; phrase `p` has the words
    `phrase_words[phrase_start[p] : phrase_start[p + 1]]`, which count for the paragraph in which
    it begins.
    """
    cdef Py_ssize_t i, j, size, count = word_ids.shape[0]
    cdef int32_t number, at
    counts = numpy.zeros((paragraphs, all_senses), numpy.float32)
    cdef float[:, ::1] view = counts
    with nogil:
        for i in range(count):
            number = words.number_of(word_ids[i])
            if number >= 0:
                for at in range(first_sense[number], first_sense[number + 1]):
                    view[paragraph[i], senses[at]] += 1
            if i + 1 == count:
                break
            number = beginnings.number_of(mixed(word_ids[i], word_ids[i + 1]))
            if number < 0:
                continue
            for at in range(first_phrase[number], first_phrase[number + 1]):
                size = phrase_start[at + 1] - phrase_start[at]
                if i + size > count:
                    continue
                for j in range(size):
                    if word_ids[i + j] != phrase_words[phrase_start[at] + j]:
                        break
                else:
                    view[paragraph[i], phrase_senses[at]] += size
    return counts
