"""What a site costs: learning it, cleaning with it, weighing its words and finding its structure,
each beside encoding its pages.

    python bench/learning.py DATA [--pages N]

Times are of the processor, in one process, and each line is a share of what encoding the same pages
took in the same run; of a few rounds the quickest counts. Learning is all that is done until the
first page can be cleaned.
"""

import argparse
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from measures import read_rows
from sitesieve import Page
from sitesieve.cleaning.methods import Sieve
from sitesieve.links import SiteGraphs, find_structure
from sitesieve.mining.weights import WordWeights

ROUNDS = 3  # of which the quickest counts, for each part
SETS = {"docs_site.parquet": 500, "news_sites.parquet": 600}  # and how many pages of each


def seconds(work: Callable[[], Any]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def encoded(rows: Iterable[dict[str, str]]) -> list[Page]:
    """Pages as they are when they have been encoded and nothing else was asked of them."""
    pages = [Page(row["url"], row["html"], site=row["site"]) for row in rows]
    for page in pages:
        page.tree  # noqa: B018
    return pages


def clean_all(method: Sieve, pages: list[Page]) -> None:
    for page in pages:
        method.clean(page).text  # noqa: B018


def learn(method: Sieve, pages: list[Page]) -> None:
    """Learn, and clean the last page of each site: what cleaning needs is made for the first."""
    method.update(pages)
    clean_all(method, list({page.site: page for page in pages}.values()))


def weigh(pages: list[Page]) -> None:
    weights = WordWeights()
    for page in pages:
        weights.absorb(weights.observe(page))
    for page in pages:
        weights.weigh(page)


def structure(pages: list[Page]) -> None:
    graphs = SiteGraphs()
    for page in pages:
        graphs.absorb(graphs.observe(page))
    for site in graphs.sites:
        find_structure(graphs.graph_of(site), site)


def measure(rows: list[dict[str, str]]) -> dict[str, float]:
    """Seconds of each part, on pages that were encoded before."""
    taken = {"encoding": seconds(lambda: encoded(rows))}
    alone, method = Sieve(), Sieve()
    clean_all(alone, encoded(rows[:1]))  # whatever is made once for all pages
    pages, to_learn, with_site = encoded(rows), encoded(rows), encoded(rows)
    last_pages = list({page.site: page for page in encoded(rows)}.values())
    taken["cleaning the last pages"] = seconds(lambda: clean_all(alone, last_pages))
    taken["learning, with the last pages"] = seconds(lambda: learn(method, to_learn))
    taken["cleaning"] = seconds(lambda: clean_all(alone, pages))
    taken["cleaning with the site"] = seconds(lambda: clean_all(method, with_site))
    for name, work in {"weighing words": weigh, "structure": structure}.items():
        pages = encoded(rows)
        taken[name] = seconds(lambda work=work, pages=pages: work(pages))  # type: ignore[misc]
    return taken


def quickest(rounds: list[dict[str, float]]) -> dict[str, float]:
    """Seconds of each part, where it took least; and only then what one takes more than another."""
    taken = {part: min(times[part] for times in rounds) for part in rounds[0]}
    first = taken.pop("cleaning the last pages")
    learning = taken.pop("learning, with the last pages") - first
    adds = taken.pop("cleaning with the site") - taken.pop("cleaning")
    encoding = {"encoding": taken.pop("encoding")}
    return encoding | {"learning": learning, "what the site adds to cleaning": adds} | taken


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--pages", type=int, help="of each set, at most")
    options = arguments.parse_args()
    console = Console()
    for name, most in SETS.items():
        rows = read_rows(options.data, name)[: min(most, options.pages or most)]
        taken = quickest([measure(rows) for _ in range(ROUNDS)])
        table = Table(title=f"{name}: {len(rows)} pages")
        for heading in ("", "ms a page", "of encoding"):
            table.add_column(heading, justify="left" if not heading else "right")
        for part, spent in taken.items():
            share = spent / taken["encoding"]
            table.add_row(part, f"{spent / len(rows) * 1000:.2f}", f"{share:.2f}")
        console.print(table)


if __name__ == "__main__":
    main()
