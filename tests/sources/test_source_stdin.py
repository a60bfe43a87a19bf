"""Standard input as a source."""

import gzip
import io
import json
import shutil
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from source_material import as_plain, html, only_page, pages, read, title, titles, warc_record

from sitesieve.errors import InputError
from sitesieve.sources import Source

LINES = "".join(
    json.dumps({"url": f"https://a.example/{i}", "html": html(f"page {i}")}) + "\n" for i in (1, 2)
).encode()


def pipe_in(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_html_from_standard_input_is_one_page(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe_in(monkeypatch, html("piped").encode())
    assert title(only_page(read("-"))) == "piped"


@pytest.mark.parametrize("data", [LINES, gzip.compress(LINES)], ids=["plain", "gzipped"])
def test_json_lines_from_standard_input_are_named_by_line(
    monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    pipe_in(monkeypatch, data)
    by_name = pages(read("-"))
    assert [title(page) for page in by_name] == ["page 1", "page 2"]
    assert [page.name for page in by_name] == ["stdin:1", "stdin:2"]


@pytest.mark.filterwarnings("ignore:Use the new Reader and Writer:DeprecationWarning")
def test_a_warc_from_standard_input_is_known_by_its_content(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = warc_record("https://a.example/", html("crawled").encode())
    pipe_in(monkeypatch, gzip.compress(record))
    assert titles(read("-")) == ["crawled"]


def test_standard_input_can_be_read_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe_in(monkeypatch, LINES)
    source = Source(["-"])
    first, second = list(source), list(source)
    source.close()
    assert len(first) == 2
    assert [as_plain(item) for item in first] == [as_plain(item) for item in second]


@pytest.mark.parametrize(
    ("beside", "complaint"), [("-", "only once"), ("nowhere.html", "no such file")]
)
def test_an_error_beside_standard_input_leaves_no_temporary_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, beside: str, complaint: str
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    pipe_in(monkeypatch, LINES)
    with pytest.raises(InputError, match=complaint):
        Source(["-", beside])
    assert list(tmp_path.iterdir()) == []


def test_a_copy_does_not_fill_the_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            buffer[:] = b"x" * len(buffer)
            return len(buffer)

    taken = 0

    def usage(_: Path) -> SimpleNamespace:
        nonlocal taken
        taken += 1 << 20
        return SimpleNamespace(total=10**10, free=10**9 - taken)

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(shutil, "disk_usage", usage)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BufferedReader(Endless())))
    with pytest.raises(InputError, match=r"cannot keep a copy of stdin in .*: No space left"):
        Source(["-"])
    assert list(tmp_path.iterdir()) == []
