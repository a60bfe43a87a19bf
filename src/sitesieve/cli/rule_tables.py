"""`sitesieve rules tables` and `cost`: what rules do to pages, in numbers."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Unpack

import click
from rich import box
from rich.table import Table
from rich.text import Text

from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.help import command, in_section
from sitesieve.cli.rule_pages import (
    PageArguments,
    open_cases,
    page_options,
    rules_option,
    usable_cases,
)
from sitesieve.cli.show import console, counted, print_json, print_line, progress, say
from sitesieve.errors import InputError
from sitesieve.rules.cases import Case
from sitesieve.rules.conditions import condition_data
from sitesieve.rules.filing_tables import FilingTables, Spread, filing_tables
from sitesieve.rules.mending import MendingCost, mending_cost
from sitesieve.rules.rule_base import RuleBase
from sitesieve.rules.rule_file import load_rules
from sitesieve.run.tally import Failures, listed

_MANY = 4  # conditions; rules with more are in one column
_SHOWN = 20  # pages that `cost` names


@command(
    "sitesieve rules tables -r topics.json",
    "sitesieve rules tables more/ -r topics.json --json",
)
@page_options
@rules_option
@opt.json_option
def tables(path: Path, as_json: bool, **options: Unpack[PageArguments]) -> int:
    """Count pages by rules, by folders and by sites.

    Rules by how many conditions they have, folders by how deep they are inside of
    others: how many there are, and for how many pages they conclude. INPUT is as for
    `classify`; without, the stored cases are counted.
    """
    base = load_rules(path)
    result = filing_tables(base, ((case, base.classify(case)) for case in _cases(base, options)))
    if as_json:
        print_json(_data(result))
    else:
        _show(result)
    return 0


def _cases(base: RuleBase, options: PageArguments) -> Iterator[Case]:
    """The pages that are named, or the stored cases."""
    if not (reading.has_input(options) or options["watches"]):
        yield from (stored.case for stored in base.cases.values())
        return
    failures, usable = Failures(), 0
    with progress(options["quiet"]) as report, open_cases(options, report) as cases:
        for case in usable_cases(cases, failures):
            usable += 1
            yield case
    if not usable:
        raise failures.error()
    if failures:
        say(f"failed: {listed(failures)}")


def _data(result: FilingTables) -> dict[str, Any]:
    def spread(spreads: Mapping[Any, Spread], of: str, each: str) -> list[dict[str, Any]]:
        return [{of: key, each: s.number, "pages": s.pages} for key, s in spreads.items()]

    sites = [
        {"site": name, "pages": one.number, "folders": one.pages}
        for name, one in result.sites.items()
    ]
    return {
        "conditions": spread(result.conditions, "conditions", "rules"),
        "levels": spread(result.levels, "level", "folders"),
        "sites": sites,
        "folders_a_page": [
            {"folders": number, "pages": pages} for number, pages in result.folders_a_page.items()
        ],
    }


def _show(result: FilingTables) -> None:
    conditions: dict[str, Spread] = {}
    for number, one in result.conditions.items():
        name = str(number) if number <= _MANY else f"> {_MANY}"
        conditions[name] = conditions.get(name, Spread()) + one
    levels = {str(number): one for number, one in result.levels.items()}
    out = console(stderr=False)
    out.print(_spread_table("rules by conditions", conditions, "rules", "pages"))
    out.print(_spread_table("folders by level", levels, "folders", "pages"))
    sites = {name or "(no site)": one for name, one in result.sites.items()}
    out.print(_spread_table("pages by site", sites, "pages", "folders", upright=True))
    table = Table(box=box.SIMPLE, title="pages by folders they are in", title_justify="left")
    table.add_column("folders")
    for number in result.folders_a_page:
        table.add_column(str(number), justify="right")
    table.add_row("pages", *(f"{pages:,}" for pages in result.folders_a_page.values()))
    out.print(table)


def _spread_table(
    title: str, spreads: Mapping[str, Spread], each: str, what: str, upright: bool = False
) -> Table:
    """A column for each entry, as in the paper, or, where there may be many, a row."""
    whole = {**spreads, "total": sum(spreads.values(), Spread())}
    names = (each, what, f"{what} a {each.removesuffix('s')}")
    columns = [(f"{s.number:,}", f"{s.pages:,}", f"{s.mean:.2f}") for s in whole.values()]
    headings = names if upright else tuple(whole)
    table = Table(box=box.SIMPLE, title=title, title_justify="left")
    table.add_column("", no_wrap=not upright)
    for heading in headings:
        table.add_column(heading, justify="right")
    if upright:
        for name, column in zip(whole, columns, strict=True):
            table.add_row(Text(name), *column)
    else:
        for name, row in zip(names, zip(*columns, strict=True), strict=True):
            table.add_row(name, *row)
    return table


class CostArguments(PageArguments):
    """The options of the command, besides the file of rules."""

    truth: Path | None
    least: int
    as_json: bool


_cost = in_section("Cost")


@command(
    "sitesieve rules cost pages/ -r topics.json --raw",
    "sitesieve rules cost more/ -r topics.json --truth filed.jsonl --json",
)
@page_options
@rules_option
@_cost(
    "--truth",
    type=opt.EXISTING_FILE,
    help="JSON Lines with `id` or `url` and the right `categories`. [default: what was agreed "
    "on for the stored cases]",
)
@_cost(
    "--least",
    type=click.IntRange(1, 20),
    default=1,
    show_default=True,
    help="Conditions of a rule, at least.",
)
@opt.json_option
def cost(path: Path, **options: Unpack[CostArguments]) -> int:
    """Say which rules would mend the filing of pages.

    For each page that the rules file otherwise than is right: the rules that would
    have to be added, with conditions picked from the difference list. The file of
    rules is not changed.

    Pages are known by their addresses or ids; others are left out. So pages that were
    judged can be filed once more after being cleaned by another method, or not at all.
    Without INPUT, the stored cases are filed once more as they are.
    """
    base = load_rules(path)
    truth = _stored_truth(base) if options["truth"] is None else _read_truth(options["truth"])
    unknown = 0
    judged: list[tuple[Case, tuple[str, ...]]] = []
    for case in _cases(base, options):
        should = truth.get(case.id, truth.get(case.url or ""))
        if should is None:
            unknown += 1
        else:
            judged.append((case, should))
    if not judged and not unknown:  # pages that are named but cannot be used are an error before
        raise InputError(f"{path} has no stored cases: name pages, and with --truth what is right")
    if not judged:
        raise InputError("of none of these pages it is known where it belongs")
    result = mending_cost(base, judged, options["least"])
    if options["as_json"]:
        print_json(_cost_data(result, unknown))
    else:
        _show_cost(result, base)
        if unknown:
            say(f"of {counted(unknown, 'page')} it is not known where they belong")
    return 0


def _stored_truth(base: RuleBase) -> dict[str, tuple[str, ...]]:
    by_address = {s.case.url: s.categories for s in base.cases.values() if s.case.url is not None}
    return {**by_address, **{name: stored.categories for name, stored in base.cases.items()}}


def _read_truth(path: Path) -> dict[str, tuple[str, ...]]:
    truth: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            names = [record[key] for key in ("id", "url") if isinstance(record.get(key), str)]
            categories = tuple(map(str, record["categories"]))
        except (ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"{path}, line {number}: no page with categories") from error
        truth.update(dict.fromkeys(names, categories))
    return truth


def _cost_data(result: MendingCost, unknown: int) -> dict[str, Any]:
    return {
        "pages": result.cases,
        "unknown": unknown,
        "misfiled": result.misfiled,
        "missing": result.missing,
        "surplus": result.surplus,
        "rules": len(result.rules),
        "conditions": result.conditions,
        "kinds": dict(result.kinds),
        "given_up": result.given_up,
        "mended": [
            {
                "id": one.case.id,
                "url": one.case.url,
                "filed": list(one.filed),
                "should": list(one.should),
                "mended": one.mended,
                "rules": [
                    {
                        "id": rule.id,
                        "under": rule.parent,
                        "if": [condition_data(one) for one in rule.conditions],
                        "then": list(rule.categories),
                    }
                    for rule in one.rules
                ],
            }
            for one in result.mended
        ],
    }


def _show_cost(result: MendingCost, base: RuleBase) -> None:
    for one in result.mended[:_SHOWN]:
        filed, should = (", ".join(names) or "nothing" for names in (one.filed, one.should))
        print_line(f"{one.case.title or one.case.id}: {filed} → {should}")
        for rule in one.rules:
            under = f", under rule {rule.parent}" if rule.parent is not None else ""
            print_line(f"  {rule}  ({rule.kind}{under})")
        if not one.mended:
            print_line("  words do not tell it from other pages")
    if len(result.mended) > _SHOWN:
        print_line(f"and {len(result.mended) - _SHOWN:,} more pages: --json has them")
    for line in _summary(result, base):
        print_line(line)


def _summary(result: MendingCost, base: RuleBase) -> Iterable[str]:
    folders = f"{counted(result.missing, 'folder')} missing, {result.surplus:,} too many"
    yield f"{result.misfiled:,} of {counted(result.cases, 'page')} misfiled: {folders}"
    kinds = ", ".join(f"{number:,} {kind}" for kind, number in sorted(result.kinds.items()))
    rules = f"{counted(len(result.rules), 'rule')} with {counted(result.conditions, 'condition')}"
    beside = f" beside the {len(base.rules):,} there are"
    yield f"{rules} would mend it{f' ({kinds})' if kinds else ''},{beside}"
    if result.given_up:
        yield f"{counted(result.given_up, 'page')} cannot be told from others by words"
