"""The command line as pages: a page for each command, from the commands themselves."""

from collections.abc import Iterator, Sequence
from inspect import cleandoc

import click

from sitesieve.cli import cli
from sitesieve.cli.help import Option
from sitesieve.spark.__main__ import jobs


def command_pages() -> Iterator[tuple[str, str]]:
    """Names of commands, and the Markdown of their pages; `spark` for the jobs of Spark."""
    whole = click.Context(cli, info_name="sitesieve", **cli.context_settings)
    for name in cli.list_commands(whole):
        command = cli.get_command(whole, name)
        assert command is not None
        yield name, "\n".join(_page(command, click.Context(command, whole, name), 1))
    program = "python -m sitesieve.spark"
    yield "spark", "\n".join(_page(jobs, click.Context(jobs, info_name=program), 1))


def _page(command: click.Command, context: click.Context, level: int) -> Iterator[str]:
    """A command with its options, or a group with all its commands."""
    path = context.command_path
    named = f"#{path.replace(' ', '-')} data-toc-label='{context.info_name}'"
    yield f"{'#' * level} `{path}` {{ {named} }}\n"
    yield f"{cleandoc(command.help or '')}\n"
    usage = [path, *command.collect_usage_pieces(context)]
    yield f"```text\n{' '.join(usage)}\n```\n"
    examples: Sequence[str] = getattr(command, "examples", ())
    if examples:
        lines = "\n".join(examples)
        yield f'```sh title="Examples"\n{lines}\n```\n'
    if isinstance(command, click.Group):
        inner = [
            (name, command.get_command(context, name)) for name in command.list_commands(context)
        ]
        for name, each in inner:
            if each is not None:
                yield from _page(each, click.Context(each, context, name), level + 1)
    else:
        yield from _options(command, context, level + 1)


def _options(command: click.Command, context: click.Context, level: int) -> Iterator[str]:
    """A table for each section of the help, in its order."""
    sections: dict[str, list[click.Option]] = {}
    for option in command.get_params(context):
        if isinstance(option, click.Option) and not option.hidden:
            section = option.section if isinstance(option, Option) else ""
            sections.setdefault(section, []).append(option)
    others = sections.pop("", [])
    slug = context.command_path.replace(" ", "-")
    for title, options in [*sections.items(), ("Other options" if sections else "Options", others)]:
        if level == 2:
            yield f"## {title} {{ #{slug}-{title.lower().replace(' ', '-')} }}\n"
        yield "| option | |\n|---|---|"
        for option in options:
            record = option.get_help_record(context)
            assert record is not None
            yield f"| {_cell(record[0], code=True)} | {_cell(record[1])} |"
        yield ""


def _cell(text: str, code: bool = False) -> str:
    """A text as the cell of a table. Names of options do not wrap before their values do."""
    if code:
        parts = text.split(", ")
        return ", ".join(f"`{part}`" for part in parts)
    for sign in "<[*_|":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())
