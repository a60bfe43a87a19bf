"""The command line. Commands read options and show results; the work is done elsewhere.

Exit codes:

    0    the job is done; pages that failed are counted in the summary
    1    the job could not be done: bad input, bad output, no page usable
    2    the command was not understood
    3    done, but pages failed (only with --strict)
    4    done, but a part of the input could not be read, and with it pages nobody knows of
    130  interrupted; with an output file, --resume goes on
    143  ended by SIGTERM, 129 by SIGHUP; the same
"""

import contextlib
import ctypes
import io
import os
import sys
from importlib import import_module

import click

from sitesieve._version import __version__
from sitesieve.cli.ending import clean_up_when_ended
from sitesieve.cli.exit_codes import FAILED_PAGES, INTERRUPTED, LOST_INPUT, OPENED
from sitesieve.cli.help import Group
from sitesieve.errors import SitesieveError

# In the order of `--help`. Each is the function of the same name in the module of that name,
# imported when it is asked for: what one command needs is not waited for by the others.
COMMANDS = (
    *("clean", "learn", "describe", "thresholds", "explain", "crawl", "noise", "structure"),
    *("compare", "weigh", "experiment", "watch", "rules", "studio", "serve", "mcp", "sample"),
    "demo",
)


_MMAP_THRESHOLD = -3  # of mallopt


class _Commands(Group):
    """The commands. That the reader of the output closed the pipe is no error."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"sitesieve.cli.{cmd_name}"), cmd_name)
        return command if isinstance(command, click.Command) else None

    def invoke(self, context: click.Context) -> object:
        _free_arrays_at_once()
        try:
            code = super().invoke(context)
            return _code_with_losses(context, code)
        except BrokenPipeError:  # click would take it for a failure
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    examples=(
        "sitesieve demo",
        "sitesieve clean pages/ -o text.jsonl",
        'eval "$(_SITESIEVE_COMPLETE=bash_source sitesieve)"  # complete in this shell',
    ),
)
@click.version_option(__version__, prog_name="sitesieve")
def cli() -> None:
    """Clean web pages by learning what the pages of a site have in common."""


def main() -> None:
    """Run the command line and exit with its code."""
    # Arrow's own allocator keeps what it has freed: reading a large file grows without end.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # characters that cannot be encoded become "?"
            stream.reconfigure(errors="replace")
    clean_up_when_ended()
    try:
        code = cli.main(prog_name="sitesieve", standalone_mode=False)
    except click.exceptions.Abort:
        code = INTERRUPTED
    except KeyboardInterrupt:
        _say("interrupted")
        code = INTERRUPTED
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (SitesieveError, OSError) as error:
        _say(f"error: {error}", style="bold red")
        code = 1
    sys.exit(code if isinstance(code, int) else 0)


def _free_arrays_at_once() -> None:
    """Return arrays of a megabyte and more to the system when they are freed. By itself glibc
    comes to keep those of up to 32 MB; elsewhere there is nothing to set."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, 1 << 20)


def _code_with_losses(context: click.Context, code: object) -> object:
    """What a command exits with, unless it is done and input was lost: then that is said."""
    if code not in (None, 0, FAILED_PAGES):
        return code
    for source in context.meta.get(OPENED, ()):
        if source.lost:
            _say(f"not all input could be read: {source.lost} lost", style="yellow")
            code = LOST_INPUT
    return code


def _say(message: str, style: str | None = None) -> None:
    from sitesieve.cli.show import say

    say(message, style=style)
