"""What learning costs as a site grows: time, memory, size of the model, and what pruning costs.

    python bench/scale.py [--pages N] [--plot FILE.svg] [--data DATA]

Pages are made by the sample web, so that there are as many of one site as
wanted; with --data, the ratios of learning and cleaning to encoding are also
measured on the news sites of DATA. The plot is written as SVG.
"""

import argparse
import itertools
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from measures import high_water, read_rows
from sample_web.plan import plan_site
from sample_web.web import NEWS, make_page
from sitesieve import Page
from sitesieve.cleaning.methods import SiteStyleTree

STEPS = (500, 1000, 2000, 5000, 10_000, 20_000)
PRUNED_ON = 500


def site_pages(count: int) -> Iterator[tuple[str, str]]:
    """Pages of one site: the first of the sample web, made large enough."""
    size = count / 20
    plan = plan_site(NEWS, seed=0, size=size)
    planned = list(plan.pages())
    random.Random(0).shuffle(planned)
    if len(planned) < count:
        sys.exit(f"a web of size {size} has {len(planned)} pages, not {count}")
    for page in planned[:count]:
        made = make_page(plan, page, "press")
        yield made.url, made.html


def learned(pages: Iterable[tuple[str, str]], count: int) -> tuple[float, float, SiteStyleTree]:
    """Seconds to encode pages, seconds to learn from them, and what was learned."""
    method = SiteStyleTree(sample=count)
    encoding = learning = 0.0
    for url, html in pages:
        start = time.process_time()
        page = Page(url, html)
        page.tree  # noqa: B018
        encoded = time.process_time()
        method.absorb(method.observe(page))
        encoding += encoded - start
        learning += time.process_time() - encoded
    start = time.process_time()
    for model in method.sites.values():
        model.threshold  # noqa: B018
    return encoding, learning + time.process_time() - start, method


def size_of(method: SiteStyleTree) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "site.sieve")
        method.save(path)
        return path.stat().st_size / 1e6


def one_step(path: Path, count: int) -> None:
    """The child's part: a process of its own, so that its memory can be told."""
    with path.open() as lines:
        pages = (json.loads(line) for line in itertools.islice(lines, count))
        encoding, learning, method = learned(pages, count)
    memory = high_water("self") / 1e6
    whole = size_of(method)
    method.prune()
    print(encoding, learning, memory, whole, size_of(method))


def growth(steps: list[int], console: Console) -> list[tuple[int, float]]:
    """How time, memory and size grow with the pages of a site."""
    table = Table(title="one site, one process, all pages learned from (sample=N)")
    headings = ("pages", "encode s", "learn s", "learn / encode", "MB in all")
    for heading in (*headings, "model MB", "pruned MB"):
        table.add_column(heading, justify="right")
    points = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "pages.jsonl")
        with path.open("w") as file:
            file.writelines(json.dumps(page) + "\n" for page in site_pages(steps[-1]))
        for count in steps:
            command = [sys.executable, __file__, "--only", str(count), "--file", str(path)]
            out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            encoding, learning, memory, whole, pruned = map(float, out.split())
            points.append((count, encoding + learning))
            cells = (f"{encoding:.1f}", f"{learning:.1f}", f"{learning / encoding:.2f}")
            table.add_row(f"{count:,}", *cells, f"{memory:.0f}", f"{whole:.2f}", f"{pruned:.2f}")
    console.print(table)
    return points


def pruning_cost(console: Console) -> None:
    """Verdicts that change when a model is pruned, and when it then learns on."""
    pages = list(site_pages(2 * PRUNED_ON))
    early, late = pages[:PRUNED_ON], pages[PRUNED_ON:]
    whole = SiteStyleTree(sample=len(pages)).learn(early)
    pruned = SiteStyleTree(sample=len(pages)).learn(early)
    pruned.prune()
    at_once = changed(whole, pruned, late)
    whole.update(late)
    pruned.update(late)
    console.print(
        f"pruned after {PRUNED_ON} pages: {at_once:.3%} of the words of {len(late)} new pages are "
        f"judged otherwise; {changed(whole, pruned, late):.3%} when both go on to learn from them"
    )


def changed(one: SiteStyleTree, other: SiteStyleTree, pages: list[tuple[str, str]]) -> float:
    """The share of words that two models judge differently."""
    words = differ = 0
    for url, html in pages:
        page = Page(url, html)
        for a, b in zip(one.clean(page).blocks, other.clean(page).blocks, strict=True):
            number = len(a.text.split())
            words += number
            differ += number * (a.keep != b.keep)
    return differ / words


def on_real_pages(data: Path, console: Console) -> None:
    """Learning and cleaning news sites, beside encoding their pages."""
    rows = read_rows(data, "news_sites.parquet")
    pages = [Page(row["url"], row["html"], site=row["site"]) for row in rows]
    seconds = list(timed(pages))
    encoding, learning, cleaning = (min(times) for times in zip(*seconds, strict=True))
    console.print(
        f"{len(pages)} news pages of {len({page.site for page in pages})} sites: learning costs "
        f"{learning / encoding:.2f} × encoding, cleaning {cleaning / encoding:.2f} ×"
    )


def timed(pages: list[Page]) -> Iterator[tuple[float, float, float]]:
    for _ in range(3):
        fresh = [Page(page.url, page.html, site=page.site) for page in pages]
        start = time.process_time()
        for page in fresh:
            page.tree  # noqa: B018
        encoded = time.process_time()
        method = SiteStyleTree().learn(fresh)
        for model in method.sites.values():
            model.threshold  # noqa: B018
        learning = time.process_time()
        for page in fresh:
            method.clean(page).text  # noqa: B018
        yield encoded - start, learning - encoded, time.process_time() - learning


def plot(points: list[tuple[int, float]], path: Path) -> None:
    """A line of seconds by pages, as SVG."""
    width, height, margin = 480, 300, 50
    most, longest = points[-1][0], max(seconds for _, seconds in points)
    at = [
        (
            margin + n / most * (width - 2 * margin),
            height - margin - s / longest * (height - 2 * margin),
        )
        for n, s in points
    ]
    marks = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in at)
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
    labels = "".join(
        f'<text x="{x:.1f}" y="{height - margin + 18}" text-anchor="middle">{n // 1000 or n}'
        f"{'k' if n >= 1000 else ''}</text>"
        for (n, _), (x, _) in zip(points, at, strict=True)
        if n >= most / 10
    )
    left, bottom = margin, height - margin
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">'
        f'<rect width="{width}" height="{height}" fill="white"/>'
        f'<path d="M{left} {margin / 2}V{bottom}H{width - margin / 2}" fill="none" stroke="black"/>'
        f'<path d="M{left} {bottom}L{at[-1][0]:.1f} {at[-1][1]:.1f}" stroke="#bbb"/>'
        f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="2"/>'
        f'<g fill="#06c">{marks}</g>{labels}'
        f'<text x="{width / 2}" y="{height - 8}" text-anchor="middle">pages of one site</text>'
        f'<text x="{left - 6}" y="{at[-1][1] + 4:.1f}" text-anchor="end">{longest:.0f} s</text>'
        f'<text x="{left + 8}" y="{margin / 2 + 4}">seconds to encode and learn '
        "(grey: a straight line to the last point)</text></svg>\n"
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--pages", type=int, default=STEPS[-1], help="up to this many")
    arguments.add_argument("--plot", type=Path)
    arguments.add_argument("--data", type=Path)
    arguments.add_argument("--only", type=int, help=argparse.SUPPRESS)
    arguments.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    options = arguments.parse_args()
    if options.only:
        one_step(options.file, options.only)
        return
    console = Console()
    if options.data:
        on_real_pages(options.data, console)
    points = growth([step for step in STEPS if step <= options.pages], console)
    pruning_cost(console)
    if options.plot:
        plot(points, options.plot)


if __name__ == "__main__":
    main()
