"""Inputs damaged at random: what a failing disk does, and what somebody who means harm does."""

import random
from collections.abc import Sequence

_LARGEST = 1 << 20  # bytes of a mutated input: cases should be many, not large

# What parsers of the formats at hand look for, and numbers at the borders of types.
TOKENS = tuple(
    token.encode("latin-1")
    for token in (
        *("<", ">", "</", "<!--", "-->", "<![CDATA[", "]]>", "<svg>", "<table>", "<p>", "<b>"),
        *("<script>", "<template>", "<plaintext>", "&lt;", "&#0;", "&#x110000;", "&amp", "`", "\\"),
        *('"', "'", "=", ":", ";", ",", "[", "]", "{", "}", "(", ")", "|", "#", "*", "_", "~"),
        *("null", "true", "NaN", "Infinity", "-1", "0", "1e999", "1e-999", "9" * 30, "2147483648"),
        *("4294967295", "9223372036854775807", "9223372036854775808", "18446744073709551616"),
        *(
            "\0",
            "\x1b[2J",
            "\x7f",
            "\x9b31m",
            "\r\n",
            "\r\n\r\n",
            "\n",
            "\t",
            " ",
            "\xff",
            "\xff\xfe",
        ),
        *("\xef\xbb\xbf", "\xfe\xff", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x80\xae"),
        *(
            "WARC/1.0\r\n",
            "WARC/1.1\r\n",
            "Content-Length: ",
            "HTTP/1.1 200 OK\r\n",
            "\x1f\x8b\x08",
        ),
        *(
            "\x28\xb5\x2f\xfd",
            "PK\x03\x04",
            "PK\x05\x06",
            "PAR1",
            "SQLite format 3\0",
            "\xfd7zXZ\0",
        ),
        *("Transfer-Encoding: chunked\r\n", "Content-Encoding: gzip\r\n", "ffffffffffffffff\r\n"),
        *("../", "/etc/passwd", "file:///", "http://127.0.0.1/", "javascript:", "data:text/html,"),
        *("[" * 200, '{"a":' * 200, "<div>" * 200, "A" * 70_000),
    )
)


def mutated(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """An input with some damage; parts may come from the others."""
    for _ in range(1 + int(rng.expovariate(0.5))):
        data = rng.choice(_WAYS)(data, rng, others)
    return data[:_LARGEST]


def _flipped(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    """Some bits turned."""
    changed = bytearray(data)
    for _turn in range(rng.randint(1, 4) if data else 0):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _overwritten(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    """Some bytes replaced by others of the same number."""
    start, end = _range_of(data, rng)
    filling = rng.choice((b"\0", b"\xff", b" ", None))
    size = end - start
    return data[:start] + (rng.randbytes(size) if filling is None else filling * size) + data[end:]


def _cut(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    """A part taken out."""
    start, end = _range_of(data, rng)
    return data[:start] + data[end:]


def _ended(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    """The end missing, as after a full disk."""
    return data[: rng.randint(0, len(data))]


def _doubled(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    """A part repeated, now and then very often."""
    start, end = _range_of(data, rng)
    times = rng.choice((2, 2, 3, 10, 1000))
    most = max(1, _LARGEST // max(1, end - start))
    return data[:start] + data[start:end] * min(times, most) + data[end:]


def _moved(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    """A part in another place."""
    start, end = _range_of(data, rng)
    rest = data[:start] + data[end:]
    place = rng.randint(0, len(rest))
    return rest[:place] + data[start:end] + rest[place:]


def _spliced(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """A part of another input put in."""
    other = rng.choice(others) if others else data
    start, end = _range_of(other, rng)
    place = rng.randint(0, len(data))
    return data[:place] + other[start:end] + data[place:]


def _told(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    """A token put in, or in the place of something."""
    start = rng.randint(0, len(data))
    end = start if rng.random() < 0.7 else min(len(data), start + rng.randint(1, 12))
    return data[:start] + rng.choice(TOKENS) + data[end:]


def _renumbered(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    """A number replaced by another: lengths, counts and offsets that are not true."""
    digits = [i for i in range(len(data)) if 48 <= data[i] <= 57] if len(data) < 50_000 else []
    if not digits:
        return data
    start = end = rng.choice(digits)
    while end < len(data) and 48 <= data[end] <= 57:
        end += 1
    number = rng.choice((0, 1, rng.randrange(256), rng.randrange(1 << 20), 2**31, 2**63, 2**64))
    return data[:start] + str(rng.choice((1, 1, -1)) * number).encode() + data[end:]


_WAYS = (
    *(_flipped, _overwritten, _cut, _ended, _doubled, _moved, _spliced, _told, _told, _renumbered),
)


def _range_of(data: bytes, rng: random.Random) -> tuple[int, int]:
    """A part, more often a short than a long one."""
    start = rng.randint(0, len(data))
    longest = rng.choice((4, 64, 1024, len(data)))
    return start, min(len(data), start + rng.randint(0, longest))
