"""Commands that are run for new items: once for each, or again later where they fail."""

import json
import shlex
import subprocess
from collections.abc import Callable, Iterable, Sequence

from sitesieve.errors import InputError
from sitesieve.watch.items import Items, WatchItem
from sitesieve.watch.state import State

_LONGEST = 120.0  # seconds that a command may take for an item
_MESSAGE = 300  # characters of its standard error that are kept when a command fails


def parse_command(command: str) -> list[str]:
    """The program and arguments of a command line; `InputError` when it cannot be split."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InputError(f"the command {command!r} cannot be read: {error}") from error
    if not words:
        raise InputError("the command is empty")
    return words


class Deliveries:
    """The items for which commands are still to be run."""

    def __init__(self, state: State) -> None:
        self._state = state

    def plan(self, items: Iterable[int], command: str) -> None:
        """Note that a command is to be run for items; in the transaction that adds them."""
        for number in items:
            self._state.write(
                "INSERT OR IGNORE INTO delivery (item, command) VALUES (?, ?)", number, command
            )

    def waiting(self, watch: int) -> list[tuple[int, str]]:
        """The items of a watch for which commands are still to be run: item, command."""
        rows = self._state.rows(
            "SELECT item, command FROM delivery JOIN item ON item.id = delivery.item "
            "WHERE item.watch = ? ORDER BY item",
            watch,
        )
        return [(item, command) for item, command in rows]

    def failed(self) -> dict[int, int]:
        """For each watch, the number of items for which a command failed."""
        rows = self._state.rows(
            "SELECT item.watch, COUNT(*) FROM delivery JOIN item ON item.id = delivery.item "
            "WHERE tries > 0 GROUP BY 1"
        )
        return {watch: int(number) for watch, number in rows}

    def deliver(
        self, watch: int, renew: Callable[[], None], stopped: Callable[[], bool]
    ) -> tuple[int, int]:
        """Run the commands for a watch; how often they succeeded, and how often not.

        `renew` is called before each, and raises when another run has taken over; when `stopped`
        returns true, the rest is left for the next run.
        """
        items, done, failed = Items(self._state), 0, 0
        for number, command in self.waiting(watch):
            if stopped():
                break
            renew()
            problem = _run(parse_command(command), items.item(number))
            if problem is None:
                done += 1
                self._state.write(
                    "DELETE FROM delivery WHERE item = ? AND command = ?", number, command
                )
            else:
                failed += 1
                self._state.write(
                    "UPDATE delivery SET tries = tries + 1, problem = ? "
                    "WHERE item = ? AND command = ?",
                    *(problem, number, command),
                )
        return done, failed


def _run(words: Sequence[str], item: WatchItem) -> str | None:
    """Run a command for an item; the problem, or None."""
    content = json.dumps(item.to_dict(), ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    try:
        process = subprocess.run(
            words, input=content, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            timeout=_LONGEST, check=False,
        )  # fmt: skip
    except (OSError, ValueError) as error:
        return str(error)
    except subprocess.TimeoutExpired:
        return f"more than {_LONGEST:g} seconds"
    if process.returncode:
        message = process.stderr.decode("utf-8", "replace").strip()[-_MESSAGE:]
        return f"exit code {process.returncode}" + (f": {message}" if message else "")
    return None
