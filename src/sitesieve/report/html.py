"""The parts that reports are made of: one HTML file, nothing fetched from elsewhere."""

from collections.abc import Iterable, Sequence
from html import escape

_STYLE = """
:root{color-scheme:light dark;--ink:#1d2733;--soft:#5d6b7a;--line:#d5dce4;--bar:#2b6cb0;--back:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e4eaf1;--soft:#9aa8b8;--line:#36424f;--bar:#63a4e0;
--back:#161b21}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--back);max-width:1100px;
margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h3{font-size:1rem;margin-top:1.6rem}h2{font-size:1.2rem;margin-top:2.2rem}p.note{color:var(--soft)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .7rem;border-bottom:1px solid var(--line);text-align:right}
th:first-child,td:first-child{text-align:left}
.scroll{overflow-x:auto}.columns{display:flex;gap:1rem}
.columns>section{flex:0 0 20rem;border:1px solid var(--line);border-radius:6px;padding:.6rem}
.columns pre{white-space:pre-wrap;font:13px/1.45 inherit;margin:0;max-height:26rem;overflow:auto}
.columns h3{font-size:.95rem;margin:.1rem 0 .5rem}svg text{fill:var(--ink);font-size:13px}
svg .grid{stroke:var(--line)}
details{margin:.5rem 0}summary{cursor:pointer}
"""


def page(title: str, *parts: str) -> str:
    """A whole page. Parts are HTML; the title is text."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>"
        f"<h1>{escape(title)}</h1>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def heading(text: str) -> str:
    """The heading of a section."""
    return f"<h2>{escape(text)}</h2>"


def smaller_heading(text: str) -> str:
    """The heading of a part of a section."""
    return f"<h3>{escape(text)}</h3>"


def note(text: str) -> str:
    """A paragraph that explains."""
    return f'<p class="note">{escape(text)}</p>'


def table(headings: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of texts."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll">{table}</div>'


def bars(names: Sequence[str], values: Sequence[float], labels: Sequence[str]) -> str:
    """A bar for each value, with its label beside it."""
    most = max([*values, 1e-12])
    height, left, width = 26, 190, 420
    drawn = "".join(
        f'<text x="{left - 8}" y="{i * height + 17}" text-anchor="end">{escape(name)}</text>'
        f'<rect x="{left}" y="{i * height + 4}" height="{height - 8}" rx="2" fill="var(--bar)" '
        f'width="{max(value, 0.0) / most * width:.1f}"/>'
        f'<text x="{left + max(value, 0.0) / most * width + 6:.1f}" y="{i * height + 17}">'
        f"{escape(label)}</text>"
        for i, (name, value, label) in enumerate(zip(names, values, labels, strict=True))
    )
    total = len(names) * height
    return (
        f'<svg viewBox="0 0 {left + width + 90} {total}" width="{left + width + 90}" '
        f'height="{total}" role="img">{drawn}</svg>'
    )


def heat_map(names: Sequence[str], values: Sequence[Sequence[float]]) -> str:
    """A square of shares, darker for more, with the share in each field."""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(
        f"<tr><td>{escape(name)}</td>"
        + "".join(
            f'<td style="background:rgba(43,108,176,{max(0.0, value - 0.4) / 0.6 * 0.7:.2f})">'
            f"{value:.2f}</td>"
            for value in row
        )
        + "</tr>"
        for name, row in zip(names, values, strict=True)
    )
    return f'<div class="scroll"><table><tr><th></th>{head}</tr>{body}</table></div>'


def columns(texts: Iterable[tuple[str, str]]) -> str:
    """Texts side by side, each under its heading."""
    parts = "".join(
        f"<section><h3>{escape(name)}</h3><pre>{escape(text)}</pre></section>"
        for name, text in texts
    )
    return f'<div class="scroll"><div class="columns">{parts}</div></div>'


def listed(items: Iterable[str]) -> str:
    """A list of sentences."""
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>"


def folded(title: str, part: str) -> str:
    """A part that is shown when somebody opens it."""
    return f"<details><summary>{escape(title)}</summary>{part}</details>"
