"""Parquet: a row a page, with its HTML in a string or binary column."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sitesieve.errors import InputError, MissingExtra
from sitesieve.sources.columns import HTML_COLUMNS, TEXT_COLUMNS, URL_COLUMNS, are_of_texts, find
from sitesieve.sources.items import FileBackedReader, Item, ReadOptions
from sitesieve.sources.jsonl import record_item

_ROWS_AT_ONCE = 32


class ParquetReader(FileBackedReader):
    """A Parquet file, read a few rows at a time."""

    endings = (".parquet",)
    begins = b"PAR1"
    has_columns = True

    @classmethod
    def columns_of(cls, path: Path) -> list[str]:
        try:
            import pyarrow.parquet

            return list(pyarrow.parquet.read_schema(path).names)
        except (ImportError, OSError, ValueError):
            return []  # opening it as a source says what is wrong

    def __init__(self, path: Path, options: ReadOptions) -> None:
        super().__init__(path, options)
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise MissingExtra(f"{path}: reading Parquet", "parquet") from None
        self._parquet = pyarrow.parquet
        self._broken = (pyarrow.ArrowException, OSError, ValueError, MemoryError, OverflowError)
        try:
            schema = pyarrow.parquet.read_schema(path)
        except self._broken as error:
            raise InputError(f"{path} is not a readable Parquet file: {error}") from error
        self.columns = self._choose(schema.names)

    def _choose(self, names: list[str]) -> list[str]:
        options = self.options
        texts = options.texts and not options.html_column and are_of_texts(names)
        html = None if texts else options.html_column or find(names, HTML_COLUMNS)
        url = options.url_column or find(names, URL_COLUMNS)
        if html is None and not texts:
            raise InputError(
                f"{self.path} has no column with HTML (columns: {', '.join(names)}); "
                "name it with --html-column"
            )
        self._html = html
        wanted = [html, url, options.site_column, *options.carry]
        if texts:
            wanted += [name for name in TEXT_COLUMNS if name in names]
        for name in wanted:
            if name is not None and name not in names:
                raise InputError(f"{self.path} has no column {name!r}; columns: {', '.join(names)}")
        return list(dict.fromkeys(name for name in wanted if name is not None))

    def items(self) -> Iterator[Item]:
        try:
            # Without pre-buffering a row group is not held in memory whole.
            table = self._parquet.ParquetFile(
                self.path, buffer_size=1 << 20, pre_buffer=False, page_checksum_verification=True
            )
        except self._broken as error:
            yield self.loss(":1", f"damaged: {error}", self.size)
            return
        with table:
            self._rows = max(1, table.metadata.num_rows)
            first = 0
            for number in range(table.num_row_groups):
                group = table.metadata.row_group(number)
                yield from self._group(table, number, first, group)
                first += group.num_rows

    def _group(self, table: Any, number: int, first: int, group: Any) -> Iterator[Item]:
        """The pages of a group of rows: what is damaged in one does not hide the next."""
        row = first
        try:
            # Without threads, which gain nothing here, worker processes can be forked from this.
            batches = table.iter_batches(
                _ROWS_AT_ONCE, row_groups=[number], columns=self.columns, use_threads=False
            )
            for batch in batches:
                for record in records_of(batch, self._html):
                    row += 1
                    self.position = self.size * row // self._rows
                    yield record_item(self, f":{row}", record, self.options)
        except self._broken as error:
            lost = max(1, first + group.num_rows - row)
            share = lost / max(1, group.num_rows)
            size = sum(group.column(i).total_compressed_size for i in range(group.num_columns))
            detail = f"damaged after row {row}: {error}"
            yield self.loss(f":{row + 1}", detail, round(size * min(1, share)), lost)


def records_of(batch: Any, html: str | None) -> Iterator[dict[str, Any]]:
    """The rows of an Arrow batch, given the column with HTML; strings may hold bytes that are not
    UTF-8."""
    import pyarrow

    types = pyarrow.types
    columns = []
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if types.is_string(column.type) or types.is_large_string(column.type):
            large = types.is_large_string(column.type)
            # A view, not a cast: importing Arrow's functions takes a tenth of a second.
            raw = column.view(pyarrow.large_binary() if large else pyarrow.binary())
            values = raw.to_pylist()
            if name != html:  # the page itself is decoded with more care
                values = [v if v is None else v.decode("utf-8", "replace") for v in values]
        elif types.is_timestamp(column.type) and column.type.unit == "ns":
            coarser = pyarrow.timestamp("us", column.type.tz)
            values = column.cast(coarser, safe=False).to_pylist()
        else:
            values = column.to_pylist()
        columns.append(values)
    for row in zip(*columns, strict=True):
        yield dict(zip(batch.schema.names, row, strict=True))
