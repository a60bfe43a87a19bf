"""HTML files and folders of them."""

import gzip
import os
import random
from pathlib import Path

import pytest
import zstandard
from source_material import (
    as_plain,
    failures,
    html,
    only_failure,
    only_page,
    pages,
    read,
    title,
    titles,
)

from sitesieve.errors import InputError, PageError, Reason
from sitesieve.page.limits import Limits
from sitesieve.page.page import Page
from sitesieve.sources import ReadOptions, Source


def put(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def packed(name: str, content: bytes) -> bytes:
    if name.endswith(".gz"):
        return gzip.compress(content)
    return zstandard.compress(content) if name.endswith(".zst") else content


@pytest.mark.parametrize("name", ["a.html", "a.htm", "a.xhtml", "a.HTML", "a.html.gz", "a.htm.zst"])
def test_an_html_file_is_one_page_whatever_its_ending_and_packing(
    tmp_path: Path, name: str
) -> None:
    page = only_page(read(put(tmp_path / name, packed(name, html("one").encode()))))
    assert title(page) == "one"
    assert page.url is None
    assert page.name == name


def test_a_file_without_an_ending_is_known_by_its_content(tmp_path: Path) -> None:
    assert titles(read(put(tmp_path / "page", html("plain")))) == ["plain"]
    assert titles(read(put(tmp_path / "packed", gzip.compress(html("gz").encode())))) == ["gz"]
    assert titles(read(put(tmp_path / "lines", '{"html": "<title>line</title>x"}'))) == ["line"]


def test_packing_is_told_by_content_not_by_the_ending(tmp_path: Path) -> None:
    assert titles(read(put(tmp_path / "not-packed.html.gz", html("plain")))) == ["plain"]


def test_a_folder_gives_its_pages_by_name_and_ignores_other_files(tmp_path: Path) -> None:
    names = ["b.html", "a.htm", "c.xhtml", "sub/deep/d.html.gz", "sub/e.html.zst"]
    for name in names:
        put(tmp_path / name, packed(name, html(name).encode()))
    for name in ("notes.txt", "style.css", "data.json", "html", "picture.html.png"):
        put(tmp_path / name, "not a page")
    by_name = pages(read(tmp_path))
    assert [page.name for page in by_name] == [
        *("a.htm", "b.html", "c.xhtml", "sub/e.html.zst", "sub/deep/d.html.gz")
    ]
    assert [title(page) for page in by_name] == [page.name for page in by_name]


def test_the_order_of_a_folder_does_not_depend_on_the_order_of_writing(tmp_path: Path) -> None:
    names = [f"{folder}/{i:02}.html" for folder in ("x", "y", "z") for i in range(10)]
    orders = []
    for seed in (1, 2):
        random.Random(seed).shuffle(names)
        for name in names:
            put(tmp_path / str(seed) / name, html(name))
        orders.append([page.name for page in pages(read(tmp_path / str(seed)))])
    assert orders[0] == orders[1] == sorted(names)


def test_the_first_folder_is_the_site_when_it_is_named_like_a_host(tmp_path: Path) -> None:
    for name in ("www.a.example/x/1.html", "news/2.html", "3.html"):
        put(tmp_path / name, html("x"))
    by_domain = {page.name: page.site for page in pages(read(tmp_path))}
    assert by_domain == {"www.a.example/x/1.html": "a.example", "news/2.html": "", "3.html": ""}
    by_host = pages(read(tmp_path, options=ReadOptions(site_by="host")))
    assert {page.name: page.site for page in by_host}["www.a.example/x/1.html"] == "www.a.example"


def test_reading_twice_gives_the_same_items(tmp_path: Path) -> None:
    for name in ("a.html", "s/b.html"):
        put(tmp_path / name, html(name))
    put(tmp_path / "bad.html.gz", b"\x1f\x8b\x08broken")
    source = Source([str(tmp_path), str(tmp_path / "a.html")])
    first, second = list(source), list(source)
    assert len(first) == 4
    assert [as_plain(item) for item in first] == [as_plain(item) for item in second]


def test_several_locations_are_read_in_the_order_given(tmp_path: Path) -> None:
    one, two = put(tmp_path / "z.html", html("one")), put(tmp_path / "a.html", html("two"))
    assert titles(read(one, two, one)) == ["one", "two", "one"]


def test_an_empty_file_is_a_page_that_fails_as_empty(tmp_path: Path) -> None:
    page = only_page(read(put(tmp_path / "empty.html", b"")))
    with pytest.raises(PageError) as caught:
        title(page)
    assert caught.value.reason is Reason.EMPTY


def test_a_binary_file_fails_as_binary(tmp_path: Path) -> None:
    page = only_page(read(put(tmp_path / "picture.html", b"\x89PNG\r\n\x1a\n" + bytes(100))))
    with pytest.raises(PageError) as caught:
        title(page)
    assert caught.value.reason is Reason.BINARY


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("b.html.gz", lambda data: data[: len(data) // 2]),
        ("b.html.gz", lambda data: data[:12] + b"\xff" * 40 + data[52:]),
        ("b.html.zst", lambda data: data[: len(data) // 2]),
        ("b.html.zst", lambda data: data[:6] + b"\xff" * 40 + data[46:]),
    ],
    ids=["gzip cut short", "gzip overwritten", "zstd cut short", "zstd overwritten"],
)
def test_of_a_folder_only_the_damaged_file_fails(tmp_path: Path, name: str, damage: object) -> None:
    assert callable(damage)
    put(tmp_path / "a.html", html("a"))
    put(tmp_path / "c.html", html("c"))
    noise = random.Random(4).randbytes(3000).hex()  # does not pack into nothing
    put(tmp_path / name, damage(packed(name, html(noise).encode())))
    items = read(tmp_path)
    assert titles(items) == ["a", "c"]
    (failure,) = failures(items)
    assert failure.reason is Reason.CORRUPT
    assert failure.name == f"{tmp_path}/{name}"


def test_a_damaged_file_alone_is_a_failure_that_names_it(tmp_path: Path) -> None:
    path = put(tmp_path / "bad.html.gz", gzip.compress(html("x").encode() * 50)[:40])
    failure = only_failure(read(path))
    assert failure.reason is Reason.CORRUPT
    assert failure.name == str(path)
    assert "damaged compressed data" in failure.detail


def test_a_file_that_does_not_exist_is_an_error_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no such file or folder: .*nowhere\.html"):
        Source([str(tmp_path / "nowhere.html")])


def test_an_empty_folder_has_no_items(tmp_path: Path) -> None:
    assert read(tmp_path) == []


def test_a_dead_link_in_a_folder_is_passed_over(tmp_path: Path) -> None:
    put(tmp_path / "a.html", html("a"))
    (tmp_path / "b.html").symlink_to(tmp_path / "gone.html")
    assert titles(read(tmp_path)) == ["a"]


def test_a_file_that_vanishes_after_the_check_is_a_failure_not_a_crash(tmp_path: Path) -> None:
    paths = [put(tmp_path / name, html(name)) for name in ("a.html", "b.html")]
    source = Source([str(path) for path in paths])
    paths[0].unlink()
    items = list(source)
    assert titles(items) == ["b.html"]
    assert [failure.reason for failure in failures(items)] == [Reason.UNREADABLE]


def test_no_more_than_the_limit_of_a_file_is_read_and_the_page_says_so(tmp_path: Path) -> None:
    path = put(tmp_path / "long.html", html("long") + "<p>more words" * 1000)
    page = only_page(read(path, options=ReadOptions(limits=Limits(bytes=500))))
    assert len(page.html) == 501
    assert [cut.cap for cut in page.tree.cuts] == ["bytes"]


def test_a_file_name_that_is_not_utf8_is_read_all_the_same(tmp_path: Path) -> None:
    try:
        with open(os.fsencode(tmp_path) + b"/caf\xe9.html", "w") as file:
            file.write(html("strange"))
    except OSError:  # a file system that takes only UTF-8
        pytest.skip("the file system does not take such names")
    assert titles(read(tmp_path)) == ["strange"]


def test_progress_reaches_the_end_and_counts_bytes_read(tmp_path: Path) -> None:
    for name in ("a.html", "b.html"):
        put(tmp_path / name, html(name))
    source = Source([str(tmp_path)])
    fractions = [source.fraction for _ in source]
    assert fractions == [0.0, 0.5]
    assert source.fraction == 1.0


def test_a_little_zstd_that_becomes_very_much_is_read_no_further_than_the_cap(
    tmp_path: Path,
) -> None:
    bomb = zstandard.ZstdCompressor().compress(b"<p>x" + b" " * 300_000_000)
    assert len(bomb) < 50_000
    (tmp_path / "bomb.html.zst").write_bytes(bomb)
    (item,) = Source([str(tmp_path / "bomb.html.zst")], ReadOptions(limits=Limits(bytes=1000)))
    assert isinstance(item, Page)
    assert len(item.html) == 1001
