"""What a page may be given as, and what is said about what it may not."""

import contextlib
import io
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sitesieve
from sitesieve.errors import InputError
from sitesieve.page.page import Page, as_pages, page_of

URL = "https://a.example/1"
HTML = "<p>Grüße aus Köln</p>"
BYTES = HTML.encode()
untyped: Any = sitesieve  # to be given what no type checker would pass


@pytest.mark.parametrize(
    "html",
    [
        *(HTML, BYTES, bytearray(BYTES), memoryview(BYTES)),
        *(io.BytesIO(BYTES), io.StringIO(HTML)),
    ],
    ids=lambda html: type(html).__name__,
)
def test_html_may_be_text_bytes_or_an_open_file(html: Any) -> None:
    page = Page(URL, html)
    assert page.html in (HTML, BYTES)
    assert sitesieve.clean(page).text == "Grüße aus Köln"


def test_html_is_read_from_a_file_that_is_open(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(BYTES)
    with path.open("rb") as file:
        assert sitesieve.clean(file, url=URL).text == "Grüße aus Köln"
    with path.open("rb") as file:
        model = sitesieve.learn([(URL, file), ("https://a.example/2", bytearray(b"<p>x"))])
    assert model.sites["a.example"].pages == 2


def test_a_model_takes_a_page_in_every_form_too() -> None:
    model = sitesieve.learn([(URL, HTML), ("https://a.example/2", HTML.replace("aus", "in"))])
    assert model.fit_of(BYTES, url=URL) == model.fit_of(Page(URL, HTML)) == 1
    with pytest.raises(InputError, match="the name of a file"):
        model.fit_of("page.html")


def test_what_a_buffer_becomes_later_is_not_seen() -> None:
    buffer = bytearray(BYTES)
    page = Page(URL, buffer)
    buffer[:] = b"-" * len(buffer)
    assert page.html == BYTES


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: untyped.Page(HTML, URL), InputError, "give Page(url, html) in this order"),
        (lambda: untyped.Page(HTML), InputError, "or Page(html=html)"),
        (lambda: untyped.Page("\n<!DOCTYPE html>\n<html>", ""), InputError, "url is HTML"),
        (lambda: untyped.Page(BYTES, URL), TypeError, "url must be text, not bytes"),
        (lambda: untyped.Page(URL, Path("page.html")), TypeError, "path.read_bytes()"),
        (lambda: untyped.Page(URL, 3), TypeError, "not int"),
        (lambda: untyped.Page(URL, None), TypeError, "not NoneType"),
        (lambda: untyped.clean(URL), InputError, f"sitesieve.fetch('{URL}')"),
        (lambda: untyped.clean("pages/a b.html"), InputError, "Path('pages/a b.html').read_byt"),
        (lambda: untyped.clean(b"pages/a.html"), InputError, "the name of a file, not HTML"),
        (lambda: untyped.clean("/etc/passwd"), InputError, "the name of a file, not HTML"),
        (lambda: untyped.clean("index.php"), InputError, "the name of a file, not HTML"),
        (lambda: untyped.clean("www.example.com"), InputError, "an address, not HTML"),
        (lambda: untyped.clean(untyped.Page(URL, "a.html")), InputError, "the name of a file"),
        (lambda: untyped.clean(Path("page.html")), TypeError, "path.read_bytes()"),
        (lambda: untyped.clean(URL, url=HTML), InputError, "url is HTML"),
        (lambda: untyped.clean(untyped.Page(URL, HTML), url=URL), TypeError, "leave out url"),
        (lambda: untyped.Page(URL, HTML, limits=100), TypeError, "limits must be Limits(...)"),
        (lambda: untyped.load(None), TypeError, "path must name a model file"),
        (lambda: untyped.methods.Sieve().merge("a.sieve"), TypeError, "load it first"),
        (lambda: untyped.learn({URL: HTML}), TypeError, "pages.items()"),
        (lambda: untyped.learn([{"url": URL, "html": HTML}]), TypeError, "dict with url, html"),
        (lambda: untyped.learn([(HTML, URL)]), InputError, "in this order"),
        (lambda: untyped.learn([(URL, URL)]), InputError, "an address, not HTML"),
        (lambda: untyped.learn([URL]), TypeError, "(url, html) pairs, not str"),
        (lambda: untyped.learn([HTML.encode()]), TypeError, "(url, html) pairs, not bytes"),
        (lambda: untyped.learn(HTML), TypeError, "not one str"),
        (lambda: untyped.learn(untyped.Page(URL, HTML)), TypeError, "not one Page"),
    ],
)
def test_what_is_no_page_is_refused_with_what_to_do(
    make: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        make()
    assert message in str(raised.value)


@pytest.mark.parametrize("text", ["see https://a.example/ and go", "word", "<p>page.html", "1 < 2"])
def test_plain_text_is_no_address_and_no_path(text: str) -> None:
    assert sitesieve.clean(text, method="tag-filter").words_before > 0


@pytest.mark.parametrize("url", ["<http://a.example/>", "a<b", "", "x y", "file.html"])
def test_an_address_need_not_be_a_good_one(url: str) -> None:
    assert Page(url, HTML).url == url


@given(st.recursive(st.none() | st.text() | st.binary() | st.integers(), st.lists, max_leaves=5))
def test_whatever_is_given_for_pages_is_pages_or_an_error_that_says_so(value: Any) -> None:
    try:
        pages = list(as_pages(value))
    except (TypeError, InputError):
        return
    assert all(isinstance(page, Page) for page in pages)


@pytest.mark.parametrize("text", [" " * 10**6, ".html" * 10**5, "https://" * 10**5, "a." * 10**6])
def test_text_that_is_no_page_takes_no_time_to_tell(text: str) -> None:
    started = time.process_time()
    with contextlib.suppress(InputError):
        page_of(text)
        Page(text, "")
    assert time.process_time() - started < 0.5


def test_an_error_shows_no_more_than_the_beginning_of_a_page() -> None:
    with pytest.raises(InputError) as raised:
        Page("<html>" + "word " * 10_000, URL)
    assert len(str(raised.value)) < 300
