"""Rules in a file: read, changed by one process at a time, replaced only when complete.

A process that changes the file holds a lock while reading, changing and writing it. So when two add
rules at once, neither rule is lost: the second process reads the rule of the first and makes its
proposal again.
"""

import contextlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from sitesieve.atomic import atomic_write, output_errors
from sitesieve.errors import ModelError, OutputError
from sitesieve.rules.rule_base import RuleBase
from sitesieve.rules.rule_data import as_it_stands, rule_base_from, with_history

_Stamp = tuple[int, int, int]


class RuleFile:
    """A file of rules; it is read again only after it has changed."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(os.path.realpath(path))  # symbolic links are kept, and share one lock
        self._kept: tuple[_Stamp, RuleBase] | None = None

    def read(self) -> RuleBase:
        """The rules in the file; an empty base where there is no file yet."""
        stamp = self._stamp()
        if stamp is None:
            return RuleBase()
        if self._kept is None or self._kept[0] != stamp:
            self._kept = (stamp, load_rules(self.path))
        return self._kept[1]

    @contextlib.contextmanager
    def changing(self) -> Iterator[RuleBase]:
        """The rules, to be changed; they are saved unless an exception is raised."""
        with _locked(self.path):
            rules = self.read()
            steps = (rules.history, rules.undone)
            try:
                yield rules
                if (rules.history, rules.undone) != steps or not self.path.exists():
                    self._save(rules)
            except BaseException:
                self._kept = None  # the rules in memory may differ from the file
                raise

    def _save(self, rules: RuleBase) -> None:
        _write(self.path, with_history(rules))
        stamp = self._stamp()
        self._kept = None if stamp is None else (stamp, rules)

    def _stamp(self) -> _Stamp | None:
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ModelError(f"cannot read {self.path}: {error.strerror}") from error
        return status.st_ino, status.st_mtime_ns, status.st_size


def load_rules(path: Path | str) -> RuleBase:
    """The rules in a file of rules or an export; `ModelError` when it is neither."""
    try:
        data = json.loads(Path(path).read_bytes())
    except FileNotFoundError:
        raise ModelError(f"no such file of rules: {path}") from None
    except OSError as error:
        raise ModelError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{path} is not a file of rules: {error}") from error
    return rule_base_from(data, str(path))


def export_rules(rules: RuleBase, path: Path) -> None:
    """Write the rules and their cases, without the history."""
    _write(path, as_it_stands(rules))


def _write(path: Path, data: Mapping[str, Any]) -> None:
    with atomic_write(path) as file:
        file.write(to_text(data).encode())


def to_text(data: Mapping[str, Any]) -> str:
    """Data as JSON with one line for each entry of a list, so that line diffs are readable."""
    members = []
    for name, value in data.items():
        if isinstance(value, list) and value:
            written = "[\n" + ",\n".join(map(_compact, value)) + "\n]"
        else:
            written = _compact(value)
        members.append(f"{_compact(name)}: {written}")
    return "{" + ",\n".join(members) + "}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file; the system releases it when the process ends."""
    lock = path.with_name(f".{path.name}.lock")
    with output_errors(path):
        file = _hold(lock)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            lock.unlink()  # while it is held: processes that wait for it open a new one
        file.close()


def _hold(lock: Path) -> IO[bytes]:
    if sys.platform == "win32":
        raise OutputError("rules cannot be changed on this system: it has no file locks")
    import fcntl

    while True:
        file = lock.open("ab")
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            if os.fstat(file.fileno()).st_ino == lock.stat().st_ino:
                return file
        except FileNotFoundError:  # its last holder has removed it
            pass
        except BaseException:
            file.close()
            raise
        file.close()
