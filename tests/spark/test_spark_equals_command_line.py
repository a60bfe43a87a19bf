"""What Spark makes of pages is what the command line makes of them."""

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from spark_material import (
    CRASHING,
    HANGING,
    KILLING,
    Row,
    article,
    collected,
    command_line,
    harmful,
    odd_rows,
    read,
    sample_rows,
    written,
)

import sitesieve.spark
from sitesieve.page import Limits
from sitesieve.spark import cleaning

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.xdist_group("spark")  # one cluster is enough


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages as a table, and what the command line makes of them."""
    folder = tmp_path_factory.mktemp("pages")
    killing = {"url": "https://harbourpost.example/kill", "html": article(KILLING)}
    pages = written(folder / "pages.parquet", [*sample_rows(), *odd_rows(), killing])
    errors = ("--errors", folder / "errors.jsonl")
    command = command_line("clean", pages, "-o", folder / "texts.parquet", "-q", *errors)
    subprocess.run([*command, "--add", "markdown"], check=True)
    return folder


@pytest.fixture(scope="module")
def by_command_line(folder: Path) -> dict[str | None, Row]:
    return read(folder / "texts.parquet")


@pytest.fixture(scope="module")
def models(spark: "SparkSession", folder: Path) -> Path:
    """The models of the pages' sites, learned in five tasks."""
    pages = spark.read.parquet(str(folder / "pages.parquet")).repartition(5)
    sitesieve.spark.learn(pages).write.parquet(str(folder / "models"))
    return folder / "models"


def without_source(rows: dict[str | None, Row]) -> dict[str | None, Row]:
    """The command line also says in which row of which file a page was."""
    return {url: {n: v for n, v in row.items() if n != "source"} for url, row in rows.items()}


def test_all_fields_are_equal_though_an_executor_is_killed_in_the_middle(
    spark: "SparkSession",
    folder: Path,
    models: Path,
    by_command_line: dict[str | None, Row],
    tmp_path: Path,
) -> None:
    marker = tmp_path / "killed"
    pages = spark.read.parquet(str(folder / "pages.parquet")).repartition(6)
    texts = sitesieve.spark.clean(
        pages, spark.read.parquet(str(models)), method=harmful(marker), add=["markdown"]
    )
    texts.write.parquet(str(tmp_path / "texts"))
    rows = read(tmp_path / "texts")
    assert marker.exists()
    cleaned = {url: row for url, row in rows.items() if row.pop("reason") is None}
    assert all(row.pop("detail") is None for row in cleaned.values())
    assert len(cleaned) == len(by_command_line) > 170
    assert without_source(cleaned) == without_source(by_command_line)


def test_pages_that_cannot_be_cleaned_are_rows_with_the_reasons_of_the_command_line(
    spark: "SparkSession", folder: Path, models: Path
) -> None:
    pages = spark.read.parquet(str(folder / "pages.parquet"))
    rows = collected(sitesieve.spark.clean(pages, spark.read.parquet(str(models))))
    failed = {url: row for url, row in rows.items() if row["reason"] is not None}
    listed = [json.loads(line) for line in (folder / "errors.jsonl").read_text().splitlines()]
    assert {url: row["reason"] for url, row in failed.items()} == {
        failure["url"]: failure["reason"] for failure in listed
    }
    assert {row["reason"] for row in failed.values()} == {"binary", "empty", "no-html", "feed"}
    assert all(row["text"] is None for row in failed.values())


def test_a_site_dealt_out_in_several_parts_is_cleaned_by_its_model_in_each(
    spark: "SparkSession",
    folder: Path,
    models: Path,
    by_command_line: dict[str | None, Row],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cleaning, "PAGES_TOGETHER", 7)
    pages = spark.read.parquet(str(folder / "pages.parquet")).selectExpr("*", "url as carried")
    texts = sitesieve.spark.clean(
        pages, spark.read.parquet(str(models)), partitions=1, carry=["carried"]
    )
    assert texts.rdd.getNumPartitions() == 1  # so that parts of a site follow each other
    rows = texts.select("url", "text", "carried", "reason").collect()
    assert len(rows) == pages.count()
    assert all(row["url"] == row["carried"] for row in rows)
    assert {row["url"]: row["text"] for row in rows if not row["reason"]} == {
        url: row["text"] for url, row in by_command_line.items()
    }


def test_a_page_that_hangs_or_ends_its_process_is_a_row_with_the_reason(
    spark: "SparkSession", tmp_path: Path
) -> None:
    texts = {
        "1": "A page.",
        "2": HANGING,
        "3": "Another page.",
        "4": CRASHING,
        "5": "The last one.",
    }
    rows = [(f"https://a.example/{name}", article(text)) for name, text in texts.items()]
    pages = spark.createDataFrame(rows, "url string, html binary").coalesce(1)
    cleaned = sitesieve.spark.clean(
        pages, method=harmful(tmp_path / "marker"), limits=Limits(seconds=0.3)
    )
    outcome = [(row["text"], row["reason"]) for row in cleaned.collect()]
    assert outcome == [
        ("A page.", None),
        (None, "too-slow"),
        ("Another page.", None),
        (None, "crashed"),
        ("The last one.", None),
    ]


def test_dials_carried_columns_and_types_of_pages_are_those_of_the_command_line(
    spark: "SparkSession", folder: Path, models: Path, tmp_path: Path
) -> None:
    from pyspark.sql import functions as F  # noqa: N812

    model, output = tmp_path / "all.sieve", tmp_path / "out.parquet"
    table = spark.read.parquet(str(models))
    sitesieve.spark.load(table).save(model)
    options = ("--recall", "--no-links", "--comments", "apart", "--keep-once", "footer")
    filters = ("--only", "article", "--min-words", 30, "--add", "html")
    command = command_line("clean", folder / "pages.parquet", "--model", model, "-o", output, "-q")
    subprocess.run([*command, *options, *map(str, filters)], check=True)
    pages = spark.read.parquet(str(folder / "pages.parquet"))
    rows = collected(
        sitesieve.spark.clean(
            pages.withColumn("seen", F.struct(F.length("html").alias("bytes"))),
            table,
            favour="recall",
            links=False,
            comments="apart",
            once="footer",
            only=["article"],
            min_words=30,
            add=["html"],
            carry=["seen"],
        )
    )
    cleaned = {url: row for url, row in rows.items() if row["reason"] is None}
    wanted = read(output)
    assert 20 < len(wanted) < 170
    assert {url: (row["text"], row["html"], row["comments"]) for url, row in cleaned.items()} == {
        url: (row["text"], row["html"], row["comments"]) for url, row in wanted.items()
    }
    assert any(row["once"] for row in cleaned.values())
    sizes = {row["url"]: len(row["html"] or b"") for row in sample_rows()}
    assert all(row["seen"]["bytes"] == sizes[url] for url, row in cleaned.items() if url in sizes)
