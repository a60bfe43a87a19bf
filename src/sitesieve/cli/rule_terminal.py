"""Questions and answers on a terminal; or from a file, a line an answer."""

import contextlib
import sys

from rich.text import Text

from sitesieve.cli.show import console
from sitesieve.terminal import harmless

_STYLES = {"title": "bold", "plain": "", "faint": "dim", "good": "green", "bad": "yellow"}


def ask(question: str) -> str | None:
    """An answer; None when there are no more."""
    if sys.stdin is None:
        return None
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  lets people edit what they type
        try:
            return input(harmless(question))
        except (EOFError, KeyboardInterrupt):
            console().print()
            return None
    console().print(Text(question), end="", soft_wrap=True)
    line = sys.stdin.readline()
    console().print(Text(line.rstrip("\n")), soft_wrap=True)
    return line.rstrip("\n") if line else None


def agreed(question: str) -> bool:
    """Whether the answer is yes."""
    return (ask(question) or "").strip().lower() in ("y", "yes")


def tell(line: str, style: str) -> None:
    """A line for the person."""
    console().print(Text(harmless(line)), style=_STYLES[style], soft_wrap=True)
