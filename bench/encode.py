"""What it costs to decode, parse and encode a page, beside other tools in the same run.

    python bench/encode.py DATA [--pages N] [--stream N]

DATA is a folder with `pages.parquet` (columns url, html). Each page goes
through every tool in turn, so that a slow moment of the machine hits all of
them. Then `sitesieve clean` streams many pages, and the peak memory of each of
its processes is read while it runs.
"""

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lxml.html
import pyarrow.parquet
import trafilatura
import zstandard
from rich.console import Console
from rich.table import Table
from selectolax.lexbor import LexborHTMLParser

from measures import high_water
from sitesieve import Page

TOOLS: dict[str, Callable[[bytes], Any]] = {
    "selectolax, bare parse": LexborHTMLParser,
    "lxml, bare parse": lxml.html.document_fromstring,
    "sitesieve, decode + parse + encode": lambda html: Page(None, html).tree,
    "trafilatura.extract": lambda html: trafilatura.extract(html),
}
MEMORY_PAGES = 300
BARE, OURS = "selectolax, bare parse", "sitesieve, decode + parse + encode"
PEER = "trafilatura.extract"


def read_pages(data: Path) -> list[bytes]:
    source = data / "pages.parquet"
    if not source.exists():
        sys.exit(f"{source} is missing: name the folder that holds it")
    column = pyarrow.parquet.read_table(source, columns=["html"])["html"]
    return [html.encode() for html in column.to_pylist() if html]


def time_tools(pages: list[bytes]) -> dict[str, float]:
    """Seconds each tool took for all pages."""
    seconds = dict.fromkeys(TOOLS, 0.0)
    for html in pages[:20]:  # warm up
        for tool in TOOLS.values():
            tool(html)
    for html in pages:
        for name, tool in TOOLS.items():
            start = time.perf_counter()
            tool(html)
            seconds[name] += time.perf_counter() - start
    return seconds


def memory_of(tool: str, data: Path, count: int) -> float:
    """Megabytes by which a process of its own grows at most while it handles some pages."""
    command = [sys.executable, __file__, str(data), "--only", tool, "--pages", str(count)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout)


def run_only(tool: str, data: Path, count: int) -> None:
    """The child's part: run one tool and print by how much the peak grew, in megabytes."""
    pages = read_pages(data)[:count]
    TOOLS[tool](pages[0])
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak of reading the file
    before = high_water("self")
    for html in pages:
        TOOLS[tool](html)
    print((high_water("self") - before) / 1e6)


def peak_memory(group: int) -> Iterator[tuple[int, int]]:
    """Process id and peak memory in bytes of every process of a group."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(folder.name)) == group:
                yield int(folder.name), high_water(folder.name)
        except (OSError, StopIteration):  # it has ended
            continue


def stream(pages: list[bytes], count: int) -> tuple[float, dict[int, int]]:
    """Clean `count` pages from one file; seconds, and peak memory by process."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "pages.jsonl.zst")
        with zstandard.open(source, "wb") as file:
            for number, html in enumerate(itertools.islice(itertools.cycle(pages), count)):
                url = f"https://site{number % 997}.example/part{number % 7}/{number}.html"
                line = json.dumps({"url": url, "html": html.decode()})
                file.write(line.encode() + b"\n")
        command = [sys.executable, "-m", "sitesieve", "clean", str(source), "-q"]
        command += ["-o", str(Path(folder, "out.jsonl.zst"))]
        start = time.perf_counter()
        job = subprocess.Popen(command, start_new_session=True)
        peaks: dict[int, int] = {}
        while job.poll() is None:
            peaks.update(peak_memory(job.pid))
            time.sleep(0.2)
        if job.returncode:
            sys.exit(f"streaming failed with exit code {job.returncode}")
        return time.perf_counter() - start, peaks


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--pages", type=int, default=None, help="only the first N")
    arguments.add_argument("--stream", type=int, default=10_000, help="0 leaves this part out")
    arguments.add_argument("--only", choices=TOOLS, help=argparse.SUPPRESS)
    options = arguments.parse_args()
    if options.only:
        run_only(options.only, options.data, options.pages)
        return
    console = Console()
    pages = read_pages(options.data)[: options.pages]
    seconds = time_tools(pages)

    size = sum(map(len, pages)) / len(pages) / 1000
    table = Table(title=f"{len(pages)} pages of {size:.0f} kB on average, one process")
    table.add_column("tool")
    table.add_column("ms a page", justify="right")
    table.add_column("times the bare parse", justify="right")
    table.add_column(f"share of {PEER}", justify="right")
    table.add_column("MB at most", justify="right")
    for name, spent in seconds.items():
        per_page = f"{spent / len(pages) * 1000:.2f}"
        memory = memory_of(name, options.data, min(len(pages), MEMORY_PAGES))
        shares = (f"{spent / seconds[BARE]:.2f}", f"{spent / seconds[PEER]:.3f}")
        table.add_row(name, per_page, *shares, f"{memory:.0f}")
    console.print(table)
    console.print(
        f"a page becomes a tree in {seconds[OURS] / seconds[BARE]:.2f} times the bare parse, "
        f"1/{seconds[PEER] / seconds[OURS]:.1f} of {PEER}"
    )

    if options.stream:
        spent, peaks = stream(pages, options.stream)
        most = max(peaks.values()) / 1e6
        rate = options.stream / spent
        console.print(
            f"streaming {options.stream:,} pages: {rate:.0f} pages/s (learned and cleaned), "
            f"largest of {len(peaks)} processes {most:.0f} MB"
        )


if __name__ == "__main__":
    main()
