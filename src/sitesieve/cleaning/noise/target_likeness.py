"""How alike the pages that links lead to are to the page they stand on (thesis §6.1).

The thesis proposes to find recommendations as "the list of hyperlinks pointing to Web pages with
similar contents and even similar presentation styles". Content is compared by the cosine of the
words outside links, weighed by tf·idf over the site, so that what all its pages say counts for
nothing; style by what stands in what (`page_designs.likeness`). A list is told to be a
recommendation where its targets are more alike in content than two pages of the site usually are,
and of the page's own style.

As evidence for kinds this does not pay (docs/noise.md), so kinds do not depend on it.
"""

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitesieve.page.addresses import normal_form, page_address
from sitesieve.page.features import NO_FEATURE, FeatureOptions, word_ids
from sitesieve.page.page import Page, Pages, as_pages
from sitesieve.page.tree import PageTree
from sitesieve.page.urls import mirror_url
from sitesieve.site.page_designs import distinct, likeness
from sitesieve.site.page_record import structure_sketch

MORE_ALIKE = 1.5  # in content than pages of the site are on average: recommended for it
OWN_STYLE = 0.5  # likeness of pages made with one template
LIST = 3  # links that make a list
_MOST_WORDS = 300  # kept of a page, the most frequent
_PAIRS = 2_000  # pages compared to know how alike pages of a site are on average

Vector = dict[int, float]


class PageContent(NamedTuple):
    """What is kept of a page to compare others with."""

    site: str
    address: str  # in normal form; empty where it is not known
    words: list[tuple[int, int]]  # ids of words outside links, and how often each occurs
    style: npt.NDArray[np.uint16]


class LinkList(NamedTuple):
    """Links that stand together, and the pages they lead to."""

    node: int  # the smallest element with all of them
    links: int
    known: int  # of these, to other pages that are known
    content: float  # mean likeness of those in content
    style: float  # and in style
    recommended: bool  # whether they are told to be recommendations


@dataclass
class _LinkedSite:
    pages: dict[str, PageContent]

    @cached_property
    def vectors(self) -> dict[str, Vector]:
        """The words of each page, weighed, of length 1."""
        shown = Counter(word for page in self.pages.values() for word, _ in page.words)
        weight = {word: math.log(len(self.pages) / pages) for word, pages in shown.items()}
        return {address: _unit(page.words, weight) for address, page in self.pages.items()}

    @cached_property
    def usual(self) -> float:
        """How alike two pages of the site are on average, by pairs drawn from it."""
        vectors = [self.vectors[address] for address in sorted(self.vectors)]
        if len(vectors) < 2:
            return 0.0
        draw = np.random.default_rng(0)
        one = draw.integers(len(vectors), size=_PAIRS)
        other = (one + draw.integers(1, len(vectors), size=_PAIRS)) % len(vectors)
        pairs = zip(one.tolist(), other.tolist(), strict=True)
        return sum(cosine(vectors[a], vectors[b]) for a, b in pairs) / _PAIRS


class TargetPages:
    """The pages of sites, as those that links lead to; some 5 kB each."""

    def __init__(self) -> None:
        self.unusable: Counter[str] = Counter()
        self._sites: defaultdict[str, dict[str, PageContent]] = defaultdict(dict)
        self._ready: dict[str, _LinkedSite] = {}

    def learn(self, pages: Pages) -> "TargetPages":
        """Take in pages."""
        for page in as_pages(pages):
            self.absorb(self.observe(page))
        return self

    def observe(self, page: Page) -> PageContent:
        """What is kept of a page; can be done in any process."""
        tree = page.tree
        ids = word_ids(tree, FeatureOptions())
        node = np.repeat(np.arange(len(tree)), np.diff(tree.word_start))
        counts = Counter(ids[~tree.in_link[node] & (ids != NO_FEATURE)].tolist())
        words = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))[:_MOST_WORDS]
        (style,) = distinct(structure_sketch(tree)[None])
        return PageContent(page.site, normal_form(_url_of(page)), words, style)

    def absorb(self, content: PageContent) -> None:
        """Add a page to its site."""
        if content.address:
            self._sites[content.site][content.address] = content
            self._ready.pop(content.site, None)

    def _site(self, name: str) -> _LinkedSite:
        if name not in self._ready:
            self._ready[name] = _LinkedSite(self._sites.get(name, {}))
        return self._ready[name]

    def of_links(self, page: Page) -> dict[int, tuple[float, float]]:
        """For each link of a page to another page that is known, by its node, how alike that is
        in content and in style."""
        site, own = self._site(page.site), self.observe(page)
        if own.address not in site.pages:
            return {}
        vector = site.vectors[own.address]
        base = page.tree.base or _url_of(page)
        found: dict[int, tuple[float, float]] = {}
        compared: dict[str, tuple[float, float]] = {}
        for node, written in page.tree.anchors:
            address, _ = page_address(written, base)
            if address == own.address or address not in site.pages:
                continue
            if address not in compared:
                style = likeness(own.style, site.pages[address].style[None])[0]
                compared[address] = cosine(vector, site.vectors[address]), float(style)
            found[node] = compared[address]
        return found

    def lists(self, page: Page) -> list[LinkList]:
        """The lists of links of a page, compared with the pages that they lead to."""
        alike = self.of_links(page)
        usual = self._site(page.site).usual
        lists = []
        for node, links in link_lists(page.tree).items():
            known = [alike[link] for link in links if link in alike]
            content, style = (
                (float(np.mean(c)) for c in zip(*known, strict=True)) if known else (0, 0)
            )
            told = len(known) >= LIST and content >= MORE_ALIKE * usual and style >= OWN_STYLE
            lists.append(LinkList(node, len(links), len(known), content, style, told))
        return lists


def link_lists(tree: PageTree) -> dict[int, list[int]]:
    """The links of a page by the smallest element that has at least `LIST` of them."""
    nodes = np.array([node for node, _ in tree.anchors], np.int64)
    is_link = np.zeros(len(tree) + 1, np.int64)
    is_link[nodes + 1] = 1
    before = np.cumsum(is_link)
    enough = before[tree.end] - before[:-1] >= LIST
    around = np.where(enough, np.arange(len(tree)), -1)
    for node in np.flatnonzero(~enough).tolist():  # parents come first
        around[node] = around[tree.parent[node]] if tree.parent[node] >= 0 else -1
    found: dict[int, list[int]] = {}
    for node in nodes.tolist():
        if around[node] >= 0:
            found.setdefault(int(around[node]), []).append(node)
    return found


def _url_of(page: Page) -> str:
    return page.url or mirror_url(page.name or "")


def cosine(one: Vector, other: Vector) -> float:
    """The cosine of two vectors of length 1.

    >>> cosine({1: 0.6, 2: 0.8}, {2: 1.0})
    0.8
    """
    if len(one) > len(other):
        one, other = other, one
    return sum(weight * other[word] for word, weight in one.items() if word in other)


def _unit(words: list[tuple[int, int]], weight: dict[int, float]) -> Vector:
    vector = {word: (1 + math.log(times)) * weight[word] for word, times in words}
    length = math.sqrt(sum(value * value for value in vector.values()))
    return {word: value / length for word, value in vector.items() if value} if length else {}
