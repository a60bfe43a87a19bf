"""What an address says about a page, and pages that travel."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_helpers import PATIENT

from sitesieve.errors import PageError, Reason
from sitesieve.page import Limits, Page
from sitesieve.page.page import as_pages
from sitesieve.page.urls import host_of, parent_path, path_of, registrable_domain, site_of


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.example.com/a", "example.com"),
        ("https://news.bbc.co.uk/", "bbc.co.uk"),
        ("https://a.b.gov.uk", "b.gov.uk"),
        ("http://EXAMPLE.Org:8080/x", "example.org"),
        ("http://user:secret@www.example.org/", "example.org"),
        ("http://example.org./x", "example.org"),
        ("http://192.168.1.10:8000/", "192.168.1.10"),
        ("http://[2001:db8::1]:80/x", "2001:db8::1"),
        ("http://localhost:3000/", "localhost"),
        ("http://intranet/", "intranet"),
        ("https://www.bücher.de/", "bücher.de"),
        ("https://www.xn--bcher-kva.de/", "xn--bcher-kva.de"),
        ("https://a.b.xn--55qx5d.cn/", "b.xn--55qx5d.cn"),  # a public suffix of China
        ("https://a.b.公司.cn/", "b.公司.cn"),
        ("https://例え.テスト/", "例え.テスト"),
        ("https://co.uk/", "co.uk"),
        ("//cdn.example.com/x", "example.com"),
        ("/only/a/path", ""),
        ("file:///x.html", ""),
        ("mailto:someone@example.org", ""),
        ("http://[broken", ""),
        ("http://www.example.org:notaport/", "example.org"),
        ("http://www.example.org:999999/", "example.org"),
        ("", ""),
        (None, ""),
    ],
)
def test_the_site_of_an_address_is_its_registrable_domain(url: str | None, site: str) -> None:
    assert site_of(url) == site


def test_the_site_can_be_the_host_instead() -> None:
    assert site_of("https://news.bbc.co.uk/", by="host") == "news.bbc.co.uk"


def test_sites_of_users_on_a_shared_domain_are_sites_of_their_own() -> None:
    assert registrable_domain("anna.github.io") == "anna.github.io"
    assert registrable_domain("www.anna.github.io") == "anna.github.io"


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("https://a.example/news/2024/story.html?id=3#top", "a.example/news/2024/"),
        ("https://a.example/news/", "a.example/news/"),
        ("https://a.example/news", "a.example/"),
        ("https://a.example/", "a.example/"),
        ("https://a.example", "a.example/"),
        ("https://A.example:81/x/y?z=/q/", "a.example/x/"),
        ("/x/y", "/x/"),
        ("http://[broken/x/y", "/"),
        ("", "/"),
        (None, "/"),
    ],
)
def test_the_path_of_an_address_is_host_and_directory(url: str | None, path: str) -> None:
    assert path_of(url) == path


def test_going_up_ends_at_the_host() -> None:
    assert parent_path("a.example/x/y/") == "a.example/x/"
    assert parent_path("a.example/x/") == "a.example/"
    assert parent_path("a.example/") is None
    assert parent_path("/") is None


@PATIENT
@given(st.text(max_size=30), st.sampled_from(["", "http://", "https://a.example/", "//", "/"]))
def test_any_address_has_a_site_and_a_path(text: str, start: str) -> None:
    url = start + text
    assert host_of(url).endswith(site_of(url))
    path: str | None = path_of(url)
    steps = 0
    while path is not None:
        assert path.endswith("/")
        path = parent_path(path)
        steps += 1
        assert steps <= len(url) + 2


class TestPage:
    def test_the_site_comes_from_the_address(self) -> None:
        assert Page("https://www.example.co.uk/x").site == "example.co.uk"
        assert Page().site == ""

    def test_the_site_can_be_set(self) -> None:
        page = Page("https://www.example.org/x", site="mine")
        assert page.site == "mine"
        page.site = "other"
        assert page.site == "other"

    def test_a_set_site_survives_pickling(self) -> None:
        page = Page("https://www.example.org/x", b"<p>x", site="mine")
        assert pickle.loads(pickle.dumps(page)).site == "mine"
        derived = pickle.loads(pickle.dumps(Page("https://www.example.org/x")))
        assert derived.site == "example.org"

    def test_the_path_comes_from_the_address_or_else_from_the_name(self) -> None:
        assert Page("https://a.example/x/y.html", name="other/z.html").path == "a.example/x/"
        assert Page(name="pages/news/a.html").path == "pages/news/"
        assert Page(name="a.html").path == "/"
        assert Page().path == "/"

    def test_a_pickled_page_is_the_same_page_without_what_was_computed(self) -> None:
        limits = Limits(bytes=1000)
        page = Page(
            *("https://a.example/x", b"<title>T</title><p>caf\xe9"),
            charset="latin-1",
            name="file:3",
            extra={"key": [1, 2]},
            limits=limits,
        )
        before = len(pickle.dumps(page))
        assert page.head.title == "T"
        assert len(pickle.dumps(page)) == before
        copy = pickle.loads(pickle.dumps(page))
        assert (copy.url, copy.html, copy.charset) == (page.url, page.html, "latin-1")
        assert (copy.name, copy.extra, copy.limits) == ("file:3", {"key": [1, 2]}, limits)
        assert copy.tree.texts == page.tree.texts

    def test_the_label_is_the_best_name_there_is(self) -> None:
        assert Page("https://a.example/", name="n").label == "https://a.example/"
        assert Page(name="n").label == "n"
        assert Page().label == "(page without address)"
        assert repr(Page(name="n", html="abc")) == "Page('n', 3 str)"

    @pytest.mark.parametrize("html", [b"", "", b" \n\t", "\0\0 ", b"\xef\xbb\xbf", b"\xff\xfe"])
    def test_a_page_with_nothing_in_it_is_empty(self, html: bytes | str) -> None:
        with pytest.raises(PageError) as caught:
            _ = Page(None, html).tree
        assert caught.value.reason is Reason.EMPTY

    def test_a_page_that_is_no_text_is_binary(self) -> None:
        with pytest.raises(PageError) as caught:
            _ = Page(None, b"%PDF-1.4\n%\xe2\xe3").head
        assert caught.value.reason is Reason.BINARY
        assert "PDF" in str(caught.value)

    def test_a_page_error_crosses_processes(self) -> None:
        error = pickle.loads(pickle.dumps(PageError(Reason.BINARY, "it is a PDF")))
        assert (error.reason, error.detail) == (Reason.BINARY, "it is a PDF")
        assert str(error) == "binary: it is a PDF"

    def test_text_needs_no_decoding(self) -> None:
        page = Page(None, "<meta charset=koi8-r><p>é")
        assert (page.decoded.how, page.tree.texts) == ("text", ["é"])

    def test_computed_things_are_computed_once(self) -> None:
        page = Page(None, "<p>x")
        assert page.tree is page.tree
        assert page.head is page.head
        assert page.decoded is page.decoded

    def test_pairs_become_pages(self) -> None:
        given = Page("https://a.example/")
        first, second = as_pages([given, ("https://b.example/", "<p>x")])
        assert first is given
        assert (second.url, second.html) == ("https://b.example/", "<p>x")
