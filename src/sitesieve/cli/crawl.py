"""`sitesieve crawl`: fetch the pages of a site into an archive."""

from typing import Any

import click
from rich.markup import escape
from rich.table import Table

from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.exit_codes import INTERRUPTED
from sitesieve.cli.help import command, in_section
from sitesieve.cli.show import console, progress, say
from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.outcome import STORED
from sitesieve.crawl.run import CrawlReport
from sitesieve.crawl.run import crawl as crawl_site
from sitesieve.page.limits import MOST_BYTES, Limits

_DEFAULTS = Limits()
_COUNT = click.IntRange(1, MOST_BYTES)


class PathDepth(click.ParamType[tuple[str, int]]):
    """/path/=N: how deep to go below a path."""

    name = "path-depth"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """The path and the depth."""
        path, _, depth = str(value).rpartition("=")
        if not path.startswith("/") or not depth.isdecimal():
            self.fail(f"{value!r} is not like /archive/=2", param, ctx)
        return path, int(depth)


_scope, _requests = in_section("What to fetch"), in_section("Requests")


@command(
    "sitesieve crawl https://a.example/ -o site.warc.gz",
    "sitesieve crawl https://a.example/blog/ -o blog.warc.gz --max-pages 500",
)
@click.argument("url")
@opt.in_output(
    "-o", "--output", required=True, type=opt.FILE, help="The archive to write, e.g. site.warc.gz."
)
@_scope(
    "--since",
    type=opt.FILE,
    help="The archive of an earlier crawl: what has not changed is copied from it.",
)
@_scope("--max-pages", type=_COUNT, default=10_000, show_default=True, help="Pages, at most.")
@_scope(
    "--depth",
    "max_depth",
    type=click.IntRange(0, 10_000),
    default=20,
    show_default=True,
    help="Links from the start to a page, at most.",
)
@_scope(
    "--path-depth",
    "path_depths",
    multiple=True,
    type=PathDepth(),
    metavar="/PATH/=N",
    help="Another depth for addresses that begin so; 0 leaves them out. Repeatable.",
)
@_scope(
    "--max-queries",
    type=_COUNT,
    default=200,
    show_default=True,
    help="Addresses that differ only after the question mark, at most.",
)
@_scope(
    "--site-by",
    type=click.Choice(["domain", "host"]),
    default="domain",
    show_default=True,
    help="What makes the site.",
)
@_requests(
    "--delay",
    type=click.FloatRange(0, 3600),
    default=1.0,
    show_default=True,
    help="Seconds between two requests; more when the server is slow or robots.txt asks for it.",
)
@_requests(
    "--concurrency",
    type=click.IntRange(1, 64),
    default=4,
    show_default=True,
    help="Requests under way at a time.",
)
@_requests(
    "--retries",
    type=click.IntRange(0, 20),
    default=2,
    show_default=True,
    help="Further attempts when a server fails.",
)
@_requests(
    "--max-bytes",
    type=_COUNT,
    default=_DEFAULTS.bytes,
    show_default=True,
    help="Larger answers are not stored.",
)
@_requests(
    "--max-seconds",
    type=click.FloatRange(0, 3600, min_open=True),
    default=_DEFAULTS.seconds,
    show_default=True,
    help="A page that takes longer is abandoned.",
)
@_scope("--sitemaps/--no-sitemaps", default=True, help="Look for sitemaps. [default: yes]")
@_scope("--focus", is_flag=True, help="First follow links of blocks that say something new.")
@reading.fetch_options("Requests")
@opt.resume_option
@opt.quiet_option
def crawl(quiet: bool, ignore_robots: bool, **options: Any) -> int:
    """Fetch the pages of the site at URL into a WARC archive.

    Beside the archive an index (.index.jsonl) says what came of every address,
    and a .state file lets --resume go on and --since compare.
    """
    wanted = CrawlOptions(obey_robots=not ignore_robots, **options)
    try:
        with progress(quiet) as report:
            done = crawl_site(wanted, lambda stored, waiting: report(
                "crawling", stored, stored / (stored + waiting) if stored + waiting else 0.0
            ))  # fmt: skip
    except KeyboardInterrupt:  # before the first page, or after the last
        return _interrupted()
    if not quiet:
        _summary(done)
    return _interrupted() if done.interrupted else 0


def _interrupted() -> int:
    say("interrupted; nothing is lost: the same command with --resume goes on")
    return INTERRUPTED


def _summary(done: CrawlReport) -> None:
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right")
    table.add_column(overflow="fold")
    table.add_row("pages", f"{done.stored:,} stored")
    stored = [str(outcome) for outcome in STORED]
    for outcome, number in sorted(done.outcomes.items()):
        if number and (outcome not in stored or outcome == "unchanged"):
            table.add_row(outcome, f"{number:,}")
    if done.waiting:
        table.add_row("waiting", f"{done.waiting:,} addresses not fetched yet")
    table.add_row("time", f"{done.seconds:.1f} s")
    table.add_row("output", escape(f"{done.archive} ({done.archive.stat().st_size / 1e6:,.1f} MB)"))
    table.add_row("index", escape(str(done.index)))
    console().print(table)
