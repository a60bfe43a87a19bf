"""Many pages at once: columns in, columns out, in several processes."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
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
from sitesieve.sinks.formats import ONCE, OutputFormat, writable
from sitesieve.sources.columns import is_missing
from sitesieve.sources.items import Item, ReadOptions, item_of
from sitesieve.sources.source import Source

if TYPE_CHECKING:
    import pandas
    import polars

Addition = Literal["markdown", "html"]
Column = Any  # a list, an array of numpy or Arrow, a Series of pandas or polars

ERROR = "error"
_COUNTS = ("words_before", "words_kept")
_SHARE = "page_type_confidence"
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

        # Not left to pandas: it takes a column of nothing for one of numbers.
        frame = pandas.DataFrame(self, index=self._index, dtype=object)
        return frame.astype({**dict.fromkeys(_COUNTS, "Int64"), _SHARE: "float64"})

    def to_polars(self) -> "polars.DataFrame":
        """A frame of polars."""
        import polars

        types: dict[str, Any] = dict.fromkeys(self, polars.String)
        types |= dict.fromkeys(_COUNTS, polars.Int64)
        types |= {_SHARE: polars.Float64, "cuts": polars.List(polars.String)}
        if ONCE in self:
            part = polars.Struct({"kind": polars.String, "text": polars.String})
            types[ONCE] = polars.List(part)
        return polars.DataFrame(self, schema=types)

    def to_arrow(self) -> Any:
        """A table of Arrow."""
        try:
            import pyarrow
        except ImportError:
            raise MissingExtra("clean_many(…).to_arrow()", "parquet") from None
        from sitesieve.sinks.parquet import addition_types, page_schema

        known = {field.name: field.type for field in page_schema()} | addition_types()
        types = {name: known.get(name, pyarrow.string()) for name in self}
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

    >>> pages = ["<h1>Tea</h1><p>Boil the water, then wait a minute.</p>", None]
    >>> table = clean_many(pages, jobs=0)
    >>> table["words_kept"], table["error"]
    ([8, None], [None, 'no-html: there is no HTML'])

    What the pages of each site share is learned from them first, as by `sitesieve clean`, and
    the result is the same. Of a page without an address nobody knows the site: it is cleaned
    alone.

    Parameters
    ----------
    html : the pages; `Page` objects bring their addresses.
    url : where the pages are from.
    model : what was learned before; nothing is learned from these pages then.
    method : the rule to clean by. An object learns, and is the model afterwards.
    alone : whether each page is cleaned by itself: nothing is learned.
    add : further columns, "markdown" and "html".
    jobs : processes; all cores by default, and 0 works in this one.
    limits : what one page may cost.
    **dials : those of `sitesieve.clean`. With `once`, the texts that it takes out are in a column
        of this name.
    """
    _check_arguments(model, method, add, jobs, limits)
    pages = _ColumnSource(html, url, limits or Limits())
    cleaner, wanted = (method_of(method) if model is None else model).dialled(dials)
    further = (*dict.fromkeys(add), *([ONCE] if wanted.once else []))
    columns = CleanedColumns((*COLUMNS, *further, ERROR), pages.index)
    rows = _RowSink(columns)
    job = Job(
        source=pages,
        method=cleaner,
        sink=rows,
        errors=rows,
        formatter=RowFormatter(add=further),
        jobs=min(default_jobs() if jobs is None else jobs, len(pages)),
        learned=model is not None,
        alone=alone or not pages.have_sites,
        output=wanted,
        sites_only=model is None,
    )
    with tempfile.TemporaryDirectory() as folder:
        if isinstance(method, str):  # an object is to know all afterwards, without the folder
            job.shelf = Path(folder)
        job.run()
    return columns


def _check_arguments(
    model: object, method: object, add: Sequence[str], jobs: object, limits: object
) -> None:
    """Refuse what cannot be meant."""
    if model is not None:
        if not isinstance(model, Method):
            kind = type(model).__name__
            raise TypeError(f"model must be what sitesieve.learn or load gave, not {kind}")
        if method != "sieve":
            raise TypeError("a model has its method: leave out method")
    if isinstance(add, str):
        raise TypeError(f"add must be a list of names, as [{add!r}], not text")
    for name in add:
        check_value("add", name, Addition)
    if jobs is not None:
        if not isinstance(jobs, int) or isinstance(jobs, bool):
            raise TypeError(f"jobs must be a whole number of processes, not {jobs!r}")
        if jobs < 0:
            raise ValueError(f"jobs must be 0 processes or more, not {jobs}")
    if limits is not None and not isinstance(limits, Limits):
        raise TypeError(f"limits must be Limits(...), not {type(limits).__name__}")


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
        self._url = [None] * len(self._html) if url is None else _addresses(url)
        self._read: dict[int, Any] = {}  # what was in open files, which can be read only once
        if len(self._html) != len(self._url):
            raise ValueError(f"{len(self._html)} pages, but {len(self._url)} addresses")
        index, other = _index(html), _index(url)
        if index is not None and other is not None and not index.equals(other):
            raise ValueError("html and url have different indexes: take both from one frame")
        self.index = other if index is None else index

    def __len__(self) -> int:
        return len(self._html)

    def __iter__(self) -> Iterator[Item]:
        columns = zip(_values(self._html), _values(self._url), strict=True)
        for number, (html, url) in enumerate(columns):
            yield self._item(number, html, _text(url))

    @property
    def have_sites(self) -> bool:
        """Whether it is known of any page which site it is of."""
        return any(isinstance(item, Page) and item.site for item in self)

    def _item(self, number: int, html: Any, url: Any) -> Item:
        if isinstance(html, Page):
            if html.url is None and url is not None:
                return self._addressed(html, url)
            return item_of(html, None if url == html.url else url, self.options.limits)
        if hasattr(html, "read"):
            if number not in self._read:
                self._read[number] = _content_of(html)
            html = self._read[number]
        return item_of(html, url, self.options.limits)

    def _addressed(self, page: Page, url: Any) -> Item:
        """A page that has no address of its own."""
        item = item_of(page.html, url, page.limits)
        if isinstance(item, Page):
            item.charset, item.name, item.extra = page.charset, page.name, page.extra
            item.site = page.site or item.site
        return item


def _content_of(file: Any) -> Any:
    """What is in an open file; the file itself where it cannot be read, as is said of its page."""
    try:
        return file.read()
    except (OSError, ValueError):
        return file


def _column(name: str, values: Column) -> Any:
    """Values that can be counted and read twice."""
    if isinstance(values, str | bytes | bytearray | memoryview | Mapping | Set | Page):
        kind = type(values).__name__
        raise TypeError(f"{name} must be a column of values, as a list, not {kind}")
    # Asked of the type: a frame that is not computed yet would compute its columns.
    if hasattr(type(values), "columns"):
        raise TypeError(f"{name} must be one column of the {type(values).__name__}")
    if getattr(values, "ndim", 1) != 1:
        raise TypeError(f"{name} must be one column, not an array of {values.ndim} dimensions")
    return values if hasattr(values, "__len__") else list(values)


def _addresses(values: Column) -> Any:
    """A column of addresses; TypeError where no value can be one."""
    column = _column("url", values)
    wrong = None
    for value in _values(column):
        if isinstance(_text(value), str):
            return column
        wrong = value if wrong is None else wrong
    if wrong is not None:
        raise TypeError(f"url must be a column of addresses as text, not of {type(wrong).__name__}")
    return column


def _text(value: Any) -> Any:
    """An address as text; anything else as it is."""
    return (
        bytes(value).decode("utf-8", "replace") if isinstance(value, bytes | bytearray) else value
    )


def _values(column: Any) -> Iterator[Any]:
    """The values of a column as Python has them, None where one is missing."""
    for value in column:
        plain = value.as_py() if hasattr(value, "as_py") else value  # of Arrow
        yield None if is_missing(plain) else plain


def _index(column: Any) -> Any:
    """The index of a Series of pandas."""
    index = getattr(column, "index", None)
    return index if hasattr(index, "equals") else None
