"""The command line. Commands read options and show results; the work is done elsewhere.

Exit codes:

    0    the job is done; pages that failed are counted in the summary
    1    the job could not be done: bad input, bad output, no page usable
    2    the command was not understood
    3    done, but pages failed (only with --strict)
    130  interrupted; with an output file, --resume goes on
"""

import io
import os
import sys

import click

from sitesieve._version import __version__
from sitesieve.cli.clean import clean
from sitesieve.cli.compare import compare
from sitesieve.cli.crawl import crawl
from sitesieve.cli.demo import demo
from sitesieve.cli.describe import describe
from sitesieve.cli.exit_codes import INTERRUPTED
from sitesieve.cli.experiment import experiment
from sitesieve.cli.explain import explain
from sitesieve.cli.learn import learn
from sitesieve.cli.noise import noise
from sitesieve.cli.rules import rules
from sitesieve.cli.sample import sample
from sitesieve.cli.show import say
from sitesieve.cli.structure import structure
from sitesieve.cli.watch import watch
from sitesieve.cli.weigh import weigh
from sitesieve.errors import SitesieveError


class _Commands(click.Group):
    """The commands. That the reader of the output closed the pipe is no error."""

    def invoke(self, context: click.Context) -> object:
        try:
            return super().invoke(context)
        except BrokenPipeError:  # click would take it for a failure
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="sitesieve")
def cli() -> None:
    """Clean web pages by learning what the pages of a site have in common."""


for command in (
    clean,
    learn,
    describe,
    explain,
    crawl,
    noise,
    structure,
    compare,
    weigh,
    experiment,
    watch,
    rules,
    sample,
    demo,
):
    cli.add_command(command)


def main() -> None:
    """Run the command line and exit with its code."""
    # Arrow's own allocator keeps what it has freed: reading a large file grows without end.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # characters that cannot be encoded become "?"
            stream.reconfigure(errors="replace")
    try:
        code = cli.main(prog_name="sitesieve", standalone_mode=False)
    except click.exceptions.Abort:
        code = INTERRUPTED
    except KeyboardInterrupt:
        say("interrupted")
        code = INTERRUPTED
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (SitesieveError, OSError) as error:
        say(f"error: {error}", style="bold red")
        code = 1
    sys.exit(code if isinstance(code, int) else 0)
