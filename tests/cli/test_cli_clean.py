"""`sitesieve clean` from end to end."""

import gzip
import json
import os
import pty
import subprocess
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from command_line import (
    BY_TAGS,
    BY_TREE,
    command,
    html,
    lines_file,
    plain_environment,
    records_of,
    sitesieve,
)

from sample_web import generate, serve, write


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of one sample site."""
    folder = tmp_path_factory.mktemp("site")
    write(folder, generate(size=0)[:1])
    return folder


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """Two pages and a line that fails."""
    good: list[dict[str, Any]] = [
        {"url": f"https://a.example/{i}", "html": html(f"page {i}"), "id": i} for i in (1, 2)
    ]
    return lines_file(tmp_path / "in.jsonl", good[0], '{"broken', good[1])


def test_records_go_to_standard_output_and_the_summary_to_standard_error(three: Path) -> None:
    done = sitesieve("clean", three, *BY_TAGS)
    assert done.code == 0
    assert [record["title"] for record in done.records] == ["page 1", "page 2"]
    assert "2 cleaned, from 1 site" in done.err
    assert "1 malformed-json" in done.err
    assert "\x1b" not in done.err


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("o.jsonl", b'{"url": "https://a.example/1"'),
        ("o.ndjson", b'{"url": "https://a.example/1"'),
        ("o.txt", b"page 1\n\nAbout page 1.\n\f\npage 2\n"),
        ("o.md", b"<!-- https://a.example/1 -->\n\n# page 1"),
        ("o.parquet", b"PAR1"),
        ("o.jsonl.gz", b"\x1f\x8b"),
        ("o.txt.zst", b"\x28\xb5\x2f\xfd"),
    ],
)
def test_the_ending_of_the_output_chooses_the_format(three: Path, name: str, start: bytes) -> None:
    out = three.with_name(name)
    done = sitesieve("clean", three, "-o", out, *BY_TAGS)
    assert (done.code, done.out) == (0, b"")
    assert out.read_bytes().startswith(start)
    assert sorted(path.name for path in three.parent.iterdir()) == ["in.jsonl", name]


def test_the_summary_names_the_output_in_full(three: Path) -> None:
    out = three.with_name("a-rather-long-name-for-a-file" * 4 + ".jsonl")
    done = sitesieve("clean", three, "-o", out, *BY_TAGS)
    assert str(out) in done.err.replace("\n", "").replace(" ", "")


def test_one_page_goes_into_an_html_file_and_two_do_not(three: Path) -> None:
    page = three.with_name("page.html")
    page.write_text(html("alone") + "<a href=/>a link</a>")
    out = three.with_name("out.html")
    assert sitesieve("clean", page, "-o", out, *BY_TAGS).code == 0
    assert "<h1>alone</h1>" in out.read_text()
    assert "a link" not in out.read_text()
    done = sitesieve("clean", three, "-o", three.with_name("both.html"), *BY_TAGS)
    assert done.code == 2
    assert "--output-dir" in done.err
    assert not three.with_name("both.html").exists()


@pytest.mark.parametrize(
    ("flag", "ending"),
    [
        (("--markdown",), "md"),
        (("--json",), "jsonl"),
        (("--output-format", "txt"), "txt"),
        (("--output-format", "html"), "html"),
        ((), "jsonl"),
    ],
)
def test_a_folder_takes_a_file_a_page(three: Path, flag: tuple[str, ...], ending: str) -> None:
    out = three.with_name("out")
    assert sitesieve("clean", three, "--output-dir", out, *flag, *BY_TAGS).code == 0
    names = sorted(p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file())
    assert names == [f"a.example/1.{ending}", f"a.example/2.{ending}"]


def test_additions_and_carried_columns_are_in_the_output(three: Path) -> None:
    wanted = ("--add", "words", "--add", "blocks", "--carry", "id")
    done = sitesieve("clean", three, *wanted, *BY_TAGS)
    assert [(r["id"], r["words"]["page"], len(r["blocks"])) for r in done.records] == [
        (1, 2, 2),
        (2, 2, 2),
    ]
    out = three.with_name("o.parquet")
    assert sitesieve("clean", three, *wanted, "-o", out, *BY_TAGS).code == 0
    assert pq.read_table(out).column("id").to_pylist() == [1, 2]


def test_columns_and_sites_are_chosen_by_options(tmp_path: Path) -> None:
    table = {"address": ["https://x.b.example/"], "stuff": [html("mine")], "owner": ["Ann"]}
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table(table), path)
    named = ("--html-column", "stuff", "--url-column", "address")
    for by, expected in (("domain", "b.example"), ("host", "x.b.example"), ("owner", "Ann")):
        (record,) = sitesieve("clean", path, *named, "--site-by", by, *BY_TAGS).records
        assert (record["title"], record["site"]) == ("mine", expected)


def test_what_pages_share_is_learned_from_the_input_and_removed(site: Path) -> None:
    done = sitesieve("clean", site, "-j", 2)
    assert done.code == 0
    texts = [record["text"] for record in done.records]
    by_tags = [record["text"] for record in sitesieve("clean", site, *BY_TAGS).records]
    assert sum(map(len, texts)) < 0.9 * sum(map(len, by_tags))
    lines = [set(text.splitlines()) for text in by_tags]
    everywhere = set.intersection(*lines) - {""}
    assert everywhere
    assert not any(everywhere & set(text.splitlines()) for text in texts)


@pytest.mark.parametrize("name", ["o.md.gz", "folder"])
def test_output_is_the_same_with_and_without_worker_processes(
    site: Path, tmp_path: Path, name: str
) -> None:
    outputs = []
    for jobs in (1, 2):  # one job stays in this process
        out = tmp_path / str(jobs) / name
        out.parent.mkdir()
        where = ("--output-dir" if name == "folder" else "-o", out)
        assert sitesieve("clean", site, *where, "-j", jobs).code == 0
        files = sorted(out.rglob("*")) if out.is_dir() else [out]
        outputs.append([(p.name, p.read_bytes()) for p in files if p.is_file()])
    assert outputs[0]
    assert outputs[0] == outputs[1]


def test_standard_input_can_be_html_json_lines_or_packed(three: Path) -> None:
    assert [r["title"] for r in sitesieve("clean", "-", stdin=html("x").encode()).records] == ["x"]
    for data in (three.read_bytes(), gzip.compress(three.read_bytes())):
        done = sitesieve("clean", "-", *BY_TAGS, stdin=data)
        assert [record["source"] for record in done.records] == ["stdin:1", "stdin:3"]


def test_a_pipe_can_be_named_like_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(html("piped"))
    script = f'{" ".join(command("clean"))} <(cat "$0")'
    done = subprocess.run(
        ["bash", "-c", script, str(tmp_path / "a.html")], capture_output=True, timeout=60
    )
    assert b'"title": "piped"' in done.stdout


def test_inputs_can_be_listed_in_a_file(three: Path) -> None:
    page = three.with_name("p.html")
    page.write_text(html("alone"))
    listing = three.with_name("list.txt")
    listing.write_text(f"{three}\n\n  {page}\n")
    done = sitesieve("clean", "-i", listing, *BY_TAGS)
    assert [record["title"] for record in done.records] == ["page 1", "page 2", "alone"]


def test_the_words_of_other_tools_are_understood(site: Path) -> None:
    done = sitesieve("clean", "--input-dir", site, "--parallel", 2, *BY_TAGS, "--json", "--quiet")
    assert done.code == 0
    assert len(done.records) == len(list(site.rglob("*.html")))


@pytest.mark.parametrize("flag", ["-u", "-U", "--url", None])
def test_a_page_is_fetched_from_its_address(flag: str | None) -> None:
    site = generate(size=0)[0]
    with serve(site) as address:
        url = address + site.pages[3].path
        named = (url,) if flag is None else (flag, url)
        done = sitesieve("clean", *named, "--allow-private", *BY_TAGS)
        refused = sitesieve("clean", *named, *BY_TAGS)
    assert done.code == 0
    assert [record["url"] for record in done.records] == [url]
    assert refused.code == 1
    assert "1 fetch-failed" in refused.err


@pytest.mark.filterwarnings("ignore:Use the new Reader and Writer:DeprecationWarning")
def test_records_of_an_archive_that_are_no_pages_are_counted_as_skipped(tmp_path: Path) -> None:
    def record(status: str) -> bytes:
        payload = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\n\r\n{html(status)}"
        return (
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
            "WARC-Date: 2024-05-01T00:00:00Z\r\nWARC-Target-URI: https://a.example/\r\n"
            "Content-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(payload)}\r\n\r\n{payload}\r\n\r\n"
        ).encode()

    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(gzip.compress(record("200 OK")) + gzip.compress(record("404 Gone")))
    done = sitesieve("clean", path, *BY_TAGS)
    assert [record["title"] for record in done.records] == ["200 OK"]
    assert "1 record that are not HTML pages" in done.err


def test_failed_pages_are_counted_listed_and_no_reason_to_fail(three: Path) -> None:
    errors = three.with_name("errors.jsonl")
    done = sitesieve("clean", three, "--errors", errors, *BY_TAGS)
    assert done.code == 0
    (failure,) = records_of(errors)
    assert sorted(failure) == ["detail", "page", "reason", "url"]
    assert failure["page"] == f"{three}:2"
    assert failure["reason"] == "malformed-json"
    assert failure["url"] is None


def test_failures_are_counted_by_reason(tmp_path: Path) -> None:
    path = lines_file(
        tmp_path / "in.jsonl",
        {"url": "https://a.example/1", "html": html("good")},
        {"url": "https://a.example/2", "html": ""},
        {"url": "https://a.example/3", "html": "  "},
        {"url": "https://a.example/4"},
        "[]",
    )
    errors = tmp_path / "errors.jsonl"
    done = sitesieve("clean", path, "--errors", errors, *BY_TAGS)
    assert "2 empty, 1 malformed-json, 1 no-html" in done.err
    assert [(e["reason"], e["url"]) for e in records_of(errors)] == [
        ("empty", "https://a.example/2"),
        ("empty", "https://a.example/3"),
        ("no-html", "https://a.example/4"),
        ("malformed-json", None),
    ]


def test_with_nothing_to_list_the_list_of_errors_is_empty(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(html("good"))
    errors = tmp_path / "errors.jsonl"
    assert sitesieve("clean", tmp_path / "a.html", "--errors", errors).code == 0
    assert errors.read_bytes() == b""


def test_strict_turns_failed_pages_into_exit_code_3(three: Path, tmp_path: Path) -> None:
    assert sitesieve("clean", three, "--strict", *BY_TAGS).code == 3
    (tmp_path / "a.html").write_text(html("good"))
    assert sitesieve("clean", tmp_path / "a.html", "--strict").code == 0


def test_quiet_says_nothing(three: Path) -> None:
    done = sitesieve("clean", three, "--quiet", *BY_TAGS)
    assert (done.code, done.err, len(done.records)) == (0, "", 2)


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    pages = [{"url": f"https://a.example/{i}", "html": html("word " * 3000)} for i in range(60)]
    path = lines_file(tmp_path / "in.jsonl", *pages)
    with subprocess.Popen(
        command("clean", path, *BY_TAGS, "-j", 1), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        first = running.stdout.readline()
        running.stdout.close()
        err = running.stderr.read()
    assert json.loads(first)["url"] == "https://a.example/0"
    assert err == b""
    assert running.returncode == 0


def test_a_page_beyond_the_cap_is_cut_and_the_summary_and_the_record_say_so(tmp_path: Path) -> None:
    path = tmp_path / "huge.html"
    path.write_text(f"{html('huge')}<!--{'x' * 20_000_000}--><p>after the cap</p>")
    done = sitesieve("clean", path, *BY_TAGS)
    assert done.code == 0
    (record,) = done.records
    assert record["text"] == "huge\n\nAbout huge."
    assert any(cut.startswith("bytes: ") and "20,000,000" in cut for cut in record["cuts"])
    assert "1 bytes (page larger than a limit)" in done.err


def test_limits_can_be_set(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(html("cut") + "<p>more" * 100)
    done = sitesieve("clean", tmp_path / "a.html", "--max-bytes", 200)
    assert done.records[0]["cuts"] == ["bytes: 201 cut to 200"]


@pytest.mark.parametrize("method", ["redundant-phrases", "redundant-words"])
def test_a_page_twice_in_the_input_is_written_twice_and_does_not_erase_itself(
    tmp_path: Path, method: str
) -> None:
    page = {"url": "https://a.example/x/1", "html": html("a page of its own")}
    path = lines_file(tmp_path / "in.jsonl", page, page)
    done = sitesieve("clean", path, "--method", method)
    texts = [record["text"] for record in done.records]
    assert texts == ["a page of its own\n\nAbout a page of its own."] * 2
    out = tmp_path / "out"
    sitesieve("clean", path, "--method", method, "--output-dir", out)
    assert sorted(p.name for p in (out / "a.example/x").iterdir()) == ["1-2.jsonl", "1.jsonl"]


def test_settings_of_a_method_can_be_set(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<h1>head</h1><p>text<a href=/>link</a>")
    plain = sitesieve("clean", tmp_path / "a.html", *BY_TAGS).records[0]["text"]
    assert "link" not in plain
    kept = sitesieve("clean", tmp_path / "a.html", *BY_TAGS, "--set", "negative=h1").records[0]
    assert "link" in kept["text"]
    assert "head" not in kept["text"]


def test_progress_is_shown_on_a_terminal_only(three: Path) -> None:
    ours, theirs = pty.openpty()
    environment = plain_environment() | {"TERM": "xterm"}
    done = subprocess.run(
        command("clean", three, "-o", three.with_name("o.jsonl"), *BY_TAGS, "-j", 1),
        stderr=theirs,
        stdout=subprocess.PIPE,
        env=environment,
        timeout=60,
    )
    os.close(theirs)
    shown = os.read(ours, 100_000)
    os.close(ours)
    assert done.returncode == 0
    assert done.stdout == b""
    assert b"\x1b" in shown
    assert b"2 cleaned" in shown


def test_alone_pages_are_cleaned_one_by_one(tmp_path: Path) -> None:
    pages = [
        {"url": f"https://a.example/{word}", "html": f"<div>the menu</div><p>{word} and so on</p>"}
        for word in ("ships", "bread", "stars", "bikes", "roses")
    ]
    path = lines_file(tmp_path / "in.jsonl", *pages)
    together, alone = (
        sitesieve("clean", path, *BY_TREE, *options).out for options in ((), ("--alone",))
    )
    assert b"the menu" not in together
    assert alone.count(b"the menu") == len(pages)
    refused = sitesieve("clean", path, "--alone", "--one-pass")
    assert refused.code == 2
    assert "--alone excludes" in refused.err
