"""Parquet output."""

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from sink_material import clean_to, html, lines_file

from sitesieve.cleaning.methods import TagFilter
from sitesieve.errors import OutputError
from sitesieve.run.job import Job
from sitesieve.sinks import Formatter, ParquetSink, Record
from sitesieve.sources import ReadOptions, Source


def rows(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


def plain(i: int, **more: Any) -> Record:
    data = {"url": f"https://a.example/{i}", "text": f"text {i}", "cuts": []}
    return Record(str(data["url"]), None, data=data | more)


def write_rows(path: Path, *records: Record, commit_before: tuple[int, ...] = ()) -> None:
    sink = ParquetSink(path)
    for i, record in enumerate(records):
        if i in commit_before:
            sink.commit()
        sink.write(record)
    sink.finish()


def test_a_row_a_page_with_typed_columns(tmp_path: Path) -> None:
    source = lines_file(
        tmp_path / "in.jsonl",
        {"url": "https://a.example/1", "html": html("eins")},
        {"html": html("zwei")},
    )
    out = tmp_path / "out.parquet"
    clean_to(ParquetSink(out), source, "parquet")
    one, two = rows(out)
    assert (one["url"], one["title"], one["text"]) == (
        "https://a.example/1",
        "eins",
        "eins\n\nAbout eins.",
    )
    assert (one["words_before"], one["words_kept"], one["cuts"]) == (3, 3, [])
    assert (two["url"], two["title"]) == (None, "zwei")
    assert [str(field.type) for field in pq.read_schema(out)][:2] == ["string", "string"]


def test_added_fields_and_carried_columns_are_columns(tmp_path: Path) -> None:
    source = lines_file(
        tmp_path / "in.jsonl",
        {"html": html("one"), "id": 7, "tags": ["x", "y"], "price": 1.5, "more": {"a": 1}},
        {"html": html("two"), "id": None, "tags": [], "price": None, "more": None},
    )
    out = tmp_path / "out.parquet"
    added = ("markdown", "html", "blocks", "words")
    clean_to(
        ParquetSink(out, added),
        source,
        "parquet",
        add=added,
        carry=("id", "tags", "price", "more"),
    )
    one, two = rows(out)
    assert one["markdown"].startswith("# one")
    assert "<h1>one</h1>" in one["html"]
    assert [(b["text"], b["keep"]) for b in one["blocks"]] == [("one", True), ("About one.", True)]
    assert isinstance(json.loads(one["blocks"][0]["evidence"]), dict)
    assert dict(one["words"]) == {"one": 2, "about": 1}
    assert (one["id"], one["tags"], one["price"], one["more"]) == (7, ["x", "y"], 1.5, {"a": 1})
    assert (two["id"], two["tags"], two["price"], two["more"]) == (None, [], None, None)


def test_types_that_become_known_later_fit_the_rows_before(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    records = [plain(1, id=None), plain(2, id=3), plain(3, id=4.5)]
    write_rows(out, *records, commit_before=(1, 2))
    assert [row["id"] for row in rows(out)] == [None, 3.0, 4.5]


def test_a_carried_column_is_kept_when_the_first_page_has_none(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    write_rows(out, plain(1), plain(2, id=3))
    assert [row["id"] for row in rows(out)] == [None, 3]


def test_a_carried_column_from_one_of_two_inputs_is_kept(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(html("file"))
    lines = lines_file(tmp_path / "b.jsonl", {"html": html("line"), "id": 3})
    source = Source([str(tmp_path / "a.html"), str(lines)], ReadOptions(carry=("id",)))
    sink = ParquetSink(tmp_path / "out.parquet")
    Job(source, TagFilter(), sink, Formatter("parquet"), jobs=0).run()
    assert [row.get("id") for row in rows(tmp_path / "out.parquet")] == [None, 3]


@pytest.mark.parametrize(
    "values",
    [["\ud800 lone", "x"], [2**70, 1], [1, "text"], [{}, {}], [[1], {"a": 1}]],
    ids=["lone surrogate", "huge number", "number and text", "empty object", "list and object"],
)
def test_values_that_fit_no_column_are_written_somehow_or_named_in_an_error(
    tmp_path: Path, values: list[object]
) -> None:
    out = tmp_path / "out.parquet"
    complaint = None
    try:
        write_rows(out, *(plain(i, odd=value) for i, value in enumerate(values)))
    except OutputError as error:
        complaint = str(error)
    assert out.exists() == (complaint is None)
    if complaint is None:
        assert len(rows(out)) == len(values)
    else:
        assert str(out) in complaint


@pytest.mark.parametrize("field", ["url", "text", "source"])
def test_a_lone_surrogate_in_a_page_does_not_stop_the_job(tmp_path: Path, field: str) -> None:
    out = tmp_path / "out.parquet"
    write_rows(out, plain(1, **{field: "odd \ud800 text"}), plain(2))
    first, second = rows(out)
    assert first[field].startswith("odd ")
    assert second["text"] == "text 2"


@pytest.mark.parametrize("name", ["blocks", "words", "html", "markdown"])
def test_a_carried_column_may_be_called_like_an_addition_that_was_not_asked_for(
    tmp_path: Path, name: str
) -> None:
    source = lines_file(tmp_path / "in.jsonl", {"raw_html": html("one"), name: 3})
    out = tmp_path / "out.parquet"
    sink = ParquetSink(out)
    opened = Source([str(source)], ReadOptions(html_column="raw_html", carry=(name,)))
    Job(opened, TagFilter(), sink, Formatter("parquet"), jobs=0).run()
    assert rows(out)[0][name] == 3


def test_the_file_has_its_name_only_when_it_is_complete(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    out.write_bytes(b"the old file")
    sink = ParquetSink(out)
    for i in range(3):
        sink.write(plain(i))
        sink.commit()
        assert out.read_bytes() == b"the old file"
    sink.finish()
    assert [row["text"] for row in rows(out)] == ["text 0", "text 1", "text 2"]
    assert [path.name for path in tmp_path.iterdir()] == ["out.parquet"]


def test_the_same_rows_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.parquet", "b.parquet"):
        write_rows(tmp_path / name, *(plain(i, id=i) for i in range(50)))
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()


def test_rows_do_not_depend_on_when_the_job_was_committed(tmp_path: Path) -> None:
    records = [plain(i, id=i) for i in range(50)]
    write_rows(tmp_path / "a.parquet", *records)
    write_rows(tmp_path / "b.parquet", *records, commit_before=(7, 23))
    assert rows(tmp_path / "a.parquet") == rows(tmp_path / "b.parquet")


def test_a_resumed_sink_forgets_what_came_after_the_commit(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    first = ParquetSink(out)
    first.write(plain(1))
    state = first.commit()
    first.write(plain(9))
    first.commit()
    first.abandon()
    second = ParquetSink(out)
    second.resume(state)
    second.write(plain(2))
    second.finish()
    assert [row["text"] for row in rows(out)] == ["text 1", "text 2"]


def test_a_sink_whose_parts_are_gone_cannot_be_resumed(tmp_path: Path) -> None:
    first = ParquetSink(tmp_path / "out.parquet")
    first.write(plain(1))
    state = first.commit()
    for part in first.workspace.folder.iterdir():
        part.unlink()
    with pytest.raises(OutputError, match="cannot resume"):
        ParquetSink(tmp_path / "out.parquet").resume(state)


def test_no_pages_make_an_empty_table_with_columns(tmp_path: Path) -> None:
    write_rows(tmp_path / "out.parquet")
    assert rows(tmp_path / "out.parquet") == []
    assert "text" in pq.read_schema(tmp_path / "out.parquet").names
