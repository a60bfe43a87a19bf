"""What a person said of blocks of a site: this is content, this is noise.

A pin holds for one element of one page, or for all places of the site that look like it. Places
are known by their keys (`placing`): what they look like from the root down, so that a pin finds
its block on pages that nobody has seen yet, and in models learned anew.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from sitesieve.page.tree import Ints, PageTree
from sitesieve.site.describe import label_of
from sitesieve.site.placing import place

_STEPS = 5  # of a path that is shown
_LONGEST = 80  # characters of a text that is shown
_KEY = re.compile("[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Pin:
    """What a person said of a block."""

    site: str
    key: int  # of the element on its page, or of the kind of place
    keep: bool
    page: str | None = None  # the address of the one page it holds for; None for all of the site
    kind: str | None = None  # what it is, where it was said
    where: str = ""  # the path to it, for people
    text: str = ""  # how it begins

    @property
    def about(self) -> tuple[str, str | None, int]:
        """What it is about: of two pins about the same, the later one counts."""
        return self.site, self.page, self.key

    def __str__(self) -> str:
        what = "content" if self.keep else self.kind or "noise"
        return f"{what}: {self.where} on {self.page or 'all pages'} of {self.site or '(no site)'}"


def pin_at(
    tree: PageTree,
    node: int,
    site: str,
    keep: bool,
    *,
    page: str | None = None,
    kind: str | None = None,
) -> Pin:
    """The pin of an element: on one page, given its address, or wherever this place occurs."""
    placing = place(tree)
    key = placing.kind[node] if page is None else placing.element[node]
    text = " ".join(tree.text_of(node).split())
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return Pin(site, int(key), keep, page, kind, path_to(tree, node), text)


def path_to(tree: PageTree, node: int) -> str:
    """The last few steps to an element, as a selector."""
    steps: list[str] = []
    while node >= 0 and len(steps) < _STEPS:
        steps.append(label_of(tree.presentation(node)))
        node = int(tree.parent[node])
    return ("… > " if node >= 0 else "") + " > ".join(reversed(steps))


class Pins(Sequence[Pin]):
    """All pins of a model, the oldest first."""

    def __init__(self, pins: Iterable[Pin] = ()) -> None:
        self._pins: dict[tuple[str, str | None, int], Pin] = {}
        for pin in pins:
            self.add(pin)

    def add(self, pin: Pin) -> None:
        """Take a pin; one about the same block that was there goes."""
        self._pins.pop(pin.about, None)
        self._pins[pin.about] = pin

    def remove(self, pin: Pin) -> None:
        """Take back a pin; ValueError for one that is not there."""
        if self._pins.get(pin.about) != pin:
            raise ValueError(f"there is no such pin: {pin}")
        del self._pins[pin.about]

    def __len__(self) -> int:
        return len(self._pins)

    def __iter__(self) -> Iterator[Pin]:
        return iter(self._pins.values())

    def __getitem__(self, number: Any) -> Any:
        return list(self._pins.values())[number]

    def __repr__(self) -> str:
        return f"Pins({list(self)!r})"

    def at(self, tree: PageTree, site: str, page: str) -> tuple[list[Pin], Ints]:
        """The pins that hold on a page, and for each node the number of the one that does: the
        innermost, and one about this page before one about the site; -1 where there is none."""
        of_node = np.full(len(tree), -1, np.int32)
        sites = {pin.site for pin in self}
        if not site and len(sites) == 1:  # a page without an address: see `SiteStore.model_for`
            (site,) = sites
        pins = [pin for pin in self if pin.site == site and pin.page in (None, page)]
        if not pins:
            return [], of_node
        placing = place(tree)
        matches: list[tuple[int, bool, int]] = []  # node, whether of this page alone, pin
        for alone, keys in ((False, placing.kind), (True, placing.element)):
            numbers = {pin.key: n for n, pin in enumerate(pins) if (pin.page is not None) == alone}
            nodes = np.flatnonzero(np.isin(keys, np.array([*numbers], np.uint64))).tolist()
            matches += [(node, alone, numbers[int(keys[node])]) for node in nodes]
        for node, _, number in sorted(matches):  # what is inside comes after what is around it
            of_node[node : tree.end[node]] = number
        return pins, of_node

    def to_table(self) -> list[dict[str, Any]]:
        """The pins as plain data. Keys are texts: not every reader of JSON knows 64 bits."""
        return [asdict(pin) | {"key": f"{pin.key:016x}"} for pin in self]

    @classmethod
    def from_table(cls, rows: Iterable[Mapping[str, Any]]) -> "Pins":
        """The pins that a model file holds; ValueError where they cannot be pins."""
        pins = cls()
        names = {field.name for field in fields(Pin)}
        for row in rows:
            texts = [row.get(name) for name in ("site", "key", "where", "text")]
            texts += [row[name] for name in ("page", "kind") if row.get(name) is not None]
            if (
                row.keys() != names
                or not isinstance(row["keep"], bool)
                or not all(isinstance(text, str) for text in texts)
                or _KEY.fullmatch(row["key"]) is None
            ):
                raise ValueError(f"not a pin: {row!r}")
            pins.add(Pin(**{**row, "key": int(row["key"], 16)}))
        return pins
