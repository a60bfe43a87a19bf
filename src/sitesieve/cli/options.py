"""Options that several commands share, and the objects made from them; besides those of what is
read."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypedDict, TypeVar

import click

from sitesieve.cleaning import methods
from sitesieve.cleaning.dials import Profile
from sitesieve.cleaning.kind_names import GROUPS, kinds_named
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.method import Method
from sitesieve.cleaning.method_spec import MethodSpec, read_settings
from sitesieve.cleaning.noise.profiles import PROFILES
from sitesieve.cleaning.output import OutputOptions
from sitesieve.cli.help import MethodName, completing, in_section, together
from sitesieve.errors import InputError
from sitesieve.run.pool import default_jobs
from sitesieve.sources.source import Source

F = TypeVar("F", bound=Callable[..., Any])
PATH = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, dir_okay=False)
EXISTING_FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
FOLDER = click.Path(path_type=Path, file_okay=False)
EXISTING_FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)
DEFAULT_METHOD = "sieve"


_job = in_section("Job")
in_output = in_section("Output")
in_method, _stays = in_section("Method"), in_section("What stays of a page")

strict_option = _job("--strict", is_flag=True, help="Exit with 3 when a page failed.")
errors_option = _job(
    "--errors", type=FILE, help="List failed pages here, a line of JSON each with the reason."
)
resume_option = _job("--resume", is_flag=True, help="Continue where an interrupted job stopped.")
quiet_option = _job("-q", "--quiet", is_flag=True, help="No progress, no summary.")
report_option = in_output("--report", type=FILE, help="Write a page of HTML for people here.")
json_option = in_output("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
model_option = in_method(
    "--model",
    type=PATH,
    help="What `sitesieve learn` saved; without it the input is learned from first.",
)


class MethodArguments(TypedDict):
    """The values of `method_options`."""

    method: str | None
    assignments: tuple[str, ...]
    favour: str | None
    comments: str | None
    headline: str | None


def method_options(function: F) -> F:
    """How pages are cleaned."""
    return together(
        in_method(
            "--method",
            type=MethodName(methods.REGISTRY),
            help=f"The method; NAME:paper exactly as in its paper. [default: {DEFAULT_METHOD}]",
        ),
        in_method(
            "--set",
            "assignments",
            multiple=True,
            metavar="NAME=VALUE",
            help="A setting of the method, e.g. favour=recall; threshold=0.8 for site-style-tree.",
        ),
        in_method(
            "--precision",
            "favour",
            flag_value="precision",
            help="In doubt, prefer to lose content.",
        ),
        in_method(
            "--recall", "favour", flag_value="recall", help="In doubt, prefer to keep noise."
        ),
        in_method(
            "--comments",
            type=click.Choice(["auto", "in", "out", "apart"]),
            help="What readers wrote: in where it is the page (a thread), always in, out, or apart "
            "in a field of its own. [default: auto]",
        ),
        in_method(
            "--headline",
            type=click.Choice(["in", "out"]),
            help="Whether the page's headline is part of its text. [default: in]",
        ),
        in_method("--no-comments", "comments", flag_value="out", help="Same as --comments out."),
    )(function)


class OutputArguments(TypedDict):
    """The values of `output_options` and `kind_options`."""

    links: bool
    images: bool
    tables: bool
    include_hidden: bool
    remove: frozenset[Kind] | None
    keep: frozenset[Kind] | None
    profile: Profile | None
    once: frozenset[Kind] | None


def output_options(function: F) -> F:
    """What is wanted of a cleaned page."""
    on: dict[str, Any] = {"default": True, "show_default": True}
    return together(
        _stays("--links/--no-links", help="Addresses of links; their text stays.", **on),
        _stays("--images/--no-images", help="Images, in Markdown and HTML.", **on),
        _stays("--tables/--no-tables", help="Tables and what is in them.", **on),
        _stays(
            "--include-hidden", is_flag=True, help="Text that the page does not show to readers."
        ),
    )(function)


def _kinds(
    _: click.Context, __: click.Parameter, values: tuple[str, ...]
) -> frozenset[Kind] | None:
    """The kinds in some arguments, each a kind or several with commas; None without any."""
    try:
        return kinds_named(values) if values else None
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from error


def kind_options(function: F) -> F:
    """Which kinds of blocks stay and go."""
    named: dict[str, Any] = {"multiple": True, "metavar": "KIND,KIND", "callback": _kinds}
    named["shell_complete"] = completing([*Kind, *GROUPS])
    return together(
        _stays(
            "--remove",
            help="Remove blocks of these kinds and nothing else. The kinds: "
            f"{', '.join(Kind)}; groups of them: {', '.join(GROUPS)}.",
            **named,
        ),
        _stays("--keep", help="Keep blocks of these kinds too, whatever was decided.", **named),
        _stays(
            "--profile",
            type=click.Choice(list(PROFILES)),
            help="Remove the kinds that a task does not want, and nothing else.",
        ),
        _stays(
            "--keep-once",
            "once",
            help="Leave blocks of these kinds out of the pages, but keep their texts once for "
            "each site, on its card.",
            **named,
        ),
    )(function)


def wanted_output(options: OutputArguments) -> OutputOptions:
    """The dials of the output, as the options set them."""
    if options["remove"] is not None and options["profile"] is not None:
        raise click.UsageError("--profile says what to remove: it excludes --remove.")
    try:
        return OutputOptions.of(
            links=options["links"],
            images=options["images"],
            tables=options["tables"],
            hidden=options["include_hidden"],
            remove=options["remove"],
            keep=options["keep"] or frozenset(),
            once=options["once"] or frozenset(),
            profile=options["profile"],
        )
    except ValueError as error:
        raise click.UsageError(f"{error}.") from error


def several_outputs(endings: str) -> Callable[[F], F]:
    """Files to write a result to; the ending says in which form."""
    return in_output(
        "-o",
        "--output",
        "outputs",
        multiple=True,
        type=FILE,
        help=f"Write a {endings} file instead of printing; may be given several times.",
    )


class JobArguments(TypedDict):
    """The values of `job_options`."""

    jobs: int | None
    quiet: bool


def job_options(function: F) -> F:
    """How a job runs."""
    return together(
        _job(
            "-j",
            "--jobs",
            "--parallel",
            type=click.IntRange(1),
            default=None,
            help="Worker processes. [default: all cores]",
        ),
        quiet_option,
    )(function)


def make_method(options: MethodArguments) -> Method:
    """The method that the options describe."""
    name = options["method"] or DEFAULT_METHOD
    kind = methods.find(MethodSpec.of(name).name)
    _check_dials(options, kind)
    try:
        settings = read_settings(assigned(options), kind().settings(), kind.name)
        return methods.named(name, **settings)
    except ValueError as error:
        raise click.UsageError(f"{error}.") from error


def load_model(path: Path, options: MethodArguments) -> Method:
    """A saved model, judging by the settings that the options ask for."""
    method = methods.load(path)
    spec = MethodSpec.of(options["method"] or method.name)
    if spec.name != method.name:
        method = _with_learned(method, spec.name)
    _check_dials(options, type(method))
    assignments = [*spec.assignments, *assigned(options)]
    if spec.paper and not MethodSpec.of(method.spec).paper:
        raise click.UsageError("--model brings its settings with it: learn as the paper does.")
    if assignments:
        if not isinstance(method, methods.SiteMethod):
            raise click.UsageError("--model brings its settings with it.")
        try:
            method.judge_by(**read_settings(assignments, method.settings(), method.name))
        except ValueError as error:
            raise click.UsageError(f"{error}.") from error
    return method


def _dials(options: MethodArguments) -> dict[str, str]:
    """The settings of the sieve that have options of their own, where they are given."""
    dials = {
        "favour": options["favour"],
        "comments": options["comments"],
        "headline": options["headline"],
    }
    return {name: value for name, value in dials.items() if value}


def _check_dials(options: MethodArguments, kind: type[Method]) -> None:
    if kind is not methods.Sieve and _dials(options):
        raise click.UsageError(
            "--precision, --recall, --comments and --headline are dials of the sieve, "
            f"not of {kind.name}."
        )


def assigned(options: MethodArguments) -> list[str]:
    """All settings that are asked for, also those that have an option of their own."""
    dials = [f"{name}={value}" for name, value in _dials(options).items()]
    return [*options["assignments"], *dials]


def _with_learned(method: Method, name: str) -> Method:
    """The method of another name with what this one has learned, where both learn the same."""
    other = methods.find(name)
    if isinstance(method, methods.SiteMethod) and issubclass(other, methods.SiteMethod):
        return other.sharing(method)
    raise click.UsageError(f"The model is of {method.name}, which {name} cannot use.")


def check_site(site: str, sites: Iterable[str], where: object) -> None:
    """Refuse the name of a site that there is not, and name those that there are."""
    names = sorted(sites)
    if site not in names:
        listed = ", ".join(name or "(no site)" for name in names)
        raise InputError(f"{where} has no site {site!r}; it has {listed or 'none'}")


def jobs_for(options: JobArguments, source: Source) -> int:
    """How many worker processes. A single page gets one as well, so that its time is limited."""
    return 1 if source.is_one_page else options["jobs"] or default_jobs()
