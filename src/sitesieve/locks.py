"""Locks: one process at a time writes a file; stamps: whether another has written it since.

The system releases a lock when the process that holds it ends, however it ends.
"""

import contextlib
import os
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

from sitesieve.atomic import output_errors

Stamp = tuple[int, int, int]
_held: "weakref.WeakSet[Lock]" = weakref.WeakSet()


class Locked(Exception):
    """Somebody else holds the lock."""


class Lock:
    """A lock that is held until it is released. It is a file beside what it guards.

    On systems and file systems without locks nobody is kept out.
    """

    def __init__(self, path: Path, wait: bool) -> None:
        self.path = path
        # In a forked process too: there the lock is that of the parent, and ends with it.
        self.let_go = weakref.finalize(self, os.close, _hold(path, wait))
        _held.add(self)

    def release(self) -> None:
        if self.let_go.alive:
            with contextlib.suppress(OSError):
                self.path.unlink()  # while it is held: processes that wait for it open a new one
            self.let_go()


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep others from changing a file while it is read, changed and written."""
    path = Path(os.path.realpath(path))  # whoever comes by a link meets the same lock
    with output_errors(path):
        lock = Lock(path.with_name(f".{path.name}.lock"), wait=True)
    try:
        yield
    finally:
        lock.release()


def stamp_of(path: Path) -> Stamp | None:
    """What tells a file from what it was before; None where there is none."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def _hold(path: Path, wait: bool) -> int:
    """The descriptor of a file that is locked."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(file, wait)
            if os.fstat(file).st_ino == path.stat().st_ino:
                return file
        except FileNotFoundError:  # its last holder has removed it
            pass
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _lock(file: int, wait: bool) -> None:
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise Locked from error
    except OSError:  # a file system without locks
        return


def _leave_all() -> None:
    for lock in list(_held):
        lock.let_go()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_all)
