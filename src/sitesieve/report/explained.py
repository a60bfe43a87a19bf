"""A page explained in one file: as it looks, every block tinted, with its reason and evidence."""

from dataclasses import asdict
from html import escape

from sitesieve.cleaning.document import Document
from sitesieve.page.page import Page
from sitesieve.report.block_lines import block_lines, plain
from sitesieve.report.bundling import asset, bundled, embedded, policy
from sitesieve.report.framed import framed


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
    script = bundled("dom.js", "kinds.js", "look.js", "explained.js")
    title = escape(f"{view['title'] or page.label} explained")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"{policy(script)}"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{asset('base.css')}</style></head>\n"
        f'<body><main id="main" class="wide"></main>\n'
        f"{embedded(view)}\n"
        f"<script>{script}</script></body></html>\n"
    )
