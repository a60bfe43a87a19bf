"""No output takes the place of something that is read."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from sitesieve.sources.source import Source

_WRITTEN = ("output", "outputs", "errors", "report", "save_model")
_READ = ("input_file", "model", "labels", "vocabulary")  # besides pages


def refuse_overwriting(options: Mapping[str, object], source: Source) -> None:
    """Refuse a command that would write over a file it reads, before anything is done."""
    for output in _outputs(options):
        for name in _READ:
            read = options.get(name)
            if isinstance(read, Path) and _is_same(output, read):
                option = name.replace("_", "-")
                raise click.UsageError(f"{output} is what --{option} reads: name another output.")
        if source.reads(output):
            raise click.UsageError(
                f"{output} is one of the inputs and would be overwritten: name another output."
            )
    folder = options.get("output_dir")
    if isinstance(folder, Path):
        _refuse_folder(folder, source, as_html=options["form"] == "html")


def _refuse_folder(output: Path, source: Source, as_html: bool) -> None:
    for read in source.folders:
        if output.resolve().is_relative_to(read.resolve()):
            raise click.UsageError(f"The output folder is inside the input folder {read}.")
    if as_html:
        for read in (*source.folders, *source.page_files):
            if read.resolve().is_relative_to(output.resolve()):
                raise click.UsageError(
                    f"The input {read} is inside the output folder, and cleaned pages would be "
                    "written over pages: name another folder."
                )


def _outputs(options: Mapping[str, object]) -> Iterator[Path]:
    for name in _WRITTEN:
        value = options.get(name)
        if isinstance(value, tuple):
            yield from value
        elif isinstance(value, Path):
            yield value


def _is_same(output: Path, read: Path) -> bool:
    return output.exists() and read.exists() and output.samefile(read)
