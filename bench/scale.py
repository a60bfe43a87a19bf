"""How a job grows with its pages: time, CPU and memory of `sitesieve clean`, sites learned first.

    python bench/scale.py [--steps N ...] [--jobs N] [--plot docs/growth.svg] [--pruning]

Pages are made by the sample web: those of one site, as many as wanted, and those of many sites
with some thirty pages each. A few minutes for the usual 4,000 pages; 200,000 take hours, most of
them to make the pages of the one site, and four gigabytes of disk. The plot is written as SVG.
--pruning also says what it costs to prune a model.
"""

import argparse
import itertools
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from measured_run import MeasuredRun, measured, sitesieve

STEPS = (1000, 2000, 4000)
KINDS = ("one site", "many sites")
PRUNED_ON = 500


def pages_of_one_site(count: int) -> Iterator[tuple[str, str]]:
    """Pages of the first site of the sample web, made large enough."""
    from sample_web.plan import plan_site
    from sample_web.web import NEWS, make_page

    plan = plan_site(NEWS, seed=0, size=count / 20)
    planned = list(plan.pages())
    random.Random(0).shuffle(planned)
    if len(planned) < count:
        sys.exit(f"the site has {len(planned)} pages, not {count}")
    for page in planned[:count]:
        made = make_page(plan, page, "press")
        yield made.url, made.html


def pages_of_many_sites(count: int) -> Iterator[tuple[str, str]]:
    """The small sample web again and again, each time at other hosts, in a mixed order."""
    from sample_web.web import generate

    web = [(site.name, page.url, page.html) for site in generate(size=0) for page in site.pages]
    random.Random(0).shuffle(web)
    numbered = ((number, page) for number in itertools.count() for page in web)
    for number, (host, url, html) in itertools.islice(numbered, count):
        here = f"web{number}-{host}"
        yield url.replace(host, here), html.replace(host, here)


def write_pages(kind: str, steps: Sequence[int], folder: Path) -> None:
    """The child's part: the pages as JSON Lines, a file for each number of them."""
    made = {"one site": pages_of_one_site, "many sites": pages_of_many_sites}[kind]
    files = [(step, (folder / f"{step}.jsonl").open("w")) for step in steps]
    for number, (url, html) in enumerate(made(steps[-1])):
        line = json.dumps({"url": url, "html": html}) + "\n"
        for step, file in files:
            if number < step:
                file.write(line)
    for _, file in files:
        file.close()


@dataclass(frozen=True, slots=True)
class Point:
    """What a job on so many pages took."""

    kind: str
    pages: int
    run: MeasuredRun


def growth(kind: str, steps: Sequence[int], jobs: int) -> Iterator[Point]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        numbers = [str(step) for step in steps]
        child = [sys.executable, __file__, "--write", str(folder), kind, *numbers]
        subprocess.run(child, check=True)
        for step in steps:
            pages, out = folder / f"{step}.jsonl", folder / "out.jsonl"
            run = measured(sitesieve("clean", pages, "-o", out, "-q", "-j", jobs))
            yield Point(kind, step, run)


def plot(points: Sequence[Point], path: Path) -> None:
    """CPU seconds and memory by pages, a line for each kind, as SVG."""
    width, height, margin = 380, 260, 45
    most = max(point.pages for point in points)
    panels = (
        ("CPU seconds to learn and clean", [point.run.cpu for point in points]),
        ("MB of the largest process", [point.run.peak for point in points]),
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * width} {height}" '
        f'font-family="sans-serif" font-size="11"><rect width="{2 * width}" height="{height}" '
        'fill="white"/>'
    ]
    for panel, (title, values) in enumerate(panels):
        left, bottom, top = panel * width + margin, height - margin, margin
        right, largest = left + width - 2 * margin, max(values)
        parts.append(
            f'<path d="M{left} {top}V{bottom}H{right}" fill="none" stroke="black"/>'
            f'<text x="{left}" y="{top - 12}">{title}</text>'
            f'<text x="{left - 4}" y="{top + 4}" text-anchor="end">{largest:.0f}</text>'
            f'<text x="{right}" y="{bottom + 16}" text-anchor="end">{most:,} pages</text>'
        )
        for kind, colour in zip(KINDS, ("#06c", "#c40"), strict=True):
            at = [
                (
                    left + point.pages / most * (right - left),
                    bottom - value / largest * (bottom - top),
                )
                for point, value in zip(points, values, strict=True)
                if point.kind == kind
            ]
            if not at:
                continue
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
            marks = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in at)
            label = bottom + 16 + 12 * KINDS.index(kind)
            parts.append(
                f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>'
                f'<g fill="{colour}">{marks}<text x="{left}" y="{label}">{kind}</text></g>'
            )
    path.write_text("".join(parts) + "</svg>\n")


def pruning_cost() -> None:
    """Verdicts that change when a model is pruned, and when it then learns on."""
    from sitesieve.cleaning.methods import SiteStyleTree

    pages = list(pages_of_one_site(2 * PRUNED_ON))
    early, late = pages[:PRUNED_ON], pages[PRUNED_ON:]
    whole, pruned = (SiteStyleTree(sample=len(pages)).learn(early) for _ in range(2))
    pruned.prune()

    def changed() -> float:
        words = differ = 0
        for url, html in late:
            both = (model.clean(html, url=url).blocks for model in (whole, pruned))
            for one, other in zip(*both, strict=True):
                number = len(one.text.split())
                words += number
                differ += number * (one.keep != other.keep)
        return differ / words

    print(f"pruned after {PRUNED_ON} pages: {changed():.3%} of the words of {len(late)} new pages")
    whole.update(late)
    pruned.update(late)
    print(f"are judged otherwise; {changed():.3%} when both go on to learn from them")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--steps", type=int, nargs="+", default=STEPS, help="numbers of pages")
    arguments.add_argument("--jobs", type=int, default=2, help="processes of each job")
    arguments.add_argument("--plot", type=Path)
    arguments.add_argument("--pruning", action="store_true")
    arguments.add_argument("--write", nargs="+", help=argparse.SUPPRESS)
    options = arguments.parse_args()
    if options.write:
        folder, kind, *steps = options.write
        write_pages(kind, [int(step) for step in steps], Path(folder))
        return
    print("kind           pages      s  CPU ms/page     MB")
    points = []
    for kind in KINDS:
        for point in growth(kind, sorted(options.steps), options.jobs):
            points.append(point)
            run, cpu = point.run, point.run.cpu / point.pages * 1000
            print(
                f"{kind:12} {point.pages:7,} {run.seconds:6.0f} {cpu:12.1f} {run.peak:6.0f}",
                flush=True,
            )
    if options.plot:
        plot(points, options.plot)
    if options.pruning:
        pruning_cost()


if __name__ == "__main__":
    main()
