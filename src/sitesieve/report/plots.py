"""Plots as SVG, drawn from figures alone."""

from collections.abc import Sequence
from html import escape

COLOURS = (
    *("#7a8694", "#c9772b", "#2b6cb0", "#2f855a", "#8e4ec6", "#b83280", "#b7791f", "#2c7a7b"),
    *("#c53030", "#4c51bf", "#6b7f1e", "#975a16"),
)


def colour(number: int) -> str:
    """The colour of a series; after the last they begin again."""
    return COLOURS[number % len(COLOURS)]


def legend(names: Sequence[str]) -> str:
    """Which colour is which series."""
    entries = "".join(
        f'<span style="margin-right:1.2rem"><span style="display:inline-block;width:.8rem;'
        f'height:.8rem;border-radius:2px;background:{colour(i)}"></span> {escape(name)}</span>'
        for i, name in enumerate(names)
    )
    return f"<p>{entries}</p>"


def clouds(names: Sequence[str], series: Sequence[Sequence[float]]) -> str:
    """A panel for each series: its values from 0 to 1 in the order they came, and their mean."""
    width, height, top, left = 250, 240, 24, 30
    panels = []
    for number, (name, values) in enumerate(zip(names, series, strict=True)):
        step = (width - left - 6) / max(1, len(values))
        points = "".join(
            f"M{left + (i + 0.5) * step:.1f} {top + (1 - value) * height:.1f}h0"
            for i, value in enumerate(values)
        )
        mean = sum(values) / max(1, len(values))
        level = top + (1 - mean) * height
        grid = "".join(
            f'<path d="M{left} {top + (1 - y / 10) * height:.1f}H{width - 6}" class="grid"/>'
            f'<text x="{left - 5}" y="{top + (1 - y / 10) * height + 4:.1f}" text-anchor="end">'
            f"{y / 10:g}</text>"
            for y in (0, 2, 4, 6, 8, 10)
        )
        panels.append(
            f'<svg viewBox="0 0 {width} {top + height + 14}" width="{width}" '
            f'height="{top + height + 14}" role="img"><title>{escape(name)}: {mean:.3f}</title>'
            f'<text x="{left}" y="14">{escape(name)} {mean:.3f}</text>{grid}'
            f'<path d="{points}" stroke="{colour(number)}" stroke-width="3" stroke-linecap="round" '
            f'stroke-opacity=".45"/><path d="M{left} {level:.1f}H{width - 6}" '
            f'stroke="{colour(number)}" stroke-width="2"/></svg>'
        )
    return f'<div style="display:flex;flex-wrap:wrap;gap:.5rem">{"".join(panels)}</div>'


def grouped_bars(
    groups: Sequence[str], names: Sequence[str], values: Sequence[Sequence[float | None]]
) -> str:
    """For each group a bar for each name; values from 0 to 1, by group and then name."""
    bar, gap, top, height = 22, 26, 20, 200
    left, right = 34, 10
    wide = len(names) * bar + gap
    width = left + len(groups) * wide + right
    drawn = "".join(
        f'<path d="M{left} {top + (1 - y / 10) * height:.0f}H{width - right}" class="grid"/>'
        f'<text x="{left - 6}" y="{top + (1 - y / 10) * height + 4:.0f}" text-anchor="end">'
        f"{y / 10:g}</text>"
        for y in (0, 2, 4, 6, 8, 10)
    )
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
