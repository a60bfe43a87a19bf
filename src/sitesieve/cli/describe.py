"""`sitesieve describe`: what a saved model knows."""

import textwrap
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

import click

from sitesieve.cleaning import methods
from sitesieve.cleaning.method import LearningMethod, StoringMethod
from sitesieve.cleaning.methods import SiteMethod
from sitesieve.cli import options as opt
from sitesieve.cli.help import command
from sitesieve.cli.show import print_json, print_line
from sitesieve.errors import InputError
from sitesieve.site.model import Rung

_BLOCKS_SHOWN = 4
_WIDTH = 80  # columns


@command(
    "sitesieve describe site.sieve",
    "sitesieve describe site.sieve --site a.example --thresholds",
)
@click.argument("model", type=opt.PATH)
@click.option("--site", metavar="NAME", help="Only this site. [default: all]")
@click.option(
    "--thresholds", is_flag=True, help="What each of a ladder of thresholds would remove."
)
@click.option("--json", "as_json", is_flag=True, help="A line of JSON a site.")
def describe(model: Path, site: str | None, thresholds: bool, as_json: bool) -> int:
    """Show what a model knows of its sites.

    MODEL is a file that `sitesieve learn` saved. Of each site it shows pages,
    templates, shared blocks and the tree.

    With --thresholds, a person can choose one: the ladder shows which blocks go
    at each, and how many words stay. It is for the site style tree, which takes the
    same model; the sieve has no threshold:

    \b
    sitesieve clean INPUT --model MODEL --method site-style-tree \\
        --set threshold=0.6
    """
    method = methods.load(model)
    if not isinstance(method, LearningMethod):
        raise InputError(f"{model} is a model of {method.name}, which learns nothing of sites")
    if thresholds and not isinstance(method, SiteMethod):
        raise InputError(f"{model} is a model of {method.name}, which has no ladder of thresholds")
    for name in _sites(model, method, site):
        title = method.name if name is None else name or "(no site)"
        rungs = method.thresholds(name) if thresholds and isinstance(method, SiteMethod) else None
        if as_json:
            ladder = {} if rungs is None else {"thresholds": [asdict(rung) for rung in rungs]}
            print_json({"site": name, **_as_data(method.describe(name)), **ladder})
        elif rungs is not None:
            print_line(f"{title}\n{_ladder(rungs)}\n")
        else:
            print_line(_wrapped(f"{title}: {method.describe(name)}") + "\n")
    return 0


def _as_data(description: object) -> dict[str, Any]:
    if is_dataclass(description) and not isinstance(description, type):
        return asdict(description)
    return {"text": str(description)}


def _sites(model: Path, method: LearningMethod, site: str | None) -> list[str | None]:
    """The sites to describe; None, for all at once, where a method does not list its sites."""
    if not isinstance(method, StoringMethod):
        return [site]
    sites = sorted(method.models)
    if site is not None and site not in sites:
        names = ", ".join(name or "(no site)" for name in sites)
        raise InputError(f"{model} knows no site {site!r}; it knows {names}")
    return [*sites] if site is None else [site]


def _ladder(rungs: list[Rung]) -> str:
    lines = ["threshold  words kept  blocks gone  and now also goes"]
    for rung in rungs:
        start = f"{rung.threshold:9.2f}  {rung.words_kept:10.1%}  {rung.blocks_removed:11,}"
        lines.append(start + ("" if rung.blocks else "  nothing more"))
        lines += [
            _cut(f"  {block.path} ({block.words:.0f} words): {block.text}")
            for block in rung.blocks[:_BLOCKS_SHOWN]
        ]
        more = len(rung.blocks) - _BLOCKS_SHOWN
        lines += [f"  and {more:,} more"] if more > 0 else []
    return "\n".join(lines)


def _cut(line: str) -> str:
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"


def _wrapped(text: str) -> str:
    """A text whose lines fit; what is left of a line follows further in."""
    lines = []
    for line in text.splitlines():
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        pieces = textwrap.wrap(
            line, _WIDTH, subsequent_indent=indent, drop_whitespace=True, break_on_hyphens=False
        )
        lines += pieces or [""]
    return "\n".join(lines)
