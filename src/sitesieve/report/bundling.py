"""Files that reports and the studio share, and scripts made of several of them."""

import base64
import hashlib
import json
import re
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

_MODULE_SYNTAX = re.compile(
    r"^import [^;]*;\n|^export (?=const |function |async |class )", re.MULTILINE
)
_KIND_COLOUR = re.compile(r'\b([a-z-]{1,40})"?: "(#[0-9a-f]{6})"')


def asset(name: str) -> str:
    """A file by its name."""
    return (files("sitesieve.report") / "assets" / name).read_text("utf-8")


def bundled(*names: str) -> str:
    """Modules as one script: in a file of its own they cannot import each other."""
    parts = (_MODULE_SYNTAX.sub("", asset(name)) for name in names)
    return "(() => {\n" + "\n".join(parts) + "\n})();"


def embedded(data: Any) -> str:
    """Data for a script to read. Nothing in it can end the element that it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="data">{text}</script>'


def policy(script: str) -> str:
    """What a file that runs this script and shows images of its own may do: nothing else."""
    allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    rules = (
        f"default-src 'none'; script-src 'sha256-{allowed}'; style-src 'unsafe-inline'; "
        "img-src data:; font-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'"
    )
    return f'<meta http-equiv="Content-Security-Policy" content="{escape(rules)}">'


def kind_colour(kind: str) -> str:
    """The colour of a kind of block, as `kinds.js` has it for all."""
    return _kind_colours().get(kind, "#dddddd")


@cache
def _kind_colours() -> dict[str, str]:
    return dict(_KIND_COLOUR.findall(asset("kinds.js")))
