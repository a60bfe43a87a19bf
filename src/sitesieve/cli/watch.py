"""`sitesieve watch`: look at pages, sections and sites again and again, and say what is new."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from sitesieve.atomic import atomic_write
from sitesieve.cli import options as opt
from sitesieve.cli.exit_codes import INTERRUPTED
from sitesieve.cli.show import counted, print_json, say
from sitesieve.cli.watch_terminal import show_differences, show_items, show_visit, show_watches
from sitesieve.crawl.stopping import set_by_signals
from sitesieve.watch.daemon import StoppableClock, run_forever
from sitesieve.watch.fetching import FetchOptions
from sitesieve.watch.intervals import as_interval, seconds_of, since
from sitesieve.watch.items import WatchItem
from sitesieve.watch.watcher import RunReport, Watcher
from sitesieve.watch.watches import KINDS, WatchKind, WatchSettings

F = TypeVar("F", bound=Callable[..., Any])
_DEFAULTS = WatchSettings()
_COUNT = click.IntRange(1, 1_000_000)


def state_option(function: F) -> F:
    """Where the state is."""
    return click.option(
        "--state",
        type=opt.FILE,
        envvar="SITESIEVE_STATE",
        help="The file that holds everything. [default: in your data folder]",
    )(function)


def jsonl_option(function: F) -> F:
    """Data instead of text."""
    return click.option("--jsonl", is_flag=True, help="JSON Lines, an item a line.")(function)


@click.group()
def watch() -> None:
    """Watch pages, sections and sites: what is new, without the noise.

    Adverts, counters, dates and related links raise no alert; a paragraph does.
    """


@watch.command()
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@click.option("--every", default="6h", show_default=True, help="How often: 30m, 6h, 1d.")
@click.option(
    "--as",
    "kind",
    type=click.Choice(KINDS),
    default="page",
    show_default=True,
    help="The page alone; the pages of its folder that it leads to; or the site.",
)
@click.option("--name", help="What to call it. [default: made from the address]")
@click.option(
    "--max-pages",
    type=_COUNT,
    default=_DEFAULTS.max_pages,
    show_default=True,
    help="Pages fetched in one visit; the rest has its turn next time.",
)
@click.option(
    "--depth",
    type=click.IntRange(0, 100),
    default=_DEFAULTS.depth,
    show_default=True,
    help="Links from the start, of a site.",
)
@click.option("--numbers", is_flag=True, help="A change of numbers counts: prices, scores.")
@click.option(
    "--rules", type=opt.EXISTING_FILE, help="Rules that file what is new (see `sitesieve rules`)."
)
@click.option("--exec", "command", metavar="COMMAND", help="Run this for each new item.")
@state_option
def add(
    urls: tuple[str, ...],
    every: str,
    kind: WatchKind,
    name: str | None,
    max_pages: int,
    depth: int,
    numbers: bool,
    rules: Path | None,
    command: str | None,
    state: Path | None,
) -> int:
    """Watch one or more addresses. Nothing is fetched yet: `watch run` does that."""
    if name is not None and len(urls) > 1:
        raise click.UsageError("--name goes with one address.")
    seconds = seconds_of(every)
    settings = {
        **{"max_pages": max_pages, "depth": depth, "numbers": numbers, "command": command},
        "rules": None if rules is None else str(rules.resolve()),
    }
    with Watcher(state) as watcher:
        for url in urls:
            added = watcher.add(url, kind, seconds, name, **settings)
            say(f"watching {added.url} as {added.name}, every {as_interval(seconds)}")
    return 0


@watch.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "everything", is_flag=True, help="Also what is not due yet.")
@click.option("--daemon", is_flag=True, help="Go on until stopped, visiting whatever is due.")
@click.option(
    "--rules",
    type=opt.EXISTING_FILE,
    help="Rules that file what is new, whatever rules a watch has.",
)
@click.option(
    "--exec",
    "command",
    metavar="COMMAND",
    help="Run this for each new item, which it gets as JSON on standard input.",
)
@click.option(
    "--delay",
    type=click.FloatRange(0, 3600),
    default=1.0,
    show_default=True,
    help="Seconds between two requests; more when robots.txt asks for it.",
)
@opt.fetch_options
@jsonl_option
@click.option("-q", "--quiet", is_flag=True, help="No messages.")
@state_option
def run(
    names: tuple[str, ...],
    everything: bool,
    daemon: bool,
    rules: Path | None,
    command: str | None,
    delay: float,
    allow_private: bool,
    ignore_robots: bool,
    jsonl: bool,
    quiet: bool,
    state: Path | None,
) -> int:
    """Visit what is due (or the watches named, if due) and note what is new."""
    options = FetchOptions(allow_private, not ignore_robots, delay)
    with (
        set_by_signals(second_interrupts=True) as stopping,
        Watcher(state, options, StoppableClock(stopping), create=False) as watcher,
    ):

        def once(due_or_not: bool = False) -> RunReport:
            tell = (lambda _: None) if quiet else show_visit
            report = watcher.run(names, due_or_not, rules, command, stopping.is_set, tell)
            if jsonl:
                _print_jsonl(report.items)
            if not quiet:
                _say_report(report)
            return report

        report = once(everything)
        if daemon:
            run_forever(watcher, once, stopping.is_set, report, names)
            return 0
        if not quiet and not report.visits and not report.busy and not report.stopped:
            say("nothing is due; --all visits it all the same")
    return INTERRUPTED if report.stopped else 0


def _say_report(report: RunReport) -> None:
    for site, holder in report.busy.items():
        say(f"{site} is being visited by {holder}: left to it")
    if report.delivered or report.undelivered:
        failed = f", {report.undelivered:,} failed and will be tried again"
        say(f"command run for {counted(report.delivered, 'item')}"
            f"{failed if report.undelivered else ''}")  # fmt: skip
    if report.stopped:
        say("stopped; nothing is lost: the next run goes on from here")
    elif report.visits:
        gone = sum(item.kind == "gone" for item in report.items)
        new_items = counted(len(report.items) - gone, "new item")
        went = f", {gone:,} gone" if gone else ""
        say(f"{counted(len(report.visits), 'visit')}, {new_items}{went}: see `sitesieve watch new`")


@watch.command("list")
@click.option("--jsonl", is_flag=True, help="JSON Lines, a watch a line.")
@state_option
def list_(jsonl: bool, state: Path | None) -> int:
    """List the watches, when they are due, and what is wrong with them."""
    with Watcher(state, create=False) as watcher:
        watches = watcher.status()
        if jsonl:
            for status in watches:
                names = ("pages", "seen", "items", "new", "undelivered")
                counts = {name: getattr(status, name) for name in names}
                print_json(status.watch.to_dict() | counts)
        else:
            show_watches(watches, watcher.clock.now())
    return 0


@watch.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--peek", is_flag=True, help="Look without taking note: it stays new.")
@click.option("--since", "start", metavar="2d|DATE", help="All that was found since, seen or not.")
@click.option("--category", help="Only what rules filed so.")
@jsonl_option
@state_option
def new(
    names: tuple[str, ...],
    peek: bool,
    start: str | None,
    category: str | None,
    jsonl: bool,
    state: Path | None,
) -> int:
    """Show what is new since the last time you looked."""
    with Watcher(state, create=False) as watcher:
        after = None if start is None else since(start, watcher.clock.now())
        items = watcher.new(names, after)
        if category is not None:
            items = [item for item in items if category in item.categories]
        if jsonl:
            _print_jsonl(items)
        else:
            show_items(items)
        if not peek and after is None:
            watcher.looked_at(items)  # after they were printed: rather twice than never
    return 0


@watch.command()
@click.argument("number", type=click.IntRange(1), metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@state_option
def show(number: int, as_json: bool, state: Path | None) -> int:
    """Show an item: what is new on the page, block by block."""
    with Watcher(state, create=False) as watcher:
        item, changes = watcher.item(number), watcher.differences(number)
        if as_json:
            print_json({**item.to_dict(), "changes": [change.to_dict() for change in changes]})
        else:
            show_differences(item, changes)
    return 0


@watch.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@state_option
def remove(names: tuple[str, ...], state: Path | None) -> int:
    """Forget watches and all that was found by them."""
    with Watcher(state, create=False) as watcher:
        for watched in [watcher.watch(name) for name in names]:  # all, or none
            watcher.remove(watched.name)
            say(f"no longer watching {watched.url}")
    return 0


@watch.command()
@click.option("-o", "--output", type=opt.FILE, help="The file to write. [default: standard output]")
@click.option("--watch", "names", multiple=True, metavar="NAME", help="Only of this watch.")
@click.option("--category", help="Only what rules filed so.")
@click.option("--most", type=_COUNT, default=100, show_default=True, help="Items, at most.")
@state_option
def feed(
    output: Path | None, names: tuple[str, ...], category: str | None, most: int, state: Path | None
) -> int:
    """Write what was found last as an Atom feed."""
    with Watcher(state, create=False) as watcher:
        content = watcher.feed(names, category, most)
    if output is None:
        click.echo(content, nl=False)
    else:
        with atomic_write(output) as file:
            file.write(content)
    return 0


def _print_jsonl(items: Iterable[WatchItem]) -> None:
    for item in items:
        print_json(item.to_dict())
