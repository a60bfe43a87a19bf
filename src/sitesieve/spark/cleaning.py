"""Cleaning pages with the models of their sites.

Pages travel to the model of their site, sorted so that it comes right before them: a worker holds
one model and a few pages, and makes a model once for all pages of its site that follow. A site of
very many pages is dealt out to several such places, and its model goes to each of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Unpack

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql.pandas.types import from_arrow_type
from pyspark.sql.types import StructField, StructType

from sitesieve.cleaning import methods
from sitesieve.cleaning.dials import Dials, check_output_dials, parted
from sitesieve.cleaning.document import FIELDS
from sitesieve.cleaning.methods import Method, SiteMethod
from sitesieve.cleaning.output import OutputOptions
from sitesieve.cleaning.page_type import PageType
from sitesieve.errors import did_you_mean
from sitesieve.page.limits import Limits
from sitesieve.run.tasks import Clean, PageFilter
from sitesieve.sinks import Formatter
from sitesieve.sinks.formats import ADDITIONS, ONCE
from sitesieve.sinks.parquet import addition_types, page_schema, row_of
from sitesieve.sources.items import Failure
from sitesieve.spark.model_table import check_models, merged_models
from sitesieve.spark.page_rows import CARRIED, PageReader, page_rows, slices
from sitesieve.spark.watched_pages import results_of

PAGES_TOGETHER = 2000  # of a site; more are dealt out to several places
_FAILED = ("reason", "detail")
_PLACE = ("meets", "part")  # the site whose model a page meets, and which part of its pages


def clean(
    df: DataFrame,
    models: DataFrame | None = None,
    *,
    method: str | Method = "sieve",
    html_column: str | None = None,
    url_column: str | None = None,
    site_by: str | None = None,
    limits: Limits | None = None,
    add: Sequence[str] = (),
    carry: Sequence[str] = (),
    only: Sequence[str] = (),
    min_words: int = 0,
    partitions: int | None = None,
    **dials: Unpack[Dials],
) -> DataFrame:
    """Pages cleaned, a row a page, in the columns that `sitesieve clean` writes to Parquet, and
    `reason` and `detail`, which say why a page could not be cleaned.

    Parameters
    ----------
    df : a row a page, with columns for its address and its HTML, as text or bytes.
    models : what `learn` made; None cleans each page by itself. Pages of sites that are not among
        them are cleaned by themselves, too.
    method : the rule to clean by, a name or an object; it judges all pages, whatever the settings
        that models were learned with.
    html_column, url_column, site_by, limits : as in `learn`.
    add : further columns: "markdown", "html", "posts", "blocks", "words".
    carry : columns of the input to copy to the output.
    only : types of pages that are wanted; others get a reason.
    min_words : so many words are to stay of a page, or it gets a reason.
    partitions : how many tasks; the usual number is that of `spark.sql.shuffle.partitions`.
    dials : those of `sitesieve.clean`. Texts of kinds that are kept `once` are in a column of this
        name.
    """
    judging, wanted = parted(dials)
    cleaner = methods.named(method) if isinstance(method, str) else method
    if isinstance(cleaner, methods.Sieve):
        cleaner = cleaner.judging_by(**judging) if judging else cleaner
    else:
        check_output_dials(dials, cleaner.name)
    if models is not None and not isinstance(cleaner, SiteMethod):
        raise ValueError(f"{cleaner.name} cleans without models of sites: leave out models")
    output = OutputOptions.of(**wanted)
    _check_columns(add, carry, only)
    pages = page_rows(df, html_column, url_column, site_by, carry)
    task = Clean(
        cleaner,
        Formatter("parquet", (*dict.fromkeys(add), *([ONCE] if output.once else []))),
        PageFilter(tuple(PageType(name) for name in only), min_words),
        output,
    )
    schema = _schema(task, pages)
    if models is not None:
        pages = _with_models(pages, check_models(models), partitions)
    return pages.mapInArrow(_CleanPages(task, PageReader(limits), tuple(carry)), schema)


def _check_columns(add: Sequence[str], carry: Sequence[str], only: Sequence[str]) -> None:
    for argument, names in (("add", add), ("carry", carry), ("only", only)):
        if isinstance(names, str):
            raise TypeError(f"{argument} must be a list of names, as [{names!r}], not text")
    for name in add:
        if name not in ADDITIONS:
            hint = did_you_mean(name, ADDITIONS) or f"; there are {', '.join(ADDITIONS)}"
            raise ValueError(f"no further column {name!r}{hint}")
    own = {*FIELDS, *add, *_FAILED, ONCE}
    clash = [name for name in carry if name.lower() in own]  # to Spark, case is no difference
    if clash:
        raise ValueError(f"the output has its own {', '.join(sorted(clash))}: rename the column")


def _with_models(pages: DataFrame, models: DataFrame, partitions: int | None) -> DataFrame:
    """Pages and models in partitions: at each place its model, if there is one, then pages."""
    # A page without any address is taken to be of the one site that is known, if it is one.
    sites = models.select("site")
    known = {row["site"] for row in sites.limit(2).collect()}
    if len(known) == 1:  # perhaps of several models
        known = {row["site"] for row in sites.distinct().limit(2).collect()}
    meets = F.col("site")
    if len(known) == 1:
        meets = F.when(meets == "", F.lit(known.pop())).otherwise(meets)
    pages = pages.withColumn("meets", meets)
    counts = pages.groupBy("meets").count().where(F.col("count") > PAGES_TOGETHER)
    parts = F.ceil(F.col("count") / PAGES_TOGETHER).cast("int").alias("parts")
    large = F.broadcast(counts.select("meets", parts))
    dealt = F.pmod(F.xxhash64("url", "html"), F.col("parts")).cast("int")
    pages = (
        pages.join(large, "meets", "left")
        .withColumn("part", F.when(F.col("parts").isNull(), 0).otherwise(dealt))
        .drop("parts")
    )
    everywhere = F.sequence(F.lit(0), F.coalesce(F.col("parts"), F.lit(1)) - 1)
    models = (
        models.withColumnRenamed("site", "meets")
        .join(large, "meets", "left")
        .select("meets", "model", F.explode(everywhere).alias("part"))
    )
    together = pages.unionByName(models, allowMissingColumns=True)
    number = () if partitions is None else (partitions,)
    in_places = together.repartition(*number, *_PLACE)
    return in_places.sortWithinPartitions(*_PLACE, F.col("model").asc_nulls_last())


def _schema(task: Clean, pages: DataFrame) -> StructType:
    """The columns of the output."""
    carried = pages.schema[CARRIED].dataType if CARRIED in pages.columns else StructType()
    assert isinstance(carried, StructType)
    fields = [StructField(column.name, from_arrow_type(column.type)) for column in _columns(task)]
    texts = [StructField(name, from_arrow_type(pa.string())) for name in _FAILED]
    return StructType([*fields, *carried.fields, *texts])


def _columns(task: Clean) -> Any:
    """The columns of a cleaned page, for Arrow."""
    kinds = addition_types()
    columns = [*page_schema(), *(pa.field(name, kinds[name]) for name in task.formatter.add)]
    return pa.schema(columns)


@dataclass(frozen=True, slots=True)
class _CleanPages:
    """Cleans what comes: pages, and before those of a site its model, or several to be merged."""

    task: Clean
    reader: PageReader
    carry: tuple[str, ...]

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        task = self.task
        site: str | None = None  # whose pages come
        models: list[bytes] = []  # of this site, merged in the task
        for batch in slices(batches):
            rows: list[dict[str, Any]] = []
            pages = batch
            if "model" in batch.schema.names:
                pages = batch.filter(batch.column("model").is_null())
            for place, records in groupby(self.reader.records(batch), lambda r: r.get("meets")):
                here = list(records)
                if place != site:
                    site, task, models = place, self.task, []
                # Models come before pages; further parts of the site's pages bring them again.
                came = {record["model"] for record in here if record.get("model") is not None}
                if not came.issubset(models):
                    models += sorted(came.difference(models))
                    task = self._with_models(models, str(place))
                rows += self._cleaned(task, [r for r in here if r.get("model") is None])
            if rows:
                yield self._batch(rows, pages)

    def _with_models(self, models: list[bytes], site: str) -> Clean:
        """The task with a method that judges as asked by what models of the site know."""
        method, model = self.task.method, merged_models(models, site)
        assert isinstance(method, SiteMethod)
        settings = {name: method.settings()[name] for name in method.judging}
        if type(model) is type(method):
            model.judge_by(**settings)
        else:
            model = type(method).sharing(model, **settings)
        return replace(self.task, method=model)

    def _cleaned(self, task: Clean, records: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        items = [self.reader.item(record) for record in records]
        results = results_of(task, items, self.reader.seconds)
        for record, result in zip(records, results, strict=True):
            if isinstance(result, Failure):
                where = {name: record[name] for name in ("url", "source", "site")}
                yield {**where, "reason": str(result.reason), "detail": result.detail}
            else:
                yield row_of(result.record, self.task.formatter.add)

    def _batch(self, rows: list[dict[str, Any]], pages: pa.RecordBatch) -> pa.RecordBatch:
        columns = _columns(self.task)
        failed = pa.schema([(name, pa.string()) for name in _FAILED])
        cleaned = pa.RecordBatch.from_pylist(rows, columns)
        reasons = pa.RecordBatch.from_pylist(rows, failed)
        carried = pages.column(CARRIED).flatten() if self.carry else []
        names = [*columns.names, *self.carry, *failed.names]
        return pa.RecordBatch.from_arrays([*cleaned.columns, *carried, *reasons.columns], names)
