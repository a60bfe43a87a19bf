"""`sitesieve rules`: file pages by ripple-down rules, and grow the rules case by case."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from sitesieve.cli import options as opt
from sitesieve.cli.help import Group, Option
from sitesieve.cli.rule_pages import CHANGES_SHOWN, add, classify, rules_option, session
from sitesieve.cli.rule_tables import cost, tables
from sitesieve.cli.rule_terminal import agreed
from sitesieve.cli.show import counted, print_data, print_json, print_line, say
from sitesieve.errors import RuleError
from sitesieve.rules.effects import change_lines
from sitesieve.rules.folders import (
    SEPARATOR,
    FolderCount,
    in_order,
    level,
    rolled_up,
)
from sitesieve.rules.inference import Rule
from sitesieve.rules.rule_base import RuleBase
from sitesieve.rules.rule_file import RuleFile, as_it_stands, export_rules, load_rules, to_text


@click.group(
    cls=Group,
    examples=(
        "sitesieve rules session pages/ -r topics.json",
        "sitesieve rules classify more/ -r topics.json -o filed.jsonl",
    ),
)
def rules() -> None:
    """File pages by rules that grow one case at a time.

    They are ripple-down rules. A rule says: pages with these words belong to this
    category. Where a rule is wrong it gets an exception. Before a rule is added you
    see which of the pages judged so far it would file otherwise.
    """


_steps = click.option(
    "-n",
    "--steps",
    cls=Option,
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="How many.",
)

for command in (classify, session, add, tables, cost):
    rules.add_command(command)


@rules.command(
    examples=(
        "sitesieve rules show -r topics.json",
        "sitesieve rules show -r topics.json --cases",
    )
)
@rules_option
@click.option("--cases", "with_cases", is_flag=True, help="The stored cases, too.")
def show(path: Path, with_cases: bool) -> int:
    """Print the rules as a tree, exceptions below."""
    base = load_rules(path)
    for line in _tree(base):
        print_line(line)
    if with_cases:
        for name, stored in base.cases.items():
            print_line(f"{name}  {', '.join(stored.categories) or 'no category'}")
    kinds = Counter(rule.kind for rule in base.rules.values())
    listed = ", ".join(f"{number:,} {kind}" for kind, number in kinds.items())
    say(
        f"{counted(len(base.rules), 'rule')}{f' ({listed})' if listed else ''}, "
        f"{counted(len(base.cases), 'case')}"
    )
    return 0


def _tree(base: RuleBase) -> Iterator[str]:
    below: dict[int | None, list[Rule]] = {}
    for rule in base.rules.values():
        below.setdefault(rule.parent, []).append(rule)
    waiting = [(rule, "", "") for rule in reversed(below.get(None, []))]
    while waiting:
        rule, start, rest = waiting.pop()
        yield f"{start}[{rule.id}] {rule}"
        children = below.get(rule.id, [])
        for child in reversed(children):
            last = child is children[-1]
            branch = ("└─ ", "   ") if last else ("├─ ", "│  ")
            waiting.append((child, rest + branch[0], rest + branch[1]))


@rules.command(
    examples=(
        "sitesieve rules folders -r topics.json",
        "sitesieve rules folders -r topics.json --json | jq .folder",
    )
)
@rules_option
@click.option("--json", "as_json", is_flag=True, help="A line of JSON a folder.")
def folders(path: Path, as_json: bool) -> int:
    """List the folders, with their rules and stored cases.

    A category is the path of a folder: sport/football is inside of sport. The first
    number is of the folder and all inside of it, the other of the folder itself.
    """
    base = load_rules(path)
    by_rule = rolled_up(rule.categories for rule in base.rules.values())
    by_case = rolled_up(stored.categories for stored in base.cases.values())
    none = FolderCount(0, 0)
    for name in in_order(by_rule.keys() | by_case.keys()):
        made, filed = by_rule.get(name, none), by_case.get(name, none)
        if as_json:
            print_json({"folder": name, "rules": asdict(made), "cases": asdict(filed)})
        else:
            counts = f"{counted(made.whole, 'rule')} ({made.own:,}), "
            counts += f"{counted(filed.whole, 'case')} ({filed.own:,})"
            print_line(f"{'  ' * (level(name) - 1)}{name.rpartition(SEPARATOR)[2]}  {counts}")
    return 0


@rules.command(
    examples=(
        "sitesieve rules move football sport/football -r topics.json",
        "sitesieve rules move sport games -r topics.json",
    )
)
@click.argument("folder")
@click.argument("to")
@rules_option
@click.option("--yes", is_flag=True, help="Agree that two folders become one.")
def move(folder: str, to: str, path: Path, yes: bool) -> int:
    """Rename a folder, or put it inside of another.

    With all that is inside of it; rules and stored cases move along. It is one step,
    which can be undone.
    """
    present = load_rules(path)
    _, new = present.check_move(folder, to)
    if (
        new in present.folders
        and not yes
        and not agreed(f"there is a folder {new}: make one of both? (y, n) ")
    ):
        say("not moved")
        return 1
    with RuleFile(path).changing() as base:
        base.move(folder, new)
    say(base.history[-1].said)
    return 0


@rules.command(
    examples=(
        "sitesieve rules undo -r topics.json",
        "sitesieve rules undo -r topics.json --steps 3",
    )
)
@rules_option
@_steps
def undo(path: Path, steps: int) -> int:
    """Take back the last step, or several.

    Steps are rules added, cases agreed on, folders moved, imports.
    """
    _check_present(path)
    with RuleFile(path).changing() as base:
        for change in [base.undo() for _ in range(steps)]:
            say(f"undone: {change.said}")
    return 0


@rules.command(
    examples=(
        "sitesieve rules redo -r topics.json",
        "sitesieve rules redo -r topics.json --steps 3",
    )
)
@rules_option
@_steps
def redo(path: Path, steps: int) -> int:
    """Take a step again that was undone, or several."""
    _check_present(path)
    with RuleFile(path).changing() as base:
        for change in [base.redo() for _ in range(steps)]:
            say(f"redone: {change.said}")
    return 0


@rules.command(
    examples=(
        "sitesieve rules history -r topics.json",
        "sitesieve rules history -r topics.json | head",
    )
)
@rules_option
def history(path: Path) -> int:
    """List the steps that led to the rules.

    The last comes first; undone ones stand on top.
    """
    base = load_rules(path)
    for change in base.undone:
        print_line(f"undone  {change.at}  {change.said}")
    for number, change in reversed(list(enumerate(base.history, 1))):
        print_line(f"{number:6}  {change.at}  {change.said}")
    return 0


@rules.command(
    examples=(
        "sitesieve rules export -r topics.json -o shared.json",
        "sitesieve rules export -r topics.json | jq .rules",
    )
)
@rules_option
@click.option("-o", "--output", type=opt.PATH, help="File to write. [default: stdout]")
def export(path: Path, output: Path | None) -> int:
    """Write the rules and their cases as JSON.

    Without their history.
    """
    base = load_rules(path)
    if output is None or output == Path("-"):
        print_data(to_text(as_it_stands(base)).encode())
    else:
        export_rules(base, output)
    return 0


@rules.command(
    "import",
    examples=(
        "sitesieve rules import shared.json -r topics.json",
        "sitesieve rules import shared.json -r topics.json --yes",
    ),
)
@click.argument("exported", type=opt.PATH)
@rules_option
@click.option("--yes", is_flag=True, help="Agree to what it changes.")
def import_(exported: Path, path: Path, yes: bool) -> int:
    """Replace the rules by those of another file.

    It is one step, which can be undone. Stored cases stay, and which of them would
    be filed otherwise is shown first. Those of the other file are added.
    """
    other = load_rules(exported)
    file = RuleFile(path)
    changes = file.read().replacing(other)
    for line in change_lines(changes, CHANGES_SHOWN):
        say(line.strip())
    if changes and not yes and not agreed("import it all the same? (y, n) "):
        say("not imported")
        return 1
    with file.changing() as base:
        if not yes and base.replacing(other) != changes:
            raise RuleError("the rules were changed meanwhile by somebody else: look again")
        base.replace_by(other)
    say(f"{path} has {counted(len(other.rules), 'rule')} now")
    return 0


@rules.command(
    examples=(
        "sitesieve rules check -r topics.json",
        "sitesieve rules check -r topics.json || sitesieve rules undo -r topics.json",
    )
)
@rules_option
def check(path: Path) -> int:
    """File all stored cases again, as a test.

    Exits with 1 where one is not filed as was agreed.
    """
    base = load_rules(path)
    deviations = base.check()
    for case in deviations:
        agreed, now = (", ".join(names) or "nothing" for names in (case.before, case.after))
        print_line(f"{case.case.id}: agreed {agreed}, now {now}")
    say(f"{counted(len(base.cases), 'case')}, {len(deviations):,} not filed as agreed")
    return 1 if deviations else 0


def _check_present(path: Path) -> None:
    if not path.exists():
        load_rules(path)  # raises the error that names it
