"""`sitesieve compare`: all methods, and none, on the same pages."""

from collections.abc import Iterable
from pathlib import Path
from typing import Unpack

import click
from rich import box
from rich.table import Table

from sitesieve.atomic import atomic_write
from sitesieve.cleaning import methods
from sitesieve.cleaning.method import Method
from sitesieve.cleaning.methods.nothing import Nothing
from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.exit_codes import FAILED_PAGES
from sitesieve.cli.help import MethodName, command
from sitesieve.cli.show import console, print_json, progress, say
from sitesieve.errors import InputError
from sitesieve.report.comparison import comparison_page, rows_of
from sitesieve.run.comparing import Comparison
from sitesieve.run.comparing import compare as compare_all
from sitesieve.run.tally import listed, listed_failures
from sitesieve.sinks import check_output


class CompareArguments(reading.SourceArguments, opt.JobArguments):
    """The options of the command."""

    names: tuple[str, ...]
    paper: bool
    gold: str | None
    report: Path | None
    show: int
    pages: tuple[str, ...]
    as_json: bool
    errors: Path | None
    strict: bool


@command(
    "sitesieve compare pages/ --method sieve --method site-style-tree",
    "sitesieve compare pages.parquet --gold main_text --report compared.html",
)
@reading.input_options
@opt.in_method(
    "--method",
    "names",
    multiple=True,
    type=MethodName(methods.REGISTRY),
    help="A method to compare, with settings if wanted: NAME:threshold=0.3; may be repeated. "
    "[default: all]",
)
@opt.in_method("--paper", is_flag=True, help="Each method exactly as in its paper.")
@opt.in_method("--gold", metavar="NAME", help="Column with the text that should stay.")
@opt.report_option
@opt.in_output(
    "--show",
    type=click.IntRange(0, 100),
    default=3,
    show_default=True,
    help="Pages whose texts the report shows side by side.",
)
@opt.in_output(
    "--page",
    "pages",
    multiple=True,
    metavar="NAME",
    help="Show this page, by URL or name, instead.",
)
@opt.json_option
@opt.job_options
@opt.errors_option
@opt.strict_option
@reading.limit_options
def compare(**options: Unpack[CompareArguments]) -> int:
    """Compare methods on the same pages.

    Shows what share of the words each keeps, how far they agree, and the time.

    With --gold, the name of a column that holds the text that should stay, also
    precision, recall and F. Methods that learn do so from all the pages first.
    """
    report = options["report"]
    if options["pages"] and report is None:
        raise click.UsageError("--page goes with --report.")
    for output in (report, options["errors"]):
        if output is not None:
            check_output(output)
    chosen = _methods(options["names"] or methods.REGISTRY.names(), options["paper"])
    source = reading.open_source(options, (options["gold"],) if options["gold"] else ())
    try:
        with (
            progress(options["quiet"]) as show_progress,
            listed_failures(options["errors"]) as failures,
        ):
            comparison = compare_all(
                [Nothing(), *chosen],
                source,
                options["gold"],
                options["show"] if report is not None else 0,
                options["pages"],
                opt.jobs_for(options, source),
                show_progress,
                failures,
            )
    finally:
        source.close()
    if not comparison.pages:
        raise comparison.failures.error()
    if len(comparison.shown) < len(set(options["pages"])):
        raise InputError("not all of the pages to be shown are in the input")
    if options["gold"] and not comparison.scored:
        raise InputError(f"no page has the column {options['gold']!r}")
    if report is not None:
        inputs = reading.input_names(options)
        with atomic_write(report) as file:
            file.write(comparison_page(comparison, inputs).encode("utf-8", "replace"))
    _show(comparison, options["as_json"])
    if report is not None and not options["quiet"]:
        say(f"wrote {report}")
    return FAILED_PAGES if options["strict"] and comparison.failures else 0


def _methods(names: Iterable[str], paper: bool) -> list[Method]:
    try:
        wanted = map(methods.by_paper, names) if paper else names
        return [methods.named(name) for name in dict.fromkeys(wanted)]
    except ValueError as error:
        raise click.UsageError(f"{error}.") from error


def _show(comparison: Comparison, as_json: bool) -> None:
    if as_json:
        print_json(comparison.to_dict())
        return
    out = console(stderr=False)
    figures = Table(box=box.SIMPLE, title=f"{comparison.pages:,} pages")
    figures.add_column("method", no_wrap=True)
    headings = ["words kept", "ms a page"]
    headings += ["F", "precision", "recall"] if comparison.scored else []
    for heading in headings:
        figures.add_column(heading, justify="right")
    for row in rows_of(comparison):
        figures.add_row(*row)
    out.print(figures)
    out.print(_agreement(comparison))
    if comparison.failures:
        say(f"failed: {listed(comparison.failures)}")


def _agreement(comparison: Comparison) -> Table:
    title = "words that two methods judge alike, in percent"
    table = Table(box=box.SIMPLE, title=title, padding=0, pad_edge=False)
    table.add_column("", no_wrap=True)
    for number in range(1, len(comparison.methods) + 1):
        table.add_column(str(number), justify="right")
    for number, (name, row) in enumerate(
        zip(comparison.methods, comparison.agreement.tolist(), strict=True), 1
    ):
        table.add_row(f"{number:2} {name}", *(f" {value:.0%}".rstrip("%") for value in row))
    return table
