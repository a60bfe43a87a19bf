"""`sitesieve structure`: contents pages, articles, and what leads from one to the other."""

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, TypeVar, Unpack

import click

from sitesieve.atomic import atomic_write
from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.exit_codes import FAILED_PAGES, INTERRUPTED
from sitesieve.cli.help import command
from sitesieve.cli.show import counted, print_json, print_line, progress, say
from sitesieve.links import SiteGraphs, Structure, Variant, find_structure
from sitesieve.links.graph_files import as_data, graphml, pairs
from sitesieve.links.ranking import BEST
from sitesieve.links.structure import REDUNDANT
from sitesieve.report.link_map import map_page
from sitesieve.run.job import learn
from sitesieve.run.tally import listed_failures
from sitesieve.sinks import check_output
from sitesieve.sinks.formats import to_json

T = TypeVar("T")

_ENDINGS = (".json", ".graphml", ".html")
_SHOWN = 5  # links of a block, on the terminal


def _variant(_: click.Context, __: click.Parameter, name: str) -> Variant:
    try:
        return Variant.named(name)
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from error


class StructureArguments(reading.SourceArguments, opt.JobArguments):
    """The options of the command."""

    outputs: tuple[Path, ...]
    variant: Variant
    top: int | None
    redundant: float
    everything: bool
    report: Path | None
    as_json: bool
    errors: Path | None
    strict: bool


@command(
    "sitesieve structure crawl.warc.gz",
    "sitesieve structure crawl.warc.gz --top 5 -o links.graphml --report map.html",
)
@reading.input_options
@opt.several_outputs(".json, .graphml or .html")
@opt.report_option
@opt.json_option
@opt.in_output("--all", "everything", is_flag=True, help="Print every link of a block.")
@opt.in_method(
    "--ranking",
    "variant",
    default=BEST,
    show_default=True,
    callback=_variant,
    metavar="NAME",
    help="How pages are ranked: OL, HITS or LAMIS, with any of LN, CB, HR, TW, TA, PS.",
)
@opt.in_method("--top", type=click.IntRange(1), help="Contents pages a site. [default: found]")
@opt.in_method(
    "--redundant",
    type=click.FloatRange(0, 1),
    default=REDUNDANT,
    show_default=True,
    help="Blocks with a higher entropy are not informative.",
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
    source = reading.open_source(options)
    graphs = SiteGraphs()
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
    top, redundant = options["top"], options["redundant"]
    structures = [
        find_structure(graphs.graph_of(site), site, options["variant"], top, redundant)
        for site in graphs.sites
    ]
    for output in outputs:
        _write(output, structures, ".html" if output is page else output.suffix.lower())
    if options["as_json"]:
        print_json([as_data(structure) for structure in structures])
    elif not options["outputs"]:
        for structure in structures:
            for line in _tree(structure, None if options["everything"] else _SHOWN):
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


def _write(output: Path, structures: list[Structure], ending: str) -> None:
    with atomic_write(output) as file:
        file.writelines(part.encode("utf-8", "replace") for part in _text(ending, structures))


def _text(ending: str, structures: list[Structure]) -> Iterable[str]:
    if ending == ".json":
        return [to_json([as_data(structure) for structure in structures]), "\n"]
    if ending == ".graphml":
        return graphml(structures)
    return [map_page(structures)]


def _tree(site: Structure, most: int | None) -> Iterator[str]:
    """A structure as lines: contents pages, their blocks, what these lead to."""
    graph, roles = site.graph, site.roles
    yield (
        f"{site.site or '(no site)'}: {counted(graph.pages, 'page')}, "
        f"{counted(len(pairs(site, distilled=False)), 'link')}; "
        f"{counted(len(site.contents), 'contents page')} lead to "
        f"{counted(len(site.articles), 'article')} "
        f"by {counted(len(pairs(site, distilled=True)), 'link')}"
    )
    for under, page in _branches(site.contents):
        yield f"{under.head}{_name(site, page)}  {graph.urls[page]}"
        for below, (place, entropy, targets) in _branches(list(_lists(site, page)), under.rest):
            yield f"{below.head}{place}  entropy {entropy:.2f}, {counted(len(targets), 'link')}"
            lines = [
                f"{_name(site, target)}{' (contents)' if roles[target] == 'contents' else ''}"
                for target in targets[:most]
            ]
            if most is not None and len(targets) > most:
                lines.append(f"and {len(targets) - most:,} more")
            yield from (f"{leaf.head}{line}" for leaf, line in _branches(lines, below.rest))


class _Branch(NamedTuple):
    """What a line of a tree begins with, and the lines below it."""

    head: str
    rest: str


def _branches(items: Sequence[T], before: str = "") -> Iterator[tuple[_Branch, T]]:
    for number, item in enumerate(items, 1):
        head, rest = ("├─ ", "│  ") if number < len(items) else ("└─ ", "   ")
        yield _Branch(before + head, before + rest), item


def _lists(site: Structure, page: int) -> Iterator[tuple[str, float, list[int]]]:
    """The blocks of a page that lead on. Where each entry of a list is a block, these are one:
    siblings of one name, with their mean entropy."""
    leading = [block for block in site.blocks(page) if block.targets]
    for start, siblings in groupby(leading, lambda block: block.place.rpartition("[")[0]):
        blocks = list(siblings)
        place = blocks[0].place if len(blocks) == 1 else f"{start}[*]"
        targets = dict.fromkeys(target for block in blocks for target in block.targets)
        yield place, sum(block.entropy for block in blocks) / len(blocks), list(targets)


def _name(site: Structure, page: int) -> str:
    return site.graph.titles[page] or site.graph.urls[page]
