"""`sitesieve clean --only` and `--min-words`: pages left out as asked for."""

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from command_line import BY_TAGS, lines_file, records_of, sitesieve

PROSE = (
    "<p>The harbour was quiet when the first boats came in, and nobody on the quay had expected "
    "that the storm of the night before would leave so much behind for them to carry away.</p>"
)
ARTICLE = (
    '<meta property="og:type" content="article"><meta name=author content="Ann Lee">'
    '<meta property="article:published_time" content="2024-05-01">'
    f"<title>After the storm | Post</title><article><h1>After the storm</h1>{PROSE * 12}</article>"
)
PRODUCT = (
    '<script type="application/ld+json">{"@type": "Product", "offers": {"price": "9"}}</script>'
    "<h1>Garden fork</h1><p>$49.00</p><button>Add to cart</button><p>In stock. Free shipping.</p>"
    "<h2>Specifications</h2><p>Weight 2 kg</p><h2>Customer reviews</h2><p>Good fork.</p>"
)


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    records: list[dict[str, Any]] = [
        {"url": "https://a.example/blog/after-the-storm", "html": ARTICLE},
        {"url": "https://a.example/products/garden-fork", "html": PRODUCT},
        {"url": "https://a.example/products/garden-spade", "html": PRODUCT},
    ]
    return lines_file(tmp_path / "in.jsonl", *records)


def test_pages_of_other_types_are_left_out_counted_and_listed(pages: Path, tmp_path: Path) -> None:
    errors = tmp_path / "left-out.jsonl"
    done = sitesieve("clean", pages, *BY_TAGS, "--only", "article", "--errors", errors, "--strict")
    assert done.code == 0
    assert [record["page_type"] for record in done.records] == ["article"]
    assert "left out  2 other-type" in " ".join(done.err.split()).replace("left out", "left out ")
    assert "1 cleaned" in done.err
    listed = records_of(errors)
    assert [record["reason"] for record in listed] == ["other-type"] * 2
    assert "product" in listed[0]["detail"]


@pytest.mark.parametrize(
    "wanted", [("--only", "article,product"), ("--only", "article", "--only", "product")]
)
def test_several_types_can_be_asked_for(pages: Path, wanted: tuple[str, ...]) -> None:
    assert len(sitesieve("clean", pages, *BY_TAGS, *wanted).records) == 3


def test_an_unknown_type_is_refused_with_the_known_ones(pages: Path) -> None:
    done = sitesieve("clean", pages, "--only", "poem")
    assert done.code == 2
    assert "poem" in done.err
    assert "documentation" in done.err


def test_a_job_that_leaves_every_page_out_says_so(pages: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    done = sitesieve("clean", pages, *BY_TAGS, "--only", "forum", "-o", out)
    assert done.code == 1
    assert "every page was left out (3 other-type)" in done.err
    assert not out.exists()


def test_pages_of_which_little_stays_are_left_out(pages: Path) -> None:
    done = sitesieve("clean", pages, *BY_TAGS, "--min-words", 100)
    assert [record["page_type"] for record in done.records] == ["article"]
    assert "2 too-short" in done.err


def test_what_is_left_out_does_not_depend_on_the_number_of_processes(pages: Path) -> None:
    one = sitesieve("clean", pages, *BY_TAGS, "--only", "article", "-j", 1)
    two = sitesieve("clean", pages, *BY_TAGS, "--only", "article", "-j", 2)
    assert one.out == two.out


def test_records_have_metadata_and_type(pages: Path, tmp_path: Path) -> None:
    record = sitesieve("clean", pages, *BY_TAGS).records[0]
    assert (record["title"], record["author"]) == ("After the storm", "Ann Lee")
    assert (record["date"], record["modified"], record["site_name"]) == ("2024-05-01", None, None)
    assert 0.5 < record["page_type_confidence"] <= 1
    out = tmp_path / "out.parquet"
    sitesieve("clean", pages, *BY_TAGS, "-o", out)
    row = pq.read_table(out).to_pylist()[0]
    assert {name: row[name] for name in record} == record
    kinds = {field.name: str(field.type) for field in pq.read_schema(out)}
    assert (kinds["author"], kinds["page_type_confidence"]) == ("string", "double")
