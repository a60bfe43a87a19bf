"""The formats that cleaned pages can be written in, by name and by the ending of a file.

A package adds a format as an entry point of the group `sitesieve.sinks`, whose name is the
ending of its files without the dot.
"""

from dataclasses import dataclass, replace

from sitesieve.cleaning.document import Document
from sitesieve.errors import OutputError
from sitesieve.plugins import Registry
from sitesieve.sinks.formats import (
    Csv,
    Html,
    JsonLines,
    Markdown,
    OutputFormat,
    Record,
    Tei,
    Text,
    Xml,
)
from sitesieve.sinks.parquet import Parquet

# The order is the one shown to people.
FORMATS: dict[str, type[OutputFormat]] = {
    "jsonl": JsonLines,
    "txt": Text,
    "markdown": Markdown,
    "html": Html,
    "xml": Xml,
    "xmltei": Tei,
    "csv": Csv,
    "parquet": Parquet,
}
REGISTRY = Registry("sitesieve.sinks", OutputFormat, FORMATS)


def find_format(name: str) -> OutputFormat:
    """A format by its name, built in or of another package."""
    form = REGISTRY.find(name)
    if form is None:
        raise OutputError(f"no output format {name!r}; there are {', '.join(REGISTRY.names())}")
    return form()


def format_of(name: str) -> str:
    """The format that the ending of a file name asks for.

    >>> format_of("out.md.gz"), format_of("pages.jsonl.zst")
    ('markdown', 'jsonl')
    """
    plain = name.lower().removesuffix(".gz").removesuffix(".zst")
    _, dot, ending = plain.rpartition(".")
    by_ending = {one: form for form, kind in FORMATS.items() for one in kind.endings}
    endings = [one for one in by_ending if plain.endswith(one)]
    form = by_ending[max(endings, key=len)] if endings else (ending if dot else "")
    if REGISTRY.find(form) is None:
        raise OutputError(
            f"cannot tell the format of {name} by its ending; "
            f"name it with --output-format ({', '.join(REGISTRY.names())})"
        )
    if not find_format(form).streams and plain != name.lower():
        title = form.capitalize()
        raise OutputError(f"{title} is compressed in itself: name {name} without the last ending")
    return form


@dataclass(frozen=True, slots=True)
class Formatter:
    """Turns documents into records of one format; `add` names further fields of data,
    `with_metadata` puts what a page says of itself before its text.

    Where a file is one page after the other, pages are encoded here: in a worker process, so
    that the process which writes them has nothing else to do.
    """

    format: str = "jsonl"
    add: tuple[str, ...] = ()
    with_metadata: bool = False
    carry: tuple[str, ...] = ()  # columns of the input that every record has

    def __call__(self, document: Document, name: str | None) -> Record:
        form = find_format(self.format)
        record = form.record(document, name, self.add)
        if not form.streams:
            return record
        if self.with_metadata and record.text is not None:
            text = form.with_metadata(document, record.text)
            record = replace(record, text=text, has_metadata=True)
        return replace(record, data=None, text=None, encoded=form.page(record))
