"""Addresses as written on a page, made absolute: what `urljoin` says, without taking apart."""

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page.addresses import absolute, normal_form, page_address, target

PIECES = [
    *("/", "a", "..", ".", "?", "#", "//", "http:", "https://", "h.example", "b", "%20", ":", "@"),
    *("é", "&", "\t", ";", "x.html", "HTTP://", "javascript:", ":80", "[", "\\", " "),
]
BASES = [
    *("https://h.example/a/b", "https://h.example", "https://h.example/", ""),
    *("https://h.example/a//b/", "https://h.example/a/../b/", "file:///a/b", "nonsense"),
    *("http://h.example/a/b?q=1#f", "http://h.example/a;p/b", "http://h.example:80/x/y.html"),
]


@given(st.lists(st.sampled_from(PIECES), max_size=7).map("".join), st.sampled_from(BASES))
def test_is_what_urljoin_says(written: str, base: str) -> None:
    try:
        expected = urljoin(base, written.strip())
    except ValueError:
        expected = written
    assert absolute(written, base) == expected


@pytest.mark.parametrize("base", ["http://[broken", None])
def test_a_whole_address_needs_no_base(base: str | None) -> None:
    assert absolute(" https://a.example/x ", base) == "https://a.example/x"


@given(st.lists(st.sampled_from(PIECES), max_size=7).map("".join), st.sampled_from(BASES))
def test_a_link_points_at_its_target_without_the_place_on_it(written: str, base: str) -> None:
    written = written.strip()
    page, mark, _ = target(written, base).partition("#")
    expected = ("", False) if written.startswith("#") else (normal_form(page), not mark)
    assert page_address(written, base) == expected


def test_pages_of_one_folder_remember_their_links_together() -> None:
    for name in ("x", "y", "z?q=1"):
        assert page_address("../b#c", f"https://a.example/f/{name}") == ("a.example/b", False)
        assert (
            page_address("?p=2", f"https://a.example/f/{name}")[0] == f"a.example/f/{name[0]}?p=2"
        )
