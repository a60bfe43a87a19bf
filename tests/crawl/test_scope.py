"""Which addresses belong to a crawl."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.scope import Admission, Scope
from sitesieve.errors import InputError, OutputError


def options(url: str = "http://a.example/", **more: Any) -> CrawlOptions:
    return CrawlOptions(url, Path("site.warc.gz"), **more)


def scope_of(max_depth: int = 20, **more: Any) -> Scope:
    return Scope("http://a.example/", max_depth, **more)


def wants(scope: Scope, url: str, depth: int) -> bool:
    """Whether an address found so far from the start is fetched; it is counted if so."""
    return scope.belongs(url) and scope.judge(url, depth) is Admission.WANTED


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("http://a.example/news", True),
        ("https://www.a.example/news", True),
        ("http://b.example/news", False),
        ("http://a.example:8080/news", False),
        ("ftp://a.example/news", False),
        ("http://a.example/report.PDF", False),
        ("http://a.example/a/b/a/b/a/b/a/b/", False),
        ("http://a.example/" + "x" * 3000, False),
        ("http://[broken/", False),
        ("http://a.example:99999999/", False),
        ("", False),
    ],
)
def test_pages_of_the_site_are_wanted(url: str, wanted: bool) -> None:
    assert wants(scope_of(), url, 1) is wanted


def test_a_site_can_be_a_host() -> None:
    scope = scope_of(site_by="host")
    assert not wants(scope, "http://www.a.example/", 1)
    scope.admit("http://[broken")
    scope.admit("http://www.a.example/")
    assert wants(scope, "http://www.a.example/news", 1)


def test_paths_have_their_own_depth_the_longest_counts() -> None:
    scope = scope_of(max_depth=3, path_depths=(("/archive/", 1), ("/archive/best/", 5)))
    assert wants(scope, "http://a.example/news", 3)
    assert not wants(scope, "http://a.example/news", 4)
    assert not wants(scope, "http://a.example/archive/1999", 2)
    assert wants(scope, "http://a.example/archive/best/1999", 5)


def test_a_path_has_its_depth_with_and_without_its_slash() -> None:
    scope = scope_of(max_depth=3, path_depths=(("/archive/", 1),))
    for url in ("http://a.example/archive", "http://a.example/archive/"):
        assert scope.judge(url, 1) is Admission.WANTED
        assert scope.judge(url, 2) is Admission.TOO_DEEP
    assert scope.judge("http://a.example/archive.html", 2) is Admission.WANTED


def test_one_path_has_only_so_many_queries() -> None:
    scope = scope_of(max_queries=2)
    for number in range(2):
        assert wants(scope, f"http://a.example/search?page={number}", 1)
    assert scope.judge("http://a.example/search?page=2", 1) is Admission.UNWANTED
    assert wants(scope, "http://a.example/list?page=2", 1)
    assert wants(scope, "http://a.example/search", 1)


def test_what_is_too_deep_does_not_count_as_a_query() -> None:
    scope = scope_of(max_queries=1, max_depth=1)
    assert scope.judge("http://a.example/search?page=1", 2) is Admission.TOO_DEEP
    assert scope.judge("http://a.example/search?page=2", 1) is Admission.WANTED


def test_sitemaps_of_the_site_are_read_but_not_without_end() -> None:
    scope = scope_of(max_depth=0)
    assert not scope.belongs("http://b.example/map.xml", "sitemap")
    assert scope.belongs("http://a.example/map.xml.gz", "sitemap")
    for number in range(100):
        assert scope.judge(f"http://a.example/map{number}.xml", 1, "sitemap") is Admission.WANTED
    assert scope.judge("http://a.example/map.xml", 1, "sitemap") is Admission.UNWANTED


@given(st.text(), st.integers(0, 50))
def test_no_text_is_too_odd_to_be_asked_about(text: str, depth: int) -> None:
    scope = scope_of()
    assert wants(scope, text, depth) in (True, False)
    assert wants(scope, f"http://a.example/{text}", depth) in (True, False)


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_pages": 0},
        {"max_depth": -1},
        {"delay": -0.5},
        {"max_seconds": 0.0},
        {"path_depths": (("news", 1),)},
        {"site_by": "planet"},
    ],
)
def test_bounds_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be|begins with|a site is"):
        options(**wrong)


def test_what_is_no_address_and_what_is_no_archive_are_refused() -> None:
    with pytest.raises(InputError, match="not a web address"):
        options("news.html")
    with pytest.raises(OutputError, match=r"\.warc"):
        CrawlOptions("http://a.example/", Path("site.jsonl"))
    with pytest.raises(InputError, match="another file"):
        options(since=Path("site.warc.gz"))
