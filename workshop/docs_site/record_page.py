"""What a record of the output has, from its JSON schema."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_HEAD = """\
# The record

What `sitesieve clean` writes about a page as JSON Lines, Parquet or CSV, and what
`Document.to_dict()` returns. This page is generated from the JSON schema
[record.schema.json](record.schema.json). Columns that `--carry` copies from the input are added.

"""


def record_page(schema: Path) -> str:
    """The fields of a record, of its posts and of its blocks, as tables."""
    record = json.loads(schema.read_text("utf-8"))
    parts = [("Fields", record)]
    parts += [(f"A {name}", part) for name, part in record["$defs"].items() if "properties" in part]
    return _HEAD + "\n".join(line for title, part in parts for line in _table(title, part))


def _table(title: str, part: dict[str, Any]) -> Iterator[str]:
    yield f"## {title}\n"
    yield "| field | type | what |\n|---|---|---|"
    required = part.get("required", ())
    for name, field in part["properties"].items():
        what = field.get("description", "")
        if "enum" in field:
            what = f"{what} {', '.join(f'`{value}`' for value in field['enum'])}".strip()
        if name not in required and not what.startswith("With"):
            what = f"{what} (may be missing)".strip()
        yield f"| `{name}` | {_type(field)} | {what} |"
    yield ""


def _type(field: dict[str, Any]) -> str:
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        return "YYYY-MM-DD or null" if name == "day" else f"[{name}](#a-{name})"
    kinds = field.get("type", "string")
    if kinds == "array":
        inner = _type(field["items"]) if "items" in field else ""
        return f"array of {inner}" if inner else "array"
    return " or ".join([kinds] if isinstance(kinds, str) else kinds)
