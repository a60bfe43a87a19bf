"""Which column holds the HTML, which the URL: by the names people use."""

from collections.abc import Iterable

HTML_COLUMNS = (
    *("html", "raw_html", "html_content", "content_html", "page_html", "rawhtml", "raw_content"),
    *("content", "body", "page", "source", "raw", "document"),
)
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
