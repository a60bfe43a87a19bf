"""Commands that are run for new items: an item is handed over once, or tried again later."""

import json
import shlex
import subprocess
from collections.abc import Callable, Iterable, Sequence

from sitesieve.errors import InputError
from sitesieve.watch.items import Item, Items
from sitesieve.watch.state import State

_LONGEST = 120.0  # seconds that a command may take for an item
_SAID = 300  # characters of what a failing command said that are kept


def parsed(command: str) -> list[str]:
    """A command as a program and its arguments; `InputError` when it cannot be one."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InputError(f"the command {command!r} cannot be read: {error}") from error
    if not words:
        raise InputError("the command is empty")
    return words


class Deliveries:
    """The items that commands are still to be run for."""

    def __init__(self, state: State) -> None:
        self._state = state

    def plan(self, items: Iterable[int], command: str) -> None:
        """Note that a command is to be run for items; in the transaction that adds these."""
        for number in items:
            self._state.write(
                "INSERT OR IGNORE INTO delivery (item, command) VALUES (?, ?)", number, command
            )

    def waiting(self, watch: int) -> list[tuple[int, str, int]]:
        """The items of a watch that are still to be handed over: item, command, tries."""
        rows = self._state.rows(
            "SELECT item, command, tries FROM delivery JOIN item ON item.id = delivery.item "
            "WHERE item.watch = ? ORDER BY item",
            watch,
        )
        return [(item, command, tries) for item, command, tries in rows]

    def failed(self) -> dict[int, int]:
        """For each watch, how many items a command failed for and waits to be run again."""
        rows = self._state.rows(
            "SELECT item.watch, COUNT(*) FROM delivery JOIN item ON item.id = delivery.item "
            "WHERE tries > 0 GROUP BY 1"
        )
        return {watch: int(number) for watch, number in rows}

    def deliver(
        self, watch: int, alive: Callable[[], None], stopped: Callable[[], bool]
    ) -> tuple[int, int]:
        """Run what is to be run for a watch; how often that worked, and how often not.

        `alive` is called before each, and raises when somebody else does it; `stopped` says
        whether to leave the rest for the next run.
        """
        items, done, failed = Items(self._state), 0, 0
        for number, command, _ in self.waiting(watch):
            if stopped():
                break
            alive()
            problem = _run(parsed(command), items.item(number))
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


def _run(words: Sequence[str], item: Item) -> str | None:
    """Run a command for an item; what went wrong, or None."""
    content = json.dumps(item.to_dict(), ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    try:
        ended = subprocess.run(
            words, input=content, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            timeout=_LONGEST, check=False,
        )  # fmt: skip
    except (OSError, ValueError) as error:
        return str(error)
    except subprocess.TimeoutExpired:
        return f"more than {_LONGEST:g} seconds"
    if ended.returncode:
        said = ended.stderr.decode("utf-8", "replace").strip()[-_SAID:]
        return f"it ended with {ended.returncode}: {said}" if said else f"exit {ended.returncode}"
    return None
