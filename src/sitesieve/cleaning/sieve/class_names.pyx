# cython: boundscheck=False, wraparound=False
"""Class, id and role of elements read from the page's UTF-8: the letters they have, the words
they are made of. A page has hundreds of such names and shares few of them with other sites, so
each is read anew and none is remembered."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memchr, memcmp, memcpy

import numpy

from sitesieve.page.hashing cimport xxh64
from sitesieve.page.id_table cimport IdTable

cdef enum:
    LONGEST = 400  # bytes of a presentation that are looked at: utility classes run to thousands
    SHORTEST = 3  # letters of a word that says something
    MOST_WORDS = 200  # more than there is room for in the longest presentation
    MOST_SEQUENCES = 512


cdef inline uint8_t lower(uint8_t letter) noexcept nogil:
    return letter + 32 if c"A" <= letter <= c"Z" else letter


cdef inline bint is_small(uint8_t letter) noexcept nogil:
    return c"a" <= letter <= c"z"


cdef inline bint is_capital(uint8_t letter) noexcept nogil:
    return c"A" <= letter <= c"Z"


cdef inline bint is_of_word(uint8_t letter) noexcept nogil:
    return is_small(letter) or is_capital(letter) or c"0" <= letter <= c"9" or letter == c"_"


cdef struct Letters:
    const uint8_t *text
    size_t size
    bint begins  # no letter may stand before
    bint ends  # no letter may follow
    const uint8_t *never  # what may not follow
    size_t never_size
    int64_t bits


cdef class LetterBits:
    """Sequences of letters, and the bits that a name has in which they occur.

    `sequences` are pairs of letters and a bit. `<` at their beginning says that no letter stands
    before, `>` at their end that none follows, and `!` comes before what must not follow. At each
    place of a name the first sequence that fits counts, and reading goes on after it.
    """

    cdef list _kept  # the texts that are pointed to
    cdef Letters sequences[MOST_SEQUENCES]
    cdef int32_t first[257]  # of the sequences by their first letter

    def __cinit__(self, sequences):
        cdef int count = 0, letter
        cdef bytes text, never
        cdef Letters *entry
        self._kept = []
        by_letter = {}
        for written, bit in sequences:
            by_letter.setdefault(ord(written.lstrip("<")[0]), []).append((written, bit))
        if sum(map(len, by_letter.values())) > MOST_SEQUENCES:
            raise ValueError(f"there is room for {MOST_SEQUENCES} sequences of letters")
        for letter in range(256):
            self.first[letter] = count
            for written, bit in by_letter.get(letter, ()):
                body, _, after = written.strip("<>").partition("!")
                text, never = body.encode("ascii"), after.encode("ascii")
                if len(text) < 2:
                    raise ValueError(f"{written} is too short to say anything")
                self._kept += (text, never)
                entry = &self.sequences[count]
                entry.text, entry.size = text, len(text)
                entry.never, entry.never_size = never, len(never)
                entry.begins, entry.ends = written.startswith("<"), written.endswith(">")
                entry.bits = <int64_t> 1 << <int> bit
                count += 1
        self.first[256] = count
        # A sequence also says what sequences inside of it say: "posts" in "next-posts".
        spoken = [self._all_bits(self.sequences[i].text, self.sequences[i].size) for i in range(count)]
        for i in range(count):
            self.sequences[i].bits = spoken[i]

    cdef inline bint fits(
        self, const Letters *entry, const uint8_t *name, size_t at, size_t size
    ) noexcept nogil:
        cdef size_t after = at + entry.size
        if after > size or name[at + 1] != entry.text[1]:  # most differ in the second letter
            return False
        if memcmp(name + at, entry.text, entry.size) != 0:
            return False
        if entry.begins and at > 0 and is_small(name[at - 1]):
            return False
        if entry.ends and after < size and is_small(name[after]):
            return False
        if entry.never_size and after + entry.never_size <= size:
            return memcmp(name + after, entry.never, entry.never_size) != 0
        return True

    cdef int64_t _all_bits(self, const uint8_t *name, size_t size) noexcept nogil:
        """The bits of all sequences anywhere in a name."""
        cdef int64_t bits = 0
        cdef size_t at
        cdef int32_t i
        for at in range(size):
            for i in range(self.first[name[at]], self.first[name[at] + 1]):
                if self.fits(&self.sequences[i], name, at, size):
                    bits |= self.sequences[i].bits
        return bits

    cdef int64_t _bits(self, const uint8_t *name, size_t size) noexcept nogil:
        cdef int64_t bits = 0
        cdef size_t at = 0
        cdef int32_t i
        while at < size:
            for i in range(self.first[name[at]], self.first[name[at] + 1]):
                if self.fits(&self.sequences[i], name, at, size):
                    bits |= self.sequences[i].bits
                    at += self.sequences[i].size
                    break
            else:
                at += 1
        return bits

    def of(self, const uint8_t[::1] utf8 not None, const int32_t[::1] start not None):
        """The bits of each presentation, but for its tag: from `start[i]` to `start[i + 1]`."""
        cdef Py_ssize_t i, count = start.shape[0] - 1
        cdef size_t size, at
        cdef const uint8_t *text
        cdef const uint8_t *space
        cdef uint8_t name[LONGEST]
        bits = numpy.zeros(count, numpy.int64)
        cdef int64_t[::1] view = bits
        if not utf8.shape[0]:
            return bits
        with nogil:
            for i in range(count):
                text, size = &utf8[0] + start[i], start[i + 1] - start[i]
                space = <const uint8_t *> memchr(text, c" ", size)
                if space == NULL:
                    continue
                size -= space + 1 - text
                size = min(size, <size_t> LONGEST)
                for at in range(size):
                    name[at] = lower(space[1 + at])
                view[i] = self._bits(name, size)
        return bits


cdef struct Word:
    uint8_t text[LONGEST]  # in lower case
    size_t size


cdef struct Reader:
    const uint8_t *text  # of a presentation
    size_t size
    size_t at  # where the next attribute is looked for
    size_t word  # where the next word of the value begins
    size_t end  # of the value
    bint is_role


cdef bint next_value(Reader *reader) noexcept nogil:
    """Go on to the next class, id or role. A value reaches to the next attribute, which is a
    space, a name and `=`; one that has `=` in it is none."""
    cdef const uint8_t *text = reader.text
    cdef size_t name, value, end, back
    while reader.at < reader.size:
        if text[reader.at] != c" ":
            reader.at += 1
            continue
        name = value = reader.at + 1
        while value < reader.size and is_of_word(text[value]):
            value += 1
        if value == name or value == reader.size or text[value] != c"=":
            reader.at += 1
            continue
        value += 1
        end = value
        while end < reader.size and text[end] != c"=":
            end += 1
        if end < reader.size:
            back = end
            while back > value and is_of_word(text[back - 1]):
                back -= 1
            if back == end or back == value or text[back - 1] != c" ":
                reader.at += 1
                continue
            end = back - 1
        reader.at, reader.word, reader.end = end, value, end
        reader.is_role = value - name == 5 and memcmp(text + name, b"role", 4) == 0
        if (
            reader.is_role
            or (value - name == 6 and memcmp(text + name, b"class", 5) == 0)
            or (value - name == 3 and memcmp(text + name, b"id", 2) == 0)
        ):
            return True
    return False


cdef bint next_word(Reader *reader, Word *word) noexcept nogil:
    """Go on to the next word of the value: "entryContent" has two, "HTMLPage" has two."""
    cdef const uint8_t *text = reader.text
    cdef size_t at = reader.word, end, i
    while at < reader.end:
        end = at
        if is_capital(text[at]):
            while end < reader.end and is_capital(text[end]):
                end += 1
            if end < reader.end and is_small(text[end]):
                if end - at > 1:
                    end -= 1  # it begins the word after
                else:
                    while end < reader.end and is_small(text[end]):
                        end += 1
        else:
            while end < reader.end and is_small(text[end]):
                end += 1
        if end - at >= SHORTEST:
            for i in range(end - at):
                word.text[i] = lower(text[at + i])
            word.size, reader.word = end - at, end
            return True
        at = max(end, at + 1)
    reader.word = at
    return False


cdef bint read_word(Reader *reader, Word *word) noexcept nogil:
    """The next word of a presentation; a role is one word, with what it is before it."""
    cdef size_t i
    while reader.word >= reader.end or not next_word(reader, word):
        if not next_value(reader):
            return False
        if reader.is_role:
            word.size = 5
            memcpy(word.text, <const char *> b"role:", 5)
            for i in range(min(reader.end - reader.word, <size_t> LONGEST - 5)):
                word.text[5 + i] = lower(reader.text[reader.word + i])
                word.size += 1
            reader.word = reader.end
            return True
    return True


cdef Reader reader_of(const uint8_t *text, size_t size) noexcept nogil:
    cdef Reader reader
    reader.text, reader.size = text, min(size, <size_t> LONGEST)
    reader.at = reader.word = reader.end = 0
    reader.is_role = False
    return reader


def words_of_look(str look):
    """The words that class, id and role are made of.

    >>> sorted(words_of_look("div class=entryContent,post-# role=main"))
    ['content', 'entry', 'post', 'role:main']
    """
    cdef bytes utf8 = look.encode()
    cdef Reader reader = reader_of(utf8, len(utf8))
    cdef Word word
    words = set()
    while read_word(&reader, &word):
        words.add(word.text[: word.size].decode("utf-8", "replace"))
    return frozenset(words)


def weigh_looks(
    IdTable words not None,
    const float[::1] weights not None,
    const uint8_t[::1] utf8 not None,
    const int32_t[::1] start not None,
):
    """For each presentation the sum, the smallest and the largest of the weights of its words,
    each word once; the latter two at most and at least 0. `words` are ids of words."""
    cdef Py_ssize_t i, count = start.shape[0] - 1
    cdef int32_t number, seen[MOST_WORDS]
    cdef int many, j
    cdef Reader reader
    cdef Word word
    weighed = numpy.zeros((3, count), numpy.float64)
    cdef double[:, ::1] view = weighed
    if not utf8.shape[0]:
        return weighed
    with nogil:
        for i in range(count):
            reader = reader_of(&utf8[0] + start[i], start[i + 1] - start[i])
            many = 0
            while read_word(&reader, &word):
                number = words.number_of(xxh64(word.text, word.size))
                if number < 0:
                    continue
                for j in range(many):
                    if seen[j] == number:
                        break
                else:
                    if many == MOST_WORDS:
                        break
                    seen[many] = number
                    many += 1
                    view[0, i] += weights[number]
                    view[1, i] = min(view[1, i], <double> weights[number])
                    view[2, i] = max(view[2, i], <double> weights[number])
    return weighed
