"""Kinds of blocks over a site: how much there is of each, and which blocks they are."""

from dataclasses import dataclass

from sitesieve.cleaning.kinds import Kind
from sitesieve.run.census import name_blocks
from sitesieve.studio.desk import Desk

_LOOKED_AT = 60  # pages of a site that are counted


@dataclass(frozen=True, slots=True)
class KindLine:
    """What there is of a kind."""

    kind: str
    blocks: int
    words: int
    pages: int


@dataclass(frozen=True, slots=True)
class KindBlock:
    """A block of a kind."""

    page: int
    leaf: int  # the number of its first text on the page
    title: str
    text: str
    words: int
    confidence: float


@dataclass(frozen=True, slots=True)
class KindsView:
    """The census of a site."""

    site: str
    pages: int
    looked_at: int
    kinds: list[KindLine]


def kinds_view(desk: Desk, site: str) -> KindsView:
    """How much there is of each kind, on some pages of a site."""
    counts: dict[str, list[int]] = {kind: [0, 0, 0] for kind in Kind}
    numbers = desk.store.some(site, _LOOKED_AT)
    for number in numbers:
        seen = set()
        for block in _blocks(desk, number):
            counts[block[0]][0] += 1
            counts[block[0]][1] += block[1].words
            seen.add(block[0])
        for kind in seen:
            counts[kind][2] += 1
    total, _ = desk.store.lines(site, limit=0)
    lines = [
        KindLine(str(kind), *numbers_of) for kind, numbers_of in counts.items() if numbers_of[0]
    ]
    return KindsView(site, total, len(numbers), sorted(lines, key=lambda line: -line.words))


def blocks_of_kind(desk: Desk, site: str, kind: str, most: int = 200) -> list[KindBlock]:
    """The blocks of a kind on some pages of a site, the least sure first."""
    blocks = [
        block
        for number in desk.store.some(site, _LOOKED_AT)
        for name, block in _blocks(desk, number)
        if name == kind
    ]
    return sorted(blocks, key=lambda block: block.confidence)[:most]


def _blocks(desk: Desk, number: int) -> list[tuple[str, KindBlock]]:
    line, page = desk.store.line(number), desk.store.page(number)
    if line is None or page is None:
        return []
    with desk.using() as method:
        _, blocks = name_blocks(method, {}, page)
    title = line.title or line.label
    return [
        (str(b.kind), KindBlock(number, b.leaf, title, b.text, b.words, b.confidence))
        for b in blocks
    ]
