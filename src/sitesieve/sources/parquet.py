"""Parquet: a row a page, with its HTML in a string or binary column."""

from collections.abc import Iterator
from pathlib import Path

from sitesieve.errors import InputError, MissingExtra, Reason
from sitesieve.sources.columns import HTML_COLUMNS, URL_COLUMNS, find
from sitesieve.sources.items import Item, Reader, ReadOptions
from sitesieve.sources.jsonl import record_item

_ROWS_AT_ONCE = 32


class ParquetReader(Reader):
    """A Parquet file, read a few rows at a time."""

    def __init__(self, path: Path, options: ReadOptions) -> None:
        super().__init__(str(path), path.stat().st_size)
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise MissingExtra(f"{path}: reading Parquet", "parquet") from None
        self._parquet = pyarrow.parquet
        self._broken = (pyarrow.ArrowException, OSError)
        self.path = path
        self.options = options
        try:
            schema = pyarrow.parquet.read_schema(path)
        except self._broken as error:
            raise InputError(f"{path} is not a readable Parquet file: {error}") from error
        self.columns = self._choose(schema.names)

    def _choose(self, names: list[str]) -> list[str]:
        options = self.options
        html = options.html_column or find(names, HTML_COLUMNS)
        url = options.url_column or find(names, URL_COLUMNS)
        if html is None:
            raise InputError(
                f"{self.path} has no column with HTML (columns: {', '.join(names)}); "
                "name it with --html-column"
            )
        wanted = [html, url, options.site_column, *options.carry]
        for name in wanted:
            if name is not None and name not in names:
                raise InputError(f"{self.path} has no column {name!r}; columns: {', '.join(names)}")
        return list(dict.fromkeys(name for name in wanted if name is not None))

    def items(self) -> Iterator[Item]:
        row = 0
        try:
            # Without pre-buffering a row group is not held in memory whole.
            with self._parquet.ParquetFile(
                self.path, buffer_size=1 << 20, pre_buffer=False
            ) as table:
                rows = max(1, table.metadata.num_rows)
                for batch in table.iter_batches(_ROWS_AT_ONCE, columns=self.columns):
                    for record in batch.to_pylist():
                        row += 1
                        self.position = self.size * row // rows
                        yield record_item(self, f":{row}", record, self.options)
        except self._broken as error:
            yield self.failure(f":{row + 1}", Reason.CORRUPT, f"damaged after row {row}: {error}")
