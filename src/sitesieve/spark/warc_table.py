"""WARC files as a DataFrame of pages: a task a file, and what is damaged as rows with reasons."""

import glob
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from sitesieve.errors import InputError, Reason
from sitesieve.page.limits import Limits
from sitesieve.sources.items import Failure, Item, ReadOptions
from sitesieve.sources.warc import WarcReader
from sitesieve.spark.environment import use_this_python

_ROWS_AT_ONCE = 32
_SCHEMA = (
    "url string, html binary, charset string, source string, reason string, detail string, "
    "lost_bytes long"
)
_COLUMNS = pa.schema(
    {
        "url": pa.string(),
        "html": pa.binary(),
        **dict.fromkeys(("charset", "source", "reason", "detail"), pa.string()),
        "lost_bytes": pa.int64(),
    }
)


def read_warc(
    spark: SparkSession, paths: str | Path | Sequence[str | Path], limits: Limits | None = None
) -> DataFrame:
    """The pages of WARC files, with url, html, charset and source (file and number of the record).

    A path is a file, a folder or a pattern, at the same place on all machines, or an address that
    Arrow can open (s3://, gs://, hdfs://): such a file is copied to the temporary folder of the
    machine that reads it. What cannot be read of a file is a row with `reason`, `detail` and
    `lost_bytes`; `learn` passes it over and `clean` hands it on.
    """
    use_this_python(spark)
    given = [paths] if isinstance(paths, str | Path) else list(paths)
    files = [file for path in given for file in _files(str(path))]
    if not files:
        raise InputError("no WARC files are named")
    table = spark.createDataFrame([(file,) for file in files], "path string")
    return table.repartition(len(files)).mapInArrow(
        _ReadWarcs(ReadOptions(limits=limits or Limits())), _SCHEMA
    )


def _files(path: str) -> list[str]:
    """The files that a path names."""
    if "://" in path:
        return [path]
    names = sorted(glob.glob(path)) or [path]
    files = []
    for name in names:
        if Path(name).is_dir():
            files += sorted(str(p) for p in Path(name).rglob("*") if ".warc" in p.suffixes)
        elif Path(name).is_file():
            files.append(name)
        else:
            raise InputError(f"no such file or folder: {name}")
    if not files:
        raise InputError(f"{path} has no files that end with .warc, .warc.gz or .warc.zst")
    return [str(Path(name).absolute()) for name in files]


@dataclass(frozen=True, slots=True)
class _ReadWarcs:
    """Reads files, given their paths."""

    options: ReadOptions

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for path in batch.column("path").to_pylist():
                rows: list[dict[str, Any]] = []
                for item in self._items(path):
                    rows.append(_row(item))
                    if len(rows) >= _ROWS_AT_ONCE:
                        yield pa.RecordBatch.from_pylist(rows, _COLUMNS)
                        rows = []
                yield pa.RecordBatch.from_pylist(rows, _COLUMNS)

    def _items(self, path: str) -> Iterator[Item]:
        try:
            with _on_this_machine(path) as file:
                reader = WarcReader(file, self.options)
                reader.label = path
                yield from reader.items()
        except (OSError, pa.ArrowException) as error:
            yield Failure(path, Reason.UNREADABLE, f"cannot be opened: {error}")


@contextmanager
def _on_this_machine(path: str) -> Iterator[Path]:
    """A file that can be read here; one that is elsewhere is copied meanwhile."""
    if "://" not in path:
        yield Path(path)
        return
    from pyarrow import fs

    with tempfile.TemporaryDirectory() as folder:
        system, place = fs.FileSystem.from_uri(path)
        copy = Path(folder, Path(place).name)
        with system.open_input_stream(place, compression=None) as remote, copy.open("wb") as local:
            shutil.copyfileobj(remote, local, 1 << 20)
        yield copy


def _row(item: Item) -> dict[str, Any]:
    if not isinstance(item, Failure):
        content = {"url": item.url, "html": item.html, "charset": item.charset}
        return content | {"source": item.name}
    lost = None if item.lost is None else item.lost.bytes
    said = {"reason": str(item.reason), "detail": item.detail, "lost_bytes": lost}
    return {"url": item.url, "source": item.name} | said
