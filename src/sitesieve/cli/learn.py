"""`sitesieve learn`: look at pages and save what they share."""

import time
from pathlib import Path
from typing import Any

import click

from sitesieve.clean.method import LearningMethod
from sitesieve.cli import options as opt
from sitesieve.cli.show import progress, say
from sitesieve.errors import InputError
from sitesieve.run.job import learn as learn_from
from sitesieve.sinks import check_output


@click.command()
@opt.input_options
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="File to save the model in, e.g. site.sieve.",
)
@opt.method_options
@opt.job_options
@opt.limit_options
def learn(**options: Any) -> int:
    """Learn what pages share and save it for `sitesieve clean --model`."""
    method = opt.make_method(options)
    if not isinstance(method, LearningMethod):
        raise click.UsageError(f"{method.name} judges a page alone: there is nothing to learn.")
    check_output(options["output"])
    source = opt.open_source(options)
    started = time.monotonic()
    try:
        with progress(options["quiet"]) as report:
            tally = learn_from(method, source, opt.jobs_for(options, source), report)
    finally:
        source.close()
    if not tally.cleaned:
        raise InputError(f"no page could be used of {tally.items} read")
    method.save(options["output"])
    if not options["quiet"]:
        failed = f", {tally.failed:,} failed" if tally.failed else ""
        say(
            f"learned from {tally.cleaned:,} pages{failed} in {time.monotonic() - started:.1f} s; "
            f"saved to {options['output']}"
        )
        for remark in method.remarks():
            say(remark)
    return 0
