"""Contents pages and articles by links: every ranking on sites whose pages have roles.

    python bench/structure_ranking.py DATA [--scale]

DATA is a folder with project_site.parquet and docs_site.parquet (url, html, role), and the
measures beside it. The sample web comes with the package: five sites, small (60 pages each)
and four times that size. Prints R-precision of contents pages for every ranking, as in table
4 of Kao, then what the best one finds. With --scale, a made-up graph of 100,000 pages and five
million links is ranked instead, and time and memory are printed.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from measures import high_water, load_measures, read_rows
from sitesieve.links import LinkGraph, find_structure, link_graph, rank, variants
from sitesieve.links.ranking import BEST
from sitesieve.sample import generate

_ROLES = {"toc": "contents"}
_SIZES = (1, 4)  # of the sample web


@dataclass(frozen=True, slots=True)
class Judged:
    """A site with the role of each page of its graph."""

    set: str
    graph: LinkGraph
    roles: Sequence[str]


def judged(name: str, rows: list[tuple[str, str, str]]) -> Judged:
    """The graph of some (url, html, role)."""
    graph = link_graph((url, html) for url, html, _ in rows)
    roles = {url: _ROLES.get(role, role) for url, _, role in rows}
    return Judged(name, graph, [roles[url] for url in graph.urls])


def sites(data: Path) -> Iterator[Judged]:
    """All sites, those of the sample web in two sets."""
    for name in ("project_site", "docs_site"):
        rows = read_rows(data, f"{name}.parquet")
        yield judged(name, [(row["url"], row["html"], row["role"]) for row in rows])
    for size in _SIZES:
        for site in generate(size=size):
            yield judged(f"sample x{size}", [(p.url, p.html, p.role) for p in site.pages])


def rankings(data: Path, known: list[Judged]) -> None:
    """R-precision of contents pages; a set of several sites counts by its mean."""
    measures = load_measures(data)
    sets = list(dict.fromkeys(site.set for site in known))
    print(f"{'R-precision':24}" + "".join(f"{name:>14}" for name in sets) + f"{'mean':>8}")
    for variant in variants():
        means = []
        for name in sets:
            of_set = [site for site in known if site.set == name]
            scores = [
                measures.r_precision(
                    rank(site.graph, variant).score, [role == "contents" for role in site.roles]
                )
                for site in of_set
            ]
            means.append(float(np.mean(scores)))
        shown = "".join(f"{mean:14.2f}" for mean in means)
        print(f"{variant.name:24}{shown}{np.mean(means):8.2f}")


def structures(known: list[Judged]) -> None:
    """Precision and recall of contents pages and articles, all found without being told."""
    print(f"\n{BEST:22}{'pages':>7}{'contents P':>12}{'R':>6}{'articles P':>12}{'R':>6}")
    for site in known:
        found = find_structure(site.graph)
        figures = [precision_recall(found.roles, site.roles, r) for r in ("contents", "article")]
        shown = "".join(f"{p:12.2f}{r:6.2f}" for p, r in figures)
        print(f"{site.set:22}{site.graph.pages:7,}{shown}")


def precision_recall(found: Sequence[str], truth: Sequence[str], role: str) -> tuple[float, float]:
    """How many of those found are right, and how many of the right ones are found."""
    hits = sum(f == t == role for f, t in zip(found, truth, strict=True))
    return hits / max(1, found.count(role)), hits / max(1, truth.count(role))


def scale(pages: int = 100_000, links: int = 5_000_000, blocks_a_page: int = 8) -> None:
    """Time and memory of ranking a large graph: links go anywhere, but often to a few pages."""
    rng = np.random.default_rng(0)
    block = np.sort(rng.integers(0, pages * blocks_a_page, links))
    target = (pages * rng.random(links) ** 3).astype(np.int64)
    graph = LinkGraph(
        urls=[""] * pages,
        page_of={},
        titles=[""] * pages,
        source=block // blocks_a_page,
        target=target,
        block=block,
        entropy=rng.random(links),
        terms=rng.integers(0, 12, links),
        whole=rng.random(links) < 0.9,
        agreement=rng.random(links),
        block_page=np.repeat(np.arange(pages), blocks_a_page),
        block_node=np.tile(np.arange(blocks_a_page), pages),
        block_place=[""] * (pages * blocks_a_page),
        block_entropy=rng.random(pages * blocks_a_page),
    )
    before = high_water("self")
    print(f"{pages:,} pages, {links:,} links; the graph made: {before / 1e6:,.0f} MB at most")
    for name in (BEST, "HITS", "LAMIS-LN-CB-HR-TW"):
        started = time.process_time()
        ranking = rank(graph, name)
        took = time.process_time() - started
        print(
            f"{name:20} {took:6.1f} s, {ranking.iterations} iterations; "
            f"{high_water('self') / 1e6:,.0f} MB at most"
        )
    started = time.process_time()
    find_structure(graph)
    print(f"{'the whole structure':20} {time.process_time() - started:6.1f} s")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--scale", action="store_true")
    arguments = parser.parse_args()
    if arguments.scale:
        scale()
        return
    known = list(sites(arguments.data))
    rankings(arguments.data, known)
    structures(known)


if __name__ == "__main__":
    main()
