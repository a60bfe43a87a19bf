"""Cleaned text of news sites against the gold text: mean word F of each method.

    python bench/news.py DATA

DATA is a folder with `news_sites.parquet` (site, url, html, main_text). Each
method learns on the pages of a site-year and cleans the same pages.
"""

import argparse
import statistics
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from measures import read_rows, word_f1
from sitesieve import Page
from sitesieve.cleaning.method import Method
from sitesieve.cleaning.methods import (
    BlockEntropy,
    FeaturedTree,
    PageletTemplates,
    RedundantPhrases,
    RedundantWords,
    SiteStyleTree,
    TagFilter,
)

TREE: dict[str, Any] = {"kinds": False}
METHODS: dict[str, Method] = {
    "tag filter": TagFilter(),
    "redundant words": RedundantWords(),
    "redundant phrases": RedundantPhrases(),
    "featured tree": FeaturedTree(),
    "featured tree, lines": FeaturedTree(lines=True),
    "block entropy": BlockEntropy(),
    "block entropy, growth 0.01": BlockEntropy(growth=0.01),
    "block entropy, threshold 0.4": BlockEntropy(threshold=0.4),
    "pagelet templates": PageletTemplates(),
    "pagelet templates, global": PageletTemplates(algorithm="global"),
    "style tree, letter of the thesis": SiteStyleTree.by_paper(),
    "style tree, exact, not merged": SiteStyleTree(alignment="exact", merge_elements=False, **TREE),
    "style tree, exact, merged": SiteStyleTree(alignment="exact", **TREE),
    "style tree, keyed, not loosened": SiteStyleTree(merge_elements=False, **TREE),
    "style tree, keyed": SiteStyleTree(**TREE),
    "style tree, keyed, virtual leaves": SiteStyleTree(leaf_height=1, **TREE),
    "style tree, keyed, site texts": SiteStyleTree(site_texts=True, **TREE),
    "style tree, keyed, kinds (default)": SiteStyleTree(),
    "style tree, keyed, kinds, site texts": SiteStyleTree(site_texts=True),
    "style tree, keyed, kinds, local noise": SiteStyleTree(local_noise=True),
}
LADDER = [0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.92, 0.94, 0.96]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    data = arguments.parse_args().data
    rows = read_rows(data, "news_sites.parquet")
    pages = [Page(row["url"], row["html"], site=row["site"]) for row in rows]
    start = time.perf_counter()
    for page in pages:
        page.tree  # noqa: B018 - parse now, so that only the method is timed below
    encoding = time.perf_counter() - start

    table = Table(title=f"{len(pages)} pages; encoding one takes {encoding / len(pages):.4f} s")
    table.add_column("method")
    for heading in ("F", "precision", "recall", "learn / encode", "clean / encode"):
        table.add_column(heading, justify="right")
    for name, method in METHODS.items():
        start = time.perf_counter()
        method.learn(pages)
        learned = time.perf_counter()
        texts = [method.clean(page).text for page in pages]
        cleaned = time.perf_counter()
        scores = [word_f1(t, row["main_text"]) for t, row in zip(texts, rows, strict=True)]
        means = (statistics.mean(column) for column in zip(*scores, strict=True))
        ratios = ((learned - start) / encoding, (cleaned - learned) / encoding)
        table.add_row(name, *(f"{m:.3f}" for m in means), *(f"{r:.2f}" for r in ratios))
    console = Console()
    console.print(table)
    console.print(_thresholds(pages, [row["main_text"] for row in rows], word_f1))


def _thresholds(pages: list[Page], gold: list[str], word_f1: Any) -> Table:
    """How near the automatic threshold comes to the best of a ladder, for all and by site."""
    table = Table(title="word F of the style tree by how its threshold is chosen")
    for heading in ("", "automatic", "best for all", "best for each site"):
        table.add_column(heading, justify="right")
    for name, kinds in (("tree alone", False), ("with kinds", True)):
        method = SiteStyleTree(kinds=kinds).learn(pages)
        by_threshold: dict[float | str, list[float]] = {}
        ways: list[float | str] = ["auto", *LADDER]
        for t in ways:
            method.threshold = t
            texts = (method.clean(page).text for page in pages)
            by_threshold[t] = [word_f1(x, g)[0] for x, g in zip(texts, gold, strict=True)]
        fixed = {t: statistics.mean(by_threshold[t]) for t in LADDER}
        best = max(fixed, key=fixed.__getitem__)
        sites = sorted({page.site for page in pages})
        of = {site: [i for i, page in enumerate(pages) if page.site == site] for site in sites}
        sums = (max(sum(by_threshold[t][i] for i in of[site]) for t in LADDER) for site in sites)
        table.add_row(
            name,
            f"{statistics.mean(by_threshold['auto']):.3f}",
            f"{fixed[best]:.3f} (at {best})",
            f"{sum(sums) / len(pages):.3f}",
        )
    return table


if __name__ == "__main__":
    main()
