"""Where cleaned pages go.

A sink is written in order. From time to time it is committed: all that was
written so far is then safe, and the state it returns is enough to go on from
there after a crash. Only `finish` makes the output appear under its name.
"""

import contextlib
import json
import os
import shutil
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from sitesieve.atomic import atomic_write, output_errors, read_sealed, write_sealed
from sitesieve.errors import OutputError
from sitesieve.locks import Lock, Locked
from sitesieve.page.hashing import stable_id
from sitesieve.sinks.formats import Record

_MADE_BY = "user.sitesieve.job"
_LOCK = "lock"
_OURS = (_LOCK, "journal.json", "data", "model.sieve", "copies.json", "names.sqlite", "rows-")


class Workspace:
    """The folder beside an output that holds it until it is complete. One job at a time has it:
    from `open` until it is removed or released."""

    def __init__(self, folder: Path, output: Path, made_by: Path) -> None:
        self.folder = folder
        self.output = output
        self.made_by = made_by  # says so where attributes of files cannot
        self.journal = folder / "journal.json"
        self.model = folder / "model.sieve"
        self.copies = folder / "copies.json"
        self.job: str | None = None  # what makes the output, to be noted with it
        self._lock: Lock | None = None

    @classmethod
    def beside(cls, output: Path) -> "Workspace":
        """The workspace of an output file."""
        name = output.name
        made_by = output.with_name(f".{name}.job")
        return cls(output.with_name(f"{name}.part"), output, made_by)

    def open(self, fresh: bool) -> None:
        """Make the folder ours; with `fresh`, without what an earlier job left."""
        with output_errors(self.folder):
            self._refuse_others()
            while self._lock is None:
                self.folder.mkdir(parents=True, exist_ok=True)
                try:
                    self._lock = Lock(self.folder / _LOCK, wait=False)
                except FileNotFoundError:  # another job has just removed its folder
                    continue
                except Locked:
                    raise OutputError(
                        f"cannot write {self.output}: another job is writing it"
                    ) from None
            if fresh:
                self._empty()

    @property
    def temporary(self) -> str:
        """How the names of the temporary folders of its jobs begin."""
        return f"sitesieve-{stable_id(str(self.folder.absolute())):016x}-"

    def _refuse_others(self) -> None:
        """Keep away from a folder of that name which no job has made."""
        names = [path.name for path in self.folder.iterdir()] if self.folder.exists() else []
        if names and not any(name.removeprefix(".").startswith(_OURS) for name in names):
            raise OutputError(
                f"cannot write {self.output}: {self.folder}, where it would wait until it is "
                "complete, is something else; move it away"
            )

    def _empty(self) -> None:
        for left in self.folder.iterdir():
            if left.is_dir():
                shutil.rmtree(left)
            elif left.name != _LOCK:
                left.unlink()

    def release(self) -> None:
        """Let another job have the folder, as it is."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def save(self, journal: dict[str, Any]) -> None:
        """Record how far the job has come."""
        write_sealed(self.journal, journal)

    def load(self) -> dict[str, Any] | None:
        """How far an earlier job came, or None if there is nothing to go on from."""
        try:
            journal = read_sealed(self.journal)
        except FileNotFoundError:
            return None
        if not isinstance(journal, dict) or not {"version", "job", "tally"} <= journal.keys():
            raise OutputError(f"cannot resume: {self.journal} is damaged")
        return journal

    def publish(self, data: Path) -> None:
        """Give a complete file its name. Who made it is noted before: after a crash it is either
        not there, or known to be complete."""
        self.note_maker(data)
        data.replace(self.output)

    def note_maker(self, path: Path) -> None:
        """Note which job has made a file or folder: as an attribute of it, or where the system
        has none, in a hidden file beside the output."""
        if self.job is None:
            return
        try:
            os.setxattr(path, _MADE_BY, self.job.encode())
        except (AttributeError, OSError):
            with atomic_write(self.made_by) as file:
                file.write(json.dumps({"job": self.job, "size": _size(path)}).encode())

    def maker(self) -> str | None:
        """The job that made the output; None where nobody knows, or it was changed since."""
        try:
            return os.getxattr(self.output, _MADE_BY).decode()
        except (AttributeError, OSError):
            pass
        try:
            noted = json.loads(self.made_by.read_bytes())
            return str(noted["job"]) if noted["size"] == _size(self.output) else None
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def remove(self) -> None:
        """The job is done. A folder that another job has is left alone."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                self._empty()
            self.release()
            with contextlib.suppress(OSError):
                self.folder.rmdir()  # not if another job has it by now


def _size(path: Path) -> int | None:
    return path.stat().st_size if path.is_file() else None


class Sink(ABC):
    """A place that takes records in order."""

    workspace: Workspace | None = None  # where an unfinished output waits, if it can

    @abstractmethod
    def write(self, record: Record) -> None:
        """Take one record."""

    def seal(self) -> None:  # noqa: B027 - not every sink writes in units
        """End the unit being written (a gzip member, a part of a table).

        Called after fixed numbers of pages, so that the bytes of an output do
        not depend on when the job was committed or interrupted.
        """

    def commit(self) -> dict[str, Any]:
        """Seal, and make all records so far safe; return what `resume` needs to go on."""
        return {}

    def resume(self, state: dict[str, Any]) -> None:  # noqa: ARG002
        """Go back to a committed state."""
        raise OutputError("only an output to a file or folder can be resumed")

    def close(self) -> None:  # noqa: B027 - not every sink keeps something open
        """Close what is open, whatever becomes of it."""

    @abstractmethod
    def finish(self) -> None:
        """All records are written: publish them."""

    def discard(self) -> None:
        """Nothing came of the job: leave no trace."""
        self.close()
        if self.workspace is not None:
            self.workspace.remove()

    def abandon(self) -> None:
        """The job stops early: close what is open, keep what `resume` needs."""
        self.close()
        if self.workspace is not None:
            self.workspace.release()
