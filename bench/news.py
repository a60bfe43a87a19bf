"""Cleaned text of news sites against the gold text: mean word F of each method.

    python bench/news.py DATA

DATA is a folder with `news_sites.parquet` (site, url, html, main_text). Each
method learns on the pages of a site-year and cleans the same pages.
"""

import argparse
import statistics
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from measures import load_measures, read_rows
from sitesieve import Page
from sitesieve.clean.method import Method
from sitesieve.clean.methods import RedundantPhrases, RedundantWords, SiteStyleTree, TagFilter

METHODS: dict[str, Method] = {
    "tag filter": TagFilter(),
    "redundant words": RedundantWords(),
    "redundant phrases": RedundantPhrases(),
    "style tree, exact, auto": SiteStyleTree(alignment="exact", site_texts=False),
    "style tree, keyed, auto": SiteStyleTree(site_texts=False),
    "style tree, keyed, auto, site texts": SiteStyleTree(),
    "style tree, keyed, .92, site texts": SiteStyleTree(threshold=0.92),
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    data = arguments.parse_args().data
    word_f1 = load_measures(data).word_f1
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
    Console().print(table)


if __name__ == "__main__":
    main()
