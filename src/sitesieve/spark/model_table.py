"""Models of sites as a table: site, pages learned from, and the bytes of a model file."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from sitesieve.cleaning import methods
from sitesieve.cleaning.methods import SiteMethod
from sitesieve.errors import InputError, ModelError
from sitesieve.site.model_file import SavedModel, model_bytes, model_of_bytes

SCHEMA = "site string, pages long, model binary"
_COLUMNS = ("site", "pages", "model")
_ORDER = "order"


def model_row(method: SiteMethod, site: str) -> dict[str, Any]:
    """The row of a site that a method has learned, and nothing else."""
    saved = SavedModel(method.name, method.settings(), method.tables(), method.arrays())
    return {
        "site": site,
        "pages": len(method.models.pages_of(site)),
        "model": model_bytes(saved),
    }


def model_in(content: bytes, site: str) -> SiteMethod:
    """The method that a row holds; `ModelError` where it is damaged."""
    name = f"the model of {site or '(no site)'}"
    saved = model_of_bytes(content, name)
    method = methods.find(saved.method).from_saved(saved, name)
    if not isinstance(method, SiteMethod):
        raise ModelError(f"{name} is of {method.name}, which keeps no models of sites")
    return method


def merged_models(models: Iterable[bytes], site: str) -> SiteMethod:
    """What several rows of one site hold together."""
    method, *others = (model_in(content, site) for content in models)
    for other in others:
        method.merge(other)
    return method


def check_models(models: DataFrame) -> DataFrame:
    """The columns of a table of models; `InputError` where there are others."""
    if not isinstance(models, DataFrame):
        raise TypeError(
            "models must be a table, as sitesieve.spark.learn(pages) makes it, not "
            f"{type(models).__name__}; sitesieve.spark.from_files(spark, path) makes one of a "
            "model that was saved"
        )
    missing = [name for name in ("site", "model") if name not in models.columns]
    if missing:
        raise InputError(
            f"a table of models has columns site and model, this one has "
            f"{', '.join(models.columns)}: learn(pages) makes one"
        )
    return models.select("site", "model")


def rows_of(batches: Iterable[pa.RecordBatch]) -> Iterator[dict[str, Any]]:
    """The rows of all batches."""
    for batch in batches:
        yield from batch.to_pylist()


def batch_of(rows: list[dict[str, Any]]) -> pa.RecordBatch:
    """Rows of the table as a batch."""
    kinds = (pa.string(), pa.int64(), pa.binary())
    return pa.RecordBatch.from_pylist(rows, pa.schema(list(zip(_COLUMNS, kinds, strict=True))))


def merge(models: DataFrame, *more: DataFrame) -> DataFrame:
    """One table of models from several, as yesterday's and today's: what is known of a site in
    more than one of them is merged, as `sitesieve learn --model A --model B` does."""
    tables = [
        check_models(table).withColumn(_ORDER, F.lit(number))
        for number, table in enumerate((models, *more))
    ]
    together = tables[0]
    for table in tables[1:]:
        together = together.unionByName(table)
    in_order = together.repartition("site").sortWithinPartitions("site", _ORDER, "model")
    return in_order.mapInArrow(_merged, SCHEMA)


def _merged(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for site, rows in groupby(rows_of(batches), lambda row: str(row["site"])):
        method = merged_models((row["model"] for row in rows), site)
        yield batch_of([model_row(method, site)])


def load(models: DataFrame, *sites: str) -> SiteMethod:
    """The models of some sites, or of all in a small table, as one model in this process: it can
    be saved to a file, described and cleaned with."""
    rows = check_models(models)
    if sites:
        rows = rows.where(F.col("site").isin(list(sites)))
    method: SiteMethod | None = None
    for row in sorted(rows.toLocalIterator(), key=lambda row: str(row["site"])):
        model = model_in(bytes(row["model"]), row["site"])
        if method is None:
            method = model
        else:
            method.merge(model)
    missing = [site for site in sites if method is None or site not in method.sites]
    if missing or method is None:
        raise ModelError(f"the table has no model of {', '.join(missing) or 'any site'}")
    return method


def from_files(spark: SparkSession, *paths: Path | str) -> DataFrame:
    """The table of what `sitesieve learn` has saved, a row a site."""
    if not paths:
        raise TypeError("name a model file, as from_files(spark, 'site.sieve')")
    rows = []
    for path in paths:
        method = methods.load(path)
        if not isinstance(method, SiteMethod):
            raise ModelError(f"{path} holds a model of {method.name}, not of sites")
        rows += [model_row(method.of_site(site), site) for site in sorted(method.sites)]
    table = spark.createDataFrame([tuple(row.values()) for row in rows], SCHEMA)
    return table if len(paths) == 1 else merge(table)
