"""Leases: only one run at a time visits a site.

A lease that is not renewed expires; that of a process of this machine which has ended is void.
"""

import os
import socket
import time
import uuid

from sitesieve.watch.state import State

_LASTS = 900.0  # seconds without renewal
_held: set[str] = set()  # tokens of this process


class LeaseLost(Exception):
    """Another run has taken over the site: this one must not write."""


class Lease:
    """The right to visit a site."""

    def __init__(self, state: State, site: str) -> None:
        self._state = state
        self._site = site
        self._token = uuid.uuid4().hex

    def acquire(self) -> str | None:
        """Take the lease, or return the process that holds it."""
        state, host, pid = self._state, socket.gethostname(), os.getpid()
        with state.transaction():
            row = state.row("SELECT host, pid, until, token FROM lease WHERE site = ?", self._site)
            if row is not None and row[2] > time.time() and not _is_dead(row[0], row[1], row[3]):
                return f"process {row[1]} on {row[0]}"
            _held.add(self._token)
            state.write(
                "INSERT OR REPLACE INTO lease VALUES (?, ?, ?, ?, ?)",
                *(self._site, self._token, host, pid, time.time() + _LASTS),
            )
        return None

    def renew(self) -> None:
        """Extend the lease, inside a transaction; `LeaseLost` when another run has it."""
        renewed = self._state.changed(
            "UPDATE lease SET until = ? WHERE site = ? AND token = ?",
            *(time.time() + _LASTS, self._site, self._token),
        )
        if not renewed:
            raise LeaseLost(self._site)

    def release(self) -> None:
        """Let other runs visit the site."""
        _held.discard(self._token)
        self._state.write("DELETE FROM lease WHERE site = ? AND token = ?", self._site, self._token)


def _is_dead(host: str, pid: int, token: str) -> bool:
    if host != socket.gethostname():
        return False
    if pid == os.getpid():  # or an earlier process with this id: in a container it is often 1
        return token not in _held
    if os.name == "nt":  # os.kill would end the process there
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:  # a process of another user
        return False
    return False
