"""`sitesieve studio`: see, steer and teach in the browser."""

import webbrowser
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar, Unpack

import click

from sitesieve.cleaning import methods
from sitesieve.cleaning.methods import SiteMethod
from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.help import command, in_section, together
from sitesieve.cli.show import say
from sitesieve.page.page import Page
from sitesieve.sources.items import Item

F = TypeVar("F", bound=Callable[..., Any])
_server = in_section("Server")
_SAMPLE_GOLD = "main_text"  # the sample web comes with the truth about it


class StudioArguments(reading.SourceArguments):
    """The options of the command."""

    model: Path | None
    gold: str | None
    watch: Path | None
    rules: Path | None
    host: str
    port: int


def studio_options(function: F) -> F:
    """What the studio works on, and where it listens."""
    return together(
        reading.input_options,
        opt.model_option,
        opt.in_method("--gold", metavar="NAME", help="Column with the text that should stay."),
        opt.in_method("--watch", type=opt.EXISTING_FILE, help="What `sitesieve watch` keeps."),
        opt.in_method("--rules", type=opt.FILE, help="A file of rules to file pages by."),
        _server("--host", default="127.0.0.1", show_default=True, help="Where to listen."),
        _server("--port", type=click.IntRange(0, 65535), default=0, help="[default: a free one]"),
        reading.limit_options,
    )(function)


@command(
    "sitesieve studio site.warc.gz",
    "sitesieve studio pages.parquet site.sieve --gold main_text",
    "sitesieve studio  # the sample web",
)
@studio_options
@_server("--open/--no-open", "show", default=True, help="Open a browser.  [default: open]")
def studio(show: bool, **options: Unpack[StudioArguments]) -> int:
    """See in the browser what stays and why, and teach it.

    INPUT may also be a model or what `sitesieve watch` keeps. Without any it
    shows the sample web. The address has a token: who does not know it gets no
    answer.
    """

    def ready(address: str) -> None:
        say(f"the studio is at {address}")
        say("Ctrl-C ends it")
        if show:
            webbrowser.open(address)

    return run(options, ready, pages=True)


def run(options: StudioArguments, ready: Callable[[str], None], *, pages: bool) -> int:
    """Read the input and serve it, with the pages of the studio or the API alone."""
    from sitesieve.studio.desk import Desk
    from sitesieve.studio.page_store import PageStore
    from sitesieve.studio.server import serve

    only_files = _told_apart(options)
    method = None if options["model"] is None else methods.load(options["model"])
    if method is not None and not isinstance(method, SiteMethod):
        raise click.UsageError(f"The model is of {method.name}, which knows nothing of sites.")
    named = "no pages" if only_files else "the sample web"
    inputs = reading.input_names(options) if reading.has_input(options) else named
    if reading.has_input(options):
        source = reading.open_source(options, (options["gold"],) if options["gold"] else ())
        items: Iterable[Item] = source
    else:
        source, items = None, () if only_files else _sample_web()
        options["gold"] = None if only_files else _SAMPLE_GOLD
    desk = Desk(
        PageStore(),
        method,
        learned=method is not None,
        model_path=options["model"],
        gold=options["gold"],
        inputs=inputs,
        locations=options["inputs"],
        watch_path=options["watch"],
        rules_path=options["rules"],
    )

    def begin() -> None:
        desk.read_behind(items, None if source is None else lambda: source.fraction)

    where = (options["host"], options["port"])
    try:
        serve(desk, host=where[0], port=where[1], pages=pages, ready=ready, begin=begin)
    finally:
        desk.close()
        if source is not None:
            source.close()
    return 0


def _told_apart(options: StudioArguments) -> bool:
    """Take models and files of watches out of the inputs, and put them where they belong; whether
    there is nothing else to look at."""
    pages = []
    for location in options["inputs"]:
        start = _start_of(location)
        if start.startswith(b"PK\x03\x04") and options["model"] is None:
            options["model"] = Path(location)
        elif start.startswith(b"SQLite format 3") and options["watch"] is None:
            options["watch"] = Path(location)
        else:
            pages.append(location)
    only_files = len(pages) < len(options["inputs"]) and not pages
    options["inputs"] = tuple(pages)
    return only_files and not reading.has_input(options)


def _start_of(location: str) -> bytes:
    try:
        with Path(location).open("rb") as file:
            return file.read(16)
    except (OSError, ValueError):  # no file: what reads it says what it is
        return b""


def _sample_web() -> Iterator[Page]:
    from sitesieve.sample import sample_sites

    for site in sample_sites():
        for page in site.pages:
            yield Page(page.url, page.html, extra={_SAMPLE_GOLD: page.main_text})
