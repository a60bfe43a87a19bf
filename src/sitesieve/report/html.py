"""The parts that reports are made of: one HTML file, nothing fetched from elsewhere; SVG plots."""

from collections.abc import Iterable, Sequence
from html import escape

from sitesieve.report.bundling import asset

_COLOURS = ("#7a8694", "#c9772b", "#2b6cb0", "#2f855a", "#8e4ec6", "#b83280", "#b7791f", "#2c7a7b")
_STYLE = """
.report{max-width:1160px;width:100%;margin:0 auto;padding:1.6rem 1rem 3rem;--bar:var(--accent)}
.report h1{font-size:1.6rem}.report h2{font-size:1.2rem;margin-top:2.2rem}.report h3{font-size:1rem;margin-top:1.6rem}
.report p.plain{color:var(--soft)}.report table{width:auto;font-variant-numeric:tabular-nums}
.report th,.report td{text-align:right}.report th:first-child,.report td:first-child,.report .texts th,.report .texts td{text-align:left}
.report .columns{display:flex;gap:1rem}
.report .columns>section{flex:0 0 20rem;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.7rem}
.report .columns section.gold{border-color:var(--good);background:var(--good-soft)}
.report .columns pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;font-size:13px;line-height:1.45;margin:0;max-height:26rem;overflow:auto}
.report .bars{display:grid;grid-template-columns:max-content minmax(2rem,26rem) max-content;gap:.35rem .7rem;align-items:center;justify-content:start;font-size:.9rem}
.report .bars i{display:block;height:1.1rem;border-radius:4px;min-width:2px;border:1px solid rgb(128 128 128/35%)}.report .bars span{font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.report th{white-space:nowrap}.report .texts th,.report .texts td:not(:first-child){white-space:normal}
.report table:not(.texts) td:first-child,.report .heat th:first-child{position:sticky;left:0;background:var(--card);white-space:nowrap}
.report .columns h3{font-size:.95rem;margin:.1rem 0 .5rem}
.report svg{max-width:100%;height:auto}.report .scroll svg{max-width:none}svg text{fill:var(--ink);font-size:13px}svg .grid{stroke:var(--line)}
details{margin:.5rem 0}summary{cursor:pointer}
"""  # noqa: E501 - style sheets are not code


def page(title: str, *parts: str) -> str:
    """A whole page. Parts are HTML; the title is text."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{asset('base.css')}{_STYLE}</style></head>\n"
        f'<body><main class="report"><h1>{escape(title)}</h1>\n'
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )


def heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def smaller_heading(text: str) -> str:
    return f"<h3>{escape(text)}</h3>"


def note(text: str) -> str:
    """A paragraph that explains."""
    return f'<p class="plain">{escape(text)}</p>'


def table(headings: Iterable[str], rows: Iterable[Sequence[str]], texts: bool = False) -> str:
    """Rows of cells: numbers, or `texts`, which begin on the left."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    kind = ' class="texts"' if texts else ""
    table = f"<table{kind}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll">{table}</div>'


def bars(
    names: Sequence[str],
    values: Sequence[float],
    labels: Sequence[str],
    colours: Sequence[str] = (),
) -> str:
    """A bar for each value, with its label beside it, in a colour of its own if there are some."""
    fills = colours or ["var(--bar)"] * len(names)
    most = max([*values, 1e-12])
    rows = "".join(
        f"<span>{escape(name)}</span>"
        f'<span><i style="width:{max(value, 0.0) / most:.1%};background:{fill}"></i></span>'
        f"<span>{escape(label)}</span>"
        for name, value, label, fill in zip(names, values, labels, fills, strict=True)
    )
    return f'<div class="bars">{rows}</div>'


def heat_map(names: Sequence[str], values: Sequence[Sequence[float]]) -> str:
    """A square of shares, darker for more, with the share in each field. Columns have the numbers
    of the rows: names would be wider than a window."""
    head = "".join(
        f'<th title="{escape(name)}">{number}</th>' for number, name in enumerate(names, 1)
    )
    body = "".join(
        f"<tr><td>{number} {escape(name)}</td>"
        + "".join(
            f'<td style="background:rgba(43,108,176,{max(0.0, value - 0.4) / 0.6 * 0.7:.2f})">'
            f"{value:.2f}</td>"
            for value in row
        )
        + "</tr>"
        for number, (name, row) in enumerate(zip(names, values, strict=True), 1)
    )
    return f'<div class="scroll"><table class="heat"><tr><th></th>{head}</tr>{body}</table></div>'


def columns(texts: Iterable[tuple[str, str]], gold: str | None = None) -> str:
    """Texts side by side; the gold text, if there is one, comes first."""
    parts = "" if gold is None else _column("gold text", gold, ' class="gold"')
    parts += "".join(_column(name, text) for name, text in texts)
    return f'<div class="scroll"><div class="columns">{parts}</div></div>'


def _column(name: str, text: str, attributes: str = "") -> str:
    return f"<section{attributes}><h3>{escape(name)}</h3><pre>{escape(text)}</pre></section>"


def listed(items: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>"


def folded(title: str, part: str) -> str:
    """A part that is shown when somebody opens it."""
    return f"<details><summary>{escape(title)}</summary>{part}</details>"


def colour(number: int) -> str:
    """The colour of a series; after the first eight they go round the circle of hues."""
    if number < len(_COLOURS):
        return _COLOURS[number]
    return f"hsl({(number * 137.5) % 360:.0f} 45% {38 + number % 3 * 12}%)"


def legend(names: Sequence[str]) -> str:
    entries = "".join(
        '<span style="margin-right:1.2rem;white-space:nowrap">'
        '<span style="display:inline-block;width:.8rem;'
        f'height:.8rem;border-radius:2px;background:{colour(i)}"></span> {escape(name)}</span>'
        for i, name in enumerate(names)
    )
    return f"<p>{entries}</p>"


def clouds(names: Sequence[str], series: Sequence[Sequence[float]]) -> str:
    """A panel for each series: its values from 0 to 1 in the order they came, and their mean."""
    width, height, top, left = 250, 240, 24, 30
    scale = _scale(left, width - 6, top, height)
    panels = []
    for number, (name, values) in enumerate(zip(names, series, strict=True)):
        step = (width - left - 6) / max(1, len(values))
        points = "".join(
            f"M{left + (i + 0.5) * step:.1f} {top + (1 - value) * height:.1f}h0"
            for i, value in enumerate(values)
        )
        size = 3 if len(values) > 200 else 5
        mean = sum(values) / max(1, len(values))
        level = top + (1 - mean) * height
        panels.append(
            f'<svg viewBox="0 0 {width} {top + height + 14}" width="{width}" '
            f'height="{top + height + 14}" role="img"><title>{escape(name)}: {mean:.3f}</title>'
            f'<text x="{left}" y="14">{escape(name)} {mean:.3f}</text>{scale}'
            f'<path d="{points}" stroke="{colour(number)}" stroke-width="{size}" '
            f'stroke-linecap="round" stroke-opacity=".45"/>'
            f'<path d="M{left} {level:.1f}H{width - 6}" stroke="{colour(number)}" '
            'stroke-width="2"/></svg>'
        )
    return f'<div style="display:flex;flex-wrap:wrap;gap:.5rem">{"".join(panels)}</div>'


def histograms(names: Sequence[str], series: Sequence[Sequence[float]], bins: int = 20) -> str:
    """A panel for each series: how many of its values, from 0 to 1, lie in which of some bins.

    All panels have the same height for the same share; 1 belongs to the last bin.
    """
    width, height, top, left = 250, 150, 24, 30
    step = (width - left - 6) / bins
    shares = []
    for values in series:
        counts = [0] * bins
        for value in values:
            counts[max(0, min(bins - 1, int(value * bins)))] += 1
        shares.append([count / max(1, len(values)) for count in counts])
    most = max((share for row in shares for share in row), default=0) or 1
    panels = []
    for number, (name, row) in enumerate(zip(names, shares, strict=True)):
        drawn = "".join(
            f'<rect x="{left + i * step:.1f}" y="{top + (1 - share / most) * height:.1f}" '
            f'width="{step - 1:.1f}" height="{share / most * height:.1f}" fill="{colour(number)}">'
            f"<title>{i / bins:g} to {(i + 1) / bins:g}: {share:.1%}</title></rect>"
            for i, share in enumerate(row)
            if share
        )
        ticks = "".join(
            f'<text x="{left + x / 4 * bins * step:.0f}" y="{top + height + 16}" '
            f'text-anchor="middle">{x / 4:g}</text>'
            for x in range(5)
        )
        panels.append(
            f'<svg viewBox="0 0 {width} {top + height + 22}" width="{width}" '
            f'height="{top + height + 22}" role="img"><title>{escape(name)}</title>'
            f'<text x="{left}" y="14">{escape(name)}</text>'
            f'<text x="{left - 4}" y="{top + 10}" text-anchor="end" style="font-size:10px">'
            f"{most:.0%}</text>"
            f'<path d="M{left} {top + height}H{width - 6}" class="grid"/>{drawn}{ticks}</svg>'
        )
    return f'<div style="display:flex;flex-wrap:wrap;gap:.5rem">{"".join(panels)}</div>'


def _scale(left: float, right: float, top: float, height: float) -> str:
    """Lines and numbers from 0 to 1."""
    return "".join(
        f'<path d="M{left} {top + (1 - y / 10) * height:.0f}H{right}" class="grid"/>'
        f'<text x="{left - 5}" y="{top + (1 - y / 10) * height + 4:.0f}" text-anchor="end">'
        f"{y / 10:g}</text>"
        for y in (0, 2, 4, 6, 8, 10)
    )


def grouped_bars(
    groups: Sequence[str], names: Sequence[str], values: Sequence[Sequence[float | None]]
) -> str:
    """For each group a bar for each name; values from 0 to 1, by group and then name."""
    bar, gap, top, height = 22, 26, 20, 200
    left, right = 34, 10
    wide = len(names) * bar + gap
    width = left + len(groups) * wide + right
    drawn = _scale(left, width - right, top, height)
    for i, (group, row) in enumerate(zip(groups, values, strict=True)):
        start = left + i * wide + gap / 2
        drawn += (
            f'<text x="{start + len(names) * bar / 2:.0f}" y="{top + height + 18}" '
            f'text-anchor="middle">{escape(group)}</text>'
        )
        for j, value in enumerate(row):
            if value is None:
                continue
            tall = max(0.0, min(1.0, value)) * height
            x = start + j * bar
            drawn += (
                f'<rect x="{x:.0f}" y="{top + height - tall:.1f}" width="{bar - 3}" '
                f'height="{tall:.1f}" fill="{colour(j)}"><title>{escape(names[j])}: {value:.3f}'
                f'</title></rect><text x="{x + 10:.0f}" y="{top + height - tall - 3:.1f}" '
                f'text-anchor="middle" style="font-size:9px">{f"{value:.2f}".lstrip("0")}</text>'
            )
    return (
        f'<div class="scroll"><svg viewBox="0 0 {width} {top + height + 28}" width="{width}" '
        f'height="{top + height + 28}" role="img">{drawn}</svg></div>'
    )
