"""Digests: numbers for texts by which samples are drawn.

Slower than `stable_id`, but nobody can construct a text that has a wanted digest: a page cannot
decide whether it is sampled, or which shingles represent its text.
"""

from hashlib import blake2b


def digest_of(text: str | bytes) -> int:
    """64 bits of the BLAKE2b of a text, or of its UTF-8, the same on every machine and in every
    run.

    >>> digest_of("div")
    16527766498927970374
    """
    utf8 = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(utf8, digest_size=8).digest())
