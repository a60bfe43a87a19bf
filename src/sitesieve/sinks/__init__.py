"""Where cleaned pages go: standard output, files, folders; JSON Lines, text, Markdown, …"""

from collections.abc import Iterable
from pathlib import Path

from sitesieve.atomic import check_folder, output_errors
from sitesieve.errors import OutputError
from sitesieve.sinks.folder import FolderSink
from sitesieve.sinks.formats import OutputFormat, Record
from sitesieve.sinks.parquet import ParquetSink
from sitesieve.sinks.registry import Formatter, find_format, format_of
from sitesieve.sinks.sink import Sink, Workspace
from sitesieve.sinks.stream import FileSink, StdoutSink

__all__ = [
    "FileSink",
    "FolderSink",
    "Formatter",
    "OutputFormat",
    "ParquetSink",
    "Record",
    "Sink",
    "StdoutSink",
    "Workspace",
    "check_output",
    "find_format",
    "format_of",
    "open_sink",
]


def open_sink(
    output: Path | None, form: str, folder: bool = False, add: Iterable[str] = ()
) -> Sink:
    """The sink for an output: None is standard output."""
    kind = find_format(form)
    if output is None:
        if not kind.streams:
            title = form.capitalize()
            raise OutputError(f"{title} needs a file to write to: -o FILE{kind.endings[0]}")
        return StdoutSink(form)
    if folder:
        return FolderSink(output, form)
    check_output(output)
    return FileSink(output, form) if kind.streams else kind.open(output, add)


def check_output(output: Path) -> None:
    """Refuse a file that cannot be written before any work is done."""
    with output_errors(output):
        if output.is_dir():
            raise OutputError(f"{output} is a folder; give a file, or use --output-dir")
        if output.exists() and not output.is_file():
            raise OutputError(f"{output} is no ordinary file, and would be replaced by one")
    check_folder(output)
