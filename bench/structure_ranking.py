"""Contents pages and articles by links: every ranking on sites whose pages have roles.

    python bench/structure_ranking.py DATA [--sizes | --scale | --docs FOLDER...]

DATA is a folder with project_site.parquet and docs_site.parquet (url, html, role), and the
measures beside it. The sample web comes with the package: five sites, small (60 pages each)
and four times that size. Prints tables in Markdown: R-precision of contents pages for every
ranking, as in table 4 of Kao, then what is found on each site without being told anything.
With --sizes, small sample webs are looked at instead: what is found by how many pages a site has.
With --docs, folders of documentation are looked at instead, such as Debian's *-doc packages have
under /usr/share/doc: the contents pages of a folder are those whose source has a toctree (Sphinx,
where there is a folder _sources), or that have a table of contents, a toctree or a menu of nodes
that leads to two other pages or more (DocBook and gtk-doc, Sphinx without sources, Texinfo).
With --scale, a made-up graph of 100,000 pages and five million links is ranked instead, and
time and memory are printed.
"""

import argparse
import contextlib
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from selectolax.lexbor import LexborHTMLParser

from measures import high_water, r_precision, read_rows
from sample_web import generate
from sitesieve.errors import PageError
from sitesieve.links import LinkGraph, Variant, find_structure, link_graph, rank, variants
from sitesieve.links.ranking import BEST
from sitesieve.page import Page

_ROLES = {"toc": "contents"}
_SIZES = (1, 4)  # of the sample web
_SMALL_SIZES = (0.5, 1, 2)  # of the small ones, each made with several seeds
_SEEDS = (0, 1, 2)
_TOCTREE = re.compile(rb"(?m)^ *\.\. toctree::")
_LISTS = ".toc, .toctree-wrapper, .menu, .mini-toc"  # classes that generators give their lists
_FEWEST = 2  # pages that such a list leads to


@dataclass(frozen=True, slots=True)
class Judged:
    """A site with the role of each page of its graph."""

    set: str
    name: str
    graph: LinkGraph
    roles: Sequence[str]


def judged(of_set: str, name: str, rows: list[tuple[str, str, str]]) -> Judged:
    """The graph of some (url, html, role)."""
    graph = link_graph((url, html) for url, html, _ in rows)
    roles = {url: _ROLES.get(role, role) for url, _, role in rows}
    return Judged(of_set, name, graph, [roles[url] for url in graph.urls])


def sites(data: Path) -> Iterator[Judged]:
    """All sites, those of the sample web in two sets."""
    for name in ("project", "docs"):
        rows = read_rows(data, f"{name}_site.parquet")
        pages = [(row["url"], row["html"], row["role"]) for row in rows]
        yield judged(f"{name} site", f"{name} site", pages)
    for size in _SIZES:
        yield from samples("sample" if size == 1 else f"sample ×{size}", size)


def samples(of_set: str, size: float, seed: int = 0) -> Iterator[Judged]:
    """The five sites of a sample web."""
    for site in generate(seed, size):
        name = site.name.removesuffix(".example")
        yield judged(of_set, name, [(p.url, p.html, p.role) for p in site.pages])


def rankings(known: list[Judged]) -> None:
    """R-precision of contents pages, without PS, with it, and with SL besides; a set of several
    sites counts by its mean."""
    sets = list(dict.fromkeys(site.set for site in known))

    def precisions(variant: Variant) -> list[float]:
        of_set: dict[str, list[float]] = {name: [] for name in sets}
        for site in known:
            truth = [role == "contents" for role in site.roles]
            score = rank(site.graph, variant).score
            of_set[site.set].append(r_precision(score, truth))
        means = [float(np.mean(values)) for values in of_set.values()]
        return [*means, float(np.mean(means))]

    rows = []
    for variant in variants():
        if not variant.ps and not variant.sl:
            others = (replace(variant, ps=True), replace(variant, ps=True, sl=True))
            triples = zip(*map(precisions, (variant, *others)), strict=True)
            rows.append([variant.name, *(" · ".join(map(_short, triple)) for triple in triples)])
    table(["without PS · with PS · with PS and SL", *sets, "mean"], rows)


def structures(known: list[Judged]) -> None:
    """Precision and recall of contents pages and articles, all found without being told, by the
    best ranking and by the number of links."""
    rows = []
    for site in known:
        row = [site.set, "" if site.name == site.set else site.name, f"{site.graph.pages:,}"]
        for name in (BEST, "OL"):
            found = find_structure(site.graph, ranking=name)
            for role in ("contents", "article"):
                shares = precision_recall(found.roles, site.roles, role)
                row.append(" · ".join(map(_short, shares)))
        rows.append(row)
    heads = [f"{role}, {by}" for by in (BEST, "OL") for role in ("contents", "articles")]
    table(["precision · recall", "", "pages", *heads], rows)


def by_size() -> None:
    """Precision and recall of contents pages on small sites, without PS and with it: means."""
    without = replace(Variant.named(BEST), sl=False)
    ways = {
        "without PS and SL": replace(without, ps=False).name,
        "without SL": without.name,
        "default": BEST,
        "OL": "OL",
    }
    rows = []
    for size in _SMALL_SIZES:
        known = [site for seed in _SEEDS for site in samples("sample", size, seed)]
        row = [f"{np.mean([site.graph.pages for site in known]):.0f}"]
        for name in ways.values():
            shares = [
                precision_recall(
                    find_structure(site.graph, ranking=name).roles, site.roles, "contents"
                )
                for site in known
            ]
            row.append(" · ".join(map(_short, np.mean(shares, axis=0))))
        rows.append(row)
    table(["pages a site", *(f"contents, {way}" for way in ways)], rows)


def documentation(folder: Path) -> Judged:
    """A folder of documentation, with the contents pages that its generator made."""
    sources = folder / "_sources"
    rows = []
    for path in sorted(folder.rglob("*.html")):
        place = path.relative_to(folder)
        if path.is_file() and place.parts[0] != "_sources":
            content = path.read_bytes()
            if sources.exists():
                source = sources / place.with_suffix(".rst.txt")
                is_contents = source.exists() and bool(_TOCTREE.search(source.read_bytes()))
            else:
                is_contents = _lists_pages(content, path.name)
            role = "contents" if is_contents else "other"
            url, html = f"http://docs.example/{place}", content.decode("utf-8", "replace")
            with contextlib.suppress(PageError):  # data for scripts may be called HTML
                _ = Page(url, html).tree
                rows.append((url, html, role))
    return judged("docs", str(folder), rows)


def _lists_pages(content: bytes, name: str) -> bool:
    """Whether a generated table of contents leads to two other pages or more."""
    lists = LexborHTMLParser(content.decode("utf-8", "replace")).css(_LISTS)
    links = [link.attributes.get("href") or "" for part in lists for link in part.css("a")]
    pages = {link.partition("#")[0] for link in links if "://" not in link}
    return len(pages - {"", name}) >= _FEWEST


def documentations(folders: list[Path]) -> None:
    """R-precision of contents pages of each folder, and precision and recall of those found."""
    without = replace(Variant.named(BEST), sl=False).name
    names = ["OL", "LAMIS-LN-CB-HR-TW", without, BEST]
    rows = []
    for folder in folders:
        site = documentation(folder)
        truth = [role == "contents" for role in site.roles]
        if not any(truth):
            print(f"{folder}: no contents pages are known")
            continue
        found = precision_recall(find_structure(site.graph).roles, site.roles, "contents")
        scores = (r_precision(rank(site.graph, name).score, truth) for name in names)
        row = [str(folder), f"{site.graph.pages:,}", f"{sum(truth):,}", *map(_short, scores)]
        rows.append([*row, " · ".join(map(_short, found))])
    table(["folder", "pages", "contents pages", *names, "found: precision · recall"], rows)


def table(heads: list[str], rows: list[list[str]]) -> None:
    """Print a table in Markdown."""
    print()
    for row in (heads, ["---"] * len(heads), *rows):
        print(f"| {' | '.join(row)} |")


def _short(share: float) -> str:
    """Two digits, as in the paper's tables."""
    return f"{share:.2f}".removeprefix("0")


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
        way=rng.integers(0, 40, links).astype(np.uint64),
        entropy=rng.random(links),
        terms=rng.integers(0, 12, links),
        whole=rng.random(links) < 0.9,
        agreement=rng.random(links),
        block_page=np.repeat(np.arange(pages), blocks_a_page),
        block_place=[""] * (pages * blocks_a_page),
        block_entropy=rng.random(pages * blocks_a_page),
        block_terms=rng.integers(1, 60, pages * blocks_a_page),
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
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--sizes", action="store_true")
    instead.add_argument("--scale", action="store_true")
    instead.add_argument("--docs", type=Path, nargs="+", metavar="FOLDER")
    arguments = parser.parse_args()
    if arguments.sizes:
        by_size()
        return
    if arguments.scale:
        scale()
        return
    if arguments.docs:
        documentations(arguments.docs)
        return
    known = list(sites(arguments.data))
    rankings(known)
    structures(known)


if __name__ == "__main__":
    main()
