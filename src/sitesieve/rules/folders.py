"""Folders: categories in a hierarchy (Kang-Kim §V.B: 82 folders under eight top categories).

The name of a category is the path of a folder: `sport/football` is football inside of sport. A
rule may conclude any folder, also one that has others inside.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sitesieve.errors import RuleError

SEPARATOR = "/"
_DEEPEST = 30  # folders inside of each other; the paper has three


@dataclass(frozen=True, slots=True)
class FolderCount:
    """How many things are in a folder."""

    own: int  # in itself
    whole: int  # in itself or in folders inside of it, each once


def folder_name(name: str) -> str:
    """The name of a folder with spaces normalised; `RuleError` where it cannot be one.

    >>> folder_name(" well  being/ diet /"), folder_name("sport")
    ('well being/diet', 'sport')
    """
    parts = (" ".join(part.split()) for part in name.split(SEPARATOR))
    path = SEPARATOR.join(part for part in parts if part)
    if not path or not path.isprintable():
        raise RuleError(f"not a name for a category: {name!r}")
    if level(path) > _DEEPEST:
        raise RuleError(f"more than {_DEEPEST} folders inside of each other: {name[:60]!r}…")
    return path


def parents(folder: str) -> list[str]:
    """The folders that a folder is inside of, the outermost first.

    >>> parents("a/b/c"), parents("a")
    (['a', 'a/b'], [])
    """
    parts = folder.split(SEPARATOR)
    return [SEPARATOR.join(parts[:level]) for level in range(1, len(parts))]


def level(folder: str) -> int:
    """1 for a folder that is inside of no other."""
    return folder.count(SEPARATOR) + 1


def with_parents(folders: Iterable[str]) -> tuple[str, ...]:
    """Folders and all that they are inside of, each once, each followed by those inside."""
    return in_order({above for folder in folders for above in (*parents(folder), folder)})


def in_order(folders: Iterable[str]) -> tuple[str, ...]:
    """Folders sorted so that each is followed by those inside."""
    return tuple(sorted(folders, key=lambda folder: folder.split(SEPARATOR)))


def is_in(folder: str, other: str) -> bool:
    """Whether a folder is another one, or inside of it."""
    return folder == other or folder.startswith(other + SEPARATOR)


def moved(folders: Iterable[str], old: str, new: str) -> tuple[str, ...]:
    """Folders after one of them was renamed, with all that is inside; each once, sorted.

    >>> moved(["sport", "sport/football", "sports"], "sport", "games/ball")
    ('games/ball', 'games/ball/football', 'sports')
    """
    renamed = (new + name[len(old) :] if is_in(name, old) else name for name in folders)
    return tuple(sorted(set(renamed)))


def rolled_up(filings: Iterable[Collection[str]]) -> dict[str, FolderCount]:
    """How many things are in each folder, given the folders of each thing."""
    own: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    for folders in filings:
        own.update(set(folders))
        whole.update(with_parents(folders))
    return {folder: FolderCount(own[folder], whole[folder]) for folder in in_order(whole)}
