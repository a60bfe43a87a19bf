"""Records one after the other: standard output, or a file, plain or compressed."""

import contextlib
import gzip
import os
import shutil
import sys
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

from sitesieve.atomic import output_errors
from sitesieve.errors import MissingExtra, OutputError
from sitesieve.sinks.formats import Record
from sitesieve.sinks.registry import find_format
from sitesieve.sinks.sink import Sink, Workspace
from sitesieve.terminal import harmless_bytes


class StdoutSink(Sink):
    """Standard output, flushed after every record so that the next program can start. A terminal
    gets no control codes."""

    def __init__(self, form: str) -> None:
        if sys.stdout is None:
            raise OutputError("standard output is closed; write to a file with -o")
        self._format = find_format(form)
        self._first = True

    def write(self, record: Record) -> None:
        data = self._format.before(record, self._first) + self._format.encoded(record)
        with output_errors("standard output"):
            sys.stdout.buffer.write(harmless_bytes(data) if sys.stdout.isatty() else data)
            sys.stdout.buffer.flush()
        self._first = False

    def finish(self) -> None:
        with output_errors("standard output"):
            sys.stdout.buffer.flush()


class FileSink(Sink):
    """A file, gzipped or with zstd by its ending.

    Each seal ends a gzip member or zstd frame, so that a resumed job can cut
    the file there and append.
    """

    def __init__(self, path: Path, form: str) -> None:
        self.path = Path(os.path.realpath(path))  # a link stays a link
        self._format = find_format(form)
        self.workspace: Workspace = Workspace.beside(self.path)
        self._data = self.workspace.folder / "data"
        self._file: BinaryIO | None = None
        self._packed: IO[bytes] | None = None
        self._first = True
        if path.name.endswith(".zst"):
            _zstandard(path)

    def write(self, record: Record) -> None:
        with output_errors(self.path):
            before = self._format.before(record, self._first)
            self._stream().write(before + self._format.encoded(record))
        self._first = False

    def seal(self) -> None:
        with output_errors(self.path):
            self._close_packed()

    def commit(self) -> dict[str, Any]:
        self.seal()
        with output_errors(self.path):
            file = self._raw()
            file.flush()
            os.fsync(file.fileno())
            return {"bytes": file.tell(), "first": self._first}

    def resume(self, state: dict[str, Any]) -> None:
        with output_errors(self.path):
            if not self._data.exists() and self.path.exists():  # it was published already
                self.workspace.open(fresh=False)
                shutil.copyfile(self.path, self._data)
            file = self._raw()
            if file.seek(0, os.SEEK_END) < state["bytes"]:
                raise OutputError(f"cannot resume: {self._data} is shorter than it was")
            file.seek(state["bytes"])
            file.truncate()
        self._first = state["first"]

    def finish(self) -> None:
        self.commit()
        with output_errors(self.path):
            self._raw().close()
            self.workspace.publish(self._data)
        self.workspace.remove()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._close_packed()
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()

    def _raw(self) -> BinaryIO:
        if self._file is None:
            self.workspace.open(fresh=False)
            self._data.touch()
            self._file = self._data.open("r+b")
        return self._file

    def _stream(self) -> IO[bytes]:
        if self._packed is None:
            raw = self._raw()
            if self.path.name.endswith(".gz"):
                # No name and no time: the same input gives the same bytes.
                packed = gzip.GzipFile("", "wb", compresslevel=6, fileobj=raw, mtime=0)
                self._packed = cast(IO[bytes], packed)
            elif self.path.name.endswith(".zst"):
                self._packed = (
                    _zstandard(self.path).ZstdCompressor().stream_writer(raw, closefd=False)
                )
            else:
                return raw
        return self._packed

    def _close_packed(self) -> None:
        if self._packed is not None:
            packed, self._packed = self._packed, None
            packed.close()


def _zstandard(path: Path) -> Any:
    try:
        import zstandard
    except ImportError:
        raise MissingExtra(f"{path}: writing .zst", "zstd") from None
    return zstandard
