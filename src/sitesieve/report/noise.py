"""The report of `sitesieve noise`."""

from sitesieve._version import __version__
from sitesieve.cleaning.kinds import Kind
from sitesieve.report import html
from sitesieve.report.bundling import kind_colour
from sitesieve.run.census import Census, SiteCensus
from sitesieve.run.tally import listed

HEADINGS = ("kind", "blocks", "words", "share", "pages", "sure")


def census_page(census: Census, inputs: str, examples: int) -> str:
    """One self-contained page: all sites together, then each by itself."""
    whole = census.overall
    parts = [
        html.note(
            f"{_counted(whole.pages, 'page')} of {_counted(len(census.sites), 'site')} in "
            f"{inputs}: {whole.words:,} words, {whole.noise_share:.1%} of them noise; "
            f"sitesieve {__version__}. A block is a run of neighbouring paragraphs of one kind."
        )
    ]
    if census.failures:
        parts.append(html.note(f"Failed: {listed(census.failures)}."))
    parts += _site(whole, examples)
    if len(census.sites) > 1:
        parts.append(html.heading("Site by site"))
        for name, site in census.largest_first:
            title = (
                f"{name or '(no site)'}: {_counted(site.pages, 'page')}, "
                f"{site.noise_share:.1%} of {site.words:,} words are noise"
            )
            parts.append(html.folded(title, "\n".join(_site(site, examples))))
    return html.page("Noise by kind", *parts)


def rows_of(site: SiteCensus) -> list[list[str]]:
    return [
        [
            str(kind),
            f"{count.blocks:,}",
            f"{count.words:,}",
            f"{site.share(kind):.1%}",
            f"{count.pages / max(1, site.pages):.0%}",
            f"{count.mean_confidence:.2f}",
        ]
        for kind, count in site.ranked
    ]


def _site(site: SiteCensus, examples: int) -> list[str]:
    shares = [site.share(kind) for kind, _ in site.ranked]
    parts = [html.table(HEADINGS, rows_of(site))]
    if site.words:
        names = [str(kind) for kind, _ in site.ranked]
        parts.append(html.smaller_heading("Share of all words"))
        labels = [f"{share:.1%}" for share in shares]
        parts.append(html.bars(names, shares, labels, [kind_colour(kind) for kind in names]))
    for kind, count in site.ranked:
        shown = [f"{text} ({_counted(n, 'time')})" for text, n in count.examples(examples)]
        if shown and kind is not Kind.CONTENT:
            parts.append(html.folded(f"{kind}: examples", html.listed(shown)))
    return parts


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")
