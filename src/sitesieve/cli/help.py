"""What `--help` shows: options by what they are about, short names for values, examples."""

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Any, Protocol, TypeVar

import click
from click.shell_completion import CompletionItem

from sitesieve.cleaning.method_spec import MethodSpec
from sitesieve.cli.overwriting import refuse_overwriting
from sitesieve.plugins import Registry

F = TypeVar("F", bound=Callable[..., Any])


class OptionMaker(Protocol):
    """Makes options, as `click.option` does."""

    def __call__(self, *names: str, **more: Any) -> Callable[[F], F]: ...


def completing(names: Iterable[str]) -> Callable[..., list[CompletionItem]]:
    """What a shell offers for names with commas between them."""

    def offered(_: click.Context, __: click.Parameter, word: str) -> list[CompletionItem]:
        before, comma, last = word.rpartition(",")
        return [CompletionItem(f"{before}{comma}{name}") for name in names if name.startswith(last)]

    return offered


def completing_files(_: click.Context, __: click.Parameter, word: str) -> list[CompletionItem]:
    """What a shell offers for files and folders: it knows them itself."""
    return [CompletionItem(word, type="file")]


class Registered(click.Choice):  # type: ignore[type-arg] # not generic in older versions
    """A name that is built in or brought by a plug-in, which is imported when it is named; or
    one of some others. Of built-in names only some may be shown, where several mean the same."""

    def __init__(
        self,
        registry: Registry[Any],
        others: Sequence[str] = (),
        shown: Sequence[str] | None = None,
    ) -> None:
        self.registry = registry
        super().__init__([*(registry.builtin if shown is None else shown), *others])

    @property
    def names(self) -> list[str]:
        """The names there are to choose from; those of plug-ins come last."""
        brought = [name for name in self.registry.names() if name not in self.registry.builtin]
        return [*map(str, self.choices), *brought]

    def get_metavar(self, *_: Any, **__: Any) -> str:
        return "NAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if self.registry.find(value) else super().convert(value, param, ctx)


class MethodName(Registered):
    """The name of a method, and settings if wanted: `NAME:paper,threshold=0.3`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            spec = MethodSpec.of(value)
        except ValueError as error:
            self.fail(f"{error}.", param, ctx)
        super().convert(spec.name, param, ctx)
        return value


class Option(click.Option):
    """An option that belongs to a section of the help."""

    def __init__(self, *names: Any, section: str = "", **more: Any) -> None:
        super().__init__(*names, **more)
        self.section = section

    def make_metavar(self, *context: Any, **more: Any) -> str:
        """What stands for the value: a letter for a number, as the ranges say little."""
        if self.metavar is None and isinstance(self.type, click.IntRange | click.FloatRange):
            return "N"
        return super().make_metavar(*context, **more)

    def get_help_extra(self, ctx: click.Context) -> Any:
        extra = super().get_help_extra(ctx)
        extra.pop("range", None)  # an error says it where it matters
        return extra

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        if record is None or not isinstance(self.type, Registered):
            return record
        return record[0], f"{record[1]}  [names: {', '.join(self.type.names)}]"


def together(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Several decorators as one, the first of them on top."""

    def decorate(function: F) -> F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


def in_section(name: str) -> OptionMaker:
    """What makes options of one section of the help."""

    def option(*names: str, **more: Any) -> Callable[[F], F]:
        return click.option(*names, cls=Option, section=name, **more)

    return option


class Command(click.Command):
    """A command with examples, whose options are shown by section."""

    def __init__(self, *names: Any, examples: Sequence[str] = (), **more: Any) -> None:
        super().__init__(*names, **more)
        self.examples = examples
        for parameter in self.params:  # click calls what it wants a "valid integer range"
            if isinstance(parameter.type, click.IntRange):
                parameter.type.name = "whole number"
            elif isinstance(parameter.type, click.FloatRange):
                parameter.type.name = "number"

    def invoke(self, ctx: click.Context) -> Any:
        refuse_overwriting(ctx.params)
        return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Sections in the order in which the command names them; what belongs to none is last."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx) if isinstance(option, click.Option) else None
            if record is not None:
                section = option.section if isinstance(option, Option) else ""
                sections.setdefault(section, []).append(record)
        others = sections.pop("", [])
        for title, records in [
            *sections.items(),
            ("Other options" if sections else "Options", others),
        ]:
            with formatter.section(title):
                formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The examples, each on a line of its own."""
        super().format_epilog(ctx, formatter)
        write_examples(self.examples, formatter)


class Group(click.Group):
    """Commands of one kind, with examples of how they go together."""

    command_class = Command

    def __init__(self, *names: Any, examples: Sequence[str] = (), **more: Any) -> None:
        super().__init__(*names, **more)
        self.examples = examples

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named; where there is none, the error names the nearest."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = get_close_matches(args[0], self.list_commands(ctx), 1)
            if not near:
                raise
            message = f"{error.message} Did you mean {near[0]!r}?"
            raise click.UsageError(message, ctx) from error

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        write_examples(self.examples, formatter)


def write_examples(examples: Sequence[str], formatter: click.HelpFormatter) -> None:
    """Command lines as a person would type them, unbroken."""
    if examples:
        with formatter.section("Examples"):
            formatter.write("".join(f"  {line}\n" for line in examples))


def command(*examples: str) -> Callable[[Callable[..., Any]], Command]:
    """A command, with examples of its use."""
    return click.command(cls=Command, examples=examples)
