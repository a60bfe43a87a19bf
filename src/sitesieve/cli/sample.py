"""`sitesieve sample`: the sample web, on disk or served."""

import contextlib
import threading
from pathlib import Path

import click

from sitesieve import sample as web
from sitesieve.atomic import output_errors
from sitesieve.cli import options as opt
from sitesieve.cli.help import command
from sitesieve.cli.show import say
from sitesieve.sinks import check_output


@command("sitesieve sample web/", "sitesieve sample --serve")
@click.argument("folder", required=False, type=opt.FOLDER)
@click.option(
    "-o",
    "--output",
    "--jsonl",
    "jsonl",
    type=opt.FILE,
    help="Write one file of JSON Lines, one page per line with its HTML and the truth.",
)
@click.option("--serve", is_flag=True, help="Serve each site on a port of localhost until Ctrl-C.")
def sample(folder: Path | None, jsonl: Path | None, serve: bool) -> int:
    """Write a made-up web of five sites to FOLDER.

    With it comes the truth about every page: what is content and what is noise.
    """
    if folder is None and jsonl is None and not serve:
        raise click.UsageError("Name a folder to write to, or --jsonl FILE, or --serve.")
    if jsonl is not None:
        if jsonl.suffix not in (".jsonl", ".ndjson"):
            raise click.UsageError(f"{jsonl} would hold JSON Lines: call it NAME.jsonl.")
        check_output(jsonl)
    sites = web.sample_sites()
    if folder is not None:
        with output_errors(folder):
            files = web.write(folder, sites)
        say(f"wrote {len(files) - 1:,} pages and truth.jsonl to {folder}")
    if jsonl is not None:
        say(f"wrote {web.write_jsonl(jsonl, sites):,} pages to {jsonl}")
    if serve:
        with contextlib.ExitStack() as servers:
            for site in sites:
                address = servers.enter_context(web.serve(site))
                click.echo(f"{address}/  {site.name}")
            threading.Event().wait()  # until Ctrl-C
    return 0
