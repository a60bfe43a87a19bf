"""`sitesieve thresholds`: a few pages at several thresholds, and the one a person chose."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Unpack

import click
from rich import box
from rich.markup import escape
from rich.table import Table

from sitesieve.atomic import atomic_write
from sitesieve.cleaning import methods
from sitesieve.cleaning.method_spec import MethodSpec, read_settings
from sitesieve.cleaning.methods import SiteMethod, SiteStyleTree
from sitesieve.cleaning.threshold_trial import PAGES, TRIED, ThresholdTrial
from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.help import command
from sitesieve.cli.show import console, counted, print_json, progress, say
from sitesieve.errors import InputError
from sitesieve.page import Page
from sitesieve.report.thresholds import HEADINGS, name_of, trials_page
from sitesieve.run.job import learn
from sitesieve.sinks import check_output
from sitesieve.sources.items import Item

_SHOWN = 4  # texts of a threshold on the terminal
_SITES = 10


class ThresholdArguments(reading.SourceArguments, opt.JobArguments):
    """The options of the command."""

    model: Path | None
    choices: tuple[str, ...]
    paper: bool
    assignments: tuple[str, ...]
    at: str | None
    pages: int
    seed: int
    site: str | None
    report: Path | None
    as_json: bool


@command(
    "sitesieve thresholds pages/ --report tried.html",
    "sitesieve thresholds pages/ --model site.sieve --at 0.3,0.5,0.7",
    "sitesieve thresholds --model site.sieve --choose a.example=0.5",
)
@reading.input_options
@opt.model_option
@opt.in_method(
    "--choose",
    "choices",
    multiple=True,
    metavar="SITE=N",
    help="Keep this threshold in the model, for this site; SITE=auto forgets it. No INPUT is read.",
)
@opt.in_method("--paper", is_flag=True, help="The site style tree exactly as in the thesis.")
@opt.in_method(
    "--set",
    "assignments",
    multiple=True,
    metavar="NAME=VALUE",
    help="A setting of the site style tree, e.g. kinds=false.",
)
@opt.in_method(
    "--at",
    metavar="N,N",
    help="The thresholds to try. "
    f"[default: {', '.join(map(str, TRIED))} and what the site has now]",
)
@opt.in_method(
    "--pages",
    type=click.IntRange(1, 1000),
    default=PAGES,
    show_default=True,
    help="Pages of a site to try, drawn at random.",
)
@opt.in_method(
    "--seed",
    type=click.IntRange(0, 2**31),
    default=0,
    show_default=True,
    help="Another number, other pages.",
)
@opt.in_method("--site", metavar="NAME", help="Only this site. [default: all]")
@opt.report_option
@opt.json_option
@opt.job_options
@reading.limit_options
def thresholds(**options: Unpack[ThresholdArguments]) -> int:
    """Try thresholds on a few pages of each site; keep one.

    The site style tree removes what has at most the importance of a threshold.
    It finds one for each site, but a person who looks finds a better one: this
    shows what several keep of about twenty pages, side by side in the --report.

    What is chosen is kept in the model, and `sitesieve clean INPUT --model MODEL
    --method site-style-tree` goes by it. The sieve has no threshold.
    """
    if options["choices"]:
        return _choose(options)
    if options["report"] is not None:
        check_output(options["report"])
    method = _method(options)
    source = reading.open_source(options)
    try:
        with progress(options["quiet"]) as report:
            if options["model"] is None:
                learned = learn(method, source, opt.jobs_for(options, source), report)
                if not learned.cleaned:
                    raise learned.failures.error()
            if options["site"] is not None:
                opt.check_site(options["site"], method.sites, options["model"] or "the input")
            trials = method.thresholds_on(
                _pages(source, options["site"]),
                _numbers(options["at"]),
                most=options["pages"],
                seed=options["seed"],
            )
    finally:
        source.close()
    if not trials:
        raise InputError("none of the pages is of a site of which two pages or more are known")
    if options["report"] is not None:
        with atomic_write(options["report"]) as file:
            page = trials_page(trials, reading.input_names(options))
            file.write(page.encode("utf-8", "replace"))
    _show(trials, options)
    return 0


def _choose(options: ThresholdArguments) -> int:
    """Keep thresholds in a model."""
    path = options["model"]
    if path is None:
        raise click.UsageError("--choose keeps a threshold in a model: name it with --model.")
    if reading.has_input(options) or options["paper"] or options["assignments"]:
        raise click.UsageError("--choose goes with --model alone.")
    method = _loaded(path)
    for choice in options["choices"]:
        site, equals, value = choice.rpartition("=")
        try:
            chosen = None if value == "auto" else float(value)
        except ValueError:
            equals = ""
        if not equals:
            raise click.UsageError(f"--choose {choice}: SITE=N, N from 0 to 1, or SITE=auto.")
        try:
            method.set_threshold(site, chosen)
        except ValueError as error:
            raise click.UsageError(f"--choose {choice}: {error}.") from error
        if not options["quiet"]:
            kept = "is found by itself" if chosen is None else f"is {chosen:g}"
            say(f"the threshold of {site or '(no site)'} {kept}")
    method.save(path)
    return 0


def _loaded(path: Path) -> SiteMethod:
    method = methods.load(path)
    if not isinstance(method, SiteMethod):
        raise InputError(f"{path} is a model of {method.name}, which has no thresholds")
    return method


def _method(options: ThresholdArguments) -> SiteStyleTree:
    """The site style tree that is asked for, with what the model knows."""
    try:
        if options["model"] is None:
            defaults = SiteStyleTree().settings()
            chosen = read_settings(options["assignments"], defaults, SiteStyleTree.name)
            return SiteStyleTree.by_paper(**chosen) if options["paper"] else SiteStyleTree(**chosen)
        loaded = _loaded(options["model"])
        if options["paper"] and not MethodSpec.of(loaded.spec).paper:
            raise click.UsageError("--model brings its settings with it: no --paper.")
        method = loaded if isinstance(loaded, SiteStyleTree) else SiteStyleTree.sharing(loaded)
        method.judge_by(
            **read_settings(options["assignments"], method.settings(), SiteStyleTree.name)
        )
    except ValueError as error:
        raise click.UsageError(f"{error}.") from error
    return method


def _numbers(written: str | None) -> list[float]:
    try:
        numbers = [float(number) for number in (written or "").split(",") if number.strip()]
    except ValueError:
        numbers = [-1.0]
    if not all(0 <= number <= 1 for number in numbers):
        raise click.UsageError(f"--at {written}: numbers from 0 to 1, with commas between them.")
    return numbers


def _pages(source: Any, site: str | None) -> Iterator[Page]:
    items: Iterator[Item] = iter(source)
    for item in items:
        if isinstance(item, Page) and (site is None or item.site == site):
            yield item


def _show(trials: list[ThresholdTrial], options: ThresholdArguments) -> None:
    if options["as_json"]:
        for trial in trials:
            print_json(trial.as_data())
        return
    out = console(stderr=False)
    for trial in trials[:_SITES]:
        out.print(_table(trial))
    if len(trials) > _SITES:
        say(f"{len(trials) - _SITES:,} more sites: --json and --report have them")
    if options["report"] is not None and not options["quiet"]:
        say(f"wrote {options['report']}")


def _table(trial: ThresholdTrial) -> Table:
    pages = f"{counted(len(trial.pages), 'page')}, {trial.words:,} words"
    title = f"{escape(trial.site or '(no site)')}: {pages}"
    table = Table(box=box.SIMPLE, title=title, title_justify="left", expand=True)
    for heading in HEADINGS[:2]:
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column(HEADINGS[2], no_wrap=True, overflow="ellipsis", ratio=1)
    for t in trial.thresholds:
        gone = trial.gone_from(t)
        texts = [f"{counted(g.pages, 'page')}: {g.text}" for g in gone[:_SHOWN]]
        texts = texts or ["nothing more"]
        more = len(gone) - _SHOWN
        shown = [*texts, *([f"and {more:,} more"] if more > 0 else [])]
        share = f"{trial.words_kept(t) / max(1, trial.words):.1%}"
        table.add_row(name_of(trial, t), share, escape("\n".join(shown)))
    return table
