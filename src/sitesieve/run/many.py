"""Many pages at once: columns in, columns out, in several processes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack

from sitesieve.cleaning.dials import Dials, check_value
from sitesieve.cleaning.document import FIELDS, Document
from sitesieve.cleaning.method import Method
from sitesieve.cleaning.methods import method_of
from sitesieve.errors import MissingExtra
from sitesieve.page.limits import Limits
from sitesieve.page.page import Page
from sitesieve.run.job import Job
from sitesieve.run.pool import default_jobs
from sitesieve.sinks import Formatter, Record, Sink
from sitesieve.sinks.formats import OutputFormat, writable
from sitesieve.sources.items import Item, ReadOptions, item_of
from sitesieve.sources.source import Source

if TYPE_CHECKING:
    import pandas
    import polars

Addition = Literal["markdown", "html"]
Column = Any  # a list, an array of numpy or Arrow, a Series of pandas or polars

ERROR = "error"
COLUMNS = tuple(name for name in FIELDS if name != "source")  # all have the same


class CleanedColumns(dict[str, list[Any]]):
    """A list for each column, a place for each page: what `clean_many` gives."""

    def __init__(self, names: Sequence[str], index: Any = None) -> None:
        super().__init__({name: [] for name in names})
        self._index = index  # of the pages in pandas

    def append(self, row: Mapping[str, Any]) -> None:
        """Add a page; what is not known of it is None."""
        for name, values in self.items():
            values.append(writable(row.get(name)))

    def to_pandas(self) -> "pandas.DataFrame":
        """A frame of pandas, with the index that the pages had."""
        import pandas

        frame = pandas.DataFrame(self, index=self._index)
        return frame.astype({"words_before": "Int64", "words_kept": "Int64"})

    def to_polars(self) -> "polars.DataFrame":
        """A frame of polars."""
        import polars

        types: dict[str, Any] = dict.fromkeys(self, polars.String)
        types |= dict.fromkeys(("words_before", "words_kept"), polars.Int64)
        types |= {"page_type_confidence": polars.Float64, "cuts": polars.List(polars.String)}
        return polars.DataFrame(self, schema=types)

    def to_arrow(self) -> Any:
        """A table of Arrow."""
        try:
            import pyarrow
        except ImportError:
            raise MissingExtra("clean_many(…).to_arrow()", "parquet") from None
        from sitesieve.sinks.parquet import page_schema

        pages = page_schema()
        types = {n: pages.field(n).type if n in pages.names else pyarrow.string() for n in self}
        return pyarrow.table({name: pyarrow.array(self[name], types[name]) for name in self})


def clean_many(
    html: Column,
    url: Column = None,
    *,
    model: Method | None = None,
    method: str | Method = "sieve",
    alone: bool = False,
    add: Sequence[Addition] = (),
    jobs: int | None = None,
    limits: Limits | None = None,
    **dials: Unpack[Dials],
) -> CleanedColumns:
    """Clean many pages, given as columns: lists, arrays of numpy or Arrow, Series of pandas or
    polars, of text or bytes.

    The result is a dict of lists, as long as the input and in its order, with `to_pandas()`,
    `to_polars()` and `to_arrow()`. A page that cannot be used has None everywhere but in `url`
    and `error`, which says why; so has one that is missing (None, NaN, null).

    With addresses, what the pages of each site share is learned from them first, as by
    `sitesieve clean`, and the result is the same. Without any, nobody knows which pages are of
    one site, and each is cleaned alone.

    Parameters
    ----------
    url : where the pages are from.
    model : what was learned before; nothing is learned from these pages then.
    method : the rule to clean by. An object learns, and is the model afterwards.
    alone : whether each page is cleaned by itself: nothing is learned.
    add : further columns, "markdown" and "html".
    jobs : processes; all cores by default, and 0 works in this one.
    limits : what one page may cost.
    **dials : those of `sitesieve.clean`.
    """
    if model is not None and not isinstance(model, Method):
        kind = type(model).__name__
        raise TypeError(f"model must be what sitesieve.learn or load gave, not {kind}")
    if jobs is not None and jobs < 0:
        raise ValueError(f"jobs must be 0 processes or more, not {jobs}")
    pages = _ColumnSource(html, url, limits or Limits())
    cleaner, wanted = (method_of(method) if model is None else model).dialled(dials)
    columns = CleanedColumns((*COLUMNS, *_checked(add), ERROR), pages.index)
    rows = _RowSink(columns)
    Job(
        source=pages,
        method=cleaner,
        sink=rows,
        errors=rows,
        formatter=RowFormatter(add=tuple(add)),
        jobs=min(default_jobs() if jobs is None else jobs, len(pages)),
        learned=model is not None,
        alone=alone or url is None,
        output=wanted,
    ).run()
    return columns


def _checked(add: Sequence[str]) -> Sequence[str]:
    for name in add:
        check_value("add", name, Addition)
    return add


class RowFormatter(Formatter):
    """Leaves the data of pages as they are."""

    def __call__(self, document: Document, name: str | None) -> Record:
        return OutputFormat().record(document, name, self.add)


class _RowSink(Sink):
    """Takes pages, and those that failed, in the order of the input."""

    def __init__(self, columns: CleanedColumns) -> None:
        self._columns = columns

    def write(self, record: Record) -> None:
        row = record.data or {}
        if "text" not in row:
            row[ERROR] = f"{row['reason']}: {row['detail']}"
        self._columns.append(row)

    def finish(self) -> None:
        """All is there."""


class _ColumnSource(Source):
    """The pages of two columns, which may be read more than once."""

    def __init__(self, html: Column, url: Column, limits: Limits) -> None:
        super().__init__((), ReadOptions(limits=limits))
        self._html = _column("html", html)
        self._url = [None] * len(self._html) if url is None else _column("url", url)
        if len(self._html) != len(self._url):
            raise ValueError(f"{len(self._html)} pages, but {len(self._url)} addresses")
        self.index, other = _index(html), _index(url)
        if self.index is not None and other is not None and not self.index.equals(other):
            raise ValueError("html and url have different indexes: take both from one frame")

    def __len__(self) -> int:
        return len(self._html)

    def __iter__(self) -> Iterator[Item]:
        for html, url in zip(_values(self._html), _values(self._url), strict=True):
            yield item_of(html, url, self.options.limits)


def _column(name: str, values: Column) -> Any:
    """Values that can be counted and read twice."""
    if isinstance(values, str | bytes | bytearray | memoryview | Mapping | Page):
        kind = type(values).__name__
        raise TypeError(f"{name} must be a column of values, as a list, not {kind}")
    if hasattr(values, "columns"):
        raise TypeError(f"{name} must be one column of the {type(values).__name__}")
    return values if hasattr(values, "__len__") else list(values)


def _values(column: Any) -> Iterator[Any]:
    """The values of a column as Python has them, None where one is missing."""
    for value in column:
        plain = value.as_py() if hasattr(value, "as_py") else value  # of Arrow
        is_content = isinstance(plain, str | bytes)
        # NaN and NaT are not equal to themselves, and pandas.NA does not say whether it is.
        yield plain if is_content or (plain == plain) is True else None


def _index(column: Any) -> Any:
    """The index of a Series of pandas."""
    index = getattr(column, "index", None)
    return index if hasattr(index, "equals") else None
