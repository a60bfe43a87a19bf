"""Models as a table: learned, merged, taken from files and written to them."""

import gzip
import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas
import pyarrow as pa
import pytest
from spark_material import Row, article, collected, sample_rows

import sitesieve
import sitesieve.spark
from sitesieve.cleaning.methods import Sieve, SiteStyleTree
from sitesieve.errors import InputError, ModelError, SitesieveError
from sitesieve.page import Page
from sitesieve.spark import environment, learning
from sitesieve.spark.model_table import SCHEMA, model_in, model_row
from sitesieve.spark.page_rows import PageReader
from sitesieve.spark.warc_table import read_warc

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

pytestmark = pytest.mark.xdist_group("spark")  # one cluster is enough

HOST = "harbourpost.example"


def table(spark: "SparkSession", rows: Sequence[Row], partitions: int = 2) -> "DataFrame":
    pairs = [(row["url"], row["html"]) for row in rows]
    return spark.createDataFrame(pairs, "url string, html binary").repartition(partitions)


def models_of(df: "DataFrame") -> dict[str, bytes]:
    return {row["site"]: bytes(row["model"]) for row in df.collect()}


def site_rows(host: str = HOST) -> list[Row]:
    return [row for row in sample_rows() if f"//{host}/" in row["url"]]


def with_copies(rows: list[Row]) -> list[Row]:
    """Pages, some of them also at other addresses or with other texts at the same address."""
    copies = [
        {"url": f"{row['url']}?print={n}", "html": row["html"]}
        for row in rows[:3]
        for n in range(12)
    ]
    versions = [
        {"url": row["url"], "html": row["html"] + b"<p>A later version.</p>"} for row in rows[3:9]
    ]
    bad = [{"url": f"https://{HOST}/{n}", "html": b""} for n in range(3)]
    mixed = rows + copies + versions + bad
    random.Random(0).shuffle(mixed)
    return mixed


def test_models_do_not_depend_on_partitions_and_are_those_of_python(spark: "SparkSession") -> None:
    rows = with_copies(site_rows())
    in_one, in_five = (
        models_of(sitesieve.spark.learn(table(spark, rows, partitions), method=Sieve(sample=15)))
        for partitions in (1, 5)
    )
    assert in_one == in_five
    by_python = Sieve(sample=15).learn((row["url"], row["html"]) for row in rows)
    by_spark = model_in(in_five[HOST], HOST)
    assert len(by_spark.models.pages_of(HOST)) == 15 - len(_outdated(by_python))
    assert {n: a.tolist() for n, a in by_spark.arrays().items()} == {
        n: a.tolist() for n, a in by_python.arrays().items()
    }


def _outdated(method: Sieve) -> set[int]:
    """Pages of the sample that are other versions of pages in it."""
    (site,) = method.models._sites.values()
    return set(site.sample) - site.counting()


def test_no_more_pages_than_the_sample_travel_and_only_the_first_are_judged() -> None:
    """By hand, without Spark, so that what travels can be looked at."""
    rows = with_copies(site_rows())
    method, reader = Sieve(sample=25), PageReader(None)
    parts = [_batch(rows[n::4]) for n in range(4)]
    digests = [
        row
        for part in parts
        for batch in learning._FindDigests(method, reader)(iter([part]))
        for row in batch.to_pylist()
    ]
    digests.sort(key=lambda row: (row["digest"] is not None, row["digest"]))
    (bound,) = learning._FindBounds(25)(iter([pa.RecordBatch.from_pylist(digests)]))
    (bounds,) = bound.to_pylist()
    assert bounds["several"]
    assert len(bounds["crowded"]) <= 3
    travelling = [
        row
        for part in parts
        for batch in learning._ObservePages(Sieve(sample=25), reader)(iter([_with(part, bounds)]))
        for row in batch.to_pylist()
    ]
    assert len({row["digest"] for row in travelling}) == 25
    assert len(travelling) <= 25 + 3 * (len(parts) - 1)
    judged = {row["digest"] for row in travelling if row["digest"] <= bounds["asked"]}
    assert 20 <= len(judged) < 25


def _batch(rows: list[Row]) -> pa.RecordBatch:
    empty = dict.fromkeys(("source", "charset", "reason", "detail"))
    kinds = {"url": pa.string(), "html": pa.binary(), "site": pa.string()}
    schema = pa.schema({**kinds, **dict.fromkeys(empty, pa.string())})
    return pa.RecordBatch.from_pylist([{**row, "site": HOST, **empty} for row in rows], schema)


def _with(batch: pa.RecordBatch, bounds: dict[str, Any]) -> pa.RecordBatch:
    rows = [row | bounds for row in batch.to_pylist()]
    names = [*batch.schema, *(column for column in learning._BOUND if column.name != "site")]
    return pa.RecordBatch.from_pylist(rows, pa.schema(names))


def test_tables_are_merged_as_models_are(spark: "SparkSession") -> None:
    rows, other = site_rows(), site_rows("shedandsky.example")
    halves = [
        sitesieve.learn((row["url"], row["html"]) for row in half)
        for half in (rows[:20], rows[20:] + other)
    ]
    yesterday, today = (
        spark.createDataFrame(
            [tuple(model_row(half.of_site(site), site).values()) for site in half.sites], SCHEMA
        )
        for half in halves
    )
    merged = models_of(sitesieve.spark.merge(yesterday, today))
    assert sorted(merged) == [HOST, "shedandsky.example"]
    assert merged["shedandsky.example"] == models_of(today)["shedandsky.example"]
    at_once = sitesieve.learn((row["url"], row["html"]) for row in rows)
    both, page = model_in(merged[HOST], HOST), Page(rows[0]["url"], rows[0]["html"])
    assert both.models.pages_of(HOST) == at_once.models.pages_of(HOST)
    assert both.clean_page(page).text == at_once.clean_page(page).text


def test_tables_below_each_other_clean_as_if_they_were_merged(spark: "SparkSession") -> None:
    rows = site_rows()
    several = [*rows[8:12], {"url": None, "html": rows[5]["html"]}]
    halves = [
        SiteStyleTree().learn((row["url"], row["html"]) for row in half)
        for half in (rows[:3], rows[3:6])
    ]
    models = spark.createDataFrame(
        [tuple(model_row(half, HOST).values()) for half in halves], SCHEMA
    )
    cleaned = sitesieve.spark.clean(table(spark, several), models, method="site-style-tree")
    texts = {row["url"]: row["text"] for row in cleaned.collect()}
    whole = halves[0]
    alone = [whole.clean(row["html"], url=row["url"]).text for row in several]
    whole.merge(halves[1])
    expected = {row["url"]: whole.clean(row["html"], url=row["url"]).text for row in several}
    assert texts == expected
    assert [*expected.values()] != alone


def test_models_go_to_files_and_come_from_them(spark: "SparkSession", tmp_path: Path) -> None:
    rows = site_rows() + site_rows("shedandsky.example")
    model = sitesieve.learn((row["url"], row["html"]) for row in rows)
    model.save(tmp_path / "two.sieve")
    made = sitesieve.spark.from_files(spark, tmp_path / "two.sieve")
    assert [(row["site"], row["pages"]) for row in made.collect()] == [
        (HOST, 35),
        ("shedandsky.example", 35),
    ]
    sitesieve.spark.load(made, HOST).save(tmp_path / "one.sieve")
    one, page = sitesieve.load(tmp_path / "one.sieve"), Page(rows[0]["url"], rows[0]["html"])
    assert list(one.sites) == [HOST]
    assert one.clean_page(page).text == model.clean_page(page).text
    with pytest.raises(ModelError, match=r"no model of nowhere\.example"):
        sitesieve.spark.load(made, "nowhere.example")


def test_a_page_without_an_address_is_of_the_one_site_that_is_known(spark: "SparkSession") -> None:
    rows = site_rows()
    tree = SiteStyleTree().learn((row["url"], row["html"]) for row in rows)
    models = spark.createDataFrame([tuple(model_row(tree, HOST).values())], SCHEMA)
    (cleaned,) = sitesieve.spark.clean(
        table(spark, [{"url": None, "html": rows[5]["html"]}]), models, method="site-style-tree"
    ).collect()
    assert cleaned["text"] == tree.clean(rows[5]["html"]).text
    assert cleaned["site"] == ""


def test_a_column_for_the_site_counts_where_it_is_named_and_other_columns_do_no_harm(
    spark: "SparkSession",
) -> None:
    rows = [
        (f"https://{n}.example/", "shop", article(f"Page {n}.").decode(), "because")
        for n in range(3)
    ]
    pages = spark.createDataFrame(rows, "url string, Site string, html string, reason string")
    (row,) = sitesieve.spark.learn(pages, site_by="site", html_column="HTML").collect()
    assert (row["site"], row["pages"]) == ("shop", 3)
    cleaned = collected(sitesieve.spark.clean(pages, site_by="host"))
    assert [row["site"] for row in cleaned.values()] == ["0.example", "1.example", "2.example"]
    cleaned = collected(sitesieve.spark.clean(pages))
    assert [row["site"] for row in cleaned.values()] == ["0.example", "1.example", "2.example"]
    assert [row["reason"] for row in cleaned.values()] == [None, None, None]


def test_names_of_columns_may_have_dots_and_backticks(spark: "SparkSession") -> None:
    rows = [(f"https://a.example/{n}", article(f"Page {n}."), n, "shop") for n in range(3)]
    names = ("page.url", "page.html", "my.id", "the`site")
    pages = spark.createDataFrame(rows, "a string, b binary, c int, d string").toDF(*names)
    columns: dict[str, Any] = {
        "html_column": "page.html",
        "url_column": "page.url",
        "site_by": "the`site",
    }
    models = sitesieve.spark.learn(pages, **columns)
    assert [(row["site"], row["pages"]) for row in models.collect()] == [("shop", 3)]
    cleaned = collected(sitesieve.spark.clean(pages, carry=["my.id"], **columns))
    assert [(row["text"], row["my.id"], row["site"]) for row in cleaned.values()] == [
        (f"Page {n}.", n, "shop") for n in range(3)
    ]


def test_a_row_without_html_says_so(spark: "SparkSession") -> None:
    pages = table(spark, [{"url": "https://a.example/", "html": None}])
    (row,) = sitesieve.spark.clean(pages).collect()
    assert row["reason"] == "no-html"
    assert row["detail"].startswith("there is nothing in the field 'html'")


def test_damage_in_a_warc_file_is_a_row_and_the_other_pages_are_read(
    spark: "SparkSession", tmp_path: Path
) -> None:
    def record(number: int) -> bytes:
        body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=latin-1\r\n\r\n" + article(
            f"Page {number}."
        )
        head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/{number}\r\n"
        return gzip.compress(
            f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body + b"\r\n\r\n"
        )

    damaged = bytearray(record(2))
    damaged[30:60] = bytes(30)
    (tmp_path / "a.warc.gz").write_bytes(record(1) + bytes(damaged) + record(3))
    (tmp_path / "b.warc.gz").write_bytes(record(4))
    pages = read_warc(spark, [tmp_path, (tmp_path / "b.warc.gz").as_uri()])
    rows = sorted(pages.collect(), key=lambda row: row["source"])
    assert [(row["url"], row["reason"]) for row in rows] == [
        ("https://a.example/1", None),
        (rows[1]["url"], "corrupt"),
        ("https://a.example/3", None),
        ("https://a.example/4", None),
        ("https://a.example/4", None),
    ]
    assert rows[1]["lost_bytes"] > 0
    assert rows[0]["charset"] == "latin-1"
    texts = collected(sitesieve.spark.clean(pages))
    assert texts["https://a.example/3"]["text"] == "Page 3."
    assert [row["reason"] for row in texts.values() if row["reason"]] == ["corrupt"]


def test_what_is_wrong_with_the_input_is_said_before_anything_runs(spark: "SparkSession") -> None:
    pages = table(spark, [{"url": "https://a.example/", "html": b"<p>x"}])
    with pytest.raises(InputError, match=r"no column with HTML \(columns: url\)"):
        sitesieve.spark.learn(pages.select("url"))
    with pytest.raises(InputError, match="no column 'page_html'"):
        sitesieve.spark.clean(pages, html_column="page_html")
    with pytest.raises(InputError, match="type int: HTML is text or bytes"):
        sitesieve.spark.learn(pages.selectExpr("url", "1 as html"))
    with pytest.raises(InputError, match="columns site and model, this one has url, html"):
        sitesieve.spark.clean(pages, pages)
    with pytest.raises(ValueError, match="sieve or site-style-tree, not tag-filter"):
        sitesieve.spark.learn(pages, method="tag-filter")
    with pytest.raises(ValueError, match="did you mean 'markdown'"):
        sitesieve.spark.clean(pages, add=["markdwn"])
    with pytest.raises(ValueError, match=r"no type of page 'artcle'.*did you mean 'article'"):
        sitesieve.spark.clean(pages, only=["artcle"])
    with pytest.raises(ValueError, match="the output has its own URL"):
        sitesieve.spark.clean(pages.withColumnRenamed("url", "URL"), carry=["URL"])
    with pytest.raises(TypeError, match=r"DataFrame of Spark, not pandas\.DataFrame; spark"):
        sitesieve.spark.clean(pandas.DataFrame({"html": ["<p>x"]}))
    with pytest.raises(TypeError, match=r"models must be a table, .* not Sieve; .*from_files"):
        sitesieve.spark.clean(pages, Sieve())  # type: ignore[arg-type]
    for name in ("add", "carry", "only"):
        with pytest.raises(TypeError, match=rf"{name} must be a list of names, as \['id'\]"):
            sitesieve.spark.clean(pages, **{name: "id"})  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no such file or folder"):
        read_warc(spark, "nowhere.warc.gz")


def test_java_does_not_hold_thousands_of_pages_at_once(
    spark: "SparkSession", monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("parquet", "orc"):
        assert spark.conf.get(f"spark.sql.{kind}.enableVectorizedReader") == "false"
    gigabytes = {"SC_PAGE_SIZE": 1 << 30}
    for cores, there, expected in ((16, 64, 16), (16, 32, 8), (2, 24, 2), (4, 2, 1)):
        monkeypatch.setattr(environment, "default_jobs", lambda cores=cores: cores)
        monkeypatch.setattr(environment, "_LIMITS_OF_CONTAINERS", ())
        known = gigabytes | {"SC_PHYS_PAGES": there}
        monkeypatch.setattr("os.sysconf", known.__getitem__)
        assert environment._memory() == f"{expected * 1024}m"


def test_what_is_missing_around_spark_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert "needs Java 17 or newer, and there is none" in str(environment.java_problem())
    old = tmp_path / "bin" / "java"
    old.parent.mkdir()
    old.write_text("#!/bin/sh\necho 'openjdk version \"11.0.2\" 2019' >&2\n")
    old.chmod(0o755)
    assert 'is openjdk version "11.0.2"' in str(environment.java_problem())
    versions = {"pyspark": "4.3.0", "pandas": "3.0.1"}
    monkeypatch.setattr("importlib.metadata.version", versions.__getitem__)
    with pytest.raises(SitesieveError, match=r"does not work with pandas 3\.0\.1"):
        environment.check_packages()
