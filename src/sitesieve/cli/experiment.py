"""`sitesieve experiment`: what cleaning is worth for clustering and classifying pages."""

import shlex
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Any, Literal, Unpack

import click
from click.core import ParameterSource
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sitesieve import peers
from sitesieve.atomic import atomic_write
from sitesieve.cleaning import methods
from sitesieve.cleaning.method_spec import read_settings
from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.exit_codes import INTERRUPTED
from sitesieve.cli.help import MethodName, command, in_section
from sitesieve.cli.show import console, print_json, progress, say
from sitesieve.errors import InputError, MissingExtra
from sitesieve.mining.inputs import (
    ALL_TASKS,
    OTHERS,
    USUAL,
    by_paper,
    make_inputs,
    usual_inputs,
    usual_tasks,
)
from sitesieve.mining.settings import MiningSettings
from sitesieve.mining.weighting import Weighting
from sitesieve.sinks import Workspace, check_output
from sitesieve.sinks.formats import to_json
from sitesieve.sources.registry import column_names
from sitesieve.sources.source import Source

_NAMES = ("input", "class 2")  # headings of columns that hold no numbers
WEIGHTINGS = [weighting.value for weighting in Weighting]
DISTRIBUTIONS = {name: name for name in peers.PEERS} | {"readability": "readability-lxml"}


class ExperimentArguments(reading.SourceArguments, opt.JobArguments):
    """The options of the command."""

    label: str
    split_by: str | None
    only: tuple[str, ...]
    inputs_: tuple[str, ...]
    with_peers: bool
    weightings: tuple[str, ...]
    tasks: tuple[str, ...]
    runs: int
    seed: int
    paper: bool
    assignments: tuple[str, ...]
    brief: bool
    as_json: bool
    output: Path | None
    report: Path | None
    resume: bool


_experiment = in_section("Experiment")


@command(
    "sitesieve experiment pages.parquet --label topic --runs 100 --brief",
    "sitesieve experiment pages.parquet -o figures.json --report report.html",
)
@reading.input_options
@_experiment("--label", metavar="NAME", default="label", show_default=True, help="Class column.")
@_experiment(
    "--split-by",
    metavar="NAME",
    help="Column that tells experiments apart. [default: experiment, where there is one]",
)
@_experiment("--experiment", "only", multiple=True, metavar="NAME", help="Run only this one.")
@_experiment(
    "--input",
    "inputs_",
    multiple=True,
    type=MethodName(methods.REGISTRY, [*OTHERS, "all"]),
    help="A way to clean, with settings if wanted: NAME:paper, NAME:threshold=0.3; may be "
    "repeated. all: all but other extractors. "
    f"[default: {', '.join(USUAL)}]",
)
@_experiment("--peers", "with_peers", is_flag=True, help="Other extractors, too, if installed.")
@_experiment(
    "--weighting",
    "weightings",
    multiple=True,
    default=("paper",),
    show_default=True,
    type=click.Choice(WEIGHTINGS),
    help="What counts or weights are used as; may be repeated.",
)
@_experiment(
    "--task",
    "tasks",
    multiple=True,
    type=click.Choice(ALL_TASKS),
    help="What to do with the pages; may be repeated. gaussian-bayes: normal distributions, on "
    "random sets of pages. [default: all but that]",
)
@_experiment(
    "--paper",
    is_flag=True,
    help="To the letter: k-means, SVM and inputs as in the thesis; with --task gaussian-bayes, "
    "as in Das.",
)
@_experiment(
    "--set",
    "assignments",
    multiple=True,
    metavar="NAME=VALUE",
    help="A setting of the mining, e.g. loss=hinge or kernel=rbf.",
)
@_experiment(
    "--runs",
    type=click.IntRange(1, 100_000),
    default=800,
    show_default=True,
    help="How often k-means is run.",
)
@_experiment(
    "--seed",
    type=click.IntRange(0, 2**31),
    default=0,
    show_default=True,
    help="Another number, other random choices.",
)
@opt.in_output("--brief", is_flag=True, help="Averages only, no table by pairs of classes.")
@opt.json_option
@opt.in_output("-o", "--output", type=opt.FILE, help="Write JSON here.")
@opt.report_option
@opt.job_options
@opt.resume_option
@reading.limit_options
@click.pass_context
def experiment(context: click.Context, /, **options: Unpack[ExperimentArguments]) -> int:
    """Find out what cleaning is worth for mining.

    Pages come from several sites and have a class each: columns `site` and
    `label` in Parquet or JSON Lines, or folders SITE/CLASS/page.html. They are
    cleaned in several ways, and for each way clustered by k-means, classified
    by a linear SVM across sites, and by naive Bayes: the tables of the thesis.
    """
    try:
        from sitesieve.run.experimenting import Experiment, ExperimentSettings
    except ImportError:
        raise MissingExtra("sitesieve experiment", "mining") from None
    from sitesieve.report.experiment import experiment_page

    outputs = [path for path in (options["output"], options["report"]) if path is not None]
    for path in outputs:
        check_output(path)
    if options["resume"] and not outputs:
        raise click.UsageError("--resume goes with -o or --report.")
    _find_columns(context, options)
    tasks = tuple(dict.fromkeys(options["tasks"])) or usual_tasks(options["paper"])
    settings = ExperimentSettings(
        weightings=tuple(dict.fromkeys(map(Weighting, options["weightings"]))),
        tasks=tasks,
        runs=options["runs"],
        seed=options["seed"],
        label=options["label"],
        group=options["split_by"],
        only=tuple(sorted(set(options["only"]))),
        mining=_mining(options, tasks),
    )
    try:
        inputs, learners = make_inputs(_names(options, tasks))
    except ValueError as error:
        raise click.UsageError(f"{error}.") from error
    carry = [options["label"], *([options["split_by"]] if options["split_by"] else [])]
    source = reading.open_source(options, tuple(carry))
    workspace = Workspace.beside(outputs[0]) if outputs else None
    started = time.monotonic()
    try:
        if workspace is not None:
            workspace.open(fresh=not options["resume"])
        with progress(options["quiet"]) as report:
            job = Experiment(inputs, learners, settings, opt.jobs_for(options, source), report)
            results = job.run(
                source,
                workspace.folder if workspace is not None else None,
                options["resume"],
                _data(source),
                source.options.limits.seconds,
            )
    except KeyboardInterrupt:
        go_on = "; --resume goes on" if workspace is not None else ""
        say(f"interrupted{go_on}")
        return INTERRUPTED
    finally:
        source.close()
    seconds = time.monotonic() - started
    data = results.to_dict()
    if options["output"] is not None:
        with atomic_write(options["output"]) as file:
            file.write((to_json(data) + "\n").encode("utf-8", "replace"))
    if options["report"] is not None:
        command = shlex.join(["sitesieve", *sys.argv[1:]])
        page = experiment_page(results, reading.input_names(options), command)
        with atomic_write(options["report"]) as file:
            file.write(page.encode("utf-8", "replace"))
    if workspace is not None:
        workspace.remove()
    if options["as_json"]:
        print_json(data)
    else:
        _show(results, options["brief"])
    if not options["quiet"]:
        written = f"; wrote {', '.join(map(str, outputs))}" if outputs else ""
        say(f"done in {seconds:.0f} s{written}")
    return 0


def _data(source: Source) -> dict[str, Any]:
    """Which pages, and how they are read; with what else the figures depend on."""
    read = asdict(source.options) | {"carry": list(source.options.carry)}
    versions = {name: metadata.version(DISTRIBUTIONS[name]) for name in peers.installed()}
    return {"inputs": source.fingerprint(), "read": read, "peers": versions}


def _find_columns(context: click.Context, options: ExperimentArguments) -> None:
    """Columns with the usual names are used unless others are named."""
    named = [column_names(location) for location in options["inputs"]]
    everywhere = set.intersection(*map(set, named)) if named else set()
    by_default = context.get_parameter_source("site_by") is ParameterSource.DEFAULT
    if by_default and "site" in everywhere:
        options["site_by"] = "site"
    if options["split_by"] is None and "experiment" in everywhere:
        options["split_by"] = "experiment"
    if options["only"] and options["split_by"] is None:
        raise click.UsageError("--experiment goes with --split-by.")
    for location, columns in zip(options["inputs"], named, strict=True):
        for wanted in (options["label"], options["split_by"]):
            if columns and wanted and wanted not in columns:
                raise InputError(f"{location} has no {wanted!r}; it has {', '.join(columns)}")


def _mining(options: ExperimentArguments, tasks: tuple[str, ...]) -> MiningSettings:
    letter = MiningSettings.PAPER if options["paper"] else {}
    try:
        chosen = read_settings(options["assignments"], asdict(MiningSettings()), "mining")
        settings = MiningSettings(**{**letter, **chosen})
        settings.check_used(chosen, tasks)
        return settings
    except ValueError as error:
        raise click.UsageError(f"{error}.") from error


def _names(options: ExperimentArguments, tasks: tuple[str, ...]) -> list[str]:
    installed = list(peers.installed())
    if "all" in options["inputs_"]:
        chosen = ["none", *methods.REGISTRY.names(), "structure-tree"]
    else:
        chosen = list(options["inputs_"] or usual_inputs(tasks, options["paper"]))
    if options["paper"]:
        chosen = [by_paper(name) for name in chosen]
    if options["with_peers"]:
        if not installed:
            raise MissingExtra("the comparison with other extractors", "peers")
        chosen += installed
    return list(dict.fromkeys(chosen))


def _show(results: Any, brief: bool) -> None:
    from sitesieve.mining.thesis import order_remarks
    from sitesieve.report.experiment import (
        data_table,
        k_means_table,
        pair_tables,
        set_tables,
        summary,
    )

    out = console(stderr=False)
    for remark in results.remarks:
        out.print(_plain(f"• {remark}"))
    for group in results.groups:
        _print(out, [data_table(group)])
        for remark in group.remarks:
            out.print(_plain(f"• {remark}"))
        if not any(result.likeness for result in group.results):
            continue
        pairs = [] if brief else pair_tables(group)
        _print(out, [k_means_table(group), *pairs, *set_tables(group), summary(group)])
        for remark in order_remarks(group):
            out.print(_plain(f"• {remark}"))
        if group.findings():
            out.print("What the thesis claims:")
        for finding in group.findings():
            figures = f": {'; '.join(finding.against)}" if finding.against and not brief else ""
            out.print(_plain(f"• {finding.verdict}: {finding.text} ({finding.section}){figures}"))


def _print(out: Console, tables: Iterable[Any]) -> None:
    for figures in tables:
        if not figures.rows:
            continue
        names = [n for n, heading in enumerate(figures.headings) if not n or heading in _NAMES]
        last = len(figures.headings)
        everywhere = [*names, *range(last - figures.beside, last)]
        for part, columns in enumerate(_parts(figures, everywhere, out.width)):
            title = figures.title if not part else f"{figures.title}, continued"
            table = Table(box=box.SIMPLE, title=_plain(title), title_justify="left")
            for number in columns:
                side: Literal["left", "right"] = "left" if number in names else "right"
                heading = Text("\n").join(map(_plain, _heading(figures, number)))
                table.add_column(heading, justify=side, no_wrap=True)
            for row in figures.rows:
                table.add_row(*(_plain(row[number]) for number in columns))
            out.print(table)


def _heading(figures: Any, number: int) -> list[str]:
    """The heading of a column line by line: in several where it is wider than the numbers."""
    heading: str = figures.headings[number]
    widest = max(len(row[number]) for row in figures.rows)
    return [heading] if len(heading) <= widest else heading.split(" ")


def _parts(figures: Any, everywhere: list[int], width: int) -> Iterator[list[int]]:
    """The columns of a table in groups that fit side by side, each with some that stand in all:
    those of names, and those that the others are compared with."""
    wide = [
        3 + max(map(len, [*_heading(figures, number), *(row[number] for row in figures.rows)]))
        for number in range(len(figures.headings))
    ]
    start = 1 + sum(wide[number] for number in everywhere)
    part, used = list(everywhere), start
    for number in range(len(wide)):
        if number in everywhere:
            continue
        if used + wide[number] > width and len(part) > len(everywhere):
            yield sorted(part)
            part, used = list(everywhere), start
        part.append(number)
        used += wide[number]
    yield sorted(part)


def _plain(text: str) -> Text:
    """A text as it is: no markup in it means anything, and nothing moves the cursor."""
    return Text("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text))
