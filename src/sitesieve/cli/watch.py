"""`sitesieve watch`: look at pages, sections and sites again and again, and say what is new."""

from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import click

from sitesieve.atomic import atomic_write
from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.exit_codes import INTERRUPTED
from sitesieve.cli.help import Group, in_section
from sitesieve.cli.overwriting import refuse_overwriting
from sitesieve.cli.show import counted, print_data, print_json, say
from sitesieve.cli.watch_terminal import (
    show_differences,
    show_folders,
    show_items,
    show_report,
    show_visit,
    show_watches,
)
from sitesieve.crawl.stopping import set_by_signals
from sitesieve.errors import InputError
from sitesieve.rules.folders import folder_name, is_in
from sitesieve.watch.daemon import StoppableClock, run_forever
from sitesieve.watch.fetching import FetchOptions
from sitesieve.watch.intervals import as_interval, seconds_of, since
from sitesieve.watch.items import WatchItem
from sitesieve.watch.watcher import RunReport, Watcher
from sitesieve.watch.watches import KINDS, WatchKind, WatchSettings

F = TypeVar("F", bound=Callable[..., Any])
_DEFAULTS = WatchSettings()
_COUNT = click.IntRange(1, 1_000_000)
_option = in_section("")


def state_option(section: str = "") -> Callable[[F], F]:
    """Where the state is."""
    return in_section(section)(
        "--state",
        type=opt.FILE,
        envvar="SITESIEVE_STATE",
        help="The file that holds all watches. [default: in your data folder]",
    )


def json_option(what: str) -> Callable[[F], F]:
    """Data instead of text."""
    return click.option(
        "--json", "--jsonl", "as_json", is_flag=True, help=f"A line of JSON {what}."
    )


@click.group(
    cls=Group,
    examples=(
        "sitesieve watch add https://a.example/news/ --every 1d",
        "sitesieve watch run && sitesieve watch new",
    ),
)
def watch() -> None:
    """Watch pages, sections and sites: what is new.

    Adverts, counters, dates and related links raise no alert; a paragraph does.
    """


@watch.command(
    examples=(
        "sitesieve watch add https://a.example/news/ --every 1d",
        "sitesieve watch add https://a.example/ --as site --name example --numbers",
    )
)
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@_option("--every", default="6h", show_default=True, help="How often: 30m, 6h, 1d.")
@_option(
    "--as",
    "kind",
    type=click.Choice(KINDS),
    default="page",
    show_default=True,
    help="The page alone; the pages of its folder that it leads to; or the site.",
)
@_option("--name", help="What to call it. [default: made from the address]")
@_option(
    "--max-pages",
    type=_COUNT,
    default=_DEFAULTS.max_pages,
    show_default=True,
    help="Pages fetched in one visit; the rest has its turn next time.",
)
@_option(
    "--depth",
    type=click.IntRange(0, 100),
    default=_DEFAULTS.depth,
    show_default=True,
    help="Links from the start, of a site.",
)
@_option("--numbers", is_flag=True, help="A change of numbers counts: prices, scores.")
@_option(
    "--rules", type=opt.EXISTING_FILE, help="Rules that file what is new (see `sitesieve rules`)."
)
@_option("--exec", "command", metavar="COMMAND", help="Run this for each new item.")
@state_option()
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


@watch.command(
    examples=(
        "sitesieve watch run",
        "sitesieve watch run --daemon --exec 'notify-send sitesieve'",
    )
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@_option("--all", "everything", is_flag=True, help="Also what is not due yet.")
@_option("--daemon", is_flag=True, help="Go on until stopped, visiting whatever is due.")
@_option(
    "--rules",
    type=opt.EXISTING_FILE,
    help="Rules that file what is new, whatever rules a watch has.",
)
@_option(
    "--exec",
    "command",
    metavar="COMMAND",
    help="Run this for each new item, which it gets as JSON on standard input.",
)
@_option(
    "--delay",
    type=click.FloatRange(0, 3600),
    default=1.0,
    show_default=True,
    help="Seconds between two requests; more when robots.txt asks for it.",
)
@reading.fetch_options("")
@json_option("an item")
@_option("-q", "--quiet", is_flag=True, help="No messages.")
@state_option()
def run(
    names: tuple[str, ...],
    everything: bool,
    daemon: bool,
    rules: Path | None,
    command: str | None,
    delay: float,
    allow_private: bool,
    ignore_robots: bool,
    as_json: bool,
    quiet: bool,
    state: Path | None,
) -> int:
    """Visit what is due and note what is new.

    With a NAME, only these watches are visited, if they are due.
    """
    options = FetchOptions(allow_private, not ignore_robots, delay)
    with (
        set_by_signals(second_interrupts=True) as stopping,
        Watcher(state, options, StoppableClock(stopping), create=False) as watcher,
    ):

        def once(due_or_not: bool = False) -> RunReport:
            tell = (lambda _: None) if quiet else show_visit
            report = watcher.run(names, due_or_not, rules, command, stopping.is_set, tell)
            if as_json:
                _print_jsonl(report.items)
            if not quiet:
                show_report(report)
            return report

        report = once(everything)
        if daemon:
            run_forever(watcher, once, stopping.is_set, report, names)
            return 0
        if not quiet and not report.visits and not report.busy and not report.stopped:
            say("nothing is due; --all visits it all the same")
    return INTERRUPTED if report.stopped else 0


@watch.command("list", examples=("sitesieve watch list", "sitesieve watch list --json | jq .url"))
@json_option("a watch")
@state_option()
def list_(as_json: bool, state: Path | None) -> int:
    """List the watches, when they are due, what is wrong."""
    with Watcher(state, create=False) as watcher:
        watches = watcher.status()
        if as_json:
            for status in watches:
                names = ("pages", "seen", "items", "new", "undelivered")
                counts = {name: getattr(status, name) for name in names}
                print_json(status.watch.to_dict() | counts)
        else:
            show_watches(watches, watcher.clock.now())
    return 0


@watch.command(
    examples=(
        "sitesieve watch new",
        "sitesieve watch new --since 2d --json | jq .title",
        "sitesieve watch new --folder sport/football",
    )
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@_option("--peek", is_flag=True, help="Look without taking note: it stays new.")
@_option("--since", "start", metavar="2d|DATE", help="All that was found since, seen or not.")
@_option("--category", help="Only what is filed so, or in a folder inside.")
@_option("--folder", help="All that is in this folder or inside of it, seen or not.")
@json_option("an item")
@state_option()
def new(
    names: tuple[str, ...],
    peek: bool,
    start: str | None,
    category: str | None,
    folder: str | None,
    as_json: bool,
    state: Path | None,
) -> int:
    """Show what is new since the last time you looked.

    With --since or --folder, also what you have seen; what is new stays new.
    """
    if category is not None and folder is not None:
        raise click.UsageError("--category and --folder exclude each other.")
    with Watcher(state, create=False) as watcher:
        after = None if start is None else since(start, watcher.clock.now())
        if folder is not None and after is None:
            after = 0.0  # all there ever was
        items = watcher.new(names, after)
        named = category if folder is None else folder
        if named is not None:
            wanted = folder_name(named)
            items = [item for item in items if any(is_in(c, wanted) for c in item.categories)]
        if folder is not None and start is None and not items:
            raise InputError(f"no item is in a folder {folder!r}: see `sitesieve watch folders`")
        if as_json:
            _print_jsonl(items)
        else:
            show_items(items)
        if not peek and after is None:
            watcher.looked_at(items)  # after they were printed: rather twice than never
    return 0


@watch.command(
    examples=(
        "sitesieve watch show 12",
        "sitesieve watch show 12 --json",
    )
)
@click.argument("number", type=click.IntRange(1), metavar="ID")
@json_option("for the item")
@state_option()
def show(number: int, as_json: bool, state: Path | None) -> int:
    """Show an item: what is new on the page, block by block."""
    with Watcher(state, create=False) as watcher:
        item, changes = watcher.item(number), watcher.differences(number)
        if as_json:
            print_json({**item.to_dict(), "changes": [change.to_dict() for change in changes]})
        else:
            show_differences(item, changes)
    return 0


@watch.command(
    examples=(
        "sitesieve watch folders",
        "sitesieve watch folders example --json | jq .new",
    )
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@json_option("a folder")
@state_option()
def folders(names: tuple[str, ...], as_json: bool, state: Path | None) -> int:
    """List the folders that items are in, and how many are new.

    The numbers are of a folder and all that is inside of it.
    """
    with Watcher(state, create=False) as watcher:
        listed = watcher.folders(names)
    if as_json:
        for status in listed:
            print_json(asdict(status))
    else:
        show_folders(listed)
    return 0


@watch.command(
    "file",
    examples=(
        "sitesieve watch file 12 --into sport/football",
        "sitesieve watch file 12 13 --out-of sport --into games",
    ),
)
@click.argument("numbers", nargs=-1, required=True, type=click.IntRange(1), metavar="ID...")
@_option("--into", multiple=True, metavar="FOLDER", help="A folder to put them into.")
@_option("--out-of", multiple=True, metavar="FOLDER", help="A folder to take them out of.")
@state_option()
def file_(
    numbers: tuple[int, ...], into: tuple[str, ...], out_of: tuple[str, ...], state: Path | None
) -> int:
    """File items by hand, whatever rules say."""
    if not into and not out_of:
        raise click.UsageError("Name a folder with --into or --out-of.")
    with Watcher(state, create=False) as watcher:
        watcher.file(numbers, into, out_of)
        for item in map(watcher.item, numbers):
            say(f"{item.id} {item.title}: {', '.join(item.categories) or 'in no folder'}")
    return 0


@watch.command(
    examples=(
        "sitesieve watch move-folder football sport/football",
        "sitesieve watch move-folder sport games",
    )
)
@click.argument("folder")
@click.argument("to")
@state_option()
def move_folder(folder: str, to: str, state: Path | None) -> int:
    """Rename a folder of items, or put it inside of another.

    Rules are moved by `sitesieve rules move`.
    """
    with Watcher(state, create=False) as watcher:
        count = watcher.move_folder(folder, to)
    say(f"{counted(count, 'item')} moved to {folder_name(to)}")
    return 0


@watch.command(
    examples=(
        "sitesieve watch remove example",
        "sitesieve watch remove news blog",
    )
)
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@state_option()
def remove(names: tuple[str, ...], state: Path | None) -> int:
    """Forget watches and all that was found by them."""
    with Watcher(state, create=False) as watcher:
        for watched in [watcher.watch(name) for name in names]:  # all, or none
            watcher.remove(watched.name)
            say(f"no longer watching {watched.url}")
    return 0


@watch.command(
    examples=(
        "sitesieve watch feed -o new.atom",
        "sitesieve watch feed --watch example --most 20 > example.atom",
    )
)
@_option("-o", "--output", type=opt.FILE, help="The file to write. [default: standard output]")
@_option("--watch", "names", multiple=True, metavar="NAME", help="Only of this watch.")
@_option("--category", help="Only what is filed so, or in a folder inside.")
@_option("--most", type=_COUNT, default=100, show_default=True, help="Items, at most.")
@state_option()
def feed(
    output: Path | None, names: tuple[str, ...], category: str | None, most: int, state: Path | None
) -> int:
    """Write what was found last as an Atom feed."""
    with Watcher(state, create=False) as watcher:
        rules = [one.watch.settings.rules for one in watcher.status()]
        watched = [Path(path) for path in rules if path is not None]
        refuse_overwriting({"output": output, "watched_rules": watched})
        folder = None if category is None else folder_name(category)
        content = watcher.feed(names, folder, most)
    if output is None:
        print_data(content)
    else:
        with atomic_write(output) as file:
            file.write(content)
    return 0


def _print_jsonl(items: Iterable[WatchItem]) -> None:
    for item in items:
        print_json(item.to_dict())
