"""`sitesieve structure`: contents pages, articles, and what leads from one to the other."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar, Unpack, get_args

import click

from sitesieve.atomic import atomic_write
from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.exit_codes import FAILED_PAGES, INTERRUPTED
from sitesieve.cli.help import command
from sitesieve.cli.show import counted, print_json, print_line, progress, say
from sitesieve.cli.structure_evaluation import evaluation_lines, evaluations
from sitesieve.links import Reading, SiteGraphs, Structure, Variant, find_structure, page_links
from sitesieve.links import structure as finding
from sitesieve.links.graph_files import as_data, graphml
from sitesieve.links.ranking import BEST, Degrees
from sitesieve.page.blocks import Partition
from sitesieve.report.link_map import map_page
from sitesieve.report.structure_lines import structure_lines
from sitesieve.run.job import learn
from sitesieve.run.tally import listed_failures
from sitesieve.sinks import check_output
from sitesieve.sinks.formats import to_json

T = TypeVar("T")

_ENDINGS = (".json", ".graphml", ".html")
_SHOWN = 5  # links of a block, on the terminal


def _variant(_: click.Context, __: click.Parameter, name: str | None) -> Variant | None:
    try:
        return None if name is None else Variant.named(name)
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from error


class _Bound(click.ParamType):  # type: ignore[type-arg] # not generic in older versions
    """An entropy, or "auto"."""

    name = "entropy"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> finding.Bound:
        if value == "auto":
            return "auto"
        try:
            entropy = float(value)
        except ValueError:
            entropy = -1.0
        if not 0 <= entropy <= 1:
            self.fail(f"{value!r} is not a number from 0 to 1, or auto.", param, ctx)
        return entropy


class StructureArguments(reading.SourceArguments, opt.JobArguments):
    """The options of the command."""

    outputs: tuple[Path, ...]
    paper: bool
    variant: Variant | None
    degrees: Degrees | None
    top: int | None
    redundant: finding.Bound | None
    entropies: finding.Over | None
    stems: bool | None
    stop_words: bool | None
    partition: Partition | None
    label: str | None
    text: str | None
    everything: bool
    report: Path | None
    as_json: bool
    errors: Path | None
    strict: bool


@command(
    "sitesieve structure crawl.warc.gz",
    "sitesieve structure crawl.warc.gz --top 5 -o links.graphml --report map.html",
    "sitesieve structure labelled.parquet --evaluate role --paper",
)
@reading.input_options
@opt.several_outputs(".json, .graphml or .html")
@opt.report_option
@opt.json_option
@opt.in_output("--all", "everything", is_flag=True, help="Print every link of a block.")
@opt.in_output(
    "--evaluate",
    "label",
    metavar="COLUMN",
    help="Print how well rankings find the contents pages, which this column of the input calls "
    "contents or toc, beside the numbers of the paper.",
)
@opt.in_output(
    "--evaluate-text",
    "text",
    metavar="COLUMN",
    help="Print how much of the text in this column informative blocks have, by threshold and "
    "by number of training pages.",
)
@opt.in_method("--paper", is_flag=True, help="All as in the paper, but for what is set here.")
@opt.in_method(
    "--ranking",
    "variant",
    callback=_variant,
    metavar="NAME",
    help="How pages are ranked: OL, HITS or LAMIS, with any of LN, CB, HR, TW, TA, PS, SL. "
    f"[default: {BEST}; paper: {finding.PAPER['ranking']}]",
)
@opt.in_method(
    "--degrees",
    type=click.Choice(get_args(Degrees)),
    help="What LN divides by: weights of links, or their number. [default: weights; paper: count]",
)
@opt.in_method("--top", type=click.IntRange(1), help="Contents pages a site. [default: found]")
@opt.in_method(
    "--redundant",
    type=_Bound(),
    metavar="ENTROPY|auto",
    help="Blocks with a higher entropy are not informative; auto finds the bound greedily. "
    f"[default: {finding.REDUNDANT}; paper: auto]",
)
@opt.in_method(
    "--entropies",
    type=click.Choice(get_args(finding.Over)),
    help="Those of blocks are over all pages of the site, or over those of each role. "
    "[default: site; paper: role]",
)
@opt.in_method(
    "--partition",
    type=click.Choice(get_args(Partition)),
    help="What blocks are. [default: auto; paper: tables]",
)
@opt.in_method(
    "--stems/--no-stems",
    default=None,
    help="Words of one stem are one term. [default: no; paper: yes]",
)
@opt.in_method(
    "--stop-words/--no-stop-words",
    default=None,
    help="Stop words are terms. [default: yes; paper: no]",
)
@opt.job_options
@opt.errors_option
@opt.strict_option
@reading.limit_options
def structure(**options: Unpack[StructureArguments]) -> int:
    """Find contents pages, articles, and the blocks that matter.

    Prints a tree for each site: contents pages as they rank, their informative
    blocks with their entropies, and the pages that these lead to.
    """
    page = options["report"]
    outputs = [*options["outputs"], *([page] if page else [])]
    for output in outputs:
        if output is not page and output.suffix.lower() not in _ENDINGS:
            raise click.UsageError(f"{output}: a structure is written as {', '.join(_ENDINGS)}.")
        check_output(output)
    if options["errors"] is not None:
        check_output(options["errors"])
    columns = tuple(dict.fromkeys(filter(None, (options["label"], options["text"]))))
    source = reading.open_source(options, columns)
    graphs = SiteGraphs(_reading(options))
    started = time.monotonic()
    try:
        with (
            progress(options["quiet"]) as report,
            listed_failures(options["errors"]) as failures,
        ):
            jobs = opt.jobs_for(options, source)
            tally = learn(graphs, source, jobs, report, failures=failures)
    except KeyboardInterrupt:
        say("interrupted: nothing was written")
        return INTERRUPTED
    finally:
        source.close()
    if not tally.cleaned:
        raise tally.failures.error()
    graphs.redirect(source.redirects)
    settings = _settings(options)
    structures = [
        find_structure(graphs.graph_of(site), site, top=options["top"], **settings)
        for site in graphs.sites
    ]
    for output in outputs:
        _write(output, structures, ".html" if output is page else output.suffix.lower())
    if columns:
        degrees = settings.get("degrees", "weights")
        # The usual ranking is not the paper's, and by its reading of pages not ours either.
        rankings = [] if options["paper"] else [BEST]
        evaluated = evaluations(structures, degrees, options["label"], options["text"], rankings)
        if options["as_json"]:
            print_json(evaluated)
        else:
            for of_site in evaluated:
                for line in evaluation_lines(of_site, options["label"] is not None):
                    print_line(line)
    elif options["as_json"]:
        print_json([as_data(structure) for structure in structures])
    elif not options["outputs"]:
        for structure in structures:
            for line in structure_lines(structure, None if options["everything"] else _SHOWN):
                print_line(line)
    if not options["quiet"]:
        failed = f", {tally.failed:,} failed" if tally.failed else ""
        where = f"; {', '.join(map(str, outputs))}" if outputs else ""
        took = time.monotonic() - started
        read = f"{counted(tally.cleaned, 'page')} of {counted(len(structures), 'site')}"
        say(f"{read} in {took:.1f} s{failed}{where}")
        for structure in structures:
            if not structure.contents:
                why = "no links between its pages, so " if not structure.graph.links else ""
                say(f"{structure.site or '(no site)'}: {why}no contents pages")
    return FAILED_PAGES if options["strict"] and tally.failed else 0


def _reading(options: StructureArguments) -> Reading:
    """What terms and blocks are."""
    usual = page_links.PAPER if options["paper"] else page_links.USUAL
    stems, stop_words = options["stems"], options["stop_words"]
    return Reading(
        stems=usual.stems if stems is None else stems,
        stop_words=usual.stop_words if stop_words is None else stop_words,
        partition=options["partition"] or usual.partition,
        label=options["label"] or "",
        text=options["text"] or "",
    )


def _settings(options: StructureArguments) -> finding.Settings:
    """How structures are found."""
    settings = finding.PAPER.copy() if options["paper"] else finding.Settings()
    if options["variant"] is not None:
        settings["ranking"] = options["variant"]
    if options["degrees"] is not None:
        settings["degrees"] = options["degrees"]
    if options["redundant"] is not None:
        settings["redundant"] = options["redundant"]
    if options["entropies"] is not None:
        settings["entropies"] = options["entropies"]
    return settings


def _write(output: Path, structures: list[Structure], ending: str) -> None:
    with atomic_write(output) as file:
        file.writelines(part.encode("utf-8", "replace") for part in _text(ending, structures))


def _text(ending: str, structures: list[Structure]) -> Iterable[str]:
    if ending == ".json":
        return [to_json([as_data(structure) for structure in structures]), "\n"]
    if ending == ".graphml":
        return graphml(structures)
    return [map_page(structures)]
