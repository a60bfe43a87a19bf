"""`sitesieve describe`: what a saved model knows."""

import statistics
import textwrap
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any, Unpack

import click
from rich import box
from rich.table import Table
from rich.text import Text

from sitesieve.cleaning import methods
from sitesieve.cleaning.method import LearningMethod, StoringMethod
from sitesieve.cleaning.methods import SiteMethod
from sitesieve.cleaning.methods.redundancy import RedundancyFilter
from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.help import command
from sitesieve.cli.show import console, print_json, print_line, progress, say
from sitesieve.errors import InputError
from sitesieve.run.filtering import SiteFiltering, filtering_of
from sitesieve.run.tally import listed
from sitesieve.site.model import Rung

_BLOCKS_SHOWN = 4
_WIDTH = 80  # columns


class DescribeArguments(reading.SourceArguments, opt.JobArguments):
    """The options that say which pages to read, and how."""


@command(
    "sitesieve describe site.sieve",
    "sitesieve describe site.sieve --site a.example --thresholds",
    "sitesieve describe phrases.sieve pages/",
)
@click.argument("model", type=opt.PATH)
@reading.input_options
@click.option("--site", metavar="NAME", help="Only this site. [default: all]")
@click.option(
    "--thresholds", is_flag=True, help="What each of a ladder of thresholds would remove."
)
@click.option(
    "--designs", is_flag=True, help="Each design of a site separately, if it has several."
)
@click.option("--json", "as_json", is_flag=True, help="A line of JSON a site.")
@opt.job_options
@reading.limit_options
def describe(
    model: Path,
    site: str | None,
    thresholds: bool,
    designs: bool,
    as_json: bool,
    **options: Unpack[DescribeArguments],
) -> int:
    """Show what a model knows of its sites.

    MODEL is a file that `sitesieve learn` saved. Of each site it shows pages,
    templates, shared blocks and the tree; of redundant words and phrases what each
    path repeats. With INPUT, pages, it shows how many of their words such filters
    take away. A site whose pages are of several designs, with next to nothing in
    common, has a tree for each as well: --designs shows them.

    With --thresholds, a person can choose one: the ladder shows which blocks go
    at each, and how many words stay. It is for the site style tree, which takes the
    same model; the sieve has no threshold:

    \b
    sitesieve clean INPUT --model MODEL --method site-style-tree \\
        --set threshold=0.6
    """
    method = methods.load(model)
    if thresholds and designs:
        raise click.UsageError("--thresholds and --designs exclude each other.")
    if not isinstance(method, LearningMethod):
        raise InputError(f"{model} is a model of {method.name}, which learns nothing of sites")
    if (thresholds or designs) and not isinstance(method, SiteMethod):
        what = "has no ladder of thresholds" if thresholds else "tells no designs apart"
        raise InputError(f"{model} is a model of {method.name}, which {what}")
    if reading.has_input(options):
        if not isinstance(method, RedundancyFilter):
            raise InputError(f"{model} is a model of {method.name}, which has no filter to try")
        return _filtering(method, site, as_json, options)
    for name in _sites(model, method, site):
        title = method.name if name is None else name or "(no site)"
        rungs = method.thresholds(name) if thresholds and isinstance(method, SiteMethod) else None
        if rungs is not None and not as_json:
            print_line(f"{title}\n{_ladder(rungs)}\n")
            continue
        for design, description in _descriptions(method, name, designs):
            if as_json:
                more = {} if rungs is None else {"thresholds": [asdict(rung) for rung in rungs]}
                number = {} if design is None else {"design": design}
                print_json({"site": name, **number, **_as_data(description), **more})
            else:
                of = title if design is None else f"{title}, design {design}"
                print_line(_wrapped(f"{of}: {description}") + "\n")
    return 0


def _filtering(
    method: RedundancyFilter, site: str | None, as_json: bool, options: DescribeArguments
) -> int:
    """Print what the filters take from pages."""
    source = reading.open_source(options)
    try:
        with progress(options["quiet"]) as report:
            filtering = filtering_of(method, source, opt.jobs_for(options, source), report)
    finally:
        source.close()
    sites = {n: one for n, one in sorted(filtering.sites.items()) if site in (None, n)}
    if not filtering.sites:
        raise filtering.failures.error()
    if not sites:
        raise InputError(f"no page is of the site {site!r}")
    if as_json:
        for name, one in sites.items():
            print_json({"site": name, **one.to_dict()})
    else:
        _show_filtering(sites)
    if filtering.failures:
        say(f"failed: {listed(filtering.failures)}")
    return 0


def _show_filtering(sites: Mapping[str, SiteFiltering]) -> None:
    """A row a site: its filter, and what it takes away (Kang-Kim, table III)."""
    for unit in ("phrases", "words"):
        table = Table(box=box.SIMPLE, title=unit, title_justify="left")
        table.add_column("site", overflow="fold")
        parts = ("total", "tag", "redundant", "core")
        for heading in ("pages", "filter", *parts):
            table.add_column(heading, justify="right", no_wrap=True)
        rows = []
        for name, one in sites.items():
            counts = (getattr(getattr(one, unit), part) for part in parts)
            rows.append([one.pages, one.filter, *counts])
            table.add_row(Text(name or "(no site)"), *(f"{n:,}" for n in rows[-1]))
        if len(rows) > 1:
            means = (statistics.mean(column) for column in zip(*rows, strict=True))
            table.add_row("average", *(f"{mean:,.0f}" for mean in means))
        console(stderr=False).print(table)


def _descriptions(
    method: LearningMethod, site: str | None, designs: bool
) -> list[tuple[int | None, object]]:
    """What is known of a site, or of each of its designs with its number, the largest first."""
    if not designs or not isinstance(method, SiteMethod) or site is None:
        return [(None, method.describe(site))]
    model = method.sites[site]
    return [(n, design.describe()) for n, design in enumerate(model.designs or [model], 1)]


def _as_data(description: object) -> dict[str, Any]:
    if is_dataclass(description) and not isinstance(description, type):
        return asdict(description)
    return {"text": str(description)}


def _sites(model: Path, method: LearningMethod, site: str | None) -> list[str | None]:
    """The sites to describe; None, for all at once, where a method does not list its sites."""
    if not isinstance(method, StoringMethod):
        return [site]
    sites = sorted(method.models)
    if site is not None:
        opt.check_site(site, sites, model)
    return [*sites] if site is None else [site]


def _ladder(rungs: list[Rung]) -> str:
    lines = ["threshold  words kept  blocks gone  and now also goes"]
    for rung in rungs:
        start = f"{rung.threshold:9.2f}  {rung.words_kept:10.1%}  {rung.blocks_removed:11,}"
        lines.append(start + ("" if rung.blocks else "  nothing more"))
        lines += [
            _cut(f"  {block.path} ({block.words:.0f} words): {block.text}")
            for block in rung.blocks[:_BLOCKS_SHOWN]
        ]
        more = len(rung.blocks) - _BLOCKS_SHOWN
        lines += [f"  and {more:,} more"] if more > 0 else []
    return "\n".join(lines)


def _cut(line: str) -> str:
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"


def _wrapped(text: str) -> str:
    """A text whose lines fit; what is left of a line follows further in."""
    lines = []
    for line in text.splitlines():
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        pieces = textwrap.wrap(
            line, _WIDTH, subsequent_indent=indent, drop_whitespace=True, break_on_hyphens=False
        )
        lines += pieces or [""]
    return "\n".join(lines)
