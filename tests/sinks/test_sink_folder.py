"""A folder tree that mirrors the input."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sink_material import html, text_records, write_all

from sitesieve.cleaning.methods import TagFilter
from sitesieve.errors import OutputError
from sitesieve.run.job import Job
from sitesieve.sinks import FolderSink, Formatter, Record, open_sink
from sitesieve.sinks.folder import file_name
from sitesieve.sources import Source


def written(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def write_pages(folder: Path, *addresses: str, form: str = "txt") -> dict[str, str]:
    """A page for each address, whose text is its number."""
    records = [Record(url, None, text=str(i)) for i, url in enumerate(addresses, 1)]
    write_all(FolderSink(folder, form), records)
    return written(folder)


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://a.example/", "a.example/index.txt"),
        ("https://a.example", "a.example/index.txt"),
        ("https://A.example:8080/news/story.html", "a.example/news/story.txt"),
        ("https://a.example/news/", "a.example/news/index.txt"),
        ("https://a.example/page.php", "a.example/page.txt"),
        ("https://a.example/caf%C3%A9", "a.example/café.txt"),
        ("https://a.example/v1.2/x.y", "a.example/v1.2/x.y.txt"),
        ("https://a.example/a//b/./c", "a.example/a/b/c.txt"),
    ],
)
def test_the_name_of_a_page_comes_from_its_address(url: str, name: str) -> None:
    assert file_name(Record(url, None), ".txt") == name


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("a/b.html", "a/b.md"),
        ("a/b.htm.gz", "a/b.md"),
        ("a/b.xhtml.zst", "a/b.md"),
        ("in.jsonl:3", "in.jsonl_3.md"),
        (None, "page.md"),
    ],
)
def test_the_name_of_a_page_without_an_address_comes_from_its_file(
    source: str | None, name: str
) -> None:
    assert file_name(Record(None, source), ".md") == name


def test_queries_give_different_names_and_the_same_query_the_same() -> None:
    one, two, again = (
        file_name(Record(f"https://a.example/x?{query}", None), ".txt")
        for query in ("p=1", "p=2", "p=1")
    )
    assert one == again != two
    assert one.startswith("a.example/x-")


@pytest.mark.parametrize(
    "address",
    [
        "https://a.example/../../etc/passwd",
        "https://a.example/%2e%2e/%2e%2e/etc/passwd",
        "https://a.example/..%2f..%2fetc/passwd",
        "https://a.example/x/..\\..\\etc/passwd",
        "https://../../etc/passwd",
        "https://a.example/ .. / .. /etc/passwd",
        "file:///etc/passwd",
        "https://a.example/%00/etc/passwd",
    ],
)
def test_no_address_leads_out_of_the_folder(tmp_path: Path, address: str) -> None:
    out = tmp_path / "deep" / "out"
    assert len(write_pages(out, address)) == 1
    assert [
        path for path in tmp_path.rglob("*") if path.is_file() and out not in path.parents
    ] == []


@given(st.text(max_size=60), st.booleans())
def test_whatever_the_address_the_name_is_safe(text: str, is_url: bool) -> None:
    url = f"https://a.example/{text}" if is_url else None
    name = file_name(Record(url, text or None), ".txt")
    parts = name.split("/")
    assert not name.startswith("/")
    assert all(part.strip(". ") and part not in ("", ".", "..") for part in parts)
    assert not any(character in name for character in '\0\n\\:*?"<>|')
    assert all(len(part.encode()) <= 140 for part in parts)


@given(st.text(max_size=40))
def test_any_text_can_stand_where_an_address_should(text: str) -> None:
    assert file_name(Record(text, "in:1"), ".txt").endswith(".txt")


def test_an_address_that_cannot_be_taken_apart_still_gets_a_file(tmp_path: Path) -> None:
    files = write_pages(tmp_path / "out", "http://[broken/x", "https://a.example/1")
    assert sorted(files.values()) == ["1\n", "2\n"]


def test_very_long_names_are_shortened_and_stay_different(tmp_path: Path) -> None:
    long = "https://a.example/" + "ü" * 400
    files = write_pages(tmp_path / "out", long + "a", long + "b")
    assert sorted(files.values()) == ["1\n", "2\n"]
    assert all(len(part.encode()) < 200 for name in files for part in name.split("/"))


def test_a_very_deep_address_gets_a_file_too(tmp_path: Path) -> None:
    files = write_pages(tmp_path / "out", "https://a.example" + ("/" + "x" * 100) * 45)
    assert list(files.values()) == ["1\n"]


def test_a_page_below_another_page_gets_a_file_too(tmp_path: Path) -> None:
    page = "https://a.example/story.html"
    files = write_pages(tmp_path / "out", page, f"{page}/comments", form="html")
    assert sorted(files.values()) == ["1\n", "2\n"]
    files = write_pages(tmp_path / "other", f"{page}/comments", page, form="html")
    assert sorted(files.values()) == ["1\n", "2\n"]


def test_two_pages_of_one_address_are_two_files(tmp_path: Path) -> None:
    url = "https://a.example/x.html"
    files = write_pages(tmp_path / "out", url, url, "https://a.example/x-2", url)
    assert sorted(files.values()) == ["1\n", "2\n", "3\n", "4\n"]
    assert files["a.example/x.txt"] == "1\n"
    assert files["a.example/x-2.txt"] == "2\n"


def test_names_that_differ_only_in_case_are_kept_apart(tmp_path: Path) -> None:
    addresses = [f"https://a.example/{name}" for name in ("Read", "READ", "read")]
    files = write_pages(tmp_path / "out", *addresses)
    assert len({name.lower() for name in files}) == 3


def test_a_folder_of_files_is_mirrored(tmp_path: Path) -> None:
    for name in ("a.example/x/1.html", "a.example/2.htm", "3.xhtml"):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(html(name))
    source = Source([str(tmp_path / "in")])
    sink = open_sink(tmp_path / "out", "markdown", folder=True)
    Job(source, TagFilter(), sink, Formatter("markdown"), jobs=0).run()
    files = written(tmp_path / "out")
    assert sorted(files) == ["3.md", "a.example/2.md", "a.example/x/1.md"]
    assert files["3.md"].startswith("# 3.xhtml")


def test_nothing_but_the_pages_is_left_in_the_folder(tmp_path: Path) -> None:
    write_all(FolderSink(tmp_path / "out", "txt"), text_records("one"))
    everything = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}
    assert everything == {"out", "out/a.example", "out/a.example/1.txt"}


def test_names_given_out_after_the_last_commit_are_free_again(tmp_path: Path) -> None:
    one, two = text_records("one", "two")
    first = FolderSink(tmp_path / "out", "txt")
    first.write(one)
    state = first.commit()
    first.write(two)
    first.abandon()
    second = FolderSink(tmp_path / "out", "txt")
    second.resume(state)
    second.write(two)
    second.finish()
    assert sorted(written(tmp_path / "out")) == ["a.example/1.txt", "a.example/2.txt"]


def test_names_of_a_commit_that_never_reached_the_journal_are_free_again(tmp_path: Path) -> None:
    one, two = text_records("one", "two")
    first = FolderSink(tmp_path / "out", "txt")
    first.write(one)
    state = first.commit()
    first.write(two)
    first.commit()  # and here the machine stops, before the journal is written
    first.abandon()
    second = FolderSink(tmp_path / "out", "txt")
    second.resume(state)
    second.write(two)
    second.finish()
    assert sorted(written(tmp_path / "out")) == ["a.example/1.txt", "a.example/2.txt"]


def test_parquet_is_no_format_for_a_folder(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="one file"):
        FolderSink(tmp_path, "parquet")


def test_a_file_in_place_of_the_folder_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    sink = FolderSink(tmp_path / "out", "txt")
    with pytest.raises(OutputError, match="out"):
        sink.write(text_records("one")[0])
    sink.abandon()
