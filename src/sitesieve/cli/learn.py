"""`sitesieve learn`: look at pages and save what they share."""

import time
from pathlib import Path
from typing import Unpack

import click

from sitesieve.cleaning import methods
from sitesieve.cleaning.items.labels import read_labels
from sitesieve.cleaning.method import LearningMethod
from sitesieve.cleaning.methods import METHODS, ItemClassifier, SiteMethod
from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.help import command
from sitesieve.cli.show import progress, say
from sitesieve.errors import InputError, ModelError
from sitesieve.run.job import learn as learn_from
from sitesieve.run.labelling import train
from sitesieve.run.tally import listed_failures
from sitesieve.sinks import check_output


class LearnArguments(reading.SourceArguments, opt.MethodArguments, opt.JobArguments):
    """The options of the command."""

    output: Path
    models: tuple[Path, ...]
    prune: bool
    labels: Path | None
    errors: Path | None


@command(
    "sitesieve learn crawl.warc.gz -o site.sieve",
    "sitesieve learn tuesday/ --model site.sieve -o site.sieve",
)
@reading.input_options
@opt.in_output(
    "-o",
    "--output",
    required=True,
    type=opt.FILE,
    help="File to save the model in, e.g. site.sieve.",
)
@opt.in_method(
    "--model",
    "models",
    multiple=True,
    type=opt.PATH,
    help="A model to go on from; several are merged. Then no INPUT is needed.",
)
@opt.in_output(
    "--prune", is_flag=True, help="Leave out what cannot change a verdict: a smaller file."
)
@opt.in_method(
    "--labels",
    type=opt.EXISTING_FILE,
    help="For ad-images and nepotistic-links: a CSV table of page,item,label to train on.",
)
@opt.method_options
@opt.job_options
@opt.errors_option
@reading.limit_options
def learn(**options: Unpack[LearnArguments]) -> int:
    """Learn what pages share and save it for `clean --model`.

    With --model, what was learned before is taken over first: today's pages are
    added to yesterday's model, models learned on two machines become one.

    With --labels, a decision tree is grown for a method that judges images or
    links one by one.
    """
    if options["labels"] is not None:
        return _learn_labels(options, options["labels"])
    method = _method(options)
    if options["prune"] and not isinstance(method, SiteMethod):
        raise click.UsageError(f"models of {method.name} are as small as can be: no --prune.")
    check_output(options["output"])
    if options["errors"] is not None:
        check_output(options["errors"])
    started = time.monotonic()
    read = ""
    if reading.has_input(options):
        source = reading.open_source(options)
        pages_before = _pages(method)
        try:
            with (
                progress(options["quiet"]) as report,
                listed_failures(options["errors"]) as failures,
            ):
                jobs = opt.jobs_for(options, source)
                tally = learn_from(method, source, jobs, report, failures=failures)
        except ModelError as error:
            raise ModelError(f"{options['models'][0]}: {error}") from error
        finally:
            source.close()
        if not tally.cleaned:
            raise tally.failures.error()
        failed = f", {tally.failed:,} failed" if tally.failed else ""
        new = tally.cleaned if pages_before is None else (_pages(method) or 0) - pages_before
        pages = f"{tally.cleaned:,}" if new == tally.cleaned else f"{new:,} of {tally.cleaned:,}"
        read = f"learned from {pages} pages{failed}"
    elif len(options["models"]) < 2 and not options["prune"]:
        raise click.UsageError("Nothing to read: name a file, a folder, a URL, or - for stdin.")
    if isinstance(method, SiteMethod) and options["prune"]:
        method.prune()
    method.save(options["output"])
    if not options["quiet"]:
        merged = f"merged {len(options['models'])} models" if len(options["models"]) > 1 else ""
        done = ", ".join(part for part in (merged, read) if part) or "pruned"
        size = options["output"].stat().st_size / 1000
        seconds = time.monotonic() - started
        say(f"{done} in {seconds:.1f} s; saved to {options['output']} ({size:,.0f} kB)")
        for remark in method.remarks():
            say(remark)
    return 0


def _pages(method: LearningMethod) -> int | None:
    """The pages a method has learned from, where it counts them."""
    if not isinstance(method, SiteMethod):
        return None
    return sum(model.pages for model in method.sites.values())


def _method(options: LearnArguments) -> LearningMethod:
    """A method that knows nothing yet, or what the models know."""
    if not options["models"]:
        method = opt.make_method(options)
    else:
        method = opt.load_model(options["models"][0], options)
    if isinstance(method, ItemClassifier):
        raise click.UsageError(f"{method.name} is trained on labels: --labels FILE.")
    if not isinstance(method, LearningMethod):
        raise click.UsageError(f"{method.name} judges a page alone: there is nothing to learn.")
    for path in options["models"][1:]:
        other = methods.load(path)
        if not isinstance(other, LearningMethod):
            raise click.UsageError(f"{path} holds nothing that was learned.")
        try:
            method.merge(other)
        except ModelError as error:
            raise ModelError(f"cannot merge {path}: {error}") from error
    return method


def _learn_labels(options: LearnArguments, path: Path) -> int:
    """Train a decision tree on a person's labels, save it, and list the labels of no use."""
    classifier = _item_classifier(options)
    check_output(options["output"])
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as lines:
        labels = read_labels(lines, str(path))
    source = reading.open_source(options)
    try:
        with progress(options["quiet"]) as report:
            trained = train(classifier, labels, source, opt.jobs_for(options, source), report)
    except InputError as error:
        raise InputError("; ".join([str(error), *labels.bad.remarks()])) from error
    finally:
        source.close()
    classifier.save(options["output"])
    if not options["quiet"]:
        failed = f", {trained.failed:,} failed" if trained.failed else ""
        say(
            f"trained on {trained.items:,} labelled items, {trained.noise:,} of them noise, of "
            f"{trained.pages:,} pages{failed}; saved to {options['output']}"
        )
        for remark in labels.bad.remarks():
            say(remark)
        for rule, node in classifier.tree.rules(classifier.wordings):
            verdict = "goes " if node.noise >= classifier.certainty else "stays"
            say(f"{verdict} {rule} ({node.counts[1]:,} of {sum(node.counts):,} noise)")
    return 0


def _item_classifier(options: LearnArguments) -> ItemClassifier:
    others = {"model": options["models"], "prune": options["prune"], "errors": options["errors"]}
    for name, given in others.items():
        if given:
            raise click.UsageError(f"--labels and --{name} exclude each other.")
    method = opt.make_method(options)
    if not isinstance(method, ItemClassifier):
        kinds = [name for name, kind in METHODS.items() if issubclass(kind, ItemClassifier)]
        raise click.UsageError(f"--labels goes with --method {' or '.join(kinds)}.")
    return method
