"""Files that appear under their name only when they are complete."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from sitesieve.errors import OutputError


@contextlib.contextmanager
def output_errors(path: Path | str) -> Iterator[None]:
    """Turn what the system says about a failed write into an error that names the file."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error


def check_folder(path: Path) -> None:
    """Refuse a file whose folder is not there, and name that."""
    with output_errors(path):
        if not path.parent.is_dir():
            raise OutputError(f"cannot write {path}: the folder {path.parent} does not exist")


@contextlib.contextmanager
def atomic_write(path: Path, sync: bool = True) -> Iterator[BinaryIO]:
    """A file to write into that replaces `path` when all went well, and else leaves it alone."""
    path = Path(os.path.realpath(path))  # a link stays a link
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    with output_errors(path):
        try:
            with partial.open("wb") as file:
                yield file
                file.flush()
                if sync:
                    os.fsync(file.fileno())
            partial.replace(path)
        finally:
            with contextlib.suppress(OSError):
                partial.unlink()
