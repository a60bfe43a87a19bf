"""Digests: numbers for texts by which samples are drawn.

Slower than `stable_id`, but nobody can construct a text that has a wanted digest: a page cannot
decide whether it is sampled, or which shingles represent its text.
"""

from hashlib import blake2b


def digest_of(text: str) -> int:
    """64 bits of the BLAKE2b of a text, the same on every machine and in every run.

    >>> digest_of("div")
    16527766498927970374
    """
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())
