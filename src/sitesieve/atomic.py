"""Files that appear under their name only when they are complete."""

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

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


def write_sealed(path: Path, data: Any) -> None:
    """Write data as JSON, with a digest that tells whether it was changed since."""
    content = json.dumps(data)
    with atomic_write(path) as file:
        file.write(f"{_digest(content)}\n{content}\n".encode())


def read_sealed(path: Path) -> Any:
    """What `write_sealed` wrote; `FileNotFoundError` where there is nothing, `OutputError` where
    it is damaged."""
    try:
        digest, content = path.read_text("utf-8").split("\n", 1)
        if digest != _digest(content.removesuffix("\n")):
            raise ValueError("it was changed since it was written")
        return json.loads(content)
    except FileNotFoundError:
        raise
    except (OSError, ValueError, RecursionError) as error:
        raise OutputError(f"cannot resume: {path} is unreadable: {error}") from error


def _digest(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()
