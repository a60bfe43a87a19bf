"""`sitesieve rules classify`, `session` and `add`: rules and pages."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, Unpack

import click

from sitesieve.cleaning.method import Method
from sitesieve.cleaning.methods.nothing import Nothing
from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.exit_codes import FAILED_PAGES, INTERRUPTED
from sitesieve.cli.help import command, in_section
from sitesieve.cli.rule_terminal import agreed, ask, tell
from sitesieve.cli.show import counted, print_line, progress, say
from sitesieve.cli.watch import state_option
from sitesieve.errors import InputError, RuleError
from sitesieve.rules.cases import Case
from sitesieve.rules.conditions import Condition, Field, address_conditions, condition
from sitesieve.rules.effects import change_lines, filing_lines
from sitesieve.rules.inference import Filing
from sitesieve.rules.rule_file import RuleFile, load_rules
from sitesieve.rules.session import Session
from sitesieve.run.filing import cases_of, file_cases
from sitesieve.run.job import Report, no_report
from sitesieve.run.tally import Failures, listed, listed_failures
from sitesieve.sinks import FileSink, Record, Sink, StdoutSink, check_output
from sitesieve.sources.items import Failure
from sitesieve.watch.items import items_as_cases
from sitesieve.watch.watcher import Watcher

F = TypeVar("F", bound=Callable[..., Any])
CHANGES_SHOWN = 20


def rules_option(function: F) -> F:
    return in_section("Rules")(
        "-r", "--rules", "path", required=True, type=opt.FILE, help="The file of rules."
    )(function)


def page_options(function: F) -> F:
    """Where pages come from, and how they are cleaned before rules look at them."""
    for option in (
        reading.limit_options,
        opt.job_options,
        opt.in_method("--raw", is_flag=True, help="Do not clean the pages."),
        opt.model_option,
        opt.method_options,
        state_option("Input"),
        in_section("Input")(
            "--watch",
            "watches",
            multiple=True,
            metavar="NAME",
            help="Read what this watch has found.",
        ),
        reading.input_options,
    ):
        function = option(function)
    return function


class PageArguments(reading.SourceArguments, opt.MethodArguments, opt.JobArguments):
    """The values of `page_options`."""

    watches: tuple[str, ...]
    state: Path | None
    model: Path | None
    raw: bool


@contextmanager
def open_cases(options: PageArguments, report: Report) -> Iterator[Iterator[Case | Failure]]:
    """The cases that the options of `page_options` name."""
    if options["watches"]:
        if reading.has_input(options):
            raise click.UsageError("--watch or pages, not both.")
        with Watcher(options["state"], create=False) as watcher:
            yield items_as_cases(watcher.new(options["watches"], since=0.0))
        return
    method_named = options["model"] or options["method"]
    if options["raw"] and (method_named or opt.assigned(options)):
        raise click.UsageError("--raw means that no method cleans the pages.")
    method: Method
    if options["raw"]:
        method = Nothing()
    elif options["model"]:
        method = opt.load_model(options["model"], options)
    else:
        method = opt.make_method(options)
    source = reading.open_source(options, texts=True)
    try:
        learned = options["model"] is not None
        jobs = opt.jobs_for(options, source)
        with closing(cases_of(source, method, learned, jobs, report)) as cases:
            yield cases
    finally:
        source.close()


class ClassifyArguments(PageArguments):
    """The options of the command, besides files."""

    explain: bool
    errors: Path | None
    strict: bool


@command(
    "sitesieve rules classify pages/ -r topics.json -o filed.jsonl",
    "sitesieve rules classify page.html -r topics.json --explain",
)
@page_options
@rules_option
@opt.in_output("-o", "--output", type=opt.PATH, help="File to write. [default: stdout]")
@opt.in_output("--explain", is_flag=True, help="Say in words which rules fired, instead of JSON.")
@opt.errors_option
@opt.strict_option
def classify(path: Path, output: Path | None, **options: Unpack[ClassifyArguments]) -> int:
    """File pages: a line of JSON each.

    With the categories of the page, all folders that these are in, and the rules
    that fired.

    INPUT is anything that `sitesieve clean` reads, or JSON Lines or Parquet with a
    `text` (and perhaps `title`, `url`, `id`), which are taken as they are. `rules` has
    for each conclusion the numbers of its rules, from the ground to the last.
    """
    base = load_rules(path)
    output = None if output == Path("-") else output
    if options["explain"] and output is not None:
        raise click.UsageError("--explain is for people to read, not for --output.")
    for written in (output, options["errors"]):
        if written is not None:
            check_output(written)
    sink: Sink = StdoutSink("jsonl") if output is None else FileSink(output, "jsonl")
    write = _explain if options["explain"] else partial(_write, sink)
    if sink.workspace is not None:
        sink.workspace.open(fresh=True)
    try:
        with (
            progress(options["quiet"]) as report,
            listed_failures(options["errors"]) as failures,
            open_cases(options, report) as cases,
        ):
            tally = file_cases(base, cases, write, failures)
        if tally.pages:
            sink.finish()
        else:
            sink.discard()
    except KeyboardInterrupt:
        sink.discard()
        say("interrupted: nothing was written" if output is not None else "interrupted")
        return INTERRUPTED
    except BaseException:
        sink.discard()
        raise
    if not tally.pages:
        raise tally.failures.error()
    if not options["quiet"]:
        say(str(tally))
    return FAILED_PAGES if options["strict"] and tally.failures else 0


def _explain(case: Case, filing: Filing) -> None:
    print_line("\n".join((case.title or case.id, *filing_lines(filing), "")))


def _write(sink: Sink, case: Case, filing: Filing) -> None:
    data = {
        "id": case.id,
        "url": case.url,
        "title": case.title,
        "categories": list(filing.categories),
        "folders": list(filing.folders),
        "rules": [[rule.id for rule in path] for path in filing.paths],
    }
    sink.write(Record(case.url, case.id, data=data))


@command(
    "sitesieve rules session pages/ -r topics.json",
    "sitesieve rules session --watch example -r topics.json",
)
@page_options
@rules_option
def session(path: Path, **options: Unpack[PageArguments]) -> int:
    """Go through pages: agree with the rules, or teach them.

    Shows each page with its categories and the rules that fired. Press Enter
    where they are right; else type what it should be and pick the words that
    make it so. Pages judged before are passed over, so a session can be left
    and taken up at any time.
    """
    if "-" in options["inputs"]:
        raise click.UsageError("Answers come from standard input: name a file of pages.")
    check_output(path)
    file = RuleFile(path)
    file.read()  # what is wrong with it is said before any work is done
    dialogue = Session(file, ask, tell)
    failures = Failures()
    # All of them first: worker processes are not kept waiting while a person thinks.
    with progress(options["quiet"]) as report, open_cases(options, report) as cases:
        usable = list(usable_cases(cases, failures))
    if not usable:
        raise failures.error()
    dialogue.run(usable)
    base = file.read()
    say(
        f"{counted(len(dialogue.judged), 'page')} judged, {counted(dialogue.added, 'rule')} added; "
        f"{path} has {counted(len(base.rules), 'rule')} and {counted(len(base.cases), 'case')}"
    )
    if dialogue.known:
        say(f"{counted(dialogue.known, 'page')} had been judged before")
    if failures:
        say(f"failed: {listed(failures)}")
    return 0


def usable_cases(cases: Iterable[Case | Failure], failures: Failures) -> Iterator[Case]:
    for case in cases:
        if isinstance(case, Failure):
            failures.note(case)
        else:
            yield case


class AddArguments(PageArguments):
    """The options of the command, but for the file and `--yes`."""

    name: str | None
    words: tuple[str, ...]
    absent: tuple[str, ...]
    phrases: tuple[str, ...]
    titles: tuple[str, ...]
    addresses: tuple[str, ...]
    categories: tuple[str, ...]
    stop: bool
    under: int | None


_rule = in_section("Rule")


@command(
    "sitesieve rules add page.html -r topics.json --if ships --then sailing",
    "sitesieve rules add -r topics.json --under 4 --phrase 'space ship' --stop",
)
@page_options
@rules_option
@_rule("--case", "name", metavar="ID", help="The stored case to make the rule for.")
@_rule("--if", "words", multiple=True, metavar="WORD", help="A word it must have.")
@_rule("--not", "absent", multiple=True, metavar="WORD", help="A word it must not have.")
@_rule("--phrase", "phrases", multiple=True, help="A phrase it must have.")
@_rule("--title", "titles", multiple=True, metavar="WORD", help="A word of its title.")
@_rule(
    "--address",
    "addresses",
    multiple=True,
    metavar="PART",
    help="Where it must be: a.example, /news/ or a.example/news.",
)
@_rule("--then", "categories", multiple=True, metavar="CATEGORY", help="What it is then.")
@_rule("--stop", is_flag=True, help="It is not what the rule above says.")
@_rule("--under", type=click.IntRange(1), metavar="RULE", help="The rule it excepts from.")
@_rule("--yes", is_flag=True, help="Agree to what it changes.")
def add(path: Path, yes: bool, **options: Unpack[AddArguments]) -> int:
    """Add one rule, after saying what it would change.

    That is: which stored cases it would file otherwise.

    A page named as INPUT becomes the rule's cornerstone: the case it was made
    for. Of several pages, --case picks one by its address or id.
    """
    if bool(options["categories"]) is options["stop"]:
        raise click.UsageError("Name what the rule concludes with --then, or --stop.")
    conditions, case = _conditions(options), _own_case(path, options)
    base = RuleFile(path).read()
    proposal = base.propose(conditions, options["categories"], case, options["under"])
    say(f"rule: {proposal.rule}")
    if proposal.own is not None:
        say(f"its own case: {proposal.own}")
    for line in change_lines(proposal.changes, CHANGES_SHOWN):
        say(line.strip())
    if proposal.changes and not yes and not agreed("add it all the same? (y, n) "):
        say("not added")
        return 1
    with RuleFile(path).changing() as base:
        rule = base.add(proposal, lambda now: yes or now.does_as(proposal))
    say(f"added as rule {rule.id}")
    click.echo(rule.id)
    return 0


def _conditions(options: AddArguments) -> list[Condition]:
    return [
        *(condition(Field.WORD, text) for text in options["words"]),
        *(condition(Field.WORD, text, absent=True) for text in options["absent"]),
        *(condition(Field.PHRASE, text) for text in options["phrases"]),
        *(condition(Field.TITLE, text) for text in options["titles"]),
        *(part for text in options["addresses"] for part in address_conditions(text)),
    ]


def _own_case(path: Path, options: AddArguments) -> Case | None:
    name = options["name"]
    if not (reading.has_input(options) or options["watches"]):
        stored = RuleFile(path).read().cases
        if name is not None and name not in stored:
            raise RuleError(f"there is no stored case {name!r}")
        return None if name is None else stored[name].case
    candidates = []
    with open_cases(options, no_report) as cases:
        for case in cases:
            if isinstance(case, Failure):
                say(f"{case.name}: {case.reason}: {case.detail}")
            elif name is None or name in (case.id, case.url):
                candidates.append(case)
    if len(candidates) != 1:
        what = f"pages {name!r}" if name is not None else "pages that can be used"
        hint = "; pick one with --case" if len(candidates) > 1 else ""
        raise InputError(f"there are {len(candidates)} {what}, and a rule has one{hint}")
    return candidates[0]
