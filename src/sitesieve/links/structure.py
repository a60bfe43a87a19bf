"""The informative structure of a site: contents pages, articles, and the blocks that matter.

Contents pages are the first of a ranking. Their informative blocks are those whose terms
are not everywhere on the site (Kao §3.3, §4.3), and what the links in these point at are
the articles, with informative blocks of their own.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from sitesieve.links.contents import contents_count
from sitesieve.links.graph import LinkGraph
from sitesieve.links.ranking import BEST, Ranking, Variant, rank

Role = Literal["contents", "article", "other"]
ROLES: tuple[Role, ...] = get_args(Role)

# The entropy above which the paper calls links redundant (§5.2). Its greedy heuristic for
# blocks climbs to 1 on most of the sites measured, and keeps every menu.
REDUNDANT = 0.8


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
        graph = self.graph
        leads = np.isin(graph.source, self.contents)
        return leads & (self.graph.block_entropy <= self.redundant)[graph.block]

    def blocks(self, page: int) -> list[InformativeBlock]:
        """The informative blocks of a page, in order."""
        graph = self.graph
        found = []
        for block in graph.blocks_of(page):
            if graph.block_entropy[block] <= self.redundant:
                targets = graph.target[graph.links_of(block)].tolist()
                entropy, place = float(graph.block_entropy[block]), graph.block_place[block]
                found.append(InformativeBlock(place, entropy, tuple(dict.fromkeys(targets))))
        return found


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
    leads = np.isin(graph.source, contents) & (graph.block_entropy <= redundant)[graph.block]
    articles = sorted(set(graph.target[leads].tolist()).difference(contents))
    return Structure(site, graph, ranked, contents, articles, redundant)
