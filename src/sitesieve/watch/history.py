"""Versions of pages: every block of text is stored once, a version is a list of blocks."""

import zlib
from array import array
from collections.abc import Iterable, Sequence

from sitesieve.page.hashing import stable_id
from sitesieve.watch.state import State, decoding

MOST_VERSIONS = 50  # of one page
_TIDY = 7 * 86_400.0  # seconds between two times that unused blocks are deleted
_LONG = 200  # bytes from which a text is compressed


def packed(numbers: Iterable[int]) -> bytes:
    """64-bit numbers, compressed."""
    return zlib.compress(array("q", numbers).tobytes(), 6)


def unpacked(content: bytes | None) -> list[int]:
    """The numbers that `packed` compressed."""
    if content is None:
        return []
    numbers = array("q")
    with decoding():
        numbers.frombytes(zlib.decompress(content))
    return list(numbers)


class History:
    """The blocks and versions in a state file."""

    def __init__(self, state: State) -> None:
        self._state = state

    def keep(self, texts: Iterable[str]) -> list[int]:
        """Store texts, each once; their numbers."""
        numbers = []
        for text in texts:
            number = stable_id(text) >> 1
            self._state.write("INSERT OR IGNORE INTO block VALUES (?, ?)", number, _stored(text))
            numbers.append(number)
        return numbers

    def texts(self, numbers: Sequence[int]) -> list[str]:
        """The texts of numbers, in order."""
        texts = {}
        wanted = list(set(numbers))
        for start in range(0, len(wanted), 500):
            some = wanted[start : start + 500]
            marks = ",".join("?" * len(some))
            for number, content in self._state.rows(
                f"SELECT id, text FROM block WHERE id IN ({marks})", *some
            ):
                texts[number] = _restored(content)
        return [texts[number] for number in numbers if number in texts]

    def add(self, page: int, at: float, blocks: Sequence[int]) -> None:
        """Add a version of a page; beyond `MOST_VERSIONS` the oldest are deleted."""
        self._state.write(
            "INSERT INTO version (page, at, blocks) VALUES (?, ?, ?)", page, at, packed(blocks)
        )
        self._state.write(
            "DELETE FROM version WHERE page = ? AND id NOT IN "
            "(SELECT id FROM version WHERE page = ? ORDER BY id DESC LIMIT ?)",
            *(page, page, MOST_VERSIONS),
        )

    def last(self, page: int) -> list[int] | None:
        """The blocks of the last version of a page; None where there is none."""
        blocks = self._state.value(
            "SELECT blocks FROM version WHERE page = ? ORDER BY id DESC LIMIT 1", page
        )
        return None if blocks is None else unpacked(blocks)

    def tidy(self, now: float) -> None:
        """Once a week, delete blocks that are no longer used."""
        lately = "SELECT 1 FROM fact WHERE name = 'tidied' AND CAST(value AS REAL) > ?"
        if self._state.row(lately, now - _TIDY) is None:
            self.forget_unused()
            self._state.write("INSERT OR REPLACE INTO fact VALUES ('tidied', ?)", str(now))

    def forget_unused(self) -> None:
        """Delete the blocks that no version and no item uses."""
        state = self._state
        with state.transaction():
            used: set[int] = set()
            for (blocks,) in state.rows("SELECT blocks FROM version"):
                used.update(unpacked(blocks))
            for lists in state.rows("SELECT added, before, after FROM item"):
                for blocks in lists:
                    used.update(unpacked(blocks))
            for (number,) in state.rows("SELECT id FROM block"):
                if number not in used:
                    state.write("DELETE FROM block WHERE id = ?", number)


def _stored(text: str) -> bytes | str:
    content = text.encode("utf-8", "replace")
    return zlib.compress(content, 6) if len(content) > _LONG else content.decode()


def _restored(content: bytes | str) -> str:
    if isinstance(content, str):
        return content
    with decoding():
        return zlib.decompress(content).decode()
