"""Which pages lead to others: LAMIS and what it is made of (Kao §3.3, §5.2).

A variant is named by its parts, as in the paper: a base, and what is added to it.

    OL      pages by the number of pages they link to
    HITS    hubs and authorities, every link alike
    LAMIS   hubs and authorities, links weighted by α = 1 - E(AN)
    LN      link normalisation: divided by out- and in-degree (HITS-LN is SALSA); the degree
            of a page is the sum of the weights of its links, so that a turn keeps what there
            is, or (`degrees="count"`) their number
    CB      content-block mode: blocks are the hubs, not pages
    HR      hybrid ranking: hub - n·authority, n = log2(links / 1000)
    TW      α·(1 + log10(terms of the anchor))

and three that are not of the paper:

    TA      title agreement: links weigh by how well their words agree with the title of
            the page they point at; one that points at a place on a page weighs nothing
    PS      pointing share: a page is as much of a hub as what it says is about other pages;
            an article says most for itself, whatever it recommends beside
    SL      shared lists: a link that k pages show at a like place is worth 1/k on each, and
            so is its block to PS. Entropy does not see the menu of a section: on 200 of 3,000
            pages it is ln 200 / ln 3000 = 0.66, and less the larger the site
"""

import math
from dataclasses import dataclass, fields
from itertools import product
from typing import Literal, get_args

import numpy as np

from sitesieve.links.graph import LinkGraph
from sitesieve.site.keyed_table import Numbers, Rows, new_runs, sums_at

Degrees = Literal["weights", "count"]

ITERATIONS = 10  # the paper's; hubs of small components fade with more
BEST = "LAMIS-LN-TW-TA-PS-SL"  # of all, on the sites measured (docs/links.md)
_SETTLED = 1e-9
_LINKS = 1000  # of a site for which hybrid ranking does nothing
_TEASER = 20  # different terms beside a headline that are about the page it leads to, at most


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to rank pages."""

    base: str = "LAMIS"
    ln: bool = False
    cb: bool = False
    hr: bool = False
    tw: bool = False
    ta: bool = False
    ps: bool = False
    sl: bool = False

    def __post_init__(self) -> None:
        if self.base not in ("OL", "HITS", "LAMIS"):
            raise ValueError(f"a ranking is based on OL, HITS or LAMIS, not {self.base!r}")
        if self.base == "OL" and (self.ln or self.cb or self.hr or self.tw or self.ta):
            raise ValueError("nothing but PS and SL can be added to OL, which only counts links")

    @property
    def name(self) -> str:
        """The name, as in the paper."""
        return "-".join([self.base, *(a.upper() for a in ADDITIONS if getattr(self, a))])

    @classmethod
    def named(cls, name: str) -> "Variant":
        """The variant of a name; SALSA is HITS-LN, and parts come in any order.

        >>> Variant.named("LAMIS-LN-CB-HR-TW").name
        'LAMIS-LN-CB-HR-TW'
        """
        named = name.lower().replace("salsa", "hits-ln")
        parts = [part.strip() for part in named.split("-")]
        bases = [part for part in parts if part not in ADDITIONS]
        if len(bases) != 1 or len(set(parts)) < len(parts):
            additions = ", ".join(addition.upper() for addition in ADDITIONS)
            raise ValueError(
                f"a ranking is named by OL, HITS or LAMIS and any of {additions}, "
                f"as in LAMIS-LN-CB-HR-TW, not {name!r}"
            )
        return cls(bases[0].upper(), **{part: True for part in parts if part in ADDITIONS})


ADDITIONS = tuple(field.name for field in fields(Variant) if field.name != "base")


def variants() -> list[Variant]:
    """Every combination there is."""
    chosen = list(product((False, True), repeat=len(ADDITIONS)))
    return [
        *(Variant("OL", ps=ps, sl=sl) for ps in (False, True) for sl in (False, True)),
        *(
            Variant(base, **dict(zip(ADDITIONS, added, strict=True)))
            for base in ("HITS", "LAMIS")
            for added in chosen
        ),
    ]


@dataclass(frozen=True, slots=True)
class Ranking:
    """How the pages of a site rank: the higher `score`, the more a page is a contents page."""

    name: str  # of the variant
    score: Numbers
    hub: Numbers
    authority: Numbers
    iterations: int
    settled: bool  # whether one more would have changed nothing


def rank(
    graph: LinkGraph,
    variant: Variant | str,
    iterations: int = ITERATIONS,
    degrees: Degrees = "weights",
) -> Ranking:
    """Rank the pages of a graph. Any graph will do: it settles, or stops after `iterations`.
    `degrees` says what LN divides by."""
    if degrees not in get_args(Degrees):
        raise ValueError(f"degrees are by weights or by count, not {degrees!r}")
    if isinstance(variant, str):
        variant = Variant.named(variant)
    if iterations < 1:
        raise ValueError(f"there must be 1 iteration or more, not {iterations}")
    if variant.base == "OL":
        return _out_links(graph, variant)
    hubs = len(graph.block_page) if variant.cb else graph.pages
    at = graph.block if variant.cb else graph.source
    links = _Links.of(at, graph.target, _weights(graph, variant))
    # Pages whose links are nearly all shared are islands, tied by what little is their own; an
    # island keeps what it starts with, so that is what its links weigh.
    start = sums_at(links.hub, links.weight, hubs) if variant.sl else np.ones(hubs)
    down, up = _passed_on(links, hubs, graph.pages, degrees if variant.ln else None)
    hub, authority, done, settled = _reinforce(links, down, up, start, iterations, graph.pages)
    if variant.cb:
        hub = _unit(sums_at(graph.block_page, hub, graph.pages))
    if variant.ps:
        hub = hub * pointing_share(graph, variant.sl)
    score = hub
    if variant.hr and graph.links:
        # Below a thousand links n would be negative, and make contents pages of authorities.
        score = hub - max(0.0, math.log2(graph.links / _LINKS)) * authority
    return Ranking(variant.name, score, hub, authority, done, settled)


def _weights(graph: LinkGraph, variant: Variant) -> Numbers:
    """α of every link."""
    alpha = 1 - graph.entropy if variant.base == "LAMIS" else np.ones(graph.links)
    if variant.tw:
        alpha = alpha * (1 + np.log10(np.maximum(graph.terms, 1)))
    if variant.sl:
        alpha = alpha / graph.showing
    return alpha * graph.agreement * graph.whole if variant.ta else alpha


def pointing_share(graph: LinkGraph, shared_lists: bool = False) -> Numbers:
    """Of what each page says and the site does not say everywhere, the share that is about
    the pages it links to.

    A block is about them as much as one of its links agrees with the title it points at (a
    headline and its teaser, as long as teasers are), or as much of it as its links say (a bare
    list). With `shared_lists` a block whose links k pages show is worth 1/k, and a headline that
    k pages show speaks for a teaser of 1/√k the length.
    """
    blocks = len(graph.block_page)
    terms = np.maximum(graph.block_terms, 1)
    agreement = graph.agreement * graph.whole
    titled = np.zeros(blocks)
    np.maximum.at(titled, graph.block, agreement)
    if shared_lists:  # next, previous and up are shown by few pages, but beside all of a text
        agreement = agreement / np.sqrt(graph.showing)
    titled = np.minimum(titled, _TEASER * sums_at(graph.block, agreement, blocks) / terms)
    linked = sums_at(graph.block, graph.terms.astype(np.float64), blocks)
    about = np.maximum(titled, np.minimum(1.0, linked / terms))
    information = graph.block_terms * (1 - graph.block_entropy)
    if shared_lists:
        links = np.bincount(graph.block, minlength=blocks)
        own = sums_at(graph.block, 1 / graph.showing, blocks)
        information = information * np.divide(own, links, np.ones(blocks), where=links > 0)
    of_page = sums_at(graph.block_page, information, graph.pages)
    pointing = sums_at(graph.block_page, information * about, graph.pages)
    return np.divide(pointing, of_page, np.zeros(graph.pages), where=of_page > 0)


@dataclass(frozen=True, slots=True)
class _Links:
    """Links between hubs and pages, one at most between two, with their weights."""

    hub: Rows
    target: Rows
    weight: Numbers

    @classmethod
    def of(cls, hub: Rows, target: Rows, weight: Numbers) -> "_Links":
        """Of several links between the same two, the one that weighs most."""
        order = np.lexsort((-weight, target, hub))
        first = order[new_runs(hub[order], target[order])]
        return cls(hub[first], target[first], weight[first])


def _passed_on(
    links: _Links, hubs: int, pages: int, degrees: Degrees | None
) -> tuple[Numbers, Numbers]:
    """What of a hub each link passes down to its target, and of the target up to the hub: its
    weight, with link normalisation divided by the degree of what it comes from.

    With the bare number of links for a degree, two pages that link to each other alone win.
    """
    if degrees is None:
        return links.weight, links.weight
    counted = links.weight if degrees == "weights" else np.ones(len(links.weight))
    out = sums_at(links.hub, counted, hubs)[links.hub]
    incoming = sums_at(links.target, counted, pages)[links.target]
    down, up = (
        np.divide(links.weight, degree, np.zeros(len(degree)), where=degree > 0)
        for degree in (out, incoming)
    )
    return down, up


def _reinforce(
    links: _Links, down: Numbers, up: Numbers, start: Numbers, iterations: int, pages: int
) -> tuple[Numbers, Numbers, int, bool]:
    """A(v) = Σ α·H(u) and H(u) = Σ α·A(v), in turn, until they settle or must stop.

    A full turn has no negative eigenvalue, with and without link normalisation, so nothing can
    swing for ever.
    """
    hub, authority = _unit(start), np.zeros(pages)
    for done in range(1, iterations + 1):
        authority = _unit(sums_at(links.target, down * hub[links.hub], pages))
        turned = _unit(sums_at(links.hub, up * authority[links.target], len(start)))
        before, hub = hub, turned
        if np.abs(hub - before).max(initial=0.0) < _SETTLED:
            return hub, authority, done, True
    return hub, authority, iterations, False


def _unit(values: Numbers) -> Numbers:
    """The same direction at length 1; nothing stays nothing."""
    length = float(np.sqrt((values * values).sum()))
    return values / length if length > 0 else values


def _out_links(graph: LinkGraph, variant: Variant) -> Ranking:
    weight = 1 / graph.showing if variant.sl else np.ones(graph.links)
    links = _Links.of(graph.source, graph.target, weight)
    out, incoming = (sums_at(at, links.weight, graph.pages) for at in (links.hub, links.target))
    if variant.ps:
        out = out * pointing_share(graph, variant.sl)
    return Ranking(variant.name, out, out, incoming, 1, True)
