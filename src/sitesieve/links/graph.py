"""The link graph of a site: pages, the blocks of pages, and links as columns.

A link is a row: the page and the block it stands in, the page it points at, the mean
entropy of the terms it says (Kao §3.3), and how many those are. Blocks have entropies in
the same way. Only links between the
pages given are in the graph, and none from a page to itself.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sitesieve.links.page_links import PageLinks
from sitesieve.site.block_entropy import PageBlocks
from sitesieve.site.counts import entropy
from sitesieve.site.keyed_table import (
    KeyedSums,
    Keys,
    Numbers,
    Rows,
    find,
    find_pair,
    group_rows,
    looked_up,
    new_runs,
)

_TOO_MANY = 0.5  # of the pages with one canonical address: a mistake of the site


@dataclass(frozen=True, eq=False)
class LinkGraph:
    """The links between the pages of a site.

    Blocks are numbered over the whole site, page by page; links stand in their order.
    """

    urls: list[str]
    page_of: dict[str, int]  # the page that an address in its normal form stands for
    titles: list[str]
    source: Rows  # of each link, the page it stands on
    target: Rows  # the page it points at
    block: Rows  # the block it stands in
    way: Keys  # the elements around it, without their numbers among siblings
    entropy: Numbers  # E(AN); 1 where it says nothing
    terms: Rows  # how many terms it says
    whole: npt.NDArray[np.bool_]  # whether it means that page, not a place on it
    agreement: Numbers  # how well these agree with the title of the page it points at, 0 to 1
    block_page: Rows  # of each block, its page
    block_place: list[str]  # its XPath
    block_entropy: Numbers  # H(CB) over all pages; 1 where it has no terms
    block_terms: Rows  # how many terms it has, each counted once
    words: list[PageBlocks] = field(default_factory=list)  # of pages; blocks as in `blocks_of`
    labels: list[str] = field(default_factory=list)  # what the input says that pages are
    wanted: list[Keys] = field(default_factory=list)  # the terms it says are to be found on them

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self.urls)

    def blocks_of(self, page: int) -> range:
        """The blocks of a page."""
        start, end = np.searchsorted(self.block_page, [page, page + 1]).tolist()
        return range(start, end)

    def links_of(self, block: int) -> range:
        """The links in a block."""
        start, end = np.searchsorted(self.block, [block, block + 1]).tolist()
        return range(start, end)

    @property
    def links(self) -> int:
        """How many links there are."""
        return len(self.source)

    @cached_property
    def showing(self) -> Rows:
        """Of each link, how many pages show a link to the same page at a like place: within the
        same elements, but for their numbers among siblings. The menu of a section of forty pages
        is shown by forty; what a contents page lists, by that page alone."""
        _, like = group_rows(self.way, self.target.astype(np.uint64))
        order = np.lexsort((self.source, like))
        group = np.cumsum(new_runs(like[order])) - 1
        another_page = new_runs(like[order], self.source[order])
        showing = np.empty(self.links, np.int64)
        showing[order] = np.bincount(group[another_page])[group]
        return showing


class GraphBuilder:
    """Takes in the pages of one site and makes their graph."""

    def __init__(self) -> None:
        self._pages: list[PageLinks] = []
        self._known: set[str] = set()
        self._terms = KeyedSums(1, 2)
        self._titles = KeyedSums(1, 1)

    def __len__(self) -> int:
        return len(self._pages)

    def add(self, page: PageLinks) -> None:
        """Take in a page; one whose address is known already changes nothing."""
        if page.address in self._known:
            return
        self._known.add(page.address)
        f = page.blocks.counts
        self._terms.add((page.blocks.features,), (f, f * np.log(f)))
        self._titles.add((page.title_terms,), (1.0,))
        self._pages.append(replace(page, blocks=_compact(page.blocks)))

    def finish(self, redirects: Mapping[str, str] | None = None) -> LinkGraph:
        """The graph of the pages taken in so far. A link to an address that redirects is one to
        where that leads; both are addresses in their normal form."""
        pages, node_of = self._nodes()
        node_of |= _ends(redirects or {}, node_of)
        target = [
            np.array([node_of.get(address, -1) for address in page.addresses], np.int64)[
                page.target
            ]
            for page in pages
        ]
        source = np.repeat(np.arange(len(pages)), [len(t) for t in target])
        nodes = [np.array(list(page.places), np.int64) for page in pages]
        before = np.cumsum([0, *(len(of_page) for of_page in nodes)])
        in_page = [np.searchsorted(at, p.block) for at, p in zip(nodes, pages, strict=True)]
        block = _joined(in_page, np.int64) + before[source]
        points_at = _joined(target, np.int64)
        anchors = _Said(
            _joined([p.anchor_sizes for p in pages], np.int64),
            _joined([p.anchors for p in pages], np.uint64),
        )
        inside = np.flatnonzero((points_at >= 0) & (points_at != source))
        inside = inside[np.argsort(block[inside], kind="stable")]
        (term_ids,), (total, weighted) = self._terms.table()
        terms = _Entropies(term_ids, entropy(total, weighted, len(self._pages)))
        of_blocks = [_of_blocks(page, terms) for page in pages]
        return LinkGraph(
            urls=[page.url for page in pages],
            page_of=node_of,
            titles=[page.title for page in pages],
            source=source[inside],
            target=points_at[inside],
            block=block[inside],
            way=_joined([p.way for p in pages], np.uint64)[inside],
            entropy=anchors.means(terms.of(anchors.terms), 1.0)[inside],
            terms=anchors.sizes[inside],
            whole=_joined([p.whole for p in pages], np.bool_)[inside],
            agreement=self._agreement(anchors, points_at, pages)[inside],
            block_page=np.repeat(np.arange(len(pages)), np.diff(before)),
            block_place=[place for page in pages for place in page.places.values()],
            block_entropy=_joined([means for means, _ in of_blocks], np.float64),
            block_terms=_joined([sizes for _, sizes in of_blocks], np.int64),
            words=[_with_blocks_numbered(page) for page in pages],
            labels=[page.label for page in pages],
            wanted=[page.wanted for page in pages],
        )

    def _nodes(self) -> tuple[list[PageLinks], dict[str, int]]:
        """The pages without copies, and the page that each address stands for.

        A page that asks to be known by the address of another one is a copy of that. One
        that asks to be known by an address of no page has both.
        """
        asked = Counter(page.canonical for page in self._pages)
        most = max(2, _TOO_MANY * len(self._pages))
        copies = {
            page.address: page.canonical
            for page in self._pages
            if page.canonical in self._known
            and page.canonical != page.address
            and asked[page.canonical] <= most
        }
        # A ring of pages that all ask to be known as the next one is no set of copies.
        copies = {a: c for a, c in copies.items() if c not in copies}
        pages = [page for page in self._pages if page.address not in copies]
        node_of = {page.address: n for n, page in enumerate(pages)}
        for n, page in enumerate(pages):
            if page.canonical and asked[page.canonical] == 1:
                node_of.setdefault(page.canonical, n)
        node_of |= {address: node_of[canonical] for address, canonical in copies.items()}
        return pages, node_of

    def _agreement(self, links: "_Said", target: Rows, pages: list[PageLinks]) -> Numbers:
        """How much of what a link and the title it points at say, both say.

        A term counts by how few titles have it, so the name of the site counts nothing.
        """
        (term_ids,), (df,) = self._titles.table()
        weights = 1 - entropy(df, np.zeros(len(df)), len(self._pages))
        page = np.repeat(np.arange(len(pages)), [len(p.title_terms) for p in pages])
        title = _joined([p.title_terms for p in pages], np.uint64)
        of_titles = np.bincount(page, looked_up(weights, find(term_ids, title), 1.0), len(pages))
        link, term = links.distinct()
        weight = looked_up(weights, find(term_ids, term), 1.0)
        at = target[link].astype(np.uint64)  # -1 is a page that has no title
        pair = find_pair(page.astype(np.uint64), title, at, term)
        shared = np.bincount(link, np.where(pair >= 0, weight, 0.0), len(links.sizes))
        in_either = np.bincount(link, weight, len(links.sizes)) + of_titles[target] - shared
        share: Numbers = np.divide(shared, in_either, np.zeros(len(shared)), where=in_either > 0)
        return share


def _ends(redirects: Mapping[str, str], node_of: Mapping[str, int]) -> dict[str, int]:
    """The page that each redirecting address leads to, over any number of others. An address
    that is a page by itself stays one; circles and ways that leave the pages lead nowhere."""
    ends: dict[str, int] = {}
    for start in redirects:
        way, address = [], start
        while address in redirects and address not in node_of and address not in ends:
            ends[address] = -1  # until its end is known: a circle comes back here
            way.append(address)
            address = redirects[address]
        ends |= dict.fromkeys(way, node_of.get(address, ends.get(address, -1)))
    return {address: end for address, end in ends.items() if end >= 0}


class _Entropies(NamedTuple):
    """The entropies E(T) of terms over all pages (Kao §3.3)."""

    terms: Keys
    values: Numbers

    def of(self, wanted: Keys) -> Numbers:
        """E(T) of each; a term that stands on no page (it is of an image) says nothing: 1."""
        return looked_up(self.values, find(self.terms, wanted), 1.0)


class _Said(NamedTuple):
    """What links say: how many terms each, and the terms of all, one after the other."""

    sizes: Rows
    terms: Keys

    def means(self, values: Numbers, otherwise: float) -> Numbers:
        """The mean of the values of each link's terms, and another number where it has none."""
        link = np.repeat(np.arange(len(self.sizes)), self.sizes)
        sums = np.bincount(link, values, len(self.sizes))
        return np.where(self.sizes > 0, sums / np.maximum(self.sizes, 1), otherwise)

    def distinct(self) -> tuple[Rows, Keys]:
        """Each term of each link once: the link, the term."""
        link = np.repeat(np.arange(len(self.sizes)), self.sizes)
        order = np.lexsort((self.terms, link))
        first = order[new_runs(link[order], self.terms[order])]
        return link[first], self.terms[first]


def _of_blocks(page: PageLinks, terms: _Entropies) -> tuple[Numbers, Rows]:
    """H(CB) of the blocks of a page, the mean of their terms' (Kao §3.3), and how many terms
    those are, as in `places`."""
    blocks = page.blocks
    block = np.searchsorted(np.array(list(page.places), np.int64), blocks.block)
    sizes = np.bincount(block, minlength=len(page.places))
    sums = np.bincount(block, terms.of(blocks.features)[blocks.feature], len(page.places))
    return np.where(sizes > 0, sums / np.maximum(sizes, 1), 1.0), sizes


def _with_blocks_numbered(page: PageLinks) -> PageBlocks:
    """The words of a page, with the numbers that its blocks have among them."""
    nodes = np.array(list(page.places), np.int32)
    return replace(page.blocks, block=np.searchsorted(nodes, page.blocks.block).astype(np.int32))


def _joined(columns: list[npt.NDArray[Any]], kind: type[np.generic]) -> npt.NDArray[Any]:
    """Columns one after the other, also where there are none."""
    return np.concatenate([np.empty(0, kind), *columns])


def _compact(page: PageBlocks) -> PageBlocks:
    """The same numbers in half the memory: a site has many pages."""
    return replace(
        page,
        counts=page.counts.astype(np.float32),
        block=page.block.astype(np.int32),
        feature=page.feature.astype(np.int32),
    )
