"""Words of UTF-8 text: where they start and end, and a hash of each in lower case.

A word is a run of letters, digits and combining marks. Chinese is cut into words by a
dictionary, Japanese where the script changes; `segmentation` does both, for such words only.
"""

import unicodedata

from libc.stdint cimport int32_t, uint8_t, uint32_t

from sitesieve.page.buffers cimport Buffer, ints, number_of_ints, put_id, put_int, release, reserve
from sitesieve.page.hashing cimport xxh64
from sitesieve.page.unicode cimport character_at, is_alphanumeric, lower_case, write_character

from sitesieve.page.hashing import stable_id as word_id
from sitesieve.page.segmentation import pieces

cdef enum:
    DOTTED_I = 0x130  # in lower case two characters
    SIGMA = 0x3A3  # in lower case another letter at the end of a word
    LAST_MARK = 0xFE30

cdef uint8_t[128] in_ascii_word  # what an ASCII character is in lower case; 0: part of no word
cdef uint8_t[LAST_MARK] combining


cdef void _set_up():
    cdef int i
    for i in range(128):
        in_ascii_word[i] = ord(chr(i).lower()) if chr(i).isalnum() or chr(i) == "_" else 0
    for i in range(LAST_MARK):
        combining[i] = 0
    # Letters of Hindi, Thai, Tamil or pointed Hebrew words among them.
    for block in ((0x300, 0x1E00), (0x20D0, 0x2100), (0xA800, 0xAC00), (0xFE20, LAST_MARK)):
        for i in range(*block):
            combining[i] = unicodedata.category(chr(i))[0] == "M"


_set_up()


cdef inline bint _in_word(uint32_t character) noexcept nogil:
    """Whether a character beyond ASCII is part of a word."""
    return is_alphanumeric(character) or (character < LAST_MARK and combining[character])


cdef inline bint _unspaced(uint32_t character) noexcept nogil:
    """Whether a character is of a script that is written without spaces: Chinese, Japanese."""
    if character < 0x3005:
        return False
    return (
        0x3040 <= character <= 0x30FF
        or 0x3400 <= character <= 0x4DBF
        or 0x4E00 <= character <= 0x9FFF
        or 0xF900 <= character <= 0xFAFF
        or 0x20000 <= character <= 0x3FFFF
        or character == 0x3005
        or character == 0x3007
    )


cdef int put_words(
    Words *words, const uint8_t *text, size_t start, size_t size, bint japanese
) except -1 nogil:
    """Append the words of the `size` bytes of text from `start` on."""
    cdef size_t at = start, stop = start + size, begin
    cdef uint8_t *lower
    cdef uint32_t character
    cdef uint8_t letter
    cdef int length
    cdef bint unspaced, unusual
    # A letter takes at most half as many bytes more in lower case. Cleared for each text.
    words.lower.size = 0
    reserve(&words.lower, 2 * size)
    while at < stop:
        begin = at
        lower = words.lower.data
        unspaced = unusual = False
        while at < stop:
            if text[at] < 0x80:
                letter = in_ascii_word[text[at]]
                if not letter:
                    break
                lower[0] = letter
                lower += 1
                at += 1
                continue
            character = character_at(text, stop, at, &length)
            if length == 1 or not _in_word(character):
                break
            unspaced = unspaced or _unspaced(character)
            unusual = unusual or character == DOTTED_I or character == SIGMA
            lower += write_character(lower, lower_case(character))
            at += length
        if at == begin:  # no word: go on behind what stands here
            if text[at] < 0x80:
                at += 1
            else:
                character_at(text, stop, at, &length)
                at += length
        elif unspaced or unusual:
            with gil:
                _put_pieces(words, text, begin, at, japanese)
        else:
            put_id(&words.ids, xxh64(words.lower.data, lower - words.lower.data))
            put_int(&words.begin, <int32_t> begin)
            put_int(&words.end, <int32_t> at)
    return 0


cdef int _put_pieces(
    Words *words, const uint8_t *text, size_t begin, size_t end, bint japanese
) except -1:
    """Append a word that has to be cut, or whose lower case Python alone knows."""
    for piece in pieces(text[begin:end].decode(), japanese):
        put_id(&words.ids, word_id(piece.lower()))
        put_int(&words.begin, <int32_t> begin)
        begin += len(piece.encode())
        put_int(&words.end, <int32_t> begin)
    return 0


cdef void release_words(Words *words) noexcept nogil:
    release(&words.ids)
    release(&words.begin)
    release(&words.end)
    release(&words.lower)


cdef bint has_kana(const uint8_t *text, size_t size) noexcept nogil:
    """Whether a text is Japanese: then kanji runs are words, not Chinese sentences."""
    cdef size_t at
    if size < 3:
        return False
    for at in range(size - 2):
        # U+3041 to U+30FA
        if text[at] == 0xE3 and (
            text[at + 1] == 0x82
            or (text[at + 1] == 0x81 and text[at + 2] >= 0x81)
            or (text[at + 1] == 0x83 and text[at + 2] <= 0xBA)
        ):
            return True
    return False


def is_japanese(bytes utf8 not None):
    """Whether there is kana in a text."""
    return has_kana(utf8, len(utf8))


def token_spans(bytes utf8 not None, bint japanese):
    """Where the words of a text start and end, in bytes."""
    cdef Words words = Words(
        Buffer(NULL, 0, 0), Buffer(NULL, 0, 0), Buffer(NULL, 0, 0), Buffer(NULL, 0, 0)
    )
    cdef const uint8_t *text = utf8
    cdef size_t size = len(utf8), i
    try:
        with nogil:
            put_words(&words, text, 0, size, japanese)
        return [
            (ints(&words.begin)[i], ints(&words.end)[i])
            for i in range(number_of_ints(&words.begin))
        ]
    finally:
        release_words(&words)
