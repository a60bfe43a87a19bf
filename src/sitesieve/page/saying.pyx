# cython: boundscheck=False, wraparound=False
"""Which texts of a page say something and nothing else, whatever their case and punctuation."""

from libc.stdint cimport int32_t, uint8_t

from sitesieve.page.unicode cimport character_at, is_alphanumeric, lower_case


cdef inline bint is_of_word(Py_UCS4 letter) noexcept nogil:
    return is_alphanumeric(letter) or letter == c"_"


cdef struct Words:
    const uint8_t *text
    size_t size
    size_t at


cdef Py_UCS4 next_letter(Words *words) noexcept nogil:
    """The next letter in lower case; a space between two words, 0 at the end."""
    cdef int length
    cdef Py_UCS4 letter
    cdef size_t begin = words.at
    while words.at < words.size:
        letter = character_at(words.text, words.size, words.at, &length)
        if is_of_word(letter):
            if begin < words.at:
                return c" "
            words.at += length
            return lower_case(letter)
        words.at += length
    return 0


cdef Words words_of(const uint8_t *text, size_t size) noexcept nogil:
    """The words of a text, from the first one on."""
    cdef Words words
    cdef int length
    words.text, words.size, words.at = text, size, 0
    while words.at < size and not is_of_word(character_at(text, size, words.at, &length)):
        words.at += length
    return words


def first_saying(
    str wanted not None,
    const uint8_t[::1] utf8 not None,
    const int32_t[::1] start not None,
    const int32_t[::1] first not None,
    const int32_t[::1] last not None,
):
    """The first run of texts, from `first[i]` to `last[i]`, that has the words of `wanted` and no
    others; -1 if none has, or if there is nothing wanted. Text `t` is
    `utf8[start[t] : start[t + 1]]`; no word goes from one text into the next."""
    cdef bytes wanted_utf8 = wanted.encode("utf-8", "replace")
    cdef const uint8_t *wanted_text = wanted_utf8
    cdef Words left, right = words_of(wanted_text, len(wanted_utf8))
    cdef Py_ssize_t i, text, found = -1
    cdef Py_UCS4 letter
    cdef size_t begin = right.at
    cdef bint same, some
    if begin == right.size or not utf8.shape[0]:
        return -1
    with nogil:
        for i in range(first.shape[0]):
            right.at = begin
            same, some = True, False
            for text in range(first[i], last[i]):
                left = words_of(&utf8[0] + start[text], start[text + 1] - start[text])
                if left.at == left.size:
                    continue
                if some and next_letter(&right) != c" ":
                    same = False
                    break
                some = True
                letter = next_letter(&left)
                while letter and same:
                    same = letter == next_letter(&right)
                    letter = next_letter(&left)
                if not same:
                    break
            if same and some and next_letter(&right) == 0:
                found = i
                break
    return found
