"""`sitesieve explain`: why each block of a page stays or goes."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Unpack

import click
from rich.text import Text

from sitesieve.atomic import atomic_write
from sitesieve.cleaning.block import Block
from sitesieve.cleaning.method import LearningMethod, Method
from sitesieve.cleaning.methods import SiteMethod
from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.help import command
from sitesieve.cli.show import console, print_json, say
from sitesieve.errors import InputError
from sitesieve.run.job import learn, mapped
from sitesieve.run.tally import listed_failures
from sitesieve.run.tasks import Explain, Explained
from sitesieve.run.teaching import teaching
from sitesieve.sinks import check_output
from sitesieve.sources.items import Failure

_LONGEST = 300


class ExplainArguments(reading.SourceArguments, opt.MethodArguments):
    """The options of the command."""

    model: Path | None
    site: str | None
    show: str
    as_json: bool
    report: Path | None
    errors: Path | None


@command(
    "sitesieve explain page.html --model site.sieve",
    "sitesieve explain page.html --report page-explained.html",
    "sitesieve explain pages/ --show removed --json > removed.jsonl",
)
@reading.input_options
@opt.in_output(
    "--show",
    type=click.Choice(["all", "kept", "removed"]),
    default="all",
    show_default=True,
    help="Which blocks to show.",
)
@opt.in_output("--json", "as_json", is_flag=True, help="A line of JSON a page, with addresses.")
@opt.in_output(
    "--report",
    type=opt.FILE,
    help="Write one page of HTML here: the page as it looks, blocks tinted, with reasons.",
)
@opt.method_options
@opt.model_option
@opt.in_method(
    "--site", metavar="NAME", help="The site whose model is to be used. [default: the page's]"
)
@opt.errors_option
@reading.limit_options
def explain(**options: Unpack[ExplainArguments]) -> int:
    """Show every block of a page: whether it stays, and why.

    Also what kind of block it is. By default the reason is how likely it is
    content, what added most to that, and what its site added. For
    site-style-tree: the path in the site's tree, the pages that show it, how much
    its style and its words vary, the threshold.
    For images and links judged one by one it is the rule that fired, and what is
    known of the item.
    """
    report = options["report"]
    for output in (options["errors"], report):
        if output is not None:
            check_output(output)
    if report is not None:
        from sitesieve.report.explained import explained_page
    source = reading.open_source(options)
    try:
        if options["model"]:
            method = opt.load_model(options["model"], options)
        else:
            method = opt.make_method(options)
            if isinstance(method, LearningMethod):
                jobs = opt.jobs_for({"jobs": None, "quiet": True}, source)
                learn(method, source, jobs, items=teaching(method, source, source))
        items = iter(source)
        if options["site"] is not None:
            _check_site(method, options["site"])
            items = _with_site(items, options["site"])
        explained = 0
        seconds = source.options.limits.seconds
        with (
            listed_failures(options["errors"]) as failures,
            mapped(
                Explain(method, None if report is None else explained_page), items, 1, seconds
            ) as results,
        ):
            for result in results:
                if isinstance(result, Failure):
                    failures.note(result)
                    say(f"{result.name}: {result.reason}: {result.detail}")
                    continue
                explained += 1
                if report is None:
                    _show(result, options)
                elif explained == 1:
                    page = result.shown or ""
                if options["model"] and result.fit is None and isinstance(method, SiteMethod):
                    sites = _sites(method) or "none"
                    say(f"{result.label}: its site is not known; --site names one of: {sites}")
    finally:
        source.close()
    if not explained:
        raise failures.error()
    if report is not None:
        if explained > 1:
            raise InputError(f"--report shows one page, and the input has {explained:,}")
        with atomic_write(report) as file:
            file.write(page.encode("utf-8", "replace"))
        say(f"wrote {report}")
    return 0


def _check_site(method: Method, site: str) -> None:
    if isinstance(method, SiteMethod) and site not in method.sites:
        raise InputError(f"there is no model of {site!r}; there are: {_sites(method) or 'none'}")


def _sites(method: SiteMethod) -> str:
    return ", ".join(sorted(site or "(no site)" for site in method.sites))


def _with_site(items: Iterator[Any], site: str) -> Iterator[Any]:
    for item in items:
        if not isinstance(item, Failure):
            item.site = site
        yield item


def _show(page: Explained, options: ExplainArguments) -> None:
    wanted = {"all": (True, False), "kept": (True,), "removed": (False,)}[options["show"]]
    blocks = [block for block in page.blocks if block.keep in wanted]
    if options["as_json"]:
        data = {
            "page": page.label,
            "site": page.site,
            "fit": page.fit,
            "words_before": page.words_before,
            "words_kept": page.words_kept,
            "blocks": [block.to_dict() for block in blocks],
        }
        print_json(data)
        return
    out = console(stderr=False, soft_wrap=True)
    out.print(Text(page.label, style="bold"))
    fit = "" if page.fit is None else f"; the model recognises {page.fit:.0%} of the page"
    out.print(Text(f"{page.words_kept:,} of {page.words_before:,} words stay{fit}"))
    for _, alike in itertools.groupby(blocks, _decision):
        out.print(_paragraph(list(alike)))
    out.print()


def _decision(block: Block) -> tuple[Any, ...]:
    """Blocks of one kind that one decision was made about are shown as one."""
    decided = {name: value for name, value in block.evidence.items() if name != "kind"}
    return (block.keep, block.kind, block.reason, block.importance, str(decided))


def _paragraph(blocks: list[Block]) -> Text:
    """What is shown of blocks that one decision was made about."""
    first = blocks[0]
    lines = Text()
    lines.append("\n" + ("stays" if first.keep else "goes "), "bold green" if first.keep else "red")
    lines.append(f"  {_kind(blocks):<27}", "cyan")
    lines.append(f"  {first.evidence.get('path', first.address)}\n", "bold")
    lines.append(f"       {first.reason}\n")
    if numbers := _numbers(first):
        lines.append(f"       {numbers}\n", "dim")
    if why := _why_kind(first):
        lines.append(f"       {why}\n", "dim")
    text = " · ".join(block.text for block in blocks if block.text)
    lines.append("       " + (text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"))
    return lines


def _kind(blocks: list[Block]) -> str:
    """The kind of some blocks and how sure it is: the least sure counts."""
    kind, sure = blocks[0].kind, [b.confidence for b in blocks if b.confidence is not None]
    return "" if kind is None else f"{kind} {min(sure):.0%}" if sure else str(kind)


def _why_kind(block: Block) -> str:
    """What the kind of a block follows from, in a line."""
    why = block.evidence.get("kind", {})
    if "rule" in why:
        return f"{block.kind}: {why['rule']}"
    if not why.get("for it"):
        return ""
    added = ", ".join(f"{name} ({gain:+.1f})" for name, gain in why["for it"].items())
    return f"{block.kind} rather than {why['rather than']}: {added}"


def _numbers(block: Block) -> str:
    """The evidence for staying or going, in a line."""
    e = {name: value for name, value in block.evidence.items() if name != "kind"}
    if "item" in e:  # of an image or a link
        features = ", ".join(f"{k.replace('_', ' ')} {v:g}" for k, v in e.items() if k != "item")
        return f"{e['item']}: {features}"
    if "style_entropy" not in e:
        added = ((k, v) for k, v in e.items() if isinstance(v, dict) and "value" in v)
        reasons = ", ".join(f"{k} {v['value']:g} ({v['adds']:+.1f})" for k, v in added)
        site = f", its site ({e['site']['adds']:+.1f})" if "site" in e else ""
        return f"log-odds from: {reasons}{site}" if reasons else ""
    styles = f"{e['styles']} style{'' if e['styles'] == 1 else 's'}, "
    worded = f"word entropy {e['word_entropy']:.2f}, "
    styled = f"{styles}style entropy {e['style_entropy']:.2f}, " if e["styles"] else ""
    return (
        f"on {e['pages']} of {e['of']} pages, {styled}{worded}"
        f"importance {block.importance:.2f}, threshold {e['threshold']:.2f}"
    )
