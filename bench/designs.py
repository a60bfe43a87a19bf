"""What a tree for each design is worth, where a site has several, and that it costs nothing where
it has one.

    python bench/designs.py DATA [--mining]

Word F of the site style tree with one tree for a site and with one for each design, on sites with
one design (each of `news_sites.parquet`), on the same sites before and after redesigns (all years
of a site learned as one), on pairs of these sites under one name, and on pairs of sites of the
sample web. With --mining also k-means and SVM by structure-tree weights on pairs of shops
(`products.parquet`), which takes minutes.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

import measures
from measures import read_rows
from sample_web.web import generate
from sitesieve import Page
from sitesieve.cleaning.methods import SiteStyleTree
from sitesieve.mining import SiteVectorizer

ONE_OF = 3  # pages that are cleaned; all are learned
WAYS = {
    "usual": {},
    "tree alone": {"kinds": False},
    "exact, tree alone": {
        **{"alignment": "exact", "leaf_height": 1},
        **{"kinds": False, "mend_lines": False},
    },
}

Labelled = tuple[str, str, str]  # address, HTML, gold text
Sites = dict[str, list[Labelled]]


def paired(sites: Sites, apart: int) -> Sites:
    """Each site together with another one under one name."""
    names = sorted(sites)
    others = names[apart:] + names[:apart]
    return {
        f"{name} and {other}": sites[name] + sites[other]
        for name, other in zip(names, others, strict=True)
    }


def by_host(sites: Sites) -> Sites:
    """All years of a site as one."""
    hosts: Sites = defaultdict(list)
    for name, pages in sites.items():
        hosts[name.partition("/")[0]] += pages
    return hosts


def show_cleaning(title: str, sites: Sites) -> None:
    designs = []
    rows = {}
    for way, settings in WAYS.items():
        scores: dict[bool, list[float]] = {True: [], False: []}
        worse = 0
        for pages in sites.values():
            method = SiteStyleTree(**settings)  # type: ignore[arg-type]
            method.learn(Page(url, html, site="x") for url, html, _ in pages)
            if way == "usual":
                designs.append(max(1, len(method.sites["x"].designs)))
            found = {
                split: _mean_f(method.judging_by(designs=split), pages) for split in (False, True)
            }
            for split, f in found.items():
                scores[split].append(f)
            worse += found[True] < found[False] - 0.002
        rows[way] = float(np.mean(scores[False])), float(np.mean(scores[True])), worse
    print(f"\n{title}: {len(sites)} sites, {np.mean(designs):.1f} designs each\n")
    print("| style tree | one tree | a tree a design | sites worse by .002 |\n|---|---|---|---|")
    for way, (one, several, worse) in rows.items():
        print(f"| {way} | {one:.4f} | {several:.4f} | {worse} |", flush=True)


def _mean_f(method: SiteStyleTree, pages: Iterable[Labelled]) -> float:
    found = [
        measures.word_f1(method.clean(Page(url, html, site="x")).text, gold)[0]
        for url, html, gold in list(pages)[::ONE_OF]
    ]
    return float(np.mean(found))


def show_mining(data: Path) -> None:
    print("\n| shops, pairs under one name | trees | SVM F1 | k-means F |\n|---|---|---|---|")
    for experiment in ("auto", "camera"):
        rows = [r for r in read_rows(data, "products.parquet") if r["experiment"] == experiment]
        order = sorted({row["site"] for row in rows})
        pair = {site: f"pair {number // 2}" for number, site in enumerate(order)}
        labels = [(row["label"], row["site"]) for row in rows]
        for name, named, split in (
            ("each shop alone", {site: site for site in order}, True),
            ("one for a pair", pair, False),
            ("one for a design", pair, True),
        ):
            pages = [Page(row["url"], row["html"], site=named[row["site"]]) for row in rows]
            weights = SiteVectorizer(designs=split).fit_transform(pages)
            scores: Mapping[str, float] = measures.mining_scores(labels, weights, 10)
            values = " | ".join(f"{scores[key]:.3f}" for key in ("F1", "kmeans"))
            print(f"| {experiment} | {name} | {values} |", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--mining", action="store_true", help="word weights as well")
    options = arguments.parse_args()
    news: Sites = defaultdict(list)
    for row in read_rows(options.data, "news_sites.parquet"):
        news[row["site"]].append((row["url"], row["html"], row["main_text"] or ""))
    sample = {
        site.name: [(page.url, page.html, page.main_text) for page in site.pages]
        for site in generate(1, 0.5)
    }
    show_cleaning("news sites, one design each", news)
    show_cleaning("news sites over the years", by_host(news))
    show_cleaning("pairs of news sites", paired(news, 7))
    show_cleaning("sample web", sample)
    show_cleaning("pairs of the sample web", paired(sample, 2))
    if options.mining:
        show_mining(options.data)


if __name__ == "__main__":
    main()
