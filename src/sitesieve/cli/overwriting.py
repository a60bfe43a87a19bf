"""No output takes the place of something that is read, or of another output.

Every command is checked before it does anything, by what its options are called: those of
`_WRITTEN` name files that are written, those of `_READ` files that are read. Pages are added when
a source is opened, and with them what a command writes `beside` its outputs.
"""

import itertools
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:  # commands that read no pages do not wait for it
    from sitesieve.sources.source import Source

_WRITTEN = ("output", "outputs", "errors", "report", "save_model", "site_cards", "beside")
_READ = {  # and what they are called for people
    **{name: f"--{name}" for name in ("model", "models", "labels", "vocabulary", "rules", "since")},
    **{"input_file": "--input-file", "state": "--state", "path": "--rules"},
    **{"exported": "the import", "watched_rules": "a watch"},
}
_UPDATED = {("output", "models")}  # yesterday's model may become today's
_STATE_ENDINGS = ("", "-wal", "-shm", "-journal")  # the files of a database
_PART = ".part"  # of the folder in which an output waits, which is emptied


def refuse_overwriting(options: Mapping[str, object], source: "Source | None" = None) -> None:
    """Refuse a command that would write over a file it reads, or write one file twice."""
    outputs = list(_named(options, _WRITTEN))
    for (one, path), (other, second) in itertools.combinations(outputs, 2):
        if any(_is_same(first, last) for first, last in _names_taken(path, second)):
            raise click.UsageError(f"{_shown(one, path)} and {_shown(other, second)} are the same "
                                   "file: name another output.")  # fmt: skip
    reads = list(_files_read(options)) if outputs else []
    for (option, output), (name, read) in itertools.product(outputs, reads):
        if (option, name) not in _UPDATED and _is_same(output, read):
            raise click.UsageError(f"{output} is what {_READ[name]} reads: name another output.")
    if source is not None:
        _refuse_pages(options, [path for _, path in outputs], source)


def _refuse_pages(options: Mapping[str, object], outputs: list[Path], source: "Source") -> None:
    for output in outputs:
        waiting = output.with_name(output.name + _PART)
        if source.reads(output) or any(_is_inside(read, waiting) for read in source.paths):
            raise click.UsageError(
                f"{output} is one of the inputs and would be overwritten: name another output."
            )
    folder = options.get("output_dir")
    if isinstance(folder, Path):
        _refuse_folder(folder, source, as_html=options["form"] == "html")


def _refuse_folder(output: Path, source: "Source", as_html: bool) -> None:
    for read in source.folders:
        if _is_inside(output, read):
            raise click.UsageError(f"The output folder is inside the input folder {read}.")
    if as_html:
        for read in (*source.folders, *source.page_files):
            if _is_inside(read, output):
                raise click.UsageError(
                    f"The input {read} is inside the output folder, and cleaned pages would be "
                    "written over pages: name another folder."
                )


def _named(options: Mapping[str, object], names: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """The files that options name, with the names of the options."""
    for name in names:
        value = options.get(name)
        for path in value if isinstance(value, tuple | list) else (value,):
            if isinstance(path, Path) and path != Path("-"):
                yield name, path


def _files_read(options: Mapping[str, object]) -> Iterator[tuple[str, Path]]:
    if options.get("state", "") is None:
        from sitesieve.watch.state import default_path

        options = {**options, "state": default_path()}
    for name, path in _named(options, tuple(_READ)):
        if name == "state":
            yield from ((name, path.with_name(path.name + end)) for end in _STATE_ENDINGS)
        else:
            yield name, path


def _names_taken(one: Path, other: Path) -> Iterator[tuple[Path, Path]]:
    """Pairs of names that two outputs must not share: their own, and the folders beside them."""
    yield one, other
    yield one.with_name(one.name + _PART), other
    yield one, other.with_name(other.name + _PART)


def _shown(name: str, path: Path) -> str:
    option = "output" if name == "outputs" else name.replace("_", "-")
    return str(path) if name == "beside" else f"--{option}"


def _is_same(one: Path, other: Path) -> bool:
    """Whether two names are of one file: by links of any kind, or other ways to write it."""
    try:
        if one.exists() and other.exists():
            return one.samefile(other)
        one, other = one.resolve(), other.resolve()
    except (OSError, RuntimeError):  # a circle of links: nothing can be written there
        return False
    if sys.platform in ("win32", "darwin"):  # their usual file systems do not tell case
        return str(one).casefold() == str(other).casefold()
    return one == other


def _is_inside(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())
