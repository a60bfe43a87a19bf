"""Help that a newcomer can read: sections, examples that are understood, lines that fit."""

import os
from collections.abc import Iterator

import click
import pytest
from command_line import program, sitesieve
from document_blocks import understood

from sitesieve.cli import COMMANDS, cli


def all_commands() -> Iterator[tuple[str, ...]]:
    yield ()
    context = click.Context(cli)
    for name in COMMANDS:
        yield (name,)
        command = cli.get_command(context, name)
        if isinstance(command, click.Group):
            yield from ((name, inner) for inner in command.commands)


def found(path: tuple[str, ...]) -> click.Command:
    command: click.Command = cli
    for name in path:
        assert isinstance(command, click.Group)
        inner = command.get_command(click.Context(command), name)
        assert inner is not None
        command = inner
    return command


def options_of(path: tuple[str, ...]) -> dict[str, click.Option]:
    options = [o for o in found(path).params if isinstance(o, click.Option)]
    return {name: option for option in options for name in option.opts}


PATHS = list(all_commands())


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_help_fits_and_ends_with_two_examples(
    path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = sitesieve(*path, "--help")
    text = done.out.decode()
    assert done.code == 0
    assert max(map(len, text.splitlines())) <= 80
    body, heading, examples = text.partition("\nExamples:\n")
    assert heading
    lines = [line.strip() for line in examples.splitlines()]
    assert len(lines) >= 2
    assert all("sitesieve" in line for line in lines)
    assert "INTEGER RANGE" not in body


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_examples_are_understood(path: tuple[str, ...]) -> None:
    """Every option of an example exists and has the value it takes."""
    command = found(path)
    examples = getattr(command, "examples", ())
    for example in examples:
        if "eval" in example:
            continue
        assert "sitesieve " in example
        understood(example[example.index("sitesieve ") :])


def test_commands_are_listed_with_whole_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for group in ((), ("watch",), ("rules",)):
        listed = sitesieve(*group, "--help").out.decode().partition("Commands:")[2]
        assert "..." not in listed


def test_options_of_clean_stand_in_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = sitesieve("clean", "--help").out.decode()
    headings = [line[:-1] for line in text.splitlines() if line.endswith(":") and line[0] != " "]
    assert headings == [
        *("Input", "Output", "What stays of a page", "Method", "Which pages", "Job"),
        *("Limits of one page", "Other options", "Examples"),
    ]
    inputs = text.partition("Input:")[2].partition("Output:")[0]
    assert all(name in inputs for name in ("--base-url", "--input-format", "--feeds", "--site-by"))
    assert "[names: html, jsonl, parquet, warc]" in " ".join(inputs.split())


def test_every_option_says_what_it_is_for() -> None:
    for path in PATHS:
        for name, option in options_of(path).items():
            assert option.help, f"{' '.join(path)} {name}"


def test_the_same_thing_has_the_same_name_everywhere() -> None:
    """What commands that read pages have in common."""
    reading = [path for path in PATHS if "--html-column" in options_of(path)]
    assert len(reading) == 17
    shared = ("--url", "--input-format", "--base-url", "--feeds", "--site-by", "--max-seconds")
    for path in reading:
        assert set(shared) <= set(options_of(path)), path
    with_errors = {path for path in reading if "--errors" in options_of(path)}
    assert with_errors == {
        *(("clean",), ("learn",), ("explain",), ("noise",), ("structure",), ("compare",)),
        *(("weigh",), ("rules", "classify")),
    }
    with_report = {path for path in PATHS if "--report" in options_of(path)}
    assert with_report == {
        *(("noise",), ("structure",), ("compare",), ("experiment",), ("thresholds",)),
        ("explain",),
    }
    printing = {path for path in PATHS if "--json" in options_of(path)}
    assert printing == {
        *(("clean",), ("describe",), ("explain",), ("noise",), ("structure",), ("compare",)),
        *(
            ("thresholds",),
            ("experiment",),
            ("watch", "run"),
            ("watch", "list"),
            ("watch", "new"),
            ("watch", "show"),
            ("watch", "folders"),
        ),
        *(("rules", "folders"), ("rules", "tables"), ("rules", "cost")),
    }


@pytest.mark.parametrize(
    ("words", "cword", "expected"),
    [
        ("sitesieve cl", 1, "clean"),
        ("sitesieve clean --with", 2, "--with-metadata"),
        ("sitesieve clean --output-format x", 3, "xmltei"),
        ("sitesieve clean --input-format ", 3, "warc"),
        ("sitesieve clean --method si", 3, "site-style-tree"),
        ("sitesieve clean --only article,l", 3, "article,listing"),
        ("sitesieve clean --keep bread", 3, "breadcrumbs"),
        ("sitesieve clean pa", 2, "pa"),  # a file, which the shell looks for itself
    ],
)
def test_the_shell_completes(words: str, cword: int, expected: str) -> None:
    environment = os.environ | {
        "_SITESIEVE_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(cword),
    }
    done = program(env=environment)
    assert expected in [line.partition(",")[2] for line in done.out.decode().splitlines()]


def test_a_command_that_is_misspelt_gets_the_nearest_name() -> None:
    assert "Did you mean 'clean'?" in sitesieve("claen", "x").err
    assert "Did you mean 'classify'?" in sitesieve("rules", "clasify").err
    assert "Did you mean" not in sitesieve("zzz").err
