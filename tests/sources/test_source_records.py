"""JSON Lines and Parquet: a record a page."""

import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
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

from sitesieve.errors import InputError, Reason
from sitesieve.page.limits import Limits
from sitesieve.sources import ReadOptions, Source


def jsonl(path: Path, *records: Any) -> Path:
    lines = [r if isinstance(r, str) else json.dumps(r) for r in records]
    path.write_text("".join(line + "\n" for line in lines))
    return path


def record(i: int, **more: Any) -> dict[str, Any]:
    return {"url": f"https://a.example/{i}", "html": html(f"page {i}")} | more


def parquet(path: Path, columns: dict[str, Any]) -> Path:
    pq.write_table(pa.table(columns), path)
    return path


@pytest.mark.parametrize("name", ["p.jsonl", "p.jsonl.gz", "p.jsonl.zst", "p.ndjson", "unnamed"])
def test_json_lines_give_a_page_a_line_plain_or_packed(tmp_path: Path, name: str) -> None:
    path = jsonl(tmp_path / name, record(1), record(2))
    if name.endswith(".gz"):
        path.write_bytes(gzip.compress(path.read_bytes()))
    elif name.endswith(".zst"):
        path.write_bytes(zstandard.compress(path.read_bytes()))
    by_name = pages(read(path))
    assert [(page.url, title(page), page.name) for page in by_name] == [
        ("https://a.example/1", "page 1", f"{path}:1"),
        ("https://a.example/2", "page 2", f"{path}:2"),
    ]


@pytest.mark.parametrize("column", ["string", "binary", "large string"])
def test_parquet_gives_a_page_a_row_from_text_and_from_bytes(tmp_path: Path, column: str) -> None:
    kind = {"string": pa.string(), "binary": pa.binary(), "large string": pa.large_string()}
    cells = [html("grün").encode(), html("два").encode()]
    values = cells if column == "binary" else [cell.decode() for cell in cells]
    path = parquet(
        tmp_path / "p.parquet",
        {"url": ["https://a.example/1", None], "html": pa.array(values, kind[column])},
    )
    by_name = pages(read(path))
    assert [(page.url, title(page)) for page in by_name] == [
        ("https://a.example/1", "grün"),
        (None, "два"),
    ]


def test_bytes_in_parquet_are_decoded_like_a_file(tmp_path: Path) -> None:
    page = f'<meta charset="koi8-r"><title>{"привет"}</title><p>снова'.encode("koi8-r")
    path = parquet(tmp_path / "p.parquet", {"html": pa.array([page], pa.binary())})
    assert titles(read(path)) == ["привет"]


def test_a_parquet_file_is_known_by_content_when_its_name_says_nothing(tmp_path: Path) -> None:
    assert titles(read(parquet(tmp_path / "data", {"html": [html("x")]}))) == ["x"]


@pytest.mark.parametrize(
    ("html_name", "url_name"),
    [("raw_html", "page_url"), ("content", "URI"), ("Body", "WARC-Target-URI"), ("HTML", "link")],
)
def test_columns_are_found_by_their_usual_names(
    tmp_path: Path, html_name: str, url_name: str
) -> None:
    cells = {"id": 3, url_name: "https://a.example/", html_name: html("found")}
    lines = jsonl(tmp_path / "p.jsonl", cells)
    table = parquet(tmp_path / "p.parquet", {name: [cell] for name, cell in cells.items()})
    both = [(page.url, title(page)) for page in pages(read(lines, table))]
    assert both == [("https://a.example/", "found")] * 2


def test_columns_can_be_named_against_the_usual_names(tmp_path: Path) -> None:
    cells = {"html": "wrong", "url": "wrong", "mine": html("right"), "at": "https://b.example/"}
    options = ReadOptions(html_column="mine", url_column="at")
    lines = jsonl(tmp_path / "p.jsonl", cells)
    table = parquet(tmp_path / "p.parquet", {name: [cell] for name, cell in cells.items()})
    by_name = pages(read(lines, table, options=options))
    assert [(page.url, title(page)) for page in by_name] == [("https://b.example/", "right")] * 2


@pytest.mark.parametrize(
    ("by", "site"), [("domain", "b.co.uk"), ("host", "www.b.co.uk"), ("owner", "Ann")]
)
def test_the_site_is_the_domain_the_host_or_a_column(tmp_path: Path, by: str, site: str) -> None:
    cells = {"url": "https://www.b.co.uk/x", "html": html("x"), "owner": "Ann"}
    lines = jsonl(tmp_path / "p.jsonl", cells)
    table = parquet(tmp_path / "p.parquet", {name: [cell] for name, cell in cells.items()})
    options = ReadOptions(site_by=by)
    assert [page.site for page in pages(read(lines, table, options=options))] == [site, site]


def test_a_site_without_a_value_is_no_site_and_without_the_field_a_failure(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "p.jsonl", record(1, owner=None), record(2), record(3, owner=7))
    items = read(path, options=ReadOptions(site_by="owner"))
    assert [page.site for page in pages(items)] == ["", "7"]
    assert [failure.reason for failure in failures(items)] == [Reason.NO_SITE]


def test_carried_columns_travel_with_the_page(tmp_path: Path) -> None:
    options = ReadOptions(carry=("id", "tags"))
    lines = jsonl(tmp_path / "p.jsonl", record(1, id=7, tags=["x"], other=1), record(2))
    assert [page.extra for page in pages(read(lines, options=options))] == [
        {"id": 7, "tags": ["x"]},
        {"id": None, "tags": None},
    ]
    table = parquet(tmp_path / "p.parquet", {"html": [html("x")], "id": [7], "tags": [["x"]]})
    assert only_page(read(table, options=options)).extra == {"id": 7, "tags": ["x"]}


def test_reading_twice_gives_the_same_items(tmp_path: Path) -> None:
    lines = jsonl(tmp_path / "p.jsonl", record(1), "{", record(3))
    table = parquet(tmp_path / "p.parquet", {"html": [html("x"), None]})
    source = Source([str(lines), str(table)])
    first, second = list(source), list(source)
    assert len(first) == 5
    assert [as_plain(item) for item in first] == [as_plain(item) for item in second]


def test_a_malformed_line_is_a_failure_that_names_the_line(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "p.jsonl", record(1), '{"html": "<p>cut sho', record(3))
    items = read(path)
    assert titles(items) == ["page 1", "page 3"]
    (failure,) = failures(items)
    assert failure.name == f"{path}:2"
    assert failure.reason is Reason.MALFORMED_JSON


@pytest.mark.parametrize("line", ["[1, 2]", '"text"', "null", "17", "[" * 100_000, "9" * 9999])
def test_json_that_is_not_an_object_is_a_failure(tmp_path: Path, line: str) -> None:
    items = read(jsonl(tmp_path / "p.jsonl", line, record(2)))
    assert titles(items) == ["page 2"]
    assert [failure.reason for failure in failures(items)] == [Reason.MALFORMED_JSON]


@pytest.mark.parametrize("html_value", [None, 5, ["<p>"], {"a": 1}])
def test_a_record_without_html_is_a_failure_that_lists_its_fields(
    tmp_path: Path, html_value: object
) -> None:
    path = jsonl(tmp_path / "p.jsonl", {"url": "https://a.example/", "html": html_value, "id": 1})
    failure = only_failure(read(path))
    assert failure.reason is Reason.NO_HTML
    assert failure.url == "https://a.example/"
    assert "url, html, id" in failure.detail


def test_a_record_without_an_html_field_says_which_fields_there_are(tmp_path: Path) -> None:
    failure = only_failure(read(jsonl(tmp_path / "p.jsonl", {"a": 1, "b": 2})))
    assert failure.reason is Reason.NO_HTML
    assert "fields: a, b" in failure.detail
    missing = ReadOptions(html_column="c")
    failure = only_failure(read(tmp_path / "p.jsonl", options=missing))
    assert "'c'" in failure.detail


def test_blank_lines_and_a_byte_order_mark_are_harmless(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(record(1)).encode() + b"\n\n  \n")
    with path.open("ab") as file:
        file.write(json.dumps(record(4)).encode())  # and no end of line
    by_name = pages(read(path))
    assert [(title(page), page.name) for page in by_name] == [
        ("page 1", f"{path}:1"),
        ("page 4", f"{path}:4"),
    ]


def test_an_empty_json_lines_file_has_no_items(tmp_path: Path) -> None:
    assert read(jsonl(tmp_path / "p.jsonl")) == []


def test_a_line_far_beyond_the_limit_is_a_failure_and_the_next_is_read(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "p.jsonl", record(1, html="x" * 2000), {"html": "<p>short"})
    items = read(path, options=ReadOptions(limits=Limits(bytes=100)))
    assert [failure.name for failure in failures(items)] == [f"{path}:1"]
    assert [page.name for page in pages(items)] == [f"{path}:2"]


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_json_lines_cut_short_give_what_is_whole_and_a_failure(tmp_path: Path, ending: str) -> None:
    lines = [json.dumps(record(i)).encode() + b"\n" for i in range(300)]
    pack = gzip.compress if ending == ".gz" else zstandard.compress
    whole = b"".join(pack(b"".join(lines[k : k + 100])) for k in (0, 100, 200))
    path = tmp_path / f"p.jsonl{ending}"
    path.write_bytes(whole[: -len(pack(b"".join(lines[200:]))) // 2])
    items = read(path)
    assert len(pages(items)) >= 200
    assert [failure.reason for failure in failures(items)][-1:] == [Reason.CORRUPT]


def test_a_null_cell_is_a_failure_and_the_other_rows_are_read(tmp_path: Path) -> None:
    path = parquet(tmp_path / "p.parquet", {"html": [html("a"), None, html("c")]})
    items = read(path)
    assert titles(items) == ["a", "c"]
    (failure,) = failures(items)
    assert failure.name == f"{path}:2"
    assert failure.reason is Reason.NO_HTML


def test_parquet_without_an_html_column_is_an_error_that_names_the_columns(tmp_path: Path) -> None:
    path = parquet(tmp_path / "p.parquet", {"title": ["x"], "price": [3]})
    with pytest.raises(InputError, match="title, price") as caught:
        Source([str(path)])
    assert "--html-column" in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [ReadOptions(html_column="x"), ReadOptions(url_column="x"), ReadOptions(carry=("x",))],
)
def test_a_named_column_that_parquet_lacks_is_an_error(
    tmp_path: Path, options: ReadOptions
) -> None:
    path = parquet(tmp_path / "p.parquet", {"url": ["u"], "html": ["<p>h"]})
    with pytest.raises(InputError, match=r"no column 'x'; columns: url, html"):
        Source([str(path)], options)


@pytest.mark.parametrize("content", [b"", b"not parquet at all", b"PAR1PAR1", b"PAR1" + bytes(50)])
def test_a_file_that_is_not_parquet_though_named_so_is_an_error(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "p.parquet"
    path.write_bytes(content)
    with pytest.raises(InputError, match="is not a readable Parquet file"):
        Source([str(path)])


def test_a_parquet_file_damaged_inside_is_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "p.parquet"
    pq.write_table(pa.table({"html": [html(str(i)) for i in range(500)]}), path)
    data = bytearray(path.read_bytes())
    data[4:400] = b"\xff" * 396
    path.write_bytes(data)
    (failure,) = failures(read(path))
    assert failure.reason is Reason.CORRUPT
    assert "row" in failure.detail


def test_text_in_parquet_that_is_not_utf8_fails_or_is_read_but_never_stops_the_rest(
    tmp_path: Path,
) -> None:
    lenient = pc.CastOptions(target_type=pa.string(), allow_invalid_utf8=True)
    cells = [html("first").encode(), b"<title>caf\xe9</title><p>x", html("last").encode()]
    path = parquet(tmp_path / "p.parquet", {"html": pc.cast(pa.array(cells), options=lenient)})
    items = read(path)
    assert len(items) == 3
    assert titles(items)[0] == "first"
    assert titles(items)[-1] == "last"


def test_times_finer_than_a_microsecond_can_be_carried(tmp_path: Path) -> None:
    at = pa.array([1_234_567_890_123_456_789], pa.timestamp("ns"))
    path = parquet(tmp_path / "p.parquet", {"html": [html("x")], "at": at})
    page = only_page(read(path, options=ReadOptions(carry=("at",))))
    assert "2009-02-13" in str(page.extra["at"])


def test_duplicate_addresses_are_two_pages(tmp_path: Path) -> None:
    items = read(jsonl(tmp_path / "p.jsonl", record(1), record(1)))
    assert titles(items) == ["page 1", "page 1"]


def test_a_record_with_html_for_its_address_is_a_failure_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    rows = [{"url": html("a"), "html": html("b")}, {"url": "https://a.example/", "html": html("c")}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    items = read(path)
    assert ["the field 'url' has HTML" in failure.detail for failure in failures(items)] == [True]
    assert titles(items) == ["c"]
