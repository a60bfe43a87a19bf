"""MinHash: texts as small signatures whose equal entries estimate how alike the texts are.

A text is the set of its shingles, the runs of `width` words in it (Broder's
resemblance: |A ∩ B| / |A ∪ B|). For each of some hash functions a signature
keeps 16 bits of the smallest hash; two texts agree in an entry with the
probability of their resemblance, and by accident once in 65,536.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from sitesieve.page.digests import digest_of
from sitesieve.page.numbers import numbers_masked
from sitesieve.page.tree import PageTree
from sitesieve.page.word_values import WordValues
from sitesieve.site.keyed_table import Keys, Numbers
from sitesieve.site.placing import mix

Signatures = npt.NDArray[np.uint16]  # a row for each text
_NOTHING = np.uint64(0)  # what stands beyond the end of a text
_MOST = 256  # entries of a signature


def word_keys(tree: PageTree) -> Keys:
    """A key for each word of a page, numbers masked: a changed date or counter changes nothing."""
    return np.array(_MASKED.of(tree), np.uint64)


def unmasked_keys(words: Iterable[str]) -> Keys:
    """A key for each word as it is."""
    return np.array([digest_of(word) for word in words], np.uint64)


def signatures(
    words: Keys,
    start: npt.NDArray[np.integer],
    end: npt.NDArray[np.integer],
    width: int,
    size: int,
) -> Signatures:
    """The signatures of texts: ranges of words that are in order, apart and not empty.

    A text of fewer words than a shingle is one shingle.
    """
    if not len(start):
        return np.empty((0, size), np.uint16)
    lengths = end - start
    first = np.repeat(start, lengths)
    last = np.repeat(end, lengths)
    at = np.arange(len(first)) - np.repeat(np.cumsum(lengths) - lengths, lengths) + first
    whole = (at + width <= last) | (at == first)
    at, last = at[whole], last[whole]
    shingles = words[at]
    for step in range(1, width):
        inside = at + step < last
        following = words[np.minimum(at + step, len(words) - 1)]
        shingles = mix(shingles, np.where(inside, following, _NOTHING))
    counts = np.maximum(lengths - width + 1, 1)
    runs = np.cumsum(counts) - counts
    found = np.empty((len(start), size), np.uint16)
    for i in range(size):  # by entry, not all at once: a page can have many words
        smallest = np.minimum.reduceat(_FACTOR[i] * shingles + _TERM[i], runs)
        found[:, i] = smallest & _LOW
    return found


def resemblance(some: Signatures, others: Signatures) -> Numbers:
    """For each row and the one beside it, the estimated resemblance."""
    alike: Numbers = (some == others).mean(axis=-1)
    return alike


def bands(found: Signatures, rows: int) -> Keys:
    """For each signature, keys of its runs of `rows` entries: texts that share a key are
    candidates, which happens to a pair of resemblance s with 1 − (1 − s^rows)^bands."""
    number = found.shape[1] // rows
    parts = found[:, : number * rows].reshape(len(found), number, rows).astype(np.uint64)
    keys = np.broadcast_to(np.arange(number, dtype=np.uint64), parts.shape[:2])
    for i in range(rows):
        keys = mix(keys, parts[:, :, i])
    return keys


def signature_keys(found: Signatures) -> Keys:
    """One key for each signature: equal signatures, equal keys."""
    keys: Keys = bands(found, found.shape[1])[:, 0] if len(found) else np.empty(0, np.uint64)
    return keys


def _masked(word: str) -> int:
    return digest_of(numbers_masked(word))


_MASKED = WordValues(_masked)
_random = np.random.default_rng(2002)  # the same hash functions on every machine
_FACTOR = _random.integers(0, 1 << 63, _MOST, np.uint64) * np.uint64(2) + np.uint64(1)
_TERM = _random.integers(0, 1 << 63, _MOST, np.uint64)
_LOW = np.uint64(0xFFFF)
