"""Folders of HTML files: nothing in them stops the job, and nothing is lost without a word."""

import json
import os
from pathlib import Path

import pytest

from sitesieve.errors import InputError, Reason
from sitesieve.page import Page
from sitesieve.sources import Failure, ReadOptions, Source

HTML = "<h1>One</h1><p>Some words."


def items(folder: Path, **options: str) -> list[Page | Failure]:
    return list(Source([str(folder)], ReadOptions(**options)))  # type: ignore[arg-type]


def test_a_folder_that_cannot_be_read_is_a_failure_among_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "locked", "z"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "page.html").write_text(HTML)
    scandir = os.scandir

    def refusing(path: str | Path) -> object:
        if Path(path).name == "locked":
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    first, second, failure = items(tmp_path)
    assert [getattr(page, "name", "") for page in (first, second)] == ["a/page.html", "z/page.html"]
    assert isinstance(failure, Failure)
    assert failure.reason is Reason.UNREADABLE
    assert failure.name.endswith("/locked")


def test_the_folder_itself_must_be_readable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(path: str | Path) -> object:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "scandir", refusing)
    with pytest.raises(InputError, match="cannot read folder"):
        items(tmp_path)


def test_a_link_to_nowhere_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(HTML)
    (tmp_path / "gone.html").symlink_to(tmp_path / "nowhere.html")
    failure, page = items(tmp_path)
    assert isinstance(failure, Failure)
    assert failure.reason is Reason.UNREADABLE
    assert isinstance(page, Page)


@pytest.mark.parametrize(
    ("folder", "site"), [("news.a.example", "a.example"), ("docs-3.11", ""), ("pages", "")]
)
def test_a_named_folder_may_be_a_host(tmp_path: Path, folder: str, site: str) -> None:
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "page.html").write_text(HTML)
    (page,) = items(tmp_path / folder)
    assert isinstance(page, Page)
    assert page.site == site


def test_a_format_that_is_named_holds_whatever_files_are_called(tmp_path: Path) -> None:
    (tmp_path / "page.php").write_text(HTML)
    assert [getattr(page, "name", "") for page in items(tmp_path, input_format="html")] == [
        "page.php"
    ]


def test_records_without_an_address_are_of_the_site_of_the_base(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text('{"html": "<p>Some words."}\n')
    (page,) = items(path, base_url="https://www.a.example/dir/")
    assert isinstance(page, Page)
    assert (page.url, page.site) == (None, "a.example")


def test_a_named_column_must_be_there(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text('{"url": "https://a.example/", "html": "<p>Some words."}\n')
    (failure,) = items(path, url_column="adress")
    assert isinstance(failure, Failure)
    assert "no field 'adress'" in failure.detail


def test_a_folder_without_html_files_is_the_archives_below_it(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name, url in (("b/2.jsonl", "https://b.example/"), ("1.jsonl", "https://a.example/")):
        (tmp_path / name).write_text(json.dumps({"url": url, "html": HTML}) + "\n")
    for name in (".hidden.jsonl", "_SUCCESS", "notes.txt"):
        (tmp_path / name).write_text("neither")
    pages = [item for item in items(tmp_path) if isinstance(item, Page)]
    assert [page.url for page in pages] == ["https://a.example/", "https://b.example/"]
    (tmp_path / "page.html").write_text(HTML)
    assert [item.name for item in items(tmp_path)] == ["page.html"]
