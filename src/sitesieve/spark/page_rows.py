"""Rows of a DataFrame as pages: which columns hold them, which site they are of."""

from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812 - as everybody calls it
from pyspark.sql.types import BinaryType, StringType

from sitesieve.errors import InputError, Reason
from sitesieve.page.limits import Limits
from sitesieve.page.urls import site_of
from sitesieve.sources.columns import HTML_COLUMNS, URL_COLUMNS, find
from sitesieve.sources.items import Failure, Item, Reader, ReadOptions
from sitesieve.sources.jsonl import record_item
from sitesieve.sources.parquet import records_of
from sitesieve.spark.environment import use_this_python

CARRIED = "carried"  # the column with those that travel to the output
_SITE = "site"
_OPTIONAL = ("source", "charset", "reason", "detail")  # as `read_warc` gives them
_ROWS_AT_ONCE = 64


def page_rows(
    df: DataFrame,
    html_column: str | None = None,
    url_column: str | None = None,
    site_by: str | None = None,
    carry: Sequence[str] = (),
) -> DataFrame:
    """The pages of a DataFrame in columns of fixed names: url, html, site, source, charset, reason
    and detail, and `carried`, a struct of further columns.

    Columns that are not named are found by their usual names. `site_by` is "domain" (as None is),
    "host" or a column, as on the command line.
    """
    if not isinstance(df, DataFrame):
        kind = f"{type(df).__module__.partition('.')[0]}.{type(df).__name__}"
        raise TypeError(
            f"pages must be a DataFrame of Spark, not {kind.removeprefix('builtins.')}; "
            "spark.createDataFrame(…) makes one of a frame of pandas"
        )
    use_this_python(df.sparkSession)
    html = _column(df, html_column or find(df.columns, HTML_COLUMNS), "HTML", "html_column")
    url = url_column or find(df.columns, URL_COLUMNS)
    kind = df.schema[html].dataType
    if not isinstance(kind, StringType | BinaryType):
        raise InputError(f"column {html!r} is of type {kind.simpleString()}: HTML is text or bytes")
    address = F.lit(None) if url is None else column(_column(df, url, "addresses", "url_column"))
    for name in carry:
        _column(df, name, "what is to be carried", "carry")
    columns = [
        address.cast("string").alias("url"),
        column(html).alias("html"),
        _site(df, address.cast("string"), site_by).alias(_SITE),
        *(
            (F.col(name) if name in df.columns else F.lit(None)).cast("string").alias(name)
            for name in _OPTIONAL
        ),
    ]
    if carry:
        columns.append(F.struct(*map(column, carry)).alias(CARRIED))
    return df.select(*columns)


def column(name: str) -> Column:
    """A column by its whole name: to Spark a dot would lead inside of one."""
    quoted = name.replace("`", "``")
    return F.col(f"`{quoted}`")


def _column(df: DataFrame, name: str | None, what: str, argument: str) -> str:
    same = [column for column in df.columns if column.lower() == (name or "").lower()]
    if name not in df.columns and len(same) != 1:
        missing = "no column" if name is None else f"no column {name!r}"
        raise InputError(
            f"the DataFrame has {missing} with {what} (columns: {', '.join(df.columns)}); "
            f"name it with {argument}="
        )
    return name if name in df.columns else same[0]  # to Spark, case is no difference


def _site(df: DataFrame, address: Column, site_by: str | None) -> Column:
    if site_by in (None, "domain", "host"):
        return F.coalesce(
            F.udf(_SiteOf(site_by or "domain"), "string", useArrow=True)(address), F.lit("")
        )
    given = column(_column(df, site_by, "sites", "site_by"))
    return F.coalesce(given.cast("string"), F.lit(""))


class _SiteOf:
    """The site of an address."""

    def __init__(self, by: str) -> None:
        self._by = by

    def __call__(self, url: str | None) -> str:
        return site_of(url, self._by)


def slices(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Batches of few rows: of Spark's, which may have 64 MB, a part at a time is unpacked."""
    for batch in batches:
        for start in range(0, batch.num_rows, _ROWS_AT_ONCE):
            yield batch.slice(start, _ROWS_AT_ONCE)


class PageReader:
    """Rows of `page_rows` as pages, read as the command line reads a Parquet file."""

    def __init__(self, limits: Limits | None) -> None:
        self._options = ReadOptions(
            html_column="html", url_column="url", site_by=_SITE, limits=limits or Limits()
        )
        self._reader = Reader("")

    @property
    def seconds(self) -> float:
        """The time that a page may take."""
        return self._options.limits.seconds

    def records(self, batch: pa.RecordBatch) -> list[dict[str, Any]]:
        """The rows of a batch."""
        return list(records_of(batch, "html"))

    def item(self, record: dict[str, Any]) -> Item:
        """The page in a row, or why there is none."""
        source, url = record["source"], record["url"]
        # Somebody else's table may have a column of this name, too: with HTML it is a page.
        if record["reason"] is not None and record["html"] is None:
            reason = record["reason"]
            reason = Reason(reason) if reason in list(Reason) else Reason.UNREADABLE
            return Failure(source or "", reason, record["detail"] or "", url)
        # Only what the reader asks for: a message about a missing field names the others.
        page = record_item(
            self._reader, "", {name: record[name] for name in ("url", "html", _SITE)}, self._options
        )
        if not isinstance(page, Failure):
            page.name, page.charset = source, record["charset"]
        return page
