"""What people get wrong, and what inputs have wrong with them: clear messages, no tracebacks."""

import gzip
import json
import os
import subprocess
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from command_line import BY_TAGS, BY_TREE, command, html, lines_file, records_of, sitesieve

from sitesieve.site.model_file import VERSION


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(html("page"))
    return path


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "Nothing to read"),
        (("{page}", "--set", "colour=red"), "has the settings"),
        (("{page}", "--set", "positive"), "has the settings"),
        (("{page}", *BY_TAGS, "--set", "positive=blink2"), "not an HTML element"),
        (("{page}", *BY_TREE, "--set", "site_texts=perhaps"), "true or false"),
        (("{page}", "--set", "favour=speed"), "precision, balanced, recall"),
        (("{page}", *BY_TREE, "--precision"), "dials of the sieve"),
        (("{page}", "--comments", "some"), "apart"),
        (("{page}", "--method", "magic"), "redundant-phrases"),
        (
            ("{page}", "--method", "redundant-words", "--set", "stable_after=5"),
            "stable_after goes with tolerance=0",
        ),
        (("{page}", "--carry", "id,text,url"), "text, url"),
        (("{page}", "--carry", "words", "--add", "words"), "words"),
        (("{page}", "--add", "words", "--markdown"), "--add goes with"),
        (("{page}", "-o", "a.jsonl", "--output-dir", "b"), "exclude each other"),
        (("{page}", "--resume"), "--resume needs"),
        (("{page}", "--jobs", "0"), "--jobs"),
        (("{page}", "--max-seconds", "0"), "--max-seconds"),
        (("{page}", "--max-bytes", "9" * 20), "--max-bytes"),
        (("{page}", "--nonsense"), "No such option"),
        (("-i", "{page}.missing"), "does not exist"),
        (("{page}", "-o", "same.jsonl", "--errors", "same.jsonl"), "same"),
    ],
)
def test_a_command_that_makes_no_sense_is_exit_code_2(
    page: Path,
    arguments: tuple[str, ...],
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(page.parent)
    done = sitesieve("clean", *(argument.format(page=page) for argument in arguments))
    assert (done.code, done.out) == (2, b"")
    assert complaint in done.err
    assert [path.name for path in page.parent.iterdir()] == ["page.html"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("nowhere.html",), "no such file or folder: nowhere.html"),
        (("page.html", "-o", "no/folder/o.jsonl"), "the folder no/folder does not exist"),
        (("page.html", "-o", "sub", "--json"), "is a folder"),
        (("page.html", "-o", "o.docx"), "--output-format"),
        (("page.html", "--output-format", "parquet"), "Parquet needs a file"),
        (("page.html", "--output-format", "parquet", "--output-dir", "d"), "one file"),
        (("ftp://a.example/x",), "not a web address"),
        (("sub",), "there was no page to read"),
        (("empty.jsonl",), "there was no page to read"),
        (("empty.html",), "no page could be used (1 empty)"),
        (("picture.html",), "no page could be used (1 binary)"),
        (("-", "-"), "only once"),
        (("x" * 300,), "x" * 50),
        (("page.html", "-o", "x" * 253 + ".txt"), "x" * 50),
        (("page.html", "--output-dir", "page.html/x"), "page.html"),
    ],
)
def test_a_job_that_cannot_be_done_is_exit_code_1_and_says_why(
    page: Path,
    arguments: tuple[str, ...],
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(page.parent)
    Path("sub").mkdir()
    Path("empty.html").write_bytes(b"")
    Path("empty.jsonl").write_bytes(b"")
    Path("picture.html").write_bytes(b"\x89PNG\r\n" + bytes(50))
    done = sitesieve("clean", *arguments, *BY_TAGS)
    assert (done.code, done.out) == (1, b"")
    assert "sitesieve: error: " in done.err
    assert complaint in done.err.replace("\n", " ")


def test_a_job_without_a_usable_page_leaves_the_old_output_and_lists_the_errors(
    tmp_path: Path,
) -> None:
    path = lines_file(tmp_path / "in.jsonl", "{", "[]")
    out, errors = tmp_path / "out.jsonl", tmp_path / "errors.jsonl"
    out.write_text("old")
    done = sitesieve("clean", path, "-o", out, "--errors", errors, *BY_TAGS)
    assert done.code == 1
    assert len(records_of(errors)) == 2
    assert out.read_text() == "old"


def test_one_damaged_file_among_good_ones_fails_alone(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.html").write_text(html("a"))
    (folder / "b.html.gz").write_bytes(gzip.compress(html("b").encode() * 100)[:60])
    (folder / "c.html").write_text(html("c"))
    (folder / "d.html").write_bytes(b"")
    (folder / "e.html").write_bytes(b"\x7fELF" + bytes(200))
    done = sitesieve("clean", folder, *BY_TAGS)
    assert done.code == 0
    assert [record["title"] for record in done.records] == ["a", "c"]
    assert "1 binary, 1 corrupt, 1 empty" in done.err


HOSTILE: dict[str, bytes] = {
    "zeros.html": bytes(5000),
    "broken.html.zst": zstandard.compress(b"<p>text" * 99)[:6] + b"\xff" * 30,
    "broken.html.gz": b"\x1f\x8b\x08\x00\xff\xff",
    "gzip-of-gzip.html.gz": gzip.compress(gzip.compress(b"<p>text")),
    "brackets.html": b"<" * 20_000,
    "deep.html": b"<div>" * 5000 + b"text",
    "quotes.html": b"<p a='" * 5000,
    "numbers.html": b"&#99999999999;&#xD800;&#0;text" * 50,
    "surrogates.jsonl": b'{"url": "https://a.example/\\ud800", "html": "<p>a \\udfff b"}\n',
    "bad-address.jsonl": b'{"url": "http://[broken", "html": "<p>text of a page"}\n',
    "odd-types.jsonl": b'{"url": {"a": [1]}, "html": "<p>text of a page", "id": 1e999}\n',
    "nul.jsonl": b'{"url": "https://a.example/\\u0000", "html": "<p>a\\u0000b"}\n',
    "not-utf8.jsonl": b'{"html": "<p>caf\xe9"}\n{"html": "<p>text"}\n',
    "utf16.jsonl": '{"html": "<p>text"}\n'.encode("utf-16"),
    "not.parquet": b"PAR1 and nothing else PAR1",
    "not.warc": b"WARC/1.0\r\nContent-Length: 99999999999999\r\n\r\n",
    "not.warc.gz": b"\x1f\x8b\x08 nothing",
}


@pytest.mark.filterwarnings("ignore:Use the new Reader and Writer:DeprecationWarning")
@pytest.mark.parametrize(
    ("name", "output"),
    [(name, "-") for name in HOSTILE]
    + [(n, o) for n in HOSTILE if ".jsonl" in n for o in ("o.txt", "o.md", "o.parquet", "folder")],
)
def test_hostile_input_ends_in_a_result_or_in_a_message(
    tmp_path: Path, name: str, output: str
) -> None:
    (tmp_path / name).write_bytes(HOSTILE[name])
    where = {"-": (), "folder": ("--output-dir", tmp_path / output)}.get(
        output, ("-o", tmp_path / output)
    )
    done = sitesieve("clean", tmp_path / name, *where, "-j", 1)  # fails here on any other exception
    assert done.code in (0, 1)
    assert ("cleaned" in done.err) or ("sitesieve: error: " in done.err)


@pytest.mark.parametrize("output", ["-", "o.txt", "o.md", "o.parquet", "folder"])
def test_file_names_that_are_not_utf8_do_no_harm(tmp_path: Path, output: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    try:
        with open(os.fsencode(folder) + b"/caf\xe9.html", "w") as file:
            file.write(html("odd name"))
    except OSError:  # a file system that takes only UTF-8
        pytest.skip("the file system does not take such names")
    where = {"-": (), "folder": ("--output-dir", tmp_path / output)}.get(
        output, ("-o", tmp_path / output)
    )
    assert sitesieve("clean", folder, *where, "-j", 1).code == 0


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_stream_is_no_reason_for_a_traceback(page: Path, closed: str) -> None:
    target = "-" if closed == "<&-" else str(page)
    script = f'{" ".join(command("clean"))} "$0" {closed}'
    done = subprocess.run(["bash", "-c", script, target], capture_output=True, timeout=60)
    assert b"Traceback" not in done.stderr
    assert done.returncode == (0 if closed == "2>&-" else 1)


def test_a_fifo_among_the_files_of_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(html("a"))
    os.mkfifo(tmp_path / "b.html")
    running = subprocess.Popen(
        command("clean", tmp_path, *BY_TAGS, "-j", 1), stdout=subprocess.PIPE
    )
    try:
        out, _ = running.communicate(timeout=60)
    finally:
        running.kill()
        running.communicate()
    assert [json.loads(line)["title"] for line in out.splitlines()] == ["a"]


def test_a_model_that_is_not_there_is_named(page: Path) -> None:
    done = sitesieve("clean", page, "--model", "nowhere.sieve")
    assert done.code == 1
    assert "no such model: nowhere.sieve" in done.err


def test_a_model_serves_methods_that_learn_the_same(page: Path, tmp_path: Path) -> None:
    model = tmp_path / "some.sieve"
    assert sitesieve("learn", page, "-o", model, *BY_TREE).code == 0
    for method in ("sieve", "site-style-tree"):
        done = sitesieve("clean", page, "--model", model, "--method", method)
        assert json.loads(done.out)["method"] == method
    done = sitesieve("clean", page, "--model", model, *BY_TAGS)
    assert done.code == 2
    assert "The model is of site-style-tree, which tag-filter cannot use" in done.err


def test_output_into_the_input_folder_is_not_read_as_input(tmp_path: Path) -> None:
    for i in range(5):
        (tmp_path / f"{i}.html").write_text(html(f"page {i}"))
    where = ("--output-dir", tmp_path / "cleaned", "--output-format", "html")
    for _ in range(2):
        done = sitesieve("clean", tmp_path, *where, *BY_TAGS, "-j", 1)
        assert done.code == 2
        assert "inside the input folder" in done.err
        assert not (tmp_path / "cleaned").exists()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is not a sitesieve model"),
        (b"something else", "is not a sitesieve model"),
        (b"PK\x03\x04 cut off", "is not a sitesieve model"),
    ],
)
def test_a_file_that_is_no_model_is_a_clear_error(
    page: Path, content: bytes, complaint: str
) -> None:
    model = page.with_name("m.sieve")
    model.write_bytes(content)
    done = sitesieve("clean", page, "--model", model)
    assert done.code == 1
    assert complaint in done.err.replace("\n", " ")


def model_file(path: Path, header: object, **tables: object) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", json.dumps(header))
        for name, table in tables.items():
            archive.writestr(f"{name}.json", json.dumps(table))
    return path


GOOD = {
    "format": "sitesieve model",
    "version": VERSION,
    "method": "redundant-phrases",
    "settings": {},
    "tables": ["paths"],
}


@pytest.mark.parametrize(
    ("header", "paths", "complaint"),
    [
        (GOOD | {"version": 99, "written_by": "sitesieve 9.0"}, [], "sitesieve 9.0"),
        (GOOD | {"format": "another program"}, [], "is not a sitesieve model"),
        ([], [], "is not a sitesieve model"),
        (GOOD | {"method": "magic"}, [], "unknown method, 'magic'"),
        (GOOD | {"method": ["x"]}, [], "damaged"),
        (GOOD | {"version": "one"}, [], "damaged"),
        (GOOD | {"tables": ["paths", "more"]}, [], "damaged"),
        (GOOD | {"settings": {"colour": "red"}}, [], "damaged"),
        (GOOD | {"settings": None}, [], "damaged"),
        (GOOD | {"settings": {"negative": ["blink2"]}}, [], "damaged"),
        (GOOD, [{"site": "x"}], "damaged"),
        (GOOD, [{"site": [], "path": "", "pages": 2, "filter": {}}], "damaged"),
        (GOOD, 17, "damaged"),
        (GOOD | {"tables": 5}, [], "damaged"),
    ],
)
def test_a_damaged_foreign_or_newer_model_is_a_clear_error(
    page: Path, header: object, paths: object, complaint: str
) -> None:
    model = model_file(page.with_name("m.sieve"), header, paths=paths)
    done = sitesieve("clean", page, "--model", model)
    assert done.code == 1
    assert f"sitesieve: error: {model}" in done.err
    assert complaint in done.err


@pytest.mark.parametrize("at", range(10, 200, 19))
def test_a_model_with_a_wrong_byte_is_read_or_refused(page: Path, at: int) -> None:
    model = page.with_name("m.sieve")
    other = page.with_name("other.html")
    other.write_text(html("other"))
    assert sitesieve("learn", page, other, "-o", model, "-q").code == 0
    data = bytearray(model.read_bytes())
    data[at] ^= 0x55
    model.write_bytes(data)
    done = sitesieve("clean", page, "--model", model)
    assert (done.code, done.err.startswith("sitesieve: error: ")) in ((0, False), (1, True))


def test_parquet_without_html_names_its_columns(tmp_path: Path) -> None:
    pq.write_table(pa.table({"title": ["x"], "price": [1]}), tmp_path / "p.parquet")
    done = sitesieve("clean", tmp_path / "p.parquet")
    assert done.code == 1
    assert "title, price" in done.err
    assert "--html-column" in done.err


def test_markup_in_a_name_is_shown_as_it_is(tmp_path: Path) -> None:
    done = sitesieve("clean", tmp_path / "[red]x[/red].html")
    assert done.code == 1
    assert "[red]x[/red].html" in done.err


def test_a_page_that_takes_too_long_is_reported(tmp_path: Path) -> None:
    heavy = "<p>text <b>and</b> more" * 30_000
    path = lines_file(tmp_path / "in.jsonl", {"url": "https://a.example/2", "html": heavy})
    done = sitesieve("clean", path, *BY_TAGS, "--max-seconds", "0.001", "-j", 1, workers=True)
    assert (done.code, done.out) == (1, b"")
    assert "1 too-slow" in done.err
