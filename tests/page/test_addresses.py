"""Addresses of one page have one form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page.addresses import normal_form

SAME = [
    "https://a.example/news",
    "http://a.example/news",
    "https://A.EXAMPLE/news",
    "https://a.example:443/news",
    "http://a.example:80/news/",
    "https://a.example/news/index.html",
    "https://a.example/news/#latest",
    "https://a.example/news?utm_source=letter&fbclid=x",
    "https://a.example/news?PHPSESSID=0123",
    "https://a.example/news;jsessionid=A1B2",
    "https://reader@a.example./news",
    "  https://a.example/new%73 ",
    "//a.example/news",
]


@pytest.mark.parametrize("url", SAME)
def test_what_makes_no_other_page_is_gone(url: str) -> None:
    assert normal_form(url) == "a.example/news"


@pytest.mark.parametrize(
    "url",
    [
        "https://b.example/news",
        "https://a.example:8080/news",
        "https://a.example/News",
        "https://a.example/news/2",
        "https://a.example/news?page=2",
        "https://a.example/news?2",
        "https://a.example/",
        "https://a.example/news%2Fx",
    ],
)
def test_what_makes_another_page_stays(url: str) -> None:
    assert normal_form(url) not in ("", "a.example/news")


def test_the_order_of_parameters_is_no_matter_but_their_values_are() -> None:
    first = normal_form("http://a.example/?b=1&a=2&a=3")
    assert first == normal_form("http://a.example/?a=2&b=1&a=3&utm_medium=mail")
    assert first != normal_form("http://a.example/?b=2&a=1&a=3")


def test_letters_beyond_ascii_have_one_spelling() -> None:
    spellings = (
        "http://a.example/caf%c3%a9",
        "http://a.example/caf%C3%A9",
        "http://a.example/café",
    )
    assert {normal_form(url) for url in spellings} == {"a.example/caf%C3%A9"}


@pytest.mark.parametrize(
    "url",
    [
        *("", None, "mailto:a@b.example", "javascript:void(0)", "tel:1", "data:text/html,x"),
        *("http://[broken", "http://a.example:port/", "/only/a/path"),
    ],
)
def test_what_is_no_address_of_a_page_has_no_form(url: str | None) -> None:
    assert normal_form(url) == ""


@given(st.text(max_size=60))
def test_any_text_has_a_form_and_the_form_is_its_own(rest: str) -> None:
    for url in (rest, f"http://a.example/{rest}", f"https://a.example/x?{rest}"):
        form = normal_form(url)
        if form and "://" in url:
            assert normal_form(f"http://{form}") == form


def test_a_port_is_no_part_of_an_ipv6_address() -> None:
    assert normal_form("http://[2001:DB8::1]:80/news/") == "[2001:db8::1]/news"
    assert normal_form("http://[2001:db8::1]:8080/") == "[2001:db8::1]:8080/"
    assert normal_form("http://[2001:db8::1:8080]/") != normal_form("http://[2001:db8::1]:8080/")
