"""How a cleaned page is written: as a record, as text, as Markdown, as HTML."""

import json
from dataclasses import dataclass
from typing import Any

from sitesieve.cleaning.document import Document
from sitesieve.errors import OutputError

# Format name -> the ending of its files. The order is the one shown to people.
ENDINGS = {
    "jsonl": ".jsonl",
    "txt": ".txt",
    "markdown": ".md",
    "html": ".html",
    "parquet": ".parquet",
}
ADDITIONS = ("markdown", "html", "blocks", "words")


@dataclass(frozen=True, slots=True)
class Record:
    """A page ready to be written: where it came from, and its data or its text."""

    url: str | None
    name: str | None
    data: dict[str, Any] | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Formatter:
    """Turns documents into records of one format; `add` names further fields of data."""

    format: str = "jsonl"
    add: tuple[str, ...] = ()

    def __call__(self, document: Document, name: str | None) -> Record:
        if self.format == "txt":
            return Record(document.url, name, text=document.text)
        if self.format == "markdown":
            return Record(document.url, name, text=document.markdown)
        if self.format == "html":
            return Record(document.url, name, text=document.html)
        data = document.to_dict()
        for field in self.add:
            data[field] = _addition(document, field)
        return Record(document.url, name, data=data)


def _addition(document: Document, field: str) -> Any:
    if field == "blocks":
        return [block.to_dict() for block in document.blocks]
    if field == "words":
        return dict(document.words)
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


def format_of(name: str) -> str:
    """The format that the ending of a file name asks for.

    >>> format_of("out.md.gz"), format_of("pages.jsonl.zst")
    ('markdown', 'jsonl')
    """
    plain = name.lower().removesuffix(".gz").removesuffix(".zst")
    if plain.endswith(".parquet") and plain != name.lower():
        raise OutputError(f"Parquet is compressed in itself: name {name} without the last ending")
    for form, ending in ENDINGS.items():
        if plain.endswith(ending):
            return form
    if plain.endswith((".ndjson", ".json")):
        return "jsonl"
    if plain.endswith(".text"):
        return "txt"
    raise OutputError(
        f"cannot tell the format of {name} by its ending; "
        f"name it with --output-format ({', '.join(ENDINGS)})"
    )
