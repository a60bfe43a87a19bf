"""How long finding the copies among many pages takes, and which relations are found.

    python bench/duplicates.py [--pages N] [--data DATA]

Without DATA, on made-up sketches, without parsing: one page in ten copies an earlier one, with a
tenth of its signature changed. All pages share a template: its part of the text is the first
column.

With DATA, on the pages of its files: what is found among them as they are, which a person has to
read; and, of articles and pages of documentation, mirrors (another host), old versions (another
number in the address, one paragraph in six changed), print versions (text alone) and mobile
versions made of them: how many are found and named so.
"""

import argparse
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from random import Random

import numpy as np

import sitesieve
from measures import read_rows
from sitesieve.errors import PageError
from sitesieve.page import Page
from sitesieve.site.address_variants import Relation
from sitesieve.site.duplicate_groups import global_noise
from sitesieve.site.duplicates import Duplicates
from sitesieve.site.page_sketch import SIZE, TITLE_WORDS, WORDS, PageSketch

AS_THEY_ARE = ("docs_site", "project_site", "news_sites", "products", "articles", "pages")
CHANGED = ("docs_site", "news_sites")
ONE_OF = 4
_PARAGRAPH = re.compile(r"<(p|li|td|dd)\b[^>]*>(?:(?!<\1\b).)*?</\1>", re.S | re.I)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--pages", type=int, default=100_000, help="made-up sketches")
    arguments.add_argument("--data", type=Path, help="a folder of Parquet files")
    options = arguments.parse_args()
    if options.data is not None:
        show_found(options.data)
        show_made(options.data)
        return
    print("template  seconds  found")
    for share in (0.0, 0.6, 0.8):
        seconds, found = _run(options.pages, share)
        print(f"{share:8.0%} {seconds:8.1f}  {found:,} of {options.pages // 10:,}")


def _pages(data: Path, name: str) -> Iterator[Page]:
    for number, row in enumerate(read_rows(data, f"{name}.parquet")):
        page = Page(row["url"] or f"https://{name}.example/{number}", row["html"])
        try:
            page.tree  # noqa: B018
        except PageError:
            continue
        yield page


def show_found(data: Path) -> None:
    """What is found among pages as they are."""
    for name in AS_THEY_ARE:
        pages = list(_pages(data, name))
        found = global_noise(pages)
        named = Counter(str(left_out.relation) for left_out in found.values())
        print(f"{name}: {len(pages):,} pages, {dict(named)}")
        for number, left_out in found.items():
            if left_out.relation is not Relation.COPY:
                print(f"    {left_out.relation}: {pages[number].url}")
                print(f"    kept: {pages[left_out.kept].url} ({left_out.why})")


def show_made(data: Path) -> None:
    """What is found of relations that were made."""
    print("\n| made of | relation | pages | found | named so | others left out |")
    print("|---|---|---|---|---|---|")
    for name in CHANGED:
        pages = list(_pages(data, name))[::ONE_OF]
        for relation, change in MADE.items():
            draw = Random(1)
            both = [changed for page in pages for changed in change(page, draw)]
            found = global_noise(both)
            right = [n for n in found if n // 2 == found[n].kept // 2]
            named = sum(found[n].relation is relation for n in right)
            others = len(found) - len(right)
            print(f"| {name} | {relation} | {len(pages)} | {len(right)} | {named} | {others} |")


def _mirrored(page: Page, _: Random) -> Iterator[Page]:
    yield Page(_at(page, "https://a.example"), page.html)
    yield Page(_at(page, "https://mirror.example"), page.html)


def _aged(page: Page, draw: Random) -> Iterator[Page]:
    yield Page(_at(page, "https://a.example/1.4"), page.html)
    changed = _PARAGRAPH.sub(
        lambda found: "<p>gone</p>" if draw.random() < 1 / 6 else found[0], str(page.html)
    )
    yield Page(_at(page, "https://a.example/1.3"), changed)


def _printed(page: Page, _: Random) -> Iterator[Page]:
    yield page
    lines = "".join(f"<p>{escape(line)}</p>" for line in sitesieve.clean(page).text.splitlines())
    title = escape(page.tree.title)
    mark = "&" if "?" in (page.url or "") else "?"
    yield Page(f"{page.url}{mark}print=1", f"<title>{title}</title><h1>{title}</h1>{lines}")


def _small(page: Page, draw: Random) -> Iterator[Page]:
    _, printed = _printed(page, draw)
    yield Page(_at(page, "https://www.a.example"), page.html)
    yield Page(_at(page, "https://m.a.example"), printed.html)


def _at(page: Page, start: str) -> str:
    return start + "/" + (page.url or "").partition("://")[2].replace("/", "-").replace("?", "-")


MADE: dict[Relation, Callable[[Page, Random], Iterator[Page]]] = {
    Relation.MIRROR: _mirrored,
    Relation.OLD: _aged,
    Relation.PRINT: _printed,
    Relation.MOBILE: _small,
}


def _run(pages: int, share: float) -> tuple[float, int]:
    rng = np.random.default_rng(0)
    template = rng.integers(0, 65_536, SIZE).astype(np.uint16)
    known, originals = Duplicates(), list[PageSketch]()
    seconds, found = 0.0, 0
    for number in range(pages):
        own = rng.integers(0, 65_536, SIZE).astype(np.uint16)
        if number % 10 == 9:
            sketch = originals[int(rng.integers(len(originals)))]
            changed = np.where(rng.random(SIZE) < 0.1, own, sketch.signature)
            sketch = sketch._replace(signature=changed)
        else:
            words = np.sort(rng.integers(1, 1 << 30, WORDS)).astype(np.uint32)
            weights = np.full(WORDS, 10_000 // WORDS, np.uint16)
            signature = np.where(rng.random(SIZE) < share, template, own)
            sketch = PageSketch(signature, words, weights, words[:TITLE_WORDS])
            originals.append(sketch)
        start = time.perf_counter()
        found += known.original_of(sketch, number) is not None
        seconds += time.perf_counter() - start
    return seconds, found


if __name__ == "__main__":
    main()
