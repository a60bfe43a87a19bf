"""A page explained in one file: as it looks, every block tinted, with its reason and evidence."""

import base64
import hashlib
import json
import re
from dataclasses import asdict
from html import escape
from importlib.resources import files

from sitesieve.cleaning.document import Document
from sitesieve.page.page import Page
from sitesieve.report.block_lines import block_lines, plain
from sitesieve.report.framed import framed

_SCRIPTS = ("dom.js", "kinds.js", "look.js", "explained.js")
_MODULE_SYNTAX = re.compile(
    r"^import [^;]*;\n|^export (?=const |function |async |class )", re.MULTILINE
)


def explained_page(page: Page, document: Document) -> str:
    """The file, as HTML that needs nothing else and fetches nothing."""
    view = {
        "title": document.title or document.tree.title,
        "label": page.label,
        "words_before": document.words_before,
        "words_kept": document.words_kept,
        "page_type": str(document.page_type),
        "fit": document.fit,
        "cuts": [str(cut) for cut in document.cuts],
        "markdown": document.markdown,
        "text": document.text,
        "frame": framed(page),
        "blocks": [
            asdict(line) | {"evidence": plain(dict(document.blocks[line.number].evidence))}
            for line in block_lines(document)
        ],
    }
    script = _script()
    allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{allowed}'; style-src 'unsafe-inline'; "
        "img-src data:; font-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'"
    )
    # Nothing in the data can end the element that it stands in.
    data = json.dumps(view, ensure_ascii=False).replace("<", "\\u003c")
    title = escape(f"{view['title'] or page.label} explained")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{asset('base.css')}</style></head>\n"
        f'<body><main id="main" class="wide"></main>\n'
        f'<script id="data" type="application/json">{data}</script>\n'
        f"<script>{script}</script></body></html>\n"
    )


def asset(name: str) -> str:
    """A file that reports and the studio share."""
    return (files("sitesieve.report") / "assets" / name).read_text("utf-8")


def _script() -> str:
    """The modules as one script: in a file they cannot import each other."""
    parts = (_MODULE_SYNTAX.sub("", asset(name)) for name in _SCRIPTS)
    return "(() => {\n" + "\n".join(parts) + "\n})();"
