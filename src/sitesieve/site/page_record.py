"""PageRecord: what a store keeps of a page; all sums of its site follow from it.

What a page is takes less room than what it adds to the sums, and many pages are added up at
once, by whole arrays: `PageArrays` are pages one after the other, as if they were one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from sitesieve.page.columns import Strings
from sitesieve.page.features import Features
from sitesieve.page.hashing import stable_ids
from sitesieve.page.key_rows import find, group_rows
from sitesieve.page.metadata.headline_text import shown_titles
from sitesieve.page.tags import TAG_NAMES, TEXT
from sitesieve.page.tree import Ints, PageTree
from sitesieve.site.keyed_table import Keys, Rows, new_runs
from sitesieve.site.phrases import both_ids
from sitesieve.site.place_odds import TellsPlaces
from sitesieve.site.placing import ROOT, mix
from sitesieve.site.text_columns import beginnings

SKETCH = 64  # numbers that stand for a page's structure
LONGEST = 80  # characters kept of a text or a presentation, for people to read
_NODES_AT_ONCE = 200_000
_AS_OBJECTS = 2_500  # bytes
_PLAIN = np.sort(stable_ids(list(TAG_NAMES)))

Whole = npt.NDArray[Any]  # whole numbers, in as few bytes as hold them
Flags = npt.NDArray[np.bool_]


class Occurring(Protocol):
    """The features of a page."""

    def occurrences(self, word_nodes: Rows, /) -> tuple[Keys, Rows]:
        """The id of each feature that occurs and the node it stands at, given those of words."""

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""


@dataclass(frozen=True, eq=False, slots=True)
class PageRecord:
    """One page, in as few bytes as is easy."""

    digest: int
    name: str
    parent: Whole  # of each node but the first
    look: Whole  # of each node, an index into:
    looks: Strings
    look_ids: Keys
    look_tags: npt.NDArray[np.uint8]
    words: Whole  # of each text, how many
    linked: Flags  # of each text, whether it is in a link
    phrases: Keys  # of each text, numbers masked
    numbered: Whole  # texts with numbers that are masked there, and their phrases as they are:
    numbered_phrases: Keys
    features: Occurring
    texts: Strings  # as on the page, to which they belong while that is there
    titles: Keys  # the parts of its titles
    odds: TellsPlaces | None = None  # what the page by itself says of its places, if it is asked

    @property
    def nodes(self) -> int:
        """How many nodes the page has."""
        return len(self.look)

    @property
    def nbytes(self) -> int:
        """About how much memory it takes, with what its arrays take as objects."""
        values = [getattr(self, field) for field in self.__slots__]
        arrays = sum(value.nbytes for value in values if isinstance(value, np.ndarray))
        texts = (self.looks, self.texts)
        strings = sum(len(text.utf8) + text.start.nbytes for text in texts)
        return _AS_OBJECTS + arrays + strings + self.features.nbytes


@dataclass(frozen=True, eq=False, slots=True)
class _KeptFeatures:
    """Features that have been found."""

    ids: Keys
    feature: Whole
    node: Whole

    @classmethod
    def of(cls, found: Features) -> "_KeptFeatures":
        return cls(
            found.ids,
            _small(found.feature, len(found.ids)),
            _small(found.node, int(found.node.max(initial=0))),
        )

    def occurrences(self, _: Rows) -> tuple[Keys, Rows]:
        return self.ids[self.feature], self.node.astype(np.int64)

    @property
    def nbytes(self) -> int:
        return self.ids.nbytes + self.feature.nbytes + self.node.nbytes


def record_of(
    tree: PageTree,
    features: Features | Occurring,
    name: str = "",
    odds: TellsPlaces | None = None,
) -> PageRecord:
    """What is kept of a page, given the features that count."""
    nodes = len(tree)
    look_tags = np.zeros(len(tree.presentation_ids), np.uint8)
    look_tags[tree.look] = tree.tag
    masked, exact = both_ids(tree)
    numbered = np.flatnonzero(masked != exact)
    return PageRecord(
        digest=tree.digest,
        name=name,
        parent=_small(tree.parent[1:], nodes),
        look=_small(tree.look, len(look_tags)),
        looks=tree.looks,
        look_ids=tree.presentation_ids,
        look_tags=look_tags,
        words=_small(tree.leaf_words, len(tree.word_ids)),
        linked=tree.in_link[tree.leaves],
        phrases=masked,
        numbered=_small(numbered, len(masked)),
        numbered_phrases=exact[numbered],
        features=_KeptFeatures.of(features) if isinstance(features, Features) else features,
        texts=tree.leaf_texts,
        titles=stable_ids(sorted(shown_titles(tree))),
        odds=odds,
    )


def _small(numbers: npt.NDArray[Any], most: int) -> Whole:
    return numbers.astype(np.min_scalar_type(most))


@dataclass(frozen=True, eq=False)
class PageArrays:
    """Pages one after the other: `parent`, `style` and `tag` as of one `PageTree`, with a root for
    each page."""

    records: list[PageRecord]
    starts: Rows  # the first node of each page, and the end of the last

    @classmethod
    def of(cls, records: list[PageRecord]) -> "PageArrays":
        """The arrays of these pages."""
        return cls(records, np.cumsum([0, *(record.nodes for record in records)]))

    @property
    def roots(self) -> Rows:
        """The first node of each page."""
        return self.starts[:-1]

    def per_node(self, of_page: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """What is given for each page, for each node."""
        return np.repeat(of_page, np.diff(self.starts))

    @cached_property
    def page(self) -> Keys:
        """For each node, the number of its page."""
        return self.per_node(np.arange(len(self.records), dtype=np.uint64))

    @cached_property
    def parent(self) -> Ints:
        """For each node, its parent; -1 for roots."""
        parent = np.full(self.starts[-1], -1, np.int32)
        for record, start in zip(self.records, self.starts.tolist(), strict=False):
            np.add(record.parent, np.int32(start), out=parent[start + 1 : start + record.nodes])
        return parent

    @cached_property
    def look(self) -> Rows:
        """For each node how it looks: an index into `presentation_ids`, where each page has its
        own."""
        before = np.cumsum([0, *(len(record.look_ids) for record in self.records)])
        looks = np.concatenate([record.look for record in self.records])
        look: Rows = looks + self.per_node(before[:-1])
        return look

    @cached_property
    def style(self) -> Keys:
        """For each node, the stable id of its presentation."""
        return self.presentation_ids[self.look]

    @cached_property
    def presentation_ids(self) -> Keys:
        """The stable ids of presentations, page after page."""
        return np.concatenate([record.look_ids for record in self.records])

    def look_at(self, nodes: Rows) -> Keys:
        """The stable ids of the presentations of some nodes; of roots that of any root."""
        return np.where(self.parent[nodes] >= 0, self.style[nodes], ROOT)

    @cached_property
    def tag(self) -> npt.NDArray[np.uint8]:
        """For each node, the number of its tag."""
        return np.concatenate([record.look_tags for record in self.records])[self.look]

    @cached_property
    def leaves(self) -> Rows:
        """The text nodes."""
        return np.flatnonzero(self.tag == TEXT)

    @cached_property
    def leaf_words(self) -> Rows:
        """For each text, how many words it has."""
        return np.concatenate([record.words for record in self.records]).astype(np.int64)

    @cached_property
    def linked(self) -> Flags:
        """For each text, whether it is in a link."""
        return np.concatenate([record.linked for record in self.records])

    @cached_property
    def phrases(self) -> Keys:
        """For each text, its phrase, numbers masked."""
        return np.concatenate([record.phrases for record in self.records])

    @cached_property
    def phrases_with_numbers(self) -> tuple[Keys, Keys]:
        """The phrases of each page, numbers masked and then as they are where there are any: of
        each its page, and the phrase."""
        sizes = [len(record.phrases) + len(record.numbered) for record in self.records]
        pages = np.repeat(np.arange(len(sizes), dtype=np.uint64), sizes)
        columns = [(record.phrases, record.numbered_phrases) for record in self.records]
        return pages, np.concatenate([column for both in columns for column in both])

    @cached_property
    def linked_with_numbers(self) -> Flags:
        """For each of `phrases_with_numbers`, whether it is in a link."""
        columns = [(record.linked, record.linked[record.numbered]) for record in self.records]
        return np.concatenate([column for both in columns for column in both])

    @cached_property
    def features(self) -> tuple[Keys, Rows]:
        """The features that occur, and the nodes they stand at."""
        records, starts = self.records, self.starts.tolist()
        word_nodes = [
            np.repeat(np.flatnonzero(record.look_tags[record.look] == TEXT), record.words)
            for record in records
        ]
        found = [
            record.features.occurrences(nodes)
            for record, nodes in zip(records, word_nodes, strict=True)
        ]
        nodes = [node + start for (_, node), start in zip(found, starts, strict=False)]
        return np.concatenate([ids for ids, _ in found]), np.concatenate(nodes)

    @cached_property
    def beginnings(self) -> tuple[bytes, Rows]:
        """The beginnings of the texts, and where each starts in them."""
        texts = [
            beginnings(record.texts.utf8, record.texts.start, LONGEST) for record in self.records
        ]
        before = np.cumsum([0, *(len(utf8) for utf8, _ in texts)]).tolist()
        starts = [start[:-1] + size for (_, start), size in zip(texts, before, strict=False)]
        return b"".join(utf8 for utf8, _ in texts), np.concatenate([*starts, before[-1:]])


def in_batches(records: Iterable[PageRecord]) -> Iterator[PageArrays]:
    """Pages with text or elements, so many at once that arrays pay and memory is not filled."""
    batch: list[PageRecord] = []
    nodes = 0
    for record in records:
        if batch and nodes + record.nodes > _NODES_AT_ONCE:
            yield PageArrays.of(batch)
            batch, nodes = [], 0
        batch.append(record)
        nodes += record.nodes
    if batch:
        yield PageArrays.of(batch)


def structure_sketches(pages: PageArrays) -> list[bytes]:
    """Which look stands in which on each page: a sample of the pairs, the same on every page.

    Those with the smallest hashes (bottom-k sketch), 16 bits of each. Elements
    without display attributes stand in each other on every site, and do not count.
    """
    page = pages.page.astype(np.int64)
    return [sketch.tobytes() for sketch in _sketches(pages, page, len(pages.records))]


def structure_sketch(tree: PageTree) -> npt.NDArray[np.uint16]:
    """The same of one page."""
    sketch: npt.NDArray[np.uint16] = _sketches(tree, np.zeros(len(tree), np.int64), 1)[0]
    return sketch


def _sketches(nodes: "Looking", page_of: Rows, pages: int) -> npt.NDArray[np.uint16]:
    shown = np.flatnonzero(telling(nodes))
    outer, look = nodes.parent[shown], nodes.look.astype(np.int64)
    different, _ = group_rows(look[shown] * len(nodes.presentation_ids) + look[outer])
    shown, outer = shown[different], outer[different]
    style = nodes.presentation_ids[nodes.look]
    pairs, page = mix(style[shown], style[outer]), page_of[shown]
    order = np.lexsort((pairs, page))
    pairs, page = pairs[order], page[order]
    new = new_runs(page, pairs)
    pairs, page = pairs[new], page[new]
    rank = np.arange(len(page)) - np.searchsorted(page, page)
    kept = rank < SKETCH
    sketches = np.zeros((pages, SKETCH), np.uint16)
    numbers = (pairs[kept] & np.uint64(0xFFFF) | np.uint64(1)).astype(np.uint16)  # not 0
    sketches[page[kept], rank[kept]] = numbers
    return sketches


class Looking(Protocol):
    """Nodes with their parents and looks: a page, or pages one after the other."""

    @property
    def parent(self) -> Ints:
        """The parent of each, -1 for a root."""

    @property
    def look(self) -> npt.NDArray[Any]:
        """How each looks, an index into:"""

    @property
    def presentation_ids(self) -> Keys:
        """The stable ids of presentations."""


def telling(nodes: Looking) -> Flags:
    """For each node, whether it or its parent has display attributes: a list item in a list
    without any is like all others. Not so for roots."""
    plain = (find(_PLAIN, nodes.presentation_ids) >= 0)[nodes.look]
    tells: Flags = ~(plain & plain[np.maximum(nodes.parent, 0)])
    tells[nodes.parent < 0] = False
    return tells
