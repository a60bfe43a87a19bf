"""Who works on a site at the moment: two runs that meet do not do the same twice.

A lease is for a site, so that it is never fetched from by two runs at once either. One that
is not renewed runs out; that of a process of this machine which is no more is void.
"""

import os
import socket
import time
import uuid

from sitesieve.watch.state import State

_LASTS = 900.0  # seconds without a sign of life
_held: set[str] = set()  # tokens of this process


class LeaseLost(Exception):
    """Another run has taken over: what was found is not to be written."""


class Lease:
    """The right to work on a site."""

    def __init__(self, state: State, site: str) -> None:
        self._state = state
        self._site = site
        self._token = uuid.uuid4().hex

    def taken_by(self) -> str | None:
        """Take the lease; or say who has it."""
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
        """Give a sign of life, inside a transaction; `LeaseLost` when it came too late."""
        renewed = self._state.changed(
            "UPDATE lease SET until = ? WHERE site = ? AND token = ?",
            *(time.time() + _LASTS, self._site, self._token),
        )
        if not renewed:
            raise LeaseLost(self._site)

    def give_back(self) -> None:
        """Let others work."""
        _held.discard(self._token)
        self._state.write("DELETE FROM lease WHERE site = ? AND token = ?", self._site, self._token)


def _is_dead(host: str, pid: int, token: str) -> bool:
    if host != socket.gethostname():
        return False
    if pid == os.getpid():  # or an earlier process of this number: in a container it is often 1
        return token not in _held
    if os.name == "nt":  # there, asking would end the process
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:  # of another person
        return False
    return False
