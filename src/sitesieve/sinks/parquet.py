"""Parquet output. A Parquet file is readable only with its footer, which comes
last; so that a job can be resumed, each commit writes a small complete file,
and `finish` joins them."""

import contextlib
import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from sitesieve.atomic import output_errors
from sitesieve.cleaning.document import FIELDS
from sitesieve.errors import MissingExtra, OutputError
from sitesieve.sinks.formats import ONCE, OutputFormat, Record, to_json, writable
from sitesieve.sinks.sink import Sink, Workspace

_ROWS_IN_GROUP = 2_000
_BYTES_IN_MEMORY = 32_000_000


class ParquetSink(Sink):
    """One Parquet file, a row a page, compressed with zstd."""

    def __init__(
        self, path: Path, add: Iterable[str] = (), rows: Literal["pages", "weights"] = "pages"
    ) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise MissingExtra(f"{path}: writing Parquet", "parquet") from None
        self._arrow = pyarrow
        self._parquet = pyarrow.parquet
        self.path = Path(os.path.realpath(path))  # a link stays a link
        self.rows = rows
        self.add = frozenset(add)  # a carried column may have the name of one of ours
        self.workspace: Workspace = Workspace.beside(self.path)
        self._parts = 0
        self._rows: list[dict[str, Any]] = []
        self._bytes = 0

    def write(self, record: Record) -> None:
        row = row_of(record, self.add)
        self._rows.append(row)
        self._bytes += sum(len(value) for value in row.values() if isinstance(value, str))
        if self._bytes >= _BYTES_IN_MEMORY:
            self._write_part()

    def seal(self) -> None:
        self._write_part()

    def commit(self) -> dict[str, Any]:
        self.seal()
        return {"parts": self._parts}

    def resume(self, state: dict[str, Any]) -> None:
        self._parts = state["parts"]
        missing = [part for part in self._part_paths() if not part.exists()]
        if missing:
            raise OutputError(f"cannot resume: {missing[0]} is missing")

    def finish(self) -> None:
        self._write_part()
        self.workspace.open(fresh=False)
        whole = self.workspace.folder / "data"
        with output_errors(self.path), self._arrow_errors():
            schemas = [self._parquet.read_schema(part) for part in self._part_paths()]
            schema = self._arrow.unify_schemas(
                [self._base_schema(), *schemas], promote_options="permissive"
            )
            with self._parquet.ParquetWriter(whole, schema, compression="zstd") as writer:
                group: list[Any] = []  # parts are small; row groups should not be
                for part in self._part_paths():
                    group.append(self._fitted(self._parquet.read_table(part), schema))
                    if sum(map(len, group)) >= _ROWS_IN_GROUP:
                        writer.write_table(self._arrow.concat_tables(group))
                        group = []
                if group:
                    writer.write_table(self._arrow.concat_tables(group))
            self.workspace.publish(whole)
        self.workspace.remove()

    def _part_paths(self) -> list[Path]:
        return [self.workspace.folder / f"rows-{i:06}.parquet" for i in range(self._parts)]

    def _write_part(self) -> None:
        if not self._rows:
            return
        self.workspace.open(fresh=False)
        part = self.workspace.folder / f"rows-{self._parts:06}.parquet"
        with output_errors(self.path), self._arrow_errors():
            table = self._arrow.Table.from_pylist(self._rows, schema=self._schema())
            self._parquet.write_table(table, part, compression="zstd")
        self._parts += 1
        self._rows, self._bytes = [], 0

    @contextlib.contextmanager
    def _arrow_errors(self) -> Iterator[None]:
        try:
            yield
        except (self._arrow.ArrowException, OverflowError, TypeError, ValueError) as error:
            raise OutputError(f"cannot write {self.path} as Parquet: {error}") from error

    def _schema(self) -> Any:
        """The schema of the rows at hand: ours for our fields, inferred for carried ones."""
        base = self._base_schema()
        additions = {name: kind for name, kind in addition_types().items() if name in self.add}
        names = dict.fromkeys(name for row in self._rows for name in row)
        others = [name for name in names if name not in base.names]
        further = [
            self._arrow.field(
                name,
                additions.get(name)
                or self._arrow.array([row.get(name) for row in self._rows]).type,
            )
            for name in others
        ]
        return self._arrow.schema([*base, *further])

    def _base_schema(self) -> Any:
        if self.rows == "weights":
            text = self._arrow.string()
            weights = self._arrow.map_(text, self._arrow.float64())
            fields = dict.fromkeys(("url", "source", "site"), text)
            return self._arrow.schema(fields | {"weights": weights})
        return page_schema()

    def _fitted(self, table: Any, schema: Any) -> Any:
        """A part's table with the columns and types of the whole."""
        columns = [
            table.column(field.name).cast(field.type)
            if field.name in table.column_names
            else self._arrow.nulls(len(table), field.type)
            for field in schema
        ]
        return self._arrow.table(columns, schema=schema)


def row_of(record: Record, add: Collection[str] = ()) -> dict[str, Any]:
    """A page as a row of a table with further fields."""
    row = {name: writable(value) for name, value in (record.data or {}).items()}
    if "blocks" in add:  # evidence differs by method and block: no type fits it all
        row["blocks"] = [b | {"evidence": to_json(b["evidence"])} for b in row["blocks"]]
    return row


def page_schema() -> Any:
    """The columns of a table of pages, for Arrow."""
    import pyarrow

    text, count = pyarrow.string(), pyarrow.int64()
    fields = dict.fromkeys(FIELDS, text)
    fields |= {"words_before": count, "words_kept": count}
    fields |= {"page_type_confidence": pyarrow.float64(), "cuts": pyarrow.list_(text)}
    return pyarrow.schema(fields)


def addition_types() -> dict[str, Any]:
    """The types of further columns."""
    import pyarrow

    text, yes_no = pyarrow.string(), pyarrow.bool_()
    block = dict.fromkeys(("address", "text", "reason", "kind", "evidence"), text)
    block |= {"keep": yes_no}
    block |= dict.fromkeys(("confidence", "importance"), pyarrow.float64())
    post = dict.fromkeys(("author", "date", "id", "text"), text)
    post |= dict.fromkeys(("number", "depth"), pyarrow.int64())
    return {
        "markdown": text,
        "html": text,
        "posts": pyarrow.list_(pyarrow.struct(list(post.items()))),
        "blocks": pyarrow.list_(pyarrow.struct(list(block.items()))),
        "words": pyarrow.map_(text, pyarrow.int64()),
        ONCE: pyarrow.list_(pyarrow.struct([("kind", text), ("text", text)])),
    }


class Parquet(OutputFormat):
    """A row a page."""

    endings = (".parquet",)
    has_fields = True
    streams = False

    def open(self, path: Path, add: Iterable[str]) -> Sink:
        return ParquetSink(path, add)
