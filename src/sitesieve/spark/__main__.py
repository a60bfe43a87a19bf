"""Jobs for `spark-submit`, and for `python -m sitesieve.spark`: learn, clean and merge.

As a file of its own, for `spark-submit`: python -c "import sitesieve.spark.__main__ as jobs;
print(jobs.__file__)".
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

import click

from sitesieve.cleaning.methods import SiteMethod
from sitesieve.cleaning.page_type import PageType
from sitesieve.cli import options as opt
from sitesieve.cli import reading
from sitesieve.cli.help import Group, in_section, together
from sitesieve.cli.show import counted, say
from sitesieve.errors import SitesieveError
from sitesieve.page.limits import Limits
from sitesieve.sinks.formats import ADDITIONS

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

F = TypeVar("F", bound=Callable[..., Any])
_FORMATS = ("parquet", "json", "orc", "warc")
_input, _output = in_section("Input"), in_section("Output")


class SparkJobArguments(reading.LimitArguments):
    """The values of `_job_options`."""

    inputs: tuple[str, ...]
    output: str
    overwrite: bool
    master: str | None
    input_format: str | None
    html_column: str | None
    url_column: str | None
    site_by: str | None


def _output_options(function: F) -> F:
    return together(
        _output("-o", "--output", required=True, metavar="PATH", help="Table to write, Parquet."),
        _output("--overwrite", is_flag=True, help="Replace a table that is there."),
        in_section("Job")(
            "--master",
            metavar="URL",
            help="Where Spark runs. [default: as spark-submit says, else this machine]",
        ),
    )(function)


def _job_options(function: F) -> F:
    return together(
        click.argument("inputs", nargs=-1, required=True, metavar="INPUT..."),
        _input(
            "--input-format",
            type=click.Choice(_FORMATS),
            help="What the inputs are. [default: by the ending, else parquet]",
        ),
        _input("--html-column", metavar="NAME", help="Column with the HTML."),
        _input("--url-column", metavar="NAME", help="Column with the URL."),
        _input(
            "--site-by",
            metavar="domain|host|NAME",
            help="What makes a site: the name of a column, too. [default: domain]",
        ),
        _output_options,
        reading.limit_options,
    )(function)


@click.group(
    cls=Group,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    examples=(
        "python -m sitesieve.spark learn pages.parquet -o models.parquet",
        "python -m sitesieve.spark clean pages.parquet --models models.parquet -o texts.parquet",
    ),
)
def jobs() -> None:
    """Learn and clean with Spark. Tables are paths that Spark can read on all machines."""


class LearnJobArguments(SparkJobArguments, opt.MethodArguments):
    """The options of `learn`."""

    models: tuple[str, ...]


@jobs.command()
@_job_options
@opt.in_method(
    "--models",
    multiple=True,
    metavar="PATH",
    help="A table of models to go on from: what is learned is merged with it.",
)
@opt.method_options
def learn(**options: Unpack[LearnJobArguments]) -> None:
    """Learn the sites of pages into a table of models."""
    import sitesieve.spark

    method = opt.make_method(options)
    if not isinstance(method, SiteMethod):
        raise click.UsageError(f"{method.name} keeps no models of sites; sieve does.")
    spark = _session("learn", options["master"])
    models = sitesieve.spark.learn(
        _pages(spark, options),
        method=method,
        html_column=options["html_column"],
        url_column=options["url_column"],
        site_by=options["site_by"],
        limits=_limits(options),
    )
    if options["models"]:
        earlier = [spark.read.parquet(path) for path in options["models"]]
        models = sitesieve.spark.merge(*earlier, models)
    _write_models(models, options)


class CleanJobArguments(SparkJobArguments, opt.MethodArguments, opt.OutputArguments):
    """The options of `clean`."""

    models: str | None
    add: tuple[str, ...]
    carry: str | None
    only: tuple[str, ...]
    min_words: int
    partitions: int | None


@jobs.command()
@_job_options
@opt.in_method("--models", metavar="PATH", help="The table that `learn` wrote.")
@opt.method_options
@opt.in_output("--add", multiple=True, type=click.Choice(ADDITIONS), help="Further columns.")
@opt.in_output("--carry", metavar="NAME,NAME", help="Input columns to copy to the output.")
@opt.output_options
@opt.kind_options
@in_section("Which pages")(
    "--only",
    multiple=True,
    metavar="TYPE,TYPE",
    help=f"Leave out pages of other types. The types: {', '.join(PageType)}.",
)
@in_section("Which pages")(
    "--min-words", type=click.IntRange(0), default=0, help="Words that are to stay of a page."
)
@in_section("Job")(
    "--partitions", type=click.IntRange(1), help="Tasks. [default: spark.sql.shuffle.partitions]"
)
def clean(**options: Unpack[CleanJobArguments]) -> None:
    """Clean pages into a table, those that cannot be cleaned with the reason."""
    import sitesieve.spark

    spark = _session("clean", options["master"])
    wanted = opt.wanted_output(options)
    carry = tuple(name.strip() for name in (options["carry"] or "").split(",") if name.strip())
    models = None if options["models"] is None else spark.read.parquet(options["models"])
    texts = sitesieve.spark.clean(
        _pages(spark, options),
        models,
        method=opt.make_method(options),
        html_column=options["html_column"],
        url_column=options["url_column"],
        site_by=options["site_by"],
        limits=_limits(options),
        add=options["add"],
        carry=carry,
        only=options["only"],
        min_words=options["min_words"],
        partitions=options["partitions"],
        links=wanted.links,
        images=wanted.images,
        tables=wanted.tables,
        hidden=wanted.hidden,
        remove=wanted.remove,
        keep=wanted.keep,
        once=wanted.once,
    )
    _write(texts, options)
    counts = spark.read.parquet(options["output"]).groupBy("reason").count().collect()
    by_reason = {row["reason"]: row["count"] for row in counts}
    say(f"{by_reason.pop(None, 0):,} pages cleaned, {sum(by_reason.values()):,} not")
    for reason, number in sorted(by_reason.items()):
        say(f"{number:,} {reason}")


class MergeJobArguments(TypedDict):
    """The options of `merge`."""

    models: tuple[str, ...]
    output: str
    overwrite: bool
    master: str | None


@jobs.command()
@click.argument("models", nargs=-1, required=True, metavar="MODELS...")
@_output_options
def merge(**options: Unpack[MergeJobArguments]) -> None:
    """Make one table of several tables of models, or of files that `sitesieve learn` saved."""
    import sitesieve.spark

    spark = _session("merge", options["master"])
    tables = [
        sitesieve.spark.from_files(spark, path)
        if Path(path).is_file()
        else spark.read.parquet(path)
        for path in options["models"]
    ]
    _write_models(sitesieve.spark.merge(*tables), options)


def _pages(spark: "SparkSession", options: SparkJobArguments) -> "DataFrame":
    import sitesieve.spark

    inputs = list(options["inputs"])
    forms = {options["input_format"]} if options["input_format"] else set(map(_format_of, inputs))
    if len(forms) > 1:
        raise click.UsageError(
            f"The inputs are of several formats, {' and '.join(sorted(forms))}: give each to a "
            "job of its own, or say with --input-format what all of them are."
        )
    (form,) = forms
    if form == "warc":
        return sitesieve.spark.read_warc(spark, inputs, _limits(options))
    return spark.read.format(form).load(inputs)


def _format_of(path: str) -> str:
    """The format of an input by its ending, of a folder on this machine by those of its files.

    >>> _format_of("a/b.warc.gz"), _format_of("pages.jsonl"), _format_of("pages")
    ('warc', 'json', 'parquet')
    """
    name = Path(path).name
    form = _form_by_ending(name)
    if form is None and Path(path).is_dir():
        files = sorted(file.name for file in Path(path).rglob("*") if file.is_file())
        form = next(filter(None, map(_form_by_ending, files)), None)
    return form or "parquet"


def _form_by_ending(name: str) -> str | None:
    if ".warc" in Path(name).suffixes:
        return "warc"
    endings = {".json": "json", ".jsonl": "json", ".ndjson": "json"}
    endings |= {".orc": "orc", ".parquet": "parquet"}
    return endings.get(Path(name.removesuffix(".gz").removesuffix(".zst")).suffix)


def _limits(options: SparkJobArguments) -> Limits:
    return Limits(
        bytes=options["max_bytes"],
        nodes=options["max_nodes"],
        depth=options["max_depth"],
        attributes=options["max_attributes"],
        seconds=options["max_seconds"],
    )


def _session(job: str, master: str | None) -> "SparkSession":
    import sitesieve.spark

    submitted = "PYSPARK_GATEWAY_PORT" in os.environ  # then its configuration says what is logged
    spark = sitesieve.spark.session(f"sitesieve {job}", master)
    if not submitted:
        spark.sparkContext.setLogLevel("ERROR")
    return spark


def _write_models(models: "DataFrame", options: "SparkJobArguments | MergeJobArguments") -> None:
    _write(models, options)
    say(f"{counted(models.sparkSession.read.parquet(options['output']).count(), 'site')} learned")


def _write(table: "DataFrame", options: "SparkJobArguments | MergeJobArguments") -> None:
    mode = "overwrite" if options["overwrite"] else "errorifexists"
    table.write.mode(mode).parquet(options["output"])


def main() -> None:
    """Run a job; what is wrong with its input is said in a line."""
    try:
        jobs.main(prog_name="python -m sitesieve.spark", standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (SitesieveError, OSError, ValueError) as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(1)
    except Exception as error:
        if not _is_about_input(error):
            raise
        click.echo(f"error: {str(error).partition(chr(10))[0]}", err=True)  # without the plan
        sys.exit(1)


def _is_about_input(error: Exception) -> bool:
    """Whether Spark says that a path or a column is wrong."""
    try:
        from pyspark.errors import AnalysisException
    except ImportError:
        return False
    return isinstance(error, AnalysisException)


if __name__ == "__main__":
    main()
