"""Templates of a site: pagelets that several pages have (Bar-Yossef; thesis §3.3).

A pagelet is known by its signature, numbers masked. Those that resemble each
other enough are one, also through others between them. The templates follow
from the set of pages alone, in whatever order they came.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitesieve.page.tree import PageTree
from sitesieve.site.keyed_table import Keys, Numbers, Rows, find
from sitesieve.site.link_graph import components
from sitesieve.site.minhash import (
    Signatures,
    bands,
    resemblance,
    signature_keys,
    signatures,
    unmasked_keys,
    word_keys,
)

SIZE = 32  # entries of a signature: 64 bytes
_ROWS = 4  # of a band: pagelets of resemblance 0.8 are candidates with 0.985
_SOME_LETTERS = 3  # with fewer a pagelet is a figure, "£24": its number is what it says


def fingerprints(tree: PageTree, nodes: npt.NDArray[np.int64], width: int) -> Signatures:
    """The signatures of pagelets, each of which has words."""
    keys = word_keys(tree)
    start, end = tree.word_start[nodes], tree.word_start[tree.end[nodes]]
    for first, last in zip(start.tolist(), end.tolist(), strict=True):
        if last - first <= _SOME_LETTERS:
            words = list(map(tree.word, range(first, last)))
            if not _has_letters(words):
                keys[first:last] = unmasked_keys(words)
    return signatures(keys, start, end, width, SIZE)


def _has_letters(words: Iterable[str]) -> bool:
    return sum(c.isalpha() for word in words for c in word) >= _SOME_LETTERS


class LearnedPage(NamedTuple):
    """What is kept of a page: its pagelets, and where it stands in the graph of links."""

    digest: int
    address: int  # 0 where it is not known
    links: Keys  # addresses it links to, in order; empty where links do not count
    pagelets: Signatures  # each once


@dataclass(frozen=True)
class Templates:
    """The pagelets of a site that are templates."""

    pagelets: Signatures
    group: Rows  # for each of these, the template it belongs to
    pages: Rows  # for each template, how many pages have it
    owners: list[Rows]  # for each template, which

    @cached_property
    def _key_order(self) -> Rows:
        order: Rows = np.argsort(signature_keys(self.pagelets), kind="stable")
        return order

    @cached_property
    def _ordered_keys(self) -> Keys:
        return signature_keys(self.pagelets)[self._key_order]

    @cached_property
    def _bands(self) -> list[tuple[Keys, Rows]]:
        keys = bands(self.pagelets, _ROWS)
        orders = [np.argsort(column, kind="stable") for column in keys.T]
        return [(column[order], order) for column, order in zip(keys.T, orders, strict=True)]

    def match(self, found: Signatures, least: float) -> tuple[Rows, Numbers]:
        """For each signature the template it belongs to, -1 for none, and how far it agrees."""
        best, row = np.zeros(len(found)), np.full(len(found), -1, np.int64)
        if not len(found) or not len(self.pagelets):
            return row, best
        at = find(self._ordered_keys, signature_keys(found))
        row = np.where(at >= 0, self._key_order[np.maximum(at, 0)], -1)
        best[row >= 0] = 1.0
        for (ordered, order), wanted in zip(self._bands, bands(found, _ROWS).T, strict=True):
            at = find(ordered, wanted)
            candidate = np.where(at >= 0, order[np.maximum(at, 0)], -1)
            alike = resemblance(self.pagelets[np.maximum(candidate, 0)], found)
            better = (candidate >= 0) & (alike >= least) & (alike > best)
            best, row = np.where(better, alike, best), np.where(better, candidate, row)
        return np.where(row >= 0, self.group[np.maximum(row, 0)], -1), best


def templates(pages: list[LearnedPage], least: float, min_pages: int, linked: bool) -> Templates:
    """The templates of pages: pagelets alike that at least `min_pages` of them have; with
    `linked`, pages that are one connected component of the graph of links (thesis §3.3,
    requirement 2): only such components of at least `min_pages` pages own the template."""
    signs = np.concatenate([page.pagelets for page in pages] or [np.empty((0, SIZE), np.uint16)])
    page_of = np.repeat(np.arange(len(pages)), [len(page.pagelets) for page in pages])
    _, first, which = np.unique(signature_keys(signs), return_index=True, return_inverse=True)
    distinct = signs[first]
    groups = components(len(distinct), *_alike(distinct, least))[which]
    edges = links_between(pages) if linked else None
    rows: list[Rows] = []
    owners: list[Rows] = []
    order = np.argsort(groups, kind="stable")
    for members in np.split(order, np.flatnonzero(np.diff(groups[order])) + 1):
        having = np.unique(page_of[members])
        if edges is not None and len(having) >= min_pages:
            connected = [c for c in _components_of(having, edges) if len(c) >= min_pages]
            having = np.sort(np.concatenate([having[:0], *connected]))
        if len(having) >= min_pages:
            rows.append(np.unique(which[members[np.isin(page_of[members], having)]]))
            owners.append(having)
    return Templates(
        pagelets=distinct[np.concatenate(rows)] if rows else distinct[:0],
        group=np.repeat(np.arange(len(rows)), [len(r) for r in rows]),
        pages=np.array([len(having) for having in owners], np.int64),
        owners=owners,
    )


def _alike(distinct: Signatures, least: float) -> tuple[Rows, Rows]:
    """Pairs of signatures that resemble each other: of those that share a band, each with the
    first and with the next, so that what many pages have in common stays cheap."""
    one, other = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for keys in bands(distinct, _ROWS).T if len(distinct) else ():
        order = np.argsort(keys, kind="stable")
        same = np.flatnonzero(keys[order][1:] == keys[order][:-1])
        starts = np.where(
            np.diff(keys[order], prepend=keys[order][:1]) != 0, np.arange(len(order)), 0
        )
        head = np.maximum.accumulate(starts)
        one += [order[same], order[head[same + 1]]]
        other += [order[same + 1], order[same + 1]]
    a, b = np.concatenate(one), np.concatenate(other)
    near = resemblance(distinct[a], distinct[b]) >= least
    return a[near], b[near]


def links_between(pages: list[LearnedPage]) -> tuple[Rows, Rows]:
    """The links between pages, from and to; a page of unknown address has none."""
    addresses = np.array([page.address for page in pages], np.uint64)
    order = np.argsort(addresses, kind="stable")
    known = [page.links if page.address else page.links[:0] for page in pages]
    source = np.repeat(np.arange(len(pages)), [len(links) for links in known])
    at = find(addresses[order], np.concatenate(known or [np.empty(0, np.uint64)]))
    return source[at >= 0], order[at[at >= 0]]


def _components_of(pages: Rows, edges: tuple[Rows, Rows]) -> list[Rows]:
    """The connected components of some pages, by the links among them."""
    inside = np.isin(edges[0], pages) & np.isin(edges[1], pages)
    a, b = (np.searchsorted(pages, end[inside]) for end in edges)
    label = components(len(pages), a, b)
    return [pages[label == number] for number in np.unique(label)]
