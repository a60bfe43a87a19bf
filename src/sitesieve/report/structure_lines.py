"""The informative structure of a site as a tree of lines, for people who read text."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar

from sitesieve.links.graph_files import pairs
from sitesieve.links.structure import Structure
from sitesieve.terminal import counted

T = TypeVar("T")


def structure_lines(site: Structure, most: int | None, addresses: bool = False) -> Iterator[str]:
    """A structure as lines: contents pages, their blocks, what these lead to, of each block no
    more than so many; with their addresses, if these are wanted."""
    graph, roles = site.graph, site.roles
    yield (
        f"{site.site or '(no site)'}: {counted(graph.pages, 'page')}, "
        f"{counted(len(pairs(site, distilled=False)), 'link')}; "
        f"{counted(len(site.contents), 'contents page')} lead to "
        f"{counted(len(site.articles), 'article')} "
        f"by {counted(len(pairs(site, distilled=True)), 'link')}"
    )
    for under, page in _branches(site.contents):
        yield f"{under.head}{_name(site, page)}  {graph.urls[page]}"
        for below, (place, entropy, targets) in _branches(list(_lists(site, page)), under.rest):
            yield f"{below.head}{place}  entropy {entropy:.2f}, {counted(len(targets), 'link')}"
            lines = [
                f"{_name(site, target)}{' (contents)' if roles[target] == 'contents' else ''}"
                f"{f'  {graph.urls[target]}' if addresses else ''}"
                for target in targets[:most]
            ]
            if most is not None and len(targets) > most:
                lines.append(f"and {len(targets) - most:,} more")
            yield from (f"{leaf.head}{line}" for leaf, line in _branches(lines, below.rest))


class _Branch(NamedTuple):
    """What a line of a tree begins with, and the lines below it."""

    head: str
    rest: str


def _branches(items: Sequence[T], before: str = "") -> Iterator[tuple[_Branch, T]]:
    for number, item in enumerate(items, 1):
        head, rest = ("├─ ", "│  ") if number < len(items) else ("└─ ", "   ")
        yield _Branch(before + head, before + rest), item


def _lists(site: Structure, page: int) -> Iterator[tuple[str, float, list[int]]]:
    """The blocks of a page that lead on. Where each entry of a list is a block, these are one:
    siblings of one name, with their mean entropy."""
    leading = [block for block in site.blocks(page) if block.targets]
    for start, siblings in groupby(leading, lambda block: block.place.rpartition("[")[0]):
        blocks = list(siblings)
        place = blocks[0].place if len(blocks) == 1 else f"{start}[*]"
        targets = dict.fromkeys(target for block in blocks for target in block.targets)
        yield place, sum(block.entropy for block in blocks) / len(blocks), list(targets)


def _name(site: Structure, page: int) -> str:
    return site.graph.titles[page] or site.graph.urls[page]
