"""Addresses for pages that have none, and formats that are named."""

import io
import json
import sys
from pathlib import Path
from unittest import mock

import pytest

from sitesieve.errors import InputError
from sitesieve.page.page import Page
from sitesieve.sources import ReadOptions, Source

BASE = "https://www.a.example/docs/"


def pages(*locations: Path | str, stdin: bytes = b"", **options: str) -> list[Page]:
    with mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))):
        source = Source(list(map(str, locations)), ReadOptions(**options))  # type: ignore[arg-type]
    items = list(source)
    assert all(isinstance(item, Page) for item in items)
    return [item for item in items if isinstance(item, Page)]


def test_files_of_a_folder_have_addresses_below_the_base(tmp_path: Path) -> None:
    for name in ("index.html", "b.example/a b.html", "c/x?.html.gz"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text('<a href="../y.html">y</a>')
    for base in (BASE, BASE.rstrip("/")):
        read = pages(tmp_path, base_url=base)
        assert [page.url for page in read] == [
            *(f"{BASE}index.html", f"{BASE}b.example/a%20b.html", f"{BASE}c/x%3F.html.gz")
        ]
        assert {page.site for page in read} == {"a.example"}


def test_a_file_has_the_address_itself_or_one_below_it(tmp_path: Path) -> None:
    for name in ("a.html", "b.html"):
        (tmp_path / name).write_text("<p>Words")
    assert [p.url for p in pages(tmp_path / "a.html", base_url=BASE)] == [f"{BASE}a.html"]
    url = "https://a.example/post?id=3"
    assert [p.url for p in pages(tmp_path / "a.html", base_url=url)] == [url]
    both = (tmp_path / "a.html", tmp_path / "b.html")
    assert [p.url for p in pages(*both, base_url=BASE)] == [f"{BASE}a.html", f"{BASE}b.html"]
    with pytest.raises(InputError, match="slash"):
        pages(*both, base_url=url)


def test_standard_input_has_the_address_itself() -> None:
    assert [p.url for p in pages("-", stdin=b"<p>Words", base_url=BASE)] == [BASE]


def test_addresses_of_records_are_joined_to_the_base(tmp_path: Path) -> None:
    lines = [{"html": "<p>x", "url": "../a"}, {"html": "<p>x", "url": "https://b.example/"}]
    lines.append({"html": "<p>x"})
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    urls = [page.url for page in pages(path, base_url=BASE)]
    assert urls == ["https://www.a.example/a", "https://b.example/", None]


@pytest.mark.parametrize("base", ["a.example", "/docs/", "https://[x", ""])
def test_what_is_no_address_is_refused(base: str, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>Words")
    with pytest.raises(InputError, match="no address"):
        pages(tmp_path, base_url=base)


def test_the_format_can_be_named(tmp_path: Path) -> None:
    line = json.dumps({"html": "<p>Words", "url": "https://a.example/"}).encode()
    path = tmp_path / "data.txt"
    path.write_bytes(b"  \n" + line)
    (page,) = pages(path, input_format="jsonl")
    assert page.url == "https://a.example/"
    (page,) = pages("-", stdin=line, input_format="html")
    assert page.html == line
    for location, message in ((tmp_path, "a folder"), ("https://a.example/", "an address")):
        with pytest.raises(InputError, match=message):
            pages(location, input_format="jsonl")
    with pytest.raises(InputError, match="no input format 'docx'"):
        pages(path, input_format="docx")
