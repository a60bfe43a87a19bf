"""`sitesieve describe`: what a saved model knows."""

from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

import click

from sitesieve.cleaning import methods
from sitesieve.cleaning.method import LearningMethod, StoringMethod
from sitesieve.cleaning.methods import SiteMethod
from sitesieve.cli import options as opt
from sitesieve.cli.show import print_json
from sitesieve.errors import InputError
from sitesieve.site.model import Rung

_BLOCKS_SHOWN = 4


@click.command()
@click.argument("model", type=opt.PATH)
@click.option("--site", help="Only this site. [default: all]")
@click.option(
    "--thresholds", is_flag=True, help="What each of a ladder of thresholds would remove."
)
@click.option("--json", "as_json", is_flag=True, help="A line of JSON a site.")
def describe(model: Path, site: str | None, thresholds: bool, as_json: bool) -> int:
    """Show what a model knows of its sites: pages, templates, shared blocks, the tree.

    With --thresholds, a person can choose one: the ladder shows which blocks go
    at each, and how many words stay. Use it with clean --model … --set threshold=0.6.
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
            click.echo(f"{title}\n{_ladder(rungs)}\n")
        else:
            click.echo(f"{title}: {method.describe(name)}\n")
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
        new = [f"{b.path} ({b.words:.0f} words): {b.text[:50]}" for b in rung.blocks]
        more = len(new) - _BLOCKS_SHOWN
        texts = new[:_BLOCKS_SHOWN] + ([f"and {more:,} more"] if more > 0 else [])
        start = f"{rung.threshold:9.2f}  {rung.words_kept:10.1%}  {rung.blocks_removed:11,}  "
        lines.append(start + (texts[0] if texts else "nothing more"))
        lines += [" " * len(start) + text for text in texts[1:]]
    return "\n".join(lines)
