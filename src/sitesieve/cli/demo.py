"""`sitesieve demo`: the main job on the sample web, and what it did, for a person to see."""

import itertools
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from rich import box
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sitesieve import sample as web
from sitesieve.atomic import output_errors
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.methods import Sieve
from sitesieve.cli import options as opt
from sitesieve.cli.help import command
from sitesieve.cli.show import console, progress
from sitesieve.page.page import Page
from sitesieve.run.job import Job
from sitesieve.run.pool import default_jobs
from sitesieve.sample.judge import Agreement, judge
from sitesieve.sample.store import file_of
from sitesieve.sinks import Formatter, open_sink
from sitesieve.sources.source import Source


@command("sitesieve demo", "sitesieve demo -o somewhere/else")
@click.option(
    "-o",
    "--output-dir",
    "folder",
    default=Path("sitesieve-demo"),
    show_default=True,
    type=opt.FOLDER,
    help="Where the sample web and what is cleaned of it are written.",
)
def demo(folder: Path) -> int:
    """Clean the sample web and show what happened."""
    out = console(stderr=False)
    sites = web.sample_sites()
    pages_folder, output = folder / "pages", folder / "cleaned.jsonl"
    with output_errors(folder):
        web.write(pages_folder, sites)
    method = Sieve()
    source = Source([str(pages_folder)])
    sink = open_sink(output, "jsonl")
    job = Job(source, method, sink, Formatter("jsonl"), jobs=default_jobs())
    with progress(quiet=False) as job.report:
        tally = job.run()

    out.print(
        f"[bold]{tally.cleaned} pages[/] of {len(sites)} sites read, {tally.words_before:,} words; "
        f"[bold]{tally.removed_share:.0%} of the words[/] are what the pages share or links, "
        "and were removed."
    )
    out.print(_numbers(sites, method))
    out.print("precision and recall: of phrases judged to be noise, against the known truth\n")
    page = next(p for p in sites[0].pages if p.template == "article" and 60 < _length(p) < 140)
    out.print(f"[bold]One page[/], {page.url}", soft_wrap=True)
    out.print(_before_and_after(_cleaned(method, page)))
    out.print(f"[bold]Read[/]    {pages_folder}/  (and truth.jsonl, which says what is what)")
    out.print(f"[bold]Written[/] {output}")
    again = f"{_program()} clean {pages_folder} --markdown --output-dir {folder}/markdown"
    out.print(f"[bold]Try[/]     {again}", soft_wrap=True)
    return 0


def _program() -> str:
    """What to type for this program: its name where the shell finds it, else where it is."""
    started = sys.argv[0]
    typed = shutil.which("sitesieve")
    if started.endswith("sitesieve") and (typed is None or Path(typed) != Path(started).absolute()):
        return os.path.relpath(started)
    return "sitesieve"


def _length(page: web.SamplePage) -> int:
    return len(page.main_text.split())


def _cleaned(method: Sieve, page: web.SamplePage) -> Document:
    return method.clean(Page(None, page.html, name=file_of(page), site=page.site))


def _numbers(sites: Sequence[web.SampleSite], method: Sieve) -> Table:
    table = Table(box=box.SIMPLE)
    table.add_column("site", no_wrap=True)
    for heading in ("pages", "words", "kept", "removed", "precision", "recall"):
        table.add_column(heading, justify="right")
    for site in sites:
        read = kept = 0
        agreement = Agreement()
        for page in site.pages:
            document = _cleaned(method, page)
            read += document.words_before
            kept += document.words_kept
            agreement += judge(document, page)
        table.add_row(
            *(site.name, f"{len(site.pages)}", f"{read:,}", f"{kept:,}", f"{1 - kept / read:.0%}"),
            *(f"{agreement.precision:.3f}", f"{agreement.recall:.3f}"),
        )
    return table


def _before_and_after(document: Document) -> Table:
    before = Text()
    for keep, blocks in itertools.groupby(document.blocks, key=lambda block: block.keep):
        texts = [block.text for block in blocks]
        if keep:
            before.append("\n".join(texts) + "\n")
        else:
            before.append("[-] " + " / ".join(texts) + "\n", style="dim strike")
    both = Table.grid(expand=True, padding=(0, 1))
    both.add_column(ratio=1)
    both.add_column(ratio=1)
    both.add_row(
        Panel(before, title="before ([-] is removed)"), Panel(Text(document.text), title="after")
    )
    return both
