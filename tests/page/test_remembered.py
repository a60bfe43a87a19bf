"""What functions remember is bounded in bytes, whatever pages make them read."""

import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sitesieve.cleaning.items.addresses import address_words, place_of
from sitesieve.cleaning.noise.signs import _READ
from sitesieve.page import addresses, urls
from sitesieve.page.encode import encode
from sitesieve.page.features import FeatureOptions, word_features
from sitesieve.page.hidden import hides
from sitesieve.page.remembered import Remembered, remembered
from sitesieve.site.describe import label_of

_LONG = 100_000
_COUNT = 100
FUNCTIONS: dict[str, Callable[[str], Any]] = {
    "styles": lambda text: hides({"style": f"{text}:0"}),
    "hosts": lambda text: urls.host_of(f"https://a.example/{text}"),
    "domains": urls.registrable_domain,
    "paths": lambda text: urls.path_of(f"https://a.example/{text}/"),
    "normal forms": lambda text: addresses.normal_form(f"https://a.example/{text}"),
    "links": lambda text: addresses.page_address(text, "https://a.example/"),
    "bases": lambda text: addresses.page_address("x", f"https://a.example/{text}/"),
    "folders": lambda text: addresses.target("../x", f"https://a.example/{text}/b/"),
    "items": lambda text: (place_of(text), address_words(text)),
    "labels": lambda text: label_of(f"div class={text}"),
    "words": lambda text: word_features("en", FeatureOptions())[text],
    "signs": lambda text: _READ[text[:5000]],
}


def texts() -> Iterator[str]:
    for number in range(_COUNT):
        yield f"{number}x" * (_LONG // 5)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_long_texts_are_not_kept(name: str) -> None:
    function = FUNCTIONS[name]
    function("warm")
    tracemalloc.start()
    try:
        for text in texts():
            function(text)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < _COUNT * _LONG // 2, f"{kept:,} bytes"


def test_short_texts_are() -> None:
    asked: list[str | None] = []

    @remembered(2)
    def keeping(text: str | None) -> None:
        asked.append(text)

    for text in ("a", "b", "a", None, "x" * 500, "x" * 500):
        keeping(text)
    assert asked == ["a", "b", None, "x" * 500, "x" * 500]
    read = Remembered(asked.append)
    assert [read["a"], read["a"]] == [None, None]
    assert asked[5:] == ["a"]


def test_an_address_of_very_many_folders_costs_no_more_than_its_length() -> None:
    base = "https://a.example/" + "a/" * 2_000
    assert addresses.target("../x", base) == base[:-2] + "x"
    assert addresses.target("../x", base * 100) == "https://a.example/x"


def test_a_base_that_would_make_joining_slow_is_its_host() -> None:
    folders = "a/" * 500
    assert addresses.short_base(f"https://a.example/{folders}b") == "https://a.example/"
    assert addresses.short_base(f"https://a.example/b?{folders * 9}") == "https://a.example/b"
    assert addresses.short_base("https://a.example/b/c?d") == "https://a.example/b/c?d"
    tree = encode(f"<base href='/{folders}'><a href=../x>y</a>", url="https://a.example/c")
    assert tree.base == "https://a.example/"
