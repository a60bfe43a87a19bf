"""Which column holds the HTML, which the URL: by the names people use; which values are none."""

from collections.abc import Iterable
from typing import Any

import numpy as np

HTML_NAMES = ("html", "raw_html", "html_content", "content_html", "page_html", "rawhtml")
HTML_COLUMNS = (
    *HTML_NAMES,
    "raw_content",
    *("content", "body", "page", "raw", "document"),
)
TEXT = "text"
TEXT_COLUMNS = ("id", "source", "title", TEXT)  # of a page that was cleaned already
URL_COLUMNS = (
    *("url", "uri", "page_url", "target_uri", "warc-target-uri", "warc_target_uri", "source_url"),
    *("link", "address", "href", "location"),
)


def find(columns: Iterable[str], usual: Iterable[str]) -> str | None:
    """The first usual name that is among the columns, whatever its case.

    >>> find(["id", "URL", "Raw_HTML"], HTML_COLUMNS)
    'Raw_HTML'
    """
    by_lower = {column.lower(): column for column in columns}
    return next((by_lower[name] for name in usual if name in by_lower), None)


def is_missing(value: Any) -> bool:
    """Whether a value stands for none: None, NaN, and what pandas has for it."""
    if isinstance(value, float | np.floating | np.datetime64):
        return bool(value != value)
    return value is None or type(value).__name__ in ("NAType", "NaTType")


def are_of_texts(columns: Iterable[str]) -> bool:
    """Whether records with these columns are pages cleaned already: nothing is surely HTML."""
    columns = list(columns)
    return TEXT in columns and find(columns, HTML_NAMES) is None
