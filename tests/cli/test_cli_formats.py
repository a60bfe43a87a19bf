"""Formats that are asked for on the command line, and what is read besides pages."""

import csv
import io
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml
from command_line import BY_TAGS, html, lines_file, records_of, sitesieve

from sitesieve.sample import sample_sites, write

RSS = (
    '<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour</title><item><title>Ships'
    "</title><link>https://a.example/ships</link><author>jane@a.example (Jane Roe)</author>"
    "<pubDate>Sat, 02 Mar 2024 10:00:00 GMT</pubDate><description>&lt;p&gt;The tall ships came "
    "home today.&lt;/p&gt;</description></item><item><title>Tides</title><link>/tides</link>"
    "<description>High at noon.</description></item></channel></rss>"
)
PAGE = html("tea").replace("<body>", '<meta name="author" content="Jane Roe"><body>')


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "tea.html"
    path.write_text(PAGE)
    return path


def test_markdown_with_front_matter(page: Path) -> None:
    plain = sitesieve("clean", page, "--markdown", *BY_TAGS)
    done = sitesieve("clean", page, "--markdown", "--with-metadata", *BY_TAGS)
    _, matter, body = done.out.decode().split("---\n", 2)
    assert yaml.safe_load(matter)["author"] == "Jane Roe"
    assert body.strip() in plain.out.decode()
    assert b"Jane Roe" not in plain.out


def test_metadata_are_an_option_of_every_format(page: Path, tmp_path: Path) -> None:
    for name in ("o.jsonl", "o.csv", "o.xml", "o.tei.xml", "o.html", "o.txt", "o.md"):
        out = tmp_path / name
        assert sitesieve("clean", page, "-o", out, "--with-metadata", *BY_TAGS).code == 0
        assert "Jane Roe" in out.read_text("utf-8")


def test_xml_and_tei_by_name_and_by_ending(page: Path, tmp_path: Path) -> None:
    doc = ET.fromstring(sitesieve("clean", page, "--output-format", "xml", *BY_TAGS).out)
    assert doc.tag == "doc"
    assert sitesieve("clean", page, "--xml", *BY_TAGS).out.startswith(b"<?xml")
    tei = sitesieve("clean", page, "--output-format", "xmltei", *BY_TAGS).out
    assert sitesieve("clean", page, "--xmltei", *BY_TAGS).out == tei
    assert ET.fromstring(tei).tag.endswith("}TEI")
    for name in ("o.tei.xml", "o.tei", "o.tei.gz"):
        assert sitesieve("clean", page, "-o", tmp_path / name, *BY_TAGS).code == 0
    assert (tmp_path / "o.tei.xml").read_bytes() == tei


def test_several_pages_as_xml_need_a_folder(tmp_path: Path) -> None:
    pages = [{"url": f"https://a.example/{w}", "html": html(w)} for w in ("tea", "salt")]
    source = lines_file(tmp_path / "in.jsonl", *pages)
    refused = sitesieve("clean", source, "--output-format", "xmltei")
    assert refused.code == 2
    assert "--output-dir" in refused.err
    out = tmp_path / "out"
    form = ("--output-format", "xmltei")
    assert sitesieve("clean", source, "--output-dir", out, *form, *BY_TAGS).code == 0
    names = sorted(path.name for path in out.rglob("*.xml"))
    assert names == ["salt.tei.xml", "tea.tei.xml"]


def test_csv_of_records(tmp_path: Path) -> None:
    pages = [{"url": f"https://a.example/{w}", "html": html(w), "id": w} for w in ("tea", "salt")]
    source = lines_file(tmp_path / "in.jsonl", *pages)
    arguments = ("--output-format", "csv", "--carry", "id", "--add", "markdown")
    done = sitesieve("clean", source, *arguments, *BY_TAGS)
    assert sitesieve("clean", source, "--csv", *arguments[2:], *BY_TAGS).out == done.out
    rows = list(csv.DictReader(io.StringIO(done.out.decode(), newline="")))
    assert [(row["id"], row["title"]) for row in rows] == [("tea", "tea"), ("salt", "salt")]
    assert rows[0]["markdown"].startswith("# tea")
    refused = sitesieve("clean", source, "--markdown", "--carry", "id")
    assert "goes with JSON Lines, CSV and Parquet" in refused.err


def test_what_is_not_a_page_is_counted_by_reason(tmp_path: Path) -> None:
    others = {
        "feed": RSS,
        "sitemap": "<urlset><url><loc>https://a.example/</loc></url></urlset>",
        "json": '{"a": 1}',
        "plain-text": "User-agent: *\nDisallow: /\n",
        "script": "(function(){})()",
        "style-sheet": "body { margin: 0 }",
        "binary": "%PDF-1.4",
    }
    for name, content in others.items():
        (tmp_path / f"{name}.html").write_text(content)
    (tmp_path / "page.html").write_text(PAGE)
    errors = tmp_path / "errors.jsonl"
    done = sitesieve("clean", tmp_path, "--errors", errors)
    assert done.code == 0
    assert len(done.records) == 1
    listed = {Path(line["page"]).stem: line["reason"] for line in records_of(errors)}
    assert listed == {name: name for name in others}
    for reason in others:
        assert f"1 {reason}" in " ".join(done.err.split())


def test_items_of_feeds_become_documents(tmp_path: Path) -> None:
    path = tmp_path / "feed.html"
    path.write_text(RSS)
    assert "no page could be used (1 feed)" in sitesieve("clean", path).err
    assert "--feeds" in sitesieve("clean", path).err
    done = sitesieve("clean", path, "--feeds", "--base-url", "https://a.example/feed")
    first, second = done.records
    assert (first["url"], first["title"]) == ("https://a.example/ships", "Ships")
    assert (first["author"], first["date"]) == ("Jane Roe", "2024-03-02")
    assert "The tall ships came home today." in first["text"]
    assert (second["url"], second["source"]) == ("https://a.example/tides", "feed.html#2")


def test_addresses_come_from_the_base(page: Path) -> None:
    relative = PAGE + '<p>More of it in <a href="salt.html">the other page</a>.'
    base = ("--base-url", "https://a.example/docs/tea.html")
    done = sitesieve("clean", "-", *base, "--markdown", "--alone", stdin=relative.encode())
    assert "https://a.example/docs/tea.html" in done.out.decode()
    (record,) = sitesieve("clean", page.parent, "--base-url", "https://a.example/d").records
    assert (record["url"], record["site"]) == ("https://a.example/d/tea.html", "a.example")
    refused = sitesieve("clean", page, "--base-url", "nowhere")
    assert refused.code == 1
    assert "no address" in refused.err


def test_the_format_of_standard_input_can_be_named() -> None:
    line = json.dumps({"url": "https://a.example/", "html": PAGE}).encode()
    done = sitesieve("clean", "-", "--input-format", "jsonl", stdin=b"\n" + line)
    assert done.records[0]["url"] == "https://a.example/"
    assert sitesieve("clean", "-", "--input-format", "docx", stdin=line).code == 2


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of the sample web, with a page that is none."""
    folder = tmp_path_factory.mktemp("web")
    write(folder, sample_sites()[:1])
    (folder / "feed.html").write_text(RSS)
    return folder


@pytest.mark.parametrize(
    "command",
    [
        ("learn", "-o", "m.sieve"),
        ("explain", "--show", "removed"),
        ("noise", "--not-by-links"),
        ("structure",),
        ("compare", "--method", "tag-filter"),
        ("weigh",),
    ],
    ids=lambda command: command[0],
)
def test_commands_list_failed_pages(
    command: tuple[str, ...], web: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    errors = tmp_path / "errors.jsonl"
    assert sitesieve(command[0], web, *command[1:], "--errors", errors).code == 0
    (line,) = records_of(errors)
    assert line["reason"] == "feed"
    assert "RSS" in line["detail"]


@pytest.mark.parametrize("command", [("noise", "--not-by-links"), ("structure",)])
def test_figures_as_json_and_as_a_page(command: tuple[str, ...], web: Path, tmp_path: Path) -> None:
    report = tmp_path / "report"
    done = sitesieve(command[0], web, *command[1:], "--json", "--report", report, "-q")
    assert done.code == 0
    assert json.loads(done.out)
    assert report.read_text("utf-8").lower().startswith("<!doctype html>")


def test_tables_fit_eighty_columns(
    web: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    model = tmp_path / "m.sieve"
    assert sitesieve("learn", web, "-o", model).code == 0
    commands = [
        ("compare", web),
        ("noise", web, "--not-by-links"),
        ("describe", model),
        ("describe", model, "--thresholds"),
    ]
    for command in commands:
        done = sitesieve(*command, *(("-q",) if command[0] != "describe" else ()))
        lines = done.out.decode().splitlines()
        assert max(map(len, lines)) <= 80, command
        if command[0] == "compare":
            assert "…" not in done.out.decode()


def test_describe_recommends_what_works(web: Path, tmp_path: Path) -> None:
    """The command in its help, with a threshold of the ladder it shows."""
    model, out = tmp_path / "m.sieve", tmp_path / "o.jsonl"
    assert sitesieve("learn", web, "-o", model).code == 0
    text = sitesieve("describe", "--help").out.decode()
    recommended = text.partition("sitesieve clean INPUT ")[2].partition("\n\n")[0]
    words = recommended.replace("\\", " ").replace("MODEL", str(model)).split()
    assert words[-1].startswith("threshold=")
    assert sitesieve("clean", web, *words, "-o", out).code == 0
    assert {record["method"] for record in records_of(out)} == {"site-style-tree"}


@pytest.mark.parametrize("target", [("-o", "out.jsonl"), ("--output-dir", "out")])
def test_resuming_what_is_finished_with_other_settings_is_refused(
    target: tuple[str, str], page: Path, tmp_path: Path
) -> None:
    output = (target[0], tmp_path / target[1])
    assert sitesieve("clean", page, *output, *BY_TAGS).code == 0
    again = sitesieve("clean", page, *output, *BY_TAGS, "--resume")
    assert (again.code, "complete: nothing to resume" in again.err) == (0, True)
    for other in (("--no-links",), ("--with-metadata",), ("--method", "sieve")):
        refused = sitesieve("clean", page, *output, *BY_TAGS, *other, "--resume")
        assert refused.code == 1, other
        assert "other settings" in refused.err
    page.write_text(PAGE + "<p>More.")
    assert sitesieve("clean", page, *output, *BY_TAGS, "--resume").code == 1
    assert sitesieve("clean", page, *output, *BY_TAGS).code == 0
    assert sitesieve("clean", page, *output, *BY_TAGS, "--resume").code == 0


def test_without_attributes_of_files_a_hidden_file_knows_the_settings(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("os.setxattr", raising=False)
    monkeypatch.delattr("os.getxattr", raising=False)
    test_resuming_what_is_finished_with_other_settings_is_refused(
        ("-o", "out.jsonl"), page, tmp_path
    )
    out = tmp_path / "out.jsonl"
    out.write_text("something else")
    other = sitesieve("clean", page, "-o", out, *BY_TAGS, "--no-links", "--resume")
    assert other.code == 1
    assert "does not say what made it" in other.err
