"""`sitesieve learn --labels`: grow a decision tree for images or links from a person's labels."""

from typing import Any

import click

from sitesieve.cleaning.items.labels import Labels, read_labels
from sitesieve.cleaning.methods import METHODS, ItemClassifier
from sitesieve.cli import options as opt
from sitesieve.cli.show import progress, say
from sitesieve.errors import InputError
from sitesieve.run.labelling import train
from sitesieve.sinks import check_output


def learn_labels(options: dict[str, Any]) -> int:
    """Read labels and pages, train, save, and say which labels were no use."""
    method = _method(options)
    check_output(options["output"])
    labels = _read(options)
    source = opt.open_source(options)
    try:
        with progress(options["quiet"]) as report:
            trained = train(method, labels, source, opt.jobs_for(options, source), report)
    except InputError as error:
        raise InputError("; ".join([str(error), *labels.bad.remarks()])) from error
    finally:
        source.close()
    method.save(options["output"])
    if not options["quiet"]:
        failed = f", {trained.failed:,} failed" if trained.failed else ""
        say(
            f"trained on {trained.items:,} labelled items, {trained.noise:,} of them noise, of "
            f"{trained.pages:,} pages{failed}; saved to {options['output']}"
        )
        for remark in labels.bad.remarks():
            say(remark)
        for rule, node in method.tree.rules(method.wordings):
            verdict = "goes " if node.noise >= method.certainty else "stays"
            say(f"{verdict} {rule} ({node.counts[1]:,} of {sum(node.counts):,} noise)")
    return 0


def _method(options: dict[str, Any]) -> ItemClassifier:
    for name in ("models", "prune"):
        if options[name]:
            raise click.UsageError(f"--labels and --{name.rstrip('s')} exclude each other.")
    method = opt.make_method(options)
    if not isinstance(method, ItemClassifier):
        kinds = [name for name, kind in METHODS.items() if issubclass(kind, ItemClassifier)]
        raise click.UsageError(f"--labels goes with --method {' or '.join(kinds)}.")
    return method


def _read(options: dict[str, Any]) -> Labels:
    with options["labels"].open(encoding="utf-8-sig", errors="replace", newline="") as lines:
        return read_labels(lines, str(options["labels"]))
