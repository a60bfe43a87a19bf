"""The files beside an archive."""

from pathlib import Path


def state_of(archive: Path) -> Path:
    """What a crawl knows: to go on from, and to compare a later crawl with."""
    return archive.with_name(archive.name + ".state")


def index_of(archive: Path) -> Path:
    """The index of an archive, an address a line."""
    return archive.with_name(archive.name + ".index.jsonl")
