"""The informative structure of a site: contents pages, articles, and the blocks that matter.

Contents pages are the first of a ranking. Their informative blocks are those whose terms
are not everywhere on the site (Kao §3.3, §4.3), and what the links in these point at are
the articles, with informative blocks of their own.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sitesieve.links.graph import LinkGraph
from sitesieve.links.ranking import BEST, Ranking, Variant, rank
from sitesieve.links.roles import Role
from sitesieve.site.keyed_table import Numbers

# The entropy above which the paper calls links redundant (§5.2). Its greedy heuristic for
# blocks climbs to 1 on most of the sites measured, and keeps every menu.
REDUNDANT = 0.8
# One page that lists everything must not decide where a ranking is cut: of every score the
# fourth root is taken, and roots of more than six times their mean are cut to that.
_ROOT, _HIGHEST = 0.25, 6.0


@dataclass(frozen=True, slots=True)
class InformativeBlock:
    """A block of a page that says what the site does not say everywhere."""

    place: str  # its XPath
    entropy: float
    targets: tuple[int, ...]  # the pages that its links point at, each once


@dataclass(frozen=True, eq=False)
class Structure:
    """The informative structure of one site. Pages are numbers of `graph`."""

    site: str
    graph: LinkGraph
    ranking: Ranking
    contents: list[int]  # as they rank
    articles: list[int]  # in the order of the pages
    redundant: float

    @cached_property
    def roles(self) -> list[Role]:
        """What each page is for, by its links."""
        roles: list[Role] = ["other"] * self.graph.pages
        for page in self.articles:
            roles[page] = "article"
        for page in self.contents:
            roles[page] = "contents"
        return roles

    @cached_property
    def distilled(self) -> npt.NDArray[np.bool_]:
        """For each link, whether it is of the structure: it stands in an informative block
        of a contents page, and leads to an article or on to another contents page."""
        return _distilled(self.graph, self.contents, self.redundant)

    def blocks(self, page: int) -> list[InformativeBlock]:
        """The informative blocks of a page, in order."""
        graph = self.graph
        blocks = []
        for block in graph.blocks_of(page):
            entropy = float(graph.block_entropy[block])
            if entropy <= self.redundant:
                targets = dict.fromkeys(graph.target[graph.links_of(block)].tolist())
                blocks.append(InformativeBlock(graph.block_place[block], entropy, tuple(targets)))
        return blocks


def find_structure(
    graph: LinkGraph,
    site: str = "",
    ranking: Variant | str = BEST,
    top: int | None = None,
    redundant: float = REDUNDANT,
) -> Structure:
    """The informative structure of a graph; `top` says how many contents pages
    there are, otherwise their number is found."""
    if top is not None and top < 1:
        raise ValueError(f"there must be 1 contents page or more, not {top}")
    if not 0 <= redundant <= 1:
        raise ValueError(f"the bound of redundant blocks must be from 0 to 1, not {redundant}")
    ranked = rank(graph, ranking)
    number = contents_count(ranked.score) if top is None else top
    contents = np.argsort(-ranked.score, kind="stable")[:number].tolist()
    targets = graph.target[_distilled(graph, contents, redundant)]
    articles = sorted(set(targets.tolist()).difference(contents))
    return Structure(site, graph, ranked, contents, articles, redundant)


def _distilled(graph: LinkGraph, contents: list[int], redundant: float) -> npt.NDArray[np.bool_]:
    """For each link, whether it stands in an informative block of a contents page."""
    return np.isin(graph.source, contents) & (graph.block_entropy <= redundant)[graph.block]


def contents_count(scores: Numbers) -> int:
    """How many of the first pages of a ranking are contents pages: the ranking is cut into the
    two groups that differ most (Otsu's criterion, the largest variance between groups).

    Pages without any score are never contents pages, nor are more than half of all pages.

    >>> contents_count(np.array([9.0, 1.0, 8.0, 0.5, 1.0, 0.0, 0.7, 7.5]))
    3
    """
    ranked = np.sort(scores)[::-1] - min(scores.min(initial=0.0), 0.0)
    most = min(int((ranked > 0).sum()), len(ranked) // 2)
    if most < 1:
        return 0
    ranked **= _ROOT
    ranked = np.minimum(ranked, _HIGHEST * ranked.mean())
    first = np.arange(1, len(ranked))
    sums = np.cumsum(ranked)[:-1]
    apart = sums / first - (ranked.sum() - sums) / (len(ranked) - first)
    return int(np.argmax((first * (len(ranked) - first) * apart**2)[:most])) + 1
