"""`sitesieve clean`: read pages from anything, clean them, write them to anything."""

import time
from pathlib import Path
from typing import Unpack

import click

from sitesieve.cleaning.document import FIELDS
from sitesieve.cleaning.method import LearningMethod
from sitesieve.cleaning.methods import SiteMethod
from sitesieve.cleaning.page_type import PageType, types_named
from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.exit_codes import FAILED_PAGES, INTERRUPTED
from sitesieve.cli.help import Registered, command, completing, in_section
from sitesieve.cli.overwriting import refuse_overwriting
from sitesieve.cli.show import progress, say, summary
from sitesieve.errors import InputError
from sitesieve.links.roles import ROLES, Role
from sitesieve.run.job import Job
from sitesieve.run.tally import listed
from sitesieve.run.tasks import PageFilter
from sitesieve.sinks import (
    FileSink,
    Formatter,
    check_output,
    find_format,
    format_of,
    open_sink,
)
from sitesieve.sinks.formats import ADDITIONS
from sitesieve.sinks.registry import REGISTRY
from sitesieve.sources.source import Source


def _names(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """The names in some arguments, each a type of page or several with commas."""
    names = [name.strip() for value in values for name in value.split(",")]
    try:
        types = types_named(name for name in names if name != _BY_LINKS)
    except ValueError as error:
        by_links = f"{_BY_LINKS}, by the links of the site, is --role article"
        raise click.BadParameter(f"{error}; {by_links}") from error
    return (*types, *([_BY_LINKS] if _BY_LINKS in names else []))


_BY_LINKS = "articles"  # what `structure` calls articles, not a page that looks like one


_pages = in_section("Which pages")


class CleanArguments(
    reading.SourceArguments, opt.MethodArguments, opt.OutputArguments, opt.JobArguments
):
    """The options of the command."""

    output: Path | None
    output_dir: Path | None
    form: str | None
    with_metadata: bool
    add: tuple[str, ...]
    carry: str | None
    site_cards: Path | None
    model: Path | None
    alone: bool
    drop_duplicates: bool
    keep_versions: bool
    against: tuple[str, ...]
    one_pass: bool
    sample_pages: int
    only: tuple[str, ...]
    roles: tuple[Role, ...]
    min_words: int
    resume: bool
    errors: Path | None
    strict: bool


@command(
    "sitesieve clean pages/ -o text.jsonl",
    "sitesieve clean https://a.example/post --markdown --with-metadata",
    "sitesieve clean - --base-url https://a.example/post < post.html",
)
@reading.input_options
@opt.in_output("-o", "--output", type=opt.PATH, help="File to write. [default: stdout]")
@opt.in_output(
    "--output-dir", type=opt.FOLDER, help="Folder for one file per page, named as in the input."
)
@opt.in_output(
    "--output-format",
    "form",
    type=Registered(REGISTRY),
    help="[default: by the ending of the output, else jsonl]",
)
@opt.in_output("--json", "form", flag_value="jsonl", help="Same as --output-format jsonl.")
@opt.in_output(
    "--markdown", "form", flag_value="markdown", help="Same as --output-format markdown."
)
@opt.in_output("--xml", "form", flag_value="xml", help="Same as --output-format xml.")
@opt.in_output("--xmltei", "form", flag_value="xmltei", help="Same as --output-format xmltei.")
@opt.in_output("--csv", "form", flag_value="csv", help="Same as --output-format csv.")
@opt.in_output(
    "--with-metadata",
    is_flag=True,
    help="Title, author, date and address before the text: as front matter in Markdown and text, "
    "in the head of HTML. The other formats have them anyway.",
)
@opt.in_output(
    "--add",
    multiple=True,
    type=click.Choice(ADDITIONS),
    help="Further fields for JSON Lines, CSV and Parquet.",
)
@opt.in_output("--carry", metavar="NAME,NAME", help="Input columns to copy to the output.")
@opt.output_options
@opt.kind_options
@opt.in_output(
    "--site-cards",
    type=opt.FILE,
    help="Where --keep-once writes: a line of JSON a site. [default: OUTPUT.sites.jsonl]",
)
@opt.method_options
@opt.model_option
@opt.in_method(
    "--alone", is_flag=True, help="Clean each page alone: learn nothing, read the input once."
)
@opt.in_method(
    "--one-pass",
    is_flag=True,
    help="Read the input once: learn from the first pages, clean all as they come. Standard input "
    "must then be JSON Lines.",
)
@opt.in_method(
    "--sample-pages",
    type=click.IntRange(1),
    default=2000,
    show_default=True,
    help="How many pages --one-pass learns from.",
)
@_pages(
    "--only",
    multiple=True,
    metavar="TYPE,TYPE",
    callback=_names,
    shell_complete=completing([*PageType, _BY_LINKS]),
    help=f"Leave out pages of other types. The types: {', '.join(PageType)}; {_BY_LINKS} is "
    "--role article.",
)
@_pages(
    "--role",
    "roles",
    multiple=True,
    type=click.Choice(ROLES),
    help="Leave out pages that have another role among the links of their site. The input is "
    "read once more.",
)
@_pages(
    "--min-words",
    type=click.IntRange(0),
    default=0,
    help="Leave out pages with fewer words of clean text.",
)
@_pages(
    "--drop-duplicates",
    is_flag=True,
    help="Leave out pages that are nearly the same as another one: copies, mirrors, old versions, "
    "print and mobile versions.",
)
@_pages(
    "--keep-versions",
    is_flag=True,
    help="With --drop-duplicates: leave old versions of pages in.",
)
@_pages(
    "--against",
    multiple=True,
    metavar="INPUT",
    help="With --drop-duplicates: also leave out what is in this earlier input; may be repeated.",
)
@opt.job_options
@opt.resume_option
@opt.errors_option
@opt.strict_option
@reading.limit_options
def clean(**options: Unpack[CleanArguments]) -> int:
    """Clean pages and write what stays.

    INPUT is an HTML file, a folder of them, a WARC, JSON Lines or Parquet file
    (.gz and .zst too), a URL, or - for standard input. Pages are grouped by site;
    what the pages of a site share is removed.
    """
    if options["output"] == Path("-"):
        options["output"] = None
    output: Path | None = options["output_dir"] or options["output"]
    if options["output"] and options["output_dir"]:
        raise click.UsageError("--output and --output-dir exclude each other.")
    if options["resume"] and output is None:
        raise click.UsageError("--resume needs an output file or folder.")
    if options["one_pass"] and options["drop_duplicates"]:
        raise click.UsageError("--drop-duplicates has to see all pages before it cleans one.")
    for name in ("keep_versions", "against"):
        if options[name] and not options["drop_duplicates"]:
            raise click.UsageError(f"--{name.replace('_', '-')} goes with --drop-duplicates.")
    if options["alone"] and (options["model"] or options["one_pass"]):
        raise click.UsageError("--alone excludes --model and --one-pass.")
    types = types_named(name for name in options["only"] if name != _BY_LINKS)
    if _BY_LINKS in options["only"]:
        options["roles"] = (*options["roles"], "article")
    if options["one_pass"] and options["roles"]:
        raise click.UsageError("--role has to see all pages before it cleans one.")
    form = options["form"] or (format_of(options["output"].name) if options["output"] else "jsonl")
    carry = tuple(name.strip() for name in (options["carry"] or "").split(",") if name.strip())
    add = tuple(dict.fromkeys(options["add"]))
    formatter = Formatter(form, add, options["with_metadata"], carry)
    kind = find_format(form)
    for option, fields in {"add": formatter.add, "carry": carry}.items():
        if fields and not kind.has_fields:
            raise click.UsageError(f"--{option} goes with JSON Lines, CSV and Parquet.")
    _check_carry(carry, formatter)
    wanted = opt.wanted_output(options)
    cards = options["site_cards"] = _card_file(options)
    for path in (cards, options["errors"]):
        if path is not None:
            check_output(path)

    sink = open_sink(output, form, options["output_dir"] is not None, formatter.add)
    source = reading.open_source(options, carry, options["one_pass"])
    if options["resume"] and options["one_pass"] and "-" in options["inputs"]:
        source.close()
        raise click.UsageError("Standard input that is read once cannot be resumed.")
    if kind.one_page and options["output_dir"] is None and not source.is_one_page:
        source.close()
        title = form.upper()
        raise click.UsageError(f"Several pages do not fit into one {title} file: use --output-dir.")
    earlier = None
    try:
        if options["against"]:
            earlier = Source(options["against"], source.options)
            refuse_overwriting(options, earlier)
        learned = options["model"] is not None
        job = Job(
            source=source,
            method=opt.make_method(options)
            if options["model"] is None
            else opt.load_model(options["model"], options),
            sink=sink,
            formatter=formatter,
            jobs=opt.jobs_for(options, source),
            errors=FileSink(options["errors"], "jsonl") if options["errors"] else None,
            learned=learned,
            alone=options["alone"],
            drop_duplicates=options["drop_duplicates"],
            keep_versions=options["keep_versions"],
            earlier=earlier,
            output=wanted,
            cards=cards,
            sample=options["sample_pages"] if options["one_pass"] else None,
            admits=PageFilter(types, options["min_words"], options["roles"]),
        )
        if options["resume"]:
            if job.is_complete():
                say(f"{output} is complete: nothing to resume")
                return 0
            if sink.workspace is not None and not sink.workspace.folder.exists():
                say("there is no interrupted job to resume: starting from the beginning")
        where = "standard output" if output is None else str(output)
        with job.temporary_folder() as folder:
            job.shelf = Path(folder)
            return _run(job, options, where if cards is None else f"{where}, site cards: {cards}")
    finally:
        source.close()
        if earlier is not None:
            earlier.close()


def _run(job: Job, options: CleanArguments, where: str) -> int:
    started = time.monotonic()
    try:
        with progress(options["quiet"]) as job.report:
            tally = job.run(resume=options["resume"])
    except KeyboardInterrupt:
        hint = "; --resume goes on from there" if job.sink.workspace is not None else ""
        say(f"interrupted{hint}")
        return INTERRUPTED
    if not options["quiet"] and tally.cleaned:
        remarks = drift = []
        if isinstance(job.method, LearningMethod):
            remarks = [] if job.learned else job.method.remarks()
            drift = job.method.drift(tally.mean_fits) if job.may_drift else []
            unknown = tally.cleaned - sum(pages for pages, _ in tally.fits.values())
            if isinstance(job.method, SiteMethod) and job.learned and unknown:
                drift.append(
                    f"{unknown:,} of the pages are of sites that the model does not know: they "
                    "were cleaned one by one"
                )
        seconds = time.monotonic() - started
        summary(tally, job.source.skipped, remarks, drift, seconds, where)
    if not tally.cleaned:
        if not tally.failed and tally.unwanted:
            raise InputError(f"every page was left out ({listed(tally.unwanted)})")
        one_or_listed = options["errors"] or tally.failed == 1
        raise tally.failures.error("" if one_or_listed else "; --errors FILE lists them all")
    return FAILED_PAGES if options["strict"] and tally.failed else 0


def _check_carry(carry: tuple[str, ...], formatter: Formatter) -> None:
    clash = {*FIELDS, *formatter.add}.intersection(carry)
    if clash:
        raise click.UsageError(f"The output has its own {', '.join(sorted(clash))}.")


def _card_file(options: CleanArguments) -> Path | None:
    """Where site cards go, if any are wanted."""
    output: Path | None = options["output"]
    named: Path | None = options["site_cards"]
    if not options["once"]:
        if named is not None:
            raise click.UsageError("--site-cards goes with --keep-once.")
        return None
    if named is None and output is None:
        raise click.UsageError("--keep-once needs --site-cards FILE where there is no -o FILE.")
    return named or (output and output.with_name(f"{output.name}.sites.jsonl"))
