"""What is read: options for inputs and limits, and the source that they describe."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict, TypeVar

import click

from sitesieve.cli.exit_codes import OPENED
from sitesieve.cli.help import Registered, completing_files, in_section, together
from sitesieve.cli.overwriting import refuse_overwriting
from sitesieve.errors import InputError
from sitesieve.page.limits import MOST_BYTES, Limits
from sitesieve.sources.items import ReadOptions
from sitesieve.sources.registry import FORMATS, REGISTRY
from sitesieve.sources.source import Source

F = TypeVar("F", bound=Callable[..., Any])
_LIST = click.Path(path_type=Path, dir_okay=False, exists=True)
_DEFAULTS = Limits()
_UP_TO = click.IntRange(1, MOST_BYTES)
_input, _limit = in_section("Input"), in_section("Limits of one page")


class FetchArguments(TypedDict):
    """The values of `fetch_options`."""

    allow_private: bool
    ignore_robots: bool


def fetch_options(section: str) -> Callable[[F], F]:
    """What may be fetched."""
    option = in_section(section)
    return together(
        option("--allow-private", is_flag=True, help="Fetch from private addresses too."),
        option("--ignore-robots", is_flag=True, help="Fetch what robots.txt forbids."),
    )


class InputArguments(FetchArguments):
    """The values of `input_options`."""

    inputs: tuple[str, ...]
    urls: tuple[str, ...]
    input_file: Path | None
    input_dir: str | None
    input_format: str | None
    base_url: str | None
    feeds: bool
    html_column: str | None
    url_column: str | None
    site_by: str


def input_options(function: F) -> F:
    """Where pages come from."""
    return together(
        click.argument("inputs", nargs=-1, metavar="[INPUT]...", shell_complete=completing_files),
        _input("-u", "--url", "-U", "urls", multiple=True, metavar="URL", help="A page to fetch."),
        _input("-i", "--input-file", type=_LIST, help="A file that lists inputs, one per line."),
        _input("--input-dir", metavar="FOLDER", help="A folder of HTML files."),
        _input(
            "--input-format",
            type=Registered(REGISTRY, shown=FORMATS),
            help="What files and standard input are. [default: by name, else by content]",
        ),
        _input(
            "--base-url",
            metavar="URL",
            help="Where pages come from that have no address: of a folder, its address; of a file "
            "or standard input, its own, or with a slash at the end that of its folder. Nothing "
            "is fetched.",
        ),
        _input("--feeds", is_flag=True, help="Take the items of RSS and Atom feeds as pages."),
        _input("--html-column", metavar="NAME", help="Column or field with the HTML."),
        _input("--url-column", metavar="NAME", help="Column or field with the URL."),
        _input(
            "--site-by",
            default="domain",
            show_default=True,
            metavar="domain|host|NAME",
            help="What makes a site: registrable domain, host, or a column.",
        ),
        fetch_options("Input"),
    )(function)


class LimitArguments(TypedDict):
    """The values of `limit_options`."""

    max_bytes: int
    max_nodes: int
    max_depth: int
    max_attributes: int
    max_seconds: float


class SourceArguments(InputArguments, LimitArguments):
    """What a source is opened by."""


def limit_options(function: F) -> F:
    """What one page may cost."""
    show: dict[str, Any] = {"show_default": True}
    return together(
        _limit(
            "--max-bytes",
            type=_UP_TO,
            default=_DEFAULTS.bytes,
            help="The rest is not read.",
            **show,
        ),
        _limit(
            "--max-nodes",
            type=_UP_TO,
            default=_DEFAULTS.nodes,
            help="Elements and texts; those after are left out.",
            **show,
        ),
        _limit(
            "--max-depth",
            type=_UP_TO,
            default=_DEFAULTS.depth,
            help="Elements nested deeper are dissolved.",
            **show,
        ),
        _limit(
            "--max-attributes",
            type=_UP_TO,
            default=_DEFAULTS.attributes,
            help="Further attributes of an element are dropped.",
            **show,
        ),
        _limit(
            "--max-seconds",
            type=click.FloatRange(0, min_open=True),
            default=_DEFAULTS.seconds,
            help="A page that takes longer is abandoned.",
            **show,
        ),
    )(function)


def has_input(options: InputArguments) -> bool:
    """Whether pages are named."""
    named = (options["inputs"], options["urls"], options["input_file"], options["input_dir"])
    return any(named)


def input_names(options: InputArguments) -> str:
    """The inputs, as a report names them."""
    return ", ".join([*options["inputs"], *options["urls"]]) or "the input"


def open_source(
    options: SourceArguments,
    carry: tuple[str, ...] = (),
    once: bool = False,
    texts: bool = False,
) -> Source:
    """The source that the input and limit options describe. It is an error if an output would
    be written over what it reads."""
    list_file: Path | None = options["input_file"]
    locations = [*options["inputs"], *options["urls"]]
    if options["input_dir"]:
        locations.append(options["input_dir"])
    if list_file is not None:
        lines = map(str.strip, list_file.read_text("utf-8", "replace").splitlines())
        locations += [line for line in lines if line and not line.startswith("#")]
    if not locations:
        raise click.UsageError("Nothing to read: name a file, a folder, a URL, or - for stdin.")
    read = ReadOptions(
        html_column=options["html_column"],
        url_column=options["url_column"],
        site_by=options["site_by"],
        base_url=options["base_url"],
        input_format=options["input_format"],
        feeds=options["feeds"],
        carry=carry,
        texts=texts,
        limits=Limits(
            bytes=options["max_bytes"],
            nodes=options["max_nodes"],
            depth=options["max_depth"],
            attributes=options["max_attributes"],
            seconds=options["max_seconds"],
        ),
        allow_private=options["allow_private"],
        obey_robots=not options["ignore_robots"],
    )
    source = Source(locations, read, once)
    if not source.readers:
        raise InputError("nothing to read")
    context = click.get_current_context(silent=True)
    try:
        refuse_overwriting({**(context.params if context else {}), **options}, source)
    except click.UsageError:
        source.close()
        raise
    if context is not None:
        context.meta.setdefault(OPENED, []).append(source)
    return source
