"""How a cleaned page is written: as a record, as text, as Markdown, as HTML, as XML."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from sitesieve.cleaning.document import Document
from sitesieve.errors import OutputError

if TYPE_CHECKING:
    from sitesieve.sinks.sink import Sink

ADDITIONS = ("markdown", "html", "posts", "blocks", "words")
ONCE = "once"  # a further field where this dial is used: the texts it takes out


@dataclass(frozen=True, slots=True)
class Record:
    """A page ready to be written: where it came from, and its data, its text or its bytes."""

    url: str | None
    name: str | None
    data: dict[str, Any] | None = None
    text: str | None = None
    encoded: bytes | None = None  # as the format writes it
    columns: tuple[str, ...] = ()  # what the data are called, where a file says so once
    has_metadata: bool = False  # whether the text says of which page it is


class OutputFormat:
    """How cleaned pages are written: the base of every format, and itself a line of JSON a page.

    `record` and `page` are called where a page is cleaned, in any process; the rest where it is
    written. Of a format that streams only the bytes of a page are sent there.
    """

    endings: ClassVar[tuple[str, ...]]  # of files; those in a folder get the first
    member: ClassVar[str | None] = None  # of `Document`, a text; None: all its data
    has_fields: ClassVar[bool] = False  # whether fields that are asked for are written
    one_page: ClassVar[bool] = False  # whether a file has room for only one page
    streams: ClassVar[bool] = True  # whether a file is one page after the other

    def record(self, document: Document, name: str | None, add: Iterable[str] = ()) -> Record:
        """What is needed of a page; `add` names further fields of data."""
        if self.member is not None:
            return Record(document.url, name, text=getattr(document, self.member))
        data = document.to_dict()
        for field in add:
            data[field] = _addition(document, field)
        return Record(document.url, name, data=data)

    def with_metadata(self, document: Document, text: str) -> str:  # noqa: ARG002
        """The text of a page together with what the page says of itself; as it is where a format
        has that anyway."""
        return text

    def page(self, record: Record) -> bytes:
        """A page as it is written."""
        if record.data is not None:
            return to_line(record.data)
        return (record.text or "").encode("utf-8", "replace") + b"\n"

    def encoded(self, record: Record) -> bytes:
        """The same; of a record that was encoded before, what came of it."""
        return self.page(record) if record.encoded is None else record.encoded

    def before(self, record: Record, first: bool) -> bytes:  # noqa: ARG002
        """What stands before a page in a file of several; of the record its address and name."""
        return b""

    def open(self, path: Path, add: Iterable[str]) -> "Sink":
        """What writes a file with further fields, where the format does not stream."""
        raise NotImplementedError


class JsonLines(OutputFormat):
    """A line of JSON a page."""

    endings = (".jsonl", ".ndjson", ".json")
    has_fields = True


class Text(OutputFormat):
    """Plain text, with a form feed between pages."""

    endings = (".txt", ".text")
    member = "text"

    def with_metadata(self, document: Document, text: str) -> str:
        return _front_matter(document) + text

    def before(self, record: Record, first: bool) -> bytes:  # noqa: ARG002
        return b"" if first else b"\f\n"


class Markdown(OutputFormat):
    """Markdown, with front matter or a comment before each page that says which it is."""

    endings = (".md",)
    member = "markdown"

    def with_metadata(self, document: Document, text: str) -> str:
        return _front_matter(document) + text

    def before(self, record: Record, first: bool) -> bytes:
        if record.has_metadata:
            return b"" if first else b"\n"
        where = (record.url or record.name or "").replace("--", "%2D%2D")
        return (b"" if first else b"\n") + f"<!-- {where} -->\n\n".encode("utf-8", "replace")


class _OnePage(OutputFormat):
    """A document of its own: one is all a file has room for."""

    one_page = True

    def before(self, record: Record, first: bool) -> bytes:  # noqa: ARG002
        if not first:
            name = type(self).__name__.upper()
            raise OutputError(f"several pages do not fit into one {name} file; use --output-dir")
        return b""


class Html(_OnePage):
    """A page of HTML."""

    endings = (".html",)
    member = "html"

    def with_metadata(self, document: Document, text: str) -> str:
        from sitesieve.sinks.front_matter import meta_elements

        start, end, rest = text.partition("</head>")
        return f"{start}{meta_elements(document)}{end}{rest}"


class Xml(_OnePage):
    """A `doc` with the metadata as attributes, as trafilatura writes it."""

    endings = (".xml",)

    def record(self, document: Document, name: str | None, add: Iterable[str] = ()) -> Record:  # noqa: ARG002
        from sitesieve.sinks.xml_documents import xml_document

        return Record(document.url, name, text=xml_document(document))


class Tei(_OnePage):
    """A document of the Text Encoding Initiative."""

    endings = (".tei.xml", ".tei")

    def record(self, document: Document, name: str | None, add: Iterable[str] = ()) -> Record:  # noqa: ARG002
        from sitesieve.sinks.xml_documents import tei_document

        return Record(document.url, name, text=tei_document(document))


class Csv(OutputFormat):
    """A table with a row a page, below the names of its columns."""

    endings = (".csv",)
    has_fields = True

    def record(self, document: Document, name: str | None, add: Iterable[str] = ()) -> Record:
        record = super().record(document, name, add)
        return replace(record, columns=tuple(record.data or ()))

    def page(self, record: Record) -> bytes:
        from sitesieve.sinks.table import row

        return row((record.data or {}).values())

    def before(self, record: Record, first: bool) -> bytes:
        from sitesieve.sinks.table import row

        return row(record.columns) if first else b""


def _front_matter(document: Document) -> str:
    from sitesieve.sinks.front_matter import front_matter

    return front_matter(document)


def _addition(document: Document, field: str) -> Any:
    if field in ("blocks", "posts"):
        return [part.to_dict() for part in getattr(document, field)]
    if field == "words":
        return dict(document.words)
    if field == ONCE:
        return [{"kind": str(kind), "text": text} for kind, text in document.once]
    return getattr(document, field)


def writable(value: Any) -> Any:
    """Plain data without lone surrogates, which cannot be written as UTF-8."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {writable(key): writable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [writable(item) for item in value]
    return value


def to_json(data: Any) -> str:
    """Plain data as JSON, with what JSON has no form for written as text."""
    return json.dumps(data, ensure_ascii=False, default=_plain)


def to_line(data: dict[str, Any]) -> bytes:
    """A record as one line of JSON."""
    line = to_json(data)
    # Lone surrogates in a page's own data cannot be written as UTF-8.
    return line.encode("utf-8", "replace") + b"\n"


def _plain(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return str(value)  # dates, decimals and the like from a carried column
