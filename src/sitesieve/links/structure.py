"""The informative structure of a site: contents pages, articles, and the blocks that matter.

Contents pages are the first of a ranking. Their informative blocks are those whose terms
are not everywhere (Kao §3.3, §4.3), and what the links in these point at are the articles,
with informative blocks of their own.

What is everywhere is asked of the whole site, with one bound; or, as in the paper, of each set
of pages by itself: InfoDiscoverer is applied to the contents pages, and then to the articles.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypedDict, get_args

import numpy as np
import numpy.typing as npt

from sitesieve.links.graph import LinkGraph
from sitesieve.links.ranking import BEST, Degrees, Ranking, Variant, rank
from sitesieve.links.roles import Role
from sitesieve.page.addresses import normal_form
from sitesieve.site.block_entropy import SiteEntropies
from sitesieve.site.keyed_table import Numbers

Bound = float | Literal["auto"]
Over = Literal["site", "role"]


class Settings(TypedDict, total=False):
    """How a structure is found; see `find_structure`."""

    ranking: Variant | str
    degrees: Degrees
    redundant: Bound
    entropies: Over


# The entropy above which the paper calls links redundant (§5.2). Its greedy heuristic for
# blocks climbs to 1 on most of the sites measured, and keeps every menu.
REDUNDANT = 0.8
PAPER: Settings = {
    "ranking": "LAMIS-LN-CB-HR-TW",  # the best of §5.2.2
    "degrees": "count",
    "redundant": "auto",  # the greedy heuristic of §4.3,
    "entropies": "role",  # in each set by itself
}
# One page that lists everything must not decide where a ranking is cut: of every score the
# fourth root is taken, and roots of more than six times their mean are cut to that.
_ROOT, _HIGHEST = 0.25, 6.0
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class InformativeBlock:
    """A block of a page that says what the site does not say everywhere."""

    place: str  # its XPath
    entropy: float
    targets: tuple[int, ...]  # the pages that its links point at, each once


class _Blocks:
    """H(CB) of the blocks of a graph, and the bound up to which those of each role are
    informative."""

    def __init__(self, graph: LinkGraph, redundant: Bound, over: Over) -> None:
        self.graph, self.redundant, self.over = graph, redundant, over
        self.entropy = graph.block_entropy.copy()
        self.informative = np.zeros(len(self.entropy), np.bool_)
        self.bounds: dict[Role, float] = {}

    @cached_property
    def _bound_of_site(self) -> float:
        if self.redundant == "auto":
            return SiteEntropies(*self.graph.words).threshold()
        return self.redundant

    def judge(self, role: Role, pages: Sequence[int]) -> None:
        """Judge the blocks of the pages of a role."""
        if self.over == "site":
            self.bounds[role] = self._bound_of_site
        else:
            entropies = SiteEntropies(*(self.graph.words[page] for page in pages))
            for page in pages:
                blocks, h, _ = entropies.of_blocks(self.graph.words[page])
                self.entropy[self.graph.blocks_of(page).start + blocks] = h
            auto = self.redundant == "auto"
            self.bounds[role] = entropies.threshold() if auto else float(self.redundant)
        of_role = np.isin(self.graph.block_page, pages)
        self.informative[of_role] = self.entropy[of_role] <= self.bounds[role] + _ROUNDING


@dataclass(frozen=True, eq=False)
class Structure:
    """The informative structure of one site. Pages are numbers of `graph`."""

    site: str
    graph: LinkGraph
    ranking: Ranking
    contents: list[int]  # as they rank
    articles: list[int]  # in the order of the pages
    bounds: dict[Role, float]  # the entropy up to which blocks of their pages are informative
    block_entropy: Numbers  # of each block of the graph, over the site or the pages of its role
    informative: npt.NDArray[np.bool_]  # of each block

    @cached_property
    def roles(self) -> list[Role]:
        """What each page is for, by its links."""
        roles: list[Role] = ["other"] * self.graph.pages
        for page in self.articles:
            roles[page] = "article"
        for page in self.contents:
            roles[page] = "contents"
        return roles

    def role_of(self, url: str) -> Role | None:
        """The role of the page with an address; None if there is no such page."""
        page = self.graph.page_of.get(normal_form(url))
        return None if page is None else self.roles[page]

    @cached_property
    def distilled(self) -> npt.NDArray[np.bool_]:
        """For each link, whether it is of the structure: it stands in an informative block
        of a contents page, and leads to an article or on to another contents page."""
        return _distilled(self.graph, self.contents, self.informative)

    def blocks(self, page: int) -> list[InformativeBlock]:
        """The informative blocks of a page, in order."""
        graph = self.graph
        blocks = []
        for block in graph.blocks_of(page):
            if self.informative[block]:
                targets = dict.fromkeys(graph.target[graph.links_of(block)].tolist())
                entropy = float(self.block_entropy[block])
                blocks.append(InformativeBlock(graph.block_place[block], entropy, tuple(targets)))
        return blocks


def find_structure(
    graph: LinkGraph,
    site: str = "",
    ranking: Variant | str = BEST,
    top: int | None = None,
    redundant: Bound = REDUNDANT,
    *,
    degrees: Degrees = "weights",
    entropies: Over = "site",
) -> Structure:
    """The informative structure of a graph.

    Parameters
    ----------
    ranking, degrees : how pages are ranked, see `rank`.
    top : how many contents pages there are; otherwise their number is found.
    redundant : the entropy above which blocks are not informative; "auto" finds it by the greedy
        heuristic of the paper.
    entropies : the pages over which entropies of blocks (and with "auto" the bound) are found:
        those of the whole "site", or those of each "role" by themselves.
    """
    if top is not None and top < 1:
        raise ValueError(f"there must be 1 contents page or more, not {top}")
    if redundant != "auto" and (isinstance(redundant, str) or not 0 <= redundant <= 1):
        raise ValueError(f"the bound of redundant blocks must be from 0 to 1, not {redundant!r}")
    if entropies not in get_args(Over):
        raise ValueError(f"entropies are over the site or each role, not {entropies!r}")
    if (redundant == "auto" or entropies == "role") and len(graph.words) < graph.pages:
        raise ValueError("this graph was made without the words of its pages")
    ranked = rank(graph, ranking, degrees=degrees)
    number = contents_count(ranked.score) if top is None else top
    contents = np.argsort(-ranked.score, kind="stable")[:number].tolist()
    blocks = _Blocks(graph, redundant, entropies)
    blocks.judge("contents", contents)
    targets = graph.target[_distilled(graph, contents, blocks.informative)]
    articles = sorted(set(targets.tolist()).difference(contents))
    blocks.judge("article", articles)
    blocks.judge("other", sorted(set(range(graph.pages)).difference(contents, articles)))
    found = blocks.bounds, blocks.entropy, blocks.informative
    return Structure(site, graph, ranked, contents, articles, *found)


def _distilled(
    graph: LinkGraph, contents: list[int], informative: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """For each link, whether it stands in an informative block of a contents page."""
    return np.isin(graph.source, contents) & informative[graph.block]


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
