"""What a page says of itself, before its text: as YAML, or in the head of HTML."""

import json
import re
from html import escape

from sitesieve.cleaning.document import Document

_FIELDS = (
    *("title", "author", "date", "modified", "url", "canonical", "site_name", "description"),
    *("language", "page_type"),
)
# What YAML takes for the end of a line, or does not allow at all; JSON has escaped the rest.
_NOT_YAML = re.compile("[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]")


def metadata_of(document: Document) -> dict[str, str]:
    """What is known of a page, by the names that records have; without what is not known."""
    values = {name: getattr(document, name) for name in _FIELDS}
    return {
        name: str(value).encode("utf-8", "replace").decode()
        for name, value in values.items()
        if value
    }


def front_matter(document: Document) -> str:
    """The lines that begin a file of Markdown and say what it is.

    All values are quoted, as in JSON: none is taken for a number, a date or a list.
    """
    lines = [f"{name}: {_quoted(value)}\n" for name, value in metadata_of(document).items()]
    return f"---\n{''.join(lines)}---\n\n"


def _quoted(value: str) -> str:
    quoted = json.dumps(value, ensure_ascii=False)
    return _NOT_YAML.sub(lambda sign: f"\\u{ord(sign[0]):04x}", quoted)


def meta_elements(document: Document) -> str:
    """The same as elements of a page's head; the title has its own."""
    values = metadata_of(document)
    address = values.pop("canonical", None) or values.get("url")
    link = f'<link rel="canonical" href="{escape(address)}">' if address else ""
    names = [name for name in values if name not in ("title", "url")]
    metas = [f'<meta name="{name}" content="{escape(values[name])}">' for name in names]
    return "".join(metas) + link
