"""Ids of texts: XXH64 as others compute it, whatever the length and the characters."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page.hashing import stable_id, stable_ids

FOX = "The quick brown fox jumps over the lazy dog. " * 3

# Lengths on both sides of every step of the algorithm: bytes, fours, eights and stripes of 32.
FOX_IDS = [
    (0, 0xEF46DB3751D8E999),
    (1, 0x5B4D6AF247A3CF7B),
    (3, 0x4108F90B5DE14D15),
    (4, 0xCDF13A49D263200F),
    (7, 0xC6FCE9D72E310949),
    (8, 0xD07B38A78A153B0B),
    (11, 0x61CBDF23C67AF875),
    (12, 0xB2ED38017844F789),
    (15, 0x59BF1A33358C7D98),
    (16, 0x0F7E67014943A311),
    (31, 0x3F8D95AB32C127D9),
    (32, 0xE2BBC9136629A4EE),
    (33, 0x6D92FE2EBAB7DB31),
    (39, 0xE01509EC7BDD4B5E),
    (63, 0xDFAEC775B4E0369F),
    (64, 0xF38B75AAC47F6E3A),
    (65, 0x4C7BCACA703D0FE0),
    (100, 0x748B482C10D9FB2A),
]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("a", 0xD24EC4F1A98C6E5B),
        ("abc", 0x44BC2CF5AD770999),
        ("\0", 0xE934A84ADB052768),
        ("grün", 0xB037500F0B7CAAFF),
        ("日本語", 0x7179A19F3719F5E1),
        ("😀", 0x9025B8ABAAE87B80),
    ],
)
def test_an_id_is_the_published_hash_of_the_text_in_utf8(text: str, number: int) -> None:
    assert stable_id(text) == number


@pytest.mark.parametrize(("length", "number"), FOX_IDS)
def test_an_id_is_the_published_hash_at_every_length(length: int, number: int) -> None:
    assert stable_id(FOX[:length]) == number


@pytest.mark.parametrize(
    ("text", "number"), [("\ud83d", 0x5F59E9D3DAE2AB2B), ("a\udc00b", 0xFB1AB187AD4F464D)]
)
def test_half_a_surrogate_pair_has_an_id(text: str, number: int) -> None:
    assert stable_id(text) == number


def test_a_text_of_numpy_is_a_text() -> None:
    assert stable_id(np.str_("abc")) == stable_id("abc")


@pytest.mark.parametrize("other", [None, b"abc", 3])
def test_what_is_no_text_has_no_id(other: object) -> None:
    with pytest.raises(TypeError, match="of a str"):
        stable_id(other)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="of a str"):
        stable_ids(["abc", other])  # type: ignore[list-item]


@given(st.lists(st.text(st.characters(exclude_categories=()), max_size=80)))
def test_many_ids_are_the_ids_of_each(texts: list[str]) -> None:
    ids = stable_ids(texts)
    assert ids.dtype == np.uint64
    assert ids.tolist() == [stable_id(text) for text in texts]
