"""Progress, summaries and messages on standard error; results on standard output."""

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from sitesieve.run.job import Report, no_report
from sitesieve.run.tally import Tally, listed
from sitesieve.sinks.formats import to_json
from sitesieve.terminal import counted as counted
from sitesieve.terminal import harmless, harmless_bytes

if TYPE_CHECKING:  # rich takes longer to import than a page takes to clean
    from rich.console import Console

_REDRAW_EVERY = 0.1  # seconds
_TICKS = 10_000  # the bar's length: a share of the input, not a number of pages


def print_line(line: str) -> None:
    """A line of what was asked for, on standard output."""
    click.echo(harmless(line).encode("utf-8", "replace"))


def print_json(data: Any) -> None:
    """A line of JSON on standard output."""
    print_data((to_json(data) + "\n").encode("utf-8", "replace"))


def print_data(data: bytes) -> None:
    """A file on standard output: as it is, but not on a terminal."""
    click.echo(harmless_bytes(data) if sys.stdout.isatty() else data, nl=False)


def console(stderr: bool = True, soft_wrap: bool = False) -> "Console":
    """Standard error or output; plain text when it is not a terminal. Whatever is printed there,
    its texts hold no control codes."""
    from rich.console import Console
    from rich.segment import Segment

    class HarmlessConsole(Console):
        def render(self, renderable: Any, options: Any = None) -> Iterator[Segment]:
            for segment in super().render(renderable, options):
                text, style, control = segment
                yield segment if control else Segment(harmless(text), style)

    return HarmlessConsole(stderr=stderr, highlight=False, soft_wrap=soft_wrap)


def say(message: str, style: str | None = None) -> None:
    """A message of one line, after the name of the program."""
    from rich.markup import escape

    console().print(f"sitesieve: {escape(harmless(message))}", style=style, soft_wrap=True)


@contextlib.contextmanager
def progress(quiet: bool) -> Iterator[Report]:
    """A bar with rate and estimate while a job runs; nothing when piped or quiet."""
    if quiet or not (terminal := console()).is_terminal:
        yield no_report
        return
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("{task.description:>9}"),
        BarColumn(),
        TextColumn("{task.fields[pages]:,} pages, {task.fields[rate]:,.0f}/s"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=terminal,
        transient=True,
        auto_refresh=False,  # in a thread, beside which worker processes cannot be forked
    )
    shown = 0.0
    tasks: dict[str, tuple[int, int]] = {}

    def report(phase: str, pages: int, fraction: float | None) -> None:
        if phase not in tasks:
            total = None if fraction is None else _TICKS
            task = bar.add_task(phase, total=total, pages=0, rate=0.0)
            tasks[phase] = (int(task), pages - 1)  # a resumed job does not start at zero
        number, start = tasks[phase]
        task_id = bar.tasks[number].id
        elapsed = bar.tasks[number].elapsed or 0.0
        rate = (pages - start) / elapsed if elapsed else 0.0
        done = None if fraction is None else fraction * _TICKS
        nonlocal shown
        due = time.monotonic() - shown > _REDRAW_EVERY
        shown = time.monotonic() if due else shown
        bar.update(task_id, completed=done, pages=pages, rate=rate, refresh=due)

    with bar:
        yield report


def summary(
    tally: Tally, skipped: int, remarks: list[str], drift: list[str], seconds: float, where: str
) -> None:
    """What a cleaning job did."""
    from rich.markup import escape
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right")
    table.add_column(overflow="fold")
    table.add_row("pages", f"{tally.cleaned:,} cleaned, from {counted(len(tally.sites), 'site')}")
    table.add_row(
        "words",
        f"{tally.words_before:,} read, {tally.words_kept:,} kept "
        f"({tally.removed_share:.1%} removed)",
    )
    if tally.empty:
        table.add_row("empty", f"{counted(tally.empty, 'page')} with nothing left")
    if tally.duplicates:
        table.add_row("duplicates", _duplicates(tally))
    if tally.unwanted:
        table.add_row("left out", listed(tally.unwanted))
    if tally.cuts:
        table.add_row("cut", listed(tally.cuts) + " (page larger than a limit)")
    if tally.failed:
        table.add_row("failed", listed(tally.failures))
    if skipped:
        table.add_row("skipped", f"{counted(skipped, 'record')} that are not HTML pages")
    for remark in remarks:
        table.add_row("learned", escape(remark))
    for warning in drift:
        table.add_row("[yellow]model[/]", escape(warning))
    rate = tally.items / seconds if seconds else 0.0
    table.add_row("time", f"{seconds:.1f} s, {rate:,.0f} pages/s")
    table.add_row("output", escape(where))
    console().print(table)


def _duplicates(tally: Tally) -> str:
    """How many pages were dropped, and what they were, unless all were near-copies."""
    dropped = f"{counted(tally.duplicates, 'page')} dropped"
    if not tally.relations.keys() - {"near-copy"}:
        return dropped
    mirrors = f"; mirrored: {listed(tally.mirrors)}" if tally.mirrors else ""
    return f"{dropped}: {listed(tally.relations)}{mirrors}"
