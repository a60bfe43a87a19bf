"""`sitesieve noise`: what the pages of a site are made of, by kind."""

import time
from pathlib import Path
from typing import Unpack

import click
from rich import box
from rich.markup import escape
from rich.table import Table

from sitesieve.atomic import atomic_write
from sitesieve.cleaning import methods
from sitesieve.cleaning.methods import SiteMethod
from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.exit_codes import FAILED_PAGES, INTERRUPTED
from sitesieve.cli.help import command
from sitesieve.cli.show import console, counted, print_json, progress, say
from sitesieve.report.noise import HEADINGS, census_page, rows_of
from sitesieve.run.census import Census, SiteCensus, take_census
from sitesieve.run.tally import listed_failures
from sitesieve.sinks import check_output
from sitesieve.sinks.formats import to_json

_ENDINGS = (".json", ".html")
_SITES = 10  # shown on the terminal
_ALIKE_WIDTH = 13  # of the column about targets
_EXAMPLE_WIDTH = 14  # of the column of examples with its borders, at least


class NoiseArguments(reading.SourceArguments, opt.JobArguments):
    """The options of the command."""

    outputs: tuple[Path, ...]
    report: Path | None
    model: Path | None
    examples: int
    links: bool
    targets: bool
    as_json: bool
    everything: bool
    errors: Path | None
    strict: bool


@command(
    "sitesieve noise pages/",
    "sitesieve noise crawl.warc.gz --json -o noise.json --report noise.html",
)
@reading.input_options
@opt.several_outputs(".json or .html")
@opt.report_option
@opt.json_option
@opt.in_output(
    "--examples",
    type=click.IntRange(0, 100),
    default=5,
    show_default=True,
    help="Examples of each kind in files and JSON.",
)
@opt.in_output("--all", "everything", is_flag=True, help=f"Print more than {_SITES} sites.")
@opt.model_option
@opt.in_method(
    "--by-links/--not-by-links",
    "links",
    default=True,
    show_default=True,
    help="Whether to count in what kind of page links lead to. The link graph takes memory.",
)
@opt.in_output(
    "--by-targets",
    "targets",
    is_flag=True,
    help="Also say, by kind, how alike the pages that links lead to are to those they stand on.",
)
@opt.job_options
@opt.errors_option
@opt.strict_option
@reading.limit_options
def noise(**options: Unpack[NoiseArguments]) -> int:
    """Say what pages are made of: content, and each kind of noise.

    Learns the sites, names every block, and prints by kind, for each site and
    overall: blocks, words, their share of all words, pages that have the kind,
    how sure it is, and what it typically says.
    """
    report = options["report"]
    outputs = [*options["outputs"], *([report] if report else [])]
    for output in outputs:
        if output is not report and output.suffix.lower() not in _ENDINGS:
            raise click.UsageError(f"{output}: a census is written as {' or '.join(_ENDINGS)}.")
        check_output(output)
    if options["errors"] is not None:
        check_output(options["errors"])
    method = _method(options["model"])
    source = reading.open_source(options)
    started = time.monotonic()
    try:
        with (
            progress(options["quiet"]) as show_progress,
            listed_failures(options["errors"]) as failures,
        ):
            census = take_census(
                method,
                source,
                opt.jobs_for(options, source),
                show_progress,
                learned=options["model"] is not None,
                links=options["links"],
                failures=failures,
                targets=options["targets"],
            )
    except KeyboardInterrupt:
        say("interrupted: nothing was written")
        return INTERRUPTED
    finally:
        source.close()
    if not census.sites:
        raise census.failures.error()
    inputs = reading.input_names(options)
    for output in outputs:
        _write(output, census, inputs, options["examples"], output is report)
    if options["as_json"]:
        print_json(census.as_data(options["examples"]))
    elif not options["outputs"]:
        _show(census, None if options["everything"] else _SITES)
    if not options["quiet"]:
        _summary(census, outputs, time.monotonic() - started)
    return FAILED_PAGES if options["strict"] and census.failures else 0


def _method(model: Path | None) -> SiteMethod:
    method = methods.named(opt.DEFAULT_METHOD) if model is None else methods.load(model)
    if not isinstance(method, SiteMethod):
        raise click.UsageError(f"The model is of {method.name}, which knows nothing of sites.")
    return method


def _write(output: Path, census: Census, inputs: str, examples: int, report: bool) -> None:
    if report or output.suffix.lower() == ".html":
        text = census_page(census, inputs, examples)
    else:
        text = to_json(census.as_data(examples)) + "\n"
    with atomic_write(output) as file:
        file.write(text.encode("utf-8", "replace"))


def _show(census: Census, most: int | None) -> None:
    out = console(stderr=False)
    if len(census.sites) > 1:
        out.print(_table(f"all {len(census.sites):,} sites", census.overall, out.width))
    for name, site in census.largest_first[:most]:
        out.print(_table(name or "(no site)", site, out.width))
    if most is not None and len(census.sites) > most:
        say(f"{len(census.sites) - most:,} more sites: --all prints them, -o FILE.json has them")


def _table(name: str, site: SiteCensus, width: int) -> Table:
    """The kinds of a site. Numbers are never cut: where the terminal is too narrow for all,
    examples go first, then the ends of names."""
    share = f"{site.noise_share:.1%} of {site.words:,} words are noise"
    title = f"{escape(name)}: {counted(site.pages, 'page')}, {share}"
    table = Table(box=box.SIMPLE, title=title, title_justify="left", padding=(0, 1, 0, 0))
    rows = [list(row) for row in rows_of(site)]
    widths = [max(map(len, column)) for column in zip(HEADINGS, *rows, strict=True)]
    table.add_column(HEADINGS[0], overflow="ellipsis")
    for heading, widest in zip(HEADINGS[1:], widths[1:], strict=True):
        table.add_column(heading, justify="right", no_wrap=True, min_width=widest)
    if any(count.targets for count in site.kinds.values()):
        widths.append(_ALIKE_WIDTH)
        table.add_column("targets alike in content, style", justify="right", width=_ALIKE_WIDTH)
        for row, (_, count) in zip(rows, site.ranked, strict=True):
            alike = count.alike
            row.append(f"{alike['content']:.2f}, {alike['style']:.2f}" if count.targets else "")
    if width - sum(widths) - 2 * len(widths) >= _EXAMPLE_WIDTH:
        table.expand = True
        table.add_column("for example", no_wrap=True, overflow="ellipsis", ratio=1)
        for row, (_, count) in zip(rows, site.ranked, strict=True):
            row.append(next((escape(text) for text, _ in count.examples(1)), ""))
    for row in rows:
        table.add_row(*row)
    return table


def _summary(census: Census, outputs: list[Path], seconds: float) -> None:
    pages = sum(site.pages for site in census.sites.values())
    failed = census.failures.total()
    read = f"{counted(pages, 'page')} of {counted(len(census.sites), 'site')} in {seconds:.1f} s"
    where = f"; {', '.join(map(str, outputs))}" if outputs else ""
    say(f"{read}{f', {failed:,} failed' if failed else ''}{where}")
