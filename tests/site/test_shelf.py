"""What memory has no room for, on disk."""

import os
import pickle
from pathlib import Path

import pytest

from sitesieve.site.shelf import Shelf, ShelfFull, pack


def test_what_is_put_on_the_shelf_is_taken_from_it_again_and_again(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    places = [shelf.put(pack(something)) for something in ("a", [1, 2], None)]
    for _ in range(2):
        assert [pickle.loads(pickle.dumps(place)).take() for place in places] == ["a", [1, 2], None]


def test_what_all_processes_put_on_a_shelf_counts_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = Shelf(tmp_path, most_bytes=1_000)
    places = []
    for process in (1, 2, 3):
        monkeypatch.setattr(os, "getpid", lambda number=process: number)
        copy = pickle.loads(pickle.dumps(shelf))  # as another process has it
        places.append(copy.put(bytes([process]) * 300))
    with pytest.raises(ShelfFull, match="is full"):
        shelf.put(bytes(300))
    shelf.put(bytes(100))
    assert [place.read() for place in places] == [bytes([n]) * 300 for n in (1, 2, 3)]
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) == 1_000
