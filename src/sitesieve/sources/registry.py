"""Which format a file has: by the ending of its name, else by how its content begins.

A package adds a format as an entry point of the group `sitesieve.sources`, whose name is the
ending of its files without the dot.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from sitesieve.plugins import Registry
from sitesieve.sources.files import FileReader
from sitesieve.sources.items import FileBackedReader
from sitesieve.sources.jsonl import JsonLinesReader
from sitesieve.sources.parquet import ParquetReader
from sitesieve.sources.streams import first_bytes, plain_name
from sitesieve.sources.warc import WarcReader

BUILT_IN: list[type[FileBackedReader]] = [ParquetReader, WarcReader, JsonLinesReader, FileReader]
FORMATS = ("html", "jsonl", "parquet", "warc")  # a name for each
_HIDDEN = (".", "_")  # begin such names: `.part.parquet.crc`, `_SUCCESS`
REGISTRY = Registry(
    "sitesieve.sources",
    FileBackedReader,
    {ending.removeprefix("."): reader for reader in BUILT_IN for ending in reader.endings},
)


def format_of(path: Path) -> type[FileBackedReader]:
    """The reader for a file."""
    reader = _by_name(path)
    if reader is None:
        start = first_bytes(path).lstrip(b"\xef\xbb\xbf \t\r\n")
        return next((r for r in BUILT_IN if r.begins and start.startswith(r.begins)), FileReader)
    return reader


def archives_below(folder: Path) -> Iterator[Path]:
    """The files of many pages below a folder, by their names, but for hidden ones."""
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(_HIDDEN))
        for name in sorted(names):
            path = Path(here, name)
            if not name.startswith(_HIDDEN) and _by_name(path) not in (None, FileReader):
                yield path


def column_names(location: str) -> list[str]:
    """The named fields that the pages of a file have; none where it has no such thing."""
    path = Path(location)
    reader = _by_name(path) if location and path.is_file() else None
    return [] if reader is None else reader.columns_of(path)


def _by_name(path: Path) -> type[FileBackedReader] | None:
    _, dot, ending = plain_name(path).rpartition(".")
    return REGISTRY.find(ending) if dot else None
