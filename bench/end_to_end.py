"""Whole jobs on the command line, against trafilatura's: pages a second, CPU, memory, start.

    python bench/end_to_end.py DATA [--pages N] [--split]

- docs_site.parquet to JSON Lines, the site learned first; news_sites.parquet with `--alone`. Each
  with one process and with two; trafilatura, which reads no Parquet, gets the same pages as files
  and writes JSON (`--json`).
- What `sitesieve --version` and one small page take.
- With --split, what the CPU time of the first job goes to, part by part.

Times are from start to finish. On a machine that does other things compare the CPU time.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measured_run import MeasuredRun, measured, sitesieve

JOBS = {"docs_site": (), "news_sites": ("--alone",)}
_MOST_KEPT = 500_000_000  # bytes of trees, as in a job
SMALL = "<!doctype html><title>A page</title><h1>A page</h1><p>With one paragraph of text.</p>"


def prepare(data: Path, name: str, pages: int, folder: Path) -> None:
    """The child's part: the first pages of a file, as Parquet and as files."""
    import pyarrow.parquet

    path = data / f"{name}.parquet"
    if not path.exists():
        sys.exit(f"{path} is missing: name the folder that holds it")
    table = pyarrow.parquet.read_table(path, columns=["url", "html"]).slice(0, pages)
    pyarrow.parquet.write_table(table, folder / "pages.parquet")
    (folder / "files").mkdir()
    for number, html in enumerate(table.column("html").to_pylist()):
        (folder / "files" / f"{number}.html").write_text(html, "utf-8", "replace")


def split(path: Path) -> None:
    """The child's part: each step of a job on all pages, one step after the other."""
    from sitesieve.cleaning.methods import Sieve
    from sitesieve.page import Page
    from sitesieve.run.job import prepare as prepare_models
    from sitesieve.run.kept_trees import KeptTrees
    from sitesieve.run.tasks import Clean
    from sitesieve.sinks import Formatter
    from sitesieve.site.shelf import Shelf
    from sitesieve.sources import Source

    start = time.process_time()

    def step(name: str) -> None:
        nonlocal start
        spent = time.process_time() - start
        print(f"{name:14} {spent:7.2f} s {spent / len(pages) * 1000:7.2f} ms a page")
        start = time.process_time()

    pages: list[Page] = []
    for _ in range(2):
        pages = [item for item in Source([str(path)]) if isinstance(item, Page)]
    step("read twice")
    method = Sieve()
    task = Clean(method, Formatter("jsonl"))
    prepare_models(task)
    step("load models")
    for page in pages:
        page.tree  # noqa: B018
    step("encode")
    with tempfile.TemporaryDirectory() as folder:
        trees = KeptTrees(Shelf(Path(folder), _MOST_KEPT))
        for page in pages:
            trees.keep(page)
        trees.find()
        for page in pages:
            trees.give(page)
    step("keep trees")
    observations = [method.observe(page) for page in pages]
    step("observe")
    for observation in observations:
        method.absorb(observation)
    step("absorb")
    prepare_models(task)
    step("build models")
    documents = [method.clean_page(page) for page in pages]
    step("clean")
    for document in documents:
        task.formatter(document, None)
    step("output")


def trafilatura() -> Path | None:
    """Its command line, if it is installed."""
    path = Path(sys.executable).with_name("trafilatura")
    found = shutil.which("trafilatura") if not path.exists() else str(path)
    return Path(found) if found else None


def row(tool: str, processes: int, pages: int, run: MeasuredRun, peer: MeasuredRun | None) -> str:
    rates = f"{pages / run.seconds:8.1f} {run.cpu / pages * 1000:10.1f} {run.peak:8.0f}"
    ratios = f"{peer.seconds / run.seconds:7.2f} {peer.cpu / run.cpu:7.2f}" if peer else ""
    return f"{tool:12} {processes:9} {rates} {ratios}"


def job(name: str, folder: Path) -> MeasuredRun:
    """One job with one process and two, beside trafilatura; the run with one process."""
    pages = sum(1 for _ in (folder / "files").iterdir())
    options, peer = JOBS[name], trafilatura()
    print(f"\n{name} to JSON Lines {' '.join(options) or 'with the site learned'}, {pages} pages")
    print("tool         processes  pages/s   ms CPU/p  peak MB  times trafilatura: time, CPU")
    runs = {}
    for processes in (1, 2):
        theirs = None
        if peer is not None:
            inputs = ("--json", "--input-dir", folder / "files", "--parallel", str(processes))
            theirs = measured([peer, *inputs, "--output-dir", folder / f"theirs{processes}"])
            print(row("trafilatura", processes, pages, theirs, None))
        out = ("-q", "-o", folder / f"ours{processes}.jsonl", "-j", processes)
        runs[processes] = measured(sitesieve("clean", folder / "pages.parquet", *options, *out))
        print(row("sitesieve", processes, pages, runs[processes], theirs))
    if peer is None:
        print("trafilatura is left out: it is not installed")
    one, two = ((folder / f"ours{n}.jsonl").read_bytes() for n in (1, 2))
    print(f"two processes: {runs[1].seconds / runs[2].seconds:.2f} times one, ", end="")
    print("the same output" if one == two else "ANOTHER OUTPUT")
    return runs[1]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--pages", type=int, default=528, help="of each file, at most")
    arguments.add_argument("--split", action="store_true", help="say where the CPU time goes")
    arguments.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    options = arguments.parse_args()
    if options.child:
        name, folder = options.child
        if name == "split":
            split(Path(folder))
        else:
            prepare(options.data, name, options.pages, Path(folder))
        return
    child = [sys.executable, __file__, str(options.data), "--pages", str(options.pages), "--child"]
    with tempfile.TemporaryDirectory() as temporary:
        small = Path(temporary, "page.html")
        small.write_text(SMALL)
        commands = {"--version": ("--version",), "one small page": ("clean", "-q", str(small))}
        for label, command in commands.items():
            runs = [measured(sitesieve(*command)) for _ in range(4)][1:]  # the first compiles
            print(f"start: {label}: {min(run.cpu for run in runs):.2f} s of CPU")
        for name in JOBS:
            folder = Path(temporary, name)
            folder.mkdir()
            subprocess.run([*child, name, str(folder)], check=True)
            whole = job(name, folder)
            if options.split and name == "docs_site":
                print(f"\nwhere the CPU time of {name} goes; in all {whole.cpu:.2f} s, and what is")
                print("not in these parts is starting, sending pages to workers, and writing")
                subprocess.run([*child, "split", str(folder / "pages.parquet")], check=True)


if __name__ == "__main__":
    main()
