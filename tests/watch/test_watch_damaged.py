"""Damaged states of watches: a clear error, not a traceback."""

import contextlib
import sqlite3
from pathlib import Path

import pytest
from watched_site import HERE, a_clock

from sitesieve.errors import SitesieveError
from sitesieve.watch.items import Items, NewItem
from sitesieve.watch.state import State
from sitesieve.watch.watcher import Watcher


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A watch with an item."""
    path = tmp_path / "watch.sqlite"
    with Watcher(path, HERE, a_clock()) as watcher:
        watch = watcher.add("https://a.example/", name="one")
    opened = State(path)
    Items(opened).add(watch.id, NewItem("new", "https://a.example/", "T", ["text " * 99]), 1.0)
    opened.insert("page", watch=watch.id, key="k", url="https://a.example/", role="start", depth=0,
                  fresh=0, found=1.0)  # fmt: skip
    opened.write("PRAGMA journal_mode = DELETE")
    opened.close()
    return path


def use(path: Path) -> None:
    with Watcher(path, HERE, a_clock(), create=False) as watcher:
        watcher.status()
        for item in watcher.new():
            watcher.differences(item.id)
        watcher.feed()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE watch SET due = 'tomorrow'",
        "UPDATE watch SET every = 9e999",
        "UPDATE watch SET settings = '[[['",
        "UPDATE watch SET settings = '{\"rules\": 5}'",
        'UPDATE watch SET settings = \'{"max_pages": "x"}\'',
        "UPDATE watch SET kind = 'planet'",
        "UPDATE page SET role = 'extra'",
        "UPDATE page SET depth = x'00'",
        "UPDATE item SET at = 1e300",
        "UPDATE item SET kind = 'odd'",
        "UPDATE item SET title = x'ff'",
        "UPDATE item SET categories = 'no json'",
        "UPDATE item SET categories = '" + "[" * 100_000 + "'",
        "UPDATE item SET added = x'00'",
        "UPDATE block SET text = x'789c00'",
        "DROP TABLE lease",
    ],
)
def test_values_of_no_use_are_a_clear_error(state: Path, statement: str) -> None:
    use(state)
    with sqlite3.connect(state) as database:
        database.execute(statement)
    database.close()
    with pytest.raises(SitesieveError, match="damaged"):
        use(state)


def test_damaged_bytes_are_a_clear_error_or_do_no_harm(state: Path) -> None:
    whole = state.read_bytes()
    for place in range(100, len(whole), len(whole) // 40):
        state.write_bytes(whole[:place] + b"\xff" * 30 + whole[place + 30 :])
        with contextlib.suppress(SitesieveError):
            use(state)
