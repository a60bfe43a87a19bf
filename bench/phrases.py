"""Noise phrases removed from the sample web, in the measures of Kang-Kim (table II); for the
phrase filter by the letter of the paper also site by site (its second table III).

python bench/phrases.py [--size N] [--seed N]
"""

import argparse
from collections import defaultdict

from rich.console import Console
from rich.table import Table

from sample_web import SampleSite, generate
from sitesieve.cleaning.method import Method
from sitesieve.cleaning.methods import (
    BlockEntropy,
    FeaturedTree,
    RedundantPhrases,
    RedundantWords,
    SiteStyleTree,
    TagFilter,
)
from sitesieve.sample.judge import Agreement, judge

LETTER = "redundant phrases, letter of the paper"
HEADINGS = ("precision", "recall", "fallout", "accuracy")
METHODS: dict[str, Method] = {
    "tag filter": TagFilter(),
    "redundant words": RedundantWords(),
    "redundant words, letter of the paper": RedundantWords.by_paper(),
    LETTER: RedundantPhrases.by_paper(),
    "redundant phrases": RedundantPhrases(),
    "style tree alone, exact, not merged": SiteStyleTree(
        alignment="exact", merge_elements=False, kinds=False
    ),
    "style tree alone, exact, merged": SiteStyleTree(alignment="exact", kinds=False),
    "style tree alone, keyed, not loosened": SiteStyleTree(merge_elements=False, kinds=False),
    "style tree alone, keyed": SiteStyleTree(kinds=False),
    "site style tree": SiteStyleTree(),
    "featured tree": FeaturedTree(),
    "featured tree, lines": FeaturedTree(lines=True),
    "block entropy": BlockEntropy(),
    "block entropy, growth 0.01": BlockEntropy(growth=0.01),
    "block entropy, threshold 0.4": BlockEntropy(threshold=0.4),
}


def measure(method: Method, sites: list[SampleSite]) -> dict[str, Agreement]:
    """How well noise is found on all pages, and on those of each template and site."""
    pages = [page for site in sites for page in site.pages]
    method.learn((page.url, page.html) for page in pages)
    found: defaultdict[str, Agreement] = defaultdict(Agreement)
    for page in pages:
        agreement = judge(method.clean(page.html, url=page.url), page)
        for name in ("all", page.template, page.site):
            found[name] += agreement
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--size", type=float, default=1.0)
    arguments.add_argument("--seed", type=int, default=0)
    options = arguments.parse_args()
    sites = generate(seed=options.seed, size=options.size)
    table = Table(title=f"{sum(len(site.pages) for site in sites)} pages of the sample web")
    by_site = Table(title=LETTER)
    for one, what in ((table, "method"), (by_site, "site")):
        one.add_column(what)
        for heading in HEADINGS:
            one.add_column(heading, justify="right")
    recall = Table(title="noise removed, by template and by site")
    recall.add_column("method")
    parts = [*sorted({page.template for page in sites[0].pages}), *(site.name for site in sites)]
    for part in parts:
        recall.add_column(part.removesuffix(".example"), justify="right")
    for name, method in METHODS.items():
        found = measure(method, sites)
        table.add_row(name, *_scores(found["all"]))
        if name == LETTER:
            for site in sites:
                by_site.add_row(site.name, *_scores(found[site.name]))
        recall.add_row(name, *(f"{found[part].recall:.3f}" for part in parts))
    console = Console(width=140)
    console.print(table)
    console.print(recall)
    console.print(by_site)


def _scores(agreement: Agreement) -> list[str]:
    return [f"{getattr(agreement, heading):.3f}" for heading in HEADINGS]


if __name__ == "__main__":
    main()
