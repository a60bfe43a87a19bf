"""Rows of CSV: commas between, quotes where they are needed."""

import csv
import io
import re
from collections.abc import Iterable
from typing import Any

from sitesieve.sinks.formats import to_json

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")  # at NUL, readers stop


def row(values: Iterable[Any]) -> bytes:
    """A row. What has no value is empty, lists of texts are joined by semicolons, what is deeper
    is JSON."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow([_cell(value) for value in values])
    return line.getvalue().encode("utf-8", "replace")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        value = "; ".join(value)
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    text = to_json(value) if isinstance(value, list | dict | bool) else str(value)
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)
