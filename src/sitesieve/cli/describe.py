"""`sitesieve describe`: what a saved model knows."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from sitesieve.cleaning import methods
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
    if not isinstance(method, SiteMethod):
        raise InputError(f"{model} is a model of {method.name}, which has no tree to describe")
    if site is not None and site not in method.sites:
        names = ", ".join(name or "(no site)" for name in method.sites)
        raise InputError(f"{model} knows no site {site!r}; it knows {names}")
    for name in [site] if site is not None else sorted(method.sites):
        if as_json:
            data: dict[str, Any] = {"site": name, **asdict(method.describe(name))}
            if thresholds:
                data["thresholds"] = [asdict(rung) for rung in method.thresholds(name)]
            print_json(data)
        elif thresholds:
            click.echo(f"{name or '(no site)'}\n{_ladder(method.thresholds(name))}\n")
        else:
            click.echo(f"{name or '(no site)'}: {method.describe(name)}\n")
    return 0


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
