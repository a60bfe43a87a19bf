"""Files of records: JSON Lines, text, Markdown, HTML; plain and packed; whole or not at all."""

import gzip
import json
from pathlib import Path

import pytest
import zstandard
from sink_material import clean_to, file_sink, html, lines_file, text_records, write_all

from sitesieve.atomic import atomic_write
from sitesieve.errors import OutputError
from sitesieve.sinks import FileSink, Record, format_of, open_sink


def unpacked(path: Path) -> bytes:
    data = path.read_bytes()
    if path.suffix == ".gz":
        return gzip.decompress(data)
    if path.suffix == ".zst":
        with zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True) as reader:
            return reader.read()
    return data


def test_json_lines_hold_an_object_a_page(tmp_path: Path) -> None:
    source = lines_file(
        tmp_path / "in.jsonl",
        {"url": "https://a.example/1", "html": html("eins"), "id": 7},
        {"url": "https://a.example/2", "html": html("zwei"), "id": "a\u2028b\nc"},
    )
    out = tmp_path / "out.jsonl"
    clean_to(file_sink(out, "jsonl"), source, carry=("id",))
    records = [json.loads(line) for line in out.read_bytes().split(b"\n")[:-1]]
    assert [(r["url"], r["title"], r["id"]) for r in records] == [
        ("https://a.example/1", "eins", 7),
        ("https://a.example/2", "zwei", "a\u2028b\nc"),
    ]
    assert records[0]["text"] == "eins\n\nAbout eins."
    assert records[0]["site"] == "a.example"
    assert records[0]["source"] == f"{source}:1"
    assert records[0]["cuts"] == []


def test_added_fields_stand_in_the_record(tmp_path: Path) -> None:
    source = lines_file(tmp_path / "in.jsonl", {"url": "https://a.example/", "html": html("one")})
    out = tmp_path / "out.jsonl"
    clean_to(file_sink(out, "jsonl"), source, add=("markdown", "html", "blocks", "words"))
    record = json.loads(out.read_bytes())
    assert record["markdown"].startswith("# one")
    assert "<h1>one</h1>" in record["html"]
    assert [block["text"] for block in record["blocks"]] == ["one", "About one."]
    assert record["words"]["one"] == 2


def test_text_of_several_pages_is_parted_by_a_form_feed(tmp_path: Path) -> None:
    write_all(file_sink(tmp_path / "o.txt", "txt"), text_records("one", "two", "three"))
    assert (tmp_path / "o.txt").read_bytes() == b"one\n\f\ntwo\n\f\nthree\n"


def test_markdown_of_several_pages_names_each_page(tmp_path: Path) -> None:
    records = [*text_records("# one"), Record(None, "b--c.html", text="# two")]
    write_all(file_sink(tmp_path / "o.md", "markdown"), records)
    assert (tmp_path / "o.md").read_text() == (
        "<!-- https://a.example/1 -->\n\n# one\n\n<!-- b%2D%2Dc.html -->\n\n# two\n"
    )


def test_one_page_fits_into_an_html_file_and_two_do_not(tmp_path: Path) -> None:
    write_all(file_sink(tmp_path / "o.html", "html"), text_records("<p>one"))
    assert (tmp_path / "o.html").read_bytes() == b"<p>one\n"
    with pytest.raises(OutputError, match="--output-dir"):
        write_all(file_sink(tmp_path / "p.html", "html"), text_records("<p>one", "<p>two"))
    assert not (tmp_path / "p.html").exists()


@pytest.mark.parametrize("form", ["jsonl", "txt", "markdown"])
def test_lone_surrogates_are_written_somehow(tmp_path: Path, form: str) -> None:
    odd = "before \ud800 after"
    data = {"text": odd} if form == "jsonl" else None
    record = Record(f"https://a.example/{odd}", None, data=data, text=None if data else odd)
    write_all(file_sink(tmp_path / "out", form), [record])
    assert "after" in (tmp_path / "out").read_bytes().decode("utf-8")


@pytest.mark.parametrize("name", ["o.txt.gz", "o.txt.zst"])
def test_the_ending_packs_the_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write_all(file_sink(path, "txt"), text_records("one", "two"))
    assert path.read_bytes()[:2] in (b"\x1f\x8b", b"\x28\xb5")
    assert unpacked(path) == b"one\n\f\ntwo\n"


@pytest.mark.parametrize("name", ["o.txt", "o.txt.gz", "o.txt.zst"])
def test_the_same_records_give_the_same_bytes(tmp_path: Path, name: str) -> None:
    records = text_records(*(f"text {i}" * 50 for i in range(100)))
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        write_all(file_sink(tmp_path / folder / name, "txt"), records)
    assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


@pytest.mark.parametrize("name", ["o.txt.gz", "o.txt.zst"])
def test_what_a_packed_file_holds_does_not_depend_on_commits(tmp_path: Path, name: str) -> None:
    records = text_records(*(f"text {i}" for i in range(40)))
    for folder, commits in (("a", ()), ("b", (7, 23))):
        (tmp_path / folder).mkdir()
        sink = file_sink(tmp_path / folder / name, "txt")
        for i, record in enumerate(records):
            if i in commits:
                sink.commit()
            sink.write(record)
        sink.finish()
    assert unpacked(tmp_path / "a" / name) == unpacked(tmp_path / "b" / name)


@pytest.mark.parametrize("name", ["o.txt", "o.txt.gz", "o.txt.zst"])
def test_the_file_has_its_name_only_when_it_is_complete(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"the old file")
    sink = file_sink(path, "txt")
    for record in text_records("one", "two"):
        sink.write(record)
        sink.commit()
        assert path.read_bytes() == b"the old file"
    sink.finish()
    assert unpacked(path) == b"one\n\f\ntwo\n"
    assert [p.name for p in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["o.txt", "o.txt.gz", "o.txt.zst"])
def test_a_resumed_sink_forgets_what_came_after_the_commit(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    one, two, three = text_records("one", "two", "three")
    first = file_sink(path, "txt")
    first.write(one)
    state = first.commit()
    first.write(three)
    first.abandon()
    assert not path.exists()
    second = file_sink(path, "txt")
    second.resume(state)
    second.write(two)
    second.finish()
    assert unpacked(path) == b"one\n\f\ntwo\n"


def test_a_sink_whose_data_is_gone_cannot_be_resumed(tmp_path: Path) -> None:
    first = FileSink(tmp_path / "o.txt", "txt")
    first.write(text_records("one")[0])
    state = first.commit()
    first.abandon()
    (first.workspace.folder / "data").write_bytes(b"")
    second = FileSink(tmp_path / "o.txt", "txt")
    with pytest.raises(OutputError, match="cannot resume"):
        second.resume(state)
    second.abandon()


@pytest.mark.parametrize(
    ("name", "form"),
    [
        *(("a.jsonl", "jsonl"), ("a.ndjson", "jsonl"), ("a.json", "jsonl"), ("A.JSONL", "jsonl")),
        *(("a.txt", "txt"), ("a.text", "txt"), ("a.md", "markdown"), ("a.html", "html")),
        *(("a.parquet", "parquet"), ("a.jsonl.gz", "jsonl"), ("a.md.zst", "markdown")),
    ],
)
def test_the_format_is_told_by_the_ending(name: str, form: str) -> None:
    assert format_of(name) == form


@pytest.mark.parametrize("name", ["a.docx", "a", "a.gz", "txt"])
def test_an_unknown_ending_is_an_error_that_says_what_to_do(name: str) -> None:
    with pytest.raises(OutputError, match="--output-format"):
        format_of(name)


def test_a_folder_that_does_not_exist_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="nowhere does not exist"):
        open_sink(tmp_path / "nowhere" / "o.jsonl", "jsonl")


def test_a_folder_in_place_of_a_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="is a folder"):
        open_sink(tmp_path, "jsonl")


def test_parquet_does_not_go_to_standard_output() -> None:
    with pytest.raises(OutputError, match="Parquet needs a file"):
        open_sink(None, "parquet")


def test_an_atomic_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "model.sieve"
    path.write_bytes(b"old")

    def half_a_write() -> None:
        with atomic_write(path) as file:
            file.write(b"half of the new")
            assert path.read_bytes() == b"old"
            raise RuntimeError("out of luck")

    with pytest.raises(RuntimeError, match="out of luck"):
        half_a_write()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_atomic_write_that_succeeds_replaces_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "model.sieve"
    path.write_bytes(b"old")
    with atomic_write(path) as file:
        file.write(b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]
