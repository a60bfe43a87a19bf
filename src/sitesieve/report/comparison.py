"""The report of `sitesieve compare`."""

from sitesieve._version import __version__
from sitesieve.report import html
from sitesieve.run.comparing import Comparison
from sitesieve.run.tally import listed

_LONGEST = 4000  # characters of a text that are shown


def comparison_page(comparison: Comparison, inputs: str) -> str:
    """One self-contained page: tables, plots, and texts side by side."""
    names = comparison.methods
    means = comparison.mean_scores
    parts = [
        html.note(
            f"{comparison.pages:,} pages, {int(comparison.words):,} words of {inputs}; "
            f"sitesieve {__version__}. Encoding a page takes "
            f"{comparison.encoding / max(1, comparison.pages) * 1000:.2f} ms, which is not counted "
            "below."
        )
    ]
    if comparison.failures:
        parts.append(html.note(f"Failed: {listed(comparison.failures)}."))
    headings = ["method", "words kept", "ms a page"]
    if means is not None:
        headings += ["F", "precision", "recall"]
    parts.append(html.table(headings, rows_of(comparison)))
    if means is not None:
        order = sorted(range(len(names)), key=lambda i: -means[i].f)
        parts.append(html.heading(f"Mean word F on {comparison.scored:,} pages with gold text"))
        values = [means[i].f for i in order]
        parts.append(html.bars([names[i] for i in order], values, [f"{v:.3f}" for v in values]))
    kept = comparison.kept_share.tolist()
    parts += [html.heading("Share of the words kept")]
    parts += [html.bars(names, kept, [f"{share:.1%}" for share in kept])]
    parts += [html.heading("Agreement: share of the words that two methods judge alike")]
    parts += [html.heat_map(names, comparison.agreement.tolist())]
    spent = comparison.milliseconds.tolist()
    parts += [html.heading("Milliseconds a page, learning and cleaning")]
    parts += [html.bars(names, spent, [f"{ms:.2f}" for ms in spent])]
    for page in comparison.shown:
        parts.append(html.heading(page.title or page.label))
        parts.append(html.note(page.label))
        texts = ((n, _cut(k.text)) for n, k in zip(names, page.kept, strict=True))
        parts.append(html.columns(texts, None if page.gold is None else _cut(page.gold)))
    return html.page("Methods compared", *parts)


def rows_of(comparison: Comparison) -> list[list[str]]:
    means = comparison.mean_scores
    return [
        [
            name,
            f"{comparison.kept_share[i]:.1%}",
            f"{comparison.milliseconds[i]:.2f}",
            *(f"{score:.3f}" for score in (means[i] if means is not None else ())),
        ]
        for i, name in enumerate(comparison.methods)
    ]


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
