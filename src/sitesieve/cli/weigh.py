"""`sitesieve weigh`: the words of pages, weighed for mining."""

import time
from dataclasses import fields
from pathlib import Path
from typing import Unpack

import click

from sitesieve.cleaning.method_spec import MethodSpec, read_settings
from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.exit_codes import FAILED_PAGES, INTERRUPTED
from sitesieve.cli.help import command
from sitesieve.cli.show import progress, say
from sitesieve.errors import InputError
from sitesieve.mining.field_words import FieldWords
from sitesieve.mining.weights import Paper, WeightOptions, WordWeights
from sitesieve.run.job import learn
from sitesieve.run.tally import listed
from sitesieve.run.weighing import Svmlight, Weigher, WeighTally
from sitesieve.run.weighing import weigh as weigh_all
from sitesieve.sinks import FileSink, ParquetSink, Sink, StdoutSink, check_output

METHODS = ("structure-tree", "featured-tree")
FORMATS = {"svmlight": (".svmlight", ".svm", ".libsvm"), "parquet": (".parquet",)}


class WeighArguments(reading.SourceArguments, opt.JobArguments):
    """The options of the command."""

    output: Path | None
    form: str | None
    label: str | None
    carry: str | None
    vocabulary: Path | None
    model: Path | None
    save_model: Path | None
    paper: bool
    paper_2003: bool
    method: str
    assignments: tuple[str, ...]
    errors: Path | None
    beside: tuple[Path, ...]  # what the command adds: files that go with the output
    strict: bool


@command(
    "sitesieve weigh pages.parquet --label topic -o train.svmlight",
    "sitesieve weigh pages.jsonl --carry id | jq .weights",
)
@reading.input_options
@opt.in_output("-o", "--output", type=opt.PATH, help="File to write. [default: stdout]")
@opt.in_output(
    "--output-format",
    "form",
    type=click.Choice(["jsonl", "svmlight", "parquet"]),
    help="[default: by the ending of the output, else jsonl]",
)
@opt.in_output("--label", metavar="NAME", help="Column with the class, for svmlight.")
@opt.in_output("--carry", metavar="NAME,NAME", help="Input columns to copy to JSONL or Parquet.")
@opt.in_output(
    "--vocabulary",
    type=opt.EXISTING_FILE,
    help="Number the columns of svmlight by this file, the .words of an earlier run.",
)
@opt.in_method(
    "--method",
    type=click.Choice(METHODS),
    default=METHODS[0],
    show_default=True,
    help="By the tree of the site, or by the field (title, heading, link, …) alone.",
)
@opt.in_method(
    "--model",
    type=opt.PATH,
    help="Trees saved with --save-model; without it they are learned from the input.",
)
@opt.in_output("--save-model", type=opt.FILE, help="Save the trees here.")
@opt.in_method(
    "--paper",
    is_flag=True,
    help="To the letter of Yi's thesis (§4.3), or of Das (§3); --set changes it further.",
)
@opt.in_method(
    "--paper-2003",
    is_flag=True,
    help="Trees exactly as in Yi and Liu's paper of 2003.",
)
@opt.in_method(
    "--set",
    "assignments",
    multiple=True,
    metavar="NAME=VALUE",
    help="A setting of the weights, e.g. power=none, or pruned=true by fields.",
)
@opt.job_options
@opt.errors_option
@opt.strict_option
@reading.limit_options
def weigh(**options: Unpack[WeighArguments]) -> int:
    """Weigh words by what sites repeat, and write vectors.

    Each site gets a structure tree; a word weighs little where the site repeats
    it and most where it is new. With --method featured-tree nothing is learned:
    a word weighs by the fields it stands in, the words that a page is about are
    kept, and with --set pruned=true only those of the texts that stay. svmlight
    output has the words, line by line in the order of their columns, in a file
    beside it: OUTPUT.words.
    """
    output = None if options["output"] == Path("-") else options["output"]
    form = options["form"] or _format_of(output)
    carry = tuple(name.strip() for name in (options["carry"] or "").split(",") if name.strip())
    if form == "svmlight" and output is None:
        raise click.UsageError("svmlight needs a file to write to: -o FILE.svmlight")
    for name, given in {"label": options["label"], "vocabulary": options["vocabulary"]}.items():
        if given and form != "svmlight":
            raise click.UsageError(f"--{name} goes with svmlight.")
    if carry and form == "svmlight":
        raise click.UsageError("--carry goes with JSON Lines and Parquet.")
    if {"url", "source", "site", "weights"}.intersection(carry):
        raise click.UsageError("The output has its own url, source, site and weights.")
    if options["paper"] and options["paper_2003"]:
        raise click.UsageError("--paper and --paper-2003 exclude each other.")
    by_paper = options["paper"] or options["paper_2003"]
    if options["model"] and (by_paper or options["assignments"] or options["save_model"]):
        raise click.UsageError("--model brings its settings with it, and is saved already.")
    by_site = options["method"] == METHODS[0]
    if not by_site and (options["model"] or options["save_model"]):
        raise click.UsageError(f"{options['method']} learns nothing: there is no model of it.")
    if not by_site and options["paper_2003"]:
        raise click.UsageError(f"--paper-2003 goes with {METHODS[0]}.")
    svmlight = _svmlight(options) if form == "svmlight" else None
    beside = svmlight.beside(output) if svmlight is not None and output is not None else []
    options["beside"] = tuple(beside)
    for path in (output, options["save_model"], options["errors"], *beside):
        if path is not None:
            check_output(path)
    sink = _sink(output, form)
    weights: WordWeights | FieldWords
    if not by_site:
        weights = _field_words(options)
    else:
        weights = WordWeights.load(options["model"]) if options["model"] else _weights(options)
    source = reading.open_source(
        options, carry or ((options["label"],) if options["label"] else ())
    )
    started = time.monotonic()
    try:
        jobs = opt.jobs_for(options, source)
        with progress(options["quiet"]) as report:
            if isinstance(weights, WordWeights) and not options["model"]:
                learned = learn(weights, source, jobs, report)
                if options["save_model"] and learned.cleaned:
                    weights.save(options["save_model"])
            errors = FileSink(options["errors"], "jsonl") if options["errors"] else None
            tally = weigh_all(weights, source, sink, svmlight, jobs, errors, report)
    except KeyboardInterrupt:
        say("interrupted: nothing was written")
        return INTERRUPTED
    finally:
        source.close()
    if svmlight is not None and output is not None:
        beside = svmlight.save(output)
    if not options["quiet"]:
        _say(tally, weights, options, [output, *beside], time.monotonic() - started)
    return FAILED_PAGES if options["strict"] and tally.failures else 0


def _say(
    tally: WeighTally,
    weights: Weigher,
    options: WeighArguments,
    written: list[Path | None],
    seconds: float,
) -> None:
    where = ", ".join("standard output" if path is None else str(path) for path in written)
    say(f"weighed {tally.words:,} words of {tally.pages:,} pages in {seconds:.1f} s; {where}")
    if tally.failures:
        say(f"failed: {listed(tally.failures)}")
    if tally.empty:
        say(f"{tally.empty:,} pages have no word that weighs anything")
    unknown = tally.unknown.total()
    if unknown:
        sites = sum(pages > 0 for pages in tally.unknown.values())
        say(f"{unknown:,} pages of {sites:,} sites without a tree: weighed by plain counts")
    if not options["model"]:
        for remark in weights.remarks():
            say(remark)


def _format_of(output: Path | None) -> str:
    name = output.name.lower().removesuffix(".gz").removesuffix(".zst") if output else ""
    for form, endings in FORMATS.items():
        if name.endswith(endings):
            return form
    if not name or name.endswith((".jsonl", ".ndjson", ".json")):
        return "jsonl"
    raise click.UsageError(
        f"cannot tell the format of {output} by its ending; name it with --output-format"
    )


def _sink(output: Path | None, form: str) -> Sink:
    if output is None:
        if form == "parquet":
            raise click.UsageError("Parquet needs a file to write to: -o FILE.parquet")
        return StdoutSink(form)
    if form == "parquet":
        return ParquetSink(output, rows="weights")
    return FileSink(output, "jsonl")  # svmlight, too, is a line a page


def _svmlight(options: WeighArguments) -> Svmlight:
    words = None
    if options["vocabulary"]:
        words = options["vocabulary"].read_text("utf-8", "replace").splitlines()
        if not words:
            raise InputError(f"{options['vocabulary']} has no words in it")
    return Svmlight(options["label"], words)


def _weights(options: WeighArguments) -> WordWeights:
    usual = WeightOptions()
    defaults = {field.name: getattr(usual, field.name) for field in fields(usual)}
    paper: Paper | None = None
    if options["paper"] or options["paper_2003"]:
        paper = "thesis" if options["paper"] else "2003"
    try:
        chosen = read_settings(options["assignments"], defaults, "weights")
        return (
            WordWeights.by_paper(paper, **chosen) if paper else WordWeights(WeightOptions(**chosen))
        )
    except ValueError as error:
        raise click.UsageError(f"{error}.") from error


def _field_words(options: WeighArguments) -> FieldWords:
    try:
        spec = MethodSpec(options["method"], options["paper"], options["assignments"])
        return FieldWords.of(spec)
    except ValueError as error:
        raise click.UsageError(f"{error}.") from error
