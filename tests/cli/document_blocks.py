"""Code blocks of the documents: found, and run as a reader would run them.

| fence | what is done with it |
|---|---|
| `python` | runs, in one namespace for the page |
| `sh` | every line runs, and must succeed |
| `console` | lines behind `$ ` run; what is shown below them must come out |
| `output` | what the block before it must print |
| others | not code: `text`, `json`, … |

`<!-- not run: reason -->` on the line above leaves a block out. How what is shown is compared with
what comes out says `docs_site.shown`.
"""

import contextlib
import io
import os
import re
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
from command_line import sitesieve

from docs_site.shown import agrees
from sitesieve.cli import cli

CODE = ("python", "sh", "console", "output")
_FENCE = re.compile(
    r"^(?:<!-- not run: (?P<reason>.+?) -->\n)?```(?P<language>\w+)[^\n]*\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_PORT = "8000"  # of servers in the documents; another one is used
# A shell knows the program by its name.
_SHELL = f'sitesieve() {{ {shlex.quote(sys.executable)} -m sitesieve "$@"; }}\n'
_SHELL += f'python() {{ {shlex.quote(sys.executable)} "$@"; }}\n'


class CodeBlock(NamedTuple):
    """A block of a document, the line it starts on, and why it is not run."""

    line: int
    language: str
    code: str
    reason: str | None


def blocks_of(text: str) -> list[CodeBlock]:
    """The code of a document."""
    return [
        CodeBlock(
            text[: match.start("language")].count("\n") + 1,
            *match.group("language", "code", "reason"),
        )
        for match in _FENCE.finditer(text)
        if match["language"] in CODE
    ]


class Reader:
    """Runs the blocks of one document, from the top down, in the current folder."""

    def __init__(self, **given: Any) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__", **given}
        self.printed = ""
        self._servers: list[subprocess.Popen[bytes]] = []
        self._port = str(_free_port())

    def run(self, block: CodeBlock) -> None:
        """Run a block, or compare what the one before has printed."""
        getattr(self, f"_{block.language}")(block)

    def close(self) -> None:
        for server in self._servers:
            server.terminate()
            server.wait()
        self._servers.clear()

    def _python(self, block: CodeBlock) -> None:
        # Lines are counted from the top of the document, where errors are looked for.
        code = compile("\n" * block.line + block.code, "document", "exec", dont_inherit=True)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(code, self.names)
        self.printed = printed.getvalue()

    def _sh(self, block: CodeBlock) -> None:
        self.printed = "".join(self._command(line) for line in _joined(block.code))

    def _console(self, block: CodeBlock) -> None:
        for session in re.split(r"^\$ ", block.code, flags=re.MULTILINE)[1:]:
            (line, *more), shown = _joined_first(session)
            assert not more
            self._compare(shown, self._command(line))

    def _output(self, block: CodeBlock) -> None:
        self._compare(block.code, self.printed)

    def _compare(self, shown: str, printed: str) -> None:
        """Fail where something else was printed than is shown."""
        printed = printed.replace(self._port, _PORT)
        if shown.strip() and not agrees(shown, printed):
            raise AssertionError(f"shown:\n{shown.strip()}\n\nprinted:\n{printed.strip()}")

    def _command(self, line: str) -> str:
        """Run one line; what it says on both streams."""
        line = line.replace(_PORT, self._port)
        if line.endswith(" &"):
            self._serve(line[:-2].removesuffix(" >/dev/null 2>&1"))
            return ""
        if line == "kill %1":
            self.close()
            return ""
        words = shlex.split(line, comments=True)
        if not words:
            return ""
        if words[0] == "sitesieve" and not {"|", ">", "&&", ";"} & set(words):
            done = sitesieve(*words[1:])
            text, code = done.out.decode() + done.err, done.code
        else:
            ran = subprocess.run(
                ["bash", "-c", _SHELL + line],
                capture_output=True,
                text=True,
                check=False,
                timeout=120,
            )
            text, code = ran.stdout + ran.stderr, ran.returncode
        assert code == 0, f"{line}\n{text}"
        return text

    def _serve(self, line: str) -> None:
        """Start a server and wait until it answers. It tells by seconds when files changed, and a
        reader takes longer than that to change one."""
        for file in Path().rglob("*.html"):
            os.utime(file, (0, 0))
        server = subprocess.Popen(
            [sys.executable, *shlex.split(line)[1:]],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._servers.append(server)
        until = time.monotonic() + 20
        while time.monotonic() < until:
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("127.0.0.1", int(self._port))),
            ):
                return
            time.sleep(0.05)
        raise TimeoutError(line)


def _joined(code: str) -> Iterator[str]:
    """Lines of a shell; those that end in a backslash go on."""
    return (line for line in code.replace("\\\n", " ").splitlines() if line.strip())


def _joined_first(session: str) -> tuple[list[str], str]:
    """A command and what is shown below it."""
    joined = session.replace("\\\n", " ")
    line, _, shown = joined.partition("\n")
    return [line], shown


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def wide_terminal(environment: Any) -> None:
    """As wide as the documents show it, without colours."""
    environment.setenv("COLUMNS", "90")
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        environment.delenv(name, raising=False)
    environment.setenv("XDG_DATA_HOME", str(Path.cwd()))
    environment.setenv("PYTHONPATH", os.pathsep.join(sys.path))


def understood(line: str) -> None:
    """Fail where a command line that is not run has an option that there is not."""
    words = shlex.split(line, comments=True)
    if not words or words[0] != "sitesieve":
        return
    ends = [i for i, word in enumerate(words) if word in ("|", "&&", "||", "<", ">")]
    arguments = words[1 : ends[0] if ends else None]
    command: click.Command = cli
    # With its settings: a command keeps the option for help that it first makes.
    context = click.Context(cli, **cli.context_settings)
    while isinstance(command, click.Group):
        inner = command.get_command(context, arguments.pop(0))
        assert inner is not None, line
        command = inner
        context = click.Context(command, context)
    command.make_parser(context).parse_args(arguments)
