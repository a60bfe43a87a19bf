"""`sitesieve mcp`: tools for agents, on standard input and output."""

import os
import shutil
import signal
import tempfile
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click

from sitesieve.cli import options as opt
from sitesieve.cli.help import command, in_section

_requests = in_section("Requests")


@command(
    "sitesieve mcp ~/pages",
    "sitesieve mcp ~/pages ~/crawls --delay 2",
)
@click.argument("folders", nargs=-1, type=opt.EXISTING_FOLDER, metavar="[FOLDER]...")
@_requests("--allow-private", is_flag=True, help="Fetch from private addresses too.")
@_requests(
    "--delay",
    type=click.FloatRange(0, 3600),
    default=1.0,
    show_default=True,
    help="Seconds between two requests to a server.",
)
def mcp(folders: tuple[Path, ...], allow_private: bool, delay: float) -> int:
    """Serve tools for agents by the Model Context Protocol.

    They clean a page, learn a site, say what is new and show how a site hangs
    together. No file outside of the FOLDERs is read or written. Models and
    watches are kept in the first; without any, until the server ends.
    """
    from sitesieve.integrations.mcp import AgentTools, server

    with tempfile.TemporaryDirectory(prefix="sitesieve-") as passing:
        _end_at_once(passing)
        server(AgentTools(folders or (Path(passing),), allow_private, delay)).run()
    return 0


def _end_at_once(folder: str) -> None:
    """Let signals end the server, which would wait for the next line of its input first. Nothing
    is lost: files appear when they are complete."""

    def end(number: int, _: FrameType | None) -> NoReturn:
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
