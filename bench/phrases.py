"""Noise phrases removed from the sample web, in the measures of Kang-Kim (table II).

python bench/phrases.py [--size N] [--seed N]
"""

import argparse

from rich.console import Console
from rich.table import Table

from sitesieve.clean.method import Method
from sitesieve.clean.methods import (
    BlockEntropy,
    FeaturedTree,
    RedundantPhrases,
    RedundantWords,
    SiteStyleTree,
    TagFilter,
)
from sitesieve.sample import SampleSite, generate
from sitesieve.sample.judge import Agreement, judge

METHODS: dict[str, Method] = {
    "tag filter": TagFilter(),
    "redundant words": RedundantWords(),
    "redundant phrases, letter of the paper": RedundantPhrases(
        mask_numbers=False, directories_above=False, mend_lines=False
    ),
    "redundant phrases": RedundantPhrases(),
    "site style tree": SiteStyleTree(),
    "featured tree": FeaturedTree(),
    "featured tree, lines": FeaturedTree(lines=True),
    "block entropy": BlockEntropy(),
    "block entropy, growth 0.01": BlockEntropy(growth=0.01),
    "block entropy, threshold 0.4": BlockEntropy(threshold=0.4),
}


def measure(method: Method, sites: list[SampleSite]) -> Agreement:
    pages = [page for site in sites for page in site.pages]
    method.learn((page.url, page.html) for page in pages)
    return sum((judge(method.clean(p.html, p.url), p) for p in pages), Agreement())


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--size", type=float, default=1.0)
    arguments.add_argument("--seed", type=int, default=0)
    options = arguments.parse_args()
    sites = generate(seed=options.seed, size=options.size)
    table = Table(title=f"{sum(len(site.pages) for site in sites)} pages of the sample web")
    table.add_column("method")
    for heading in ("precision", "recall", "fallout", "accuracy"):
        table.add_column(heading, justify="right")
    for name, method in METHODS.items():
        found = measure(method, sites)
        scores = (found.precision, found.recall, found.fallout, found.accuracy)
        table.add_row(name, *(f"{score:.3f}" for score in scores))
    Console().print(table)


if __name__ == "__main__":
    main()
