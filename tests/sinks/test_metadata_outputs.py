"""Front matter, CSV and JSON: what a page says of itself, as other programs read it."""

import csv
import io
import json
from pathlib import Path

import jsonschema
import pyarrow.parquet
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from sink_material import clean_to, html, lines_file

import sitesieve
from sitesieve.cleaning.document import FIELDS
from sitesieve.sinks import Formatter, open_sink
from sitesieve.sinks.formats import ADDITIONS
from sitesieve.sinks.table import row

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "record.schema.json").read_text("utf-8"))
PAGE = (
    '<html lang="en"><title>Tea: "a" history | A</title><meta name="author" content="Jane Roe">'
    '<meta property="article:published_time" content="2024-03-02"><meta name="description" '
    'content="no: yes&#10;- 1"><body><h1>Tea: "a" history</h1><p>About tea and those who drink it.'
)
texts = st.text(st.characters(), max_size=30)


def written(form: str, source: str = PAGE, with_metadata: bool = False) -> str:
    document = sitesieve.clean(source, url="https://a.example/tea", profile="archive")
    return (
        Formatter(form, with_metadata=with_metadata)(document, "tea.html").encoded or b""
    ).decode()


@pytest.mark.parametrize("form", ["markdown", "txt"])
def test_front_matter_is_yaml(form: str) -> None:
    text = written(form, with_metadata=True)
    assert text.startswith("---\n")
    _, matter, body = text.split("---\n", 2)
    metadata = yaml.safe_load(matter)
    assert metadata.pop("page_type") in ("article", "documentation", "listing", "service")
    assert metadata == {
        "title": 'Tea: "a" history',
        "author": "Jane Roe",
        "date": "2024-03-02",
        "url": "https://a.example/tea",
        "description": "no: yes - 1",
        "language": "en",
    }
    assert body.strip() == written(form).strip()


def test_without_being_asked_for_there_is_no_front_matter() -> None:
    assert "Jane Roe" not in written("markdown")


def test_html_has_metadata_in_its_head() -> None:
    head = written("html", with_metadata=True).partition("</head>")[0]
    assert '<meta name="author" content="Jane Roe">' in head
    assert '<meta name="date" content="2024-03-02">' in head
    assert '<link rel="canonical" href="https://a.example/tea">' in head
    assert "Jane Roe" not in written("html")


def test_in_a_file_of_several_pages_each_begins_with_its_front_matter(tmp_path: Path) -> None:
    pages = [{"url": f"https://a.example/{w}", "html": html(w)} for w in ("tea", "salt")]
    source = lines_file(tmp_path / "in.jsonl", *pages)
    out = tmp_path / "out.md"
    clean_to(open_sink(out, "markdown"), source, "markdown", with_metadata=True)
    text = out.read_text("utf-8")
    assert text.startswith("---\n")
    parts = text.split("---\n")
    addresses = [yaml.safe_load(matter)["url"] for matter in parts[1::2]]
    assert addresses == ["https://a.example/tea", "https://a.example/salt"]
    assert "<!--" not in text


@settings(deadline=None, max_examples=150)
@given(title=texts, author=texts)
def test_any_title_makes_front_matter_that_reads_back(title: str, author: str) -> None:
    end = "]]> --- \x00\x85\u2028\ufeff\ufffe\ud800 \U0001f600"
    quoted = author.replace('"', "&quot;").replace("<", "&lt;")
    source = (
        f"<title>{title.replace('<', '&lt;')}{end}</title>"
        f'<meta name="description" content="{quoted}{end}"><p>Words of a page.'
    )
    document = sitesieve.clean(source, url="https://a.example/\ud800", profile="archive")
    text = (Formatter("markdown", with_metadata=True)(document, None).encoded or b"").decode()
    matter = text.removeprefix("---\n").partition("\n---\n")[0]
    metadata = yaml.safe_load(matter)
    for name in ("title", "description"):
        value = getattr(document, name) or ""
        assert metadata.get(name, "") == value.encode("utf-8", "replace").decode()


def test_csv_has_the_fields_of_records(tmp_path: Path) -> None:
    page = {"url": "https://a.example/tea", "html": PAGE, "id": 7}
    source = lines_file(tmp_path / "in.jsonl", page, {"html": html("salt, and\nmore"), "id": None})
    out = tmp_path / "out.csv"
    clean_to(open_sink(out, "csv"), source, "csv", ("words",), ("id",))
    with out.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert list(rows[0]) == [*FIELDS, "id", "words"]
    assert rows[0]["title"] == 'Tea: "a" history'
    assert (rows[0]["id"], rows[1]["id"], rows[1]["url"]) == ("7", "", "")
    assert json.loads(rows[0]["words"])["tea"] == 2
    assert rows[1]["text"].startswith("salt, and more")


@settings(deadline=None)
@given(st.lists(st.one_of(st.none(), texts, st.integers(), st.lists(texts)), min_size=2))
def test_any_row_of_csv_reads_back(values: list[object]) -> None:
    written_row = (row(values) + row(["]]>", "\x00\r\n\ud800"])).decode()
    first, last = csv.reader(io.StringIO(written_row, newline=""))
    assert len(first) == len(values)
    assert last == ["]]>", "\N{REPLACEMENT CHARACTER}\r\n?"]
    for cell, value in zip(first, values, strict=True):
        if isinstance(value, str) and value.isprintable():
            assert cell == value


def test_pages_without_columns_have_those_that_others_carry(tmp_path: Path) -> None:
    """So the rows of a table are all of one length."""
    page = tmp_path / "page.html"
    page.write_text(html("pepper"))
    out = tmp_path / "out.csv"
    clean_to(open_sink(out, "csv"), page, "csv", carry=("id",))
    with out.open(encoding="utf-8", newline="") as lines:
        (record,) = csv.DictReader(lines)
    assert record["id"] == ""
    assert record["words_kept"] == "3"


THREAD = "<title>Forks</title><h1>Forks</h1>" + "".join(
    f"<div id=p{n} class=post><p class=author><a class=username href=/user/{n}>{name}</a> #{n} "
    f"<time datetime=2024-05-0{n}>x</time></p><p>{name} thinks that forks with {n} tines are best "
    "for cake, and spoons for everything else that is eaten at a table.</p></div>"
    for n, name in enumerate(("Ada", "Ben", "Cleo"), 1)
)


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_posts_are_added_to_records(tmp_path: Path, ending: str) -> None:
    source = lines_file(tmp_path / "in.jsonl", {"html": THREAD}, {"html": PAGE})
    out = tmp_path / f"out.{ending}"
    clean_to(open_sink(out, ending, add=("posts",)), source, ending, ("posts",))
    if ending == "parquet":
        records = pyarrow.parquet.read_table(out).to_pylist()
    else:
        records = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    posts = records[0]["posts"]
    assert [post["author"] for post in posts] == ["Ada", "Ben", "Cleo"]
    assert (posts[1]["date"], posts[1]["number"], posts[1]["id"]) == ("2024-05-02", 2, "p2")
    assert "forks with 3 tines" in posts[2]["text"]
    assert records[1]["posts"] == []


@pytest.mark.parametrize("add", [(), ADDITIONS])
def test_records_fit_their_schema(add: tuple[str, ...]) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    validator.check_schema(SCHEMA)
    for source in (PAGE, THREAD, html("salt"), "<p>One"):
        document = sitesieve.clean(source)
        record = json.loads(Formatter("jsonl", add)(document, None).encoded or b"")
        validator.validate(record)
        assert set(record) == {*FIELDS, *add}
    record["words_kept"] = -1
    with pytest.raises(jsonschema.ValidationError):
        validator.validate(record)


def test_the_schema_names_every_field() -> None:
    assert SCHEMA["required"] == list(FIELDS)
    assert set(SCHEMA["properties"]) == {*FIELDS, *ADDITIONS}
