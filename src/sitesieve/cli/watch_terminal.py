"""Watches and what is new, as a person reads them."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sitesieve.cli.show import console, counted, say
from sitesieve.rules.folders import SEPARATOR, level
from sitesieve.terminal import harmless
from sitesieve.watch.differences import BlockChange, edited_words
from sitesieve.watch.intervals import as_interval, as_time
from sitesieve.watch.items import FolderStatus, WatchItem
from sitesieve.watch.visit import VisitReport
from sitesieve.watch.watcher import RunReport, WatchStatus

_TEASER = 240  # characters of an item that a list shows
_AROUND = 1  # blocks around a change that are shown
_KINDS = {
    "new": Text("new", "bold green"),
    "changed": Text("changed", "bold yellow"),
    "redesign": Text("redesign", "bold magenta"),
    "gone": Text("gone", "bold red"),
}


def _text(text: str, style: str = "") -> Text:
    """A text from a page."""
    return Text(harmless(text), style)


def show_visit(report: VisitReport) -> None:
    """One line about a visit."""
    line = f"{report.watch}: {counted(report.fetched, 'page')} fetched"
    if report.unchanged:
        line += f", {report.unchanged:,} unchanged"
    if report.failed:
        line += f", {report.failed:,} failed"
    line += f", {counted(len(report.items), 'new item')}"
    if report.gone:
        line += f", {len(report.gone):,} gone"
    say(line)
    if report.odd:
        say(
            f"{report.watch}: {counted(report.odd, 'page')} neither looked like before nor said "
            "what was said before; the next visit will tell"
        )
    if report.problem is not None:
        say(f"{report.watch}: {report.problem}", style="yellow")


def show_report(report: RunReport) -> None:
    """What became of a run."""
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


def show_watches(watches: Sequence[WatchStatus], now: float) -> None:
    """All watches as a table."""
    if not watches:
        say("nothing is watched yet: `sitesieve watch add URL`")
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("name", "what", "every", "due", "pages", "new", "address"):
        table.add_column(name, overflow="fold", no_wrap=name in ("every", "due"))
    for status in watches:
        watch = status.watch
        seconds = watch.due_at(now) - now
        due = "now" if seconds <= 0 else f"in {_rough(seconds)}"
        table.add_row(
            _text(watch.name), watch.kind, as_interval(watch.every), due,
            f"{status.seen:,} of {status.pages:,}", f"{status.new:,} of {status.items:,}",
            _text(watch.url),
        )  # fmt: skip
        problems = [watch.problem] if watch.problem else []
        if status.undelivered:
            problems.append(f"a command failed for {counted(status.undelivered, 'item')}")
        for problem in problems:
            table.add_row("", "", "", "", "", "", _text(problem, "yellow"))
    console(stderr=False).print(table)


def _rough(seconds: float) -> str:
    """An interval in its largest unit only."""
    unit = next((u for u in (86_400, 3_600, 60) if seconds >= u), 1)
    return as_interval(max(seconds // unit, 1) * unit)


def show_folders(folders: Sequence[FolderStatus]) -> None:
    """Folders as a table, those inside of others further in."""
    if not folders:
        say("nothing was found yet")
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("folder", overflow="fold")
    for name in ("new", "items"):
        table.add_column(name, justify="right")
    for status in folders:
        name = f"{'  ' * (level(status.folder) - 1)}{status.folder.rpartition(SEPARATOR)[2]}"
        counts = (f"{status.new.whole:,}", f"{status.items.whole:,}")
        table.add_row(_text(name) if name else Text("(no folder)", "dim"), *counts)
    console(stderr=False).print(table)


def show_items(items: Sequence[WatchItem]) -> None:
    """Items one below the other, with the beginning of what is new."""
    out = console(stderr=False)
    if not items:
        say("nothing new")
    for item in items:
        head = Text.assemble(
            (f"{item.id} ", "dim"), _KINDS[item.kind], " ", _text(item.title, "bold")
        )
        for category in item.categories:
            head.append_text(_text(f" [{category}]", "cyan"))
        out.print(head, soft_wrap=True)
        out.print(_text(f"  {item.url}", "blue"), soft_wrap=True)
        out.print(Text(f"  {as_time(item.at)} · {item.watch}", "dim"), soft_wrap=True)
        text = " ".join(item.text.split())
        short = text if len(text) <= _TEASER else f"{text[:_TEASER].rpartition(' ')[0]} …"
        _print_hanging(out, "  ", _text(short))
        out.print()


def show_differences(item: WatchItem, changes: Sequence[BlockChange]) -> None:
    """An item with its page, block by block: what came, went and was edited."""
    out = console(stderr=False)
    out.print(Text.assemble(_KINDS[item.kind], " ", _text(item.title, "bold")), soft_wrap=True)
    out.print(_text(item.url, "blue"), soft_wrap=True)
    out.print(Text(f"{as_time(item.at)} · {item.watch}\n", "dim"))
    if item.note:
        out.print(_text(item.note))
    changed = {at for at, change in enumerate(changes) if change.change != "same"}
    near = {at + k for at in changed for k in range(-_AROUND, _AROUND + 1)}
    skipped = False
    for at, change in enumerate(changes):
        if at not in near:
            if not skipped:
                out.print(Text("  …", "dim"))
            skipped = True
            continue
        skipped = False
        _print_hanging(out, *_block(change))


def _print_hanging(out: Console, mark: str, text: Text) -> None:
    """Print a text behind a mark, the lines that follow the first as far in as that."""
    for line in text.wrap(out, max(1, out.width - len(mark))):
        line.rstrip()
        out.print(Text.assemble((mark, text.style if mark.strip() else ""), line))
        mark = " " * len(mark)


def _block(change: BlockChange) -> tuple[str, Text]:
    """The mark of a change, and what is shown of it."""
    if change.change == "added":
        return "+ ", _text(change.after, "green")
    if change.change == "removed":
        return "- ", _text(change.before, "red strike")
    if change.change == "same":
        return "  ", _text(change.after, "dim")
    line = Text()
    for what, words in edited_words(harmless(change.before), harmless(change.after)):
        if what == "same":
            line.append(f"{words} ")
        elif what == "-":
            line.append(f"[-{words}-]", "red strike").append(" ")
        else:
            line.append(f"{{+{words}+}}", "green").append(" ")
    return "~ ", line
